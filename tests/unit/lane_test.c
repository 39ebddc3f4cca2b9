/* What goes to the engine in the lane, without an action for each piece, does what it
 * does when it is fed byte by byte, which no lane sees. */
#include "unit/check.h"
#include <quietty/draw.h>
#include <quietty/emulator.h>
#include <stdio.h>

/* More than the lane wants to see ahead. */
enum { PADDING = 160 };

struct fed {
    qtty_emulator *terminal;
    qtty_buf drawn;
};

static struct fed
feed(const char *bytes, size_t len, size_t piece, qtty_encoding encoding)
{
    struct fed f;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 6;
    config.cols = 200; /* the padding stays in a row */
    config.reports = QTTY_REPORT_CHECKSUM;
    config.encoding = encoding;
    assert_int_equal(qtty_emulator_create(&f.terminal, &config), QTTY_OK);
    for (size_t at = 0; at < len; at += piece) {
        const size_t rest = len - at;
        qtty_span span = { (const uint8_t *)bytes + at, rest < piece ? rest : piece };
        assert_int_equal(qtty_emulator_feed(f.terminal, span), QTTY_OK);
    }
    qtty_buf_init(&f.drawn, NULL, 0);
    assert_int_equal(qtty_emulator_draw(f.terminal, &f.drawn), QTTY_OK);
    return f;
}

static void
finish(struct fed *f)
{
    qtty_buf_finish(&f->drawn);
    qtty_emulator_destroy(f->terminal);
}

static bool
same_bytes(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* What is no graphic ASCII in octal, as this file writes it. */
static void
print_sent(const char *sent)
{
    print_error("another terminal after \"");
    for (; *sent != '\0'; sent++)
        print_error(*sent >= 0x20 && *sent < 0x7F ? "%c" : "\\%03o", (uint8_t)*sent);
    print_error("\"\n");
}

/* What is borrowed of an event is good until the next one is pulled. */
static bool
next_event_is_same(struct fed *whole, struct fed *bytes, bool *more)
{
    qtty_event a, b;
    *more = qtty_emulator_next_event(whole->terminal, &a);
    if (qtty_emulator_next_event(bytes->terminal, &b) != *more)
        return false;
    return !*more
           || (a.kind == b.kind && a.value == b.value && a.row == b.row && a.col == b.col
               && a.row_id == b.row_id && same_bytes(a.text, b.text));
}

static bool
same_events(struct fed *whole, struct fed *bytes)
{
    bool more = true, same = true;
    while (more && same)
        same = next_event_is_same(whole, bytes, &more);
    return same;
}

/* Screen, scrollback and state, by the drawing of all of it; the cursor; the replies; the
 * events. */
static void
assert_same(struct fed *whole, struct fed *bytes, const char *sent)
{
    qtty_cursor a, b;
    qtty_emulator_cursor(whole->terminal, &a);
    qtty_emulator_cursor(bytes->terminal, &b);
    if (!same_bytes(qtty_buf_span(&whole->drawn), qtty_buf_span(&bytes->drawn))
        || !same_bytes(qtty_emulator_replies(whole->terminal),
                       qtty_emulator_replies(bytes->terminal))
        || !same_events(whole, bytes) || a.row != b.row || a.col != b.col
        || a.pending_wrap != b.pending_wrap) {
        print_sent(sent);
        fail();
    }
}

/* Between text and sequences of other forms, since the lane uses one action for all. */
static void
check(const char *sequence, qtty_encoding encoding)
{
    char sent[512];
    int len =
        snprintf(sent, sizeof sent,
                 "\033[3;4Habc\r\n\033[1;31mdef\033[m\033[2;2H%sghi%s\033[7;9m\r\nj%*s",
                 sequence, sequence, PADDING, "");
    assert_in_range(len, PADDING, sizeof sent - 1);
    struct fed whole = feed(sent, (size_t)len, sizeof sent, encoding);
    struct fed bytes = feed(sent, (size_t)len, 1, encoding);
    assert_same(&whole, &bytes, sequence);
    finish(&whole);
    finish(&bytes);
}

/* Also those that are nothing, and parameters of every form. */
static void
every_final_marker_and_form_of_parameters(void **state)
{
    (void)state;
    static const char *const params[] = {
        "",
        "0",
        ";",
        "1;",
        ";2",
        "2",
        "03",
        "12",
        "007",
        "999",
        "1234",
        "99999",
        "2;3",
        "4;5;6;7;8",
        "4:3",
        "38:5:1",
        "38;5;123",
        "1;2;3;4;5;6;7;8;9;"
        "10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;"
        "26;27;28;29;30;31;32;33;34",
        "3$",
        "1<",
        "\0012"
    };
    static const char *const markers[] = { "", "<", "=", ">", "?", "?<" };
    for (size_t m = 0; m < COUNT_OF(markers); m++)
        for (size_t p = 0; p < COUNT_OF(params); p++)
            for (int final = 0x40; final <= 0x7F; final++) {
                char sequence[160];
                snprintf(sequence, sizeof sequence, "\033[%s%s%c", markers[m], params[p],
                         final);
                check(sequence, QTTY_ENCODING_UTF8);
            }
}

static void
what_is_around_sequences(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "text",
        "\r",
        "\n",
        "\t",
        "\b",
        "\x7F",
        "a\xCC\x81",
        "\xE6\x97\xA5",
        "\xFF",
        "ab\x9B\x31mc",
        "\0337",
        "\033",
        "\033\033[1m",
        "\033[",
        "\033[1",
        "\033[1\030",
        "\033[3\n1m",
        "\033]0;t\a",
        "\033]2;\346\227\245\033\\",
        "\033]2;a\r\377b\a",
        "\033]2;a\234b\a",
        "\033]8;id=1;x:/\alink",
        "\033]8;;\033\\",
        "\033]133;A\a",
        "\033]133;D;3\033\\",
        "\033]633;P;Cwd=/d\a",
        "\033]1337;SetMark\a",
        "\033]11;?\a",
        "\033]4;1;#123456\a",
        "\033]99999999;x\a",
        "\033]222;x\a",
        "\033];x\a",
        "\033]\a",
        "\033]0;cut\033[1m",
        "\033]0;cut\030",
        "\033P1$r0m\033\\",
        "\016",
        "\033(0qx\033(B",
        "\033[?2l\033Y\"\"\033<",
        "\033[61\"p\033[4h",
        "\033[61\"p\033[=c", /* DA3 is of level 4 */
        "\033[4hxyz\033[4l",
        "\033[?7l\033[99Cabc\033[?7h",
        "\033[?69h\033[3;9s\033[9Gxyz\033[?69l",
        "\033c",
        "\033[2b",
        "\033[?2026h",
    };
    for (size_t a = 0; a < COUNT_OF(pieces); a++)
        for (size_t b = 0; b < COUNT_OF(pieces); b++) {
            char both[64];
            snprintf(both, sizeof both, "%s%s", pieces[a], pieces[b]);
            check(both, QTTY_ENCODING_UTF8);
            check(both, QTTY_ENCODING_LATIN1);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_final_marker_and_form_of_parameters),
        cmocka_unit_test(what_is_around_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
