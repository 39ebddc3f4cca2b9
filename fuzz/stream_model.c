/* The model of the stream projection. Within UTF-8 a sequence is ASCII, so a byte from
 * 0x80 on is text on the ground and nothing anywhere else. */
#include "stream_model.h"
#include "law.h"
#include "reference.h"
#include <string.h>

enum state { GROUND, ESCAPE, ESCAPE_INTERMEDIATE, CSI, STRING };

enum { BEL = 0x07, CAN = 0x18, SUB = 0x1A, ESC = 0x1B, DEL = 0x7F };

struct model {
    enum state state;
    bool after_cr; /* the byte before was a CR that ended a line */
    qtty_buf *out;
};

static void
control(struct model *m, uint8_t byte)
{
    if (byte == '\t')
        put(m->out, "\t", 1);
    else if (byte == '\r' || (byte == '\n' && !m->after_cr))
        put(m->out, "\n", 1);
}

static enum state
after_escape(uint8_t byte)
{
    if (byte == '[')
        return CSI;
    if (strchr("P]_^X", byte) != NULL)
        return STRING;
    return byte < 0x30 ? ESCAPE_INTERMEDIATE : GROUND;
}

/* A graphic of ASCII. */
static void
graphic(struct model *m, uint8_t byte)
{
    switch (m->state) {
    case GROUND:
        put(m->out, &byte, 1);
        break;
    case ESCAPE:
        m->state = after_escape(byte);
        break;
    case ESCAPE_INTERMEDIATE:
        if (byte >= 0x30)
            m->state = GROUND;
        break;
    case CSI:
        if (byte >= 0x40)
            m->state = GROUND;
        break;
    case STRING:
        break;
    }
}

static void
ascii(struct model *m, uint8_t byte)
{
    if (byte == ESC)
        m->state = ESCAPE;
    else if (byte == CAN || byte == SUB || (byte == BEL && m->state == STRING))
        m->state = GROUND;
    else if (byte < 0x20 && m->state != STRING)
        control(m, byte);
    else if (byte >= 0x20 && byte != DEL)
        graphic(m, byte);
    m->after_cr = byte == '\r' && m->state != STRING;
}

/* A character, or a subpart of one, from outside ASCII. */
static void
other(struct model *m, qtty_span *rest)
{
    uint8_t encoded[4];
    m->after_cr = false;
    if (m->state != GROUND) {
        rest->data++;
        rest->len--;
        return;
    }
    uint32_t scalar = reference_next(rest);
    if (scalar >= 0xA0)
        put(m->out, encoded, reference_encode(scalar, encoded));
}

void
stream_model(qtty_span input, qtty_buf *out)
{
    struct model m = { .state = GROUND, .out = out };
    size_t start = out->len;
    while (input.len > 0) {
        if (input.data[0] >= 0x80) {
            other(&m, &input);
            continue;
        }
        ascii(&m, input.data[0]);
        input.data++;
        input.len--;
    }
    if (out->len > start && out->data[out->len - 1] != '\n')
        put(out, "\n", 1);
}
