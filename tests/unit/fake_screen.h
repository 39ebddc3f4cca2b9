/* Lines of a screen whose rows the test moves by hand. */
#ifndef QTTY_UNIT_FAKE_SCREEN_H
#define QTTY_UNIT_FAKE_SCREEN_H

#include "lines/lines.h"

#include "unit/fake_emulator.h"
#include "unit/lines_check.h"

struct screen {
    qtty_emulator *emulator;
    qtty_lines *lines;
};

static inline struct screen
screen(uint32_t rows, uint32_t cols, const qtty_lines_config *config)
{
    struct screen s = { .emulator = fake_create(rows, cols) };
    assert_int_equal(qtty_lines_create(&s.lines, config, s.emulator), QTTY_OK);
    return s;
}

static inline void
finish(struct screen *s)
{
    qtty_lines_destroy(s->lines);
    fake_destroy(s->emulator);
}

static inline void
feed(struct screen *s, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_lines_feed(s->lines, span), QTTY_OK);
}

static inline const char *
look(struct screen *s)
{
    assert_int_equal(qtty_lines_sync(s->lines), QTTY_OK);
    return all_lines(s->lines);
}

static inline qtty_line
line(struct screen *s, uint64_t index)
{
    qtty_line out;
    assert_int_equal(qtty_lines_line(s->lines, index, &out), QTTY_OK);
    return out;
}

#endif
