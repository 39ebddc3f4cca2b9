/* Keys by the kitty protocol: the examples and tables of "Comprehensive keyboard handling
 * in terminals" (sw.kovidgoyal.net/kitty/keyboard-protocol). */
#include "unit/terminal.h"
#include <quietty/input.h>

/* --- Helpers ------------------------------------------------------------------------ */

enum { PRESS = QTTY_KEY_PRESS, REPEAT = QTTY_KEY_REPEAT, RELEASE = QTTY_KEY_RELEASE };

struct row {
    const char *name; /* of the key, for qtty_key_parse */
    int event;
    size_t len;
    const char *sent;
};

#define LEN(text)   (sizeof(text) - 1)
#define SENDS(text) LEN(text), text

static void
assert_sent(const qtty_emulator *e, const qtty_key *key, const char *sent, size_t len)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(qtty_emulator_key(e, key, &out), QTTY_OK);
    if (out.len != len || (len != 0 && memcmp(out.data, sent, len) != 0))
        print_error("key %u: sent %.*s, expected %s\n", (unsigned)key->key, (int)out.len,
                    (const char *)out.data, sent);
    assert_int_equal(out.len, len);
    if (len != 0)
        assert_memory_equal(out.data, sent, len);
    qtty_buf_finish(&out);
}

static qtty_emulator *
with_flags(const char *flags)
{
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, "\x1b[=");
    feed(e, flags);
    feed(e, "u");
    return e;
}

static void
assert_rows(const char *flags, const struct row *rows, size_t count)
{
    qtty_emulator *e = with_flags(flags);
    for (size_t i = 0; i < count; i++) {
        qtty_key key;
        assert_int_equal(qtty_key_parse(rows[i].name, &key), QTTY_OK);
        key.event = (qtty_key_event)rows[i].event;
        assert_sent(e, &key, rows[i].sent, rows[i].len);
    }
    qtty_emulator_destroy(e);
}

/* --- Disambiguate escape codes (1) -------------------------------------------------- */

static void
keys_without_text_are_distinct(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "escape", PRESS, SENDS("\x1b[27u") },
        { "alt-[", PRESS, SENDS("\x1b[91;3u") },
        { "ctrl-c", PRESS, SENDS("\x1b[99;5u") },
        { "ctrl-i", PRESS, SENDS("\x1b[105;5u") },
        { "ctrl-alt-a", PRESS, SENDS("\x1b[97;7u") },
        { "shift-alt-a", PRESS, SENDS("\x1b[97;4u") },
        { "ctrl-shift-a", PRESS, SENDS("\x1b[97;6u") },
        { "super-a", PRESS, SENDS("\x1b[97;9u") },
        { "hyper-a", PRESS, SENDS("\x1b[97;17u") },
        { "meta-a", PRESS, SENDS("\x1b[97;33u") },
        { "ctrl-space", PRESS, SENDS("\x1b[32;5u") },
        { "ctrl-shift-tab", PRESS, SENDS("\x1b[9;6u") },
        { "shift-enter", PRESS, SENDS("\x1b[13;2u") },
        { "ctrl-backspace", PRESS, SENDS("\x1b[127;5u") },
        { "kp-left", PRESS, SENDS("\x1b[57417u") },
        { "kp-enter", PRESS, SENDS("\x1b[57414u") },
        { "ctrl-kp-5", PRESS, SENDS("\x1b[57404;5u") },
        { "kp-begin", PRESS, SENDS("\x1b[E") },
        { "ctrl-a", RELEASE, SENDS("") },
        { "ctrl-a", REPEAT, SENDS("\x1b[97;5u") },
    };
    assert_rows("1", rows, COUNT_OF(rows));
}

static void
text_and_the_three_typable_keys_stay(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "a", PRESS, SENDS("a") },         { "A", PRESS, SENDS("A") },
        { "shift-1", PRESS, SENDS("!") },   { "space", PRESS, SENDS(" ") },
        { "kp-5", PRESS, SENDS("5") },      { "enter", PRESS, SENDS("\r") },
        { "tab", PRESS, SENDS("\t") },      { "backspace", PRESS, SENDS("\x7f") },
        { "left-shift", PRESS, SENDS("") }, { "caps-lock", PRESS, SENDS("") },
    };
    assert_rows("1", rows, COUNT_OF(rows));
    assert_rows("3", rows, COUNT_OF(rows));
}

/* SS3 is gone, also in cursor key mode. */
static void
functional_keys_are_csi(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "up", PRESS, SENDS("\x1b[A") },
        { "home", PRESS, SENDS("\x1b[H") },
        { "f1", PRESS, SENDS("\x1b[P") },
        { "f3", PRESS, SENDS("\x1b[13~") },
        { "ctrl-up", PRESS, SENDS("\x1b[1;5A") },
        { "f5", PRESS, SENDS("\x1b[15~") },
        { "shift-delete", PRESS, SENDS("\x1b[3;2~") },
        { "shift-f3", PRESS, SENDS("\x1b[13;2~") },
        { "menu", PRESS, SENDS("\x1b[57363u") },
    };
    assert_rows("1u\x1b[?1h\x1b[=1", rows, COUNT_OF(rows));
}

/* "Functional key definitions": number and final of each. */
static const struct row functional[] = {
    { "escape", PRESS, SENDS("\x1b[27u") },
    { "enter", PRESS, SENDS("\x1b[13u") },
    { "tab", PRESS, SENDS("\x1b[9u") },
    { "backspace", PRESS, SENDS("\x1b[127u") },
    { "insert", PRESS, SENDS("\x1b[2~") },
    { "delete", PRESS, SENDS("\x1b[3~") },
    { "left", PRESS, SENDS("\x1b[D") },
    { "right", PRESS, SENDS("\x1b[C") },
    { "up", PRESS, SENDS("\x1b[A") },
    { "down", PRESS, SENDS("\x1b[B") },
    { "page-up", PRESS, SENDS("\x1b[5~") },
    { "page-down", PRESS, SENDS("\x1b[6~") },
    { "home", PRESS, SENDS("\x1b[H") },
    { "end", PRESS, SENDS("\x1b[F") },
    { "caps-lock", PRESS, SENDS("\x1b[57358u") },
    { "scroll-lock", PRESS, SENDS("\x1b[57359u") },
    { "num-lock", PRESS, SENDS("\x1b[57360u") },
    { "print-screen", PRESS, SENDS("\x1b[57361u") },
    { "pause", PRESS, SENDS("\x1b[57362u") },
    { "menu", PRESS, SENDS("\x1b[57363u") },
    { "f1", PRESS, SENDS("\x1b[P") },
    { "f2", PRESS, SENDS("\x1b[Q") },
    { "f3", PRESS, SENDS("\x1b[13~") },
    { "f4", PRESS, SENDS("\x1b[S") },
    { "f5", PRESS, SENDS("\x1b[15~") },
    { "f6", PRESS, SENDS("\x1b[17~") },
    { "f7", PRESS, SENDS("\x1b[18~") },
    { "f8", PRESS, SENDS("\x1b[19~") },
    { "f9", PRESS, SENDS("\x1b[20~") },
    { "f10", PRESS, SENDS("\x1b[21~") },
    { "f11", PRESS, SENDS("\x1b[23~") },
    { "f12", PRESS, SENDS("\x1b[24~") },
    { "f13", PRESS, SENDS("\x1b[57376u") },
    { "f20", PRESS, SENDS("\x1b[57383u") },
    { "f35", PRESS, SENDS("\x1b[57398u") },
    { "kp-0", PRESS, SENDS("\x1b[57399u") },
    { "kp-9", PRESS, SENDS("\x1b[57408u") },
    { "kp-decimal", PRESS, SENDS("\x1b[57409u") },
    { "kp-divide", PRESS, SENDS("\x1b[57410u") },
    { "kp-multiply", PRESS, SENDS("\x1b[57411u") },
    { "kp-subtract", PRESS, SENDS("\x1b[57412u") },
    { "kp-add", PRESS, SENDS("\x1b[57413u") },
    { "kp-enter", PRESS, SENDS("\x1b[57414u") },
    { "kp-equal", PRESS, SENDS("\x1b[57415u") },
    { "kp-separator", PRESS, SENDS("\x1b[57416u") },
    { "kp-left", PRESS, SENDS("\x1b[57417u") },
    { "kp-right", PRESS, SENDS("\x1b[57418u") },
    { "kp-up", PRESS, SENDS("\x1b[57419u") },
    { "kp-down", PRESS, SENDS("\x1b[57420u") },
    { "kp-page-up", PRESS, SENDS("\x1b[57421u") },
    { "kp-page-down", PRESS, SENDS("\x1b[57422u") },
    { "kp-home", PRESS, SENDS("\x1b[57423u") },
    { "kp-end", PRESS, SENDS("\x1b[57424u") },
    { "kp-insert", PRESS, SENDS("\x1b[57425u") },
    { "kp-delete", PRESS, SENDS("\x1b[57426u") },
    { "kp-begin", PRESS, SENDS("\x1b[E") },
    { "media-play", PRESS, SENDS("\x1b[57428u") },
    { "media-record", PRESS, SENDS("\x1b[57437u") },
    { "lower-volume", PRESS, SENDS("\x1b[57438u") },
    { "raise-volume", PRESS, SENDS("\x1b[57439u") },
    { "mute-volume", PRESS, SENDS("\x1b[57440u") },
    { "left-shift", PRESS, SENDS("\x1b[57441u") },
    { "left-control", PRESS, SENDS("\x1b[57442u") },
    { "left-alt", PRESS, SENDS("\x1b[57443u") },
    { "left-super", PRESS, SENDS("\x1b[57444u") },
    { "left-hyper", PRESS, SENDS("\x1b[57445u") },
    { "left-meta", PRESS, SENDS("\x1b[57446u") },
    { "right-shift", PRESS, SENDS("\x1b[57447u") },
    { "right-control", PRESS, SENDS("\x1b[57448u") },
    { "right-alt", PRESS, SENDS("\x1b[57449u") },
    { "right-super", PRESS, SENDS("\x1b[57450u") },
    { "right-hyper", PRESS, SENDS("\x1b[57451u") },
    { "right-meta", PRESS, SENDS("\x1b[57452u") },
    { "iso-level3-shift", PRESS, SENDS("\x1b[57453u") },
    { "iso-level5-shift", PRESS, SENDS("\x1b[57454u") },
};

static void
each_functional_key_has_its_code(void **state)
{
    (void)state;
    assert_rows("8", functional, COUNT_OF(functional));
}

/* --- Report event types (2) --------------------------------------------------------- */

static void
events_are_told_apart(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "ctrl-a", PRESS, SENDS("\x1b[97;5u") },
        { "ctrl-a", REPEAT, SENDS("\x1b[97;5:2u") },
        { "ctrl-a", RELEASE, SENDS("\x1b[97;5:3u") },
        { "a", REPEAT, SENDS("a") },
        { "a", RELEASE, SENDS("\x1b[97;1:3u") },
        { "up", REPEAT, SENDS("\x1b[1;1:2A") },
        { "up", RELEASE, SENDS("\x1b[1;1:3A") },
        { "f5", RELEASE, SENDS("\x1b[15;1:3~") },
        { "enter", REPEAT, SENDS("\r") },
        { "enter", RELEASE, SENDS("") },
        { "tab", RELEASE, SENDS("") },
        { "backspace", RELEASE, SENDS("") },
    };
    assert_rows("3", rows, COUNT_OF(rows));
    static const struct row all[] = {
        { "enter", RELEASE, SENDS("\x1b[13;1:3u") },
        { "a", PRESS, SENDS("\x1b[97u") },
        { "a", REPEAT, SENDS("\x1b[97;1:2u") },
        { "left-shift", RELEASE, SENDS("\x1b[57441;1:3u") },
    };
    assert_rows("10", all, COUNT_OF(all));
}

/* "Legacy text keys" and the table "C0 controls", for what is pressed. */
static void
without_disambiguation_presses_are_legacy(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "ctrl-c", PRESS, SENDS("\x03") },
        { "alt-i", PRESS, SENDS("\x1bi") },
        { "shift-alt-i", PRESS, SENDS("\x1bI") },
        { "ctrl-alt-i", PRESS, SENDS("\x1b\t") },
        { "ctrl-shift-i", PRESS, SENDS("\x1b[105;6u") },
        { "ctrl-shift-3", PRESS, SENDS("\x1b[51;6u") },
        { "ctrl-;", PRESS, SENDS(";") },
        { "super-i", PRESS, SENDS("\x1b[105;9u") },
        { "ctrl-c", REPEAT, SENDS("\x1b[99;5:2u") },
        { "enter", PRESS, SENDS("\r") },
        { "ctrl-enter", PRESS, SENDS("\r") },
        { "alt-enter", PRESS, SENDS("\x1b\r") },
        { "ctrl-shift-enter", PRESS, SENDS("\r") },
        { "escape", PRESS, SENDS("\x1b") },
        { "alt-escape", PRESS, SENDS("\x1b\x1b") },
        { "ctrl-backspace", PRESS, SENDS("\b") },
        { "ctrl-alt-backspace", PRESS, SENDS("\x1b\b") },
        { "shift-tab", PRESS, SENDS("\x1b[Z") },
        { "ctrl-shift-tab", PRESS, SENDS("\x1b[Z") },
        { "alt-shift-tab", PRESS, SENDS("\x1b\x1b[Z") },
        { "ctrl-alt-tab", PRESS, SENDS("\x1b\t") },
        { "ctrl-space", PRESS, SENDS("\0") },
        { "ctrl-shift-space", PRESS, SENDS("\0") },
        { "ctrl-alt-space", PRESS, SENDS("\x1b\0") },
        { "kp-left", PRESS, SENDS("\x1b[D") },
        { "kp-enter", PRESS, SENDS("\r") },
    };
    assert_rows("2", rows, COUNT_OF(rows));
}

/* --- Alternates (4), all keys (8), text (16) ---------------------------------------- */

static void
alternate_keys_follow_the_key(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "ctrl-shift-a", PRESS, SENDS("\x1b[97:65;6u") },
        { "ctrl-shift-=", PRESS, SENDS("\x1b[61:43;6u") },
        { "ctrl-a", PRESS, SENDS("\x1b[97;5u") },
        { "shift-up", PRESS, SENDS("\x1b[1;2A") },
        { "A", PRESS, SENDS("A") },
    };
    assert_rows("5", rows, COUNT_OF(rows));

    qtty_emulator *e = with_flags("5");
    qtty_key es = { .key = 0x441, .modifiers = QTTY_MOD_CTRL, .base = 'c' };
    assert_sent(e, &es, "\x1b[1089::99;5u", LEN("\x1b[1089::99;5u"));
    qtty_key us = { .key = 'c', .modifiers = QTTY_MOD_CTRL, .base = 'c' };
    assert_sent(e, &us, "\x1b[99;5u", LEN("\x1b[99;5u"));
    us = (qtty_key){ .key = 'C', .modifiers = QTTY_MOD_CTRL };
    assert_sent(e, &us, "\x1b[99:67;6u", LEN("\x1b[99:67;6u"));
    es.modifiers |= QTTY_MOD_SHIFT;
    es.shifted = 0x421;
    assert_sent(e, &es, "\x1b[1089:1057:99;6u", LEN("\x1b[1089:1057:99;6u"));
    qtty_emulator_destroy(e);
}

static void
text_comes_as_code_points(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "A", PRESS, SENDS("\x1b[97;2;65u") },
        { "a", PRESS, SENDS("\x1b[97;;97u") },
        { "a", REPEAT, SENDS("\x1b[97;;97u") },
        { "ctrl-a", PRESS, SENDS("\x1b[97;5u") },
        { "kp-5", PRESS, SENDS("\x1b[57404;;53u") },
        { "enter", PRESS, SENDS("\x1b[13u") },
    };
    assert_rows("24", rows, COUNT_OF(rows));

    qtty_emulator *e = with_flags("24");
    qtty_key key = { .key = 'a', .text = { (const uint8_t *)"å", 2 } };
    assert_sent(e, &key, "\x1b[97;;229u", LEN("\x1b[97;;229u"));
    key = (qtty_key){ .text = { (const uint8_t *)"日本", 6 } };
    assert_sent(e, &key, "\x1b[0;;26085:26412u", LEN("\x1b[0;;26085:26412u"));
    feed(e, "\x1b[=8u");
    assert_sent(e, &key, "日本", LEN("日本"));
    feed(e, "\x1b[=26u");
    key = (qtty_key){ .key = 'a', .event = QTTY_KEY_RELEASE };
    assert_sent(e, &key, "\x1b[97;1:3u", LEN("\x1b[97;1:3u"));
    qtty_emulator_destroy(e);
}

/* A sign of the keypad has no shifted key. */
static void
signs_of_the_keypad_have_no_alternates(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "shift-kp-add", PRESS, SENDS("+") },
        { "shift-kp-add", RELEASE, SENDS("\x1b[43;2:3u") },
    };
    assert_rows("6", rows, COUNT_OF(rows));
}

/* The longest report there is: 64 scalars in a key's text. */
static void
a_long_text_fits(void **state)
{
    (void)state;
    char text[QTTY_KEY_TEXT_BYTES_MAX], expected[512] = "\x1b[0;;";
    memset(text, '~', sizeof text);
    for (size_t i = 0; i < sizeof text; i++)
        strcat(expected, i + 1 < sizeof text ? "126:" : "126u");
    qtty_emulator *e = with_flags("24");
    qtty_key key = { .text = { (const uint8_t *)text, sizeof text } };
    assert_sent(e, &key, expected, strlen(expected));
    qtty_emulator_destroy(e);
}

/* "Note that the Lock modifiers are not reported for text producing keys". */
static void
locks_are_told_of_other_keys(void **state)
{
    (void)state;
    qtty_emulator *e = with_flags("1");
    uint32_t locks = QTTY_MOD_CAPS_LOCK | QTTY_MOD_NUM_LOCK;
    qtty_key ctrl_a = { .key = 'a', .modifiers = QTTY_MOD_CTRL | locks };
    qtty_key up = { .key = QTTY_KEY_UP, .modifiers = QTTY_MOD_NUM_LOCK };
    qtty_key enter = { .key = QTTY_KEY_ENTER, .modifiers = locks };
    assert_sent(e, &ctrl_a, "\x1b[97;5u", LEN("\x1b[97;5u"));
    assert_sent(e, &up, "\x1b[1;129A", LEN("\x1b[1;129A"));
    assert_sent(e, &enter, "\r", LEN("\r"));
    feed(e, "\x1b[=8u");
    assert_sent(e, &ctrl_a, "\x1b[97;197u", LEN("\x1b[97;197u"));
    assert_sent(e, &enter, "\x1b[13;193u", LEN("\x1b[13;193u"));
    qtty_emulator_destroy(e);
}

/* Alternates and text are additions to sequences that other flags make. */
static void
additions_alone_change_nothing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "ctrl-shift-a", PRESS, SENDS("\x01") },
        { "A", PRESS, SENDS("A") },
        { "f1", PRESS, SENDS("\x1bOP") },
    };
    assert_rows("20", rows, COUNT_OF(rows));
}

/* What the protocol is for: with all keys as sequences no two keys are the same. */
static void
no_two_keys_are_the_same(void **state)
{
    (void)state;
    enum { CHARACTERS = 0x7F - ' ' };
    static char sent[CHARACTERS + QTTY_KEY_AFTER - QTTY_KEY_BEFORE - 1][32];
    qtty_emulator *e = with_flags("8");
    for (uint32_t i = 0; i < COUNT_OF(sent); i++) {
        uint32_t named = QTTY_KEY_BEFORE + 1 + i - CHARACTERS;
        qtty_key key = { .key = i < CHARACTERS ? ' ' + i : named };
        qtty_buf out;
        qtty_buf_init(&out, NULL, 0);
        assert_int_equal(qtty_emulator_key(e, &key, &out), QTTY_OK);
        assert_in_range(out.len, 3, sizeof sent[0] - 1);
        memcpy(sent[i], out.data, out.len);
        qtty_buf_finish(&out);
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(sent[k], sent[i]);
    }
    qtty_emulator_destroy(e);
}

/* --- With the rest ------------------------------------------------------------------ */

static void
each_screen_has_its_flags(void **state)
{
    (void)state;
    qtty_emulator *e = with_flags("1");
    qtty_key escape = { .key = QTTY_KEY_ESCAPE };
    assert_sent(e, &escape, "\x1b[27u", LEN("\x1b[27u"));
    feed(e, "\x1b[?1049h");
    assert_sent(e, &escape, "\x1b", LEN("\x1b"));
    feed(e, "\x1b[?1049l");
    assert_sent(e, &escape, "\x1b[27u", LEN("\x1b[27u"));
    qtty_emulator_destroy(e);
}

static void
the_flags_come_before_modify_other_keys(void **state)
{
    (void)state;
    qtty_emulator *e = with_flags("1u\x1b[>4;2m\x1b[=1");
    qtty_key ctrl_i = { .key = 'i', .modifiers = QTTY_MOD_CTRL };
    qtty_key shift_i = { .key = 'i', .modifiers = QTTY_MOD_SHIFT };
    assert_sent(e, &ctrl_i, "\x1b[105;5u", LEN("\x1b[105;5u"));
    assert_sent(e, &shift_i, "I", LEN("I"));
    feed(e, "\x1b[=2u");
    assert_sent(e, &ctrl_i, "\t", LEN("\t"));
    feed(e, "\x1b[<u");
    assert_sent(e, &ctrl_i, "\x1b[27;5;105~", LEN("\x1b[27;5;105~"));
    qtty_emulator_destroy(e);
}

/* A persona that does not speak it is not to be set. */
static void
a_persona_without_it_keeps_the_legacy_form(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal("xterm", 0);
    qtty_key escape = { .key = QTTY_KEY_ESCAPE };
    feed(e, "\x1b[=1u\x1b[>1u\x1b[?u");
    assert_sent(e, &escape, "\x1b", LEN("\x1b"));
    assert_replies(e, "");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_without_text_are_distinct),
        cmocka_unit_test(text_and_the_three_typable_keys_stay),
        cmocka_unit_test(functional_keys_are_csi),
        cmocka_unit_test(each_functional_key_has_its_code),
        cmocka_unit_test(events_are_told_apart),
        cmocka_unit_test(without_disambiguation_presses_are_legacy),
        cmocka_unit_test(alternate_keys_follow_the_key),
        cmocka_unit_test(text_comes_as_code_points),
        cmocka_unit_test(signs_of_the_keypad_have_no_alternates),
        cmocka_unit_test(a_long_text_fits),
        cmocka_unit_test(locks_are_told_of_other_keys),
        cmocka_unit_test(additions_alone_change_nothing),
        cmocka_unit_test(no_two_keys_are_the_same),
        cmocka_unit_test(each_screen_has_its_flags),
        cmocka_unit_test(the_flags_come_before_modify_other_keys),
        cmocka_unit_test(a_persona_without_it_keeps_the_legacy_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
