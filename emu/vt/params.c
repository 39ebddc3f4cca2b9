/* Values saturate, and those past PARAMS_MAX are dropped: nothing wraps around into a
 * number that was not sent. A separator opens the value after it, so "1;" has two. */
#include "vt/params.h"

_Static_assert(PARAMS_MAX <= 32, "a bit for each in `missing` and `sub`");

static void
open_value(struct params *p, uint32_t *flags, bool sub)
{
    if (p->count == PARAMS_MAX) {
        *flags |= ACTION_OVER_PARAMS;
        return;
    }
    const uint32_t bit = 1u << p->count;
    p->value[p->count++] = 0;
    p->missing |= bit;
    if (sub)
        p->sub |= bit;
}

static bool
is_digit_at(const uint8_t *at, const uint8_t *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Digits of the last value, at least one. */
static const uint8_t *
read_digits(struct params *p, uint32_t *flags, const uint8_t *at, const uint8_t *end)
{
    const uint32_t i = p->count - 1;
    uint32_t value = p->value[i];

    for (; is_digit_at(at, end); at++) {
        value = value * 10 + (*at - (uint32_t)'0');
        if (value > PARAM_MAX) {
            value = PARAM_MAX;
            *flags |= ACTION_OVER_VALUE;
        }
    }
    p->value[i] = (uint16_t)value;
    p->missing &= ~(1u << i);
    return at;
}

static const uint8_t *
skip_digits(const uint8_t *at, const uint8_t *end)
{
    while (is_digit_at(at, end))
        at++;
    return at;
}

const uint8_t *
params_read(struct params *p, uint32_t *flags, const uint8_t *at, const uint8_t *end)
{
    if (at == end || *at < '0' || *at > ';')
        return at;
    if (p->count == 0)
        open_value(p, flags, false);
    for (;; at++) {
        if (*flags & ACTION_OVER_PARAMS)
            at = skip_digits(at, end);
        else if (is_digit_at(at, end))
            at = read_digits(p, flags, at, end);
        if (at == end || (*at != ';' && *at != ':'))
            return at;
        open_value(p, flags, *at == ':');
    }
}
