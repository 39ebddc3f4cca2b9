/* What the caller tells an emulator beside bytes, and what that makes it say: the time,
 * for synchronised output (mode 2026); the colour scheme (2031); the size (2048). */
#include "unit/terminal.h"

enum { MS = 1000000 };

/* --- Synchronised output ------------------------------------------------------------ */

static void
a_frame_is_what_stands_between_set_and_reset(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_false(qtty_emulator_synchronised(e));
    feed(e, "\x1b[?2026hhalf");
    assert_true(qtty_emulator_synchronised(e));
    assert_row(e, 0, "half"); /* the screen does not wait */
    feed(e, "\x1b[?2026$p\x1b[?2026l\x1b[?2026$p");
    assert_false(qtty_emulator_synchronised(e));
    assert_replies(e, "\x1b[?2026;1$y\x1b[?2026;2$y");
    qtty_emulator_destroy(e);
}

static void
there_is_no_deadline_without_a_frame(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_true(qtty_emulator_deadline(e, 5) == QTTY_NEVER);
    assert_false(qtty_emulator_elapse(e, 5));
    feed(e, "\x1b[?2026h\x1b[?2026l");
    assert_true(qtty_emulator_deadline(e, 6) == QTTY_NEVER);
    qtty_emulator_destroy(e);
}

static void
a_frame_lasts_a_second_from_the_first_look(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    const uint64_t begin = 77 * (uint64_t)MS, end = begin + 1000 * (uint64_t)MS;
    feed(e, "\x1b[?2026h");
    assert_true(qtty_emulator_deadline(e, begin) == end);
    assert_true(qtty_emulator_deadline(e, begin + 400 * MS) == end);
    assert_false(qtty_emulator_elapse(e, end - 1));
    assert_true(qtty_emulator_synchronised(e));
    assert_true(qtty_emulator_elapse(e, end));
    assert_false(qtty_emulator_synchronised(e));
    assert_false(qtty_emulator_elapse(e, end + 1));
    feed(e, "\x1b[?2026$p");
    assert_replies(e, "\x1b[?2026;2$y");
    qtty_emulator_destroy(e);
}

static void
telling_the_time_alone_is_enough(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2026h");
    assert_false(qtty_emulator_elapse(e, 10));
    assert_false(qtty_emulator_elapse(e, 9 + 1000 * (uint64_t)MS));
    assert_true(qtty_emulator_elapse(e, 10 + 1000 * (uint64_t)MS));
    qtty_emulator_destroy(e);
}

static void
setting_it_again_does_not_prolong_a_frame(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2026h");
    uint64_t end = qtty_emulator_deadline(e, 0);
    feed(e, "x\x1b[?2026h");
    assert_true(qtty_emulator_deadline(e, 900 * MS) == end);
    qtty_emulator_destroy(e);
}

static void
the_next_frame_has_a_time_of_its_own(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2026h");
    assert_true(qtty_emulator_deadline(e, 0) == 1000 * (uint64_t)MS);
    feed(e, "\x1b[?2026l\x1b[?2026h");
    assert_true(qtty_emulator_deadline(e, 900 * MS) == 1900 * (uint64_t)MS);
    assert_false(qtty_emulator_elapse(e, 1000 * MS));
    qtty_emulator_destroy(e);
}

static void
a_clock_near_its_end_does_not_wrap(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2026h");
    assert_true(qtty_emulator_deadline(e, QTTY_NEVER - 1) == QTTY_NEVER);
    assert_false(qtty_emulator_elapse(e, QTTY_NEVER - 1));
    qtty_emulator_destroy(e);
}

static void
resets_end_a_frame(void **state)
{
    (void)state;
    static const char *const resets[] = { "\x1b[!p", "\033c", "\x1b[62\"p" };
    for (size_t i = 0; i < COUNT_OF(resets); i++) {
        qtty_emulator *e = persona_terminal(NULL, 0);
        feed(e, "\x1b[?2026h");
        feed(e, resets[i]);
        assert_false(qtty_emulator_synchronised(e));
        feed(e, "\x1b[?2026h");
        assert_int_equal(qtty_emulator_reset(e), QTTY_OK);
        assert_false(qtty_emulator_synchronised(e));
        qtty_emulator_destroy(e);
    }
}

/* --- The colour scheme -------------------------------------------------------------- */

static void
the_scheme_is_the_background_s_until_it_is_set(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?996n\x1b]11;#ffffff\x07\x1b[?996n");
    assert_replies(e, "\x1b[?997;1n\x1b[?997;2n");
    assert_int_equal(qtty_emulator_set_scheme(e, QTTY_SCHEME_DARK), QTTY_OK);
    feed(e, "\x1b[?996n");
    assert_replies(e, "\x1b[?997;1n");
    assert_int_equal(qtty_emulator_set_scheme(e, QTTY_SCHEME_BY_BACKGROUND), QTTY_OK);
    feed(e, "\x1b[?996n");
    assert_replies(e, "\x1b[?997;2n");
    qtty_emulator_destroy(e);
}

static void
a_change_is_reported_while_2031_is_set(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_emulator_set_scheme(e, QTTY_SCHEME_LIGHT);
    assert_replies(e, "");
    feed(e, "\x1b[?2031h");
    assert_replies(e, ""); /* setting the mode is no change */
    qtty_emulator_set_scheme(e, QTTY_SCHEME_DARK);
    assert_replies(e, "\x1b[?997;1n");
    qtty_emulator_set_scheme(e, QTTY_SCHEME_DARK);
    assert_replies(e, "");
    qtty_emulator_set_scheme(e, QTTY_SCHEME_LIGHT);
    assert_replies(e, "\x1b[?997;2n");
    feed(e, "\x1b[?2031l");
    qtty_emulator_set_scheme(e, QTTY_SCHEME_DARK);
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

static void
what_output_does_to_colours_is_not_reported(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2031h\x1b]11;#ffffff\x07");
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

static void
the_user_s_scheme_outlives_a_reset(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_emulator_set_scheme(e, QTTY_SCHEME_LIGHT);
    feed(e, "\x1b[?2031h\x1b"
            "c\x1b[?996n\x1b[?2031$p");
    assert_replies(e, "\x1b[?997;2n\x1b[?2031;2$y");
    qtty_emulator_destroy(e);
}

static void
another_scheme_is_refused(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    assert_int_equal(qtty_emulator_set_scheme(e, (qtty_scheme)3), QTTY_E_INVAL);
    feed(e, "\x1b[?996n");
    assert_replies(e, "\x1b[?997;1n");
    qtty_emulator_destroy(e);
}

/* --- The size ----------------------------------------------------------------------- */

static void
every_new_size_is_reported_while_2048_is_set(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_emulator_resize(e, 30, 90);
    assert_replies(e, "");
    feed(e, "\x1b[?2048h");
    assert_replies(e, "\x1b[48;30;90;480;720t");
    qtty_emulator_resize(e, 10, 40);
    assert_replies(e, "\x1b[48;10;40;160;320t");
    qtty_emulator_resize(e, 10, 40); /* no new one */
    assert_replies(e, "");
    feed(e, "\x1b[?2048l");
    qtty_emulator_resize(e, 11, 40);
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

static void
the_pixels_are_those_of_the_configured_cell(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 4096;
    config.cols = 4096;
    config.scrollback_rows = QTTY_NONE;
    config.cell_width = 10;
    config.cell_height = 1024;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    feed(e, "\x1b[?2048h");
    assert_replies(e, "\x1b[48;4096;4096;4194304;40960t");
    qtty_emulator_destroy(e);
}

/* Only where the embedder and the persona allow it. */
static void
output_that_may_resize_hears_of_it(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal("research", QTTY_REPORT_RESIZE);
    feed(e, "\x1b[?2048h\x1b[36t\x1b[12*|\x1b[132$|\x1b[$|\x1b[40$|\x1b[0*|\x1b[23t");
    assert_replies(e, "\x1b[48;24;80;384;640t\x1b[48;36;80;576;640t\x1b[48;12;80;192;640t"
                      "\x1b[48;12;132;192;1056t\x1b[48;12;80;192;640t");
    qtty_emulator_destroy(e);

    e = persona_terminal(NULL, QTTY_REPORT_RESIZE);
    feed(e, "\x1b[36t\x1b[12*|\x1b[132$|\x1b[18t");
    assert_replies(e, "\x1b[8;24;80t");
    qtty_emulator_destroy(e);
}

/* xterm: RIS ends a page of 132 columns, where mode 40 lets output have it; no other. */
static void
a_reset_ends_a_page_of_132_columns(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal("research", QTTY_REPORT_RESIZE);
    feed(e, "\x1b[?40h\x1b[?3h\x1b[18t\x1b"
            "c\x1b[18t");
    assert_replies(e, "\x1b[8;24;132t\x1b[8;24;80t");
    feed(e, "\x1b[8;30;132t\x1b"
            "c\x1b[18t");
    assert_replies(e, "\x1b[8;30;132t");
    feed(e, "\x1b[?40h\x1b[?3h\x1b[?40l\x1b"
            "c\x1b[18t");
    assert_replies(e, "\x1b[8;30;132t");
    feed(e, "\x1b[?40h\x1b[?3h\x1b[8;20;100t\x1b[!p\x1b[18t");
    assert_replies(e, "\x1b[8;20;100t");
    assert_int_equal(qtty_emulator_reset(e), QTTY_OK);
    feed(e, "\x1b[18t");
    assert_replies(e, "\x1b[8;20;80t");
    qtty_emulator_destroy(e);

    e = persona_terminal(NULL, QTTY_REPORT_RESIZE);
    assert_int_equal(qtty_emulator_resize(e, 24, 132), QTTY_OK);
    feed(e, "\x1b[?40h\x1b[?3h\x1b"
            "c\x1b[18t");
    assert_replies(e, "\x1b[8;24;132t");
    qtty_emulator_destroy(e);
}

/* xterm ctlseqs, XTWINOPS 1 to 3, 11, 13: what is missing is 0, and no reset moves it. */
static void
a_window_is_where_output_put_it(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal("research", QTTY_REPORT_RESIZE);
    feed(e, "\x1b[13t\x1b[11t\x1b[3;7;9t\x1b[2t\x1b[13t\x1b[11t");
    assert_replies(e, "\x1b[3;0;0t\x1b[1t\x1b[3;7;9t\x1b[2t");
    feed(e, "\x1b[!p\x1b"
            "c\x1b[13t\x1b[11t\x1b[1t\x1b[11t");
    assert_replies(e, "\x1b[3;7;9t\x1b[2t\x1b[1t");
    feed(e, "\x1b[3;;5t\x1b[13t\x1b[3;6t\x1b[13t\x1b[3;99999999;1t\x1b[13t");
    assert_replies(e, "\x1b[3;0;5t\x1b[3;6;0t\x1b[3;65535;1t");
    qtty_emulator_destroy(e);

    e = persona_terminal("research", 0);
    feed(e, "\x1b[3;7;9t\x1b[2t\x1b[13t\x1b[11t");
    assert_replies(e, "\x1b[3;0;0t\x1b[1t");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_what_stands_between_set_and_reset),
        cmocka_unit_test(there_is_no_deadline_without_a_frame),
        cmocka_unit_test(a_frame_lasts_a_second_from_the_first_look),
        cmocka_unit_test(telling_the_time_alone_is_enough),
        cmocka_unit_test(setting_it_again_does_not_prolong_a_frame),
        cmocka_unit_test(the_next_frame_has_a_time_of_its_own),
        cmocka_unit_test(a_clock_near_its_end_does_not_wrap),
        cmocka_unit_test(resets_end_a_frame),
        cmocka_unit_test(the_scheme_is_the_background_s_until_it_is_set),
        cmocka_unit_test(a_change_is_reported_while_2031_is_set),
        cmocka_unit_test(what_output_does_to_colours_is_not_reported),
        cmocka_unit_test(the_user_s_scheme_outlives_a_reset),
        cmocka_unit_test(another_scheme_is_refused),
        cmocka_unit_test(a_reset_ends_a_page_of_132_columns),
        cmocka_unit_test(a_window_is_where_output_put_it),
        cmocka_unit_test(every_new_size_is_reported_while_2048_is_set),
        cmocka_unit_test(the_pixels_are_those_of_the_configured_cell),
        cmocka_unit_test(output_that_may_resize_hears_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
