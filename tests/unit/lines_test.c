/* The handle: configuration, strictness, the end of a stream, pages. */
#include "unit/lines_check.h"

static qtty_lines *
stream_lines(qtty_lines_config config)
{
    qtty_lines *l;
    config.size = sizeof(config);
    config.projection = QTTY_PROJECTION_STREAM;
    assert_int_equal(qtty_lines_create(&l, &config, NULL), QTTY_OK);
    return l;
}

static void
feed(qtty_lines *l, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_lines_feed(l, span), QTTY_OK);
}

/* --- Configuration ------------------------------------------------------------------ */

static qtty_status
create(qtty_lines_config config, qtty_emulator *e)
{
    qtty_lines *l = (qtty_lines *)&config;
    const qtty_status st = qtty_lines_create(&l, &config, e);
    assert_int_equal(l != NULL, st == QTTY_OK);
    qtty_lines_destroy(l);
    return st;
}

static void
refuses_a_bad_configuration(void **state)
{
    (void)state;
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    assert_int_equal(create(c, NULL), QTTY_E_INVAL); /* a screen needs an emulator */
    c.projection = QTTY_PROJECTION_STREAM;
    assert_int_equal(create(c, NULL), QTTY_OK);
    c.size = 3;
    assert_int_equal(create(c, NULL), QTTY_E_INVAL);
    c.size = sizeof(c) + 1;
    assert_int_equal(create(c, NULL), QTTY_E_INVAL);
    c.size = offsetof(qtty_lines_config, strict) + 1;
    assert_int_equal(create(c, NULL), QTTY_E_INVAL);
    c.size = sizeof(c);
    c.scrollback_lines = QTTY_NONE;
    assert_int_equal(create(c, NULL), QTTY_E_RANGE);
    c.scrollback_lines = 1;
    c.scrollback_max_bytes = QTTY_NONE;
    assert_int_equal(create(c, NULL), QTTY_E_RANGE);
    c.scrollback_max_bytes = 1000;
    c.max_read_bytes = 1001;
    assert_int_equal(create(c, NULL), QTTY_E_RANGE);
    c.max_read_bytes = 1000;
    assert_int_equal(create(c, NULL), QTTY_OK);
    c.max_read_bytes = 0;
    c.projection = (qtty_projection)2;
    assert_int_equal(create(c, NULL), QTTY_E_RANGE);
    qtty_lines_destroy(NULL);
}

/* A caller that knows the first fields only: the others have their defaults. */
static void
a_shorter_configuration_ends_at_a_field(void **state)
{
    (void)state;
    qtty_lines_config c = { .size = offsetof(qtty_lines_config, scrollback_lines),
                            .projection = QTTY_PROJECTION_STREAM,
                            .scrollback_lines = 1,
                            .scrollback_max_bytes = QTTY_NONE };
    qtty_lines *l;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_OK);
    feed(l, "1\n2\n3\n");
    assert_string_equal(all_lines(l), "1|2|3|");
    qtty_lines_destroy(l);
}

static void
a_stream_has_no_emulator(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    assert_int_equal(qtty_emulator_create(&e, NULL), QTTY_OK);
    assert_int_equal(create(c, e), QTTY_OK);
    c.projection = QTTY_PROJECTION_STREAM;
    assert_int_equal(create(c, e), QTTY_E_INVAL);
    qtty_emulator_destroy(e);
}

static void
defaults_are_those_of_the_header(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    for (int i = 0; i < 10001; i++)
        feed(l, "line\n");
    assert_int_equal(qtty_lines_count(l), 10000);
    assert_int_equal(qtty_lines_dropped(l), 1);
    char *block = malloc(1000);
    memset(block, 'x', 999);
    block[999] = '\0';
    for (int i = 0; i < 5000; i++)
        feed(l, block);
    qtty_line line;
    assert_int_equal(qtty_lines_line(l, 0, &line), QTTY_OK);
    assert_int_equal(line.text.len, 4194304);
    assert_true(line.cut);
    qtty_buf text;
    qtty_page page;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_lines_read(l, 0, 500, &text, &page), QTTY_OK);
    assert_int_equal(text.len, 262144);
    qtty_buf_finish(&text);
    free(block);
    qtty_lines_destroy(l);
}

/* --- Lines -------------------------------------------------------------------------- */

static void
lines_by_index_and_id(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ .scrollback_lines = 3 });
    qtty_line line;
    feed(l, "one\ntwo\nthree\nfour");
    assert_string_equal(all_lines(l), "two|three|four_");
    assert_int_equal(qtty_lines_final(l), 2);
    assert_int_equal(qtty_lines_line(l, 0, &line), QTTY_OK);
    assert_true(line.final && line.in_view && !line.rewritten && !line.cut);
    const uint64_t id = line.id;
    assert_int_equal(qtty_lines_line(l, 2, &line), QTTY_OK);
    assert_true(!line.final && line.in_view);
    assert_true(line.id > id);
    assert_int_equal(qtty_lines_line(l, 3, &line), QTTY_E_RANGE);
    assert_null(line.text.data);
    assert_int_equal(qtty_lines_find(l, id, &line), QTTY_OK);
    assert_string_equal(string_of(line.text), "two");
    assert_int_equal(qtty_lines_find(l, id - 1, &line), QTTY_E_NOT_FOUND);
    assert_int_equal(qtty_lines_find(l, 0, &line), QTTY_E_NOT_FOUND);
    qtty_lines_destroy(l);
}

static void
the_end_of_a_stream(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    assert_string_equal(qtty_lines_error(l), "");
    feed(l, "a\r\xE4\xB8");
    assert_string_equal(all_lines(l), "a|");
    assert_int_equal(qtty_lines_end(l), QTTY_OK);
    assert_string_equal(all_lines(l), "a|\uFFFD|");
    assert_int_equal(qtty_lines_feed(l, SPAN("x")), QTTY_E_CLOSED);
    assert_string_equal(qtty_lines_error(l), "the stream has ended");
    assert_int_equal(qtty_lines_end(l), QTTY_E_CLOSED);
    assert_int_equal(qtty_lines_sync(l), QTTY_OK);
    assert_string_equal(all_lines(l), "a|\uFFFD|");
    qtty_lines_destroy(l);
}

/* --- Strict ------------------------------------------------------------------------- */

static const struct {
    qtty_span stream;
    const char *lines;
    const char *error;
} ill_formed[] = {
    { BYTES("ab\ncd\xFFyz"), "ab|cd_", "byte 0xFF at offset 5 is not UTF-8" },
    { BYTES("a\xE4\xB8z"), "a_", "bytes 0xE4 0xB8 at offset 1 are not UTF-8" },
    { BYTES("\u4E2D\xF0\x9F\x98\xF0z"), "\u4E2D_",
      "bytes 0xF0 0x9F 0x98 at offset 3 are not UTF-8" },
    { BYTES("a\x80"), "a_", "byte 0x80 at offset 1 is not UTF-8" },
    { BYTES("a\xE4\033[m"), "a_", "byte 0xE4 at offset 1 is not UTF-8" },
    { BYTES("a\033]0;\xC0x\007"), "a_", "byte 0xC0 at offset 5 is not UTF-8" },
};

static void
strict_stops_before_the_first_ill_formed_subpart(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ill_formed); i++) {
        const qtty_span stream = ill_formed[i].stream;
        for (size_t piece = 1; piece <= stream.len; piece++) {
            qtty_lines *l = stream_lines((qtty_lines_config){ .strict = true });
            qtty_status st = QTTY_OK;
            for (size_t at = 0; at < stream.len && st == QTTY_OK; at += piece) {
                const size_t rest = stream.len - at;
                const qtty_span part = { stream.data + at, rest < piece ? rest : piece };
                st = qtty_lines_feed(l, part);
            }
            assert_int_equal(st, QTTY_E_ENCODING);
            assert_string_equal(qtty_lines_error(l), ill_formed[i].error);
            assert_int_equal(qtty_lines_feed(l, SPAN("more")), QTTY_E_ENCODING);
            assert_string_equal(all_lines(l), ill_formed[i].lines);
            assert_int_equal(qtty_lines_end(l), QTTY_E_ENCODING);
            assert_string_equal(qtty_lines_error(l), ill_formed[i].error);
            qtty_lines_destroy(l);
        }
    }
}

static void
strict_takes_all_that_is_well_formed(void **state)
{
    (void)state;
    const qtty_span stream =
        SPAN("aé\r\n中文 text longer than a word \U0001F600\t\xC2\x85z\n");
    for (size_t piece = 1; piece <= stream.len; piece++) {
        qtty_lines *l = stream_lines((qtty_lines_config){ .strict = true });
        for (size_t at = 0; at < stream.len; at += piece) {
            const size_t rest = stream.len - at;
            const qtty_span part = { stream.data + at, rest < piece ? rest : piece };
            assert_int_equal(qtty_lines_feed(l, part), QTTY_OK);
        }
        assert_string_equal(all_lines(l),
                            "aé|中文 text longer than a word \U0001F600\tz|");
        assert_int_equal(qtty_lines_end(l), QTTY_OK);
        qtty_lines_destroy(l);
    }
}

static void
strict_fails_at_an_end_within_a_character(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ .strict = true });
    feed(l, "a\xE4\xB8");
    assert_int_equal(qtty_lines_end(l), QTTY_E_ENCODING);
    assert_string_equal(qtty_lines_error(l), "bytes 0xE4 0xB8 at offset 1 are not UTF-8");
    assert_string_equal(all_lines(l), "a|");
    qtty_lines_destroy(l);
}

/* --- Pages -------------------------------------------------------------------------- */

struct read {
    char text[256]; /* `|` for LF */
    qtty_page page;
};

static struct read
read_page(qtty_lines *l, int64_t offset, int64_t count)
{
    struct read r;
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_lines_read(l, offset, count, &text, &r.page), QTTY_OK);
    for (size_t i = 0; i < text.len; i++)
        text.data[i] = text.data[i] == '\n' ? '|' : text.data[i];
    snprintf(r.text, sizeof(r.text), "%.255s", string_of(qtty_buf_span(&text)));
    qtty_buf_finish(&text);
    return r;
}

static void
pages_go_backwards(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    feed(l, "1\n2\n3\n\n5\nopen");
    struct read r = read_page(l, 0, 2);
    assert_string_equal(r.text, "5|open");
    assert_int_equal(r.page.retained, 6);
    assert_int_equal(r.page.offset, 0);
    assert_int_equal(r.page.count, 2);
    assert_false(r.page.truncated);
    r = read_page(l, 2, 3);
    assert_string_equal(r.text, "2|3|");
    assert_int_equal(r.page.offset, 2);
    assert_int_equal(r.page.count, 3);
    r = read_page(l, 5, 500);
    assert_string_equal(r.text, "1");
    assert_int_equal(r.page.count, 1);
    assert_false(r.page.truncated);
    qtty_lines_destroy(l);
}

static void
past_the_end_is_an_empty_page(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    struct read r = read_page(l, 0, 1);
    assert_int_equal(r.page.retained, 0);
    assert_int_equal(r.page.count, 0);
    feed(l, "1\n2\n");
    r = read_page(l, 2, 1);
    assert_string_equal(r.text, "");
    assert_int_equal(r.page.count, 0);
    assert_int_equal(r.page.retained, 2);
    r = read_page(l, INT64_MAX, INT64_MAX);
    assert_int_equal(r.page.count, 0);
    r = read_page(l, 0, INT64_MAX);
    assert_string_equal(r.text, "1|2");
    qtty_lines_destroy(l);
}

static void
a_bad_range_is_an_error_that_says_so(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    qtty_buf text;
    qtty_page page;
    qtty_buf_init(&text, NULL, 0);
    feed(l, "1\n");
    assert_int_equal(qtty_lines_read(l, -1, 1, &text, &page), QTTY_E_RANGE);
    assert_string_equal(qtty_lines_error(l), "offset -1: must be at least 0");
    assert_int_equal(qtty_lines_read(l, 0, 0, &text, &page), QTTY_E_RANGE);
    assert_string_equal(qtty_lines_error(l), "count 0: must be at least 1");
    assert_int_equal(qtty_lines_read(l, INT64_MIN, INT64_MIN, &text, &page),
                     QTTY_E_RANGE);
    assert_int_equal(text.len, 0);
    qtty_lines_destroy(l);
}

static void
a_page_is_cut_at_the_front_between_clusters(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ .max_read_bytes = 10 });
    feed(l, "first\nabcde\u0301f\nlast"); /* last, LF, 5 bytes of the line before */
    struct read r = read_page(l, 0, 10);
    assert_string_equal(r.text, "de\u0301f|last");
    assert_int_equal(r.page.count, 2);
    assert_true(r.page.truncated);
    feed(l, "23"); /* 3 bytes: within e + U+0301 */
    r = read_page(l, 0, 10);
    assert_string_equal(r.text, "f|last23");
    feed(l, "456");
    r = read_page(l, 0, 10);
    assert_string_equal(r.text, "last23456");
    assert_int_equal(r.page.count, 1);
    assert_true(r.page.truncated);
    r = read_page(l, 0, 1);
    assert_false(r.page.truncated);
    feed(l, "78\u0301");
    r = read_page(l, 0, 1);
    assert_string_equal(r.text, "t2345678\u0301");
    assert_true(r.page.truncated);
    qtty_lines_destroy(l);
}

static void
pages_say_that_older_text_was_dropped(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ .scrollback_lines = 2 });
    feed(l, "1\n2\n");
    assert_false(read_page(l, 0, 1).page.truncated);
    feed(l, "3\n");
    assert_true(read_page(l, 0, 1).page.truncated);
    qtty_lines_destroy(l);
}

static void
a_page_goes_into_the_buffer_whole_or_not(void **state)
{
    (void)state;
    qtty_lines *l = stream_lines((qtty_lines_config){ 0 });
    qtty_buf text;
    qtty_page page;
    qtty_buf_init(&text, NULL, 8);
    qtty_buf_append(&text, "> ", 2);
    feed(l, "123\n456");
    assert_int_equal(qtty_lines_read(l, 0, 2, &text, &page), QTTY_E_LIMIT);
    assert_int_equal(text.len, 2);
    assert_int_equal(qtty_lines_read(l, 0, 1, &text, &page), QTTY_OK);
    assert_string_equal(string_of(qtty_buf_span(&text)), "> 456");
    qtty_buf_finish(&text);
    qtty_lines_destroy(l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_a_bad_configuration),
        cmocka_unit_test(a_stream_has_no_emulator),
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(lines_by_index_and_id),
        cmocka_unit_test(the_end_of_a_stream),
        cmocka_unit_test(strict_stops_before_the_first_ill_formed_subpart),
        cmocka_unit_test(strict_takes_all_that_is_well_formed),
        cmocka_unit_test(strict_fails_at_an_end_within_a_character),
        cmocka_unit_test(pages_go_backwards),
        cmocka_unit_test(past_the_end_is_an_empty_page),
        cmocka_unit_test(a_bad_range_is_an_error_that_says_so),
        cmocka_unit_test(a_page_is_cut_at_the_front_between_clusters),
        cmocka_unit_test(pages_say_that_older_text_was_dropped),
        cmocka_unit_test(a_page_goes_into_the_buffer_whole_or_not),
        cmocka_unit_test(a_shorter_configuration_ends_at_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
