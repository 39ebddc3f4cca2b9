/* VT52 mode: DECANM reset. A VT52 has motions, erasing, two character sets and its name.
 * What output asks of it is done as the ANSI sequence of the same effect, in modes as a
 * VT52 has them (VT100 User Guide, VT52 mode; xterm). */
#include "exec/handlers.h"

/* Modes that a VT52 does not have. It does not wrap. */
static const enum mode_name aside[] = {
    MODE_IRM,     MODE_LNM,          MODE_DECOM,           MODE_DECAWM,
    MODE_DECLRMM, MODE_REVERSE_WRAP, MODE_REVERSE_WRAP_ANY
};

enum { ASIDE = sizeof aside / sizeof aside[0] };

static void
open_sides(struct terminal *t)
{
    t->margins.left = 0;
    t->margins.right = t->screen.cols - 1;
}

static void
designate(struct terminal *t, uint8_t into, uint8_t final)
{
    scs(t, &(struct action){
               .kind = ACTION_ESC, .intermediates = { into }, .final = final });
}

/* The graphics set of ESC F is the VT100's special graphics, in G1. */
void
vt52_enter(struct terminal *t)
{
    t->vt52 = true;
    t->before_vt52 = (struct before_vt52){
        .modes = t->modes,
        .style = t->pen.style,
        .protect = t->pen.protect,
        .charsets = t->charsets,
    };
    for (size_t i = 0; i < ASIDE; i++)
        t->modes.set[aside[i]] = false;
    open_sides(t);
    t->pen.style = (qtty_style){ 0 };
    t->pen.protect = false;
    t->pen.changed = true;
    t->charsets.gl = 0;
    designate(t, '(', 'B');
    designate(t, ')', '0');
}

void
vt52_modes_behind(const struct terminal *t, struct modes *out)
{
    *out = t->modes;
    out->set[MODE_DECANM] = true;
    for (size_t i = 0; i < ASIDE; i++)
        out->set[aside[i]] = t->before_vt52.modes.set[aside[i]];
}

/* ESC < leads to a VT100: to level 1 (DEC STD 070; xterm). */
void
vt52_leave(struct terminal *t, const struct action *a)
{
    (void)a;
    const struct before_vt52 *before = &t->before_vt52;
    t->vt52 = false;
    vt52_modes_behind(t, &t->modes);
    open_sides(t);
    t->pen.style = before->style;
    t->pen.protect = before->protect;
    t->pen.changed = true;
    t->charsets = before->charsets;
    terminal_set_level(t, 1);
}

/* A VT100 that behaves as a VT52. */
void
vt52_identify(struct terminal *t, const struct action *a)
{
    (void)a;
    terminal_reply(t, "\x1b/Z");
}

/* Direct cursor addressing comes with CUP's parameters. */
bool
vt52_as_ansi(const struct action *a, struct action *out)
{
    static const struct {
        uint8_t vt52;
        enum action_kind kind;
        uint8_t final;
    } table[] = {
        { 'A', ACTION_CSI, 'A' },      { 'B', ACTION_CSI, 'B' },
        { 'C', ACTION_CSI, 'C' },      { 'D', ACTION_CSI, 'D' },
        { 'F', ACTION_CONTROL, 0x0E }, { 'G', ACTION_CONTROL, 0x0F },
        { 'H', ACTION_CSI, 'H' },      { 'I', ACTION_ESC, 'M' },
        { 'J', ACTION_CSI, 'J' },      { 'K', ACTION_CSI, 'K' },
        { 'Y', ACTION_CSI, 'H' },      { '=', ACTION_ESC, '=' },
        { '>', ACTION_ESC, '>' },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].vt52 == a->final) {
            *out = *a;
            out->kind = table[i].kind;
            out->final = table[i].final;
            return true;
        }
    }
    return false;
}
