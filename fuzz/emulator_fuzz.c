/* Harness of the whole emulator: settings, bytes and resizes in; the same screen whatever
 * the pieces, cells that are cells, replies of our own making, and bounded memory out. */
#include "emulator_fuzz.h"
#include "law.h"
#include "meter.h"
#include "reference.h"
#include "replies.h"
#include "script.h"
#include <quietty/draw.h>
#include <stdlib.h>
#include <string.h>

/* --- Playing an input --------------------------------------------------------------- */

static bool
feed_pieces(const struct emulator_subject *subject, void *self, qtty_span bytes,
            size_t largest)
{
    struct cutter cutter;
    qtty_span piece;
    bool good = true;
    cutter_start(&cutter, bytes, largest);
    while (cutter_next(&cutter, &piece))
        good &= subject->feed(self, piece) == QTTY_OK;
    return good;
}

/* @return false: a call failed, which nothing here may but for want of memory. */
static bool
play(const struct emulator_subject *subject, void *self, qtty_span input, size_t largest)
{
    struct script script = { .rest = input };
    struct script_step step;
    bool good = true;
    while (script_next(&script, &step)) {
        good &= feed_pieces(subject, self, step.bytes, largest);
        if (step.rows > 0)
            good &= qtty_emulator_resize(subject->emulator(self), step.rows, step.cols)
                    == QTTY_OK;
    }
    return good;
}

static void *
open_emulator(const struct emulator_subject *subject, const qtty_emulator_config *config)
{
    void *self = subject->open(config);
    if (self == NULL)
        abort();
    return self;
}

/* --- What can be seen --------------------------------------------------------------- */

static void
put_number(qtty_buf *out, uint64_t number)
{
    put(out, &number, sizeof(number));
}

static void
put_cell(qtty_buf *out, const qtty_cell *cell)
{
    const uint32_t numbers[] = {
        cell->text_len, cell->width,    cell->protect,          cell->style.fg,
        cell->style.bg, cell->style.ul, cell->style.attributes, cell->style.underline,
    };
    put(out, numbers, sizeof(numbers));
    if (cell->text_len > 0)
        put(out, cell->text, cell->text_len);
    if (cell->link.len > 0)
        put(out, cell->link.data, cell->link.len);
    if (cell->link_id.len > 0)
        put(out, cell->link_id.data, cell->link_id.len);
}

static void
put_rows(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows; y++) {
        qtty_row row;
        if (qtty_emulator_row(e, y, &row) != QTTY_OK)
            abort();
        put_number(out, (uint64_t)row.cells << 1 | row.soft_wrapped);
        for (uint32_t x = 0; x < cols; x++) {
            qtty_cell cell;
            if (subject->cell(self, y, x, &cell) != QTTY_OK)
                abort();
            put_cell(out, &cell);
        }
    }
}

/* Rows that left the top, also those that a clear took out of view; all rows' text. */
static void
put_texts(const qtty_emulator *e, qtty_buf *out)
{
    uint32_t rows;
    uint64_t first, end;
    qtty_row row;
    qtty_emulator_size(e, &rows, NULL);
    qtty_emulator_scrolled(e, &first, &end);
    put_number(out, first);
    for (uint64_t place = first; place < end; place++) {
        if (qtty_emulator_scrolled_row(e, place, &row) != QTTY_OK
            || qtty_emulator_scrolled_text(e, place, out) != QTTY_OK)
            abort();
        put_number(out, row.in_view);
    }
    for (uint32_t y = 0; y < rows; y++)
        if (qtty_emulator_primary_row(e, y, &row) != QTTY_OK
            || qtty_emulator_primary_text(e, y, out) != QTTY_OK)
            abort();
}

static void
put_cursor(const qtty_emulator *e, qtty_buf *out)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    put_number(out, (uint64_t)cursor.row << 32 | cursor.col);
    put_number(out, cursor.pending_wrap);
}

static void
put_state(const qtty_emulator *e, qtty_buf *out)
{
    qtty_cursor cursor;
    qtty_ill_formed ill_formed;
    qtty_span title = qtty_emulator_title(e), icon = qtty_emulator_icon(e);
    qtty_emulator_cursor(e, &cursor);
    qtty_emulator_ill_formed(e, &ill_formed);
    put_cursor(e, out);
    put_number(out, (uint64_t)cursor.shape);
    put_number(out, cursor.visible);
    put_number(out, cursor.blink);
    put_number(out, qtty_emulator_alternate(e));
    put_number(out, ill_formed.count);
    put_number(out, ill_formed.offset);
    put(out, title.data, title.len);
    put(out, icon.data, icon.len);
    for (uint32_t mode = 0; mode < 64; mode++)
        put_number(out, (uint64_t)qtty_emulator_mode(e, false, mode) << 8
                            | qtty_emulator_mode(e, true, mode));
}

static void
put_events(qtty_emulator *e, qtty_buf *out)
{
    qtty_event event;
    while (qtty_emulator_next_event(e, &event)) {
        put_number(out, (uint64_t)event.kind << 32 | (uint32_t)event.value);
        put_number(out, (uint64_t)event.row << 32 | event.col);
        put_number(out, (uint64_t)event.width << 32 | event.height);
        put(out, event.text.data, event.text.len);
    }
    put_number(out, qtty_emulator_events_dropped(e));
}

static void
put_all(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    qtty_emulator *e = subject->emulator(self);
    qtty_span replies = subject->replies(self);
    put(out, replies.data, replies.len);
    put_number(out, qtty_emulator_replies_dropped(e));
    put_rows(subject, self, out);
    put_texts(e, out);
    put_state(e, out);
    put_events(e, out);
}

/* --- Any split gives the same screen ------------------------------------------------ */

static bool
played(const void *subject_, qtty_span input, size_t largest, qtty_buf *out)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    bool good = play(subject, self, script, largest);
    put_all(subject, self, out);
    subject->close(self);
    return good;
}

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, played);
}

/* --- Replies ------------------------------------------------------------------------ */

static bool
replies_have_form(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    play(subject, self, script, 61);
    qtty_span replies = subject->replies(self);
    bool good = replies.len <= 65536;
    while (good && replies.len > 0) {
        size_t len = reply_bytes(replies, config.reports);
        good = len > 0;
        replies.data += len;
        replies.len -= len;
    }
    subject->close(self);
    return good;
}

/* --- Cells -------------------------------------------------------------------------- */

/* `before` is the width of the cell on its left. */
static bool
is_cell(const qtty_cell *cell, uint32_t before, bool last)
{
    if (cell->width > 2 || cell->text_len > QTTY_CLUSTER_BYTES_MAX
        || cell->text[cell->text_len] != '\0')
        return false;
    if ((cell->width == 0) != (before == 2) || (cell->width == 2 && last))
        return false;
    return is_text((qtty_span){ (const uint8_t *)cell->text, cell->text_len });
}

static bool
is_row(const struct emulator_subject *subject, void *self, int32_t y, uint32_t cols)
{
    const qtty_emulator *e = subject->emulator(self);
    qtty_row row;
    qtty_buf text;
    uint32_t before = 1;
    qtty_buf_init(&text, NULL, 0);
    bool good = qtty_emulator_row(e, y, &row) == QTTY_OK
                && qtty_emulator_row_text(e, y, &text) == QTTY_OK
                && is_text(qtty_buf_span(&text));
    for (uint32_t x = 0; x < cols && good; x++) {
        qtty_cell cell;
        good = subject->cell(self, y, x, &cell) == QTTY_OK
               && is_cell(&cell, before, x + 1 == cols)
               && (x < row.cells || cell.text_len == 0);
        before = cell.width;
    }
    qtty_buf_finish(&text);
    return good;
}

static bool
cells_are_cells(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    play(subject, self, script, 61);
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows, cols;
    qtty_cursor cursor;
    qtty_emulator_size(e, &rows, &cols);
    qtty_emulator_cursor(e, &cursor);
    bool good = cursor.row < rows && cursor.col < cols;
    for (int32_t y = 0; y < (int32_t)rows && good; y++)
        good = is_row(subject, self, y, cols);
    subject->close(self);
    return good;
}

/* --- Walks and snapshots ------------------------------------------------------------ */

static bool
is_walk(const struct emulator_subject *subject, void *self, int32_t y, qtty_cells cells)
{
    qtty_buf walked, looked_up;
    qtty_cell a, b;
    qtty_buf_init(&walked, NULL, 0);
    qtty_buf_init(&looked_up, NULL, 0);
    while (qtty_cells_next(&cells, &a)) {
        if (subject->cell(self, y, cells.col - 1, &b) != QTTY_OK)
            abort();
        put_cell(&walked, &a);
        put_cell(&looked_up, &b);
    }
    bool good = cells.col == cells.cols
                && same_bytes(qtty_buf_span(&walked), qtty_buf_span(&looked_up));
    qtty_buf_finish(&walked);
    qtty_buf_finish(&looked_up);
    return good;
}

/* Runs are all columns, one behind the other, with text for each cluster. */
static bool
are_runs(const qtty_emulator *e, int32_t y, uint32_t cols)
{
    qtty_runs runs;
    qtty_run run;
    uint32_t col = 0;
    bool good = qtty_emulator_runs(e, y, &runs) == QTTY_OK;
    while (good && qtty_runs_next(&runs, &run)) {
        good = run.col == col && run.cols > 0 && run.cols % run.width == 0
               && run.text.len <= QTTY_RUN_BYTES_MAX && is_text(run.text)
               && (run.text.len == 0 || run.text.len >= run.cols / run.width);
        col += run.cols;
    }
    return good && col == cols;
}

static bool
walks_are_cells(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    play(subject, self, script, 61);
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows, cols;
    bool good = true;
    qtty_emulator_size(e, &rows, &cols);
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows && good;
         y++) {
        qtty_cells cells;
        good = qtty_emulator_cells(e, y, &cells) == QTTY_OK
               && is_walk(subject, self, y, cells) && are_runs(e, y, cols);
    }
    subject->close(self);
    return good;
}

static bool
is_picture(const struct emulator_subject *subject, void *self, const qtty_snapshot *s)
{
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows;
    int32_t above = (int32_t)qtty_snapshot_above(s);
    bool good = above == (int32_t)qtty_emulator_scrollback(e);
    qtty_snapshot_size(s, &rows, NULL);
    for (int32_t y = -above; y < (int32_t)rows && good; y++) {
        qtty_cells cells;
        good = qtty_snapshot_cells(s, y, &cells) == QTTY_OK
               && is_walk(subject, self, y, cells);
    }
    return good;
}

/* Updated on the way, so that rows are taken over from older pictures. */
static bool
snapshots_are_screens(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    struct script script = { .rest = script_settings(input, &config) };
    struct script_step step;
    qtty_snapshot_config wanted = QTTY_SNAPSHOT_CONFIG_INIT;
    qtty_snapshot *s;
    void *self = open_emulator(subject, &config);
    qtty_emulator *e = subject->emulator(self);
    wanted.above = SCRIPT_SCROLLBACK_ROWS;
    bool good = qtty_snapshot_create(&s, e, &wanted) == QTTY_OK;
    while (good && script_next(&script, &step)) {
        good = feed_pieces(subject, self, step.bytes, 61)
               && qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE) == QTTY_OK
               && is_picture(subject, self, s);
        if (step.rows > 0)
            good &= qtty_emulator_resize(e, step.rows, step.cols) == QTTY_OK;
    }
    good = good && qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE) == QTTY_OK
           && is_picture(subject, self, s);
    qtty_snapshot_destroy(s);
    subject->close(self);
    return good;
}

/* --- Reset -------------------------------------------------------------------------- */

static void
put_screen(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    uint32_t rows, cols;
    const qtty_emulator *e = subject->emulator(self);
    qtty_emulator_size(e, &rows, &cols);
    put_cursor(e, out);
    for (uint32_t i = 0; i < rows * cols; i++) {
        qtty_cell cell;
        if (subject->cell(self, (int32_t)(i / cols), i % cols, &cell) != QTTY_OK)
            abort();
        put_cell(out, &cell);
    }
}

/* Text that shows the pen, tab stops, margins, autowrap and what was left open. */
static const uint8_t probe[] = "a\tb\r\n\n\n\n\n\n\n01234567890123456789012345\b#";

static void
put_probed(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    if (subject->feed(self, (qtty_span){ probe, sizeof(probe) - 1 }) != QTTY_OK)
        abort();
    put_screen(subject, self, out);
}

static bool
reset_is_new(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    qtty_buf used, fresh;
    qtty_buf_init(&used, NULL, 0);
    qtty_buf_init(&fresh, NULL, 0);
    void *a = open_emulator(subject, &config);
    void *b = open_emulator(subject, &config);
    bool good = play(subject, a, script, 61) && subject->reset(a) == QTTY_OK
                && qtty_emulator_resize(subject->emulator(a), config.rows, config.cols)
                       == QTTY_OK;
    put_probed(subject, a, &used);
    put_probed(subject, b, &fresh);
    good = good && same_bytes(qtty_buf_span(&used), qtty_buf_span(&fresh));
    subject->close(a);
    subject->close(b);
    qtty_buf_finish(&used);
    qtty_buf_finish(&fresh);
    return good;
}

/* --- Memory ------------------------------------------------------------------------- */

enum {
    REPEATS = 8,
    /* A screen takes 45 KiB; payload, replies, events have their limits. */
    EMULATOR_BYTES_MAX = 512 << 10,
    /* Output that may resize makes larger ones, of at most 99 by 132 cells: 400 KiB. */
    RESIZED_BYTES_MAX = 1 << 20,
};

static bool
is_bounded(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    struct meter meter;
    meter_init(&meter, 0);
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    config.allocator = &meter.allocator;
    bool resizes = (config.reports & QTTY_REPORT_RESIZE) != 0;
    void *self = open_emulator(subject, &config);
    bool good = true;
    for (int i = is_sampled(input, 4) ? 0 : REPEATS - 1; i < REPEATS; i++)
        good &= play(subject, self, script, WHOLE);
    subject->close(self);
    return good && meter.now == 0
           && meter.peak <= (resizes ? RESIZED_BYTES_MAX : EMULATOR_BYTES_MAX);
}

/* After an allocation failed, a reset screen shows what comes then. */
static bool
goes_on(const struct emulator_subject *subject, void *self)
{
    static const uint8_t later[] = "later";
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    bool good = subject->reset(self) == QTTY_OK
                && qtty_emulator_resize(subject->emulator(self), 2, 10) == QTTY_OK
                && subject->feed(self, (qtty_span){ later, 5 }) == QTTY_OK
                && qtty_emulator_row_text(subject->emulator(self), 0, &text) == QTTY_OK
                && same_bytes(qtty_buf_span(&text), (qtty_span){ later, 5 });
    qtty_buf_finish(&text);
    return good;
}

static bool
survives_want(const void *subject_, qtty_span input)
{
    const struct emulator_subject *subject = subject_;
    struct meter meter;
    meter_init(&meter, 0);
    meter.fail_at = 1 + hash_bytes(input) % 30;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    config.allocator = &meter.allocator;
    void *self = subject->open(&config);
    if (self == NULL)
        return meter.now == 0;
    play(subject, self, script, 61);
    meter.fail_at = 0;
    bool good = goes_on(subject, self);
    subject->close(self);
    return good && meter.now == 0;
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "splits", "any split of a stream gives the same screen", splits },
    { "replies", "a reply is one of our templates, with numbers in its places",
      replies_have_form },
    { "cells", "cells hold text that fits them, and the screen the cursor",
      cells_are_cells },
    { "walks", "walks over rows give the cells that are looked up", walks_are_cells },
    { "snapshots", "an updated snapshot is the screen", snapshots_are_screens },
    { "reset", "after a reset a screen is as a new one", reset_is_new },
    { "bounded", "memory is bounded, and given back", is_bounded },
    { "want", "after a failed allocation the terminal goes on", survives_want },
};

static void *
open_product(const qtty_emulator_config *config)
{
    qtty_emulator *e;
    return qtty_emulator_create(&e, config) == QTTY_OK ? e : NULL;
}

static qtty_status
feed_product(void *self, qtty_span bytes)
{
    return qtty_emulator_feed(self, bytes);
}

static qtty_status
cell_of_product(void *self, int32_t row, uint32_t col, qtty_cell *out)
{
    return qtty_emulator_cell(self, row, col, out);
}

static qtty_span
replies_of_product(void *self)
{
    return qtty_emulator_replies(self);
}

static qtty_status
reset_product(void *self)
{
    return qtty_emulator_reset(self);
}

static qtty_emulator *
emulator_of_product(void *self)
{
    return self;
}

static void
close_product(void *self)
{
    qtty_emulator_destroy(self);
}

const struct emulator_subject product_emulator = { open_product,    feed_product,
                                                   cell_of_product, replies_of_product,
                                                   reset_product,   emulator_of_product,
                                                   close_product };

const struct harness harness = { "emulator", &product_emulator, laws, COUNT_OF(laws) };
