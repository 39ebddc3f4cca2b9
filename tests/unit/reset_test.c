/* What DECSTR and RIS set back, and what they leave: a row a thing. DECSTR as DEC STD 070
 * and the VT510's manual list it, and as xterm does it where it does more; RIS leaves
 * what is the user's, and what was said already. */
#include "unit/terminal.h"

struct thing {
    const char *what;
    const char *change; /* from the initial state */
    const char *ask;
    const char *changed, *initial; /* replies */
    bool soft;                     /* does DECSTR set it back? RIS does */
};

#define DECRQSS(setting) "\x1bP$q" setting "\x1b\\"
#define DECRPSS(setting) "\x1bP1$r" setting "\x1b\\"
#define DECRQM(number)   "\x1b[" number "$p"
#define DECRPM(value)    "\x1b[" value "$y"

static const struct thing things[] = {
    /* DEC STD 070 and the VT510's table of DECSTR */
    { "DECTCEM", "\x1b[?25l", DECRQM("?25"), DECRPM("?25;2"), DECRPM("?25;1"), true },
    { "IRM", "\x1b[4h", DECRQM("4"), DECRPM("4;1"), DECRPM("4;2"), true },
    { "DECOM", "\x1b[?6h", DECRQM("?6"), DECRPM("?6;1"), DECRPM("?6;2"), true },
    { "DECAWM", "\x1b[?7l", DECRQM("?7"), DECRPM("?7;2"), DECRPM("?7;1"), true },
    { "DECNRCM", "\x1b[?42h", DECRQM("?42"), DECRPM("?42;1"), DECRPM("?42;2"), true },
    { "KAM", "\x1b[2h", DECRQM("2"), DECRPM("2;1"), DECRPM("2;2"), true },
    { "DECNKM", "\x1b=", DECRQM("?66"), DECRPM("?66;1"), DECRPM("?66;2"), true },
    { "DECCKM", "\x1b[?1h", DECRQM("?1"), DECRPM("?1;1"), DECRPM("?1;2"), true },
    { "DECSTBM", "\x1b[3;9r", DECRQSS("r"), DECRPSS("3;9r"), DECRPSS("1;24r"), true },
    { "SGR", "\x1b[1;31m", DECRQSS("m"), DECRPSS("0;1;31m"), DECRPSS("0m"), true },
    { "DECSCA", "\x1b[1\"q", DECRQSS("\"q"), DECRPSS("1\"q"), DECRPSS("0\"q"), true },
    { "character sets", "\x1b(0\x0e", "\x1b[1$w", "\x1bP1$u1;1;1;@;@;@;1;2;@;0BBB\x1b\\",
      "\x1bP1$u1;1;1;@;@;@;0;2;@;BBBB\x1b\\", true },
    { "DECSC", "\x1b[2;3H\x1b\x37\x1b[H", "\x1b\x38\x1b[6n", "\x1b[2;3R", "\x1b[1;1R",
      true },
    /* xterm's DECSTR beside that */
    { "DECLRMM", "\x1b[?69h", DECRQM("?69"), DECRPM("?69;1"), DECRPM("?69;2"), true },
    { "reverse wrap", "\x1b[?45h", DECRQM("?45"), DECRPM("?45;1"), DECRPM("?45;2"),
      true },
    { "DECSCUSR", "\x1b[6 q", DECRQSS(" q"), DECRPSS("6 q"), DECRPSS("0 q"), true },
    { "a blinking cursor", "\x1b[?12h", DECRQM("?12"), DECRPM("?12;1"), DECRPM("?12;2"),
      true },
    { "the palette", "\x1b]4;1;#010203\x07", "\x1b]4;1;?\x07",
      "\x1b]4;1;rgb:0101/0202/0303\x07", "\x1b]4;1;rgb:cdcd/0000/0000\x07", true },
    { "DECSACE", "\x1b[2*x", DECRQSS("*x"), DECRPSS("2*x"), DECRPSS("0*x"), true },
    { "synchronised output", "\x1b[?2026h", DECRQM("?2026"), DECRPM("?2026;1"),
      DECRPM("?2026;2"), true },
    /* What DECSTR leaves */
    { "LNM", "\x1b[20h", DECRQM("20"), DECRPM("20;1"), DECRPM("20;2"), false },
    { "SRM", "\x1b[12l", DECRQM("12"), DECRPM("12;2"), DECRPM("12;1"), false },
    { "DECSCLM", "\x1b[?4h", DECRQM("?4"), DECRPM("?4;1"), DECRPM("?4;2"), false },
    { "DECSCNM", "\x1b[?5h", DECRQM("?5"), DECRPM("?5;1"), DECRPM("?5;2"), false },
    { "DECARM", "\x1b[?8l", DECRQM("?8"), DECRPM("?8;2"), DECRPM("?8;1"), false },
    { "leave for DECCOLM", "\x1b[?40h", DECRQM("?40"), DECRPM("?40;1"), DECRPM("?40;2"),
      false },
    { "repair of more", "\x1b[?41h", DECRQM("?41"), DECRPM("?41;1"), DECRPM("?41;2"),
      false },
    { "DECBKM", "\x1b[?67h", DECRQM("?67"), DECRPM("?67;1"), DECRPM("?67;2"), false },
    { "the mouse", "\x1b[?1003h", DECRQM("?1003"), DECRPM("?1003;1"), DECRPM("?1003;2"),
      false },
    { "the mouse's format", "\x1b[?1006h", DECRQM("?1006"), DECRPM("?1006;1"),
      DECRPM("?1006;2"), false },
    { "focus reports", "\x1b[?1004h", DECRQM("?1004"), DECRPM("?1004;1"),
      DECRPM("?1004;2"), false },
    { "the alternate screen", "\x1b[?47h", DECRQM("?47"), DECRPM("?47;1"),
      DECRPM("?47;2"), false },
    { "leave for the alternate screen", "\x1b[?1046l", DECRQM("?1046"), DECRPM("?1046;2"),
      DECRPM("?1046;1"), false },
    { "bracketed paste", "\x1b[?2004h", DECRQM("?2004"), DECRPM("?2004;1"),
      DECRPM("?2004;2"), false },
    { "clusters", "\x1b[?2027h", DECRQM("?2027"), DECRPM("?2027;1"), DECRPM("?2027;2"),
      false },
    { "scheme reports", "\x1b[?2031h", DECRQM("?2031"), DECRPM("?2031;1"),
      DECRPM("?2031;2"), false },
    { "tab stops", "\x1b[3g", "\x1b[2$w", "\x1bP2$u\x1b\\",
      "\x1bP2$u9/17/25/33/41/49/57/65/73\x1b\\", false },
    { "DECSCL", "\x1b[63;1\"p", DECRQSS("\"p"), DECRPSS("63;1\"p"), DECRPSS("64;1\"p"),
      false },
    { "the background", "\x1b]11;#ffffff\x07", "\x1b]11;?\x07",
      "\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b]11;rgb:0000/0000/0000\x07", false },
    { "saved modes", "\x1b[?1h\x1b[?1s\x1b[?1l", "\x1b[?1r" DECRQM("?1"), DECRPM("?1;1"),
      DECRPM("?1;2"), false },
};

/* A terminal to which it was done; or not, where `change` is NULL. */
static void
expect(const struct thing *thing, const char *change, const char *reset,
       const char *expected)
{
    qtty_emulator *e = persona_terminal(NULL, 0);
    if (change != NULL)
        feed(e, change);
    feed(e, reset);
    feed(e, thing->ask);
    qtty_span replies = qtty_emulator_replies(e);
    if (replies.len != strlen(expected)
        || memcmp(replies.data, expected, replies.len) != 0)
        fail_msg("%s: %.*s", thing->what, (int)replies.len - 1,
                 (const char *)replies.data + 1);
    qtty_emulator_destroy(e);
}

static void
each_thing_is_as_it_begins_and_as_it_is_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(things); i++) {
        expect(&things[i], NULL, "", things[i].initial);
        expect(&things[i], things[i].change, "", things[i].changed);
    }
}

static void
decstr_sets_back_what_it_should_and_no_more(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(things); i++)
        expect(&things[i], things[i].change, "\x1b[!p",
               things[i].soft ? things[i].initial : things[i].changed);
}

static void
ris_sets_back_everything(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(things); i++)
        expect(&things[i], things[i].change,
               "\x1b"
               "c",
               things[i].initial);
}

/* 2048 says the size when it is set, so it stands apart; so do 8-bit replies. */
static void
ris_alone_ends_size_reports_and_eight_bit_replies(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[?2048h\x1b[!p");
    assert_replies(e, "\x1b[48;24;80;384;640t");
    assert_int_equal(qtty_emulator_mode(e, true, 2048), QTTY_MODE_SET);
    feed(e, "\x1b G\x1b[!p\x1b[5n");
    assert_replies(e, "\x9b"
                      "0n");
    feed(e, "\x1b"
            "c\x1b[5n");
    assert_int_equal(qtty_emulator_mode(e, true, 2048), QTTY_MODE_RESET);
    assert_replies(e, "\x1b[0n");
    qtty_emulator_destroy(e);
}

static void
titles_outlive_both(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b]2;title\x07\x1b[!p\x1b"
            "c");
    assert_int_equal(qtty_emulator_title(e).len, 5);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thing_is_as_it_begins_and_as_it_is_changed),
        cmocka_unit_test(decstr_sets_back_what_it_should_and_no_more),
        cmocka_unit_test(ris_sets_back_everything),
        cmocka_unit_test(ris_alone_ends_size_reports_and_eight_bit_replies),
        cmocka_unit_test(titles_outlive_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
