/* The emulator by its public interface, whatever the engine: configuration, events. */
#include "paths.h"
#include "unit/terminal.h"

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
    config.size = offsetof(qtty_emulator_config, engine) + 1;
    assert_int_equal(status_of(&config), QTTY_E_INVAL);
    config.size = 0;
    assert_int_equal(status_of(&config), QTTY_E_INVAL);
}

static void
sizes_out_of_range_change_nothing(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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

/* One that could not be pulled would come later, among those of another command. */
static void
pulling_an_event_needs_no_memory(void **state)
{
    (void)state;
    struct failing_allocator memory = { 0 };
    const qtty_allocator hook = failing_allocator_hook(&memory);
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    qtty_emulator *e;
    qtty_event event;
    config.allocator = &hook;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\x1b]2;title\x07\x1b]133;D;7\x07");
    memory.fail_at = memory.calls + 1;
    memory.for_good = 1;
    assert_true(qtty_emulator_next_event(e, &event));
    assert_int_equal(event.kind, QTTY_EVENT_TITLE);
    assert_int_equal(event.text.len, 5);
    assert_memory_equal(event.text.data, "title", 5);
    assert_true(qtty_emulator_next_event(e, &event));
    assert_int_equal(event.kind, QTTY_EVENT_COMMAND_END);
    assert_int_equal(event.value, 7);
    assert_false(qtty_emulator_next_event(e, &event));
    qtty_emulator_destroy(e);
    assert_int_equal(memory.live, 0);
}

static void
an_event_knows_where_it_happened(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
    for (int i = 0; i < 1100; i++)
        feed(e, "\x1b]133;A\x07");
    assert_int_equal(qtty_emulator_events_dropped(e), 1100 - 1024);
    qtty_emulator_destroy(e);
}

/* Payloads from before to after an image's data: whatever its size, it is one event. */
static void
feed_image(qtty_emulator *e, const char *head, const char *tail)
{
    static const char data[] =
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    feed(e, head);
    for (int i = 0; i < 5000; i++)
        feed(e, data);
    feed(e, tail);
}

static void
an_image_over_the_ceiling_is_one_event(void **state)
{
    (void)state;
    static const struct {
        const char *head, *tail;
        qtty_image_protocol protocol;
        uint32_t width, height;
    } cases[] = {
        { "\x1bPq\"1;1;640;480", "\x1b\\", QTTY_IMAGE_SIXEL, 640, 480 },
        { "\x1bPp", "\x1b\\", QTTY_IMAGE_REGIS, 0, 0 },
        { "\x1b_Ga=T,s=3,v=4;", "\x1b\\", QTTY_IMAGE_KITTY, 3, 4 },
        { "\x1b]1337;File=inline=1;height=5px:", "\x07", QTTY_IMAGE_ITERM2, 0, 5 },
    };
    qtty_emulator *e = persona_terminal(NULL, 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_event event;
        feed_image(e, cases[i].head, cases[i].tail);
        assert_true(qtty_emulator_next_event(e, &event));
        assert_int_equal(event.kind, QTTY_EVENT_IMAGE);
        assert_int_equal(event.value, cases[i].protocol);
        assert_int_equal(event.width, cases[i].width);
        assert_int_equal(event.height, cases[i].height);
        assert_int_equal(event.text.len, 0);
        assert_false(qtty_emulator_next_event(e, &event));
        feed_image(e, cases[i].head, "\x18");
        assert_false(qtty_emulator_next_event(e, &event));
    }
    assert_int_equal(qtty_emulator_replies(e).len, 0);
    qtty_emulator_destroy(e);
}

static void
a_command_line_over_the_ceiling_is_none(void **state)
{
    (void)state;
    qtty_event event;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed_image(e, "\x1b]633;E;", "\x07");
    feed_image(e, "\x1b]633;P;a=", "\x07");
    feed_image(e, "\x1b]1337;SetUserVar=a=", "\x07");
    feed_image(e, "\x1b]52;c;", "\x07");
    feed_image(e, "\x1b]22;", "\x07");
    assert_false(qtty_emulator_next_event(e, &event));
    qtty_emulator_destroy(e);
}

static void
assert_link(qtty_emulator *e, size_t uri_len, size_t id_len)
{
    qtty_cell cell;
    assert_int_equal(qtty_emulator_cell(e, 0, 0, &cell), QTTY_OK);
    assert_int_equal(cell.text[0], 'x');
    assert_int_equal(cell.link.len, uri_len);
    assert_int_equal(cell.link_id.len, id_len);
}

/* A URI with this many bytes, and an id. */
static void
feed_link(qtty_emulator *e, size_t uri_len, size_t id_len)
{
    char text[4096], *at = text;
    memcpy(at, "\x1b[H\x1b]8;id=", 10);
    at += 10;
    memset(at, 'i', id_len);
    at += id_len;
    *at++ = ';';
    memset(at, 'u', uri_len);
    at += uri_len;
    memcpy(at, "\x07x", 3);
    feed(e, text);
}

/* VTE's ceilings: a longer URI is no link, a longer id is none. */
static void
a_link_and_its_id_have_their_ceilings(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed_link(e, 2083, 250);
    assert_link(e, 2083, 250);
    feed_link(e, 2083, 251);
    assert_link(e, 2083, 0);
    feed_link(e, 2084, 250);
    assert_link(e, 0, 0);
    feed_link(e, 2084, 0);
    assert_link(e, 0, 0);
    qtty_emulator_destroy(e);
}

static void
titles_are_cleaned_cut_and_stacked(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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
a_title_is_cut_between_characters(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b]2;");
    for (int i = 0; i < 400; i++)
        feed(e, "\u4E2D");
    feed(e, "x\x07");
    assert_int_equal(qtty_emulator_title(e).len, 1024 / 3 * 3);
    feed(e, "\x1b]2;\x07");
    assert_int_equal(qtty_emulator_title(e).len, 0);
    qtty_emulator_destroy(e);
}

static void
every_path_shows_the_same(void **state)
{
    (void)state;
    for (int path = CPU_PLAIN; path < CPU_PATHS; path++) {
        qtty_emulator *e;
        qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
        config.rows = 3;
        config.cols = 40;
        assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
        if (emulator_use_path(e, (enum cpu_path)path)) {
            feed(e, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH\x1b[31mI\u4E2DJ\x7F");
            feed(e, "\x1b]2;a title of more than sixteen\x07");
            assert_row(e, 0, "0123456789abcdefghijklmnopqrstuvwxyzABCD");
            assert_row(e, 1, "EFGHI\u4E2DJ");
            assert_int_equal(qtty_emulator_title(e).len, 28);
        } else {
            assert_false(cpu_has((enum cpu_path)path));
        }
        qtty_emulator_destroy(e);
    }
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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
a_flood_of_bells_does_not_push_marks_out(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    for (int i = 0; i < 2000; i++)
        feed(e, "\x07");
    feed(e, "\x1b]133;D;0\x07");
    qtty_event event = { .kind = QTTY_EVENT_BELL };
    int bells = -1;
    while (event.kind == QTTY_EVENT_BELL && qtty_emulator_next_event(e, &event))
        bells++;
    assert_int_equal(bells, 512);
    assert_int_equal(event.kind, QTTY_EVENT_COMMAND_END);
    qtty_emulator_destroy(e);
}

/* The exit status of a command hangs on its mark. */
static void
a_flood_of_clipboards_does_not_push_marks_out(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    static char write[5100];
    memset(write, 'A', sizeof write - 1);
    memcpy(write, "\x1b]52;c;", 7);
    memcpy(write + sizeof write - 3, "\x1b\\", 2);
    for (int i = 0; i < 80; i++)
        feed(e, write);
    feed(e, "\x1b]633;E;make\x1b\\\x1b]133;D;3\x1b\\");
    qtty_event event, last = { 0 }, before = { 0 };
    while (qtty_emulator_next_event(e, &event)) {
        before = last;
        last = event;
    }
    assert_int_equal(before.kind, QTTY_EVENT_COMMAND_LINE);
    assert_int_equal(last.kind, QTTY_EVENT_COMMAND_END);
    assert_int_equal(last.value, 3);
    qtty_emulator_destroy(e);
}

static void
a_reset_leaves_nothing_to_repeat(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "A");
    assert_int_equal(qtty_emulator_reset(e), QTTY_OK);
    feed(e, "\x1b[3b");
    assert_row(e, 0, "");
    qtty_emulator_destroy(e);
}

static void
the_first_engine_is_native_and_an_engine_says_what_it_lacks(void **state)
{
    (void)state;
    assert_string_equal(qtty_engine_name(0), "native");
    assert_null(qtty_engine_name(99));
    assert_null(qtty_engine_gap("native", 0));
    for (size_t i = 1; qtty_engine_name(i) != NULL; i++) {
        assert_non_null(qtty_engine_gap(qtty_engine_name(i), 0)->missing);
        assert_null(qtty_engine_gap(qtty_engine_name(i), 999));
    }
    assert_null(qtty_engine_gap("none", 0));
}

static void
feeding_ends_where_so_many_rows_left(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_int_equal(qtty_emulator_resize(e, 2, 10), QTTY_OK);
    qtty_span bytes = { (const uint8_t *)"1\n2\n3\n4\n5", 9 };
    uint64_t end;
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, 2), QTTY_OK);
    qtty_emulator_scrolled(e, NULL, &end);
    assert_int_equal(end, 2);
    assert_int_equal(bytes.len, 3);
    assert_memory_equal(bytes.data, "4\n5", 3);
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, 2), QTTY_OK);
    assert_int_equal(bytes.len, 0);
    qtty_emulator_destroy(e);
}

/* Output made the screen higher, by rows that had left before the call. */
static void
what_comes_after_a_resize_by_output_is_fed(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal("research", QTTY_REPORT_RESIZE);
    feed(e, "\x1b[8;1;20tg\n");
    assert_int_equal(qtty_emulator_scrollback(e), 1);
    feed(e, "\x1b[8;9;20tafter");
    assert_row(e, 0, "g");
    assert_row(e, 1, " after");
    qtty_emulator_destroy(e);
}

/* Also behind one to the same size, and with a cut in the sequence. */
static void
feeding_in_pieces_ends_behind_a_resize_by_output(void **state)
{
    static const char text[] = "a\x1b[8;3;10tb\x1b[8;3;10tc\x1b[8;5;2";
    (void)state;
    qtty_emulator *e = persona_terminal("research", QTTY_REPORT_RESIZE);
    qtty_span bytes = { (const uint8_t *)text, sizeof text - 1 };
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, UINT64_MAX), QTTY_OK);
    assert_memory_equal(bytes.data, "b\x1b", 2);
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, UINT64_MAX), QTTY_OK);
    assert_memory_equal(bytes.data, "c\x1b", 2);
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, UINT64_MAX), QTTY_OK);
    assert_int_equal(bytes.len, 0);
    bytes = (qtty_span){ (const uint8_t *)"0td", 3 };
    assert_int_equal(qtty_emulator_feed_rows(e, &bytes, UINT64_MAX), QTTY_OK);
    assert_memory_equal(bytes.data, "d", 1);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flood_of_clipboards_does_not_push_marks_out),
        cmocka_unit_test(a_reset_leaves_nothing_to_repeat),
        cmocka_unit_test(feeding_ends_where_so_many_rows_left),
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(names_that_do_not_exist_are_refused),
        cmocka_unit_test(a_smaller_struct_is_an_older_version),
        cmocka_unit_test(sizes_out_of_range_change_nothing),
        cmocka_unit_test(rows_and_cells_out_of_range_are_said_to_be),
        cmocka_unit_test(events_come_in_order_with_their_text),
        cmocka_unit_test(pulling_an_event_needs_no_memory),
        cmocka_unit_test(an_event_knows_where_it_happened),
        cmocka_unit_test(a_full_event_queue_counts_what_it_drops),
        cmocka_unit_test(an_image_over_the_ceiling_is_one_event),
        cmocka_unit_test(a_command_line_over_the_ceiling_is_none),
        cmocka_unit_test(a_link_and_its_id_have_their_ceilings),
        cmocka_unit_test(titles_are_cleaned_cut_and_stacked),
        cmocka_unit_test(a_title_is_cut_between_characters),
        cmocka_unit_test(every_path_shows_the_same),
        cmocka_unit_test(latin_1_text_and_titles_are_converted),
        cmocka_unit_test(the_first_ill_formed_bytes_are_remembered),
        cmocka_unit_test(a_reset_forgets_an_unfinished_sequence),
        cmocka_unit_test(a_flood_of_bells_does_not_push_marks_out),
        cmocka_unit_test(what_comes_after_a_resize_by_output_is_fed),
        cmocka_unit_test(feeding_in_pieces_ends_behind_a_resize_by_output),
        cmocka_unit_test(the_first_engine_is_native_and_an_engine_says_what_it_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
