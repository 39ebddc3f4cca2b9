/* Harness of the whole emulator: settings, bytes and resizes in; the same screen whatever
 * the pieces, cells that are cells, replies of our own making, and bounded memory out. */
#include "emulator_fuzz.h"
#include "emulator_laws.h"
#include "emulator_seen.h"
#include "law.h"
#include "meter.h"
#include "replies.h"
#include "script.h"
#include <stdlib.h>
#include <string.h>

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
    { "steps", "so they do after every few bytes", steps_are_sound },
    { "storm", "so they do in whatever sizes a window takes, and lines stay the same",
      storms_are_weathered },
    { "drawn", "what draws a terminal makes the same of a fresh one",
      drawing_is_the_screen },
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

static qtty_status
draw_product(void *self, qtty_buf *out)
{
    return qtty_emulator_draw(self, out);
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

const struct emulator_subject product_emulator = {
    open_product,  feed_product, cell_of_product,     replies_of_product,
    reset_product, draw_product, emulator_of_product, close_product,
};

const struct harness harness = { "emulator", &product_emulator, laws, COUNT_OF(laws) };
