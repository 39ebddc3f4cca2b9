/* Table 3-7 of the Unicode Standard as code. A lead byte fixes the length and the range
 * of the second byte; later ones are 80..BF. What the table refuses ends the maximal
 * subpart before it (section 3.9, "U+FFFD Substitution of Maximal Subparts"). */
#include "unicode/utf8.h"
#include <stdbool.h>

/* 0: no sequence begins with this byte. */
static uint32_t
sequence_length(uint8_t lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2) /* continuation, or the lead of an overlong form */
        return 0;
    if (lead < 0xE0)
        return 2;
    if (lead < 0xF0)
        return 3;
    return lead < 0xF5 ? 4 : 0;
}

static bool
is_second(uint8_t lead, uint8_t byte)
{
    switch (lead) {
    case 0xE0:
        return byte >= 0xA0 && byte <= 0xBF; /* below: overlong */
    case 0xED:
        return byte >= 0x80 && byte <= 0x9F; /* above: surrogates */
    case 0xF0:
        return byte >= 0x90 && byte <= 0xBF; /* below: overlong */
    case 0xF4:
        return byte >= 0x80 && byte <= 0x8F; /* above: past 10FFFF */
    default:
        return byte >= 0x80 && byte <= 0xBF;
    }
}

struct utf8_head
utf8_head(qtty_span bytes)
{
    const uint8_t lead = bytes.data[0];
    const uint32_t length = sequence_length(lead);

    if (length == 0)
        return (struct utf8_head){ 1, UTF8_ILL_FORMED };
    for (uint32_t i = 1; i < length; i++) {
        if (i == bytes.len)
            return (struct utf8_head){ i, UTF8_INCOMPLETE };
        const uint8_t byte = bytes.data[i];
        if (i == 1 ? !is_second(lead, byte) : (byte & 0xC0) != 0x80)
            return (struct utf8_head){ i, UTF8_ILL_FORMED };
    }
    return (struct utf8_head){ length, UTF8_WELL_FORMED };
}

uint32_t
utf8_scalar(const uint8_t *bytes, uint32_t length)
{
    static const uint8_t lead_bits[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    uint32_t scalar = bytes[0] & lead_bits[length];

    for (uint32_t i = 1; i < length; i++)
        scalar = scalar << 6 | (bytes[i] & 0x3Fu);
    return scalar;
}

uint32_t
utf8_next(qtty_span *text)
{
    const uint8_t *at = text->data;
    const uint32_t scalar = utf8_step(&at);
    text->len -= (size_t)(at - text->data);
    text->data = at;
    return scalar;
}
