/* Wrong UTF-8, a bug a subject. */
#include "utf8_fuzz.h"
#include "law.h"

/* ED A0 80 to ED BF BF are the surrogates, which table 3-7 leaves out. */
static struct utf8_head
takes_surrogates(qtty_span bytes)
{
    if (bytes.len >= 3 && bytes.data[0] == 0xED && bytes.data[1] >= 0xA0
        && bytes.data[1] <= 0xBF && bytes.data[2] >= 0x80 && bytes.data[2] <= 0xBF)
        return (struct utf8_head){ 3, UTF8_WELL_FORMED };
    return utf8_head(bytes);
}

static struct utf8_head
reports_bytes_that_are_not_there(qtty_span bytes)
{
    struct utf8_head head = utf8_head(bytes);
    if (head.form == UTF8_INCOMPLETE)
        head.length++;
    return head;
}

static struct utf8_head
gives_up_at_the_end_of_a_piece(qtty_span bytes)
{
    struct utf8_head head = utf8_head(bytes);
    if (head.form == UTF8_INCOMPLETE)
        head.form = UTF8_ILL_FORMED;
    return head;
}

static uint32_t
encodes_two_bytes_too_long(uint32_t scalar, uint8_t out[4])
{
    if (scalar < 0x80 || scalar >= 0x800)
        return utf8_encode(scalar, out);
    out[0] = 0xE0;
    out[1] = (uint8_t)(0x80 | scalar >> 6);
    out[2] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 3;
}

static const struct utf8_subject surrogates = { takes_surrogates, utf8_scalar, utf8_next,
                                                utf8_encode };
static const struct utf8_subject past_the_end = { reports_bytes_that_are_not_there,
                                                  utf8_scalar, utf8_next, utf8_encode };
static const struct utf8_subject impatient = { gives_up_at_the_end_of_a_piece,
                                               utf8_scalar, utf8_next, utf8_encode };
static const struct utf8_subject overlong = { utf8_head, utf8_scalar, utf8_next,
                                              encodes_two_bytes_too_long };

const struct seeded_bug seeded_bugs[] = {
    { "agrees", "surrogates are well-formed", &surrogates },
    { "accounts", "a cut character is longer than its bytes", &past_the_end },
    { "splits", "a cut character is ill-formed", &impatient },
    { "round-trips", "two bytes are encoded as three", &overlong },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
