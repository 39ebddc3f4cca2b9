/* Harness of unicode/utf8.c: it agrees with table 3-7, accounts for every byte, and says
 * of a cut character that it is cut, so that a stream can be decoded in any pieces. */
#include "utf8_fuzz.h"
#include "law.h"
#include "reference.h"
#include <string.h>

static void
skip(qtty_span *bytes, size_t count)
{
    bytes->data += count;
    bytes->len -= count;
}

static bool
same_head(struct utf8_head a, struct utf8_head b)
{
    return a.form == b.form && a.length == b.length;
}

static bool
agrees(const void *subject, qtty_span input)
{
    const struct utf8_subject *utf8 = subject;
    for (qtty_span rest = input; rest.len > 0; skip(&rest, 1))
        if (!same_head(utf8->head(rest), reference_head(rest)))
            return false;
    return true;
}

/* Only what stands at the very end may be incomplete, and then it is all that is left. */
static bool
accounts(const void *subject, qtty_span input)
{
    const struct utf8_subject *utf8 = subject;
    for (qtty_span rest = input; rest.len > 0;) {
        struct utf8_head head = utf8->head(rest);
        if (head.length == 0 || head.length > rest.len)
            return false;
        if (head.form == UTF8_INCOMPLETE && head.length != rest.len)
            return false;
        skip(&rest, head.length);
    }
    return true;
}

/* Decodes as a stream is decoded: what a piece cuts is held until the next one. */
static bool
decode(const void *subject, qtty_span input, size_t largest, qtty_buf *out)
{
    const struct utf8_subject *utf8 = subject;
    struct cutter cutter;
    qtty_span piece;
    qtty_buf held;
    qtty_buf_init(&held, NULL, 0);
    cutter_start(&cutter, input, largest);
    while (cutter_next(&cutter, &piece)) {
        put(&held, piece.data, piece.len);
        qtty_span rest = qtty_buf_span(&held);
        while (rest.len > 0) {
            struct utf8_head head = utf8->head(rest);
            if (head.form == UTF8_INCOMPLETE || head.length > rest.len)
                break;
            uint32_t scalar = head.form == UTF8_WELL_FORMED
                                  ? utf8->scalar(rest.data, head.length)
                                  : REPLACEMENT;
            put(out, &scalar, sizeof(scalar));
            skip(&rest, head.length > 0 ? head.length : 1);
        }
        qtty_buf_consume(&held, held.len - rest.len);
    }
    put(out, held.data, held.len);
    qtty_buf_finish(&held);
    return true;
}

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, decode);
}

/* Decoding and encoding are each other's inverse on well-formed text. */
static bool
round_trips(const void *subject, qtty_span input)
{
    const struct utf8_subject *utf8 = subject;
    while (input.len > 0) {
        struct utf8_head head = reference_head(input);
        if (head.form == UTF8_WELL_FORMED) {
            qtty_span one = { input.data, head.length };
            qtty_span model = one;
            uint8_t encoded[4];
            uint32_t scalar = utf8->next(&one);
            if (one.len != 0 || scalar != reference_next(&model)
                || utf8->encode(scalar, encoded) != head.length
                || memcmp(encoded, input.data, head.length) != 0)
                return false;
        }
        skip(&input, head.length);
    }
    return true;
}

static const struct law laws[] = {
    { "agrees", "every place reads as table 3-7 says", agrees },
    { "accounts", "every byte is part of exactly one sequence or subpart", accounts },
    { "splits", "any split of a stream gives the same scalars", splits },
    { "round-trips", "what is decoded is encoded to the same bytes", round_trips },
};

static const struct utf8_subject product = { utf8_head, utf8_scalar, utf8_next,
                                             utf8_encode };

const struct harness harness = { "utf8", &product, laws, COUNT_OF(laws) };
