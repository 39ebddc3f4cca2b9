/* Setting, resetting and asking for modes. */
#include "exec/handlers.h"

#include "exec/engine.h"

/* DECCOLM where output may resize the window; else the width stays (see the engine). */
static void
column_mode(struct terminal *t, bool set)
{
    window_want(t, t->screen.rows, set ? 132 : 80);
}

/* Of a group, resetting a mode that is not on does nothing. (xterm has one variable for
 * the group, and any reset clears it.) */
static void
change(struct terminal *t, enum mode_name name, bool set)
{
    bool mouse = mode_at(name)->kind == MODE_MOUSE || mode_at(name)->kind == MODE_FORMAT;
    if (mouse && !set && !t->modes.set[name])
        return;
    if (name == MODE_DECCOLM && !t->modes.set[MODE_ALLOW_DECCOLM])
        return;
    bool was = t->modes.set[name];
    modes_change(&t->modes, name, set);
    if (mouse)
        t->pointer.known = false; /* whoever asks anew is told of the first motion */
    switch (name) {
    case MODE_DECCOLM:
        column_mode(t, set);
        break;
    case MODE_DECANM:
        if (!set)
            vt52_enter(t);
        break;
    case MODE_DECTCEM:
        t->cursor.visible = set;
        break;
    case MODE_CURSOR_BLINK:
        t->cursor.blink = set;
        break;
    case MODE_DECLRMM: /* set once more, it leaves them (xterm) */
        t->margins.left = set ? t->margins.left : 0;
        t->margins.right = set ? t->margins.right : t->screen.cols - 1;
        break;
    case MODE_SYNCHRONISED:
        t->frames.begun += set && !was;
        break;
    case MODE_SIZE_REPORTS: /* also where it was set already: its text says so */
        terminal_report_size(t);
        break;
    default:
        break;
    }
}

static bool
allowed(const struct terminal *t, enum mode_name name)
{
    if (!terminal_level_has(t, name))
        return false;
    switch (mode_at(name)->kind) {
    case MODE_NEVER:
    case MODE_NEVER_5:
    case MODE_USER:
    case MODE_ALTERNATE:
        return false;
    case MODE_ENGINE:
        return t->ops->knows_mode(name);
    case MODE_STATE:
    case MODE_MOUSE:
    case MODE_FORMAT:
        break;
    }
    return true;
}

/* SM, RM, DECSET, DECRST: of one mode, since the emulator takes lists apart. */
void
sm(struct terminal *t, const struct action *a)
{
    enum mode_name name = mode_find(a->marker == '?', a->params->value[0]);
    if (name != MODE_NONE && allowed(t, name))
        change(t, name, a->final == 'h');
}

void
decrqm(struct terminal *t, const struct action *a)
{
    if (!terminal_answers(t, ANSWERS_LEVEL_4))
        return;
    bool dec = a->marker == '?';
    uint32_t number = param_or(a, 0, 0);
    enum mode_name name = mode_find(dec, number);
    qtty_mode value = QTTY_MODE_UNKNOWN;
    if (name != MODE_NONE && terminal_level_has(t, name))
        value = terminal_mode(t, dec, number);
    terminal_reply(t, dec ? "\x1b[?%u;%d$y" : "\x1b[%u;%d$y", (unsigned)number,
                   (int)value);
}

/* --- XTSAVE, XTRESTORE (xterm ctlseqs) ---------------------------------------------- */

static bool
is_group(enum mode_kind kind)
{
    return kind == MODE_MOUSE || kind == MODE_FORMAT || kind == MODE_ALTERNATE;
}

/* A group is saved as a whole, by any of its members. */
static void
save_group(struct terminal *t, enum mode_kind kind)
{
    for (size_t i = 0; i < MODE_COUNT; i++) {
        const struct mode *m = mode_at((enum mode_name)i);
        if (m->kind == kind)
            t->saved_modes.set[i] = terminal_mode(t, m->dec, m->number) == QTTY_MODE_SET;
    }
}

void
xtsave(struct terminal *t, const struct action *a)
{
    for (uint32_t i = 0; i < a->params->count; i++) {
        enum mode_name name = mode_find(true, a->params->value[i]);
        if (name == MODE_NONE)
            continue;
        if (is_group(mode_at(name)->kind))
            save_group(t, mode_at(name)->kind);
        else if (name == MODE_SAVE_CURSOR)
            decsc(t, a);
        else
            t->saved_modes.set[name] = t->modes.set[name];
    }
}

/* The member of a group that is to change: the one that was set, else the one that is. */
static enum mode_name
member(const struct terminal *t, enum mode_kind kind)
{
    enum mode_name now = MODE_NONE;
    for (size_t i = 0; i < MODE_COUNT; i++) {
        enum mode_name name = (enum mode_name)i;
        if (mode_at(name)->kind == kind && t->saved_modes.set[name])
            return name;
        if (mode_at(name)->kind == kind && t->modes.set[name])
            now = name;
    }
    return now;
}

/* What was never saved has its initial value. The screens are shown as by mode 47:
 * nothing is cleared, no cursor restored; 1048 restores the cursor (xterm). */
bool
xtrestore(const struct terminal *t, uint32_t number, struct action *out,
          struct params *one)
{
    enum mode_name name = mode_find(true, number);
    if (name == MODE_NONE || name == MODE_DECANM)
        return false;
    enum mode_kind kind = mode_at(name)->kind;
    if (kind == MODE_ALTERNATE)
        name = MODE_ALTERNATE_47;
    else if (is_group(kind))
        name = member(t, kind);
    if (name == MODE_NONE)
        return false;
    bool set = name != MODE_SAVE_CURSOR && t->saved_modes.set[name];
    *one = (struct params){ .value = { mode_at(name)->number }, .count = 1 };
    *out = (struct action){
        .kind = ACTION_CSI, .marker = '?', .final = set ? 'h' : 'l', .params = one
    };
    return true;
}
