/* Table 3-7, a row a line, and nothing clever. */
#include "reference.h"
#include "law.h"

static const struct row {
    uint8_t first_low, first_high;   /* of the first byte */
    uint8_t length;                  /* bytes of the sequence */
    uint8_t second_low, second_high; /* of the second; a third and fourth are 80..BF */
    uint8_t lead;                    /* bits of the first byte that mark the length */
} rows[] = {
    { 0x00, 0x7F, 1, 0x00, 0x00, 0x00 }, { 0xC2, 0xDF, 2, 0x80, 0xBF, 0xC0 },
    { 0xE0, 0xE0, 3, 0xA0, 0xBF, 0xE0 }, { 0xE1, 0xEC, 3, 0x80, 0xBF, 0xE0 },
    { 0xED, 0xED, 3, 0x80, 0x9F, 0xE0 }, { 0xEE, 0xEF, 3, 0x80, 0xBF, 0xE0 },
    { 0xF0, 0xF0, 4, 0x90, 0xBF, 0xF0 }, { 0xF1, 0xF3, 4, 0x80, 0xBF, 0xF0 },
    { 0xF4, 0xF4, 4, 0x80, 0x8F, 0xF0 },
};

static const struct row *
row_of(uint8_t first)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (first >= rows[i].first_low && first <= rows[i].first_high)
            return &rows[i];
    return NULL;
}

static bool
fits(const struct row *row, uint32_t place, uint8_t byte)
{
    if (place == 1)
        return byte >= row->second_low && byte <= row->second_high;
    return byte >= 0x80 && byte <= 0xBF;
}

struct utf8_head
reference_head(qtty_span bytes)
{
    const struct row *row = row_of(bytes.data[0]);
    if (row == NULL)
        return (struct utf8_head){ 1, UTF8_ILL_FORMED };
    for (uint32_t place = 1; place < row->length; place++) {
        if (place == bytes.len)
            return (struct utf8_head){ place, UTF8_INCOMPLETE };
        if (!fits(row, place, bytes.data[place]))
            return (struct utf8_head){ place, UTF8_ILL_FORMED };
    }
    return (struct utf8_head){ row->length, UTF8_WELL_FORMED };
}

uint32_t
reference_next(qtty_span *bytes)
{
    struct utf8_head head = reference_head(*bytes);
    const uint8_t *at = bytes->data;
    bytes->data += head.length;
    bytes->len -= head.length;
    if (head.form != UTF8_WELL_FORMED)
        return REPLACEMENT;

    uint32_t scalar = (uint32_t)(at[0] - row_of(at[0])->lead);
    for (uint32_t place = 1; place < head.length; place++)
        scalar = scalar * 64 + (at[place] - 0x80u);
    return scalar;
}

bool
reference_valid(qtty_span text)
{
    while (text.len > 0) {
        struct utf8_head head = reference_head(text);
        if (head.form != UTF8_WELL_FORMED)
            return false;
        text.data += head.length;
        text.len -= head.length;
    }
    return true;
}

bool
is_control(uint32_t scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0);
}

bool
is_text(qtty_span bytes)
{
    if (!reference_valid(bytes))
        return false;
    while (bytes.len > 0)
        if (is_control(reference_next(&bytes)))
            return false;
    return true;
}

uint32_t
reference_encode(uint32_t scalar, uint8_t out[4])
{
    uint32_t length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = { 0x00, 0xC0, 0xE0, 0xF0 };
    for (uint32_t place = length - 1; place > 0; place--) {
        out[place] = (uint8_t)(0x80 + scalar % 64);
        scalar /= 64;
    }
    out[0] = (uint8_t)(leads[length - 1] + scalar);
    return length;
}
