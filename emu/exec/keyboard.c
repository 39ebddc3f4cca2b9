/* Sequences that choose how keys are sent: XTMODKEYS, XTFMTKEYS, the kitty protocol's. */
#include "exec/handlers.h"

#include <string.h>

/* xterm's resources: values at first, and their ends. */
static const struct {
    int8_t initial, most;
} options[KEY_OPTIONS] = {
    [KEY_OPTION_KEYBOARD] = { 0, 0 }, [KEY_OPTION_CURSOR] = { 2, 3 },
    [KEY_OPTION_FUNCTION] = { 2, 3 }, [KEY_OPTION_KEYPAD] = { 0, 3 },
    [KEY_OPTION_OTHER] = { 0, 2 },
};

static void
reset_options(struct keyboard *k)
{
    for (size_t i = 0; i < KEY_OPTIONS; i++)
        k->options[i] = options[i].initial;
}

void
keyboard_reset(struct keyboard *k)
{
    memset(k, 0, sizeof *k);
    reset_options(k);
}

static bool
is_missing(const struct action *a, uint32_t i)
{
    return i >= a->params->count || (a->params->missing >> i & 1) != 0;
}

/* --- Key modifier options (CTL) ----------------------------------------------------- */

/* CSI > option ; value m: set; without a value as at first; without an option, all. */
void
xtmodkeys(struct terminal *t, const struct action *a)
{
    struct keyboard *k = &t->keyboard;
    uint32_t option = param_or(a, 0, 0), value = param_or(a, 1, 0);
    if (!terminal_answers(t, ANSWERS_XTERM))
        return;
    if (is_missing(a, 0))
        reset_options(k);
    else if (option < KEY_OPTIONS && is_missing(a, 1))
        k->options[option] = options[option].initial;
    else if (option < KEY_OPTIONS && value <= (uint32_t)options[option].most)
        k->options[option] = (int8_t)value;
}

/* CSI > option n: disable; without an option, modifyFunctionKeys. */
void
xtmodkeys_off(struct terminal *t, const struct action *a)
{
    uint32_t option = is_missing(a, 0) ? KEY_OPTION_FUNCTION : param_or(a, 0, 0);
    if (terminal_answers(t, ANSWERS_XTERM) && option < KEY_OPTIONS)
        t->keyboard.options[option] = -1;
}

/* CSI ? option m: answered by the sequence that would set it again. */
void
xtqmodkeys(struct terminal *t, const struct action *a)
{
    for (uint32_t i = 0; i < a->params->count; i++) {
        uint32_t option = a->params->value[i];
        bool known = option < KEY_OPTIONS && !is_missing(a, i);
        if (!known || !terminal_answers(t, ANSWERS_XTERM))
            continue;
        int value = t->keyboard.options[option];
        if (value < 0)
            terminal_reply(t, "\x1b[>%un", (unsigned)option);
        else
            terminal_reply(t, "\x1b[>%u;%dm", (unsigned)option, value);
    }
}

/* CSI > 4 ; value f: formatOtherKeys. */
void
xtfmtkeys(struct terminal *t, const struct action *a)
{
    uint32_t value = param_or(a, 1, 0);
    if (terminal_answers(t, ANSWERS_XTERM) && value <= 1
        && (is_missing(a, 0) || param_or(a, 0, 0) == KEY_OPTION_OTHER))
        t->keyboard.other_as_u = value == 1;
}

/* CSI ? 4 g. */
void
xtqfmtkeys(struct terminal *t, const struct action *a)
{
    if (terminal_answers(t, ANSWERS_XTERM) && param_or(a, 0, 0) == KEY_OPTION_OTHER)
        terminal_reply(t, "\x1b[>4;%df", t->keyboard.other_as_u ? 1 : 0);
}

/* --- The kitty keyboard protocol ---------------------------------------------------- */

static struct kitty_stack *
kitty_stack(struct terminal *t)
{
    return &t->keyboard.kitty[t->screen.on_alternate];
}

/* CSI ? u */
void
kitty_keys(struct terminal *t, const struct action *a)
{
    (void)a;
    const struct kitty_stack *s = kitty_stack(t);
    if (terminal_answers(t, ANSWERS_KITTY_KEYS))
        terminal_reply(t, "\x1b[?%uu", (unsigned)s->flags[s->top]);
}

/* CSI = flags ; how u: 1 all, 2 set those, 3 reset those. */
void
kitty_keys_set(struct terminal *t, const struct action *a)
{
    struct kitty_stack *s = kitty_stack(t);
    uint8_t flags = (uint8_t)(param_or(a, 0, 0) & KITTY_FLAGS);
    uint8_t *now = &s->flags[s->top];
    if (!terminal_answers(t, ANSWERS_KITTY_KEYS))
        return;
    switch (param_or(a, 1, 1)) {
    case 1:
        *now = flags;
        break;
    case 2:
        *now |= flags;
        break;
    case 3:
        *now &= (uint8_t)~flags;
        break;
    }
}

/* CSI > flags u: a full stack drops its oldest entry. */
void
kitty_keys_push(struct terminal *t, const struct action *a)
{
    struct kitty_stack *s = kitty_stack(t);
    if (!terminal_answers(t, ANSWERS_KITTY_KEYS))
        return;
    if (s->top == KEYBOARD_STACK_MAX - 1)
        memmove(s->flags, s->flags + 1, KEYBOARD_STACK_MAX - 1);
    else
        s->top++;
    s->flags[s->top] = (uint8_t)(param_or(a, 0, 0) & KITTY_FLAGS);
}

/* CSI < number u: a stack that gets empty has no flags. */
void
kitty_keys_pop(struct terminal *t, const struct action *a)
{
    struct kitty_stack *s = kitty_stack(t);
    uint32_t number = param_or(a, 0, 1);
    if (!terminal_answers(t, ANSWERS_KITTY_KEYS))
        return;
    if (number <= s->top)
        s->top -= number;
    else
        *s = (struct kitty_stack){ 0 };
}
