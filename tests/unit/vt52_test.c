/* VT52 mode: how its bytes are read, whatever their pieces, and who can do it. What its
 * sequences do to a screen is in tests/vt/vt52.vt. */
#include "unit/actions.h"
#include "unit/terminal.h"
#include "vt/parser.h"

/* --- The parser --------------------------------------------------------------------- */

/* Actions of a stream in VT52 mode, in pieces of so many bytes. */
static void
read_vt52(struct transcript *t, bool latin1, qtty_span stream, size_t piece)
{
    struct parser p;
    struct action a;
    *t = (struct transcript){ 0 };
    parser_init(&p, &(struct parser_config){ .eight_bit = latin1 });
    parser_use_vt52(&p, true);
    while (stream.len > 0) {
        size_t len = stream.len < piece ? stream.len : piece;
        qtty_span input = { stream.data, len };
        while (parser_next(&p, &input, &a))
            transcript_action(t, &a);
        stream.data += len;
        stream.len -= len;
    }
    while (parser_end(&p, &a))
        transcript_action(t, &a);
    transcript_end_run(t);
    parser_finish(&p);
}

static void
expect_read(bool latin1, qtty_span stream, const char *actions)
{
    static struct transcript seen;
    for (size_t piece = 1; piece <= stream.len; piece++) {
        read_vt52(&seen, latin1, stream, piece);
        assert_string_equal(seen.text, actions);
    }
}

#define expect(stream, actions) expect_read(false, SPAN_OF(stream), actions)

static void
a_sequence_is_escape_and_one_byte(void **state)
{
    (void)state;
    expect("a\x1B"
           "Ab\x1BZ\x1B<\x1B!",
           "PRINT \"a\"\nVT52 A\nPRINT \"b\"\nVT52 Z\nVT52 <\nVT52 !\n");
    expect("\x1B[31m\x1B]0;t\x07",
           "VT52 [\nPRINT \"31m\"\nVT52 ]\nPRINT \"0;t\"\nCONTROL 07\n");
    expect("\x1BPx\x1B\\y", "VT52 P\nPRINT \"x\"\nVT52 \\\nPRINT \"y\"\n");
}

/* They are a row and a column, 20 the first; here they count from 1, as CUP's. */
static void
an_address_takes_two_bytes(void **state)
{
    (void)state;
    expect("\x1BY  x", "VT52 1;1Y\nPRINT \"x\"\n");
    expect("\x1BY~A\x1BY[]", "VT52 95;34Y\nVT52 60;62Y\n");
    expect("\x1BYYY", "VT52 58;58Y\n");
}

static void
controls_inside_an_address_are_executed(void **state)
{
    (void)state;
    expect("\x1BY\r!\n#x", "CONTROL 0D\nCONTROL 0A\nVT52 2;4Y\nPRINT \"x\"\n");
    expect_read(false, (qtty_span){ (const uint8_t *)"\x1BY\0!\x7F\xE6#", 7 },
                "VT52 2;4Y\n");
}

static void
cancel_and_escape_end_an_address(void **state)
{
    (void)state;
    expect("\x1BY!\x18#", "VT52 2Y cancelled\nCONTROL 18\nPRINT \"#\"\n");
    expect("\x1BY\x1AZ", "VT52 Y cancelled\nCONTROL 1A\nPRINT \"Z\"\n");
    expect("\x1BY!\x1BH", "VT52 2Y cancelled\nVT52 H\n");
    expect("\x1BY", "VT52 Y cancelled\n");
    expect("\x1B\x1B"
           "A",
           "VT52  cancelled\nVT52 A\n");
}

static void
text_is_that_of_the_stream(void **state)
{
    (void)state;
    expect("\xE4\xB8\xAD\x1BH\xC3", "PRINT \"中\"\nVT52 H\nPRINT FFFD for C3\n");
    expect_read(true, SPAN_OF("\xE9\x1BH"), "PRINT \"é\"\nVT52 H\n");
}

/* Not even where bytes of 80..9F are controls elsewhere. */
static void
a_vt52_has_no_c1(void **state)
{
    (void)state;
    expect_read(true,
                SPAN_OF("\x9B"
                        "31m\x9D\x85"),
                "INERT \"\x9B\"\nPRINT \"31m\"\nINERT \"\x9D\"\nINERT \"\x85\"\n");
}

/* --- The emulator ------------------------------------------------------------------- */

static qtty_emulator *
engine_terminal(const char *engine, qtty_encoding encoding)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = engine;
    config.encoding = encoding;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

static void
who_declares_it_can_do_it(void **state)
{
    (void)state;
    for (size_t i = 0; qtty_engine_name(i) != NULL; i++) {
        qtty_emulator *e = engine_terminal(qtty_engine_name(i), QTTY_ENCODING_UTF8);
        bool can = (qtty_emulator_capabilities(e) & QTTY_CAP_VT52) != 0;
        feed(e, "\x1b[?2$p");
        assert_replies(e, can ? "\x1b[?2;1$y" : "\x1b[?2;0$y");
        feed(e, "\x1b[?2l\x1bY#%x");
        assert_int_equal(qtty_emulator_mode(e, true, 2),
                         can ? QTTY_MODE_RESET : QTTY_MODE_UNKNOWN);
        qtty_cursor cursor;
        qtty_emulator_cursor(e, &cursor);
        assert_int_equal(cursor.row, can ? 3 : 0);
        qtty_emulator_destroy(e);
    }
}

static void
the_library_s_reset_leaves_it(void **state)
{
    (void)state;
    qtty_emulator *e = engine_terminal("native", QTTY_ENCODING_UTF8);
    feed(e, "\x1b[?2l\x1bY");
    assert_int_equal(qtty_emulator_reset(e), QTTY_OK);
    feed(e, "\x1b[3;4Hx\x1b[6n\x1bP$q\"p\x1b\\");
    assert_replies(e, "\x1b[3;5R\x1bP1$r64;1\"p\x1b\\");
    qtty_emulator_destroy(e);
}

static void
in_latin1_its_text_is_latin1(void **state)
{
    (void)state;
    qtty_emulator *e = engine_terminal("native", QTTY_ENCODING_LATIN1);
    feed(e, "\x1b[?2l\xE9\x9B"
            "5n\x1b<\x9B"
            "5n");
    assert_row(e, 0,
               "\xC3\xA9"
               "5n");
    assert_replies(e, "\x1b[0n");
    qtty_emulator_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sequence_is_escape_and_one_byte),
        cmocka_unit_test(an_address_takes_two_bytes),
        cmocka_unit_test(controls_inside_an_address_are_executed),
        cmocka_unit_test(cancel_and_escape_end_an_address),
        cmocka_unit_test(text_is_that_of_the_stream),
        cmocka_unit_test(a_vt52_has_no_c1),
        cmocka_unit_test(who_declares_it_can_do_it),
        cmocka_unit_test(the_library_s_reset_leaves_it),
        cmocka_unit_test(in_latin1_its_text_is_latin1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
