/* The parser pulls one action at a time from the front of a span. Of a sequence that the
 * span cuts it keeps what it needs, so any split of a stream gives the same actions, but
 * that a run of text may come in pieces. */
#ifndef QTTY_VT_PARSER_H
#define QTTY_VT_PARSER_H

#include "vt/action.h"
#include "vt/payload.h"
#include "vt/scan.h"

enum { ASCII_BEL = 0x07, ASCII_ESC = 0x1B };

struct parser_config {
    const qtty_allocator *allocator; /* NULL: the C library's */
    bool eight_bit;                  /* ISO 8859-1 with C1 controls, else UTF-8 */
    bool text_only;     /* the caller wants text: params and payloads stay empty */
    enum cpu_path path; /* one that is here */
};

struct parser {
    struct parser_config config;
    const struct scan *scan;
    uint8_t state;  /* of transitions.def */
    uint8_t ground; /* what GROUND is: itself, or VT52 */
    uint8_t utf8_len;
    uint8_t utf8[4];       /* a character that the span cut */
    uint64_t offset;       /* of the next byte, from the start of the stream */
    uint64_t start;        /* of the sequence being read */
    struct action pending; /* being built */
    struct params params;
    struct payload payload;
    uint8_t encoded[64]; /* text of PRINT and INERT that does not stand in the input */
};

void parser_init(struct parser *p, const struct parser_config *config);
void parser_finish(struct parser *p);

/** Is it in no sequence and no character, and not in VT52 mode? GROUND is state 0. */
static inline bool
parser_is_idle(const struct parser *p)
{
    return (p->state | p->ground | p->utf8_len) == 0;
}

/** Bytes that somebody else took, while it is idle, are passed. */
static inline void
parser_pass(struct parser *p, qtty_span *input, size_t bytes)
{
    input->data += bytes;
    input->len -= bytes;
    p->offset += bytes;
}

/**
 * The OSC at the front of a span, if all of it lies there; nothing is used up.
 *
 * @param out  An action without offset and length; written if there is one.
 * @return Behind it; NULL: there is none.
 */
static inline const uint8_t *
parser_whole_osc(const struct parser *p, const uint8_t *at, const uint8_t *end,
                 struct action *out)
{
    const uint8_t *text = at + 2;
    const uint8_t *stop = p->scan->payload(text, end, p->config.eight_bit);
    const size_t len = (size_t)(stop - text);
    const bool bell = stop < end && *stop == ASCII_BEL;

    if (!bell && (end - stop < 2 || stop[0] != ASCII_ESC || stop[1] != '\\'))
        return NULL;
    if (len > STRING_BYTES_MAX)
        return NULL;
    *out = (struct action){ .kind = ACTION_OSC,
                            .flags = bell ? ACTION_BELL : 0,
                            .text = { text, p->config.text_only ? 0 : len } };
    return bell ? stop + 1 : stop + 2;
}

/** Read what follows as in VT52 mode, or not. Not a matter of parser_reset. */
void parser_use_vt52(struct parser *p, bool vt52);
bool parser_uses_vt52(const struct parser *p);

/** Forget an unfinished sequence and character; the offset goes on. */
void parser_reset(struct parser *p);

/**
 * Pull the next action.
 *
 * @param input  Advanced past the bytes that were used.
 * @param out    Valid, with all that it borrows, until the next call.
 * @return false: the input is used up, and *out was not written.
 */
bool parser_next(struct parser *p, qtty_span *input, struct action *out);

/**
 * The stream has ended: pull what was held, a cut character as U+FFFD, an unfinished
 * sequence as CANCELLED.
 *
 * @return false: nothing was held.
 */
bool parser_end(struct parser *p, struct action *out);

#endif
