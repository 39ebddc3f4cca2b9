/* The screen projection, against an emulator whose rows the test moves by hand. */
#include "unit/fake_screen.h"

/* --- Open and final ----------------------------------------------------------------- */

static void
lines_are_open_on_the_screen_and_final_above_it(void **state)
{
    (void)state;
    struct screen s = screen(3, 10, NULL);
    assert_string_equal(look(&s), "");
    feed(&s, "one\ntwo");
    assert_string_equal(look(&s), "one_two_");
    assert_int_equal(qtty_lines_final(s.lines), 0);
    feed(&s, "\nthree\nfour\nfive");
    assert_string_equal(look(&s), "one|two|three_four_five_");
    assert_int_equal(qtty_lines_final(s.lines), 2);
    finish(&s);
}

static void
what_is_overwritten_shows_its_last_state(void **state)
{
    (void)state;
    struct screen s = screen(3, 10, NULL);
    fake_write(s.emulator, 0, " 1%");
    assert_string_equal(look(&s), " 1%_");
    fake_write(s.emulator, 0, "100%");
    assert_string_equal(look(&s), "100%_");
    fake_scroll(s.emulator, 1);
    assert_string_equal(look(&s), "100%|");
    finish(&s);
}

static void
written_spaces_stay_and_erased_cells_do_not(void **state)
{
    (void)state;
    struct screen s = screen(2, 10, NULL);
    fake_write(s.emulator, 0, "a  ");
    fake_write(s.emulator, 1, "");
    assert_string_equal(look(&s), "a  __");
    finish(&s);
}

static void
rows_that_nothing_was_written_to(void **state)
{
    (void)state;
    struct screen s = screen(4, 10, NULL);
    feed(&s, "a\n\n\nb");
    assert_string_equal(look(&s), "a___b_");
    feed(&s, "\n");
    assert_string_equal(look(&s), "a|__b_");
    feed(&s, "\n\n");
    assert_string_equal(look(&s), "a|||b_");
    feed(&s, "\n\n\n");
    assert_string_equal(look(&s), "a|||b|||");
    finish(&s);
}

/* --- Rows that were wrapped --------------------------------------------------------- */

static void
soft_wrapped_rows_are_one_line(void **state)
{
    (void)state;
    struct screen s = screen(3, 4, NULL);
    feed(&s, "abcdefghij\nk");
    assert_string_equal(look(&s), "abcdefghij_k_");
    feed(&s, "\nl\nm\nn");
    assert_string_equal(look(&s), "abcdefghij|k|l_m_n_");
    finish(&s);
}

static void
a_line_is_open_until_its_last_row_left(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    feed(&s, "abcdefghij");
    assert_string_equal(look(&s), "abcdefghij_");
    fake_write(s.emulator, 1, "iJ");
    assert_string_equal(look(&s), "abcdefghiJ_");
    feed(&s, "\nk");
    assert_string_equal(look(&s), "abcdefghiJ_k_");
    feed(&s, "\nl");
    assert_string_equal(look(&s), "abcdefghiJ|k_l_");
    finish(&s);
}

/* An erase that begins at the top left ends what the row above it continued. */
static void
a_row_loses_what_continued_it(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    feed(&s, "abcdefghij");
    assert_string_equal(look(&s), "abcdefghij_");
    s.emulator->scrolled[0].row.soft_wrapped = false;
    fake_wrap(s.emulator, 0, false);
    fake_write(s.emulator, 0, "new");
    assert_string_equal(look(&s), "abcd|new_ij_");
    finish(&s);
}

static void
a_line_longer_than_the_bound(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config),
                                       .scrollback_max_bytes = 10 };
    struct screen s = screen(2, 4, &config);
    feed(&s, "0123456789abcdef");
    assert_string_equal(look(&s), "6789abcdef_");
    assert_true(line(&s, 0).cut);
    feed(&s, "\ng\nh\ni");
    assert_string_equal(look(&s), "g|h_i_");
    finish(&s);
}

/* --- Ids ---------------------------------------------------------------------------- */

static void
the_id_is_that_of_the_first_row(void **state)
{
    (void)state;
    struct screen s = screen(3, 4, NULL);
    feed(&s, "abcdef\ng");
    assert_int_equal(line(&s, 0).id, 1);
    assert_int_equal(line(&s, 1).id, 3);
    feed(&s, "\nh\ni");
    assert_string_equal(look(&s), "abcdef|g_h_i_");
    assert_int_equal(line(&s, 0).id, 1);
    assert_int_equal(line(&s, 1).id, 3);
    finish(&s);
}

static void
a_line_without_writing_keeps_the_id_of_its_place(void **state)
{
    (void)state;
    struct screen s = screen(3, 4, NULL);
    feed(&s, "a\n\nb");
    const uint64_t id = line(&s, 1).id;
    assert_int_equal(id, ID_OF_PLACE | 1);
    assert_true(id <= INT64_MAX);
    feed(&s, "\n");
    assert_int_equal(line(&s, 1).id, id);
    feed(&s, "\n");
    assert_true(line(&s, 1).final);
    assert_int_equal(line(&s, 1).id, id);
    finish(&s);
}

static void
ids_go_along_when_rows_shift(void **state)
{
    (void)state;
    struct screen s = screen(3, 4, NULL);
    feed(&s, "a\nb");
    fake_scroll_down(s.emulator);
    fake_write(s.emulator, 0, "new");
    assert_string_equal(look(&s), "new_a_b_");
    assert_int_equal(line(&s, 0).id, 3);
    assert_int_equal(line(&s, 1).id, 1);
    qtty_line found;
    assert_int_equal(qtty_lines_find(s.lines, 2, &found), QTTY_OK);
    assert_string_equal(string_of(found.text), "b");
    assert_int_equal(qtty_lines_find(s.lines, 99, &found), QTTY_E_NOT_FOUND);
    assert_int_equal(qtty_lines_find(s.lines, 0, &found), QTTY_E_NOT_FOUND);
    finish(&s);
}

/* --- The view ----------------------------------------------------------------------- */

static void
a_clear_keeps_lines_out_of_view(void **state)
{
    (void)state;
    struct screen s = screen(3, 4, NULL);
    feed(&s, "a\nb\nc\nd");
    fake_clear(s.emulator);
    fake_write(s.emulator, 0, "e");
    assert_string_equal(look(&s), "a|b|c|d|e_");
    assert_true(line(&s, 0).in_view);
    assert_false(line(&s, 1).in_view);
    assert_false(line(&s, 3).in_view);
    assert_true(line(&s, 4).in_view);
    finish(&s);
}

static void
the_view_ends_and_the_store_does_not(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    feed(&s, "a\nb\nc");
    assert_true(line(&s, 0).in_view);
    fake_end_view(s.emulator);
    assert_string_equal(look(&s), "a|b_c_");
    assert_false(line(&s, 0).in_view);
    finish(&s);
}

static void
a_line_whose_row_is_not_kept_is_not_in_view(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    s.emulator->keep = 1;
    feed(&s, "a\nb\nc");
    feed(&s, "\nd");
    assert_string_equal(look(&s), "a|b|c_d_");
    assert_false(line(&s, 0).in_view);
    assert_true(line(&s, 1).in_view);
    finish(&s);
}

/* --- Rows that come back ------------------------------------------------------------ */

static void
a_line_that_comes_back_is_open_again(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    feed(&s, "a\nb\nc\nd");
    assert_string_equal(look(&s), "a|b|c_d_");
    fake_grow(s.emulator, 1);
    assert_string_equal(look(&s), "a|b_c_d_");
    assert_int_equal(line(&s, 1).id, 2);
    fake_write(s.emulator, 0, "B");
    feed(&s, "\ne");
    assert_string_equal(look(&s), "a|B|c_d_e_");
    assert_int_equal(line(&s, 1).id, 2);
    finish(&s);
}

static void
the_tail_of_a_line_comes_back(void **state)
{
    (void)state;
    struct screen s = screen(2, 2, NULL);
    feed(&s, "x\nabcdef\ny\nz");
    assert_string_equal(look(&s), "x|abcdef|y_z_");
    fake_grow(s.emulator, 2);
    assert_string_equal(look(&s), "x|abcdef_y_z_");
    fake_write(s.emulator, 1, "EF");
    assert_string_equal(look(&s), "x|abcdEF_y_z_");
    assert_int_equal(line(&s, 1).id, 2);
    feed(&s, "\n\n\n");
    assert_string_equal(look(&s), "x|abcdEF|y|z_");
    finish(&s);
}

static void
the_tail_comes_back_and_the_head_is_gone(void **state)
{
    (void)state;
    struct screen s = screen(2, 2, NULL);
    feed(&s, "abcdef\ny\nz");
    assert_string_equal(look(&s), "abcdef|y_z_");
    s.emulator->first = 1;
    fake_grow(s.emulator, 1);
    assert_string_equal(look(&s), "cdef_y_z_");
    assert_int_equal(line(&s, 0).id, 1);
    assert_true(line(&s, 0).cut);
    finish(&s);
}

static void
the_head_of_an_open_line_comes_back(void **state)
{
    (void)state;
    struct screen s = screen(2, 2, NULL);
    feed(&s, "abcdefgh");
    assert_string_equal(look(&s), "abcdefgh_");
    fake_grow(s.emulator, 1);
    fake_write(s.emulator, 0, "CD");
    assert_string_equal(look(&s), "abCDefgh_");
    fake_grow(s.emulator, 1);
    fake_write(s.emulator, 0, "AB");
    assert_string_equal(look(&s), "ABCDefgh_");
    finish(&s);
}

static void
rows_come_back_and_leave_again_in_one_go(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    feed(&s, "a\nb\nc\nd\ne");
    fake_grow(s.emulator, 2);
    fake_write(s.emulator, 0, "B");
    fake_scroll(s.emulator, 3);
    assert_string_equal(look(&s), "a|B|c|d|e_");
    finish(&s);
}

static void
two_see_rows_come_back(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    qtty_lines *other;
    assert_int_equal(qtty_lines_create(&other, NULL, s.emulator), QTTY_OK);
    feed(&s, "a\nb\nc\nd");
    assert_int_equal(qtty_lines_sync(other), QTTY_OK);
    fake_grow(s.emulator, 2);
    fake_write(s.emulator, 0, "A");
    assert_string_equal(look(&s), "A_b_c_d_");
    assert_int_equal(qtty_lines_sync(other), QTTY_OK);
    assert_string_equal(all_lines(other), "A_b_c_d_");
    qtty_lines_destroy(other);
    finish(&s);
}

/* --- Bounds ------------------------------------------------------------------------- */

static void
open_lines_count_within_the_bounds(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 5 };
    struct screen s = screen(3, 4, &config);
    feed(&s, "1\n2\n3\n4\n5\n6\n7\n8");
    assert_string_equal(look(&s), "4|5|6_7_8_"); /* 1 to 3 are hidden */
    assert_int_equal(qtty_lines_dropped(s.lines), 0);
    assert_int_equal(qtty_lines_final(s.lines), 2);
    finish(&s);
}

static void
a_screen_of_more_lines_than_are_retained(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 2 };
    struct screen s = screen(4, 4, &config);
    feed(&s, "1\n2\n3\n4\n5");
    assert_string_equal(look(&s), "4_5_");
    assert_int_equal(qtty_lines_dropped(s.lines), 0);
    feed(&s, "\n6\n7\n8\n9"); /* 1 to 5 left the screen, two of them are kept */
    assert_string_equal(look(&s), "8_9_");
    assert_int_equal(qtty_lines_dropped(s.lines), 3);
    finish(&s);
}

static void
bytes_of_open_lines_count(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config),
                                       .scrollback_max_bytes = 8 };
    struct screen s = screen(2, 4, &config);
    feed(&s, "aaa\nbbb\nccc\ndd");
    assert_string_equal(look(&s), "bbb|ccc_dd_");
    feed(&s, "dd");
    assert_string_equal(look(&s), "ccc_dddd_");
    finish(&s);
}

static void
rows_are_taken_before_the_emulator_drops_them(void **state)
{
    (void)state;
    static char text[20001];
    struct screen s = screen(2, 4, NULL);
    s.emulator->keep = 1024;
    for (size_t i = 0; i < 20000; i += 2)
        memcpy(text + i, "x\n", 2);
    feed(&s, text);
    assert_int_equal(qtty_lines_dropped(s.lines), 0);
    assert_int_equal(qtty_lines_count(s.lines), 10000);
    finish(&s);
}

static void
rows_that_are_gone_count_as_dropped(void **state)
{
    (void)state;
    struct screen s = screen(2, 4, NULL);
    s.emulator->keep = 2;
    feed(&s, "1\n2\n3\n4\n5\n6");
    assert_string_equal(look(&s), "3|4|5_6_");
    assert_int_equal(qtty_lines_dropped(s.lines), 2);
    finish(&s);
}

static void
rows_from_before_the_lines_are_lines(void **state)
{
    (void)state;
    qtty_emulator *e = fake_create(2, 4);
    qtty_lines *l;
    assert_int_equal(qtty_emulator_feed(e, SPAN("1\n2\n3\n4")), QTTY_OK);
    assert_int_equal(qtty_lines_create(&l, NULL, e), QTTY_OK);
    assert_int_equal(qtty_lines_sync(l), QTTY_OK);
    assert_string_equal(all_lines(l), "1|2|3_4_");
    qtty_lines_destroy(l);
    fake_destroy(e);
}

/* --- The end ------------------------------------------------------------------------ */

static void
the_end_makes_every_line_final(void **state)
{
    (void)state;
    struct screen s = screen(2, 2, NULL);
    feed(&s, "x\nabcdef");
    assert_int_equal(qtty_lines_end(s.lines), QTTY_OK);
    assert_string_equal(look(&s), "x|abcdef|");
    assert_true(line(&s, 1).in_view);
    assert_int_equal(qtty_lines_feed(s.lines, SPAN("y")), QTTY_E_CLOSED);
    assert_int_equal(qtty_lines_end(s.lines), QTTY_E_CLOSED);
    fake_grow(s.emulator, 1);
    assert_string_equal(look(&s), "x|abcdef|");
    finish(&s);
}

static void
survives_any_lack_of_memory(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 30; fail_at++) {
        struct failing_allocator failing = { .fail_at = fail_at };
        const qtty_allocator a = failing_allocator_hook(&failing);
        const qtty_lines_config config = { .size = sizeof(config), .allocator = &a };
        struct screen s = { .emulator = fake_create(2, 4) };
        if (qtty_lines_create(&s.lines, &config, s.emulator) == QTTY_OK) {
            qtty_status st = QTTY_OK;
            for (int i = 0; i < 100 && st == QTTY_OK; i++) {
                st = qtty_lines_feed(s.lines, SPAN("abcdefgh\nabc\n"));
                qtty_lines_count(s.lines);
            }
            failing.fail_at = 0;
            assert_true(qtty_lines_dropped(s.lines) > 0 || st == QTTY_OK);
            feed(&s, "\nlast\n");
            qtty_lines_end(s.lines);
            assert_string_equal(string_of(line(&s, qtty_lines_count(s.lines) - 1).text),
                                "last");
        }
        finish(&s);
        assert_int_equal(failing.live, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_open_on_the_screen_and_final_above_it),
        cmocka_unit_test(what_is_overwritten_shows_its_last_state),
        cmocka_unit_test(written_spaces_stay_and_erased_cells_do_not),
        cmocka_unit_test(rows_that_nothing_was_written_to),
        cmocka_unit_test(soft_wrapped_rows_are_one_line),
        cmocka_unit_test(a_line_is_open_until_its_last_row_left),
        cmocka_unit_test(a_row_loses_what_continued_it),
        cmocka_unit_test(a_line_longer_than_the_bound),
        cmocka_unit_test(the_id_is_that_of_the_first_row),
        cmocka_unit_test(a_line_without_writing_keeps_the_id_of_its_place),
        cmocka_unit_test(ids_go_along_when_rows_shift),
        cmocka_unit_test(a_clear_keeps_lines_out_of_view),
        cmocka_unit_test(the_view_ends_and_the_store_does_not),
        cmocka_unit_test(a_line_whose_row_is_not_kept_is_not_in_view),
        cmocka_unit_test(a_line_that_comes_back_is_open_again),
        cmocka_unit_test(the_tail_of_a_line_comes_back),
        cmocka_unit_test(the_tail_comes_back_and_the_head_is_gone),
        cmocka_unit_test(the_head_of_an_open_line_comes_back),
        cmocka_unit_test(rows_come_back_and_leave_again_in_one_go),
        cmocka_unit_test(open_lines_count_within_the_bounds),
        cmocka_unit_test(a_screen_of_more_lines_than_are_retained),
        cmocka_unit_test(bytes_of_open_lines_count),
        cmocka_unit_test(rows_are_taken_before_the_emulator_drops_them),
        cmocka_unit_test(rows_that_are_gone_count_as_dropped),
        cmocka_unit_test(rows_from_before_the_lines_are_lines),
        cmocka_unit_test(the_end_makes_every_line_final),
        cmocka_unit_test(survives_any_lack_of_memory),
        cmocka_unit_test(two_see_rows_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
