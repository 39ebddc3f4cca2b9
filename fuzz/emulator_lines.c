/* A person pulls at the corner of the window. Whatever sizes it takes, cells are cells,
 * and while the program is silent no line changes: those of the scrollback and the
 * primary screen, rows that continue each other joined, are what they were once the
 * screen is as large as before. */
#include "emulator_laws.h"
#include "emulator_seen.h"
#include "law.h"
#include "script.h"
#include <stdlib.h>
#include <string.h>

enum {
    STORM_SIZES = 24,
    STORMS_OF = 4,
    SILENT_SIZES = 6,
    COLUMNS_MIN = 4,
    MANY_ROWS = 100000,
};

/* --- While the program goes on writing ---------------------------------------------- */

static bool
is_weathered(const struct emulator_subject *subject, qtty_span input)
{
    static const uint8_t text[] = "\xE6\x96\x87 ab\xE2\x9D\xA4\xEF\xB8\x8F\tcd ";
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    qtty_emulator *e = subject->emulator(self);
    uint64_t random = hash_bytes(input);
    bool good = play(subject, self, script, WHOLE);
    for (int i = 0; i < STORM_SIZES && good; i++) {
        uint64_t draw = random_next(&random);
        uint32_t rows = 1 + (uint32_t)(draw >> 8) % SCRIPT_ROWS_MAX;
        uint32_t cols = 1 + (uint32_t)(draw >> 40) % SCRIPT_COLS_MAX;
        good = qtty_emulator_resize(e, rows, cols) == QTTY_OK
               && cells_are_sound(subject, self)
               && subject->feed(self, (qtty_span){ text, draw % sizeof(text) }) == QTTY_OK
               && cells_are_sound(subject, self);
    }
    subject->close(self);
    return good;
}

/* --- While it is silent ------------------------------------------------------------- */

/* A row's cells, up to the last that is not erased. Where a row ends in a narrow width a
 * blank of the line becomes a space. A half in a style of its own does not outlive the
 * screen. */
static void
put_cells(const struct emulator_subject *subject, void *self, int32_t y, uint32_t count,
          qtty_buf *out)
{
    for (uint32_t x = 0; x < count; x++) {
        qtty_cell cell;
        if (subject->cell(self, y, x, &cell) != QTTY_OK)
            abort();
        if (cell.text_len == 0 && cell.width == 1)
            memcpy(cell.text, " ", cell.text_len = 1);
        if (cell.width != 0)
            put_cell(out, &cell);
    }
}

/* Blank lines at the end are as many as there is room for. */
static void
put_lines(const struct emulator_subject *subject, void *self, qtty_buf *out)
{
    const qtty_emulator *e = subject->emulator(self);
    uint32_t rows;
    size_t end = 0;
    qtty_emulator_size(e, &rows, NULL);
    for (int32_t y = -(int32_t)qtty_emulator_scrollback(e); y < (int32_t)rows; y++) {
        qtty_row row;
        if (qtty_emulator_row(e, y, &row) != QTTY_OK)
            abort();
        put_cells(subject, self, y, row.cells, out);
        end = row.cells != 0 ? out->len : end;
        if (!row.soft_wrapped)
            put(out, "\n", 1);
    }
    out->len = end;
}

/* To sizes as chance has them, and to one as large as at first, or larger. Four columns
 * are two of a double row: narrower ones have no place for what is wide. */
static bool
pull(qtty_emulator *e, uint64_t random)
{
    uint32_t rows, cols;
    bool good = true;
    qtty_emulator_size(e, &rows, &cols);
    for (int i = 0; i < SILENT_SIZES && good; i++) {
        uint64_t draw = random_next(&random);
        good =
            qtty_emulator_resize(e, 1 + (uint32_t)(draw >> 8) % SCRIPT_ROWS_MAX,
                                 COLUMNS_MIN + (uint32_t)(draw >> 40) % SCRIPT_COLS_MAX)
            == QTTY_OK;
    }
    return good
           && qtty_emulator_resize(e, rows + (uint32_t)(random % 3), cols) == QTTY_OK;
}

/* The lines at the end of an input, with a storm or without; below the alternate screen,
 * too. @return false: a call failed. */
static bool
lines_of(const struct emulator_subject *subject, qtty_span input, bool storm,
         qtty_buf *out)
{
    static const uint8_t finish[] = "\x18", leave[] = "\x1B<\x1B[?47l";
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    config.scrollback_rows = MANY_ROWS;
    void *self = open_emulator(subject, &config);
    qtty_emulator *e = subject->emulator(self);
    bool good =
        play(subject, self, script, WHOLE)
        && subject->feed(self, (qtty_span){ finish, sizeof(finish) - 1 }) == QTTY_OK
        && (!storm || pull(e, hash_bytes(input)))
        && subject->feed(self, (qtty_span){ leave, sizeof(leave) - 1 }) == QTTY_OK;
    put_lines(subject, self, out);
    subject->close(self);
    return good;
}

static bool
is_kept(const struct emulator_subject *subject, qtty_span input)
{
    qtty_buf before, after;
    qtty_buf_init(&before, NULL, 0);
    qtty_buf_init(&after, NULL, 0);
    bool good = lines_of(subject, input, false, &before)
                && lines_of(subject, input, true, &after)
                && same_bytes(qtty_buf_span(&before), qtty_buf_span(&after));
    qtty_buf_finish(&before);
    qtty_buf_finish(&after);
    return good;
}

/* A narrower screen has no room for what is wide: it is gone. */
static bool
has_room(const struct emulator_subject *subject, qtty_span input)
{
    uint32_t cols;
    qtty_emulator_config config;
    qtty_span script = script_settings(input, &config);
    void *self = open_emulator(subject, &config);
    (void)play(subject, self, script, WHOLE);
    qtty_emulator_size(subject->emulator(self), NULL, &cols);
    subject->close(self);
    return cols >= COLUMNS_MIN;
}

/* For one input in four. */
bool
storms_are_weathered(const void *subject, qtty_span input)
{
    return !is_sampled(input, STORMS_OF)
           || (is_weathered(subject, input)
               && (!has_room(subject, input) || is_kept(subject, input)));
}
