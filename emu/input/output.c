/* Putting a report together. Its longest form fits by KEY_BYTES_MAX. */
#include "input/output.h"

#include "unicode/utf8.h"
#include <assert.h>

void
output_byte(struct output *o, uint8_t byte)
{
    assert(o->len < sizeof o->bytes);
    if (o->len < sizeof o->bytes)
        o->bytes[o->len++] = byte;
}

void
output_text(struct output *o, const char *text)
{
    for (; *text != '\0'; text++)
        output_byte(o, (uint8_t)*text);
}

void
output_number(struct output *o, uint32_t number)
{
    if (number >= 10)
        output_number(o, number / 10);
    output_byte(o, (uint8_t)('0' + number % 10));
}

void
output_scalar(struct output *o, const struct terminal *t, uint32_t scalar)
{
    uint8_t encoded[4];
    if (t->latin1) {
        output_byte(o, scalar <= 0xFF ? (uint8_t)scalar : '?');
        return;
    }
    uint32_t len = utf8_encode(scalar, encoded);
    for (uint32_t i = 0; i < len; i++)
        output_byte(o, encoded[i]);
}
