/* Parsed actions as bytes again, within the limits of guard.h. */
#include "adapter/guard.h"

#include <stdio.h>

struct writer {
    uint8_t *out;
    size_t len;
};

static void
put(struct writer *w, uint8_t byte)
{
    if (byte != 0 && w->len < GUARD_SEQUENCE_MAX)
        w->out[w->len++] = byte;
}

static void
put_number(struct writer *w, uint32_t value)
{
    char digits[16];
    int len = snprintf(digits, sizeof digits, "%u", (unsigned)value);
    for (int i = 0; i < len; i++)
        put(w, (uint8_t)digits[i]);
}

/* At most 16 parameters of at most 4 digits: 79 bytes. */
static void
put_params(struct writer *w, const struct params *p)
{
    uint32_t count = p->count < GUARD_PARAMS_MAX ? p->count : GUARD_PARAMS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (i != 0)
            put(w, ';');
        if ((p->missing >> i & 1) == 0)
            put_number(w, p->value[i] < GUARD_PARAM_MAX ? p->value[i] : GUARD_PARAM_MAX);
    }
}

size_t
guard_sequence(const struct action *a, uint8_t out[GUARD_SEQUENCE_MAX])
{
    struct writer w = { out, 0 };
    bool c1 = a->kind == ACTION_CONTROL && a->final >= 0x80;
    if (a->kind != ACTION_CONTROL || c1)
        put(&w, 0x1B);
    if (a->kind == ACTION_CSI) {
        put(&w, '[');
        put(&w, a->marker);
        put_params(&w, a->params);
    }
    put(&w, a->intermediates[0]);
    put(&w, a->intermediates[1]);
    put(&w, c1 ? (uint8_t)(a->final - 0x40) : a->final);
    return w.len;
}

uint32_t
guard_stand_in(uint32_t scalar, uint32_t width)
{
    if (scalar < 0x80)
        return scalar;
    return width == 2 ? 0x4E00 : 0x00E9; /* a CJK ideograph, e with acute */
}
