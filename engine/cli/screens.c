/* Comparing screens: rows that changed in either engine by cell, then the cursor. */
#include "cli/screens.h"

#include "cli/message.h"
#include <string.h>

bool
screens_open(struct screens *s, uint32_t rows, uint32_t cols)
{
    for (size_t i = 0; i < s->count; i++) {
        qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
        config.engine = s->engine[i];
        config.rows = rows;
        config.cols = cols;
        qtty_status st = qtty_emulator_create(&s->emulator[i], &config);
        if (st != QTTY_OK) {
            (void)fail(EXIT_FAILED, "%s: %s", s->engine[i], qtty_status_text(st));
            return false;
        }
    }
    return true;
}

/* Nobody reads what it replies. */
qtty_status
screens_feed(struct screens *s, qtty_span bytes)
{
    for (size_t i = 0; i < s->count; i++) {
        qtty_emulator *e = s->emulator[i];
        qtty_status st = qtty_emulator_feed(e, bytes);
        if (st != QTTY_OK)
            return st;
        qtty_emulator_take_replies(e, qtty_emulator_replies(e).len);
    }
    return QTTY_OK;
}

qtty_status
screens_resize(struct screens *s, uint32_t rows, uint32_t cols)
{
    qtty_status st = QTTY_OK;
    for (size_t i = 0; i < s->count && st == QTTY_OK; i++)
        st = qtty_emulator_resize(s->emulator[i], rows, cols);
    return st;
}

/* --- Cells -------------------------------------------------------------------------- */

static bool
same_style(const qtty_style *a, const qtty_style *b)
{
    return a->fg == b->fg && a->bg == b->bg && a->ul == b->ul
           && a->attributes == b->attributes && a->underline == b->underline;
}

/* @return NULL: none. */
static const char *
cell_difference(const qtty_cell *a, const qtty_cell *b)
{
    if (strcmp(a->text, b->text) != 0)
        return "text";
    if (a->width != b->width)
        return "width";
    if (!same_style(&a->style, &b->style))
        return "style";
    if (a->protect != b->protect)
        return "protection";
    bool same_link =
        a->link.len == b->link.len
        && (a->link.len == 0 || memcmp(a->link.data, b->link.data, a->link.len) == 0);
    return same_link ? NULL : "link";
}

static bool
same_row(const struct screens *s, size_t i, uint32_t row, struct screens_difference *out)
{
    uint32_t cols;
    qtty_emulator_size(s->emulator[0], NULL, &cols);
    for (uint32_t col = 0; col < cols; col++) {
        qtty_cell a, b;
        (void)qtty_emulator_cell(s->emulator[0], (int32_t)row, col, &a);
        (void)qtty_emulator_cell(s->emulator[i], (int32_t)row, col, &b);
        const char *what = cell_difference(&a, &b);
        if (what == NULL)
            continue;
        *out = (struct screens_difference){ i, what, row, col };
        return false;
    }
    return true;
}

/* Is there another row, or other cells in it? Each change of a row has a generation of
 * its own; a row without one is blank. */
static bool
is_changed(struct screens *s, size_t i, uint32_t row)
{
    qtty_row info;
    (void)qtty_emulator_row(s->emulator[i], (int32_t)row, &info);
    return info.generation != s->seen[i][row];
}

static void
note_rows(struct screens *s)
{
    uint32_t rows;
    qtty_row info;
    qtty_emulator_size(s->emulator[0], &rows, NULL);
    for (size_t i = 0; i < s->count; i++) {
        for (uint32_t row = 0; row < rows; row++) {
            (void)qtty_emulator_row(s->emulator[i], (int32_t)row, &info);
            s->seen[i][row] = info.generation;
        }
    }
}

/* --- Screens ------------------------------------------------------------------------ */

static bool
same_cursor(const struct screens *s, size_t i, struct screens_difference *out)
{
    qtty_cursor a, b;
    qtty_emulator_cursor(s->emulator[0], &a);
    qtty_emulator_cursor(s->emulator[i], &b);
    const char *what = NULL;
    if (a.row != b.row || a.col != b.col)
        what = "cursor";
    else if (a.pending_wrap != b.pending_wrap)
        what = "pending wrap";
    if (what != NULL)
        *out = (struct screens_difference){ i, what, a.row, a.col };
    return what == NULL;
}

static bool
same_screen(struct screens *s, size_t i, struct screens_difference *out)
{
    uint32_t rows;
    const qtty_emulator *first = s->emulator[0], *other = s->emulator[i];
    if (qtty_emulator_alternate(first) != qtty_emulator_alternate(other)) {
        *out = (struct screens_difference){ i, "screen", 0, 0 };
        return false;
    }
    qtty_emulator_size(first, &rows, NULL);
    for (uint32_t row = 0; row < rows; row++) {
        if ((is_changed(s, 0, row) || is_changed(s, i, row)) && !same_row(s, i, row, out))
            return false;
    }
    return same_cursor(s, i, out);
}

bool
screens_same(struct screens *s, struct screens_difference *out)
{
    for (size_t i = 1; i < s->count; i++)
        if (!same_screen(s, i, out))
            return false;
    note_rows(s);
    return true;
}

void
screens_close(struct screens *s)
{
    for (size_t i = 0; i < s->count; i++)
        qtty_emulator_destroy(s->emulator[i]);
}
