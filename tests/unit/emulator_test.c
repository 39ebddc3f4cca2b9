/* The emulator by its public interface, whatever the engine: configuration, replies,
 * events, state. What replies are is in the comments of emulator.h. */
#include <quietty/emulator.h>

#include "unit/check.h"
#include <stdio.h>

static qtty_emulator *
terminal(const char *persona, uint32_t reports)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.persona = persona;
    config.reports = reports;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static void
feed(qtty_emulator *e, const char *text)
{
    qtty_span bytes = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_emulator_feed(e, bytes), QTTY_OK);
}

/* All pending replies are these, and go. */
static void
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

/* --- Configuration ------------------------------------------------------------------ */

static qtty_status
status_of(const qtty_emulator_config *config)
{
    qtty_emulator *e;
    qtty_status st = qtty_emulator_create(&e, config);
    if (st != QTTY_OK)
        assert_null(e);
    qtty_emulator_destroy(e);
    return st;
}

static void
defaults_are_those_of_the_header(void **state)
{
    (void)state;
    qtty_emulator *e;
    assert_int_equal(qtty_emulator_create(&e, NULL), QTTY_OK);
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    assert_int_equal(rows, 24);
    assert_int_equal(cols, 80);
    feed(e, "\x1b[16t");
    assert_replies(e, "\x1b[6;16;8t");
    qtty_emulator_destroy(e);
}

static void
numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    static const qtty_emulator_config cases[] = {
        { .size = sizeof cases[0], .rows = 4097 },
        { .size = sizeof cases[0], .cols = 4097 },
        { .size = sizeof cases[0], .cell_width = 1025 },
        { .size = sizeof cases[0], .cell_height = 1025 },
        { .size = sizeof cases[0], .ambiguous_width = 3 },
        { .size = sizeof cases[0], .scrollback_rows = 16777217 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(status_of(&cases[i]), QTTY_E_RANGE);
    qtty_emulator_config most = QTTY_EMULATOR_CONFIG_INIT;
    most.rows = 4096;
    most.cols = 1;
    most.scrollback_rows = QTTY_NONE;
    assert_int_equal(status_of(&most), QTTY_OK);
}

static void
names_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = "no such engine";
    assert_int_equal(status_of(&config), QTTY_E_NOT_FOUND);
    config.engine = NULL;
    config.persona = "no such persona";
    assert_int_equal(status_of(&config), QTTY_E_NOT_FOUND);
}

static void
a_smaller_struct_is_an_older_version(void **state)
{
    (void)state;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 5;
    config.encoding = QTTY_ENCODING_LATIN1;
    config.size = offsetof(qtty_emulator_config, encoding);
    assert_int_equal(status_of(&config), QTTY_OK);
    config.size = sizeof config + 1;
    assert_int_equal(status_of(&config), QTTY_E_INVAL);
    config.size = 0;
    assert_int_equal(status_of(&config), QTTY_E_INVAL);
}

static void
sizes_out_of_range_change_nothing(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    assert_int_equal(qtty_emulator_resize(e, 0, 80), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_resize(e, 24, 4097), QTTY_E_RANGE);
    uint32_t rows, cols;
    qtty_emulator_size(e, &rows, &cols);
    assert_int_equal(rows, 24);
    assert_int_equal(cols, 80);
    qtty_emulator_destroy(e);
}

static void
rows_and_cells_out_of_range_are_said_to_be(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    qtty_row row;
    qtty_cell cell;
    assert_int_equal(qtty_emulator_row(e, 24, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_row(e, -1, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_row(e, INT32_MIN, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_row(e, INT32_MAX, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_cell(e, 0, 80, &cell), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_cell(e, 0, 79, &cell), QTTY_OK);
    assert_int_equal(cell.text_len, 0);
    assert_int_equal(cell.width, 1);
    assert_int_equal(qtty_emulator_scrolled_row(e, 0, &row), QTTY_E_RANGE);
    assert_int_equal(qtty_emulator_primary_row(e, 24, &row), QTTY_E_RANGE);
    qtty_emulator_destroy(e);
}

/* --- Replies ------------------------------------------------------------------------ */

static void
replies_keep_the_order_of_the_queries(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "ab\x1b[6n\x1b[?6n\x1b[5n\x1b]11;?\x07\x1b[?25$p\x1bP$qr\x1b\\\x1bP$qzz\x1b\\"
            "\x1b[18t\x1b[21t\x1b[>q\x1b[>c\x1b[c");
    assert_replies(e, "\x1b[1;3R\x1b[?1;3;1R\x1b[0n\x1b]11;rgb:0000/0000/0000\x07"
                      "\x1b[?25;1$y\x1bP1$r1;24r\x1b\\\x1bP0$r\x1b\\\x1b[8;24;80t"
                      "\x1bP>|quietty(" QTTY_VERSION ")\x1b\\\x1b[>41;380;0c"
                      "\x1b[?64;1;6;22c");
    qtty_emulator_destroy(e);
}

static void
a_bad_request_is_refused_without_its_words(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1bP$qrm -rf /\n\x1b\\\x1bP+q726D\x1b\\\x1bP+qzz\x1b\\");
    assert_replies(e, "\x1bP0$r\x1b\\\x1bP0+r\x1b\\\x1bP0+r\x1b\\");
    qtty_emulator_destroy(e);
}

static void
what_reads_titles_clipboard_or_screen_is_off(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b]2;secret\x07\x1b[20t\x1b[21t\x1b]52;c;?\x07\x1b[1;1;1;1;2;2*y");
    assert_replies(e, "");
    qtty_emulator_destroy(e);

    e = terminal(NULL, QTTY_REPORT_TITLE);
    feed(e, "\x1b]2;a\x01title\x07\x1b[21t");
    assert_replies(e, "\x1b]latitle\x1b\\");
    qtty_emulator_destroy(e);

    e = terminal("research", 0);
    feed(e, "AB\x1b[7;1;1;1;1;3*y");
    assert_replies(e, "\x1bP7!~00A3\x1b\\");
    qtty_emulator_destroy(e);
}

static void
a_full_queue_drops_whole_replies_and_counts(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    for (int i = 0; i < 2000; i++)
        feed(e, "\x1b[5n");
    assert_int_equal(qtty_emulator_replies(e).len, 1024 * 4);
    assert_int_equal(qtty_emulator_replies_dropped(e), 2000 - 1024);
    qtty_emulator_take_replies(e, 6);
    assert_int_equal(qtty_emulator_replies(e).len, 1024 * 4 - 6);
    assert_memory_equal(qtty_emulator_replies(e).data, "0n\x1b[0n", 6);
    qtty_emulator_destroy(e);
}

static void
a_flood_of_names_and_pairs_is_capped(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1bP+q");
    for (int i = 0; i < 10000; i++)
        feed(e, "544E;");
    feed(e, "\x1b\\");
    assert_in_range(qtty_emulator_replies(e).len, 1, 64 * 64);
    qtty_emulator_destroy(e);
}

static void
personas_answer_as_their_models(void **state)
{
    (void)state;
    static const struct {
        const char *persona, *replies;
    } cases[] = {
        { "vt100", "\x1b[?1;2c\x1b[1;1R" },
        { "minimal", "\x1b[?6c\x1b[1;1R" },
        { "kitty", "\x1b[?62c\x1b[>1;4000;29c\x1bP>|kitty(0.29.2)\x1b\\\x1b[1;1R" },
        { "xterm", "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29c\x1b[>41;380;0c"
                   "\x1bP>|XTerm(380)\x1b\\\x1b[1;1R" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_emulator *e = terminal(cases[i].persona, 0);
        feed(e, "\x1b[c\x1b[>c\x1b[>q\x1b[6n");
        assert_replies(e, cases[i].replies);
        qtty_emulator_destroy(e);
    }
}

static void
device_attributes_with_parameters_are_silent(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b[1c\x1b[>1c\x1b[=1c\x1b[>1q");
    assert_replies(e, "");
    feed(e, "\x1b[0c\x1bZ");
    assert_replies(e, "\x1b[?64;1;6;22c\x1b[?64;1;6;22c");
    qtty_emulator_destroy(e);
}

static void
the_answerback_is_what_was_configured(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.answerback = "hello";
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\x05");
    assert_replies(e, "hello");
    qtty_emulator_destroy(e);
    e = terminal(NULL, 0);
    feed(e, "\x05");
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

static void
positions_count_from_the_margins_in_origin_mode(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b[5;10r\x1b[?6h\x1b[2;3H\x1b[6n\x1b[?6l\x1b[6n");
    assert_replies(e, "\x1b[2;3R\x1b[1;1R");
    qtty_emulator_destroy(e);
}

static void
modes_are_reported_as_they_are(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e,
         "\x1b[?2004h\x1b[?2004$p\x1b[?2004l\x1b[?2004$p\x1b[?2026$p\x1b[?9999$p\x1b[4$p"
         "\x1b[1$p\x1b[?1049h\x1b[?1049$p");
    assert_replies(e, "\x1b[?2004;1$y\x1b[?2004;2$y\x1b[?2026;0$y\x1b[?9999;0$y\x1b[4;2$y"
                      "\x1b[1;4$y\x1b[?1049;1$y");
    qtty_emulator_destroy(e);
}

static void
one_mouse_mode_replaces_another(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b[?1000h\x1b[?1003h\x1b[?1000l");
    assert_int_equal(qtty_emulator_mode(e, true, 1000), QTTY_MODE_RESET);
    assert_int_equal(qtty_emulator_mode(e, true, 1003), QTTY_MODE_SET);
    qtty_emulator_destroy(e);
}

static void
output_resizes_only_where_all_allow_it(void **state)
{
    (void)state;
    static const struct {
        const char *persona;
        uint32_t reports, rows, cols;
    } cases[] = {
        { NULL, 0, 24, 80 },
        { NULL, QTTY_REPORT_RESIZE, 24, 80 },
        { "research", 0, 24, 80 },
        { "research", QTTY_REPORT_RESIZE, 30, 132 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_emulator *e = terminal(cases[i].persona, cases[i].reports);
        uint32_t rows, cols;
        feed(e, "\x1b[8;30;100t\x1b[?40h\x1b[?3h");
        qtty_emulator_size(e, &rows, &cols);
        assert_int_equal(rows, cases[i].rows);
        assert_int_equal(cols, cases[i].cols);
        qtty_emulator_destroy(e);
    }
}

static void
colours_are_set_reported_and_reset(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b]4;1;rgb:12/34/56;1;?;255;?\x1b\\\x1b]104;1\x07\x1b]4;1;?\x07"
            "\x1b]10;#ffffff;?\x1b\\\x1b]11;#fff\x07\x1b[?996n\x1b]111\x07\x1b[?996n");
    assert_replies(e,
                   "\x1b]4;1;rgb:1212/3434/5656\x1b\\\x1b]4;255;rgb:eeee/eeee/eeee\x1b\\"
                   "\x1b]4;1;rgb:cdcd/0000/0000\x07\x1b]11;rgb:0000/0000/0000\x1b\\"
                   "\x1b[?997;2n\x1b[?997;1n");
    qtty_emulator_destroy(e);
}

static void
terminfo_strings_are_those_that_work(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1bP+q544e;436F;5463;6e6f\x1b\\");
    assert_replies(e, "\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\"
                      "\x1bP1+r436F=323536\x1b\\\x1bP1+r5463\x1b\\\x1bP0+r\x1b\\");
    qtty_emulator_destroy(e);
}

static void
true_colour_survives_decrqss(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b[48:2:1:2:3m\x1bP$qm\x1b\\");
    assert_replies(e, "\x1bP1$r0;48:2::1:2:3m\x1b\\");
    qtty_emulator_destroy(e);
}

static void
presentation_state_is_reported(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.cols = 40;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\x1b[3g\x1b[10G\x1bH\x1b[20G\x1bH\x1b[2$w\x1b[9$w\x1b[1m\x1b[2;3H\x1b[1$w");
    assert_replies(
        e, "\x1bP2$u10/20\x1b\\\x1bP0$u\x1b\\\x1bP1$u2;3;1;A;@;@;0;2;@;BBBB\x1b\\");
    qtty_emulator_destroy(e);
}

/* --- Events ------------------------------------------------------------------------- */

static void
assert_event(qtty_emulator *e, qtty_event_kind kind, int32_t value, const char *text)
{
    qtty_event event;
    assert_true(qtty_emulator_next_event(e, &event));
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.value, value);
    assert_int_equal(event.text.len, strlen(text));
    if (event.text.len != 0)
        assert_memory_equal(event.text.data, text, event.text.len);
}

static void
events_come_in_order_with_their_text(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    qtty_event event;
    feed(e, "\x07\x1b]2;T\x07\x1b]2;T\x07\x1b]7;file://h/"
            "p\x07\x1b]133;A\x07\x1b]133;B;x=1\x07"
            "\x1b]633;C\x07\x1b]133;D;7;n=a\x07\x1b]133;D\x07\x1b]52;c;QQ==\x07\x1b]9;"
            "hi\x07");
    assert_event(e, QTTY_EVENT_BELL, 0, "");
    assert_event(e, QTTY_EVENT_TITLE, 0, "T");
    assert_event(e, QTTY_EVENT_CWD, 0, "file://h/p");
    assert_event(e, QTTY_EVENT_PROMPT_START, 0, "");
    assert_event(e, QTTY_EVENT_COMMAND_START, 0, "x=1");
    assert_event(e, QTTY_EVENT_OUTPUT_START, 0, "");
    assert_event(e, QTTY_EVENT_COMMAND_END, 7, "7;n=a");
    assert_event(e, QTTY_EVENT_COMMAND_END, -1, "");
    assert_event(e, QTTY_EVENT_CLIPBOARD, 0, "c;QQ==");
    assert_event(e, QTTY_EVENT_NOTIFICATION, 0, "hi");
    assert_false(qtty_emulator_next_event(e, &event));
    qtty_emulator_destroy(e);
}

static void
an_event_knows_where_it_happened(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "one\r\nab\x1b]133;B\x07");
    qtty_event event;
    qtty_row row;
    assert_true(qtty_emulator_next_event(e, &event));
    assert_int_equal(event.row, 1);
    assert_int_equal(event.col, 2);
    qtty_emulator_row(e, 1, &row);
    assert_int_equal(event.row_id, row.id);
    qtty_emulator_destroy(e);
}

static void
a_full_event_queue_counts_what_it_drops(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    for (int i = 0; i < 1100; i++)
        feed(e, "\x07");
    assert_int_equal(qtty_emulator_events_dropped(e), 1100 - 1024);
    qtty_emulator_destroy(e);
}

static void
titles_are_cleaned_cut_and_stacked(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "\x1b]0;a\xFF"
            "b\xC2\x85"
            "c\x07\x1b[22t\x1b]2;other\x07\x1b[23t");
    assert_int_equal(qtty_emulator_title(e).len, 6);
    assert_memory_equal(qtty_emulator_title(e).data, "a\uFFFDbc", 6);
    char longer[3000];
    memset(longer, 'x', sizeof longer);
    memcpy(longer, "\x1b]2;", 4);
    memcpy(longer + sizeof longer - 2, "\x07", 2);
    feed(e, longer);
    assert_int_equal(qtty_emulator_title(e).len, 1024);
    qtty_emulator_destroy(e);
}

static void
latin_1_text_and_titles_are_converted(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.encoding = QTTY_ENCODING_LATIN1;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\xE9\x9B"
            "3;3H\x9D"
            "2;\xE9\x9C");
    qtty_cell cell;
    qtty_emulator_cell(e, 0, 0, &cell);
    assert_string_equal(cell.text, "\u00E9");
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    assert_int_equal(cursor.row, 2);
    assert_int_equal(qtty_emulator_title(e).len, 2);
    assert_memory_equal(qtty_emulator_title(e).data, "\u00E9", 2);
    qtty_emulator_destroy(e);
}

static void
the_first_ill_formed_bytes_are_remembered(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "ab\xE2\x82"
            "c\xFF");
    qtty_ill_formed bad;
    qtty_emulator_ill_formed(e, &bad);
    assert_int_equal(bad.count, 2);
    assert_int_equal(bad.offset, 2);
    assert_int_equal(bad.len, 2);
    assert_memory_equal(bad.bytes, "\xE2\x82", 2);
    qtty_emulator_destroy(e);
}

static void
a_reset_forgets_an_unfinished_sequence(void **state)
{
    (void)state;
    qtty_emulator *e = terminal(NULL, 0);
    feed(e, "abc\x1b[5n\x1b]2;never");
    assert_int_equal(qtty_emulator_reset(e), QTTY_OK);
    feed(e, "x");
    qtty_cell cell;
    qtty_emulator_cell(e, 0, 0, &cell);
    assert_string_equal(cell.text, "x");
    assert_int_equal(qtty_emulator_title(e).len, 0);
    assert_replies(e, "\x1b[0n");
    qtty_emulator_destroy(e);
}

static void
every_query_of_the_table_is_answered_or_refused_knowingly(void **state)
{
    (void)state;
    for (size_t i = 0; qtty_persona_name(i) != NULL; i++) {
        qtty_emulator *e = terminal(qtty_persona_name(i), 0);
        feed(e, "\x1b[5n");
        assert_replies(e, "\x1b[0n");
        qtty_emulator_destroy(e);
    }
    assert_null(qtty_engine_name(99));
    assert_string_equal(qtty_engine_name(0), "libvterm");
    assert_non_null(qtty_engine_gap("libvterm", 0)->missing);
    assert_null(qtty_engine_gap("libvterm", 999));
    assert_null(qtty_engine_gap("none", 0));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(names_that_do_not_exist_are_refused),
        cmocka_unit_test(a_smaller_struct_is_an_older_version),
        cmocka_unit_test(sizes_out_of_range_change_nothing),
        cmocka_unit_test(rows_and_cells_out_of_range_are_said_to_be),
        cmocka_unit_test(replies_keep_the_order_of_the_queries),
        cmocka_unit_test(a_bad_request_is_refused_without_its_words),
        cmocka_unit_test(what_reads_titles_clipboard_or_screen_is_off),
        cmocka_unit_test(a_full_queue_drops_whole_replies_and_counts),
        cmocka_unit_test(a_flood_of_names_and_pairs_is_capped),
        cmocka_unit_test(personas_answer_as_their_models),
        cmocka_unit_test(device_attributes_with_parameters_are_silent),
        cmocka_unit_test(the_answerback_is_what_was_configured),
        cmocka_unit_test(positions_count_from_the_margins_in_origin_mode),
        cmocka_unit_test(modes_are_reported_as_they_are),
        cmocka_unit_test(one_mouse_mode_replaces_another),
        cmocka_unit_test(output_resizes_only_where_all_allow_it),
        cmocka_unit_test(colours_are_set_reported_and_reset),
        cmocka_unit_test(terminfo_strings_are_those_that_work),
        cmocka_unit_test(true_colour_survives_decrqss),
        cmocka_unit_test(presentation_state_is_reported),
        cmocka_unit_test(events_come_in_order_with_their_text),
        cmocka_unit_test(an_event_knows_where_it_happened),
        cmocka_unit_test(a_full_event_queue_counts_what_it_drops),
        cmocka_unit_test(titles_are_cleaned_cut_and_stacked),
        cmocka_unit_test(latin_1_text_and_titles_are_converted),
        cmocka_unit_test(the_first_ill_formed_bytes_are_remembered),
        cmocka_unit_test(a_reset_forgets_an_unfinished_sequence),
        cmocka_unit_test(every_query_of_the_table_is_answered_or_refused_knowingly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
