/* Readers: each final line once, again only with another text, gaps, and what changed. */
#include "unit/fake_emulator.h"
#include "unit/lines_check.h"

struct reading {
    qtty_emulator *emulator; /* NULL: of a stream */
    qtty_lines *lines;
    qtty_reader *reader;
};

static struct reading
reading(qtty_emulator *e, const qtty_lines_config *config)
{
    struct reading r = { .emulator = e };
    qtty_lines_config c =
        config != NULL ? *config : (qtty_lines_config)QTTY_LINES_CONFIG_INIT;
    c.projection = e != NULL ? QTTY_PROJECTION_SCREEN : QTTY_PROJECTION_STREAM;
    assert_int_equal(qtty_lines_create(&r.lines, &c, e), QTTY_OK);
    assert_int_equal(qtty_reader_create(&r.reader, r.lines), QTTY_OK);
    return r;
}

static void
finish(struct reading *r)
{
    qtty_reader_destroy(r->reader);
    qtty_lines_destroy(r->lines);
    if (r->emulator != NULL)
        fake_destroy(r->emulator);
}

static void
feed(struct reading *r, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(qtty_lines_feed(r->lines, span), QTTY_OK);
}

static void
sync(struct reading *r)
{
    assert_int_equal(qtty_lines_sync(r->lines), QTTY_OK);
}

static uint64_t delta_lines; /* of the newest delta */

/* The delta as `a|b`; `... ` before it if it is truncated. */
static const char *
delta(struct reading *r)
{
    static char string[4096];
    qtty_buf text;
    qtty_delta d;
    qtty_buf_init(&text, NULL, 0);
    assert_int_equal(qtty_reader_delta(r->reader, &text, &d), QTTY_OK);
    size_t breaks = 0;
    for (size_t i = 0; i < text.len; i++) {
        breaks += text.data[i] == '\n';
        text.data[i] = text.data[i] == '\n' ? '|' : text.data[i];
    }
    if (text.len > 0)
        assert_int_equal(d.lines, breaks + 1);
    else
        assert_in_range(d.lines, 0, 1); /* none, or a blank one: see delta_lines */
    delta_lines = d.lines;
    snprintf(string, sizeof(string), "%s%.4000s", d.truncated ? "... " : "",
             string_of(qtty_buf_span(&text)));
    qtty_buf_finish(&text);
    return string;
}

/* --- Of a stream -------------------------------------------------------------------- */

static void
each_final_line_once(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    assert_string_equal(next_line(r.reader), "none");
    feed(&r, "a\nb\nc");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "b");
    assert_string_equal(next_line(r.reader), "none");
    feed(&r, "d\n");
    assert_string_equal(next_line(r.reader), "cd");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
a_reader_is_made_at_the_present(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    feed(&r, "old\nopen");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    assert_string_equal(next_line(r.reader), "none");
    assert_string_equal(delta(&r), "");
    feed(&r, "\n");
    assert_string_equal(next_line(r.reader), "none");
    assert_string_equal(delta(&r), "");
    feed(&r, "new\n");
    assert_string_equal(next_line(r.reader), "new");
    assert_string_equal(delta(&r), "new");
    finish(&r);
}

static void
a_line_open_at_the_mark_that_goes_on(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    feed(&r, "$ ");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    assert_string_equal(delta(&r), "");
    assert_int_equal(delta_lines, 0);
    feed(&r, "ls\n");
    assert_string_equal(delta(&r), "$ ls");
    assert_string_equal(next_line(r.reader), "$ ls");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
gaps_are_reported_once(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 2 };
    struct reading r = reading(NULL, &config);
    feed(&r, "1\n2\n3\n4\n5\n");
    assert_string_equal(next_line(r.reader), "3 gone, 4");
    assert_string_equal(next_line(r.reader), "5");
    feed(&r, "6\n7\n8\n");
    assert_string_equal(next_line(r.reader), "1 gone, 7");
    assert_string_equal(next_line(r.reader), "8");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
readers_do_not_know_of_each_other(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    qtty_reader *late, *later;
    feed(&r, "a\n");
    assert_int_equal(qtty_reader_create(&late, r.lines), QTTY_OK);
    feed(&r, "b\n");
    assert_int_equal(qtty_reader_create(&later, r.lines), QTTY_OK);
    assert_string_equal(next_line(late), "b");
    assert_string_equal(next_line(later), "none");
    assert_string_equal(next_line(r.reader), "a");
    qtty_reader_destroy(late);
    assert_string_equal(next_line(r.reader), "b");
    feed(&r, "c\n");
    assert_string_equal(next_line(later), "c");
    qtty_reader_destroy(later);
    qtty_reader_destroy(NULL);
    finish(&r);
}

static void
seeking_to_a_line(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 3 };
    struct reading r = reading(NULL, &config);
    qtty_line line;
    feed(&r, "1\n2\n3\n4\n5");
    assert_int_equal(qtty_lines_line(r.lines, 0, &line), QTTY_OK);
    assert_string_equal(string_of(line.text), "3");
    assert_int_equal(qtty_reader_seek(r.reader, line.id), QTTY_OK);
    assert_string_equal(next_line(r.reader), "4");
    assert_int_equal(qtty_reader_seek(r.reader, 0), QTTY_OK);
    assert_string_equal(next_line(r.reader), "3");
    /* dropped, open, never there: not among the final lines */
    assert_int_equal(qtty_reader_seek(r.reader, line.id - 1), QTTY_E_NOT_FOUND);
    assert_int_equal(qtty_reader_seek(r.reader, line.id + 2), QTTY_E_NOT_FOUND);
    assert_int_equal(qtty_reader_seek(r.reader, 99), QTTY_E_NOT_FOUND);
    assert_string_equal(next_line(r.reader), "4");
    finish(&r);
}

static void
a_line_open_at_the_mark_is_read_after_a_seek(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    feed(&r, "a\nopen");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    assert_int_equal(qtty_reader_seek(r.reader, 0), QTTY_OK);
    feed(&r, "\n");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "open");
    assert_string_equal(delta(&r), "");
    finish(&r);
}

/* --- What changed ------------------------------------------------------------------- */

static void
the_delta_is_lines_in_order(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    feed(&r, "before\n");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    feed(&r, "a\n\nb\nopen");
    assert_string_equal(delta(&r), "a||b|open");
    assert_string_equal(delta(&r), "a||b|open");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(delta(&r), "a||b|open");
    finish(&r);
}

static void
the_newest_lines_fit_the_delta(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .max_read_bytes = 8 };
    struct reading r = reading(NULL, &config);
    feed(&r, "aaa\nbbb\ncccc");
    assert_string_equal(delta(&r), "... bbb|cccc");
    feed(&r, "c");
    assert_string_equal(delta(&r), "... ccccc");
    feed(&r, "ccdde\u0301");
    assert_string_equal(delta(&r), "... cccdde\u0301");
    feed(&r, "zzzzzz");
    assert_string_equal(delta(&r), "... zzzzzz");
    finish(&r);
}

static void
the_delta_says_that_lines_were_dropped(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config), .scrollback_lines = 2 };
    struct reading r = reading(NULL, &config);
    feed(&r, "1\n2\n3\n");
    assert_string_equal(delta(&r), "... 2|3");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    feed(&r, "4\n");
    assert_string_equal(delta(&r), "4");
    finish(&r);
}

static void
the_delta_says_that_a_line_was_cut(void **state)
{
    (void)state;
    const qtty_lines_config config = { .size = sizeof(config),
                                       .scrollback_max_bytes = 4 };
    struct reading r = reading(NULL, &config);
    feed(&r, "12345");
    assert_string_equal(delta(&r), "... 2345");
    finish(&r);
}

/* --- Of a screen -------------------------------------------------------------------- */

static void
only_lines_whose_text_changed(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(4, 10), NULL);
    feed(&r, "one\ntwo\nthree");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    assert_string_equal(delta(&r), "");
    fake_write(r.emulator, 0, "ONE");
    fake_write(r.emulator, 1, "x");
    fake_write(r.emulator, 1, "two");
    assert_string_equal(delta(&r), "ONE");
    feed(&r, "\nfour");
    assert_string_equal(delta(&r), "ONE|four");
    fake_write(r.emulator, 2, "");
    assert_string_equal(delta(&r), "ONE||four");
    finish(&r);
}

static void
blank_lines_of_new_output_belong_to_it(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(4, 10), NULL);
    feed(&r, "$ ");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    feed(&r, "x\n\na\n\nb\n$ ");
    assert_string_equal(delta(&r), "$ x||a||b|$ ");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    feed(&r, "\n\n\nx");
    assert_string_equal(delta(&r), "||x");
    finish(&r);
}

static void
lines_that_shift_have_not_changed(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(4, 10), NULL);
    feed(&r, "one\ntwo");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    fake_scroll_down(r.emulator);
    fake_write(r.emulator, 0, "zero");
    assert_string_equal(delta(&r), "zero");
    fake_scroll(r.emulator, 3);
    sync(&r);
    assert_string_equal(next_line(r.reader), "zero");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
a_line_that_comes_back_unchanged_is_not_given_again(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    feed(&r, "a\nb\nc\nd");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "b");
    fake_grow(r.emulator, 2);
    sync(&r);
    assert_string_equal(next_line(r.reader), "none");
    feed(&r, "\ne");
    assert_string_equal(next_line(r.reader), "none");
    feed(&r, "\nf\ng");
    assert_string_equal(next_line(r.reader), "c");
    finish(&r);
}

static void
a_line_that_comes_back_and_changes_is_rewritten(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    feed(&r, "a\nb\nc\nd");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "b");
    fake_grow(r.emulator, 2);
    fake_write(r.emulator, 0, "A");
    fake_scroll(r.emulator, 2);
    sync(&r);
    assert_string_equal(next_line(r.reader), "A (rewritten)");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

/* The reader has not given it, whatever others did. */
static void
an_old_line_that_comes_back_and_changes(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    feed(&r, "a\nb\nc\nd");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    fake_grow(r.emulator, 2);
    fake_write(r.emulator, 1, "B");
    sync(&r);
    assert_string_equal(delta(&r), "B");
    fake_scroll(r.emulator, 4);
    sync(&r);
    assert_string_equal(delta(&r), "B");
    assert_string_equal(next_line(r.reader), "B");
    fake_grow(r.emulator, 3);
    fake_write(r.emulator, 0, "B2");
    fake_scroll(r.emulator, 2);
    sync(&r);
    assert_string_equal(next_line(r.reader), "B2 (rewritten)");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

/* It was passed as it was at the mark, so that nobody got it from this reader. */
static void
a_line_that_was_passed_comes_back_and_changes(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    feed(&r, "a\nb");
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    feed(&r, "\nc\nd");
    assert_string_equal(next_line(r.reader), "none");
    fake_grow(r.emulator, 2);
    fake_write(r.emulator, 1, "B");
    fake_scroll(r.emulator, 2);
    sync(&r);
    assert_string_equal(next_line(r.reader), "B");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
blank_lines_come_back_as_themselves(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    feed(&r, "a\n\n\nb");
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "");
    assert_string_equal(next_line(r.reader), "none");
    fake_grow(r.emulator, 2);
    fake_scroll(r.emulator, 2);
    sync(&r);
    assert_string_equal(next_line(r.reader), "none");
    assert_string_equal(delta(&r), "a|||b");
    finish(&r);
}

static void
a_clear_gives_what_was_shown(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(3, 10), NULL);
    feed(&r, "a\nb");
    fake_clear(r.emulator);
    fake_write(r.emulator, 0, "new");
    sync(&r);
    assert_string_equal(next_line(r.reader), "a");
    assert_string_equal(next_line(r.reader), "b");
    assert_string_equal(next_line(r.reader), "none");
    assert_string_equal(delta(&r), "a|b|new");
    finish(&r);
}

/* The two texts have the same digest under a plain multiplicative hash: no change may be
 * hidden by a text that a child chose. */
static void
texts_are_told_apart_by_themselves(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 40), NULL);
    fake_write(r.emulator, 0, "balance is 1000 ");
    sync(&r);
    assert_int_equal(qtty_reader_mark(r.reader), QTTY_OK);
    fake_write(r.emulator, 0, "Z0F3WbR5vpAyZ/L4");
    sync(&r);
    assert_string_equal(delta(&r), "Z0F3WbR5vpAyZ/L4");
    fake_scroll(r.emulator, 1);
    sync(&r);
    assert_string_equal(next_line(r.reader), "Z0F3WbR5vpAyZ/L4");
    finish(&r);
}

static void
a_blank_line_is_a_line_of_the_delta(void **state)
{
    (void)state;
    struct reading r = reading(NULL, NULL);
    feed(&r, "\n");
    assert_string_equal(delta(&r), "");
    assert_int_equal(delta_lines, 1);
    finish(&r);
}

static void
many_come_back(void **state)
{
    (void)state;
    struct reading r = reading(fake_create(2, 10), NULL);
    for (int i = 0; i < 40; i++) {
        char line[16];
        snprintf(line, sizeof(line), "%d\n", i);
        feed(&r, line);
        next_line(r.reader);
    }
    fake_grow(r.emulator, 35);
    fake_write(r.emulator, 10, "changed");
    sync(&r);
    assert_int_equal(qtty_lines_end(r.lines), QTTY_OK);
    assert_string_equal(next_line(r.reader), "changed (rewritten)");
    assert_string_equal(next_line(r.reader), "39");
    assert_string_equal(next_line(r.reader), "none");
    finish(&r);
}

static void
survives_any_lack_of_memory(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 30; fail_at++) {
        struct failing_allocator failing = { .fail_at = fail_at };
        const qtty_allocator a = failing_allocator_hook(&failing);
        const qtty_lines_config config = { .size = sizeof(config), .allocator = &a };
        qtty_emulator *e = fake_create(2, 10);
        qtty_lines *l;
        qtty_reader *reader = NULL;
        if (qtty_lines_create(&l, &config, e) == QTTY_OK) {
            qtty_lines_feed(l, SPAN("a\nb\nc\nd"));
            qtty_reader_create(&reader, l);
            fake_grow(e, 2);
            fake_write(e, 0, "A");
            qtty_lines_sync(l);
            failing.fail_at = 0;
            if (reader == NULL)
                assert_int_equal(qtty_reader_create(&reader, l), QTTY_OK);
            qtty_lines_feed(l, SPAN("\nlast\n\n\n\n"));
            const char *line;
            char last[32] = "";
            while (strcmp(line = next_line(reader), "none") != 0)
                snprintf(last, sizeof(last), "%.31s", line);
            assert_string_equal(last, "last");
            qtty_reader_destroy(reader);
        } else {
            l = NULL;
        }
        qtty_lines_destroy(l);
        fake_destroy(e);
        assert_int_equal(failing.live, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_final_line_once),
        cmocka_unit_test(a_reader_is_made_at_the_present),
        cmocka_unit_test(a_line_open_at_the_mark_that_goes_on),
        cmocka_unit_test(gaps_are_reported_once),
        cmocka_unit_test(readers_do_not_know_of_each_other),
        cmocka_unit_test(seeking_to_a_line),
        cmocka_unit_test(a_line_open_at_the_mark_is_read_after_a_seek),
        cmocka_unit_test(the_delta_is_lines_in_order),
        cmocka_unit_test(the_newest_lines_fit_the_delta),
        cmocka_unit_test(the_delta_says_that_lines_were_dropped),
        cmocka_unit_test(the_delta_says_that_a_line_was_cut),
        cmocka_unit_test(only_lines_whose_text_changed),
        cmocka_unit_test(blank_lines_of_new_output_belong_to_it),
        cmocka_unit_test(lines_that_shift_have_not_changed),
        cmocka_unit_test(a_line_that_comes_back_unchanged_is_not_given_again),
        cmocka_unit_test(a_line_that_comes_back_and_changes_is_rewritten),
        cmocka_unit_test(an_old_line_that_comes_back_and_changes),
        cmocka_unit_test(a_line_that_was_passed_comes_back_and_changes),
        cmocka_unit_test(blank_lines_come_back_as_themselves),
        cmocka_unit_test(a_clear_gives_what_was_shown),
        cmocka_unit_test(many_come_back),
        cmocka_unit_test(survives_any_lack_of_memory),
        cmocka_unit_test(texts_are_told_apart_by_themselves),
        cmocka_unit_test(a_blank_line_is_a_line_of_the_delta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
