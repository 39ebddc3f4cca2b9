/* The screen projection on the library's own emulator. */
#include "unit/lines_check.h"

static void
feed(qtty_lines *l, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_lines_feed(l, span), QTTY_OK);
}

struct terminal {
    qtty_emulator *emulator;
    qtty_lines *lines;
};

static struct terminal
terminal(uint32_t rows, uint32_t cols)
{
    struct terminal t;
    const qtty_emulator_config e = { .size = sizeof(e), .rows = rows, .cols = cols };
    assert_int_equal(qtty_emulator_create(&t.emulator, &e), QTTY_OK);
    assert_int_equal(qtty_lines_create(&t.lines, NULL, t.emulator), QTTY_OK);
    return t;
}

static void
switch_off(struct terminal *t)
{
    qtty_lines_destroy(t->lines);
    qtty_emulator_destroy(t->emulator);
}

static void
resize(struct terminal *t, uint32_t rows, uint32_t cols)
{
    assert_int_equal(qtty_emulator_resize(t->emulator, rows, cols), QTTY_OK);
    assert_int_equal(qtty_lines_sync(t->lines), QTTY_OK);
}

static const struct {
    qtty_span stream;
    const char *lines;
} screens[] = {
    { BYTES("\r1%\r2%\r100%\r\n"), "100%_" },
    { BYTES("one\r\ntwo\r\n"), "one_two_" },
    { BYTES("abc\b\bX\033[1;5HY"), "aXc Y_" },
    { BYTES("abcdef\033[3D\033[K"), "abc_" },
    { BYTES("abcdefghijKLM\r\nn"), "abcdefghijKLM_n_" },
    { BYTES("1\r\n2\r\n3\r\n4\r\n5\r\n6"), "1|2|3_4_5_6_" },
    { BYTES("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst\r\nx"),
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst_x_" },
    { BYTES("old\r\ntext\033[2J\033[Hnew"), "old|text|new_" },
    { BYTES("old\r\ntext\033cnew"), "old|text|new_" },
    { BYTES("shell\033[?1049h\033[Hfull screen\033[2J\033[?1049l more"), "shell more_" },
    { BYTES("a\033]0;title\007b\033[31mc"), "abc_" },
    { BYTES("123456789中x"), "123456789中x_" },
    { BYTES("12345678 中x"), "12345678 中x_" },
    { BYTES("bad \xFF\xE4\xB8z"), "bad \uFFFD\uFFFDz_" },
};

static void
the_screen_is_what_a_person_saw(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(screens); i++) {
        const qtty_span stream = screens[i].stream;
        for (size_t piece = stream.len; piece > 0; piece = piece > 3 ? 3 : piece - 1) {
            struct terminal t = terminal(4, 10);
            for (size_t at = 0; at < stream.len; at += piece) {
                const size_t rest = stream.len - at;
                const qtty_span part = { stream.data + at, rest < piece ? rest : piece };
                assert_int_equal(qtty_lines_feed(t.lines, part), QTTY_OK);
            }
            assert_string_equal(all_lines(t.lines), screens[i].lines);
            switch_off(&t);
        }
    }
}

/* Rows wrap, scroll, shift, leave and are cleared, between lines of text. */
static size_t
make_session(uint64_t *random, uint8_t *stream, size_t max)
{
    static const qtty_span pieces[] = {
        BYTES("text"),         BYTES("longer text that wraps"),
        BYTES("\u4E2D\u6587"), BYTES("\r"),
        BYTES("\n"),           BYTES("\r\n"),
        BYTES("abc\r\n"),      BYTES("\b"),
        BYTES("\t"),           BYTES("\033[2J"),
        BYTES("\033[H"),       BYTES("\033[J"),
        BYTES("\033[K"),       BYTES("\033[1J"),
        BYTES("\033[3J"),      BYTES("\033M"),
        BYTES("\033D"),        BYTES("\033[2S"),
        BYTES("\033[L"),       BYTES("\033[M"),
        BYTES("\033[1;2r"),    BYTES("\033[r"),
        BYTES("\033c"),        BYTES("\033[4;1H"),
        BYTES("\033[2;3H"),    BYTES("\033[?1049h"),
        BYTES("\033[?1049l"),
    };
    size_t len = 0;
    for (uint32_t n = next_random(random) % 40; n > 0; n--) {
        const qtty_span piece = pieces[next_random(random) % COUNT_OF(pieces)];
        if (len + piece.len > max)
            break;
        memcpy(stream + len, piece.data, piece.len);
        len += piece.len;
    }
    return len;
}

static const char *
lines_of_screen(qtty_span stream, size_t piece, const qtty_lines_config *config,
                bool look)
{
    const qtty_emulator_config small = { .size = sizeof(small), .rows = 4, .cols = 9 };
    struct terminal t;
    assert_int_equal(qtty_emulator_create(&t.emulator, &small), QTTY_OK);
    assert_int_equal(qtty_lines_create(&t.lines, config, t.emulator), QTTY_OK);
    for (size_t at = 0; at < stream.len; at += piece) {
        const size_t rest = stream.len - at;
        const qtty_span part = { stream.data + at, rest < piece ? rest : piece };
        assert_int_equal(qtty_lines_feed(t.lines, part), QTTY_OK);
        if (look)
            all_lines(t.lines);
    }
    const char *lines = all_lines(t.lines);
    switch_off(&t);
    return lines;
}

static void
splits_and_looks_change_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        uint8_t bytes[1024];
        char whole[4096];
        const qtty_span stream = { bytes, make_session(&random, bytes, sizeof(bytes)) };
        const qtty_lines_config config = {
            .size = sizeof(config),
            .scrollback_lines = 1 + next_random(&random) % 12,
            .scrollback_max_bytes = 1 + next_random(&random) % 200,
        };
        snprintf(whole, sizeof(whole), "%.4000s",
                 lines_of_screen(stream, sizeof(bytes), &config, false));
        assert_string_equal(lines_of_screen(stream, 1, &config, false), whole);
        assert_string_equal(lines_of_screen(stream, 3, &config, true), whole);
    }
}

static void
growing_opens_lines_again(void **state)
{
    (void)state;
    struct terminal t = terminal(2, 10);
    qtty_reader *r;
    assert_int_equal(qtty_reader_create(&r, t.lines), QTTY_OK);
    feed(t.lines, "1\r\n2\r\n3\r\n4");
    assert_string_equal(all_lines(t.lines), "1|2|3_4_");
    assert_string_equal(next_line(r), "1");
    assert_string_equal(next_line(r), "2");
    resize(&t, 4, 10);
    assert_string_equal(all_lines(t.lines), "1_2_3_4_");
    feed(t.lines, "\033[HX");
    resize(&t, 2, 10);
    assert_string_equal(all_lines(t.lines), "X|2|3_4_");
    assert_string_equal(next_line(r), "X (rewritten)");
    assert_string_equal(next_line(r), "none");
    qtty_reader_destroy(r);
    switch_off(&t);
}

static void
the_end_shows_a_cut_character(void **state)
{
    (void)state;
    struct terminal t = terminal(2, 10);
    feed(t.lines, "a\r\nb\xE4\xB8");
    assert_string_equal(all_lines(t.lines), "a_b_");
    assert_int_equal(qtty_lines_end(t.lines), QTTY_OK);
    assert_string_equal(all_lines(t.lines), "a|b\uFFFD|");
    switch_off(&t);
}

static void
strict_keeps_ill_formed_text_from_the_emulator(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .strict = true };
    qtty_ill_formed seen;
    struct terminal t = terminal(2, 10);
    qtty_lines_destroy(t.lines);
    assert_int_equal(qtty_lines_create(&t.lines, &config, t.emulator), QTTY_OK);
    feed(t.lines, "a\xE4\xB8");
    assert_int_equal(qtty_lines_feed(t.lines, SPAN("\xAD"
                                                   "b\xE4\xFFz")),
                     QTTY_E_ENCODING);
    assert_string_equal(qtty_lines_error(t.lines), "byte 0xE4 at offset 5 is not UTF-8");
    assert_string_equal(all_lines(t.lines), "a\u4E2Db_");
    assert_int_equal(qtty_lines_end(t.lines), QTTY_E_ENCODING);
    assert_string_equal(all_lines(t.lines), "a\u4E2Db|");
    qtty_emulator_ill_formed(t.emulator, &seen);
    assert_int_equal(seen.count, 0);
    switch_off(&t);
}

static void
the_end_drops_an_unfinished_sequence(void **state)
{
    (void)state;
    struct terminal t = terminal(2, 10);
    feed(t.lines, "a\033[31;");
    assert_int_equal(qtty_lines_end(t.lines), QTTY_OK);
    assert_string_equal(all_lines(t.lines), "a|");
    switch_off(&t);
}

/* Feed a block over and over, in pieces. */
static void
flood(struct terminal *t, const char *block, size_t blocks, size_t piece)
{
    const size_t len = strlen(block);
    uint8_t *stream = malloc(len * blocks);
    for (size_t i = 0; i < blocks; i++)
        memcpy(stream + i * len, block, len);
    for (size_t at = 0; at < len * blocks; at += piece) {
        const size_t rest = len * blocks - at;
        const qtty_span part = { stream + at, rest < piece ? rest : piece };
        assert_int_equal(qtty_lines_feed(t->lines, part), QTTY_OK);
    }
    free(stream);
}

/* Whatever moves rows, each is taken before the emulator lets it go. */
static void
no_row_is_lost(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, cols;
        const char *block;
        size_t blocks;
    } floods[] = {
        { 4096, 4, "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n", 1000 },
        { 2, 1, "x", 9000 },
        { 2, 3, "x", 20000 },
        { 24, 2, "\u4E2D", 6000 },
        { 1000, 10, "a\033[1000Sb\033[1000S", 12 },
        { 4096, 2, "\033[4096;1Hz\033[2J", 3 },
        { 4096, 2, "\033[4096;1Hz\n\033[4096S\033c", 3 },
        { 4096, 1, "x\033[4096b", 3 },
        { 100, 5, "a\033[999b", 90 },
        { 2, 20, "\033[20Gab", 3000 },
        { 2, 20, "\033#6abcdefghijklmnop", 3000 },
    };
    static const size_t pieces[] = { SIZE_MAX, 1, 7, 1000 };
    for (size_t i = 0; i < COUNT_OF(floods); i++) {
        for (size_t k = 0; k < COUNT_OF(pieces); k++) {
            struct terminal t = terminal(floods[i].rows, floods[i].cols);
            const qtty_lines_config config = { .size = sizeof(config),
                                               .scrollback_lines = 100000 };
            qtty_lines_destroy(t.lines);
            assert_int_equal(qtty_lines_create(&t.lines, &config, t.emulator), QTTY_OK);
            flood(&t, floods[i].block, floods[i].blocks, pieces[k]);
            assert_int_equal(qtty_lines_dropped(t.lines), 0);
            switch_off(&t);
        }
    }
}

static void
scrolled_lines_of_a_long_stream(void **state)
{
    (void)state;
    struct terminal t = terminal(24, 80);
    char line[32];
    for (int i = 0; i < 12000; i++) {
        snprintf(line, sizeof(line), "line %d\r\n", i);
        feed(t.lines, line);
    }
    assert_int_equal(qtty_lines_count(t.lines), 10000);
    assert_int_equal(qtty_lines_dropped(t.lines), 2000 - 23); /* those are hidden */
    qtty_line first;
    assert_int_equal(qtty_lines_line(t.lines, 0, &first), QTTY_OK);
    assert_string_equal(string_of(first.text), "line 2000");
    switch_off(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_is_what_a_person_saw),
        cmocka_unit_test(splits_and_looks_change_nothing),
        cmocka_unit_test(growing_opens_lines_again),
        cmocka_unit_test(the_end_shows_a_cut_character),
        cmocka_unit_test(strict_keeps_ill_formed_text_from_the_emulator),
        cmocka_unit_test(the_end_drops_an_unfinished_sequence),
        cmocka_unit_test(scrolled_lines_of_a_long_stream),
        cmocka_unit_test(no_row_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
