/* XTPUSHCOLORS, XTPOPCOLORS and XTREPORTCOLORS: palette, special and dynamic colours on a
 * stack of COLOR_STACK_MAX, made when the first are kept. As in xterm a parameter of 1 to
 * that many writes or reads this entry of the stack, which is then the current one; a
 * full stack takes no more. */
#include "exec/handlers.h"

#include "base/alloc.h"

static struct palette *
entries(struct terminal *t)
{
    struct color_stack *stack = &t->color_stack;
    if (stack->entries == NULL) {
        stack->entries =
            mem_zalloc(t->allocator, COLOR_STACK_MAX, sizeof(struct palette));
        t->lost |= stack->entries == NULL;
    }
    return stack->entries;
}

static void
push(struct terminal *t, uint32_t place)
{
    struct color_stack *stack = &t->color_stack;
    uint32_t to = place == 0 ? stack->current + 1 : place;
    if (to > COLOR_STACK_MAX || entries(t) == NULL)
        return;
    stack->entries[to - 1] = t->palette;
    stack->written |= 1u << to;
    stack->current = to;
    if (place == 0 && to > stack->pushed)
        stack->pushed = to;
}

static void
pop(struct terminal *t, uint32_t place)
{
    struct color_stack *stack = &t->color_stack;
    uint32_t from = place == 0 ? stack->current : place;
    if (from > COLOR_STACK_MAX || (stack->written & 1u << from) == 0)
        return;
    t->palette = stack->entries[from - 1];
    stack->current = from - 1;
}

/* CSI Pm # P and CSI Pm # Q: one after another; none is 0. */
void
color_stack(struct terminal *t, const struct action *a)
{
    for (uint32_t i = 0; i == 0 || i < a->params->count; i++) {
        uint32_t place = a->params->value[i];
        if (a->final == 'P')
            push(t, place);
        else
            pop(t, place);
    }
}

/* CSI # R: the current entry, and how many pushes the stack took. */
void
color_stack_report(struct terminal *t, const struct action *a)
{
    (void)a;
    if (terminal_answers(t, ANSWERS_XTERM))
        terminal_reply(t, "\x1b[?%u;%u#Q", (unsigned)t->color_stack.current,
                       (unsigned)t->color_stack.pushed);
}
