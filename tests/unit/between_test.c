/* The text between two places: its room, what was dropped of it, lack of memory. */
#include "unit/place_check.h"

/* --- Room and bounds ---------------------------------------------------------------- */

static void
the_newest_that_there_is_room_for(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t room;
        const char *kept;
    } cases[] = {
        { "one\r\ntwo", 7, "one\ntwo" },
        { "one\r\ntwo", 6, "<ne\ntwo" },
        { "one\r\ntwo", 3, "<two" },
        { "one\r\ntwo", 2, "<wo" },
        { "one\r\ntwo", 0, "<" },
        { "one\r\n\r\n", 5, "one\n\n" },
        { "one\r\n\r\n", 4, "<ne\n\n" },
        { "one\r\n\r\n", 1, "<\n" },
        { "one\r\n\r\n", 0, "<" },
        { "one\r\n\033[4;1H", 2, "<\n\n" },
        { "ae\u0301", 3, "<e\u0301" },
        { "ae\u0301", 2, "<" },
        { "", 0, "" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct session s = screen_session(4, 10, NULL);
        feed(&s, "$ ");
        mark(&s);
        feed(&s, cases[i].text);
        assert_string_equal(since(&s, cases[i].room), cases[i].kept);
        finish(&s);
    }
}

static void
rows_without_room(void **state)
{
    (void)state;
    struct session s = screen_session(4, 10, NULL);
    feed(&s, "$ \r\n");
    mark(&s);
    feed(&s, "\r\n\r\n");
    assert_string_equal(since(&s, 2), "\n\n");
    assert_string_equal(since(&s, 1), "<\n");
    finish(&s);
}

static void
dropped_lines_are_said_to_be_missing(void **state)
{
    (void)state;
    const qtty_lines_config c = { .size = sizeof(c), .scrollback_lines = 4 };
    struct session sessions[] = { screen_session(2, 10, &c), stream_session(&c) };
    for (size_t i = 0; i < COUNT_OF(sessions); i++) {
        struct session *s = &sessions[i];
        struct place early;
        feed(s, "gone\r\n$ ");
        mark(s);
        feed(s, "a\r\nb\r\nc");
        assert_string_equal(since(s, 100), "a\nb\nc");
        assert_int_equal(lines_place(s->lines, &early), QTTY_OK);
        feed(s, "\r\nd\r\ne");
        assert_string_equal(since(s, 100), "<b\nc\nd\ne");
        assert_string_equal(between(s, &early, &early, 100), "");
        feed(s, "\r\nf\r\ng\r\nh\r\ni");
        assert_string_equal(between(s, &s->from, &early, 100), "<");
        finish(s);
    }
}

/* Open lines that the bounds have no room for: a screen of more text than may be kept. */
static void
hidden_lines_are_said_to_be_missing(void **state)
{
    (void)state;
    const qtty_lines_config c = { .size = sizeof(c), .scrollback_max_bytes = 10 };
    struct session s = screen_session(8, 40, &c);
    feed(&s, "x\r\n");
    mark(&s);
    feed(&s, "a line that is far too long\r\n1234\r\n56");
    assert_now(&s, 3, 2);
    assert_string_equal(since(&s, 100), "<1234\n56");
    s.from = (struct place){ .ordinal = 2, .offset = 1 };
    assert_string_equal(since(&s, 100), "234\n56");
    finish(&s);
}

static const uint32_t long_bounds[] = { 64, 100, 4096 };

/* A line longer than all that is kept: offsets count from where it once began. */
static void
a_line_that_lost_its_front(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT_OF(long_bounds); i++) {
        const uint32_t bound = long_bounds[i / 2];
        const qtty_lines_config c = { .size = sizeof(c), .scrollback_max_bytes = bound };
        struct session s = i % 2 ? screen_session(3, 10, &c) : stream_session(&c);
        feed_times(&s, "0123456789", 9000);
        mark(&s);
        assert_int_equal(s.from.offset, 90000);
        feed(&s, "the newest");
        assert_string_equal(since(&s, 10000), "the newest");
        feed(&s, "\r\n");
        assert_string_equal(since(&s, 10000), "the newest\n");
        feed(&s, "\r\n");
        assert_string_equal(since(&s, 10000), "the newest\n\n");
        feed(&s, "more");
        assert_string_equal(since(&s, 10000), "<\nmore");
        finish(&s);
    }
}

/* What the place has before it is gone, and then some: the text begins where it can. */
static void
a_line_that_lost_more_than_its_place(void **state)
{
    (void)state;
    const qtty_lines_config c = { .size = sizeof(c), .scrollback_max_bytes = 64 };
    struct session sessions[] = { screen_session(3, 10, &c), stream_session(&c) };
    for (size_t i = 0; i < COUNT_OF(sessions); i++) {
        struct session *s = &sessions[i];
        feed_times(s, "0123456789", 10);
        mark(s);
        feed_times(s, "ABCDEFGHIJ", 6);
        assert_int_equal(strlen(since(s, 10000)), 60);
        assert_int_equal(since(s, 10000)[0], 'A');
        feed_times(s, "ABCDEFGHIJ", 9000);
        assert_int_equal(strlen(since(s, 100000)), 1 + 64);
        assert_memory_equal(since(s, 100000), "<GHIJABC", 8);
        finish(s);
    }
}

/* So few bytes that the screen's part of a line drives its head out of what is looked at;
 * then the screen is erased, and the head is wanted again. */
static void
a_head_that_had_no_room_comes_back(void **state)
{
    (void)state;
    const qtty_lines_config c = { .size = sizeof(c), .scrollback_max_bytes = 6 };
    struct session s = screen_session(3, 10, &c);
    feed(&s, "0123456789abcdefghijABCDEFGHIJ");
    mark(&s);
    feed(&s, "KLMNO");
    assert_string_equal(since(&s, 100), "KLMNO");
    assert_string_equal(all_lines(s.lines), "JKLMNO_");
    feed(&s, "\033[1;2H\033[J");
    assert_string_equal(all_lines(s.lines), "56789a___");
    assert_now(&s, 0, 11);
    finish(&s);
}

/* --- Lack of memory ----------------------------------------------------------------- */

/* One call to the place and the text. @return Did all of it come? */
static bool
try_text(struct session *s, struct failing_allocator *f, const char *expected)
{
    struct place now;
    bool truncated = false;
    qtty_buf text;
    const qtty_allocator hook = failing_allocator_hook(f);
    qtty_buf_init(&text, &hook, 0);
    qtty_status st = lines_place(s->lines, &now);
    if (st == QTTY_OK)
        st = lines_between(s->lines, &s->from, &now, 100, &text, &truncated);
    if (st == QTTY_OK)
        assert_string_equal(string_of(qtty_buf_span(&text)), expected);
    else
        assert_true(st == QTTY_E_NOMEM && text.len == 0);
    assert_true(st == QTTY_OK
                || strcmp(qtty_lines_error(s->lines), "out of memory") == 0);
    assert_false(truncated);
    f->fail_at = 0;
    qtty_buf_finish(&text);
    return st == QTTY_OK;
}

static void
survives_any_lack_of_memory(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        bool done = false;
        for (long fail_at = 1; !done; fail_at++) {
            struct failing_allocator f = { .for_good = kind % 2 };
            const qtty_allocator hook = failing_allocator_hook(&f);
            const qtty_lines_config c = { .size = sizeof(c), .allocator = &hook };
            struct session s = kind < 2 ? screen_session(3, 10, &c) : stream_session(&c);
            feed(&s, "0\r\n1\r\n2\r\n$ ");
            mark(&s);
            feed(&s, "x\r\na line that wraps\r\n");
            f.fail_at = f.calls + fail_at;
            done = try_text(&s, &f, "x\na line that wraps\n");
            assert_true(done || fail_at < 100);
            assert_true(try_text(&s, &f, "x\na line that wraps\n"));
            finish(&s);
            assert_int_equal(f.live, 0);
        }
    }
}

/* A place is the right one, or none. */
static void
a_place_without_memory(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "a line of rows",
        "a line of rows\033[?1049h",
        "a\r\na line that has left the screen\033[?1049h",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        qtty_status st = QTTY_E_NOMEM;
        for (long fail_at = 1; st != QTTY_OK; fail_at++) {
            struct failing_allocator f = { .fail_at = 0 };
            const qtty_allocator hook = failing_allocator_hook(&f);
            const qtty_lines_config c = { .size = sizeof(c), .allocator = &hook };
            struct session s = screen_session(3, 10, &c);
            struct place now;
            feed(&s, texts[i]);
            f.fail_at = f.calls + fail_at;
            st = lines_place(s.lines, &now);
            assert_true(st == QTTY_OK || (st == QTTY_E_NOMEM && fail_at < 20));
            f.fail_at = 0;
            mark(&s);
            if (st == QTTY_OK)
                assert_memory_equal(&now, &s.from, sizeof(now));
            finish(&s);
        }
    }
}

/* What lack of memory damaged is missing in the texts over it, not in later ones. */
static void
lost_text_is_said_to_be_missing(void **state)
{
    (void)state;
    struct failing_allocator f = { 0 };
    const qtty_allocator hook = failing_allocator_hook(&f);
    const qtty_lines_config c = { .size = sizeof(c), .allocator = &hook };
    struct session s = stream_session(&c);
    char *lot = malloc(10001);
    memset(lot, 'x', 10000);
    lot[10000] = '\0';
    feed(&s, "a\n");
    mark(&s);
    f.fail_at = f.calls + 1;
    const qtty_span bytes = { (const uint8_t *)lot, 10000 };
    assert_int_equal(qtty_lines_feed(s.lines, bytes), QTTY_E_NOMEM);
    feed(&s, "\nb");
    assert_string_equal(since(&s, 100), "<\nb");
    mark(&s);
    feed(&s, "c");
    assert_string_equal(since(&s, 100), "c");
    free(lot);
    finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_that_there_is_room_for),
        cmocka_unit_test(rows_without_room),
        cmocka_unit_test(dropped_lines_are_said_to_be_missing),
        cmocka_unit_test(hidden_lines_are_said_to_be_missing),
        cmocka_unit_test(a_line_that_lost_its_front),
        cmocka_unit_test(a_line_that_lost_more_than_its_place),
        cmocka_unit_test(a_head_that_had_no_room_comes_back),
        cmocka_unit_test(survives_any_lack_of_memory),
        cmocka_unit_test(a_place_without_memory),
        cmocka_unit_test(lost_text_is_said_to_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
