/* In which way a cell's text can be printed again. The rules are those by which a
 * terminal makes cells of text: with mode 2027 off the base has the width and all that
 * takes no column joins it; with it on clusters are those of UAX #29, and some of what
 * joins changes the width (VS15, VS16, a second regional indicator, an emoji behind a
 * ZWJ). */
#include "draw/draw.h"

#include "unicode/grapheme.h"
#include "unicode/joining.h"
#include "unicode/utf8.h"
#include "unicode/width.h"

/* A cell in the making. */
struct making {
    uint32_t ambiguous;
    uint32_t base;
    uint32_t width, most;
    struct grapheme_state state;
    bool whole; /* all of the text went into it */
};

/* In mode 2027. */
static void
join(struct making *m, uint32_t scalar)
{
    uint32_t own = scalar_width(scalar, m->ambiguous);
    bool breaks =
        grapheme_break_before(&m->state, scalar) || is_lone_modifier(m->base, scalar);
    if (breaks && (own != 0 || is_joining_jamo(scalar))) {
        m->whole = false;
        return;
    }
    uint32_t width = breaks ? 0 : joined_width(m->base, scalar, own);
    m->width = width != 0 ? width : m->width;
    m->most = m->width > m->most ? m->width : m->most;
}

static struct making
begin(const struct terminal *t, qtty_span *text, bool clusters)
{
    struct making m = { .ambiguous = t->ambiguous_width, .whole = true };
    m.base = utf8_next(text);
    m.width = scalar_width(m.base, m.ambiguous);
    (void)grapheme_break_before(&m.state, m.base);
    if (m.width == 0 && clusters && is_joining_jamo(m.base))
        m.width = 1;
    m.most = m.width;
    m.whole = m.width != 0;
    return m;
}

/* The base, and nothing behind it that has a column of its own? */
static bool
is_one(const struct terminal *t, qtty_span text, uint32_t width, uint32_t *own)
{
    struct making m = begin(t, &text, false);
    while (m.whole && text.len != 0)
        m.whole = scalar_width(utf8_next(&text), m.ambiguous) == 0;
    *own = m.width;
    return m.whole && m.width >= width;
}

/* A graphic of a set has one column, whatever is ambiguous. */
static enum print_way
narrow_way(qtty_span text)
{
    uint8_t code;
    return charset_with(utf8_next(&text), &code) != NULL ? PRINT_GRAPHIC : PRINT_LOSSY;
}

static bool
has_vs16(qtty_span text)
{
    while (text.len != 0)
        if (utf8_next(&text) == VS16)
            return true;
    return false;
}

static struct print_plan
clusters_plan(const struct terminal *t, qtty_span text, uint32_t width)
{
    struct making m = begin(t, &text, true);
    while (m.whole && text.len != 0)
        join(&m, utf8_next(&text));
    if (!m.whole || m.width != width)
        return (struct print_plan){ PRINT_LOSSY, width, false };
    return (struct print_plan){ PRINT_CLUSTERS, m.most, m.most > width };
}

/* VS16 is for a second column, and not taken where there is none. */
struct print_plan
draw_plan(const struct terminal *t, qtty_span text, uint32_t width)
{
    struct print_plan plan = { PRINT_PLAIN, width, false };
    uint32_t own = 1;
    bool is_ascii = text.len == 1;
    bool one = is_ascii || is_one(t, text, width, &own);
    if (!one || own != width)
        plan = clusters_plan(t, text, width);
    if (plan.way == PRINT_LOSSY && one)
        plan = (struct print_plan){ narrow_way(text), width, false };
    plan.not_at_edge |= plan.way != PRINT_LOSSY && has_vs16(text);
    return plan;
}
