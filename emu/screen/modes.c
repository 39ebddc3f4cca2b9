/* Modes, from the one table of modes.def. Finding one is a switch, so that a number that
 * stands twice does not compile. */
#include "screen/modes.h"

static const struct mode table[] = {
#define MODE(dec, number, name, initial, kind, title)                                    \
    { number, dec, initial, MODE_##kind, #name, title },
#include "screen/modes.def"
#undef MODE
};

enum mode_name
mode_find(bool dec, uint32_t number)
{
    if (number > UINT16_MAX)
        return MODE_NONE;
    switch ((dec ? 1u << 16 : 0u) | number) {
#define MODE(dec, number, name, initial, kind, title)                                    \
    case ((dec) ? 1u << 16 : 0u) | (number):                                             \
        return MODE_##name;
#include "screen/modes.def"
#undef MODE
    default:
        return MODE_NONE;
    }
}

const struct mode *
mode_at(enum mode_name name)
{
    return &table[name];
}

void
modes_reset(struct modes *m)
{
    for (size_t i = 0; i < MODE_COUNT; i++)
        m->set[i] = table[i].initial;
}

void
modes_change(struct modes *m, enum mode_name name, bool set)
{
    enum mode_kind kind = table[name].kind;
    bool grouped = kind == MODE_MOUSE || kind == MODE_FORMAT;
    for (size_t i = 0; set && grouped && i < MODE_COUNT; i++) {
        if (table[i].kind == kind)
            m->set[i] = false;
    }
    m->set[name] = set;
}
