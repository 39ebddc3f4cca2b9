/* The parser as its users see it: bytes in, actions out. What a sequence looks like is
 * said in ECMA-48 5.3 to 5.6 and DEC STD 070; what becomes of a broken one is as in
 * xterm. */
#include "unit/actions.h"

static const struct parser_config utf8 = { 0 };
static const struct parser_config latin1 = { .eight_bit = true };
static struct transcript seen;

static void
expect_stream(const struct parser_config *config, qtty_span stream, const char *actions)
{
    seen.places = false;
    transcript_stream(&seen, config, stream, stream.len);
    assert_string_equal(seen.text, actions);
}

static void
expect_places(const struct parser_config *config, qtty_span stream, const char *actions)
{
    seen.places = true;
    transcript_stream(&seen, config, stream, stream.len);
    assert_string_equal(seen.text, actions);
}

#define expect(stream, actions)        expect_stream(&utf8, SPAN_OF(stream), actions)
#define expect_latin1(stream, actions) expect_stream(&latin1, SPAN_OF(stream), actions)

/* --- Text --------------------------------------------------------------------------- */

static void
text_is_a_run_up_to_the_next_control(void **state)
{
    (void)state;
    expect("hello\r\nworld",
           "PRINT \"hello\"\nCONTROL 0D\nCONTROL 0A\nPRINT \"world\"\n");
    expect("na\xC3\xAFve \xE4\xB8\xAD \xF0\x9F\x98\x80!", "PRINT \"naïve 中 😀!\"\n");
}

static void
text_is_borrowed_from_the_input(void **state)
{
    (void)state;
    struct parser p;
    struct action a;
    const uint8_t bytes[] = "ab\xC3\xA9\x1B[m";
    qtty_span input = { bytes, sizeof(bytes) - 1 };

    parser_init(&p, &utf8);
    assert_true(parser_next(&p, &input, &a));
    assert_ptr_equal(a.text.data, bytes);
    assert_int_equal(a.text.len, 4);
    assert_int_equal(input.len, 3);
    parser_finish(&p);
}

static void
every_c0_is_a_control_but_esc(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 0x20; byte++) {
        const uint8_t stream = (uint8_t)byte;
        char line[16];
        snprintf(line, sizeof(line), "CONTROL %02X\n", byte);
        expect_stream(&utf8, (qtty_span){ &stream, 1 },
                      byte == 0x1B ? "ESC  cancelled\n" : line);
    }
}

static void
del_and_c1_characters_are_inert(void **state)
{
    (void)state;
    expect("a\x7F"
           "b",
           "PRINT \"a\"\nINERT \"\\x7F\"\nPRINT \"b\"\n");
    expect("\xC2\x9B"
           "1m",
           "INERT \"\xC2\x9B\"\nPRINT \"1m\"\n");
    expect("\xC2\x80\xC2\x9F\xC2\xA0",
           "INERT \"\xC2\x80\"\nINERT \"\xC2\x9F\"\nPRINT \"\xC2\xA0\"\n");
}

static void
raw_c1_bytes_are_ill_formed_in_utf8(void **state)
{
    (void)state;
    expect("\x9B"
           "1m\x85",
           "PRINT FFFD for 9B\nPRINT \"1m\"\nPRINT FFFD for 85\n");
}

static void
ill_formed_subparts_are_replaced_one_by_one(void **state)
{
    (void)state;
    expect("a\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
           "A",
           "PRINT \"a\"\nPRINT FFFD for E1 80\nPRINT FFFD for E2\n"
           "PRINT FFFD for F0 91 92\nPRINT FFFD for F1 BF\nPRINT \"A\"\n");
}

static void
a_control_ends_a_cut_character(void **state)
{
    (void)state;
    expect("\xE2\x82\n", "PRINT FFFD for E2 82\nCONTROL 0A\n");
    expect("\xF0\x9F\x1B[m", "PRINT FFFD for F0 9F\nCSI m\n");
    expect("\xC3", "PRINT FFFD for C3\n");
}

/* --- ESC ---------------------------------------------------------------------------- */

static void
escape_sequences_have_intermediates_and_a_final(void **state)
{
    (void)state;
    expect("\x1B"
           "7",
           "ESC 7\n");
    expect("\x1B(B", "ESC (B\n");
    expect("\x1B#8", "ESC #8\n");
    expect("\x1B$)C", "ESC $)C\n");
    expect("\x1B\\", "ESC \\\n");
    expect("\x1B~", "ESC ~\n");
}

static void
too_many_intermediates_make_it_malformed(void **state)
{
    (void)state;
    expect("\x1B !\"#A", "ESC  !A malformed over-intermediates\n");
    expect("\x1B[1 !\"q", "CSI 1 !q malformed over-intermediates\n");
    expect("\x1BP$!'q#\x1B\\", "DCS $!q \"#\" malformed over-intermediates\n");
}

static void
controls_are_executed_inside_a_sequence(void **state)
{
    (void)state;
    expect("\x1B\n(\rB", "CONTROL 0A\nCONTROL 0D\nESC (B\n");
    expect("\x1B[1\b;2\x07H", "CONTROL 08\nCONTROL 07\nCSI 1;2H\n");
    expect("\x1B[?\x1D$\x19p", "CONTROL 1D\nCONTROL 19\nCSI ?$p\n");
}

static void
nul_and_del_are_ignored_inside_a_sequence(void **state)
{
    (void)state;
    expect("\x1B\x00[\x7F"
           "1\x00;\x7F"
           "2 \x00q",
           "CSI 1;2 q\n");
    expect("\x1B\x7F(\x00"
           "B",
           "ESC (B\n");
}

static void
high_bytes_are_ignored_inside_a_sequence(void **state)
{
    (void)state;
    expect("\x1B\xC3\xA9[1\x9B;\xFF"
           "2\xE4\xB8\xADm",
           "CSI 1;2m\n");
    expect_latin1("\x1B[1\xE9m", "CSI 1m\n");
}

static void
cancel_and_substitute_end_a_sequence(void **state)
{
    (void)state;
    expect("\x1B\x18"
           "A",
           "ESC  cancelled\nCONTROL 18\nPRINT \"A\"\n");
    expect("\x1B(\x1A", "ESC ( cancelled\nCONTROL 1A\n");
    expect("\x1B[1;2\x18m", "CSI 1;2 cancelled\nCONTROL 18\nPRINT \"m\"\n");
    expect("\x1B[1<\x1A", "CSI 1 cancelled malformed\nCONTROL 1A\n");
}

static void
escape_starts_anew_inside_a_sequence(void **state)
{
    (void)state;
    expect("\x1B\x1B[m", "ESC  cancelled\nCSI m\n");
    expect("\x1B[12\x1B[34m", "CSI 12 cancelled\nCSI 34m\n");
    expect("\x1B[1$\x1B"
           "c",
           "CSI 1$ cancelled\nESC c\n");
}

/* --- CSI ---------------------------------------------------------------------------- */

static void
control_sequences_have_all_their_parts(void **state)
{
    (void)state;
    expect("\x1B[m", "CSI m\n");
    expect("\x1B[1;31mX\x1B[0m", "CSI 1;31m\nPRINT \"X\"\nCSI 0m\n");
    expect("\x1B[?1049h", "CSI ?1049h\n");
    expect("\x1B[>0;95;0c\x1B[=c\x1B[<1;2;3M", "CSI >0;95;0c\nCSI =c\nCSI <1;2;3M\n");
    expect("\x1B[1;2$~\x1B[!p\x1B[2 q", "CSI 1;2$~\nCSI !p\nCSI 2 q\n");
    expect("\x1B[?1$p\x1B[1;2'\"{", "CSI ?1$p\nCSI 1;2'\"{\n");
}

static void
missing_parameters_are_not_zeros(void **state)
{
    (void)state;
    expect("\x1B[;H\x1B[;5H\x1B[5;H\x1B[0;0H", "CSI ;H\nCSI ;5H\nCSI 5;H\nCSI 0;0H\n");
    expect("\x1B[38:2::1:2:3m", "CSI 38:2::1:2:3m\n");
    expect("\x1B[4:m\x1B[:3m", "CSI 4:m\nCSI :3m\n");
}

static void
the_marker_stands_only_at_the_front(void **state)
{
    (void)state;
    expect("\x1B[1?h", "CSI 1h malformed\n");
    expect("\x1B[??1h", "CSI ?h malformed\n");
    expect("\x1B[;>c", "CSI ;c malformed\n");
    expect("\x1BP1?q\x1B\\", "DCS 1q \"\" malformed\n");
}

static void
parameters_after_intermediates_are_malformed(void **state)
{
    (void)state;
    expect("\x1B[1 2q", "CSI 1 q malformed\n");
    expect("\x1B[$?p", "CSI $p malformed\n");
    expect("\x1B[1 2\n3q", "CONTROL 0A\nCSI 1 q malformed\n");
    expect("\x1BP$1q\x1B\\", "DCS $q \"\" malformed\n");
}

static void
a_mistake_does_not_outlive_its_sequence(void **state)
{
    (void)state;
    expect("\x1B[1?h\x1B[1h", "CSI 1h malformed\nCSI 1h\n");
    expect("\x1B[99999m\x1B[9;1 $q\x1B[1m",
           "CSI 65535m over-value\nCSI 9;1 $q\nCSI 1m\n");
    expect("\x1B !\"A\x1B!A", "ESC  !A malformed over-intermediates\nESC !A\n");
}

/* --- 8 bits ------------------------------------------------------------------------- */

static void
c1_bytes_are_controls_in_latin1(void **state)
{
    (void)state;
    expect_latin1("\x84\x85\x8D\x9C", "CONTROL 84\nCONTROL 85\nCONTROL 8D\nCONTROL 9C\n");
    expect_latin1("\x9B"
                  "1;2m",
                  "CSI 1;2m\n");
    expect_latin1("\x90"
                  "1$qm\x9C",
                  "DCS 1$q \"m\"\n");
    expect_latin1("\x9D"
                  "0;t\x9C\x9E"
                  "p\x9C\x9F"
                  "a\x9C\x98s\x9C",
                  "OSC \"0;t\"\nPM \"p\"\nAPC \"a\"\nSOS \"s\"\n");
}

static void
c1_bytes_cut_a_sequence_off_in_latin1(void **state)
{
    (void)state;
    expect_latin1("\x1B[1\x9B"
                  "2m",
                  "CSI 1 cancelled\nCSI 2m\n");
    expect_latin1("\x1B\x85", "ESC  cancelled\nCONTROL 85\n");
    expect_latin1("\x9D"
                  "0;t\x9B"
                  "2m",
                  "OSC \"0;t\" cancelled\nCSI 2m\n");
    expect_latin1("\x1B[\x9C", "CSI  cancelled\nCONTROL 9C\n");
}

static void
latin1_text_becomes_utf8(void **state)
{
    (void)state;
    expect_latin1("caf\xE9 \xA0\xFF", "PRINT \"café \xC2\xA0ÿ\"\n");
    expect_latin1("\xC3\xA9", "PRINT \"Ã©\"\n");

    uint8_t stream[100];
    char line[300] = "PRINT \"";
    memset(stream, 0xE4, sizeof(stream));
    for (size_t i = 0; i < sizeof(stream); i++)
        strcat(line, "ä");
    expect_stream(&latin1, (qtty_span){ stream, sizeof(stream) }, strcat(line, "\"\n"));
}

/* --- Places, ends, splits ----------------------------------------------------------- */

static void
places_are_exact(void **state)
{
    (void)state;
    expect_places(&utf8, SPAN_OF("ab\x1B[1\n2mc"),
                  "PRINT \"ab\" @0+2\nCONTROL 0A @5+1\nCSI 12m @2+6\nPRINT \"c\" @8+1\n");
    expect_places(&utf8, SPAN_OF("\x1B]0;t\x1B\\\x1B]1\x07"),
                  "OSC \"0;t\" @0+7\nOSC \"1\" bell @7+4\n");
    expect_places(&utf8, SPAN_OF("\x1B]0;t\x1B[m"),
                  "OSC \"0;t\" cancelled @0+5\nCSI m @5+3\n");
    expect_places(&utf8, SPAN_OF("\x1B[1\x18"),
                  "CSI 1 cancelled @0+3\nCONTROL 18 @3+1\n");
    expect_places(&utf8, SPAN_OF("\xC3\xA9\xE2\x82x\xC2\x80\x7F"),
                  "PRINT \"é\" @0+2\nPRINT FFFD for E2 82 @2+2\nPRINT \"x\" @4+1\n"
                  "INERT \"\xC2\x80\" @5+2\nINERT \"\\x7F\" @7+1\n");
    expect_places(&latin1,
                  SPAN_OF("\xE9\x9B"
                          "1m"),
                  "PRINT \"é\" @0+1\nCSI 1m @1+3\n");
}

static void
the_end_cancels_what_is_unfinished(void **state)
{
    (void)state;
    expect("\x1B", "ESC  cancelled\n");
    expect("\x1B[1;", "CSI 1; cancelled\n");
    expect("\x1B]0;title", "OSC \"0;title\" cancelled\n");
    expect("\x1BP1$q", "DCS 1$q \"\" cancelled\n");
    expect("\x1B]0;title\x1B", "OSC \"0;title\" cancelled\nESC  cancelled\n");
    expect("done", "PRINT \"done\"\n");
    expect("", "");
}

static void
reset_forgets_the_sequence_and_keeps_the_offset(void **state)
{
    (void)state;
    struct parser p;

    seen = (struct transcript){ .places = true };
    parser_init(&p, &utf8);
    transcript_feed(&seen, &p, SPAN_OF("\x1B]0;secret"));
    parser_reset(&p);
    transcript_feed(&seen, &p, SPAN_OF("a\n\xE2\x82"));
    parser_reset(&p);
    transcript_feed(&seen, &p, SPAN_OF("b"));
    transcript_finish(&seen, &p);
    assert_string_equal(seen.text,
                        "PRINT \"a\" @10+1\nCONTROL 0A @11+1\nPRINT \"b\" @14+1\n");
    parser_finish(&p);
}

static const qtty_span gallery[] = {
    { (const uint8_t *)"", 0 },
#define INPUT(literal) { (const uint8_t *)(literal), sizeof(literal) - 1 },
    INPUT("plain text, long enough to fill more than one block of the scanner\r\n") INPUT(
        "\x1B[01;31merror\x1B[0m \x1B[38;2;97;175;239mblue\x1B[m\x1B[4:3;58:2::1:2:3m")
        INPUT(
            "\x1B[?25l\x1B[1;1H\x1B[2J\x1B[3 q\x1B[!p\x1B[?2026$p\x1B[>q\x1B(0\x1B#8\x1B"
            "7") INPUT("\x1B[1;2\n;3\x1B[4\x18m\x1B\x1B\x1A[\x1B[1?2h\x1B[1 2q\x1B "
                       "!\"A\x1B[ !\"#q")
            INPUT("\x1B[99999999999;65536:65535m\x1B[;;;:m\x1B[1;2;3;4;5;6;7;8;9;10;11;"
                  "12;13;14;15;16;"
                  "17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33;34m")
                INPUT("\x1B[\x7F"
                      "1\x00;\xC3\xA9"
                      "2\x9Bm\x1B\x00\x7F[m\x1B\x80M")
                    INPUT("\x1B]0;title\x07\x1B]8;;https://e.com/"
                          "\xE4\xB8\xAD\x1B\\\x1B]52;c;\x01\x7Fx\x1B[m")
                        INPUT("\x1BP1$r0m\x1B\\\x1BP+q544e\x1BPq\n\x7F#\x00\x1B\\\x1BP1?"
                              "\n\x1B\\\x1BP1;2\x07") INPUT("\x1B_app\x1B\\\x1B^"
                                                            "pm\x9C\x1B\\\x1BXsos\x18\x1B"
                                                            "_\x1A\x1B]"
                                                            "\x1B\x1B\\\x1B]\x1B\n\\")
                            INPUT("\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\xC2\x85\xC2\xA0 "
                                  "e\xCC\x81 \xEF\xBF\xBD")
                                INPUT(
                                    "\xF0\x9F\x98\xE4\xB8\xC3\xC0\xAF\xED\xA0\x80\xF4\x90"
                                    "\x80\x80\xF0\x9F\x1B[m\xE2\n\xFF")
                                    INPUT("\x9B"
                                          "1m\x9D"
                                          "0;"
                                          "t\x9C\x90q\x9B\x84\x98x\x9E\x9F\x9C\x85\xE9"
                                          "\xA0\xFF") INPUT("a\x1B")
                                        INPUT("a\x1B]0;t\x1B") INPUT("\x1BP1;2")
#undef INPUT
};

static const struct parser_config configs[] = {
    { .text_only = false },
    { .text_only = true },
    { .eight_bit = true },
    { .eight_bit = true, .text_only = true },
};

/* Two pieces each way, and chunks of one size; offsets count too. */
static void
expect_no_split_to_show(const struct parser_config *config, qtty_span stream)
{
    static struct transcript whole, split;

    whole.places = split.places = true;
    transcript_stream(&whole, config, stream, stream.len + 1);
    for (size_t chunk = 1; chunk <= 3; chunk++) {
        transcript_stream(&split, config, stream, chunk);
        assert_string_equal(split.text, whole.text);
    }
    for (size_t cut = 1; cut < stream.len; cut++) {
        struct parser p;
        parser_init(&p, config);
        split = (struct transcript){ .places = true };
        transcript_feed(&split, &p, (qtty_span){ stream.data, cut });
        transcript_feed(&split, &p, (qtty_span){ stream.data + cut, stream.len - cut });
        transcript_finish(&split, &p);
        parser_finish(&p);
        assert_string_equal(split.text, whole.text);
    }
}

static void
no_split_of_a_stream_shows_in_its_actions(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(gallery); i++)
        for (size_t k = 0; k < COUNT_OF(configs); k++)
            expect_no_split_to_show(&configs[k], gallery[i]);
}

/* A stream of what the rules distinguish, from a linear congruential generator. */
static qtty_span
random_stream(uint32_t *seed, uint8_t *bytes, size_t size)
{
    static const uint8_t alphabet[] =
        "\x1B\x1B\x1B\x1B[[[]P_X^\\\\\x07\x18\x1A\n\x7F:;;019?<> $!mqAz"
        "\x9B\x9C\x9D\x90\x85\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\xC2";
    *seed = *seed * 1664525u + 1013904223u;
    const size_t len = (*seed >> 16) % size;
    for (size_t i = 0; i < len; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        bytes[i] =
            alphabet[(*seed >> 16) % sizeof(alphabet)]; /* NUL at its end included */
    }
    return (qtty_span){ bytes, len };
}

static void
no_split_of_a_random_stream_shows_either(void **state)
{
    (void)state;
    uint32_t seed = 1;
    uint8_t bytes[48];

    for (int i = 0; i < 4000; i++) {
        const qtty_span stream = random_stream(&seed, bytes, sizeof(bytes));
        static struct transcript whole, split;
        whole.places = split.places = true;
        transcript_stream(&whole, &configs[i % 4], stream, sizeof(bytes));
        transcript_stream(&split, &configs[i % 4], stream, 1 + (size_t)(i % 7));
        assert_string_equal(split.text, whole.text);
    }
}

static void
expect_the_same_but_bare(bool eight_bit, qtty_span stream)
{
    static struct transcript full, bare;
    const struct parser_config all = { .eight_bit = eight_bit };
    const struct parser_config text_only = { .eight_bit = eight_bit, .text_only = true };

    full.bare = full.places = bare.places = bare.bare = true;
    transcript_stream(&full, &all, stream, stream.len + 1);
    transcript_stream(&bare, &text_only, stream, stream.len + 1);
    assert_string_equal(bare.text, full.text);
}

static void
text_only_gives_the_same_actions(void **state)
{
    (void)state;
    uint32_t seed = 2;
    uint8_t bytes[200];

    for (size_t i = 0; i < COUNT_OF(gallery); i++) {
        expect_the_same_but_bare(false, gallery[i]);
        expect_the_same_but_bare(true, gallery[i]);
    }
    for (int i = 0; i < 4000; i++)
        expect_the_same_but_bare(i % 2, random_stream(&seed, bytes, sizeof(bytes)));
}

static void
text_only_keeps_no_params_and_no_payload(void **state)
{
    (void)state;
    static const struct parser_config text_only = { .text_only = true };
    expect_stream(&text_only, SPAN_OF("a\x1B[?1;2h\x1B]0;t\x07\x1BP1$qm\x1B\\"),
                  "PRINT \"a\"\nCSI ?h\nOSC \"\" bell\nDCS $q \"\"\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_a_run_up_to_the_next_control),
        cmocka_unit_test(text_is_borrowed_from_the_input),
        cmocka_unit_test(every_c0_is_a_control_but_esc),
        cmocka_unit_test(del_and_c1_characters_are_inert),
        cmocka_unit_test(raw_c1_bytes_are_ill_formed_in_utf8),
        cmocka_unit_test(ill_formed_subparts_are_replaced_one_by_one),
        cmocka_unit_test(a_control_ends_a_cut_character),
        cmocka_unit_test(escape_sequences_have_intermediates_and_a_final),
        cmocka_unit_test(too_many_intermediates_make_it_malformed),
        cmocka_unit_test(controls_are_executed_inside_a_sequence),
        cmocka_unit_test(nul_and_del_are_ignored_inside_a_sequence),
        cmocka_unit_test(high_bytes_are_ignored_inside_a_sequence),
        cmocka_unit_test(cancel_and_substitute_end_a_sequence),
        cmocka_unit_test(escape_starts_anew_inside_a_sequence),
        cmocka_unit_test(control_sequences_have_all_their_parts),
        cmocka_unit_test(missing_parameters_are_not_zeros),
        cmocka_unit_test(the_marker_stands_only_at_the_front),
        cmocka_unit_test(parameters_after_intermediates_are_malformed),
        cmocka_unit_test(a_mistake_does_not_outlive_its_sequence),
        cmocka_unit_test(c1_bytes_are_controls_in_latin1),
        cmocka_unit_test(c1_bytes_cut_a_sequence_off_in_latin1),
        cmocka_unit_test(latin1_text_becomes_utf8),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(the_end_cancels_what_is_unfinished),
        cmocka_unit_test(reset_forgets_the_sequence_and_keeps_the_offset),
        cmocka_unit_test(no_split_of_a_stream_shows_in_its_actions),
        cmocka_unit_test(no_split_of_a_random_stream_shows_either),
        cmocka_unit_test(text_only_gives_the_same_actions),
        cmocka_unit_test(text_only_keeps_no_params_and_no_payload),
    };
    return cmocka_run_group_tests_name("parser", tests, NULL, NULL);
}
