/* Places in the lines: where one is, and what was said since. */
#include "unit/place_check.h"

/* --- What was said since ------------------------------------------------------------ */

struct said {
    qtty_span before, after;
    const char *text; /* from the place between them to the one at the end */
};

static const struct said on_screen[] = {
    { BYTES(""), BYTES("a\r\nb"), "a\nb" },
    { BYTES("$ "), BYTES("echo hi\r\nhi\r\n$ "), "echo hi\nhi\n$ " },
    { BYTES("$ x\r\n"), BYTES("out\r\n"), "out\n" },
    { BYTES("a"), BYTES("b  "), "b  " },
    { BYTES("a"), BYTES("\033[1m\033]0;title\007\033[m"), "" },
    /* Beyond the screen. */
    { BYTES("$ "), BYTES("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7"), "1\n2\n3\n4\n5\n6\n7" },
    { BYTES("1\r\n2\r\n3\r\n4\r\n5\r\n"), BYTES("6\r\n7\r\n"), "6\n7\n" },
    /* A clear, at home or where it was. */
    { BYTES("$ "), BYTES("clear\r\n\033[H\033[2Jnew"), "clear\nnew" },
    { BYTES("$ x\r\n"), BYTES("\033[H\033[2J"), "" },
    { BYTES("$ x\r\n"), BYTES("old\033[2J\r\n"), "old\n\n\n" },
    { BYTES("$ "), BYTES("x\r\ny\033cnew\033[3J"), "x\ny\nnew" },
    /* The right edge. */
    { BYTES("12345678"), BYTES("90abc"), "90abc" },
    { BYTES("123456789"), BYTES("0"), "0" },
    { BYTES("1234567890"), BYTES("x"), "x" },
    { BYTES("1234567890abc"), BYTES("d\r\n"), "d\n" },
    { BYTES("1234567890"), BYTES("\r\nx"), "\nx" },
    { BYTES("$ "), BYTES("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"),
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst" },
    { BYTES("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"), BYTES("u\r\nv"), "u\nv" },
    /* Wide characters; the cursor on the second half of one. */
    { BYTES("中"), BYTES("文x"), "文x" },
    { BYTES("123456789"), BYTES("中x"), "中x" },
    { BYTES("12345678中"), BYTES("x"), "x" },
    { BYTES("中\b"), BYTES("\033[5Gx"), "  x" },
    { BYTES("e\u0301\u0301"), BYTES("x"), "x" },
    /* Overwritten; the last begins within a character. */
    { BYTES("$ x\r\n"), BYTES("1%\r20%\r100%\r\n"), "100%\n" },
    { BYTES("10%"), BYTES("\r100%\r\n"), "%\n" },
    { BYTES("abcdef"), BYTES("\r\033[Kab\r\nc"), "\nc" },
    { BYTES("ab"), BYTES("\r中文\r\n"), "文\n" },
    { BYTES("\r中文\033[3D"), BYTES("\033[6G"), "文" },
    /* Moved: before the place nothing was said since. */
    { BYTES("a\r\nb"), BYTES("\033[AX"), "" },
    { BYTES("a\r\nb"), BYTES("\033[Hnew"), "" },
    { BYTES("abc\033[2D"), BYTES("X"), "X" },
    { BYTES("ab\033[8G"), BYTES("x"), "     x" },
    { BYTES("ab"), BYTES("\033[8G"), "" },
    /* Rows below the last one that was written. */
    { BYTES("a"), BYTES("\033[4;3H"), "\n\n\n" },
    { BYTES("a"), BYTES("\033[4;3Hb"), "\n\n\n  b" },
    { BYTES("a\033[4;1H"), BYTES("b"), "b" },
    { BYTES("a\033[2;3H"), BYTES("\033[4;1H"), "\n\n" },
    { BYTES("a\033[4;1H"), BYTES("\r\n\r\nb"), "\n\nb" },
    /* The other screen adds nothing. */
    { BYTES("$ "), BYTES("vi\r\n\033[?1049h\033[Hfull\033[2J\033[?1049l$ "), "vi\n$ " },
    { BYTES("$ vi\033[?1049h\033[Hfull"), BYTES("\r\nscreen"), "" },
    { BYTES("$ vi\033[?1049h\033[Hfull"), BYTES("\033[?1049l\r\n$ "), "\n$ " },
    { BYTES("$ vi\033[?1049h\033[Hfull"), BYTES("\033[?1049l!"), "!" },
    { BYTES("a\r\nb"), BYTES("c\033[H\033[?1049h"), "c" },
    { BYTES("\033[?1049h"), BYTES("\033[?1049la"), "a" },
    { BYTES("12345\r\nABCDEFGHIJKLM\r\n1\r\n2\r\n"), BYTES("3\033[?1049h"), "3" },
    { BYTES("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst\033[?1049h"),
      BYTES("\033[?1049lu"), "u" },
};

static const struct said in_stream[] = {
    { BYTES(""), BYTES("a\nb"), "a\nb" },
    { BYTES("$ "), BYTES("echo hi\r\nhi\r\n$ "), "echo hi\nhi\n$ " },
    { BYTES("$ x\n"), BYTES("out\n"), "out\n" },
    { BYTES("a"), BYTES("\033[1mb\t\033[m "), "b\t " },
    { BYTES("10%"), BYTES("\r20%"), "\n20%" },
    { BYTES("a"), BYTES("b\r"), "b\n" },
    { BYTES("a"), BYTES("\r\r"), "\n\n" },
    { BYTES("a\r"), BYTES("b"), "b" },
    { BYTES("a\r"), BYTES("\nb"), "b" },
    { BYTES("a\n\r"), BYTES("\nb"), "b" },
    { BYTES("\r"), BYTES("\r"), "\n" },
};

static void
check_said(struct session s, const struct said *c, size_t piece)
{
    feed_pieces(&s, c->before, piece);
    mark(&s);
    assert_string_equal(since(&s, 1000), "");
    feed_pieces(&s, c->after, piece);
    assert_string_equal(since(&s, 1000), c->text);
    assert_string_equal(since(&s, 1000), c->text); /* looking changes nothing */
    finish(&s);
}

static void
the_screen_says_what_was_shown_since(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(on_screen); i++) {
        for (size_t piece = 1; piece <= 60; piece++)
            check_said(screen_session(4, 10, NULL), &on_screen[i], piece);
    }
}

static void
a_stream_says_what_came_since(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(in_stream); i++) {
        for (size_t piece = 1; piece <= 20; piece++)
            check_said(stream_session(NULL), &in_stream[i], piece);
    }
}

/* --- Places ------------------------------------------------------------------------- */

static void
ordinals_stay_when_lines_become_final(void **state)
{
    (void)state;
    struct session s = screen_session(3, 10, NULL);
    assert_now(&s, 0, 0);
    feed(&s, "zero\r\none");
    assert_now(&s, 1, 3);
    feed(&s, "\r\ntwo\r\nthree");
    assert_now(&s, 3, 5);
    feed(&s, "\033[2J\033[H");
    assert_now(&s, 4, 0);
    feed(&s, "4567890123456789012345678901234567890");
    assert_now(&s, 4, 37);
    finish(&s);
}

static void
columns_are_counted_in_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *cursor;
        uint64_t offset;
    } cases[] = {
        { "\033[1;1H", 0 }, { "\033[1;2H", 1 },   { "\033[1;3H", 4 }, /* the spacer */
        { "\033[1;4H", 4 }, { "\033[1;5H", 7 },   { "\033[1;6H", 8 }, /* an erased cell */
        { "\033[1;7H", 9 }, { "\033[1;10H", 10 }, { "", 10 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct session s = screen_session(2, 20, NULL);
        feed(&s, "a中e\u0301 y\b\b\033[X\033[C\033[C ");
        feed(&s, cases[i].cursor);
        assert_now(&s, 0, cases[i].offset);
        finish(&s);
    }
}

/* The end of the stream makes lines final, and moves nothing. */
static void
the_end_of_the_stream_leaves_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *screen, *stream;
    } cases[] = {
        { "$ ", "bye", "bye", "bye" },
        { "$ ", "bye\r\n", "bye\n", "bye\n" },
        { "$ ", "bye\r", "", "bye\n" },
        { "$ ", "a line that wraps", "a line that wraps", "a line that wraps" },
        { "", "1\r\n2\r\n3\r\n4\r\n5", "1\n2\n3\n4\n5", "1\n2\n3\n4\n5" },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh", "ij", "ij", "ij" },
        { "a\r\n", "\xE4", "\uFFFD", "\uFFFD" },
        { "", "", "", "" },
        { "a", "b\033[?1049hc", "b", "bc" },
    };
    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
        struct session s = i % 2 ? screen_session(3, 10, NULL) : stream_session(NULL);
        feed(&s, cases[i / 2].before);
        mark(&s);
        feed(&s, cases[i / 2].after);
        assert_int_equal(qtty_lines_end(s.lines), QTTY_OK);
        assert_string_equal(since(&s, 100),
                            i % 2 ? cases[i / 2].screen : cases[i / 2].stream);
        finish(&s);
    }
}

/* Rows that come back from the scrollback are lines that are open again. */
static void
resizing_keeps_places(void **state)
{
    (void)state;
    struct session s = screen_session(3, 10, NULL);
    feed(&s, "1\r\n2\r\nlong line of three rows\r\n4");
    mark(&s);
    feed(&s, "\r\n5\r\n6\r\n7");
    assert_string_equal(since(&s, 100), "\n5\n6\n7");
    resize(&s, 7, 10);
    assert_string_equal(since(&s, 100), "\n5\n6\n7");
    feed(&s, "\r\n8");
    resize(&s, 2, 10);
    assert_string_equal(since(&s, 100), "\n5\n6\n7\n8");
    resize(&s, 5, 20);
    feed(&s, "\r\n9");
    assert_string_equal(since(&s, 100), "\n5\n6\n7\n8\n9");
    finish(&s);
}

/* Growing to so many rows that a part of the line comes back, and its head does not. */
static void
a_place_in_a_line_that_is_half_on_the_screen(void **state)
{
    (void)state;
    struct session s = screen_session(2, 10, NULL);
    feed(&s, "0123456789ABCDEFGHIJ0123456789ABC");
    assert_now(&s, 0, 33);
    mark(&s);
    feed(&s, "x\r\ny\r\nz");
    resize(&s, 4, 10);
    feed(&s, "\033[1;3H");
    assert_now(&s, 0, 22);
    feed(&s, "\033[4;2H");
    assert_string_equal(since(&s, 100), "x\ny\nz");
    finish(&s);
}

/* Cut by a narrower screen: what stood behind is the end now. */
static void
a_place_past_the_end_of_its_line_is_the_end(void **state)
{
    (void)state;
    struct session s = screen_session(3, 10, NULL);
    feed(&s, "abcdefgh");
    mark(&s);
    resize(&s, 3, 5);
    feed(&s, "\r\nnext");
    assert_string_equal(since(&s, 100), "\nnext");
    finish(&s);
}

/* --- Any session -------------------------------------------------------------------- */

static const qtty_span pieces[] = {
    BYTES("text"),      BYTES("longer text that wraps"),
    BYTES("中文"),      BYTES("\r"),
    BYTES("\n"),        BYTES("\r\n"),
    BYTES("abc\r\n"),   BYTES("\b"),
    BYTES("\t"),        BYTES("\033[2J"),
    BYTES("\033[H"),    BYTES("\033[J"),
    BYTES("\033[K"),    BYTES("\033[1J"),
    BYTES("\033[3J"),   BYTES("\033M"),
    BYTES("\033[2S"),   BYTES("\033[L"),
    BYTES("\033[M"),    BYTES("\033[1;2r"),
    BYTES("\033[r"),    BYTES("\033c"),
    BYTES("\033[4;1H"), BYTES("\033[2;3H"),
};

static size_t
make_session(uint64_t *random, uint8_t *stream)
{
    size_t len = 0;
    for (uint32_t n = next_random(random) % 30; n > 0; n--) {
        const qtty_span piece = pieces[next_random(random) % COUNT_OF(pieces)];
        memcpy(stream + len, piece.data, piece.len);
        len += piece.len;
    }
    return len;
}

/* Where a character shows that is in no other text. */
static struct place
where(struct session *s, const char *character)
{
    for (uint64_t i = 0; i < qtty_lines_count(s->lines); i++) {
        qtty_line line;
        assert_int_equal(qtty_lines_line(s->lines, i, &line), QTTY_OK);
        const char *text = string_of(line.text), *found = strstr(text, character);
        if (found != NULL)
            return (struct place){ .ordinal = i, .offset = (uint64_t)(found - text) };
    }
    fail_msg("nowhere: %s", character);
    return (struct place){ 0 };
}

/* The next character stands where the place said; behind the end of the line there are
 * blanks before it. On the second half of a wide one it would destroy that. */
static void
the_next_character_goes_to_the_place(void **state)
{
    (void)state;
    uint64_t random = 7;
    size_t compared = 0;
    for (int round = 0; round < 4000; round++) {
        uint8_t stream[1024];
        struct session s = screen_session(4, 10, NULL);
        feed_pieces(&s, (qtty_span){ stream, make_session(&random, stream) }, 1000);
        qtty_cell under;
        qtty_cursor cursor;
        qtty_emulator_cursor(s.emulator, &cursor);
        qtty_emulator_cell(s.emulator, (int32_t)cursor.row, cursor.col, &under);
        mark(&s);
        feed(&s, "#");
        if (under.width == 1) {
            const struct place next = where(&s, "#");
            assert_int_equal(next.ordinal, s.from.ordinal);
            assert_true(next.offset >= s.from.offset);
            assert_true(next.offset == s.from.offset || since(&s, 10)[0] == ' ');
            compared++;
        }
        finish(&s);
    }
    assert_true(compared > 3500);
}

/* From here to there and from there on is from here on, in every order of the places. */
static void
texts_add_up(void **state)
{
    (void)state;
    uint64_t random = 11;
    size_t compared = 0;
    for (int round = 0; round < 2000; round++) {
        uint8_t stream[1024];
        struct place places[3];
        char sum[8192], whole[8192];
        struct session s = round % 3 ? screen_session(4, 10, NULL) : stream_session(NULL);
        for (size_t i = 0; i < COUNT_OF(places); i++) {
            feed_pieces(&s, (qtty_span){ stream, make_session(&random, stream) }, 1000);
            if (s.emulator != NULL && next_random(&random) % 4 == 0)
                resize(&s, 1 + next_random(&random) % 8, 10);
            assert_int_equal(lines_place(s.lines, &places[i]), QTTY_OK);
        }
        strcpy(whole, between(&s, &places[0], &places[2], 4000));
        strcpy(sum, between(&s, &places[0], &places[1], 4000));
        if (sum[0] != '\0' && between(&s, &places[1], &places[2], 4000)[0] != '\0') {
            strcat(sum, between(&s, &places[1], &places[2], 4000));
            assert_string_equal(sum, whole);
            compared++;
        }
        finish(&s);
    }
    assert_true(compared > 500);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_says_what_was_shown_since),
        cmocka_unit_test(a_stream_says_what_came_since),
        cmocka_unit_test(ordinals_stay_when_lines_become_final),
        cmocka_unit_test(columns_are_counted_in_bytes),
        cmocka_unit_test(the_end_of_the_stream_leaves_the_place),
        cmocka_unit_test(resizing_keeps_places),
        cmocka_unit_test(a_place_in_a_line_that_is_half_on_the_screen),
        cmocka_unit_test(a_place_past_the_end_of_its_line_is_the_end),
        cmocka_unit_test(the_next_character_goes_to_the_place),
        cmocka_unit_test(texts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
