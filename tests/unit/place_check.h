/* Sessions of which tests ask for places: a terminal with its lines, or a stream. */
#ifndef QTTY_UNIT_PLACE_CHECK_H
#define QTTY_UNIT_PLACE_CHECK_H

#include "lines/place.h"
#include "unit/lines_check.h"

struct session {
    qtty_emulator *emulator; /* NULL: a stream */
    qtty_lines *lines;
    struct place from;
};

static inline struct session
screen_session(uint32_t rows, uint32_t cols, const qtty_lines_config *config)
{
    struct session s = { 0 };
    qtty_emulator_config c = QTTY_EMULATOR_CONFIG_INIT;
    c.allocator = config != NULL ? config->allocator : NULL;
    c.rows = rows;
    c.cols = cols;
    assert_int_equal(qtty_emulator_create(&s.emulator, &c), QTTY_OK);
    assert_int_equal(qtty_lines_create(&s.lines, config, s.emulator), QTTY_OK);
    return s;
}

static inline struct session
stream_session(const qtty_lines_config *config)
{
    struct session s = { 0 };
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    if (config != NULL)
        c = *config;
    c.projection = QTTY_PROJECTION_STREAM;
    assert_int_equal(qtty_lines_create(&s.lines, &c, NULL), QTTY_OK);
    return s;
}

static inline void
finish(struct session *s)
{
    qtty_lines_destroy(s->lines);
    qtty_emulator_destroy(s->emulator);
}

static inline void
feed_pieces(struct session *s, qtty_span bytes, size_t piece)
{
    for (size_t at = 0; at < bytes.len; at += piece) {
        const size_t rest = bytes.len - at;
        const qtty_span part = { bytes.data + at, rest < piece ? rest : piece };
        assert_int_equal(qtty_lines_feed(s->lines, part), QTTY_OK);
    }
}

static inline void
feed(struct session *s, const char *text)
{
    feed_pieces(s, (qtty_span){ (const uint8_t *)text, strlen(text) }, SIZE_MAX / 2);
}

static inline void
feed_times(struct session *s, const char *text, size_t times)
{
    while (times-- > 0)
        feed(s, text);
}

static inline void
resize(struct session *s, uint32_t rows, uint32_t cols)
{
    assert_int_equal(qtty_emulator_resize(s->emulator, rows, cols), QTTY_OK);
    assert_int_equal(qtty_lines_sync(s->lines), QTTY_OK);
}

static inline void
mark(struct session *s)
{
    assert_int_equal(lines_place(s->lines, &s->from), QTTY_OK);
}

/* The text between two places, behind `<` if it is truncated; one at a time. */
static inline const char *
between(struct session *s, const struct place *from, const struct place *to, size_t room)
{
    static char string[300000];
    qtty_buf text;
    bool truncated = false;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(lines_between(s->lines, from, to, room, &text, &truncated), QTTY_OK);
    assert_true(text.len <= room && text.len + 2 < sizeof(string));
    string[0] = '<';
    if (text.len > 0)
        memcpy(string + truncated, text.data, text.len);
    string[truncated + text.len] = '\0';
    qtty_buf_finish(&text);
    return string;
}

static inline const char *
since(struct session *s, size_t room)
{
    struct place now;
    assert_int_equal(lines_place(s->lines, &now), QTTY_OK);
    return between(s, &s->from, &now, room);
}

static inline void
assert_now(struct session *s, uint64_t ordinal, uint64_t offset)
{
    struct place now;
    assert_int_equal(lines_place(s->lines, &now), QTTY_OK);
    assert_int_equal(now.ordinal, ordinal);
    assert_int_equal(now.offset, offset);
}

#endif
