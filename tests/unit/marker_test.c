/* Marks and prompts: ours is taken, and nothing that only resembles it. */
#include "unit/check.h"
#include <quietty/readiness.h>

#define NONCE "0123456789abcdef"

static qtty_span
text_span(const char *text)
{
    return (qtty_span){ (const uint8_t *)text, strlen(text) };
}

/* In a block of its own, which ends where the sanitizer sees it. */
static qtty_mark
read_mark(char letter, const char *rest, int32_t *status)
{
    const size_t len = strlen(rest);
    uint8_t *block = malloc(len > 0 ? len : 1);
    assert_non_null(block);
    memcpy(block, rest, len);
    *status = 77; /* what is stale must not show */
    const qtty_mark mark =
        qtty_mark_read(letter, (qtty_span){ block, len }, text_span(NONCE), status);
    free(block);
    return mark;
}

static void
our_marks_are_read(void **state)
{
    (void)state;
    static const struct {
        char letter;
        const char *rest;
        qtty_mark mark;
        int32_t status;
    } cases[] = {
        { 'C', "qtty=" NONCE, QTTY_MARK_STARTED, -1 },
        { 'D', "0;qtty=" NONCE, QTTY_MARK_FINISHED, 0 },
        { 'D', "7;qtty=" NONCE, QTTY_MARK_FINISHED, 7 },
        { 'D', "130;qtty=" NONCE, QTTY_MARK_FINISHED, 130 },
        { 'D', "255;qtty=" NONCE, QTTY_MARK_FINISHED, 255 },
        { 'B', "qtty=" NONCE, QTTY_MARK_INPUT, -1 },
        { 'P', "k=s;qtty=" NONCE, QTTY_MARK_CONTINUED, -1 },
        { 'P', "k=i;qtty=" NONCE, QTTY_MARK_ASKED, -1 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int32_t status;
        assert_int_equal(read_mark(cases[i].letter, cases[i].rest, &status),
                         cases[i].mark);
        assert_int_equal(status, cases[i].status);
    }
}

static const struct {
    char letter;
    const char *rest;
} no_marks[] = {
    { 'A', "qtty=" NONCE },
    { 'B', "0;qtty=" NONCE },
    { 'c', "qtty=" NONCE },
    { 'C', "" },
    { 'C', "qtty=" },
    { 'B', "" },
    { 'B', "qtty=" },
    { 'B', "qtty=" NONCE ";" },
    { 'B', "k=s;qtty=" NONCE },
    { 'P', "" },
    { 'P', "k=s;" },
    { 'P', "k=s;qtty=" },
    { 'P', "qtty=" NONCE },
    { 'P', "k=c;qtty=" NONCE },
    { 'P', "k=i;qtty=" },
    { 'P', "k=i:qtty=" NONCE },
    { 'P', "k=i;k=s;qtty=" NONCE },
    { 'P', "k=s;qtty=" NONCE "0" },
    { 'C', "qtty=0123456789abcdeF" },
    { 'C', "qtty=0123456789abcde" },
    { 'C', "qtty=" NONCE "0" },
    { 'C', "qtty=" NONCE ";" },
    { 'C', ";qtty=" NONCE },
    { 'C', "QTTY=" NONCE },
    { 'C', "aid=" NONCE },
    { 'C', "0;qtty=" NONCE },
    { 'D', "" },
    { 'D', ";" },
    { 'D', "0" },
    { 'D', "0;" },
    { 'D', "qtty=" NONCE },
    { 'D', ";qtty=" NONCE },
    { 'D', "256;qtty=" NONCE },
    { 'D', "999;qtty=" NONCE },
    { 'D', "1000;qtty=" NONCE },
    { 'D', "4294967296;qtty=" NONCE },
    { 'D', "-1;qtty=" NONCE },
    { 'D', "+1;qtty=" NONCE },
    { 'D', "00;qtty=" NONCE },
    { 'D', "01;qtty=" NONCE },
    { 'D', " 1;qtty=" NONCE },
    { 'D', "1 ;qtty=" NONCE },
    { 'D', "0x1;qtty=" NONCE },
    { 'D', "1:qtty=" NONCE },
    { 'D', "1;;qtty=" NONCE },
    { 'D', "1;0;qtty=" NONCE },
    { 'D', "1;qtty=" NONCE ";x=1" },
    { 'D', "1;qtty=fedcba9876543210" },
};

static void
what_resembles_a_mark_is_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(no_marks); i++) {
        int32_t status;
        assert_int_equal(read_mark(no_marks[i].letter, no_marks[i].rest, &status),
                         QTTY_MARK_NONE);
        assert_int_equal(status, -1);
    }
}

static void
every_byte_of_the_nonce_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < strlen(NONCE); i++) {
        char rest[] = "0;qtty=" NONCE;
        int32_t status;
        rest[strlen("0;qtty=") + i] ^= 1;
        assert_int_equal(read_mark('D', rest, &status), QTTY_MARK_NONE);
    }
}

/* A session without a nonce, or with one that can be guessed, has no marks. */
static void
a_short_nonce_makes_no_mark_ours(void **state)
{
    (void)state;
    static const char *const nonces[] = { "", "0", "0123456789abcde" };
    for (size_t i = 0; i < COUNT_OF(nonces); i++) {
        char rest[64] = "qtty=";
        int32_t status;
        strcat(rest, nonces[i]);
        assert_int_equal(
            qtty_mark_read('C', text_span(rest), text_span(nonces[i]), &status),
            QTTY_MARK_NONE);
    }
}

static void
the_prompt_alone_is_the_prompt(void **state)
{
    (void)state;
    static const struct {
        const char *shown, *prompt;
        bool is;
    } cases[] = {
        { "$ ", "$ ", true },   { "\xE2\x9D\xAF ", "\xE2\x9D\xAF ", true },
        { "$", "$ ", false },   { "$ ls", "$ ", false },
        { "x$ ", "$ ", false }, { "# ", "$ ", false },
        { "", "$ ", false },    { "", "", false },
        { "x", "", false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(
            qtty_prompt_shown(text_span(cases[i].shown), text_span(cases[i].prompt)),
            cases[i].is);
    assert_false(qtty_prompt_shown((qtty_span){ NULL, 0 }, text_span("$ ")));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_marks_are_read),
        cmocka_unit_test(what_resembles_a_mark_is_none),
        cmocka_unit_test(every_byte_of_the_nonce_counts),
        cmocka_unit_test(a_short_nonce_makes_no_mark_ours),
        cmocka_unit_test(the_prompt_alone_is_the_prompt),
    };
    return cmocka_run_group_tests_name("marker", tests, NULL, NULL);
}
