/* Replies by the public interface, whatever the engine: what emulator.h and the sources
 * that sequences.def names promise. */
#include "exec/sequence.h"
#include "unit/terminal.h"

/* --- Replies ------------------------------------------------------------------------ */

static void
replies_keep_the_order_of_the_queries(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "ab\x1b[6n\x1b[?6n\x1b[5n\x1b]11;?\x07\x1b[?25$p\x1bP$qr\x1b\\\x1bP$qzz\x1b\\"
            "\x1b[18t\x1b[21t\x1b[>q\x1b[>c\x1b[c");
    assert_replies(e, "\x1b[1;3R\x1b[?1;3;1R\x1b[0n\x1b]11;rgb:0000/0000/0000\x07"
                      "\x1b[?25;1$y\x1bP1$r1;24r\x1b\\\x1bP0$r\x1b\\\x1b[8;24;80t"
                      "\x1bP>|quietty(" QTTY_VERSION ")\x1b\\\x1b[>41;380;0c"
                      "\x1b[?64;1;6;9;21;22;28c");
    qtty_emulator_destroy(e);
}

static void
a_bad_request_is_refused_without_its_words(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1bP$qrm -rf /\n\x1b\\\x1bP+q726D\x1b\\\x1bP+qzz\x1b\\");
    assert_replies(e, "\x1bP0$r\x1b\\\x1bP0+r\x1b\\\x1bP0+r\x1b\\");
    qtty_emulator_destroy(e);
}

static void
what_reads_titles_clipboard_or_screen_is_off(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_event event;
    feed(e, "\x1b]2;secret\x07\x1b[20t\x1b[21t\x1b]52;c;?\x07\x1b[1;1;1;1;2;2*y");
    assert_replies(e, "");
    assert_true(qtty_emulator_next_event(e, &event));
    assert_int_equal(event.kind, QTTY_EVENT_TITLE);
    assert_false(qtty_emulator_next_event(e, &event)); /* nor is the owner asked */
    qtty_emulator_destroy(e);

    e = persona_terminal(NULL, QTTY_REPORT_TITLE);
    feed(e, "\x1b]2;a\x01title\x07\x1b[21t");
    assert_replies(e, "\x1b]latitle\x1b\\");
    qtty_emulator_destroy(e);

    e = persona_terminal("research", 0);
    feed(e, "AB\x1b[7;1;1;1;1;3*y");
    assert_replies(e, "\x1bP7!~00A3\x1b\\");
    qtty_emulator_destroy(e);
}

static void
a_full_queue_drops_whole_replies_and_counts(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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
        qtty_emulator *e = persona_terminal(cases[i].persona, 0);
        feed(e, "\x1b[c\x1b[>c\x1b[>q\x1b[6n");
        assert_replies(e, cases[i].replies);
        qtty_emulator_destroy(e);
    }
}

static void
device_attributes_with_parameters_are_silent(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[1c\x1b[>1c\x1b[=1c\x1b[>1q");
    assert_replies(e, "");
    feed(e, "\x1b[0c\x1bZ");
    assert_replies(e, "\x1b[?64;1;6;9;21;22;28c\x1b[?64;1;6;9;21;22;28c");
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
    e = persona_terminal(NULL, 0);
    feed(e, "\x05");
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

static void
positions_count_from_the_margins_in_origin_mode(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[5;10r\x1b[?6h\x1b[2;3H\x1b[6n\x1b[?6l\x1b[6n");
    assert_replies(e, "\x1b[2;3R\x1b[1;1R");
    qtty_emulator_destroy(e);
}

static void
modes_are_reported_as_they_are(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e,
         "\x1b[?2004h\x1b[?2004$p\x1b[?2004l\x1b[?2004$p\x1b[?2026$p\x1b[?9999$p\x1b[4$p"
         "\x1b[1$p\x1b[?1049h\x1b[?1049$p");
    assert_replies(e, "\x1b[?2004;1$y\x1b[?2004;2$y\x1b[?2026;2$y\x1b[?9999;0$y\x1b[4;2$y"
                      "\x1b[1;4$y\x1b[?1049;1$y");
    qtty_emulator_destroy(e);
}

static void
one_mouse_mode_replaces_another(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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
        qtty_emulator *e = persona_terminal(cases[i].persona, cases[i].reports);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
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
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1bP+q544e;436F;5463;6e6f\x1b\\");
    assert_replies(e, "\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\"
                      "\x1bP1+r436F=323536\x1b\\\x1bP1+r5463\x1b\\\x1bP0+r\x1b\\");
    qtty_emulator_destroy(e);
}

static void
true_colour_survives_decrqss(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
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

static void
a_missing_parameter_is_not_the_one_before(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[6n\x1b[n\x1b[18t\x1b[t\x1b[1$w\x1b[$w");
    assert_replies(e, "\x1b[1;1R\x1b[8;24;80t\x1bP1$u1;1;1;@;@;@;0;2;@;BBBB\x1b\\"
                      "\x1bP0$u\x1b\\");
    qtty_emulator_destroy(e);
}

static void
a_report_says_no_letters_that_output_chose(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b(r\x1b)m\x1b*q\x1b+0\x1b[1$w");
    assert_replies(e, "\x1bP1$u1;1;1;@;@;@;0;2;@;BBB0\x1b\\");
    qtty_emulator_destroy(e);
}

static void
modes_of_a_list_take_effect_one_by_one(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?40h\x1b[5;10r\x1b[?3;6h\x1b[?6$p\x1b[2;2Hx\x1b[6n");
    assert_replies(e, "\x1b[?6;1$y\x1b[2;3R");
    feed(e, "\x1b[?1049;6l\x1b[?6$p\x1b[3;3H\x1b[6n");
    assert_replies(e, "\x1b[?6;2$y\x1b[3;3R");
    qtty_emulator_destroy(e);
}

static void
every_query_of_the_table_is_answered_or_refused_by_rule(void **state)
{
    (void)state;
    static const enum sequence_id silent[] = { SEQ_ENQ, SEQ_XTWINOPS_ICON,
                                               SEQ_XTWINOPS_TITLE, SEQ_DECRQCRA };
    for (size_t i = 0; i < SEQ_COUNT; i++) {
        const struct sequence *s = sequence_at(i);
        bool answered = s->effect == EFFECT_QUERY;
        for (size_t j = 0; j < COUNT_OF(silent); j++)
            answered &= silent[j] != s->id;
        assert_int_equal(s->effect == EFFECT_QUERY, s->sample != NULL);
        qtty_emulator *e = persona_terminal(NULL, 0);
        feed(e, s->sample != NULL ? s->sample : "");
        assert_int_equal(qtty_emulator_replies(e).len != 0, answered);
        qtty_emulator_destroy(e);
    }
}

/* A line end in a reply would run what stands before it. */
static void
no_reply_ends_a_line(void **state)
{
    static const char *const personas[] = { NULL, "xterm", "research" };
    static const char hostile[] =
        "\x1b]2;a\rb\nc\x07\x1b]1;d\r\ne\x07\x1b[20t\x1b[21t\x1bP$q\r\n\x1b\\"
        "\x1bP+q0D0A\x1b\\\x1bP+q436F;0A\x1b\\\x1b]11;\r?\n\x07\x1b]4;1;?;\r\x07"
        "\x1b[13;10n\x1b[?10;13$p\x1b[10;13$p\x1b[1;1;1;1;10;13*y\x1b]52;c;?\x07\x1b[5n";
    (void)state;
    for (size_t i = 0; i < COUNT_OF(personas); i++) {
        qtty_emulator *e = persona_terminal(personas[i], UINT32_MAX);
        feed(e, "12\r\n34\x1b[?69h\x1b[2;9s");
        for (size_t j = 0; j < SEQ_COUNT; j++)
            feed(e, sequence_at(j)->sample != NULL ? sequence_at(j)->sample : "");
        feed(e, hostile);
        qtty_span replies = qtty_emulator_replies(e);
        assert_true(replies.len > 500);
        assert_null(memchr(replies.data, '\r', replies.len));
        assert_null(memchr(replies.data, '\n', replies.len));
        qtty_emulator_destroy(e);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(a_missing_parameter_is_not_the_one_before),
        cmocka_unit_test(a_report_says_no_letters_that_output_chose),
        cmocka_unit_test(modes_of_a_list_take_effect_one_by_one),
        cmocka_unit_test(every_query_of_the_table_is_answered_or_refused_by_rule),
        cmocka_unit_test(no_reply_ends_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
