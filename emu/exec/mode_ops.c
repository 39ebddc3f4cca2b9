/* Setting, resetting and asking for modes. */
#include "exec/handlers.h"

#include "exec/engine.h"

/* DECCOLM where output may resize the window; else the width stays (see the engine). */
static void
column_mode(struct terminal *t, bool set)
{
    if ((t->reports & QTTY_REPORT_RESIZE) == 0)
        return;
    t->wanted_rows = t->screen.rows;
    t->wanted_cols = set ? 132 : 80;
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
    modes_change(&t->modes, name, set);
    switch (name) {
    case MODE_DECCOLM:
        column_mode(t, set);
        break;
    case MODE_DECTCEM:
        t->cursor.visible = set;
        break;
    case MODE_CURSOR_BLINK:
        t->cursor.blink = set;
        break;
    case MODE_DECLRMM:
        t->margins.left = 0;
        t->margins.right = t->screen.cols - 1;
        break;
    default:
        break;
    }
}

/* Left and right margins need level 4 (STD 070). */
static bool
allowed(const struct terminal *t, enum mode_name name)
{
    switch (mode_at(name)->kind) {
    case MODE_NEVER:
    case MODE_ALTERNATE:
        return false;
    case MODE_ENGINE:
        return t->ops->knows_mode(name) && (name != MODE_DECLRMM || t->level >= 4);
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
    terminal_reply(t, dec ? "\x1b[?%u;%d$y" : "\x1b[%u;%d$y", (unsigned)number,
                   (int)terminal_mode(t, dec, number));
}
