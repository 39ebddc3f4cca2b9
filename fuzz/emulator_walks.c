/* Laws of those who draw: a walk over a row, its runs and a snapshot give the cells that
 * are looked up. */
#include "emulator_laws.h"
#include "emulator_seen.h"
#include "law.h"
#include "reference.h"
#include "script.h"
#include <quietty/draw.h>
#include <stdlib.h>

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

bool
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
bool
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
