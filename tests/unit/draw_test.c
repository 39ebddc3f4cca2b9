/* Drawing: what a terminal is drawn as makes the same of a fresh one. The law "drawn" of
 * the emulator's harness compares everything upon streams of any kind; here each thing
 * that has a way of its own is seen to come out, and to have been there. Cells and
 * rows. */
#include "unit/drawing.h"

/* --- Cells -------------------------------------------------------------------------- */

static void
every_attribute_comes_out(void **state)
{
    static const char *const underlines[] = { "4:1", "4:2", "4:3", "4:4", "4:5" };
    (void)state;
    qtty_emulator *e = copy_of("\x1b[1;2;3;5;7;8;9;53;4:3;38:2::1:2:3;48;5;77;58:5:9mx"
                               "\x1b[m\x1b[91;104my");
    qtty_cell x = cell(e, 0, 0), y = cell(e, 0, 1);
    assert_string_equal(x.text, "x");
    assert_int_equal(x.style.attributes, 0xFF);
    assert_int_equal(x.style.underline, QTTY_UNDERLINE_CURLY);
    assert_int_equal(x.style.fg, QTTY_COLOR_RGB(1, 2, 3));
    assert_int_equal(x.style.bg, QTTY_COLOR_INDEXED(77));
    assert_int_equal(x.style.ul, QTTY_COLOR_INDEXED(9));
    assert_int_equal(y.style.fg, QTTY_COLOR_INDEXED(9));
    assert_int_equal(y.style.bg, QTTY_COLOR_INDEXED(12));
    qtty_emulator_destroy(e);
    for (size_t i = 0; i < COUNT_OF(underlines); i++) {
        char text[32] = "\x1b[";
        strcat(strcat(text, underlines[i]), "mu");
        e = copy_of(text);
        assert_int_equal(cell(e, 0, 0).style.underline, i + 1);
        qtty_emulator_destroy(e);
    }
}

static void
links_and_protection_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b]8;;http://a/\x1b\\a\x1b]8;;http://b/\x1b\\b"
                               "\x1b]8;;\x1b\\\x1b[1\"qc\x1b[0\"qd");
    assert_memory_equal(cell(e, 0, 0).link.data, "http://a/", 9);
    assert_memory_equal(cell(e, 0, 1).link.data, "http://b/", 9);
    assert_int_equal(cell(e, 0, 2).link.len, 0);
    assert_true(cell(e, 0, 2).protect);
    assert_false(cell(e, 0, 3).protect);
    qtty_emulator_destroy(e);
}

/* U+009B is no control here, but would be one of a terminal that it is drawn for. */
static void
a_uri_is_drawn_without_controls(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of(
        "\x1b]8;;http://\u00e9/\302\23331m\377\302\234/\u6587\x1b\\a\x1b]8;;\x1b\\");
    qtty_span link = cell(e, 0, 0).link;
    assert_int_equal(link.len, strlen("http://\u00e9/31m/\u6587"));
    assert_memory_equal(link.data, "http://\u00e9/31m/\u6587", link.len);
    qtty_emulator_destroy(e);
}

static void
erased_cells_keep_their_background(void **state)
{
    qtty_row row;
    (void)state;
    qtty_emulator *e = copy_of("abcdefgh\x1b[1;3H\x1b[44m\x1b[2X\x1b[2;1H\x1b[45m\x1b[K");
    assert_row(e, 0, "ab  efgh");
    assert_int_equal(cell(e, 0, 2).style.bg, QTTY_COLOR_INDEXED(4));
    assert_int_equal(cell(e, 0, 3).text_len, 0);
    assert_int_equal(cell(e, 1, 7).style.bg, QTTY_COLOR_INDEXED(5));
    assert_int_equal(qtty_emulator_row(e, 1, &row), QTTY_OK);
    assert_int_equal(row.cells, 0);
    qtty_emulator_destroy(e);
}

/* Half of a wide character keeps the whole style. */
static void
halves_of_wide_characters_come_out(void **state)
{
    static const char *const cases[] = {
        "\x1b[1;31m\u6587\x1b[m\ra",             /* the right one, in the middle */
        "\x1b[1;31m\u6587\x1b[m\x1b[1;2Ha",      /* the left one, in the first column */
        "\x1b[7G\x1b[1;31m\u6587\x1b[m\x1b[7Ga", /* the right one, in the last column */
        "\x1b[1;31m\u6587\u6587\x1b[m\x1b[2Gab", /* two */
    };
    static const uint32_t halves[][2] = { { 1, 1 }, { 0, 0 }, { 7, 7 }, { 0, 3 } };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_emulator *e = copy_of(cases[i]);
        for (size_t k = 0; k < 2; k++) {
            qtty_cell half = cell(e, 0, halves[i][k]);
            assert_int_equal(half.text_len, 0);
            assert_int_equal(half.style.attributes, QTTY_BOLD);
            assert_int_equal(half.style.fg, QTTY_COLOR_INDEXED(1));
        }
        qtty_emulator_destroy(e);
    }
}

static void
clusters_come_out_in_either_mode(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[?2027h\U0001F1E9\U0001F1EA\u2764\uFE0F\x1b[?2027l"
                               "e\u0301\u2764\uFE0F");
    assert_string_equal(cell(e, 0, 0).text, "\U0001F1E9\U0001F1EA");
    assert_int_equal(cell(e, 0, 0).width, 2);
    assert_string_equal(cell(e, 0, 2).text, "\u2764\uFE0F");
    assert_int_equal(cell(e, 0, 2).width, 2);
    assert_string_equal(cell(e, 0, 4).text, "e\u0301");
    assert_string_equal(cell(e, 0, 5).text, "\u2764\uFE0F");
    assert_int_equal(cell(e, 0, 5).width, 1);
    qtty_emulator_destroy(e);
}

/* Terminals that look at the cell before it find a space there. */
static void
a_cluster_is_printed_apart(void **state)
{
    qtty_buf drawing;
    (void)state;
    qtty_emulator *e = fresh();
    feed(e, "\x1b[?2027ha\U0001F1E9\U0001F1EAb\x1b[?2027l");
    draw(e, &drawing);
    assert_int_equal(qtty_buf_append(&drawing, "", 1), QTTY_OK);
    assert_non_null(strstr((const char *)drawing.data,
                           "a \x1b[1;2H\x1b[?2027h\U0001F1E9\U0001F1EA"
                           "\x1b[?2027l\x1b[1;4Hb"));
    qtty_buf_finish(&drawing);
    qtty_emulator_destroy(e);
}

/* VS16 is dropped in the last column: it gets there when cells shift. */
static void
what_the_last_column_refuses_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("abcdef\u2764\uFE0F\x1b[1G\x1b[@");
    assert_row(e, 0, " abcdef\u2764\uFE0F");
    assert_string_equal(cell(e, 0, 7).text, "\u2764\uFE0F");
    qtty_emulator_destroy(e);
}

/* --- Rows --------------------------------------------------------------------------- */

static void
soft_wraps_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("abcdefghi\r\nABCDEFG\u6587");
    assert_row(e, 0, "abcdefgh");
    assert_true(wrapped(e, 0));
    assert_false(wrapped(e, 1));
    assert_row(e, 2, "ABCDEFG"); /* a wide character wrapped: its last column is blank */
    assert_true(wrapped(e, 2));
    qtty_emulator_destroy(e);

    /* A picture that VS15 made narrow, before the last column and in it. */
    e = copy_of(
        "\x1b[?2027habcdef\u231A\uFE0Egh\r\n12345\u231A\uFE0Eab\x1b[1;1H\x1b[2;1H\x1b[@");
    assert_row(e, 0, "abcdef\u231A\uFE0Eg");
    assert_true(wrapped(e, 0));
    qtty_emulator_destroy(e);
}

static void
double_rows_come_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("ab\x1b#6\r\nabcdefg\x1b[1;1H");
    feed(e, "\x1b[99C"); /* no further than the fourth column of eight */
    assert_cursor(e, 0, 3, false);
    qtty_emulator_destroy(e);
}

static void
the_screen_below_the_alternate_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("below\x1b[?1049habove");
    assert_true(qtty_emulator_alternate(e));
    assert_row(e, 0, "     abo");
    feed(e, "\x1b[?1049l");
    assert_row(e, 0, "below");
    assert_cursor(e, 0, 5, false);
    qtty_emulator_destroy(e);
}

static void
the_alternate_behind_the_primary_comes_out(void **state)
{
    (void)state;
    qtty_emulator *e = copy_of("\x1b[?47hbehind\x1b[?47l\rfront");
    assert_row(e, 0, "front");
    feed(e, "\x1b[?47h");
    assert_row(e, 0, "behind");
    qtty_emulator_destroy(e);
}

/* --- Width of what is ambiguous ----------------------------------------------------- */

static void
narrow_graphics_stay_narrow_where_they_would_be_wide(void **state)
{
    qtty_emulator *e[2];
    qtty_buf drawing;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    (void)state;
    config.cols = 10;
    config.ambiguous_width = 2;
    for (int i = 0; i < 2; i++)
        assert_int_equal(qtty_emulator_create(&e[i], &config), QTTY_OK);
    feed(e[0], "\u00B1\x1b(0q\x1b(B\x1b[161;1;5;1;5$x");
    draw(e[0], &drawing);
    assert_int_equal(qtty_emulator_feed(e[1], qtty_buf_span(&drawing)), QTTY_OK);
    assert_int_equal(cell(e[1], 0, 0).width, 2);
    assert_string_equal(cell(e[1], 0, 2).text, "\u2500");
    assert_int_equal(cell(e[1], 0, 2).width, 1);
    assert_string_equal(cell(e[1], 0, 4).text, "\u00A1");
    assert_int_equal(cell(e[1], 0, 4).width, 1);
    qtty_buf_finish(&drawing);
    qtty_emulator_destroy(e[0]);
    qtty_emulator_destroy(e[1]);
}

/* --- Engines ------------------------------------------------------------------------ */

/* Whoever executes the sequences: what is drawn is the screen. */
static void
every_engine_is_drawn(void **state)
{
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    (void)state;
    config.rows = ROWS;
    config.cols = COLS;
    for (size_t i = 0; qtty_engine_name(i) != NULL; i++) {
        qtty_emulator *e, *copy = fresh();
        qtty_buf drawing;
        config.engine = qtty_engine_name(i);
        assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
        feed(e, "\x1b[31mabcdefgh\u6587\x1b[m\r\n\x1b[4h\x1b[2;3r\x1b[2;8H");
        draw(e, &drawing);
        assert_int_equal(qtty_emulator_feed(copy, qtty_buf_span(&drawing)), QTTY_OK);
        assert_row(copy, 0, "abcdefgh");
        assert_true(wrapped(copy, 0));
        assert_row(copy, 1, "\u6587");
        assert_int_equal(cell(copy, 1, 1).style.fg, QTTY_COLOR_INDEXED(1));
        assert_cursor(copy, 1, 7, false);
        assert_int_equal(qtty_emulator_mode(copy, false, 4), QTTY_MODE_SET);
        qtty_buf_finish(&drawing);
        qtty_emulator_destroy(e);
        qtty_emulator_destroy(copy);
    }
}

/* --- Bounds ------------------------------------------------------------------------- */

static void
a_blank_terminal_is_drawn_by_little(void **state)
{
    static const char blank[] = "\x1b\x63\x1b]2;\x1b\\\x1b]1;\x1b\\\x1b[1;1H";
    qtty_buf drawing;
    (void)state;
    qtty_emulator *e = fresh();
    draw(e, &drawing);
    assert_int_equal(drawing.len, sizeof blank - 1);
    assert_memory_equal(drawing.data, blank, drawing.len);
    qtty_buf_finish(&drawing);
    qtty_emulator_destroy(e);
}

static void
no_room_leaves_the_buffer_as_it_was(void **state)
{
    qtty_buf out;
    (void)state;
    qtty_emulator *e = fresh();
    feed(e,
         "\x1b[2;2rsome text\x1b[1;38;5;200m in\x1b[4;48;5;100m styles\x1b[2q\x1b[?1004h"
         "\x1b]0;and a title of some words\x07\x1b]4;1;#123456\x07\x1b]4;2;#123456\x07");
    qtty_buf_init(&out, NULL, 30);
    assert_int_equal(qtty_buf_append(&out, "kept", 4), QTTY_OK);
    assert_int_equal(qtty_emulator_draw(e, &out), QTTY_E_LIMIT);
    assert_int_equal(out.len, 4);
    assert_memory_equal(out.data, "kept", 4);
    qtty_buf_finish(&out);

    struct failing_allocator failing = { .fail_at = 2, .for_good = 1 };
    qtty_allocator hook = failing_allocator_hook(&failing);
    qtty_buf_init(&out, &hook, 0);
    assert_int_equal(qtty_buf_append(&out, "kept", 4), QTTY_OK);
    assert_int_equal(qtty_emulator_draw(e, &out), QTTY_E_NOMEM);
    assert_int_equal(out.len, 4);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(e);
}

/* A link of 2083 bytes that alternates with another, in a style of three true colours. */
static void
the_worst_cells_stay_below_the_bound(void **state)
{
    enum { LINK = 2083 };
    static char links[2][LINK + 32];
    qtty_buf drawing;
    (void)state;
    qtty_emulator *e = fresh();
    for (int i = 0; i < 2; i++) {
        strcpy(links[i], "\x1b]8;;");
        memset(links[i] + 5, 'a' + i, LINK);
        strcpy(links[i] + 5 + LINK, "\x1b\\");
    }
    for (int i = 0; i < ROWS * COLS; i++) {
        feed(e, links[i % 2]);
        feed(e, i % 2 != 0 ? "\x1b[1;38;2;100;101;102;48;2;103;104;105;58:2::106:107:108m"
                           : "\x1b[0;1;2;3;4:3;5;7;8;9;53;38;2;200;201;202m");
        feed(e, i % 2 != 0 ? "\x1b[1\"qx" : "\x1b[0\"qx");
    }
    draw(e, &drawing);
    assert_in_range(drawing.len, ROWS * COLS * LINK, ROWS * COLS * 2400 + 1024);
    qtty_buf_finish(&drawing);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attribute_comes_out),
        cmocka_unit_test(links_and_protection_come_out),
        cmocka_unit_test(a_uri_is_drawn_without_controls),
        cmocka_unit_test(erased_cells_keep_their_background),
        cmocka_unit_test(halves_of_wide_characters_come_out),
        cmocka_unit_test(clusters_come_out_in_either_mode),
        cmocka_unit_test(a_cluster_is_printed_apart),
        cmocka_unit_test(what_the_last_column_refuses_comes_out),
        cmocka_unit_test(soft_wraps_come_out),
        cmocka_unit_test(double_rows_come_out),
        cmocka_unit_test(the_screen_below_the_alternate_comes_out),
        cmocka_unit_test(the_alternate_behind_the_primary_comes_out),
        cmocka_unit_test(narrow_graphics_stay_narrow_where_they_would_be_wide),
        cmocka_unit_test(every_engine_is_drawn),
        cmocka_unit_test(a_blank_terminal_is_drawn_by_little),
        cmocka_unit_test(no_room_leaves_the_buffer_as_it_was),
        cmocka_unit_test(the_worst_cells_stay_below_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
