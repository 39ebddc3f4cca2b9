/* Checks of the terminal's state: cells, cursor, modes, titles, scrollback, lines and
 * events. */
#include "run.h"

#include "memory.h"
#include "notation.h"
#include <stdio.h>
#include <string.h>

/** Name of a check of one row: `row 3`. */
struct label {
    char text[48];
};

static struct label
row_label(const struct statement *st, size_t row)
{
    struct label label;
    snprintf(label.text, sizeof label.text, "%s %zu", statement_word(st->id), row);
    return label;
}

static qtty_span
without_trailing_blanks(qtty_span text)
{
    while (text.len > 0 && text.data[text.len - 1] == ' ')
        text.len--;
    return text;
}

static void
expect_row_text(struct run *r, uint32_t line, const char *what, qtty_span expected,
                qtty_span got)
{
    expect_bytes(r, line, what, without_trailing_blanks(expected),
                 without_trailing_blanks(got));
}

/** Text of a row in the run's scratch. @return false: no such row, which fails. */
static bool
row_text(struct run *r, uint32_t line, const char *what, int32_t row)
{
    qtty_buf_consume(&r->text, r->text.len);
    qtty_status status = qtty_emulator_row_text(r->emulator, row, &r->text);
    if (status != QTTY_OK)
        expect(r, line, what, "a row", qtty_status_text(status));
    return status == QTTY_OK;
}

void
do_row(struct run *r, const struct statement *st)
{
    struct label label = row_label(st, st->row);
    if (row_text(r, st->line, label.text, (int32_t)st->row))
        expect_row_text(r, st->line, label.text, st->text, qtty_buf_span(&r->text));
}

void
do_screen(struct run *r, const struct statement *st)
{
    uint32_t rows;
    qtty_emulator_size(r->emulator, &rows, NULL);
    for (size_t row = 0; row < rows || row < st->count; row++) {
        const struct text *text = NULL;
        if (row < st->count)
            text = &r->script->texts[st->first + row];
        struct label label = row_label(st, row);
        uint32_t line = text ? text->line : st->line;
        if (row_text(r, line, label.text, (int32_t)row))
            expect_row_text(r, line, label.text, text ? text->bytes : (qtty_span){ 0 },
                            qtty_buf_span(&r->text));
    }
}

void
do_scrollback(struct run *r, const struct statement *st)
{
    struct label label = row_label(st, st->row);
    if (row_text(r, st->line, label.text, -1 - (int32_t)st->row))
        expect_row_text(r, st->line, label.text, st->text, qtty_buf_span(&r->text));
}

static void
expect_number(struct run *r, const struct statement *st, uint32_t expected, uint32_t got)
{
    char wanted[16], seen[16];
    snprintf(wanted, sizeof wanted, "%u", (unsigned)expected);
    snprintf(seen, sizeof seen, "%u", (unsigned)got);
    expect(r, st->line, statement_word(st->id), wanted, seen);
}

void
do_scrollback_count(struct run *r, const struct statement *st)
{
    expect_number(r, st, st->row, qtty_emulator_scrollback(r->emulator));
}

static const char *
yes_no(bool value)
{
    return value ? "yes" : "no";
}

static const char *
on_off(bool value)
{
    return value ? "on" : "off";
}

void
do_wrapped(struct run *r, const struct statement *st)
{
    if (!can_answer(r, QTTY_CAP_SOFT_WRAP, "wrapped"))
        return;
    struct label label = row_label(st, st->row);
    qtty_row row;
    qtty_status status = qtty_emulator_row(r->emulator, (int32_t)st->row, &row);
    expect(r, st->line, label.text, yes_no(st->choice),
           status == QTTY_OK ? yes_no(row.soft_wrapped) : qtty_status_text(status));
}

/* --- Cells ---- */

/** Length of the first scalar of well-formed text. */
static size_t
first_scalar_len(const char *text, size_t len)
{
    size_t n = len > 0;
    while (n < len && ((uint8_t)text[n] & 0xC0) == 0x80)
        n++;
    return n;
}

/** An empty cell is a blank. */
static qtty_span
blank_if_empty(qtty_span text)
{
    return text.len ? text : (qtty_span){ (const uint8_t *)" ", 1 };
}

static void
check_cell_text(struct run *r, const struct statement *st, const char *what,
                const qtty_cell *cell)
{
    size_t len = cell->text_len;
    if (st->flags & BASE)
        len = first_scalar_len(cell->text, len);
    expect_bytes(r, st->line, what, blank_if_empty(st->text),
                 blank_if_empty((qtty_span){ (const uint8_t *)cell->text, len }));
}

static void
check_cell_width(struct run *r, const struct statement *st, const char *what,
                 const qtty_cell *cell)
{
    char expected[24], got[24];
    snprintf(expected, sizeof expected, "width=%u", (unsigned)st->width);
    snprintf(got, sizeof got, "width=%u", (unsigned)cell->width);
    expect(r, st->line, what, expected, got);
}

/** Check that something holds of the cell's attributes, all of which a failure shows. */
static void
expect_attributes(struct run *r, const struct statement *st, const char *what, bool holds,
                  const char *expected, const qtty_cell *cell)
{
    qtty_buf got;
    qtty_buf_init(&got, NULL, 0);
    attributes_print(cell, &got);
    append(&got, "", 1);
    expect(r, st->line, what, expected, holds ? expected : (const char *)got.data);
    qtty_buf_finish(&got);
}

static void
check_attribute(struct run *r, const struct statement *st, const char *what,
                const struct attribute *a, const qtty_cell *cell)
{
    if (!can_answer(r, attribute_needs(a), attribute_name(a)))
        return;
    qtty_buf expected;
    qtty_buf_init(&expected, NULL, 0);
    attribute_print(a, &expected);
    append(&expected, "", 1);
    expect_attributes(r, st, what, attribute_holds(a, cell), (const char *)expected.data,
                      cell);
    qtty_buf_finish(&expected);
}

/** `only`: nothing is left of the cell when the listed attributes are taken off. */
static void
check_only(struct run *r, const struct statement *st, const char *what,
           const qtty_cell *cell)
{
    qtty_cell rest = *cell;
    for (size_t i = 0; i < st->count; i++)
        attribute_clear(&r->script->attributes[st->first + i], &rest);
    bool plain =
        rest.style.attributes == 0 && rest.style.underline == QTTY_UNDERLINE_NONE
        && rest.style.fg == QTTY_COLOR_DEFAULT && rest.style.bg == QTTY_COLOR_DEFAULT
        && rest.style.ul == QTTY_COLOR_DEFAULT && !rest.protect && rest.link.len == 0;
    expect_attributes(r, st, what, plain, "no other attribute", cell);
}

void
do_cell(struct run *r, const struct statement *st)
{
    struct label label;
    snprintf(label.text, sizeof label.text, "cell %u,%u", (unsigned)st->row,
             (unsigned)st->col);
    qtty_cell cell;
    qtty_status status =
        qtty_emulator_cell(r->emulator, (int32_t)st->row, st->col, &cell);
    if (status != QTTY_OK) {
        expect(r, st->line, label.text, "a cell", qtty_status_text(status));
        return;
    }
    if (st->flags & HAS_TEXT)
        check_cell_text(r, st, label.text, &cell);
    if (st->flags & HAS_WIDTH)
        check_cell_width(r, st, label.text, &cell);
    for (size_t i = 0; i < st->count; i++)
        check_attribute(r, st, label.text, &r->script->attributes[st->first + i], &cell);
    if (st->flags & ONLY)
        check_only(r, st, label.text, &cell);
}

/** Take the prefix off the first cluster. @return false: it does not begin so. */
static bool
take_prefix(qtty_span *cluster, qtty_span prefix)
{
    if (cluster->len < prefix.len
        || (prefix.len && memcmp(cluster->data, prefix.data, prefix.len) != 0))
        return false;
    cluster->data += prefix.len;
    cluster->len -= prefix.len;
    return true;
}

/**
 * Append a row's clusters, quoted, up to the last written cell.
 *
 * @param prefix  Taken from the first; the cluster goes if nothing is left of it.
 * @return false: the first does not begin with the prefix.
 */
static bool
print_clusters(struct run *r, uint32_t row, qtty_span prefix, qtty_buf *out)
{
    qtty_row view;
    qtty_cell cell;
    bool prefixed = true;
    qtty_emulator_row(r->emulator, (int32_t)row, &view);
    for (uint32_t col = 0; col < view.cells; col++) {
        if (qtty_emulator_cell(r->emulator, (int32_t)row, col, &cell) != QTTY_OK)
            break;
        if (cell.width == 0)
            continue;
        qtty_span text = { (const uint8_t *)cell.text, cell.text_len };
        text = blank_if_empty(text);
        if (col == 0 && prefix.len > 0) {
            prefixed = take_prefix(&text, prefix);
            if (text.len == 0)
                continue;
        }
        append_string(out, out->len ? " " : "");
        print_quoted(text, out);
    }
    return prefixed;
}

void
do_clusters(struct run *r, const struct statement *st)
{
    if (!can_answer(r, QTTY_CAP_CLUSTERS, "clusters"))
        return;
    struct label label = row_label(st, st->row);
    qtty_buf expected;
    qtty_buf_init(&expected, NULL, 0);
    for (size_t i = 0; i < st->count; i++) {
        append_string(&expected, i ? " " : "");
        print_quoted(r->script->texts[st->first + i].bytes, &expected);
    }
    append(&expected, "", 1);
    qtty_buf_consume(&r->text, r->text.len);
    bool prefixed = print_clusters(r, st->row, st->text, &r->text);
    append_string(&r->text, prefixed ? "" : " without the prefix");
    append(&r->text, "", 1);
    expect(r, st->line, label.text, (const char *)expected.data,
           (const char *)r->text.data);
    qtty_buf_finish(&expected);
}

/* --- Cursor, modes, titles ---- */

void
do_cursor(struct run *r, const struct statement *st)
{
    static const char *const shapes[] = { "shape block", "shape underline", "shape bar" };
    qtty_cursor cursor;
    char expected[32], got[32];
    qtty_emulator_cursor(r->emulator, &cursor);
    snprintf(expected, sizeof expected, "%u,%u", (unsigned)st->row, (unsigned)st->col);
    snprintf(got, sizeof got, "%u,%u", (unsigned)cursor.row, (unsigned)cursor.col);
    expect(r, st->line, "cursor", expected, got);
    if (st->flags & PENDING_WRAP)
        expect(r, st->line, "cursor", "pending-wrap",
               cursor.pending_wrap ? "pending-wrap" : "no pending wrap");
    if (st->flags & HIDDEN)
        expect(r, st->line, "cursor", "hidden", cursor.visible ? "visible" : "hidden");
    if (st->flags & HAS_SHAPE)
        expect(r, st->line, "cursor", shapes[st->choice], shapes[cursor.shape]);
}

void
do_pending_wrap(struct run *r, const struct statement *st)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(r->emulator, &cursor);
    expect(r, st->line, "pending-wrap", yes_no(st->choice), yes_no(cursor.pending_wrap));
}

void
do_alt(struct run *r, const struct statement *st)
{
    expect(r, st->line, "alt", on_off(st->choice),
           on_off(qtty_emulator_alternate(r->emulator)));
}

/** In the words of `mode`. */
static const char *
mode_word(qtty_mode mode)
{
    switch (mode) {
    case QTTY_MODE_SET:
    case QTTY_MODE_ALWAYS_SET:
        return "on";
    case QTTY_MODE_RESET:
    case QTTY_MODE_ALWAYS_RESET:
        return "off";
    default:
        return "unknown";
    }
}

void
do_mode(struct run *r, const struct statement *st)
{
    struct label label;
    bool dec = (st->flags & DEC) != 0;
    snprintf(label.text, sizeof label.text, "mode %s%u", dec ? "?" : "",
             (unsigned)st->row);
    expect(r, st->line, label.text, on_off(st->choice),
           mode_word(qtty_emulator_mode(r->emulator, dec, st->row)));
}

void
do_mouse(struct run *r, const struct statement *st)
{
    uint32_t set = 0;
    for (uint32_t i = 1; mouse_words[i]; i++)
        if (qtty_emulator_mode(r->emulator, true, mouse_modes[i]) == QTTY_MODE_SET)
            set = i;
    expect(r, st->line, "mouse", mouse_words[st->choice], mouse_words[set]);
}

void
do_title(struct run *r, const struct statement *st)
{
    expect_bytes(r, st->line, "title", st->text, qtty_emulator_title(r->emulator));
}

void
do_icon(struct run *r, const struct statement *st)
{
    expect_bytes(r, st->line, "icon", st->text, qtty_emulator_icon(r->emulator));
}

/* --- Lines and events ---- */

/** Line `i` of the projection against line `i` of the block; either may be missing. */
static void
check_line(struct run *r, const struct statement *st, size_t i)
{
    struct label label = row_label(st, i);
    qtty_line got;
    qtty_status status = qtty_lines_line(r->lines, i, &got);
    if (i >= st->count) {
        expect(r, st->line, label.text, "no more lines", "a line");
        return;
    }
    const struct text *text = &r->script->texts[st->first + i];
    if (status != QTTY_OK)
        expect(r, text->line, label.text, "a line", qtty_status_text(status));
    else
        expect_row_text(r, text->line, label.text, text->bytes, got.text);
}

void
do_lines(struct run *r, const struct statement *st)
{
    uint64_t count = qtty_lines_count(r->lines);
    if (count == 0 && st->count == 0)
        expect(r, st->line, "lines", "none", "none");
    for (size_t i = 0; i < count || i < st->count; i++)
        check_line(r, st, i);
}

/** The next event that the language has a word for: icon titles have none. */
static bool
next_event(struct run *r, qtty_event *out, const char **word)
{
    while (qtty_emulator_next_event(r->emulator, out))
        for (size_t i = 0; event_words[i]; i++)
            if (event_kinds[i] == out->kind) {
                *word = event_words[i];
                return true;
            }
    return false;
}

/** An image's text is made of its facts: protocol, and its size where there is one. */
static qtty_span
event_text(const qtty_event *event, char facts[48])
{
    static const char *const protocols[] = { "sixel", "regis", "kitty", "iterm2" };
    if (event->kind != QTTY_EVENT_IMAGE)
        return event->text;
    int len = snprintf(facts, 48, event->width | event->height ? "%s %ux%u" : "%s",
                       protocols[event->value], (unsigned)event->width,
                       (unsigned)event->height);
    return (qtty_span){ (const uint8_t *)facts, (size_t)len };
}

/** An event as a statement with these flags says it. */
static void
print_event(const char *word, uint32_t flags, int32_t value, qtty_span text,
            qtty_buf *out)
{
    char number[16];
    append_string(out, word);
    if (flags & HAS_VALUE) {
        snprintf(number, sizeof number, " %d", (int)value);
        append_string(out, number);
    }
    if (flags & HAS_TEXT) {
        append_string(out, " ");
        print_quoted(text, out);
    }
    append(out, "", 1);
}

void
do_event(struct run *r, const struct statement *st)
{
    qtty_buf expected, got;
    qtty_event event;
    const char *word;
    char facts[48];
    qtty_buf_init(&expected, NULL, 0);
    qtty_buf_init(&got, NULL, 0);
    print_event(event_words[st->choice], st->flags, st->value, st->text, &expected);
    if (next_event(r, &event, &word))
        print_event(word, st->flags, event.value, event_text(&event, facts), &got);
    else
        append(&got, "none", sizeof "none");
    expect(r, st->line, "event", (const char *)expected.data, (const char *)got.data);
    qtty_buf_finish(&expected);
    qtty_buf_finish(&got);
}
