/* The stream projection: what stays of a stream, where its lines end, and its laws. */
#include "lines/sanitize.h"

#include "unicode/utf8.h"
#include "unit/lines_check.h"

struct stream {
    struct store store;
    struct sanitizer sanitizer;
};

static void
begin(struct stream *s)
{
    store_init(&s->store, NULL, 10000, 1 << 20);
    sanitizer_init(&s->sanitizer, NULL, &s->store);
}

static void
finish(struct stream *s)
{
    sanitizer_finish(&s->sanitizer);
    store_finish(&s->store);
}

static void
feed(struct stream *s, qtty_span bytes)
{
    assert_int_equal(sanitizer_feed(&s->sanitizer, bytes), QTTY_OK);
}

/* Lines as `a|b|open_`. */
static const char *
content(struct stream *s, char string[65536])
{
    size_t len = 0;
    for (uint64_t i = s->store.starts.first; i < s->store.starts.end + s->store.open;
         i++) {
        struct store_line line;
        assert_int_equal(store_line(&s->store, i, &line), QTTY_OK);
        assert_true(len + line.text.len + 2 < 65536);
        memcpy(string + len, line.text.data, line.text.len);
        len += line.text.len;
        string[len++] = i < s->store.starts.end ? '|' : '_';
    }
    string[len] = '\0';
    return string;
}

/* The lines of a whole stream that came in pieces of a size. */
static const char *
lines_of(qtty_span stream, size_t piece, char string[65536])
{
    struct stream s;
    begin(&s);
    for (size_t i = 0; i < stream.len; i += piece) {
        const size_t rest = stream.len - i;
        feed(&s, (qtty_span){ stream.data + i, rest < piece ? rest : piece });
    }
    assert_int_equal(sanitizer_end(&s.sanitizer), QTTY_OK);
    content(&s, string);
    finish(&s);
    return string;
}

static const struct {
    qtty_span stream;
    const char *lines;
} cases[] = {
    /* line ends */
    { { NULL, 0 }, "" },
    { BYTES("a"), "a|" },
    { BYTES("a\nb\n"), "a|b|" },
    { BYTES("a\r\nb"), "a|b|" },
    { BYTES("a\rb\r"), "a|b|" },
    { BYTES("\r"), "|" },
    { BYTES("\n\n"), "||" },
    { BYTES("\r\r\n\n"), "|||" },
    { BYTES("a\n\rb"), "a||b|" },
    { BYTES("\r1%\r2%\r\n"), "|1%|2%|" },
    /* a CR and a LF with anything between them are two */
    { BYTES("a\r\033[m\nb"), "a||b|" },
    { BYTES("a\r\0\nb"), "a||b|" },
    { BYTES("a\r\033"), "a|" },
    { BYTES("a\r\033[\nb"), "a||" },
    { BYTES("a\r\xC3\xA9\n"), "a|\u00E9|" },
    /* controls */
    { BYTES("a\tb\bc\ad\vE\fF\177G\0H"), "a\tbcdEFGH|" },
    { BYTES("a\xC2\x85\xC2\x9Bmb"), "amb|" }, /* U+0085, U+009B: no controls in UTF-8 */
    { BYTES("a\033[1;31mred\033[0m\033Mb\033(0c"), "aredbc|" },
    { BYTES("\033[12\t3mx"), "\tx|" }, /* a C0 within a sequence acts at once */
    /* strings */
    { BYTES("a\033]0;title\007b\033]8;;x\033\\c"), "abc|" },
    { BYTES("a\033Pq#0\033\\b\033_x\033\\c\033^y\033\\d\033Xz\033\\e"), "abcde|" },
    { BYTES("a\033]0;cut\030b"), "ab|" },
    { BYTES("a\033]0;cut\032b"), "ab|" },
    { BYTES("a\033]0;cut\033[31mb"), "ab|" },
    { BYTES("a\033]0;unfinished"), "a|" },
    { BYTES("a\033[3"), "a|" },
    /* ill-formed text: one U+FFFD for each maximal subpart */
    { BYTES("a\xFF\xE4\xB8z"), "a\uFFFD\uFFFDz|" },
    { BYTES("a\xF0\x9F\x98"), "a\uFFFD|" },
    { BYTES("\xE4\xB8\xAD\xC0\x80"), "\u4E2D\uFFFD\uFFFD|" },
};

static void
what_stays_of_a_stream(void **state)
{
    (void)state;
    static char lines[65536];
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(lines_of(cases[i].stream, 1000, lines), cases[i].lines);
}

static void
any_split_gives_the_same_lines(void **state)
{
    (void)state;
    static char lines[65536];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (size_t piece = 1; piece <= cases[i].stream.len; piece++)
            assert_string_equal(lines_of(cases[i].stream, piece, lines), cases[i].lines);
    }
}

static void
a_cr_waits_for_the_next_byte(void **state)
{
    (void)state;
    static char lines[65536];
    struct stream s;
    begin(&s);
    feed(&s, SPAN("a\r"));
    assert_string_equal(content(&s, lines), "a_");
    feed(&s, SPAN("\n"));
    assert_string_equal(content(&s, lines), "a|");
    feed(&s, SPAN("\r"));
    assert_string_equal(content(&s, lines), "a|");
    feed(&s, SPAN("\033"));
    assert_string_equal(content(&s, lines), "a||");
    feed(&s, SPAN("[m\n"));
    assert_string_equal(content(&s, lines), "a|||");
    finish(&s);
}

/* --- Laws on streams of all sorts --------------------------------------------------- */

/* Pieces of streams that mean something, put together at random. */
static size_t
make_stream(uint64_t seed, uint8_t *stream, size_t max)
{
    static const qtty_span pieces[] = {
        BYTES("text"),    BYTES("\r"),      BYTES("\n"),
        BYTES("\r\n"),    BYTES("\t"),      BYTES("\033"),
        BYTES("["),       BYTES("\033[1m"), BYTES("\033]0;x"),
        BYTES("\007"),    BYTES("\033\\"),  BYTES("\x9C"),
        BYTES("\xC2"),    BYTES("\x9B"),    BYTES("\xE4\xB8\xAD"),
        BYTES("\xE4"),    BYTES("\xB8"),    BYTES("\xF0\x9F"),
        BYTES("\030"),    BYTES("\033P"),   BYTES("\0"),
        BYTES("\177"),    BYTES("\033(B"),  BYTES(";;"),
        BYTES("e\u0301"),
    };
    size_t len = 0;
    for (uint32_t n = next_random(&seed) % 40; n > 0; n--) {
        const qtty_span piece = pieces[next_random(&seed) % COUNT_OF(pieces)];
        if (len + piece.len > max)
            break;
        memcpy(stream + len, piece.data, piece.len);
        len += piece.len;
    }
    return len;
}

static void
splits_of_any_stream(void **state)
{
    (void)state;
    static char whole[65536], pieces[65536];
    uint8_t stream[256];
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        const qtty_span span = { stream, make_stream(seed, stream, sizeof(stream)) };
        lines_of(span, sizeof(stream), whole);
        for (size_t piece = 1; piece < 8; piece++)
            assert_string_equal(lines_of(span, piece, pieces), whole);
    }
}

/* The next scalar of a stream; ill-formed bytes are passed over. False: the end. */
static bool
next_scalar(qtty_span *stream, uint32_t *scalar)
{
    while (stream->len > 0) {
        const struct utf8_head head = utf8_head(*stream);
        const uint8_t *at = stream->data;
        stream->data += head.length;
        stream->len -= head.length;
        if (head.form != UTF8_WELL_FORMED)
            continue;
        *scalar = utf8_scalar(at, head.length);
        return true;
    }
    return false;
}

/* Sequences may be cut by ill-formed bytes, but what is shown was there, in that
 * order. */
static void
nothing_is_shown_that_was_not_there(void **state)
{
    (void)state;
    static char lines[65536];
    uint8_t stream[256];
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        qtty_span in = { stream, make_stream(seed, stream, sizeof(stream)) };
        lines_of(in, 7, lines);
        qtty_span out = { (const uint8_t *)lines, strlen(lines) };
        uint32_t shown;
        while (next_scalar(&out, &shown)) {
            uint32_t scalar = 0;
            if (shown == '|' || shown == 0xFFFD)
                continue;
            assert_true(shown >= 0x20 || shown == '\t');
            assert_true(shown < 0x7F || shown > 0x9F);
            while (scalar != shown)
                assert_true(next_scalar(&in, &scalar));
        }
    }
}

static void
an_endless_string_takes_no_memory(void **state)
{
    (void)state;
    struct failing_allocator counting = { .fail_at = 0 };
    const qtty_allocator a = failing_allocator_hook(&counting);
    struct store store;
    struct sanitizer s;
    store_init(&store, &a, 100, 1000);
    sanitizer_init(&s, &a, &store);
    sanitizer_feed(&s, SPAN("\033]0;"));
    for (int i = 0; i < 100000; i++)
        sanitizer_feed(&s, SPAN("a title that never ends, "));
    assert_int_equal(counting.calls, 0);
    sanitizer_finish(&s);
    store_finish(&store);
}

static void
goes_on_after_lack_of_memory(void **state)
{
    (void)state;
    for (long fail_at = 1; fail_at < 6; fail_at++) {
        struct failing_allocator failing = { .fail_at = fail_at };
        const qtty_allocator a = failing_allocator_hook(&failing);
        struct store store;
        struct sanitizer s;
        qtty_status st = QTTY_OK;
        store_init(&store, &a, 1000, 100000);
        sanitizer_init(&s, &a, &store);
        for (int i = 0; i < 100; i++) {
            const qtty_status fed =
                sanitizer_feed(&s, SPAN("some text\r\nand\033[1m more\r"));
            st = fed != QTTY_OK ? fed : st;
        }
        sanitizer_feed(&s, SPAN("\nlast\n"));
        assert_int_equal(st, failing.calls >= fail_at ? QTTY_E_NOMEM : QTTY_OK);
        struct store_line line;
        assert_int_equal(store_line(&store, store.starts.end - 1, &line), QTTY_OK);
        assert_string_equal(string_of(line.text), "last");
        sanitizer_finish(&s);
        store_finish(&store);
        assert_int_equal(failing.live, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stays_of_a_stream),
        cmocka_unit_test(any_split_gives_the_same_lines),
        cmocka_unit_test(a_cr_waits_for_the_next_byte),
        cmocka_unit_test(splits_of_any_stream),
        cmocka_unit_test(nothing_is_shown_that_was_not_there),
        cmocka_unit_test(an_endless_string_takes_no_memory),
        cmocka_unit_test(goes_on_after_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
