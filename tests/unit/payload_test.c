/* Strings: how they end (ECMA-48 5.6; BEL and a lone ESC as in xterm), what of them is
 * payload, and that payloads stay bounded, borrowed where they can be, and whole. */
#include "unit/actions.h"
#include "vt/payload.h"

static const struct parser_config utf8 = { 0 };
static struct transcript seen;

static void
expect_stream(const struct parser_config *config, qtty_span stream, const char *actions)
{
    transcript_stream(&seen, config, stream, stream.len);
    assert_string_equal(seen.text, actions);
}

#define expect(stream, actions) expect_stream(&utf8, SPAN_OF(stream), actions)

/* --- How strings end -------------------------------------------------------------- */

static void
bell_and_st_end_every_string(void **state)
{
    (void)state;
    expect("\x1B]0;a\x07\x1B]0;b\x1B\\", "OSC \"0;a\" bell\nOSC \"0;b\"\n");
    expect("\x1BPqa\x07\x1BPqb\x1B\\", "DCS q \"a\" bell\nDCS q \"b\"\n");
    expect("\x1B_a\x07\x1B_b\x1B\\", "APC \"a\" bell\nAPC \"b\"\n");
    expect("\x1B^a\x07\x1B^b\x1B\\", "PM \"a\" bell\nPM \"b\"\n");
    expect("\x1BXa\x07\x1BXb\x1B\\", "SOS \"a\" bell\nSOS \"b\"\n");
    expect("\x1B]\x07\x1B]\x1B\\\x1B_\x1B\\", "OSC \"\" bell\nOSC \"\"\nAPC \"\"\n");
}

static void
escape_without_backslash_discards_the_string(void **state)
{
    (void)state;
    expect("\x1B]0;t\x1B[31mA", "OSC \"0;t\" cancelled\nCSI 31m\nPRINT \"A\"\n");
    expect("\x1BPq#\x1B"
           "c",
           "DCS q \"#\" cancelled\nESC c\n");
    expect("\x1B_a\x1B]0;t\x07", "APC \"a\" cancelled\nOSC \"0;t\" bell\n");
    expect("\x1B]t\x1B\x1B\\", "OSC \"t\" cancelled\nESC  cancelled\nESC \\\n");
    expect("\x1B]t\x1B\n\\", "OSC \"t\" cancelled\nCONTROL 0A\nESC \\\n");
    expect("\x1B]t\x1B\x18", "OSC \"t\" cancelled\nESC  cancelled\nCONTROL 18\n");
}

static void
cancel_and_substitute_discard_the_string(void **state)
{
    (void)state;
    expect("\x1B]0;t\x18"
           "A",
           "OSC \"0;t\" cancelled\nCONTROL 18\nPRINT \"A\"\n");
    expect("\x1BP1$\x1A", "DCS 1$ \"\" cancelled\nCONTROL 1A\n");
    expect("\x1BXs\x18\x1B^p\x1A",
           "SOS \"s\" cancelled\nCONTROL 18\nPM \"p\" cancelled\nCONTROL 1A\n");
}

static void
byte_9c_is_payload_in_utf8_and_st_in_latin1(void **state)
{
    (void)state;
    static const struct parser_config latin1 = { .eight_bit = true };

    /* U+671C is E6 9C 9C. */
    expect("\x1B]0;\xE6\x9C\x9C\x07", "OSC \"0;\xE6\x9C\x9C\" bell\n");
    expect_stream(&latin1,
                  SPAN_OF("\x1B]0;t\x9C"
                          "A"),
                  "OSC \"0;t\"\nPRINT \"A\"\n");
}

/* --- What is payload -------------------------------------------------------------- */

static void
controls_are_no_part_of_osc_and_its_kin(void **state)
{
    (void)state;
    expect("\x1B]0;a\n\tb\x00\x7F"
           "c\x07",
           "OSC \"0;abc\" bell\n");
    expect("\x1B_\x01"
           "a\x1F\x1B\\",
           "APC \"a\"\n");
}

static void
dcs_keeps_controls_and_drops_del(void **state)
{
    (void)state;
    expect("\x1BPq#0\r\n\x7F#1\x00\x1B\\", "DCS q \"#0\\x0D\\x0A#1\\x00\"\n");
    expect("\x1BP1\n;2\r$\tq\x1B\\", "DCS 1;2$q \"\"\n");
}

static void
dcs_has_the_parts_of_a_control_sequence(void **state)
{
    (void)state;
    expect("\x1BP$qm\x1B\\", "DCS $q \"m\"\n");
    expect("\x1BP+q544e\x1B\\", "DCS +q \"544e\"\n");
    expect("\x1BP>|name\x1B\\", "DCS >| \"name\"\n");
    expect("\x1BP1;:2;3!{\xE4\xB8\xAD\x1B\\", "DCS 1;:2;3!{ \"中\"\n");
    expect("\x1BP99999999q\x1B\\", "DCS 65535q \"\" over-value\n");
}

static void
dcs_without_a_final_is_malformed(void **state)
{
    (void)state;
    expect("\x1BP\x1B\\", "DCS  \"\" malformed\n");
    expect("\x1BP1;2\x07", "DCS 1;2 \"\" malformed bell\n");
    expect("\x1BP1?2\x1B\\", "DCS 1 \"\" malformed\n");
    expect("\x1BP1?2q#\x1B\\", "DCS 1q \"#\" malformed\n");
}

/* --- Borrowing and bounds --------------------------------------------------------- */

/* ESC ] and `len` times 'x'. */
static qtty_span
long_string(size_t len, const char *end)
{
    static uint8_t bytes[STRING_BYTES_MAX + 64];

    memcpy(bytes, "\x1B]", 2);
    memset(bytes + 2, 'x', len);
    memcpy(bytes + 2 + len, end, strlen(end));
    return (qtty_span){ bytes, 2 + len + strlen(end) };
}

static void
a_payload_in_one_span_is_borrowed(void **state)
{
    (void)state;
    struct failing_allocator never = { .fail_at = 1, .for_good = 1 };
    const qtty_allocator a = failing_allocator_hook(&never);
    const struct parser_config config = { .allocator = &a };
    qtty_span streams[] = { long_string(1000, "\x07"), SPAN_OF("\x1BP1qa\nb\x1B\\"),
                            SPAN_OF("\x1B_G\x1B\\"), SPAN_OF("\x1B]0;t\x1B[m") };

    for (size_t i = 0; i < COUNT_OF(streams); i++) {
        struct parser p;
        struct action out;
        const uint8_t *bytes = streams[i].data;
        parser_init(&p, &config);
        assert_true(parser_next(&p, &streams[i], &out));
        assert_int_equal(out.flags & ACTION_OVER_STRING, 0);
        assert_true(out.text.len > 0);
        assert_true(out.text.data > bytes && out.text.data < bytes + out.length);
        parser_finish(&p);
    }
    assert_int_equal(never.calls, 0);
}

static void
expect_length(qtty_span stream, size_t chunk, size_t len, uint32_t flags)
{
    struct parser p;
    struct action out = { .kind = ACTION_PRINT };

    parser_init(&p, &utf8);
    while (out.kind != ACTION_OSC) {
        const size_t n = stream.len < chunk ? stream.len : chunk;
        qtty_span piece = { stream.data, n };
        assert_true(n > 0);
        parser_next(&p, &piece, &out);
        stream.data += n;
        stream.len -= n;
    }
    assert_int_equal(out.text.len, len);
    assert_int_equal(out.flags & ACTION_OVER_STRING, flags);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(out.text.data[i], 'x');
    assert_true(p.payload.kept.capacity <= STRING_BYTES_MAX);
    parser_finish(&p);
}

static void
a_payload_is_cut_at_the_ceiling(void **state)
{
    (void)state;
    static const size_t chunks[] = { 1, 1000, STRING_BYTES_MAX, SIZE_MAX };
    for (size_t i = 0; i < COUNT_OF(chunks); i++) {
        const size_t max = STRING_BYTES_MAX;
        expect_length(long_string(max - 1, "\x07"), chunks[i], max - 1, 0);
        expect_length(long_string(max, "\x1B\\"), chunks[i], max, 0);
        expect_length(long_string(max + 1, "\x07"), chunks[i], max, ACTION_OVER_STRING);
        expect_length(long_string(max, "\ny\x1B\\"), chunks[i], max, ACTION_OVER_STRING);
    }
}

static void
touching_pieces_count_together_for_the_ceiling(void **state)
{
    (void)state;
    static uint8_t bytes[STRING_BYTES_MAX + 10];
    struct payload s;

    payload_init(&s, NULL);
    payload_put(&s, (qtty_span){ bytes, STRING_BYTES_MAX - 4 });
    payload_put(&s, (qtty_span){ bytes + STRING_BYTES_MAX - 4, 4 });
    assert_false(s.over);
    payload_put(&s, (qtty_span){ bytes + STRING_BYTES_MAX, 6 });
    assert_true(s.over);
    assert_ptr_equal(payload_text(&s).data, bytes);
    assert_int_equal(payload_text(&s).len, STRING_BYTES_MAX);
    payload_finish(&s);
}

static void
an_endless_string_takes_constant_memory(void **state)
{
    (void)state;
    static uint8_t block[65536];
    struct parser p;
    struct action out;

    memset(block, 'x', sizeof(block));
    memcpy(block, "\x1B]52;c;", 7);
    parser_init(&p, &utf8);
    for (int i = 0; i < 1024; i++) {
        qtty_span input = { block, sizeof(block) };
        assert_false(parser_next(&p, &input, &out));
        assert_true(p.payload.kept.capacity <= STRING_BYTES_MAX);
        memset(block, 'x', 7);
    }
    qtty_span end = SPAN_OF("\x07"
                            "A");
    assert_true(parser_next(&p, &end, &out));
    assert_int_equal(out.kind, ACTION_OSC);
    assert_int_equal(out.flags, ACTION_BELL | ACTION_OVER_STRING);
    assert_int_equal(out.text.len, STRING_BYTES_MAX);
    assert_int_equal(out.length, 1024 * sizeof(block) + 1);
    assert_true(parser_next(&p, &end, &out));
    assert_int_equal(out.kind, ACTION_PRINT);
    assert_int_equal(out.offset, 1024 * sizeof(block) + 1);
    parser_finish(&p);
}

static void
the_ceiling_does_not_outlive_its_string(void **state)
{
    (void)state;
    struct parser p;
    struct action out;
    qtty_span input = long_string(STRING_BYTES_MAX + 1, "\x07\x1B]t\n\x07");

    parser_init(&p, &utf8);
    assert_true(parser_next(&p, &input, &out));
    assert_int_equal(out.flags, ACTION_BELL | ACTION_OVER_STRING);
    assert_true(parser_next(&p, &input, &out));
    assert_int_equal(out.flags, ACTION_BELL);
    assert_int_equal(out.text.len, 1);
    parser_finish(&p);
}

static void
without_memory_the_payload_is_dropped_whole(void **state)
{
    (void)state;
    struct failing_allocator once = { .fail_at = 1 };
    const qtty_allocator a = failing_allocator_hook(&once);
    const struct parser_config config = { .allocator = &a };

    transcript_stream(&seen, &config,
                      SPAN_OF("\x1B]0;title\x07"
                              "A\x1B]0;next\x07"),
                      3);
    assert_string_equal(seen.text, "OSC \"\" bell over-string\nPRINT \"A\"\n"
                                   "OSC \"0;next\" bell\n");
    assert_int_equal(once.live, 0);

    /* The buffer is there, and cannot grow. */
    for (long fail_at = 2; fail_at <= 3; fail_at++) {
        struct parser p;
        struct action out;
        struct failing_allocator later = { .fail_at = fail_at };
        const qtty_allocator b = failing_allocator_hook(&later);
        qtty_span stream = long_string(300, "\n!\x07");
        parser_init(&p, &(struct parser_config){ .allocator = &b });
        for (qtty_span part; stream.len > 0; stream.data++, stream.len--) {
            part = (qtty_span){ stream.data, 1 };
            if (parser_next(&p, &part, &out))
                break;
        }
        assert_int_equal(out.flags, ACTION_BELL | ACTION_OVER_STRING);
        assert_int_equal(out.text.len, 0);
        assert_non_null(out.text.data);
        parser_finish(&p);
        assert_int_equal(later.live, 0);
    }
}

static void
pieces_that_touch_are_one_run(void **state)
{
    (void)state;
    static const uint8_t bytes[] = "abcdef";
    struct payload s;

    payload_init(&s, NULL);
    payload_put(&s, (qtty_span){ bytes, 2 });
    payload_put(&s, (qtty_span){ bytes + 2, 2 });
    assert_ptr_equal(payload_text(&s).data, bytes);
    assert_int_equal(payload_text(&s).len, 4);
    payload_put(&s, (qtty_span){ bytes + 5, 1 });
    assert_int_equal(payload_text(&s).len, 5);
    assert_memory_equal(payload_text(&s).data, "abcdf", 5);

    payload_reset(&s);
    assert_int_equal(payload_text(&s).len, 0);
    payload_put(&s, (qtty_span){ bytes, 6 });
    payload_hold(&s);
    assert_ptr_not_equal(payload_text(&s).data, bytes);
    assert_memory_equal(payload_text(&s).data, bytes, 6);
    payload_finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bell_and_st_end_every_string),
        cmocka_unit_test(escape_without_backslash_discards_the_string),
        cmocka_unit_test(cancel_and_substitute_discard_the_string),
        cmocka_unit_test(byte_9c_is_payload_in_utf8_and_st_in_latin1),
        cmocka_unit_test(controls_are_no_part_of_osc_and_its_kin),
        cmocka_unit_test(dcs_keeps_controls_and_drops_del),
        cmocka_unit_test(dcs_has_the_parts_of_a_control_sequence),
        cmocka_unit_test(dcs_without_a_final_is_malformed),
        cmocka_unit_test(a_payload_in_one_span_is_borrowed),
        cmocka_unit_test(a_payload_is_cut_at_the_ceiling),
        cmocka_unit_test(touching_pieces_count_together_for_the_ceiling),
        cmocka_unit_test(an_endless_string_takes_constant_memory),
        cmocka_unit_test(the_ceiling_does_not_outlive_its_string),
        cmocka_unit_test(without_memory_the_payload_is_dropped_whole),
        cmocka_unit_test(pieces_that_touch_are_one_run),
    };
    return cmocka_run_group_tests_name("string", tests, NULL, NULL);
}
