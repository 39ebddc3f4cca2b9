/* Character sets, on an emulator of ISO 8859-1, where GR has one too. What UTF-8 leaves
 * of them is in tests/vt/charsets.vt. */
#include "screen/charset.h"
#include "unit/terminal.h"
#include <stdio.h>

static qtty_emulator *
eight_bit_terminal(void)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = "native";
    config.encoding = QTTY_ENCODING_LATIN1;
    config.rows = 4;
    config.cols = 100;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

/* What the stream draws in the first row of a fresh terminal. */
static void
assert_draws(const char *stream, const char *expected)
{
    qtty_emulator *e = eight_bit_terminal();
    feed(e, stream);
    assert_row(e, 0, expected);
    qtty_emulator_destroy(e);
}

/* --- The sets ----------------------------------------------------------------------- */

/* VT220 Programmer Reference, tables 2-5 to 2-15; VT320's Portuguese; ISO-IR 141. */
static void
national_sets_replace_their_twelve_codes(void **state)
{
    (void)state;
    static const struct {
        const char *designators[4];
        const char *drawn; /* of # @ [ \ ] ^ _ ` { | } ~ */
    } cases[] = {
        { { "B" }, "#@[\\]^_`{|}~" },          { { "A" }, "£@[\\]^_`{|}~" },
        { { "4" }, "£¾ĳ½|^_`¨ƒ¼´" },           { { "C", "5" }, "#@ÄÖÅÜ_éäöåü" },
        { { "R", "f" }, "£à°ç§^_`éùè¨" },      { { "Q", "9" }, "#àâçêî_ôéùèû" },
        { { "K" }, "#§ÄÖÜ^_`äöüß" },           { { "Y" }, "£§°çé^_ùàòèì" },
        { { "`", "E", "6" }, "#ÄÆØÅÜ_äæøåü" }, { { "%6" }, "#@ÃÇÕ^_`ãçõ~" },
        { { "Z" }, "£§¡Ñ¿^_`°ñç~" },           { { "H", "7" }, "#ÉÄÖÅÜ_éäöåü" },
        { { "=" }, "ùàéçêîèôäöüû" },           { { "%3" }, "#ŽŠĐĆČ_žšđćč" },
        { { "%2" }, "#İŞÖÇÜ_Ğşöçü" },          { { "%=" }, "#@[\\]^_א{|}~" },
        { { "\">" }, "#ϊέήί␦όϋύώ΄␦" },         { { "&5" }, "#@[\\]^_ЮШЭЩЧ" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (size_t d = 0; d < 4 && cases[i].designators[d] != NULL; d++) {
            char stream[64];
            snprintf(stream, sizeof stream, "\x1b[?42h\x1b(%s#@[\\]^_`{|}~",
                     cases[i].designators[d]);
            assert_draws(stream, cases[i].drawn);
        }
}

static void
national_sets_keep_the_other_codes(void **state)
{
    (void)state;
    assert_draws("\x1b[?42h\x1b(K a1!z\"$%'+/?AZ", " a1!z\"$%'+/?AZ");
    assert_draws("\x1b[?42h\x1b(%2 a1!&z", " a1ığz");
    assert_draws("\x1b[?42h\x1b(%=`abjkz", "אבגךכת");
    assert_draws("\x1b[?42h\x1b(&5abcwqz", "АБЦВЯЗ");
    assert_draws("\x1b[?42h\x1b(\">ABYZaz", "ΑΒΩάας");
}

static void
supplemental_and_technical_sets_fill_gl(void **state)
{
    (void)state;
    assert_draws("\x1b(0_`ajklmnqtuvwx~A", " ◆▒┘┐┌└┼─├┤┴┬│·A");
    assert_draws("\x1b(%5!($2W]_w}", "¡¤␦²ŒŸßœÿ");
    assert_draws("\x1b(<!($2W]_w}", "¡¤␦²ŒŸßœÿ");
    assert_draws("\x1b(>!\"/01;<@CKVSaR{~", "⎷┌⎨⎬␦␦≤∴÷×√Σα␦←↓");
    assert_draws("\x1b-A\x0e!Az~", "¡Áúþ");
}

/* Each of its codes is a graphic of one column: a set never moves the columns. */
static void
every_code_of_every_set_is_one_column(void **state)
{
    (void)state;
    static const char *const designations[] = {
        "(B", "(0", "(>",  "(%5", "(<",   "-A\x0e", "(A",  "(4",
        "(C", "(R", "(Q",  "(K",  "(Y",   "(`",     "(%6", "(Z",
        "(H", "(=", "(%3", "(%2", "(\">", "(%=",    "(&5",
    };
    for (size_t i = 0; i < COUNT_OF(designations); i++) {
        qtty_emulator *e = eight_bit_terminal();
        char stream[128];
        int len = snprintf(stream, sizeof stream, "\x1b[?42h\x1b%s", designations[i]);
        for (char code = 0x21; code < 0x7F; code++)
            stream[len++] = code;
        stream[len] = '\0';
        feed(e, stream);
        assert_cursor(e, 0, 94, false);
        qtty_emulator_destroy(e);
    }
}

/* --- When they apply ---------------------------------------------------------------- */

static void
national_sets_need_decnrcm(void **state)
{
    (void)state;
    assert_draws("\x1b(K[\x1b[?42h[\x1b[?42l[", "[Ä[");
    assert_draws("\x1b(A#\x1b[?42h#", "#£");
    assert_draws("\x1b[?42h\x1b(K[\x1b[!p[", "Ä[");
}

static void
unknown_sets_change_nothing(void **state)
{
    (void)state;
    assert_draws("\x1b(0\x1b(Xq\x1b(%Xq\x1b($Bq\x1b(,Bq\x1b(Bq", "────q");
    assert_draws("\x1b-0\x0eq\x1b(%5\x0f!", "q¡");
}

/* DEC STD 070: GR is G2 until a locking shift; a set of 94 has no graphics at its end. */
static void
the_right_half_is_that_of_gr(void **state)
{
    (void)state;
    assert_draws("\xa4\xe9\xff", "¤éÿ");
    assert_draws("\x1b*0\xf1\xe9\x1b+B\x1b|\xf1\x1b.A\x1b}\xf1", "─␋qñ");
    assert_draws("\x1b)0\x1b~\xf1q\x1b)B\xf1", "─qq");
    assert_draws("\x1b*%5\xd7\xa8\xa0\xff|", "Œ¤ |");
    assert_draws("\x1b.A\xa1\xfe\xff", "¡þÿ");
    assert_draws("\x1b[?42h\x1b*K\xdb\xe9\xc1", "ÄiA");
}

/* xterm: also for one whose byte is of the right half. */
static void
single_shifts_are_for_one_graphic(void **state)
{
    (void)state;
    assert_draws("\x1b*0\x1bNqq\x8eqq", "─q─q");
    assert_draws("\x1b+0\x1bOqq\x8fqq", "─q─q");
    assert_draws("\x1b*B\x1b+0\x8f\xf1q\x8eq\xf1", "─qqq");
}

static void
locking_shifts_reach_all_four(void **state)
{
    (void)state;
    assert_draws("\x1b)0\x1b*>\x1b+%5\x0eq\x1bna\x1bo!\x0fq", "─α¡q");
}

static void
rep_repeats_in_the_set(void **state)
{
    (void)state;
    assert_draws("\x1b[?42h\x1b(K[\x1b[2b\x1b*0\xf1\x1b[2b", "ÄÄÄ───");
}

/* --- State -------------------------------------------------------------------------- */

static void
decsc_keeps_designations_and_shifts(void **state)
{
    (void)state;
    assert_draws("\x1b[?42h\x1b(K\x1b*0\0337\x1b(B\x1b*B\x1b|[\xf1\0338\x1b[C[\xf1",
                 "[Ä─");
    assert_draws("\x1b(0\x1b*0q\xf1\x1b[!pq\xf1", "──qñ");
}

/* DEC STD 070, DECCIR: sets of 96 are named in a field of their own. */
static void
deccir_names_what_is_designated(void **state)
{
    (void)state;
    qtty_emulator *e = eight_bit_terminal();
    feed(e, "\x1b[1$w");
    assert_replies(e, "\x1bP1$u1;1;1;@;@;@;0;2;L;BBAA\x1b\\");
    feed(e, "\x1b(%6\x1b-A\x1b*<\x1b+\">\x0e\x1b|\x1b[1$w");
    assert_replies(e, "\x1bP1$u1;1;1;@;@;@;1;3;B;%6A<\">\x1b\\");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(national_sets_replace_their_twelve_codes),
        cmocka_unit_test(national_sets_keep_the_other_codes),
        cmocka_unit_test(supplemental_and_technical_sets_fill_gl),
        cmocka_unit_test(every_code_of_every_set_is_one_column),
        cmocka_unit_test(national_sets_need_decnrcm),
        cmocka_unit_test(unknown_sets_change_nothing),
        cmocka_unit_test(the_right_half_is_that_of_gr),
        cmocka_unit_test(single_shifts_are_for_one_graphic),
        cmocka_unit_test(locking_shifts_reach_all_four),
        cmocka_unit_test(rep_repeats_in_the_set),
        cmocka_unit_test(decsc_keeps_designations_and_shifts),
        cmocka_unit_test(deccir_names_what_is_designated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
