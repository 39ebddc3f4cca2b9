/* Text that nobody sees: concealed, or in its background's colour. Kept, marked or
 * removed in lines, wherever the row is that it stands in; nothing else changes. */
#include "unit/lines_check.h"

#include <quietty/draw.h>

struct terminal {
    qtty_emulator *emulator;
    qtty_lines *lines;
};

static struct terminal
terminal(qtty_hidden hidden, uint32_t rows, uint32_t cols)
{
    struct terminal t;
    const qtty_emulator_config e = { .size = sizeof(e), .rows = rows, .cols = cols };
    const qtty_lines_config l = { .size = sizeof(l), .hidden = hidden };
    assert_int_equal(qtty_emulator_create(&t.emulator, &e), QTTY_OK);
    assert_int_equal(qtty_lines_create(&t.lines, &l, t.emulator), QTTY_OK);
    return t;
}

static void
feed(struct terminal *t, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_lines_feed(t->lines, span), QTTY_OK);
}

static void
switch_off(struct terminal *t)
{
    qtty_lines_destroy(t->lines);
    qtty_emulator_destroy(t->emulator);
}

#define OPEN  "\u27E6concealed: "
#define CLOSE "\u27E7"

/* Lines end with _ while they are open, with | when they are final. */
static const struct {
    const char *stream, *kept, *marked, *removed;
} cases[] = {
    { "a\033[8msecret\033[28mb", "asecretb_", "a" OPEN "secret" CLOSE "b_", "a      b_" },
    /* In colours: the default's, by index, by value, near it, reversed, dim or not. */
    { "\033[30;40mx y\033[mz", "x yz_", OPEN "x y" CLOSE "z_", "   z_" },
    { "\033[30mx\033[mz", "xz_", OPEN "x" CLOSE "z_", " z_" },
    { "\033[38;5;16mx\033[mz", "xz_", OPEN "x" CLOSE "z_", " z_" },
    { "\033[38;2;9;8;16mx\033[mz", "xz_", OPEN "x" CLOSE "z_", " z_" },
    { "\033[38;2;9;8;17mx\033[mz", "xz_", "xz_", "xz_" },
    { "\033[37;47;7mx\033[mz", "xz_", OPEN "x" CLOSE "z_", " z_" },
    { "\033[37;7mx\033[mz", "xz_", "xz_", "xz_" },
    { "\033[2mx\033[mz", "xz_", "xz_", "xz_" },
    /* Runs of two looks are one. */
    { "\033[8mx\033[31my\033[mz", "xyz_", OPEN "xy" CLOSE "z_", "  z_" },
    /* What is no text hides none. */
    { "\033[31;41m   \033[m\033[8m\u2588\u2584\u28FF\033[mz", "   \u2588\u2584\u28FFz_",
      "   \u2588\u2584\u28FFz_", "   \u2588\u2584\u28FFz_" },
    { "\033[8m  x\033[m", "  x_", OPEN "  x" CLOSE "_", "   _" },
    /* A mark has no end of its own within. */
    { "\033[8ma\u27E7b\u27E6\033[mc", "a\u27E7b\u27E6c_", OPEN "a]b[" CLOSE "c_",
      "    c_" },
    { "\u27E7\u27E6", "\u27E7\u27E6_", "\u27E7\u27E6_", "\u27E7\u27E6_" },
    /* Wide, combined. */
    { "\033[8m\u6F22e\u0301\033[mz", "\u6F22e\u0301z_", OPEN "\u6F22e\u0301" CLOSE "z_",
      "   z_" },
    /* In the scrollback, of a clear, over two rows. */
    { "\033[8mgone\033[m\r\n1\r\n2\r\n3", "gone|1_2_3_", OPEN "gone" CLOSE "|1_2_3_",
      "    |1_2_3_" },
    { "\033[8mgone\033[m\033[2Jx", "gone|    x_", OPEN "gone" CLOSE "|    x_",
      "    |    x_" },
    { "1234567\033[8mabcdef\033[m.", "1234567abcdef._",
      "1234567" OPEN "abc" CLOSE OPEN "def" CLOSE "._", "1234567      ._" },
};

static void
concealed_text_is_kept_marked_or_removed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const expected[] = { cases[i].kept, cases[i].kept, cases[i].marked,
                                         cases[i].removed };
        for (int how = QTTY_HIDDEN_DEFAULT; how <= QTTY_HIDDEN_REMOVED; how++) {
            struct terminal t = terminal((qtty_hidden)how, 3, 10);
            feed(&t, cases[i].stream);
            assert_string_equal(all_lines(t.lines), expected[how]);
            switch_off(&t);
        }
    }
}

/* A palette that is set so that text vanishes, and back. */
static void
colours_that_change_change_what_is_seen(void **state)
{
    (void)state;
    struct terminal t = terminal(QTTY_HIDDEN_MARKED, 3, 10);
    feed(&t, "\033[31mred\033[m.");
    assert_string_equal(all_lines(t.lines), "red._");
    feed(&t, "\033]4;1;#000000\a");
    assert_string_equal(all_lines(t.lines), OPEN "red" CLOSE "._");
    feed(&t, "\033]104;1\a");
    assert_string_equal(all_lines(t.lines), "red._");
    feed(&t, "\033]10;#101010\a\033]11;#181818\a");
    assert_string_equal(all_lines(t.lines), "red" OPEN "." CLOSE "_");
    switch_off(&t);
}

static void
the_primary_screen_is_meant_also_behind_the_alternate_one(void **state)
{
    (void)state;
    struct terminal t = terminal(QTTY_HIDDEN_MARKED, 3, 10);
    feed(&t, "\033[8mlow\033[m\033[?1049h\033[Hshown");
    assert_string_equal(all_lines(t.lines), OPEN "low" CLOSE "_");
    switch_off(&t);
}

/* --- Where nothing is concealed ----------------------------------------------------- */

static const char *const pieces[] = {
    "word ",       "\r\n",        "\033[31m",  "\033[44m",   "\033[m",    "\u6F22\u5B57",
    "\033[1A",     "\033[3C",     "\033[K",    "\033[2J",    "\t",        "e\u0301",
    "\033[?1049h", "\033[?1049l", "\033[2;4H", "\033[1L",    "\033[1;3r", "\033[r",
    "\033#6",      "\033[7m",     "\b",        "0123456789", "\033[3J",   "\033c",
};

static void
nothing_else_changes(void **state)
{
    uint32_t random = 1;
    (void)state;
    for (int round = 0; round < 200; round++) {
        const uint32_t cols = 2 + (uint32_t)round % 19;
        struct terminal kept = terminal(QTTY_HIDDEN_KEPT, 4, cols);
        struct terminal marked = terminal(QTTY_HIDDEN_MARKED, 4, cols);
        for (int step = 0; step < 60; step++) {
            random = random * 1664525u + 1013904223u;
            const char *piece = pieces[(random >> 16) % COUNT_OF(pieces)];
            feed(&kept, piece);
            feed(&marked, piece);
            static char expected[65536];
            strcpy(expected, all_lines(kept.lines));
            assert_string_equal(all_lines(marked.lines), expected);
        }
        switch_off(&kept);
        switch_off(&marked);
    }
}

/* --- Bad input ---------------------------------------------------------------------- */

static void
a_stream_has_no_looks(void **state)
{
    qtty_lines *l;
    qtty_lines_config c = QTTY_LINES_CONFIG_INIT;
    (void)state;
    c.projection = QTTY_PROJECTION_STREAM;
    c.hidden = QTTY_HIDDEN_MARKED;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_E_INVAL);
    assert_null(l);
    c.hidden = QTTY_HIDDEN_REMOVED;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_E_INVAL);
    c.hidden = (qtty_hidden)4;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_E_INVAL);
    c.hidden = QTTY_HIDDEN_KEPT;
    assert_int_equal(qtty_lines_create(&l, &c, NULL), QTTY_OK);
    qtty_lines_destroy(l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(concealed_text_is_kept_marked_or_removed),
        cmocka_unit_test(colours_that_change_change_what_is_seen),
        cmocka_unit_test(the_primary_screen_is_meant_also_behind_the_alternate_one),
        cmocka_unit_test(nothing_else_changes),
        cmocka_unit_test(a_stream_has_no_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
