/* Recordings: recognised by content, given back as bytes with their times. */
#define _POSIX_C_SOURCE 200809L

#include "unit/check.h"

#include "cli/recording.h"
#include <stdio.h>
#include <unistd.h>

static char path[] = "/tmp/quietty-recording-XXXXXX";

static void
write_file(const void *bytes, size_t len)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

/* Everything of a recording, a resize as "<COLSxROWS>", at most until a time. */
struct played {
    enum recording_format format;
    uint32_t rows, cols;
    qtty_buf text;
    double last; /* seconds of the last piece */
    bool failed;
};

static struct played
play(const void *bytes, size_t len)
{
    static struct recording r;
    struct recording_piece piece;
    struct played p = { .rows = 0 };

    write_file(bytes, len);
    qtty_buf_init(&p.text, NULL, 0);
    recording_open(&r, path);
    p.format = r.format;
    p.rows = r.rows;
    p.cols = r.cols;
    while (recording_next(&r, &piece)) {
        assert_true(piece.bytes.len <= RECORDING_PIECE_MAX);
        char resize[32];
        snprintf(resize, sizeof resize, "<%ux%u>", (unsigned)piece.cols,
                 (unsigned)piece.rows);
        qtty_buf_append(&p.text, piece.bytes.data, piece.bytes.len);
        if (piece.rows != 0)
            qtty_buf_append(&p.text, resize, strlen(resize));
        p.last = piece.seconds;
    }
    p.failed = r.failed;
    qtty_buf_append(&p.text, "", 1);
    recording_close(&r);
    return p;
}

static void
plays(const char *text, enum recording_format format, const char *expected)
{
    struct played p = play(text, strlen(text));
    assert_false(p.failed);
    assert_int_equal(p.format, format);
    assert_string_equal((const char *)p.text.data, expected);
    qtty_buf_finish(&p.text);
}

static void
what_is_nothing_else_is_raw(void **state)
{
    (void)state;
    plays("", RECORDING_RAW, "");
    plays("plain\x1b[1m\n", RECORDING_RAW, "plain\x1b[1m\n");
    plays("{\"not\": \"a cast\"}\n", RECORDING_RAW, "{\"not\": \"a cast\"}\n");
    plays("{broken\n", RECORDING_RAW, "{broken\n");
    plays("Script started", RECORDING_RAW, "Script started");
}

static void
a_large_file_comes_whole_in_pieces(void **state)
{
    enum { BYTES = 300001 };
    static uint8_t bytes[BYTES];
    (void)state;
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i * 7 % 251);
    struct played p = play(bytes, BYTES);
    assert_int_equal(p.format, RECORDING_RAW);
    assert_int_equal(p.text.len, BYTES + 1);
    assert_memory_equal(p.text.data, bytes, BYTES);
    qtty_buf_finish(&p.text);
}

/* --- Sessions ----------------------------------------------------------------------- */

#define HEAD "quietty-recording 1\ndialect \"bash\"\nrows 20\ncols 90\n"

static void
a_recorded_session_is_what_its_terminal_saw(void **state)
{
    static const char session[] =
        HEAD "at 0ns send\n"
             "at 1500000000ns output \"a\\e[1m\\r\\n\\\\\\\"\"\n"
             "at 1500000000ns input \"typed\"\n"
             "at 1600000000ns resize 30x100\n"
             "at 2250000000ns output \"b\\x00\\xc3\\xa9\"\n"
             "at 2300000000ns exit code=0\n"
             "cut\n";
    (void)state;
    struct played p = play(session, strlen(session));
    assert_false(p.failed);
    assert_int_equal(p.format, RECORDING_SESSION);
    assert_int_equal(p.rows, 20);
    assert_int_equal(p.cols, 90);
    assert_memory_equal(p.text.data, "a\x1b[1m\r\n\\\"<100x30>b\0\xc3\xa9", 22);
    assert_true(p.last == 2.25);
    qtty_buf_finish(&p.text);
}

static void
a_recorded_session_that_was_cut_off_ends_there(void **state)
{
    (void)state;
    plays("quietty-recording 1\nrows 2", RECORDING_SESSION, "");
    plays(HEAD "at 0ns out", RECORDING_SESSION, "");
    plays(HEAD "at 0ns output \"a\"\nat 1ns output \"b", RECORDING_SESSION, "a");
    plays("quietty-recordings\n", RECORDING_RAW, "quietty-recordings\n");
}

static void
a_recorded_session_that_is_none_is_refused(void **state)
{
    static const char *const texts[] = {
        "quietty-recording 2\n",         "quietty-recording x\n",
        "quietty-recording 1\nrows 0\n", "quietty-recording 1\ncols 4097\n",
        HEAD "at 0 output \"a\"\n",      HEAD "at 0ns output \"\\q\"\n",
        HEAD "at 0ns output a\n",        HEAD "at 0ns resize 0x5\n",
        HEAD "at 0ns resize 4097x5\n",   HEAD "at 0ns resize 5\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct played p = play(texts[i], strlen(texts[i]));
        assert_true(p.failed);
        assert_int_equal(p.format, RECORDING_SESSION);
        qtty_buf_finish(&p.text);
    }
}

/* --- asciicast ---------------------------------------------------------------------- */

static void
version_2_counts_from_the_start(void **state)
{
    static const char cast[] = "{\"version\": 2, \"width\": 90, \"height\": 20}\n"
                               "[0.5, \"o\", \"a\\u001b[1m\\r\\n\"]\n"
                               "[1.0, \"i\", \"typed\"]\n"
                               "[1.5, \"r\", \"100x30\"]\n"
                               "[2.25, \"o\", \"b\\u0000\\u00e9\"]\n";
    (void)state;
    struct played p = play(cast, strlen(cast));
    assert_false(p.failed);
    assert_int_equal(p.format, RECORDING_ASCIICAST_2);
    assert_int_equal(p.cols, 90);
    assert_int_equal(p.rows, 20);
    assert_memory_equal(p.text.data, "a\x1b[1m\r\n<100x30>b\0\xc3\xa9", 20);
    assert_true(p.last == 2.25);
    qtty_buf_finish(&p.text);
}

static void
version_3_counts_from_the_event_before(void **state)
{
    static const char cast[] =
        "{\"version\": 3, \"term\": {\"cols\": 80, \"rows\": 24}}\n"
        "# a comment\n"
        "\n"
        "[0.5, \"o\", \"a\"]\n"
        "[1.0, \"m\", \"marker\"]\n"
        "[0.25, \"o\", \"b\"]\n"
        "[9, \"x\", \"0\"]\n";
    (void)state;
    struct played p = play(cast, strlen(cast));
    assert_false(p.failed);
    assert_int_equal(p.format, RECORDING_ASCIICAST_3);
    assert_int_equal(p.cols, 80);
    assert_int_equal(p.rows, 24);
    assert_string_equal((const char *)p.text.data, "ab");
    assert_true(p.last == 1.75);
    qtty_buf_finish(&p.text);
}

#define HEADER "{\"version\": 2, \"width\": 80, \"height\": 24}\n"

static void
an_event_may_be_larger_than_the_window(void **state)
{
    enum { LARGE = 200000 };
    static char cast[LARGE + 200];
    (void)state;
    int len = snprintf(cast, sizeof cast, HEADER "[1, \"o\", \"");
    memset(cast + len, 'x', LARGE);
    memcpy(cast + len + LARGE, "\"]\n", 4);
    struct played p = play(cast, strlen(cast));
    assert_false(p.failed);
    assert_int_equal(p.text.len, LARGE + 1);
    qtty_buf_finish(&p.text);
}

static void
a_cast_that_was_cut_off_ends_there(void **state)
{
    (void)state;
    plays(HEADER "[1, \"o\", \"whole\"]\n[2, \"o\", \"ha", RECORDING_ASCIICAST_2,
          "whole");
    plays(HEADER "[1, \"o\", \"whole\"]", RECORDING_ASCIICAST_2, "whole");
}

/* A name with a NUL within is another name. */
static void
an_event_whose_code_goes_on_behind_a_nul_is_unknown(void **state)
{
    (void)state;
    plays(HEADER "[1, \"o\\u0000i\", \"x\"]\n[1, \"r\\u0000\", \"9x9\"]\n"
                 "[1, \"o\", \"y\"]\n",
          RECORDING_ASCIICAST_2, "y");
    plays("{\"version\": 2, \"width\": 80, \"height\": 24, \"title\": \"\\u0000\"}\n"
          "[1, \"o\", \"y\"]\n",
          RECORDING_ASCIICAST_2, "y");
}

static void
a_cast_that_is_none_is_refused(void **state)
{
    static const char *const casts[] = {
        "{\"version\": 1, \"stdout\": []}\n",
        "{\"version\": 2}\n",
        "{\"version\": 2, \"width\": 0, \"height\": 24}\n",
        "{\"version\": 2, \"width\": 4097, \"height\": 24}\n",
        HEADER "[1, \"o\"]\n",
        HEADER "nonsense\n[1, \"o\", \"x\"]\n",
        HEADER "[1, \"r\", \"80\"]\n",
        HEADER "[1, \"r\", \"0x24\"]\n",
        HEADER "[1, \"r\", \"80x24\\u0000x\"]\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(casts); i++) {
        struct played p = play(casts[i], strlen(casts[i]));
        assert_true(p.failed);
        assert_string_equal((const char *)p.text.data, "");
        qtty_buf_finish(&p.text);
    }
}

/* --- ttyrec ------------------------------------------------------------------------- */

static void
ttyrec_is_recognised_and_its_times_count_from_the_first(void **state)
{
    static const uint8_t bytes[] = {
        16, 0, 0, 0, 0x20, 0xA1, 0x07, 0, 3, 0, 0, 0, 'a', 'b', 'c', /* 16.5 s */
        18, 0, 0, 0, 0,    0,    0,    0, 2, 0, 0, 0, 'd', 'e',      /* 18 s */
    };
    (void)state;
    struct played p = play(bytes, sizeof bytes);
    assert_false(p.failed);
    assert_int_equal(p.format, RECORDING_TTYREC);
    assert_string_equal((const char *)p.text.data, "abcde");
    assert_true(p.last == 1.5);
    qtty_buf_finish(&p.text);

    p = play(bytes, sizeof bytes - 1); /* cut off inside the last record */
    assert_false(p.failed);
    assert_int_equal(p.format, RECORDING_TTYREC);
    assert_string_equal((const char *)p.text.data, "abcd");
    qtty_buf_finish(&p.text);
}

static void
bytes_that_only_begin_like_ttyrec_are_raw(void **state)
{
    static const uint8_t long_record[] = { 16, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 'a' };
    static const uint8_t back_in_time[] = {
        16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'a',
        15, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'b',
    };
    (void)state;
    struct played p = play(long_record, sizeof long_record);
    assert_int_equal(p.format, RECORDING_RAW);
    qtty_buf_finish(&p.text);
    p = play(back_in_time, sizeof back_in_time);
    assert_int_equal(p.format, RECORDING_RAW);
    qtty_buf_finish(&p.text);
}

static void
a_record_that_is_none_is_told(void **state)
{
    static const uint8_t bytes[] = {
        16,  0,   0,   0,   0,   0,   0,   0,   1,   0,   0,   0,   'a',
        17,  0,   0,   0,   0,   0,   0,   0,   1,   0,   0,   0,   'b',
        'n', 'o', ' ', 'r', 'e', 'c', 'o', 'r', 'd', ' ', ' ', ' ', ' ',
    };
    (void)state;
    struct played p = play(bytes, sizeof bytes);
    assert_true(p.failed);
    assert_string_equal((const char *)p.text.data, "ab");
    qtty_buf_finish(&p.text);
}

/* --- Typescript --------------------------------------------------------------------- */

static void
a_typescript_is_what_stands_between_its_lines(void **state)
{
    (void)state;
    plays("Script started on 2024-05-01 10:00:00+00:00 [TERM=\"xterm\" COLUMNS=\"80\"]\n"
          "$ ls\r\nfile\r\n"
          "\nScript done on 2024-05-01 10:00:05+00:00 [COMMAND_EXIT_CODE=\"0\"]\n",
          RECORDING_TYPESCRIPT, "$ ls\r\nfile\r\n");
    plays("Script started on Wed May  1 10:00:00 2024\nstill running",
          RECORDING_TYPESCRIPT, "still running");
    plays("Script started on x\n\nScript done on y\nbut more follows\n",
          RECORDING_TYPESCRIPT, "\nScript done on y\nbut more follows\n");
}

static void
a_typescript_may_say_its_size(void **state)
{
    static const struct {
        const char *script;
        uint32_t rows, cols;
    } cases[] = {
        { "Script started on x [TERM=\"t\" COLUMNS=\"100\" LINES=\"30\"]\na", 30, 100 },
        { "Script started on x [COLUMNS=\"-1\" LINES=\"-1\"]\na", 0, 0 },
        { "Script started on x [COLUMNS=\"99999999999\" LINES=\"30\"]\na", 0, 0 },
        { "Script started on x [<not executed on terminal>]\na", 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct played p = play(cases[i].script, strlen(cases[i].script));
        assert_int_equal(p.rows, cases[i].rows);
        assert_int_equal(p.cols, cases[i].cols);
        qtty_buf_finish(&p.text);
    }
}

static void
a_long_typescript_loses_its_end_only(void **state)
{
    enum { LARGE = 150000 };
    static char script[LARGE + 200];
    (void)state;
    int len = snprintf(script, sizeof script, "Script started on x\n");
    memset(script + len, 'x', LARGE);
    snprintf(script + len + LARGE, 100, "\nScript done on y\n");
    struct played p = play(script, strlen(script));
    assert_int_equal(p.format, RECORDING_TYPESCRIPT);
    assert_int_equal(p.text.len, LARGE + 1);
    qtty_buf_finish(&p.text);
}

static void
a_file_that_cannot_be_read_is_told(void **state)
{
    static struct recording r;
    (void)state;
    assert_false(recording_open(&r, "/no/such/file"));
    recording_close(&r);
    assert_false(recording_open(&r, "/tmp"));
    recording_close(&r);
}

static int
make_file(void **state)
{
    (void)state;
    int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int
remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_nothing_else_is_raw),
        cmocka_unit_test(a_large_file_comes_whole_in_pieces),
        cmocka_unit_test(a_recorded_session_is_what_its_terminal_saw),
        cmocka_unit_test(a_recorded_session_that_was_cut_off_ends_there),
        cmocka_unit_test(a_recorded_session_that_is_none_is_refused),
        cmocka_unit_test(version_2_counts_from_the_start),
        cmocka_unit_test(version_3_counts_from_the_event_before),
        cmocka_unit_test(an_event_may_be_larger_than_the_window),
        cmocka_unit_test(a_cast_that_was_cut_off_ends_there),
        cmocka_unit_test(an_event_whose_code_goes_on_behind_a_nul_is_unknown),
        cmocka_unit_test(a_cast_that_is_none_is_refused),
        cmocka_unit_test(ttyrec_is_recognised_and_its_times_count_from_the_first),
        cmocka_unit_test(bytes_that_only_begin_like_ttyrec_are_raw),
        cmocka_unit_test(a_record_that_is_none_is_told),
        cmocka_unit_test(a_typescript_is_what_stands_between_its_lines),
        cmocka_unit_test(a_typescript_may_say_its_size),
        cmocka_unit_test(a_long_typescript_loses_its_end_only),
        cmocka_unit_test(a_file_that_cannot_be_read_is_told),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
