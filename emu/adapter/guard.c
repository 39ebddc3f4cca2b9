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

/* What libvterm 0.1.4 combines though it has columns of its own by Unicode 15. */
static bool
combines_anyway(uint32_t scalar)
{
    return (scalar >= 0x0600 && scalar <= 0x0603) || scalar == 0x06DD || scalar == 0x06DE
        || scalar == 0x070F || scalar == 0x1734 || scalar == 0x302E || scalar == 0x302F;
}

bool
guard_scalar(struct guard_text *g, uint32_t scalar, uint32_t width)
{
    if (width != 0 && !combines_anyway(scalar)) {
        g->combining = 0;
        return true;
    }
    return ++g->combining <= GUARD_COMBINING_MAX;
}
