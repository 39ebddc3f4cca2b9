/* The comparison of screens, cell by cell. */
#include "differences.h"

#include "vt/memory.h"
#include "vt/notation.h"
#include <stdio.h>
#include <string.h>

enum field { TEXT, STYLE, CURSOR, MODE };

static const char *const field_names[] = { "text", "style", "cursor", "mode" };

enum { ALL_ROWS = QTTY_ROWS_MAX };

/* A recording's name begins so, and a mark's, rows from the first to the last. */
struct known {
    const char *recording, *mark;
    enum field field;
    uint32_t first, last;
    const char *cause;
    bool met;
};

static struct known known[] = {
#define DIFFERENCE(recording, mark, field, first, last, cause)                           \
    { recording, mark, field, first, last, cause, false },
#include "differences.def"
#undef DIFFERENCE
    { "", "", 0, 1, 0, NULL, false },
};

static bool
begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* --- Places ------------------------------------------------------------------------- */

struct comparison {
    const char *recording, *mark;
    const struct shot *ours, *peer;
    size_t unknown;
};

static bool
is_known(struct comparison *c, enum field field, uint32_t row)
{
    bool found = false;
    for (struct known *k = known; k->cause != NULL; k++) {
        if (k->field != field || row < k->first || row > k->last
            || !begins(c->recording, k->recording) || !begins(c->mark, k->mark))
            continue;
        k->met = true;
        found = true;
    }
    return found;
}

static bool
tell(struct comparison *c, enum field field, uint32_t row)
{
    if (is_known(c, field, row))
        return false;
    c->unknown++;
    printf("not ok - %s: %s: %s differs", c->recording, c->mark, field_names[field]);
    return true;
}

/* --- Cells -------------------------------------------------------------------------- */

/* What of a blank can be seen: the foreground only with a line through or under it, or in
 * reverse. */
static qtty_style
visible_style(const struct shot_cell *cell)
{
    qtty_style style = cell->style;
    bool lined = (style.attributes & (QTTY_REVERSE | QTTY_STRIKE | QTTY_OVERLINE)) != 0
                 || style.underline != QTTY_UNDERLINE_NONE;
    if (cell->text[0] != '\0')
        return style;
    style.attributes &= QTTY_REVERSE | QTTY_STRIKE | QTTY_OVERLINE;
    if (!lined)
        style.fg = QTTY_COLOR_DEFAULT;
    if (style.underline == QTTY_UNDERLINE_NONE)
        style.ul = QTTY_COLOR_DEFAULT;
    return style;
}

static bool
differs(const struct comparison *c, enum field field, uint32_t row, uint32_t col)
{
    const struct shot_cell *a = shot_at(c->ours, row, col);
    const struct shot_cell *b = shot_at(c->peer, row, col);
    bool text = strcmp(a->text, b->text) != 0 || a->width != b->width;
    if (field == TEXT)
        return text;
    qtty_style ours = visible_style(a), peers = visible_style(b);
    return !text && !b->unseen
           && (ours.fg != peers.fg || ours.bg != peers.bg || ours.ul != peers.ul
               || ours.attributes != peers.attributes
               || ours.underline != peers.underline);
}

/* The stretch as a screen of one row, so that it prints as screens do. */
static void
print_stretch(const char *whose, const struct shot *s, uint32_t row, uint32_t from,
              uint32_t to)
{
    struct shot part;
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    shot_init(&part, 1, to - from);
    memcpy(part.cells, shot_at(s, row, from), (to - from) * sizeof *part.cells);
    shot_print(&part, &text);
    append(&text, "", 1);
    const char *at = strchr((const char *)text.data, '\n');
    printf("  %s%s", whose, at != NULL ? at : "\n");
    shot_finish(&part);
    qtty_buf_finish(&text);
}

static void
compare_row(struct comparison *c, enum field field, uint32_t row)
{
    uint32_t cols = c->ours->cols;
    for (uint32_t from = 0; from < cols; from++) {
        uint32_t to = from;
        while (to < cols && differs(c, field, row, to))
            to++;
        if (to == from || !tell(c, field, row)) {
            from = to;
            continue;
        }
        printf(" in row %u, columns %u to %u\n", (unsigned)row, (unsigned)from,
               (unsigned)to - 1);
        print_stretch("ours:", c->ours, row, from, to);
        print_stretch("peer:", c->peer, row, from, to);
        from = to;
    }
}

static void
compare_state(struct comparison *c)
{
    const struct shot *a = c->ours, *b = c->peer;
    if ((a->row != b->row || a->col != b->col || a->visible != b->visible)
        && tell(c, CURSOR, a->row))
        printf("\n  ours: %u,%u%s\n  peer: %u,%u%s\n", (unsigned)a->row, (unsigned)a->col,
               a->visible ? "" : " hidden", (unsigned)b->row, (unsigned)b->col,
               b->visible ? "" : " hidden");
    for (size_t i = 0; i < SHOT_MODES; i++) {
        if (a->modes[i] != b->modes[i] && tell(c, MODE, (uint32_t)i))
            printf(": %s is %s here\n", shot_mode_names[i], a->modes[i] ? "on" : "off");
    }
}

size_t
differences(const char *recording, const char *mark, const struct shot *ours,
            const struct shot *peer)
{
    struct comparison c = { recording, mark, ours, peer, 0 };
    for (uint32_t row = 0; row < ours->rows; row++) {
        compare_row(&c, TEXT, row);
        compare_row(&c, STYLE, row);
    }
    compare_state(&c);
    return c.unknown;
}

size_t
differences_missed(const char *recording)
{
    size_t missed = 0;
    for (const struct known *k = known; k->cause != NULL; k++) {
        if (k->met || !begins(recording, k->recording))
            continue;
        printf("not ok - %s: %s: no difference in %s: %s\n", k->recording, k->mark,
               field_names[k->field], k->cause);
        missed++;
    }
    return missed;
}
