/* A terminal as an embedder makes it, and its replies. */
#ifndef QTTY_UNIT_EMULATOR_H
#define QTTY_UNIT_EMULATOR_H

#include "unit/check.h"
#include <quietty/emulator.h>

static inline qtty_emulator *
terminal(const char *persona, uint32_t reports)
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
