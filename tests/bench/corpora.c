/* The streams that terminals see, a record at a time. Their names are the letters that
 * the project's figures go by. */
#include "corpora.h"
#include "writer.h"
#include <string.h>

enum { UNIQUE_BYTES = 4 << 20 };

/* --- a: a plain log ----------------------------------------------------------------- */

static void
log_line(struct writer *w)
{
    static const char *const levels[] = { "INFO", "WARN", "DEBUG", "ERROR" };
    write_text(w, "2026-11-%02uT%02u:%02u:%02u.%03uZ %-5s [%s-%u] ", pick(w, 1, 30),
               pick(w, 0, 23), pick(w, 0, 59), pick(w, 0, 59), pick(w, 0, 999),
               levels[pick(w, 0, 3)], pick_word(w), pick(w, 1, 64));
    write_words(w, pick(w, 1, 6));
    write_text(w, " id=%08x took=%ums\r\n", pick(w, 0, 0xFFFFFFFE), pick(w, 1, 9999));
}

/* --- b: a log with another style at every word -------------------------------------- */

static void
basic_style(struct writer *w)
{
    static const uint8_t single[] = { 0,  1,  4,  7,  22, 24, 39, 49, 30, 31, 32, 33,
                                      34, 35, 36, 37, 90, 91, 92, 93, 94, 95, 96, 97 };
    if (chance(w, 60))
        write_text(w, "\x1B[%u;%um", pick(w, 0, 4), pick(w, 30, 37));
    else
        write_text(w, "\x1B[%um", single[pick(w, 0, sizeof(single) - 1)]);
}

static void
any_style(struct writer *w)
{
    uint32_t kind = pick(w, 1, 100);
    if (kind <= 50)
        basic_style(w);
    else if (kind <= 75)
        write_text(w, "\x1B[%u;5;%um", pick(w, 0, 1) * 10 + 38, pick(w, 0, 255));
    else if (kind <= 95)
        write_text(w, "\x1B[%u;2;%u;%u;%um", pick(w, 0, 1) * 10 + 38, pick(w, 0, 255),
                   pick(w, 0, 255), pick(w, 0, 255));
    else if (chance(w, 30))
        write_text(w, "\x1B[4:%um", pick(w, 0, 5));
    else
        write_text(w, "\x1B[m");
}

static void
styled_line(struct writer *w)
{
    uint32_t count = pick(w, 4, 9);
    for (uint32_t i = 0; i < count; i++) {
        any_style(w);
        write_text(w, "%s ", pick_word(w));
    }
    write_text(w, "\x1B[0m\r\n");
}

/* --- b2: a log in the dozen styles that programs have ------------------------------- */

static void
coloured_line(struct writer *w)
{
    static const char *const styles[] = {
        "01;31", "01;32",    "01;34",    "01;35", "36", "33",
        "1",     "38;5;208", "38;5;244", "2",     "7",  "38;2;97;175;239",
    };
    uint32_t count = pick(w, 2, 4);
    for (uint32_t i = 0; i < count; i++) {
        write_text(w, "\x1B[%sm", styles[pick(w, 0, 11)]);
        write_words(w, pick(w, 1, 3));
        write_text(w, "\x1B[0m ");
        if (chance(w, 50)) {
            write_words(w, 2);
            write_text(w, " ");
        }
    }
    write_text(w, "\r\n");
}

/* --- c: full-screen programs -------------------------------------------------------- */

static void
monitor_frame(struct writer *w)
{
    static const uint8_t starts[] = { 36, 1, 7 };
    write_text(w, "\x1B[H");
    for (uint32_t row = 1; row <= 24; row++) {
        write_text(w,
                   "\x1B[%u;1H\x1B[%um%5u \x1B[%umroot \x1B[m 20   0 %6uM %3u.%u %2u.%u ",
                   row, starts[pick(w, 0, 2)], pick(w, 1, 99999), pick(w, 30, 37),
                   pick(w, 1, 9999), pick(w, 0, 99), pick(w, 0, 9), pick(w, 0, 99),
                   pick(w, 0, 9));
        write_text(w, "\x1B[32m");
        write_words(w, 3);
        write_text(w, "\x1B[m\x1B[K");
    }
}

static void
editor_scroll(struct writer *w)
{
    uint32_t count = pick(w, 1, 3);
    write_text(w, "\x1B[1;23r\x1B[%u;1H\x1B[%u%c\x1B[r", pick(w, 0, 1) * 22 + 1, count,
               "MLST"[pick(w, 0, 3)]);
    for (uint32_t i = 0; i < count; i++) {
        write_text(w, "\x1B[%u;1H\x1B[33m%4u \x1B[m", 23 - i, pick(w, 1, 9999));
        write_words(w, pick(w, 2, 8));
        write_text(w, "\x1B[K");
    }
    write_text(w, "\x1B[24;1H\x1B[7m %s %u,%u \x1B[27m\x1B[%u;%uH", pick_word(w),
               pick(w, 1, 999), pick(w, 1, 80), pick(w, 1, 23), pick(w, 1, 80));
}

static void
scattered_edits(struct writer *w)
{
    static const char *const edits[] = { "\x1B[K",  "\x1B[1K", "\x1B[3P",
                                         "\x1B[2@", "\x1B[5X", "\x1B[2C|\x1B[D\x1B[A-" };
    for (uint32_t i = 0; i < 20; i++) {
        write_text(w, "\x1B[%u;%uH", pick(w, 1, 24), pick(w, 1, 76));
        uint32_t kind = pick(w, 0, 7);
        if (kind < 6)
            write_text(w, "%s", edits[kind]);
        else if (kind == 6)
            write_text(w, "%u", pick(w, 0, 9999));
        else
            write_text(w, "\x1B[3%um*\x1B[m", pick(w, 0, 7));
    }
}

static void
redraw(struct writer *w)
{
    if (w->records == 0)
        write_text(w, "\x1B[?1049h\x1B[?25l\x1B[2J");
    uint32_t kind = pick(w, 1, 100);
    if (kind <= 50)
        monitor_frame(w);
    else if (kind <= 75)
        editor_scroll(w);
    else if (kind <= 95)
        scattered_edits(w);
    else
        write_text(w, "\x1B[2J\x1B[H");
}

/* --- d: many languages -------------------------------------------------------------- */

static void
scalars(struct writer *w, uint32_t count, uint32_t first, uint32_t last)
{
    for (uint32_t i = 0; i < count; i++)
        write_scalar(w, pick(w, first, last));
}

static void
emoji_sequence(struct writer *w)
{
    static const char *const sequences[] = {
        "\U0001F469\u200D\U0001F680",                                 /* astronaut */
        "\U0001F468\u200D\U0001F469\u200D\U0001F466\u200D\U0001F466", /* family */
        "\U0001F3F4\u200D\u2620\uFE0F",                               /* pirate flag */
        "\u2600\uFE0F",                                               /* sun, as emoji */
        "\U0001F1E9\U0001F1EA", /* a flag of two indicators */
        "\U0001F44B\U0001F3FF", /* a skin tone */
    };
    write_text(w, "%s", sequences[pick(w, 0, 5)]);
}

static void
languages_part(struct writer *w)
{
    static const char *const foreign[] = { "größe", "façade",   "Ελλάδα",
                                           "земля", "ångström", "∀x∈ℝ" };
    uint32_t kind = pick(w, 1, 100);
    if (kind <= 45)
        scalars(w, pick(w, 2, 8), 0x4E00, 0x9FA0);
    else if (kind <= 55)
        scalars(w, pick(w, 2, 6), 0xAC00, 0xD7A0);
    else if (kind <= 65)
        scalars(w, pick(w, 2, 6), 0x3041, 0x3096);
    else if (kind <= 75)
        scalars(w, pick(w, 1, 2), 0x1F600, 0x1F64F);
    else if (kind <= 82)
        emoji_sequence(w);
    else if (kind <= 90)
        for (uint32_t i = 0; i < 4; i++) {
            write_text(w, "%c", "aeioun"[pick(w, 0, 5)]);
            write_scalar(w, pick(w, 0x300, 0x30F));
        }
    else
        write_text(w, "%s", foreign[pick(w, 0, 5)]);
}

static void
languages(struct writer *w)
{
    uint32_t count = pick(w, 3, 8);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            write_text(w, " ");
        languages_part(w);
    }
    write_text(w, "\r\n");
}

/* --- e, f: very short and very long lines ------------------------------------------- */

static void
short_line(struct writer *w)
{
    uint32_t kind = pick(w, 0, 4);
    if (kind == 0)
        write_text(w, "n");
    else if (kind == 1)
        write_text(w, "%u", pick(w, 0, 99999));
    else if (kind < 4)
        write_text(w, "%s", kind == 2 ? "on" : pick_word(w));
    write_text(w, "\r\n");
}

static void
long_line(struct writer *w)
{
    write_words(w, 8000);
    write_text(w, "\r\n");
}

/* --- g: progress -------------------------------------------------------------------- */

static void
progress(struct writer *w)
{
    static const char bar[] = "#################################";
    uint32_t percent = (uint32_t)(w->records + 1) % 101;
    if (chance(w, 70))
        write_text(w,
                   "\r\x1B[K\x1B[32m%3u%%\x1B[m [%.*s%*s] %u/700 MB %u.%u MB/s eta %us",
                   percent, (int)percent / 3, bar, 34 - (int)percent / 3, "", percent * 7,
                   pick(w, 0, 89), pick(w, 0, 9), 100 - percent);
    else
        write_text(w, "\rfetching %s... %u%%", pick_word(w), percent);
    if (percent == 100)
        write_text(w, "\r\n");
}

/* --- h: titles, links, prompt marks ------------------------------------------------- */

static void
link(struct writer *w)
{
    write_text(w, "\x1B]8;id=%u;https://example.org/%s/%s/%s/%u\x1B\\%s\x1B]8;;\x1B\\ ",
               pick(w, 1, 500), pick_word(w), pick_word(w), pick_word(w),
               pick(w, 1, 5000), pick_word(w));
}

static void
marked_command(struct writer *w)
{
    write_text(w, "\x1B]133;A\x07$ \x1B]133;B\x07");
    write_words(w, 2);
    write_text(w, "\x1B]133;C\x07\r\n");
    write_words(w, 5);
    write_text(w, "\r\n\x1B]133;D;%u\x07", pick(w, 0, 2));
}

static void
strings(struct writer *w)
{
    uint32_t kind = pick(w, 1, 100);
    if (kind <= 25) {
        write_text(w, "\x1B]0;%s: ", pick_word(w));
        write_words(w, 4);
        write_text(w, "\x07");
    } else if (kind <= 65) {
        link(w);
    } else if (kind <= 90) {
        marked_command(w);
    } else {
        write_text(w, "\x1B]7;file://host/%s\x1B\\\r\n", pick_word(w));
    }
}

const struct corpus corpora[] = {
    { "a", "plain log", log_line, true },
    { "b", "log, a style a word", styled_line, true },
    { "b2", "log, a dozen styles", coloured_line, true },
    { "c", "full-screen programs", redraw, true },
    { "d", "many languages", languages, true },
    { "e", "short lines", short_line, true },
    { "f", "lines of 50 KB", long_line, true },
    { "g", "progress", progress, true },
    { "h", "titles, links, marks", strings, true },
};
const size_t corpus_count = sizeof(corpora) / sizeof(corpora[0]);

const struct corpus *
corpus_named(const char *name)
{
    for (size_t i = 0; i < corpus_count; i++)
        if (strcmp(corpora[i].name, name) == 0)
            return &corpora[i];
    return NULL;
}

/* What repeats ends with a record, so that repeating it splits no sequence. */
static void
write_again(struct writer *w, size_t start, size_t bytes)
{
    size_t unique = w->out->len - start;
    while (w->status == QTTY_OK && w->out->len - start < bytes) {
        w->status = qtty_buf_reserve(w->out, unique);
        if (w->status == QTTY_OK)
            write_bytes(w, w->out->data + start, unique);
    }
}

qtty_status
corpus_make(const struct corpus *c, size_t bytes, qtty_buf *out)
{
    struct writer w = { .out = out, .random = 0x71756965747479 };
    size_t start = out->len;
    size_t unique = c->repeats && bytes > UNIQUE_BYTES ? UNIQUE_BYTES : bytes;
    while (w.status == QTTY_OK && out->len - start < unique) {
        c->record(&w);
        w.records++;
    }
    write_again(&w, start, bytes);
    return w.status;
}
