/* The store: bounds, the cut of a line that is too long, what stays when rows come
 * back. */
#include "lines/store.h"

#include "unit/lines_check.h"

static void
append(struct store *s, const char *text)
{
    const qtty_span span = { (const uint8_t *)text, strlen(text) };
    assert_int_equal(store_append(s, span), QTTY_OK);
}

static void
say(struct store *s, const char *line)
{
    if (*line != '\0')
        append(s, line);
    assert_int_equal(store_end_line(s), QTTY_OK);
}

/* Lines as `a|b|open_`; those that were cut begin with `<`. */
static const char *
content(struct store *s)
{
    static char string[65536];
    size_t len = 0;
    for (uint64_t i = s->starts.first; i < s->starts.end + s->open; i++) {
        struct store_line line;
        assert_int_equal(store_line(s, i, &line), QTTY_OK);
        assert_true(len + line.text.len + 3 < sizeof(string));
        if (line.cut)
            string[len++] = '<';
        memcpy(string + len, line.text.data, line.text.len);
        len += line.text.len;
        string[len++] = i < s->starts.end ? '|' : '_';
    }
    string[len] = '\0';
    return string;
}

static void
keeps_lines_in_order(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 10, 100);
    assert_string_equal(content(&s), "");
    append(&s, "one ");
    assert_string_equal(content(&s), "one _");
    say(&s, "line");
    say(&s, "");
    append(&s, "open");
    assert_string_equal(content(&s), "one line||open_");
    store_finish(&s);
}

static void
oldest_go_by_lines_and_the_open_one_counts(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 3, 100);
    say(&s, "1");
    say(&s, "2");
    say(&s, "3");
    assert_string_equal(content(&s), "1|2|3|");
    append(&s, "4");
    assert_string_equal(content(&s), "2|3|4_");
    say(&s, "");
    assert_string_equal(content(&s), "2|3|4|");
    assert_int_equal(s.starts.first, 1);
    store_finish(&s);
}

static void
oldest_go_by_bytes_and_not_before(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 10);
    say(&s, "abcd");
    say(&s, "efgh");
    append(&s, "ij");
    assert_string_equal(content(&s), "abcd|efgh|ij_");
    append(&s, "k");
    assert_string_equal(content(&s), "efgh|ijk_");
    store_finish(&s);
}

static void
one_line_and_one_byte_are_the_least(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 1, 1);
    say(&s, "ab");
    assert_string_equal(content(&s), "<b|");
    append(&s, "c");
    assert_string_equal(content(&s), "c_");
    store_finish(&s);
}

static void
a_line_that_is_too_long_keeps_its_newest_bytes(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 8);
    say(&s, "before");
    append(&s, "0123456789");
    assert_string_equal(content(&s), "<23456789_");
    append(&s, "AB");
    assert_string_equal(content(&s), "<456789AB_");
    say(&s, "");
    say(&s, "");
    assert_string_equal(content(&s), "<456789AB||");
    store_finish(&s);
}

/* e + U+0301 is one cluster; flags come in pairs (GB12); a family is one cluster
 * (GB11). */
static void
the_cut_stands_on_a_cluster_boundary(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t bytes;
        const char *kept;
    } cases[] = {
        { "abe\u0301c", 4, "<e\u0301c|" },
        { "abe\u0301c", 3, "<c|" },
        { "xxxx\u4E2D\u6587", 5, "<\u6587|" },
        { "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", 12, "<\U0001F1EB\U0001F1F7|" },
        { "ab\U0001F468\u200D\U0001F469z", 11, "<z|" },
        { "ab\U0001F468\u200D\U0001F469z", 12, "<\U0001F468\u200D\U0001F469z|" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct store s;
        store_init(&s, NULL, 100, cases[i].bytes);
        say(&s, cases[i].text);
        assert_string_equal(content(&s), cases[i].kept);
        store_finish(&s);
    }
}

static void
a_cluster_longer_than_the_bound_leaves_nothing(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 6);
    append(&s, "e\u0301\u0301\u0301\u0301");
    assert_string_equal(content(&s), "<_");
    append(&s, "\u0301");
    assert_string_equal(content(&s), "<_");
    append(&s, "fg");
    assert_string_equal(content(&s), "<fg_");
    store_finish(&s);
}

static void
rewinding_drops_the_newest(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 100);
    say(&s, "one");
    say(&s, "two");
    say(&s, "three");
    append(&s, "open");
    store_rewind(&s, 1);
    assert_string_equal(content(&s), "one|");
    store_mark_cut(&s);
    append(&s, "2");
    assert_string_equal(content(&s), "one|<2_");
    store_finish(&s);
}

static void
a_line_is_resumed(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 8);
    append(&s, "xy");
    say(&s, "01");
    say(&s, "end");
    store_resume(&s, 0, store_start(&s, 0) + 2);
    assert_string_equal(content(&s), "xy_");
    append(&s, "abcdefgh");
    assert_string_equal(content(&s), "<abcdefgh_");
    say(&s, "");
    store_resume(&s, 0, store_start(&s, 0) + 3);
    assert_string_equal(content(&s), "<abc_");
    store_finish(&s);
}

static void
the_newest_that_fit(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 100);
    say(&s, "abcd");
    say(&s, "");
    say(&s, "ef");
    say(&s, "g");
    assert_int_equal(store_fitting(&s, 9, 100), 0);
    assert_int_equal(store_fitting(&s, 2, 100), 2);
    assert_int_equal(store_fitting(&s, 9, 6), 1);
    assert_int_equal(store_fitting(&s, 9, 2), 3);
    assert_int_equal(store_fitting(&s, 9, 0), 4);
    assert_int_equal(store_fitting(&s, 0, 100), 4);
    store_finish(&s);
}

/* A long line across the end of the ring, looked at while it grows. */
static void
a_line_at_the_seam_grows(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 4096);
    char text[4097] = "";
    memset(text, '-', 3000);
    say(&s, text);
    memset(text, 0, sizeof(text));
    while (strlen(text) < 4000) {
        append(&s, "0123456789");
        strcat(text, "0123456789");
        struct store_line line;
        assert_int_equal(store_line(&s, 1, &line), QTTY_OK);
        assert_int_equal(line.text.len, strlen(text));
        assert_memory_equal(line.text.data, text, line.text.len);
    }
    store_resume(&s, 1, store_start(&s, 1) + 2000);
    append(&s, "new");
    memcpy(text + 2000, "new", 4);
    assert_string_equal(content(&s), strcat(text, "_"));
    store_finish(&s);
}

static void
memory_of_a_stream_without_line_end_is_bounded(void **state)
{
    (void)state;
    struct store s;
    char block[1000];
    memset(block, 'x', sizeof(block));
    store_init(&s, NULL, 100, 4096);
    for (int i = 0; i < 20000; i++)
        assert_int_equal(store_append(&s, (qtty_span){ (uint8_t *)block, 1000 }),
                         QTTY_OK);
    struct store_line line;
    assert_int_equal(store_line(&s, 0, &line), QTTY_OK);
    assert_int_equal(line.text.len, 4096);
    assert_true(s.capacity <= 4096 + 65536);
    assert_true(s.seam.capacity <= 4096);
    store_finish(&s);
}

static void
empty_lines_take_no_bytes_but_are_bounded(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 5, 10);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(store_end_line(&s), QTTY_OK);
    assert_string_equal(content(&s), "|||||");
    assert_int_equal(s.capacity, 0);
    store_finish(&s);
}

/* --- Against a model ---------------------------------------------------------------- */

/* All lines ever, as plain strings: what the bounds leave of them is counted anew. */
struct model {
    char line[512][160];
    size_t count; /* with the open one */
    size_t first; /* not dropped */
    bool open;
};

static void
model_begin(struct model *m, size_t lines_max)
{
    if (m->open)
        return;
    m->line[m->count++][0] = '\0';
    m->open = true;
    if (m->count - m->first > lines_max)
        m->first++;
}

static void
model_append(struct model *m, const char *text, size_t lines_max, size_t bytes_max)
{
    model_begin(m, lines_max);
    strcat(m->line[m->count - 1], text);
    size_t bytes = strlen(m->line[m->count - 1]), i = m->count - 1;
    while (i > m->first && bytes <= bytes_max) {
        const size_t len = strlen(m->line[--i]);
        bytes += len > bytes_max ? bytes_max : len;
        if (bytes > bytes_max)
            i++;
    }
    m->first = bytes > bytes_max ? i : m->first;
}

static qtty_span
model_line(const struct model *m, size_t i, size_t bytes_max, bool *cut)
{
    qtty_span text = { (const uint8_t *)m->line[i], strlen(m->line[i]) };
    *cut = text.len > bytes_max;
    if (*cut) {
        const size_t at = grapheme_boundary(text, text.len - bytes_max);
        text.data += at;
        text.len -= at;
    }
    return text;
}

static void
compare(struct store *s, const struct model *m, size_t bytes_max)
{
    assert_int_equal(s->starts.first, m->first);
    assert_int_equal(s->starts.end + s->open, m->count);
    for (size_t i = m->first; i < m->count; i++) {
        struct store_line line;
        bool cut;
        const qtty_span text = model_line(m, i, bytes_max, &cut);
        assert_int_equal(store_line(s, i, &line), QTTY_OK);
        assert_int_equal(line.text.len, text.len);
        assert_memory_equal(line.text.data, text.data, text.len);
        assert_int_equal(line.cut, cut);
    }
}

/* The model adds up the cut length of earlier lines as their bound: exact where a cluster
 * is a byte, so that pieces are ASCII here. */
static void
agrees_with_the_model(void **state)
{
    (void)state;
    static const char *const pieces[] = { "a", "bc", "def", "0123456789",
                                          "ABCDEFGHIJKLMNOPQ" };
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        const uint32_t lines_max = 1 + next_random(&random) % 8;
        const uint32_t bytes_max = 1 + next_random(&random) % 60;
        struct store s;
        struct model m = { .count = 0 };
        store_init(&s, NULL, lines_max, bytes_max);
        while (m.count < 500) {
            const uint32_t what = next_random(&random) % 8;
            const char *piece = pieces[what % COUNT_OF(pieces)];
            const size_t len = m.open ? strlen(m.line[m.count - 1]) : 0;
            if (what < 5 && len + strlen(piece) < sizeof(m.line[0])) {
                append(&s, piece);
                model_append(&m, piece, lines_max, bytes_max);
            } else {
                assert_int_equal(store_end_line(&s), QTTY_OK);
                model_begin(&m, lines_max);
                m.open = false;
            }
            if (what == 0)
                compare(&s, &m, bytes_max);
        }
        compare(&s, &m, bytes_max);
        store_finish(&s);
    }
}

/* A line that is looked at on its way must end as one that is not. */
static void
looking_changes_nothing(void **state)
{
    (void)state;
    static const char *const pieces[] = { "a",      "e\u0301",    "\u0301", "\U0001F1E9",
                                          "\u200D", "\U0001F469", "\u0600", "bcd" };
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        struct store looked, apart;
        store_init(&looked, NULL, 4, 1 + (uint32_t)seed % 24);
        store_init(&apart, NULL, 4, 1 + (uint32_t)seed % 24);
        for (int i = 0; i < 100; i++) {
            const char *piece = pieces[next_random(&random) % COUNT_OF(pieces)];
            append(&looked, piece);
            append(&apart, piece);
            content(&looked);
        }
        char text[512];
        snprintf(text, sizeof(text), "%s", content(&apart));
        assert_string_equal(content(&looked), text);
        store_finish(&looked);
        store_finish(&apart);
    }
}

/* The boundary is that of the whole line, though most of it was gone when it was
 * sought. */
static void
long_lines_are_cut_as_if_they_were_whole(void **state)
{
    (void)state;
    static const char *const pieces[] = { "\U0001F1E9", "e\u0301", "\U0001F469\u200D",
                                          "\u0915\u094D" };
    enum { WHOLE = 400000, BOUND = 1001 };
    char *whole = malloc(WHOLE + 16);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint64_t random = seed;
        size_t len = 0;
        struct store s;
        struct store_line line;
        store_init(&s, NULL, 4, BOUND);
        while (len < WHOLE) {
            const char *piece = pieces[seed % 2 ? 0 : next_random(&random) % 4];
            append(&s, piece);
            memcpy(whole + len, piece, strlen(piece));
            len += strlen(piece);
        }
        const qtty_span text = { (uint8_t *)whole, len };
        const size_t at = grapheme_boundary(text, len - BOUND);
        assert_int_equal(store_line(&s, 0, &line), QTTY_OK);
        assert_int_equal(line.text.len, len - at);
        assert_memory_equal(line.text.data, whole + at, len - at);
        store_finish(&s);
    }
    free(whole);
}

static void
runs_longer_than_everything(void **state)
{
    (void)state;
    enum { RUN = 300000 };
    uint8_t *run = malloc(RUN);
    for (size_t i = 0; i < RUN; i++)
        run[i] = (uint8_t)(i % 3 == 0 ? 0xE4 : i % 3 == 1 ? 0xB8 : 0xAD);
    struct store s;
    struct store_line line;
    store_init(&s, NULL, 4, 100);
    assert_int_equal(store_append(&s, (qtty_span){ run, RUN }), QTTY_OK);
    assert_int_equal(store_line(&s, 0, &line), QTTY_OK);
    assert_int_equal(line.text.len, 99);
    assert_memory_equal(line.text.data, run, 99);
    store_finish(&s);
    free(run);
}

/* Lines get longer while the oldest go: the ring grows with content across its end. */
static void
grows_wherever_the_content_lies(void **state)
{
    (void)state;
    enum { LINES = 5, LONGEST = 4000 };
    static uint8_t text[LONGEST];
    for (size_t first = 300; first < 820; first += 13) {
        struct store s;
        size_t len[400], count = 0;
        store_init(&s, NULL, LINES, 1 << 20);
        for (size_t n = first; n < LONGEST; n += count % 7 == 0 ? 97 : 3) {
            memset(text, (int)('0' + count % 70), n);
            assert_int_equal(store_append(&s, (qtty_span){ text, n }), QTTY_OK);
            assert_int_equal(store_end_line(&s), QTTY_OK);
            len[count++] = n;
            for (uint64_t i = s.starts.first; i < count; i++) {
                struct store_line line;
                assert_int_equal(store_line(&s, i, &line), QTTY_OK);
                assert_int_equal(line.text.len, len[i]);
                for (size_t k = 0; k < line.text.len; k++)
                    assert_true(line.text.data[k] == '0' + i % 70);
            }
        }
        store_finish(&s);
    }
}

/* --- Lack of memory ----------------------------------------------------------------- */

static void
survives_any_lack_of_memory(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 40; fail_at++) {
        struct failing_allocator failing = { .fail_at = fail_at };
        const qtty_allocator a = failing_allocator_hook(&failing);
        struct store s;
        qtty_status worst = QTTY_OK;
        store_init(&s, &a, 200, 10000);
        for (int i = 0; i < 400; i++) {
            qtty_status st =
                store_append(&s, SPAN("forty bytes of text for a line of a test"));
            worst = st != QTTY_OK ? st : worst;
            st = store_end_line(&s);
            worst = st != QTTY_OK ? st : worst;
        }
        assert_int_equal(worst, failing.calls >= fail_at ? QTTY_E_NOMEM : QTTY_OK);
        assert_int_equal(s.lost, failing.calls >= fail_at ? 1 : 0);
        failing.fail_at = 0;
        for (int i = 0; i < 400; i++)
            say(&s, "after");
        struct store_line line;
        assert_int_equal(store_line(&s, s.starts.end - 1, &line), QTTY_OK);
        assert_string_equal(string_of(line.text), "after");
        store_finish(&s);
        assert_int_equal(failing.live, 0);
    }
}

/* A line's length goes on from its beginning, also when only its end is there. */
static void
a_length_counts_what_was_cut(void **state)
{
    (void)state;
    struct store s;
    store_init(&s, NULL, 100, 8);
    append(&s, "0123456789AB");
    assert_string_equal(content(&s), "<456789AB_");
    assert_int_equal(store_length(&s, 0), 12);
    append(&s, "CD");
    say(&s, "");
    assert_int_equal(store_length(&s, 0), 14);
    say(&s, "next");
    assert_int_equal(store_length(&s, 1), 4);
    store_clear(&s);

    /* Two that lack their front; the newer is dropped, the older goes on. */
    store_mark_cut(&s);
    say(&s, "old");
    store_mark_cut(&s);
    say(&s, "new");
    assert_int_equal(store_length(&s, 0), 3);
    assert_int_equal(store_length(&s, 1), 3);
    store_resume(&s, 0, 3);
    append(&s, "er and longer");
    assert_string_equal(content(&s), "<d longer_");
    assert_int_equal(store_length(&s, 0), 16);
    store_finish(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_lines_in_order),
        cmocka_unit_test(oldest_go_by_lines_and_the_open_one_counts),
        cmocka_unit_test(oldest_go_by_bytes_and_not_before),
        cmocka_unit_test(one_line_and_one_byte_are_the_least),
        cmocka_unit_test(a_line_that_is_too_long_keeps_its_newest_bytes),
        cmocka_unit_test(the_cut_stands_on_a_cluster_boundary),
        cmocka_unit_test(a_cluster_longer_than_the_bound_leaves_nothing),
        cmocka_unit_test(rewinding_drops_the_newest),
        cmocka_unit_test(memory_of_a_stream_without_line_end_is_bounded),
        cmocka_unit_test(empty_lines_take_no_bytes_but_are_bounded),
        cmocka_unit_test(agrees_with_the_model),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(long_lines_are_cut_as_if_they_were_whole),
        cmocka_unit_test(runs_longer_than_everything),
        cmocka_unit_test(grows_wherever_the_content_lies),
        cmocka_unit_test(survives_any_lack_of_memory),
        cmocka_unit_test(a_line_is_resumed),
        cmocka_unit_test(the_newest_that_fit),
        cmocka_unit_test(a_line_at_the_seam_grows),
        cmocka_unit_test(a_length_counts_what_was_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
