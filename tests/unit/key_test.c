/* Keys: the legacy form against xterm and its terminfo entry, modifyOtherKeys against
 * xterm, the kitty protocol against its documentation, names. */
#define _POSIX_C_SOURCE 200809L /* popen */

#include "unit/terminal.h"
#include <quietty/input.h>
#include <stdio.h>

/* --- Helpers ------------------------------------------------------------------------ */

static void
assert_sent(const qtty_emulator *e, const qtty_key *key, qtty_span expected)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    assert_int_equal(qtty_emulator_key(e, key, &out), QTTY_OK);
    if (out.len != expected.len
        || (out.len != 0 && memcmp(out.data, expected.data, out.len) != 0))
        print_error("sent %.*s, expected %.*s\n", (int)out.len, (const char *)out.data,
                    (int)expected.len, (const char *)expected.data);
    assert_int_equal(out.len, expected.len);
    if (out.len != 0)
        assert_memory_equal(out.data, expected.data, out.len);
    qtty_buf_finish(&out);
}

static qtty_key
named(const char *name)
{
    qtty_key key;
    if (qtty_key_parse(name, &key) != QTTY_OK)
        print_error("no key: %s\n", name);
    assert_int_equal(qtty_key_parse(name, &key), QTTY_OK);
    return key;
}

static void
assert_key(const qtty_emulator *e, const char *name, const char *expected)
{
    qtty_key key = named(name);
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)expected, strlen(expected) });
}

/* A pair of key and what it sends, after some output. */
struct pair {
    const char *name, *sent;
};

static void
assert_pairs(const char *output, const struct pair *pairs, size_t count)
{
    qtty_emulator *e = persona_terminal(NULL, 0);
    feed(e, output);
    for (size_t i = 0; i < count; i++)
        assert_key(e, pairs[i].name, pairs[i].sent);
    qtty_emulator_destroy(e);
}

/* --- As xterm ----------------------------------------------------------------------- */

static const uint32_t xterm_modifiers[] = {
    0,
    QTTY_MOD_SHIFT,
    QTTY_MOD_CTRL,
    QTTY_MOD_ALT,
    QTTY_MOD_CTRL | QTTY_MOD_SHIFT,
    QTTY_MOD_ALT | QTTY_MOD_SHIFT,
    QTTY_MOD_CTRL | QTTY_MOD_ALT,
    QTTY_MOD_CTRL | QTTY_MOD_ALT | QTTY_MOD_SHIFT,
};

struct xterm_key {
    const char *setup, *name;
    struct bytes {
        size_t len;
        const char *text;
    } sent[8];
};

static const struct xterm_key xterm_keys[] = {
#define S(text)                                                                          \
    {                                                                                    \
        sizeof(text) - 1, text                                                           \
    }
#define KEPT                                                                             \
    {                                                                                    \
        0, NULL                                                                          \
    }
#define XTERM_KEY(setup, name, ...) { setup, name, { __VA_ARGS__ } },
#include "unit/xterm_keys.def"
#undef XTERM_KEY
#undef KEPT
#undef S
};

static void
each_key_is_as_xterm_sends_it(void **state)
{
    (void)state;
    size_t checked = 0;
    for (size_t i = 0; i < COUNT_OF(xterm_keys); i++) {
        const struct xterm_key *row = &xterm_keys[i];
        qtty_emulator *e = persona_terminal(NULL, 0);
        feed(e, row->setup);
        for (size_t m = 0; m < COUNT_OF(xterm_modifiers); m++) {
            qtty_key key = named(row->name);
            key.modifiers |= xterm_modifiers[m];
            qtty_span sent = { (const uint8_t *)row->sent[m].text, row->sent[m].len };
            if (sent.data == NULL)
                continue;
            assert_sent(e, &key, sent);
            checked++;
        }
        qtty_emulator_destroy(e);
    }
    assert_in_range(checked, 500, 1000);
}

/* CTL "PC-Style Function Keys": SS3 by DECCKM, without modifiers only. */
static void
cursor_keys_follow_decckm(void **state)
{
    (void)state;
    static const struct pair normal[] = { { "up", "\x1b[A" },
                                          { "end", "\x1b[F" },
                                          { "kp-left", "\x1b[D" },
                                          { "kp-begin", "\x1b[E" } };
    static const struct pair application[] = {
        { "up", "\x1bOA" },       { "home", "\x1bOH" },       { "kp-up", "\x1bOA" },
        { "kp-begin", "\x1bOE" }, { "ctrl-up", "\x1b[1;5A" }, { "page-up", "\x1b[5~" }
    };
    assert_pairs("", normal, COUNT_OF(normal));
    assert_pairs("\x1b[?1h", application, COUNT_OF(application));
    assert_pairs("\x1b[?1h\x1b[!p", normal, COUNT_OF(normal));
}

/* CTL "VT220-Style Function Keys"; mode 1035. */
static void
the_keypad_follows_decnkm_and_num_lock(void **state)
{
    (void)state;
    static const struct pair numeric[] = {
        { "kp-5", "5" }, { "kp-add", "+" }, { "kp-enter", "\r" }, { "alt-kp-5", "5" }
    };
    static const struct pair application[] = { { "kp-5", "\x1bOu" },
                                               { "kp-add", "\x1bOk" },
                                               { "kp-enter", "\x1bOM" },
                                               { "kp-equal", "\x1bOX" },
                                               { "ctrl-kp-5", "\x1bO5u" } };
    assert_pairs("", numeric, COUNT_OF(numeric));
    assert_pairs("\x1b=", application, COUNT_OF(application));
    static const struct pair second[] = { { "ctrl-kp-5", "\x1b[1;5u" },
                                          { "kp-5", "\x1bOu" } };
    assert_pairs("\x1b=\x1b[>3;2m", second, COUNT_OF(second));
    assert_pairs("\x1b=\x1b>", numeric, COUNT_OF(numeric));

    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_key locked = { .key = QTTY_KEY_KP_7, .modifiers = QTTY_MOD_NUM_LOCK };
    feed(e, "\x1b[?66h");
    assert_sent(e, &locked, (qtty_span){ (const uint8_t *)"7", 1 });
    feed(e, "\x1b[?1035l");
    assert_sent(e, &locked, (qtty_span){ (const uint8_t *)"\x1bOw", 3 });
    qtty_emulator_destroy(e);
}

/* DECBKM (VT420), LNM (STD 070), KAM (ECMA-48 7.2.9). */
static void
modes_change_backspace_enter_and_lock_the_keyboard(void **state)
{
    (void)state;
    static const struct pair reset[] = { { "backspace", "\x7f" },
                                         { "ctrl-backspace", "\b" },
                                         { "enter", "\r" } };
    static const struct pair set[] = {
        { "backspace", "\b" },         { "ctrl-backspace", "\x7f" },
        { "alt-backspace", "\x1b\b" }, { "enter", "\r\n" },
        { "ctrl-m", "\r\n" },          { "kp-enter", "\r\n" }
    };
    static const struct pair locked[] = { { "a", "" }, { "up", "" }, { "ctrl-c", "" } };
    assert_pairs("", reset, COUNT_OF(reset));
    assert_pairs("\x1b[?67h\x1b[20h", set, COUNT_OF(set));
    static const struct pair others[] = { { "ctrl-backspace", "\x7f" },
                                          { "shift-backspace", "\x1b[27;2;8~" },
                                          { "ctrl-shift-backspace", "\x1b[27;6;127~" } };
    assert_pairs("\x1b[?67h\x1b[>4;2m", others, COUNT_OF(others)); /* as xterm 379 */
    assert_pairs("\x1b[2h", locked, COUNT_OF(locked));
    assert_pairs("\x1b[2h\x1b[2l", reset, COUNT_OF(reset));
}

/* CTL "Alt and Meta Keys": ESC, the eighth bit, or nothing. */
static void
alt_and_meta_are_an_escape_or_the_eighth_bit(void **state)
{
    (void)state;
    static const struct pair escape[] = {
        { "alt-x", "\x1bx" }, { "meta-x", "\x1bx" },      { "alt-X", "\x1bX" },
        { "alt-é", "\x1bé" }, { "alt-ctrl-c", "\x1b\3" }, { "meta-up", "\x1b[1;9A" },
    };
    static const struct pair eighth[] = { { "alt-x", "\xc3\xb8" },
                                          { "meta-x", "\xc3\xb8" },
                                          { "alt-é", "é" } };
    static const struct pair none[] = { { "alt-x", "x" }, { "meta-x", "x" } };
    static const struct pair alt_alone[] = { { "alt-x", "\x1bx" }, { "meta-x", "x" } };
    assert_pairs("", escape, COUNT_OF(escape));
    assert_pairs("\x1b[?1036l", eighth, COUNT_OF(eighth));
    assert_pairs("\x1b[?1036;1034l", none, COUNT_OF(none));
    assert_pairs("\x1b[?1036;1034l\x1b[?1039h", alt_alone, COUNT_OF(alt_alone));
}

/* DECARM (STD 070), and what has no legacy form. */
static void
repetitions_follow_decarm_and_releases_are_silent(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_key key = named("a");
    key.event = QTTY_KEY_RELEASE;
    assert_sent(e, &key, (qtty_span){ NULL, 0 });
    key.event = QTTY_KEY_REPEAT;
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)"a", 1 });
    feed(e, "\x1b[?8l");
    assert_sent(e, &key, (qtty_span){ NULL, 0 });
    assert_key(e, "a", "a");
    assert_key(e, "media-play", "");
    assert_key(e, "left-shift", "");
    assert_key(e, "super-a", "a");
    qtty_emulator_destroy(e);
}

static void
text_is_sent_as_it_was_given(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_key key = { .text = { (const uint8_t *)"日本", 6 } };
    assert_sent(e, &key, key.text);
    key = (qtty_key){ .key = 'a', .text = { (const uint8_t *)"å", 2 } };
    assert_sent(e, &key, key.text);
    /* A toolkit's text for Ctrl and C. */
    key = (qtty_key){ .key = 'c',
                      .modifiers = QTTY_MOD_CTRL,
                      .text = { (const uint8_t *)"\3", 1 } };
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)"\3", 1 });
    /* Ctrl and the Cyrillic letter on the key C (X11). */
    key = (qtty_key){ .key = 0x441, .modifiers = QTTY_MOD_CTRL, .base = 'c' };
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)"\3", 1 });
    /* German: Shift and the key 7 make a slash. */
    key = (qtty_key){ .key = '7', .modifiers = QTTY_MOD_SHIFT, .shifted = '/' };
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)"/", 1 });
    key = (qtty_key){ .key = 'a', .modifiers = QTTY_MOD_CAPS_LOCK };
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)"A", 1 });
    qtty_emulator_destroy(e);
}

static void
a_latin1_child_reads_latin1(void **state)
{
    (void)state;
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.encoding = QTTY_ENCODING_LATIN1;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    assert_key(e, "é", "\xe9");
    assert_key(e, "€", "?");
    feed(e, "\x1b[?1036l");
    assert_key(e, "alt-x", "\xf8");
    qtty_emulator_destroy(e);
}

/* --- As its terminfo entry says ----------------------------------------------------- */

/* Undo infocmp's notation. @return bytes. */
static size_t
unescape(const char *text, char *out)
{
    size_t len = 0;
    for (; *text != '\0' && *text != '\n'; text++) {
        char c = *text;
        if (c == ',' && text[1] == '\n')
            break;
        if (c == '\\' && text[1] == 'E')
            c = '\x1b';
        if (c == '^')
            c = (char)(text[1] ^ 0x40);
        text += c != *text;
        out[len++] = c;
    }
    out[len] = '\0';
    return len;
}

/* The keys of capabilities that are no pattern. */
static const struct pair terminfo_keys[] = {
    { "ka1", "kp-7" },         { "ka2", "kp-8" },           { "ka3", "kp-9" },
    { "kb1", "kp-4" },         { "kb2", "kp-5" },           { "kb3", "kp-6" },
    { "kc1", "kp-1" },         { "kc2", "kp-2" },           { "kc3", "kp-3" },
    { "kp5", "kp-begin" },     { "kbeg", "kp-begin" },      { "kent", "kp-enter" },
    { "kpADD", "kp-add" },     { "kpCMA", "kp-separator" }, { "kpDIV", "kp-divide" },
    { "kpDOT", "kp-decimal" }, { "kpMUL", "kp-multiply" },  { "kpSUB", "kp-subtract" },
    { "kpZRO", "kp-0" },       { "kbs", "backspace" },      { "kcbt", "shift-tab" },
    { "kcub1", "left" },       { "kcud1", "down" },         { "kcuf1", "right" },
    { "kcuu1", "up" },         { "kdch1", "delete" },       { "kend", "end" },
    { "khome", "home" },       { "kich1", "insert" },       { "kind", "shift-down" },
    { "kri", "shift-up" },     { "knp", "page-down" },      { "kpp", "page-up" },
};

/* Those with a modifier parameter after the name; none: Shift, which is 2. */
static const struct pair terminfo_families[] = {
    { "kDC", "delete" },   { "kEND", "end" },   { "kHOM", "home" },
    { "kIC", "insert" },   { "kLFT", "left" },  { "kNXT", "page-down" },
    { "kPRV", "page-up" }, { "kRIT", "right" }, { "kUP", "up" },
    { "kDN", "down" },
};

/* kf1 to kf12 plain, then by twelve with Shift, Ctrl, Ctrl Shift, Alt, Alt Shift. */
static qtty_key
function_key(unsigned number)
{
    static const uint32_t held[] = { 0,
                                     QTTY_MOD_SHIFT,
                                     QTTY_MOD_CTRL,
                                     QTTY_MOD_CTRL | QTTY_MOD_SHIFT,
                                     QTTY_MOD_ALT,
                                     QTTY_MOD_ALT | QTTY_MOD_SHIFT };
    return (qtty_key){ .key = QTTY_KEY_F1 + (number - 1) % 12,
                       .modifiers = held[(number - 1) / 12] };
}

/* The key of a capability; its `key` is 0 where none is known. */
static qtty_key
terminfo_key(const char *capability)
{
    unsigned number;
    if (sscanf(capability, "kf%u", &number) == 1)
        return function_key(number);
    for (size_t i = 0; i < COUNT_OF(terminfo_keys); i++) {
        if (strcmp(capability, terminfo_keys[i].name) == 0)
            return named(terminfo_keys[i].sent);
    }
    for (size_t i = 0; i < COUNT_OF(terminfo_families); i++) {
        size_t len = strlen(terminfo_families[i].name);
        if (strncmp(capability, terminfo_families[i].name, len) != 0)
            continue;
        qtty_key key = named(terminfo_families[i].sent);
        key.modifiers = capability[len] == '\0' ? 1u : (uint32_t)(capability[len] - '1');
        return key;
    }
    return (qtty_key){ 0 };
}

/* One "\tname=value,"; of other capabilities nothing. @return it is one of a key. */
static bool
check_capability(const qtty_emulator *e, const char *line)
{
    char name[32], sent[256];
    if (sscanf(line, " %31[^=,]", name) != 1 || name[0] != 'k'
        || strchr(line, '=') == NULL)
        return false;
    size_t len = unescape(strchr(line, '=') + 1, sent);
    if (strcmp(name, "kmous") == 0)
        return false; /* the front of a mouse report: see mouse_test */
    qtty_key key = terminfo_key(name);
    if (key.key == 0)
        print_error("no key of capability %s\n", name);
    assert_int_not_equal(key.key, 0);
    assert_sent(e, &key, (qtty_span){ (const uint8_t *)sent, len });
    return true;
}

/* Keypad and cursor keys in the state that smkx makes, as terminfo(5) has it. */
static void
each_key_of_terminfo_is_what_is_sent(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    FILE *infocmp = popen("infocmp -x -1 xterm-256color 2>/dev/null", "r");
    char line[4096], smkx[4096];
    size_t checked = 0;
    assert_non_null(infocmp);
    feed(e, "\x1b[?1h\x1b=");
    while (fgets(line, sizeof line, infocmp) != NULL) {
        checked += check_capability(e, line);
        if (strncmp(line, "\tsmkx=", 6) == 0) {
            unescape(line + 6, smkx);
            assert_string_equal(smkx, "\x1b[?1h\x1b=");
        }
    }
    bool there = pclose(infocmp) == 0;
    qtty_emulator_destroy(e);
    if (!there || checked == 0) {
        print_message("skipped: no infocmp, or no entry xterm-256color\n");
        skip();
    }
    assert_in_range(checked, 100, 1000);
}

/* F13 and more are those of the terminfo entry, in combination too. */
static void
keys_beyond_f12_are_those_of_terminfo(void **state)
{
    (void)state;
    static const struct pair pairs[] = { { "f13", "\x1b[1;2P" },
                                         { "f24", "\x1b[24;2~" },
                                         { "f25", "\x1b[1;5P" },
                                         { "f35", "\x1b[23;5~" },
                                         { "ctrl-f13", "\x1b[1;6P" } };
    assert_pairs("", pairs, COUNT_OF(pairs));
}

/* --- modifyOtherKeys ---------------------------------------------------------------- */

/* CTL XTFMTKEYS: the other form of the same. */
static void
other_keys_have_two_formats(void **state)
{
    (void)state;
    static const struct pair first[] = { { "ctrl-i", "\x1b[27;5;105~" } };
    static const struct pair second[] = { { "ctrl-i", "\x1b[105;5u" },
                                          { "ctrl-shift-tab", "\x1b[9;6u" },
                                          { "i", "i" } };
    assert_pairs("\x1b[>4;2m", first, COUNT_OF(first));
    assert_pairs("\x1b[>4;2m\x1b[>4;1f", second, COUNT_OF(second));
    assert_pairs("\x1b[>4;2m\x1b[>4;1f\x1b[>4f", first, COUNT_OF(first));
}

/* xterm has no number for them and rings the bell; here it is their code point. */
static void
other_keys_reach_beyond_latin1(void **state)
{
    (void)state;
    static const struct pair pairs[] = { { "ctrl-я", "\x1b[27;5;1103~" }, { "я", "я" } };
    assert_pairs("\x1b[>4;2m", pairs, COUNT_OF(pairs));
}

static void
other_keys_end_with_resets(void **state)
{
    (void)state;
    static const struct pair legacy[] = { { "ctrl-i", "\t" }, { "alt-x", "\x1bx" } };
    assert_pairs("\x1b[>4;2m\x1b[>4m", legacy, COUNT_OF(legacy));
    assert_pairs("\x1b[>4;2m\x1b[>4;0m", legacy, COUNT_OF(legacy));
    assert_pairs("\x1b[>4;2m\x1b[>4n", legacy, COUNT_OF(legacy));
    assert_pairs("\x1b[>4;2m\x1b[>m", legacy, COUNT_OF(legacy));
    assert_pairs("\x1b[>4;2m\x1b[!p", legacy, COUNT_OF(legacy));
    assert_pairs("\x1b[>4;2m\x1b"
                 "c",
                 legacy, COUNT_OF(legacy));
}

/* --- Names -------------------------------------------------------------------------- */

static void
names_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t key, modifiers;
    } cases[] = {
        { "a", 'a', 0 },
        { "A", 'a', QTTY_MOD_SHIFT },
        { "ctrl-c", 'c', QTTY_MOD_CTRL },
        { "Ctrl+C", 'c', QTTY_MOD_CTRL | QTTY_MOD_SHIFT },
        { "alt-x", 'x', QTTY_MOD_ALT },
        { "ctrl-shift-left", QTTY_KEY_LEFT, QTTY_MOD_CTRL | QTTY_MOD_SHIFT },
        { "shift-tab", QTTY_KEY_TAB, QTTY_MOD_SHIFT },
        { "F5", QTTY_KEY_F5, 0 },
        { "f35", QTTY_KEY_F35, 0 },
        { "page-up", QTTY_KEY_PAGE_UP, 0 },
        { "PgUp", QTTY_KEY_PAGE_UP, 0 },
        { "esc", QTTY_KEY_ESCAPE, 0 },
        { "super-space", ' ', QTTY_MOD_SUPER },
        { "hyper-meta-kp-enter", QTTY_KEY_KP_ENTER, QTTY_MOD_HYPER | QTTY_MOD_META },
        { "-", '-', 0 },
        { "+", '+', 0 },
        { "ctrl--", '-', QTTY_MOD_CTRL },
        { "ctrl-+", '+', QTTY_MOD_CTRL },
        { "ctrl-minus", '-', QTTY_MOD_CTRL },
        { "é", 0xE9, 0 },
        { "left-shift", QTTY_KEY_LEFT_SHIFT, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qtty_key key = named(cases[i].name);
        assert_int_equal(key.key, cases[i].key);
        assert_int_equal(key.modifiers, cases[i].modifiers);
        assert_int_equal(key.event, QTTY_KEY_PRESS);
    }
}

static void
each_name_is_its_key(void **state)
{
    (void)state;
    size_t count = 0;
    for (const char *name; (name = qtty_key_name(count)) != NULL; count++)
        assert_int_equal(named(name).key, QTTY_KEY_BEFORE + 1 + count);
    assert_int_equal(count, QTTY_KEY_AFTER - QTTY_KEY_BEFORE - 1);
    assert_string_equal(qtty_key_name(QTTY_KEY_UP - QTTY_KEY_BEFORE - 1), "up");
}

static void
what_is_no_name_is_not_found(void **state)
{
    (void)state;
    static const char *const names[] = { "",     "ctrl-", "shift", "ctl-c", "f36",
                                         "f0",   "ab",    "ctrl",  "\t",    "\x1b",
                                         "\xff", "c-a",   "up ",   "alt--x" };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        qtty_key key = { .key = 1 };
        assert_int_equal(qtty_key_parse(names[i], &key), QTTY_E_NOT_FOUND);
        assert_int_equal(key.key, 0);
    }
}

/* --- Errors ------------------------------------------------------------------------- */

static void
what_is_no_key_is_refused(void **state)
{
    (void)state;
    static const uint8_t text[QTTY_KEY_TEXT_BYTES_MAX + 1] = { 'a' };
    static const struct {
        qtty_key key;
        qtty_status status;
    } cases[] = {
        { { 0 }, QTTY_E_INVAL },
        { { .key = '\r' }, QTTY_E_INVAL },
        { { .key = 0x7F }, QTTY_E_INVAL },
        { { .key = 0x9B }, QTTY_E_INVAL },
        { { .key = 0xD800 }, QTTY_E_INVAL },
        { { .key = QTTY_KEY_BEFORE + 1000 }, QTTY_E_INVAL },
        { { .key = 'a', .modifiers = 0x100 }, QTTY_E_INVAL },
        { { .key = 'a', .event = 4 }, QTTY_E_INVAL },
        { { .key = 'a', .shifted = 0x1B }, QTTY_E_INVAL },
        { { .key = 'a', .base = 7 }, QTTY_E_INVAL },
        { { .key = 'a', .text = { text, sizeof text } }, QTTY_E_RANGE },
        { { .key = 'a', .text = { (const uint8_t *)"\xc3", 1 } }, QTTY_E_ENCODING },
    };
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(qtty_emulator_key(e, &cases[i].key, &out), cases[i].status);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(e);
}

static void
a_key_that_does_not_fit_is_not_sent_in_part(void **state)
{
    (void)state;
    qtty_emulator *e = persona_terminal(NULL, 0);
    qtty_buf out;
    qtty_buf_init(&out, NULL, 5);
    qtty_key key = named("ctrl-up");
    assert_int_equal(qtty_emulator_key(e, &key, &out), QTTY_E_LIMIT);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_is_as_xterm_sends_it),
        cmocka_unit_test(cursor_keys_follow_decckm),
        cmocka_unit_test(the_keypad_follows_decnkm_and_num_lock),
        cmocka_unit_test(modes_change_backspace_enter_and_lock_the_keyboard),
        cmocka_unit_test(alt_and_meta_are_an_escape_or_the_eighth_bit),
        cmocka_unit_test(repetitions_follow_decarm_and_releases_are_silent),
        cmocka_unit_test(text_is_sent_as_it_was_given),
        cmocka_unit_test(a_latin1_child_reads_latin1),
        cmocka_unit_test(each_key_of_terminfo_is_what_is_sent),
        cmocka_unit_test(keys_beyond_f12_are_those_of_terminfo),
        cmocka_unit_test(other_keys_have_two_formats),
        cmocka_unit_test(other_keys_reach_beyond_latin1),
        cmocka_unit_test(other_keys_end_with_resets),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(each_name_is_its_key),
        cmocka_unit_test(what_is_no_name_is_not_found),
        cmocka_unit_test(what_is_no_key_is_refused),
        cmocka_unit_test(a_key_that_does_not_fit_is_not_sent_in_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
