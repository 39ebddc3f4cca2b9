/* Terminals of tests: made, fed, looked at. */
#ifndef QTTY_UNIT_TERMINAL_H
#define QTTY_UNIT_TERMINAL_H

#include "unit/check.h"
#include <quietty/emulator.h>

/* On the engine libvterm, where that is built in. */
static inline qtty_emulator *
terminal(uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = "libvterm";
    config.rows = rows;
    config.cols = cols;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static inline qtty_emulator *
persona_terminal(const char *persona, uint32_t reports)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.persona = persona;
    config.reports = reports;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static inline void
feed(qtty_emulator *e, const char *text)
{
    qtty_span bytes = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_emulator_feed(e, bytes), QTTY_OK);
}

static inline void
assert_row(const qtty_emulator *e, int32_t row, const char *expected)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_emulator_row_text(e, row, &text), QTTY_OK);
    assert_int_equal(qtty_buf_append(&text, "", 1), QTTY_OK);
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

static inline void
assert_cursor(const qtty_emulator *e, uint32_t row, uint32_t col, bool pending_wrap)
{
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    assert_int_equal(cursor.row, row);
    assert_int_equal(cursor.col, col);
    assert_int_equal(cursor.pending_wrap, pending_wrap);
}

static inline bool
wrapped(const qtty_emulator *e, int32_t row)
{
    qtty_row info;
    assert_int_equal(qtty_emulator_row(e, row, &info), QTTY_OK);
    return info.soft_wrapped;
}

/* All pending replies are these, and go. */
static inline void
assert_replies(qtty_emulator *e, const char *expected)
{
    qtty_span replies = qtty_emulator_replies(e);
    char got[1024];
    assert_in_range(replies.len, 0, sizeof got - 1);
    if (replies.len != 0)
        memcpy(got, replies.data, replies.len);
    got[replies.len] = '\0';
    assert_string_equal(got, expected);
    qtty_emulator_take_replies(e, replies.len);
}

#endif
