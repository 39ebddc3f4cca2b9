/* A terminal, and a copy of it that was made of its drawing. */
#ifndef QTTY_UNIT_DRAWING_H
#define QTTY_UNIT_DRAWING_H

#include "unit/terminal.h"

enum { ROWS = 4, COLS = 8 };

static inline qtty_emulator *
fresh(void)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = ROWS;
    config.cols = COLS;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static inline void
draw(const qtty_emulator *e, qtty_buf *out)
{
    qtty_buf_init(out, NULL, 0);
    assert_int_equal(qtty_emulator_draw(e, out), QTTY_OK);
}

/* A terminal that was fed the text's drawing. It draws itself alike and asked nothing. */
static inline qtty_emulator *
copy_of(const char *text)
{
    qtty_buf once, twice;
    qtty_emulator *e = fresh(), *copy = fresh();
    feed(e, text);
    draw(e, &once);
    assert_int_equal(qtty_emulator_feed(copy, qtty_buf_span(&once)), QTTY_OK);
    assert_int_equal(qtty_emulator_replies(copy).len, 0);
    draw(copy, &twice);
    assert_int_equal(once.len, twice.len);
    assert_memory_equal(once.data, twice.data, once.len);
    qtty_buf_finish(&once);
    qtty_buf_finish(&twice);
    qtty_emulator_destroy(e);
    return copy;
}

static inline qtty_cell
cell(const qtty_emulator *e, uint32_t row, uint32_t col)
{
    qtty_cell out;
    assert_int_equal(qtty_emulator_cell(e, (int32_t)row, col, &out), QTTY_OK);
    return out;
}

#endif
