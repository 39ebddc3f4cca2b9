/* A bound that is missing shows as time or memory without end: sequences with counts as
 * large as can be written, strings that do not end, nothing but one control, and values
 * no two of which are the same. The first kind costs no more than a screen of cells
 * each; the others are linear in their bytes. */
#include "effects.h"

#include <string.h>

static void
unique_link(struct writer *w, uint32_t n)
{
    write_text(w, "\x1B]8;;http://e.x/%u\x1B\\x\x1B]8;;\x1B\\", n);
}

static void
unique_colour(struct writer *w, uint32_t n)
{
    write_text(w, "\x1B[38;2;%u;%u;%umx", n >> 16 & 255, n >> 8 & 255, n & 255);
}

static void
eight_nuls(struct writer *w, uint32_t n)
{
    (void)n;
    write_bytes(w, "\0\0\0\0\0\0\0", 8);
}

/* A quarter of a long title. */
#define TITLE "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"

/* A thousand of one sequence. */
#define THOUSAND(title, text)                                                            \
    {                                                                                    \
        .name = (title), .unit = (text), .count = 1000, .most_ms = 5                     \
    }
#define MANY(title, before, text, times, ms)                                             \
    {                                                                                    \
        .name = (title), .head = (before), .unit = (text), .count = (times),             \
        .most_ms = (ms)                                                                  \
    }
#define EACH(title, function, times, ms)                                                 \
    {                                                                                    \
        .name = (title), .write = (function), .count = (times), .most_ms = (ms)          \
    }

const struct effect effects[] = {
    MANY("rep", "A", "\x1B[99999999b", 1, 1),
    MANY("rep-1000", "A", "\x1B[99999999b", 1000, 5),
    THOUSAND("il", "\x1B[99999999L"),
    THOUSAND("dl", "\x1B[99999999M"),
    THOUSAND("dch", "\x1B[99999999P"),
    THOUSAND("ich", "\x1B[99999999@"),
    THOUSAND("su", "\x1B[99999999S"),
    THOUSAND("sd", "\x1B[99999999T"),
    THOUSAND("ech", "\x1B[99999999X"),
    THOUSAND("cnl", "\x1B[99999999E"),
    THOUSAND("cpl", "\x1B[99999999F"),
    THOUSAND("cuf", "\x1B[99999999C"),
    THOUSAND("cuu", "\x1B[99999999A"),
    THOUSAND("cud", "\x1B[99999999B"),
    THOUSAND("vpa", "\x1B[99999999d"),
    THOUSAND("cha", "\x1B[99999999G"),
    THOUSAND("decstbm", "\x1B[99999;99999r\x1B[1;99999r\x1B[0;0r"),
    THOUSAND("cht-cbt", "\x1B[99999999I\x1B[99999999Z"),
    THOUSAND("decfra", "\x1B[65;1;1;99999;99999$x"),
    THOUSAND("deccra", "\x1B[1;1;99999;99999;1;2;2;1$v"),
    MANY("osc-1MB", "\x1B]0;", "AAAAAAAAAA", 100000, 5),
    MANY("osc8-1MB", "\x1B]8;;", "AAAAAAAAAA", 100000, 5),
    { "osc52-1MB", "\x1B]52;c;", "QUFB", 250000, "\x07", 20, NULL },
    MANY("dcs-1MB", "\x1BPq", "~~~~~~~~~~", 100000, 5),
    MANY("apc-1MB", "\x1B_G", "AAAAAAAAAA", 100000, 5),
    MANY("osc-64MB", "\x1B]0;", "AAAAAAAAAAAAAAAA", 4000000, 160),
    MANY("dcs-64MB", "\x1BPq", "~~~~~~~~~~~~~~~~", 4000000, 160),
    MANY("combining-1M", "a", "\u0301", 1000000, 200),
    MANY("joiners-500k", "\U0001F468", "\u200D\U0001F469", 500000, 300),
    { "params-1M", "\x1B[", "1;", 1000000, "m", 40, NULL },
    { "subparams-1M", "\x1B[", "4:", 1000000, "m", 40, NULL },
    { "digits-1M", "\x1B[", "9", 1000000, "m", 20, NULL },
    { "intermediates-1M", "\x1B[", "!", 1000000, "p", 40, NULL },
    MANY(
        "titles-100k",
        "\x1B]0;TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
        "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\x07",
        "\x1B[22;0t", 100000, 100),
    MANY("keyboard-100k", NULL, "\x1B[>1u", 100000, 50),
    EACH("links-200k", unique_link, 200000, 400),
    EACH("colours-500k", unique_colour, 500000, 600),
    MANY("alternate-100k", NULL, "\x1B[?1049h\x1B[?1049l", 100000, 400),
    MANY("decaln-10k", NULL, "\x1B#8", 10000, 100),
    MANY("ed2-100k", NULL, "\x1B[2J", 100000, 400),
    MANY("ri-100k", "\x1B[H", "\x1BM", 100000, 100),
    MANY("dsr-200k", NULL, "\x1B[6n", 200000, 200),
    MANY("da-200k", NULL, "\x1B[c", 200000, 200),
    MANY("deccolm-2000", "\x1B[?40h", "\x1B[?3h\x1B[?3l", 1000, 100),
    MANY("window-1000", NULL, "\x1B[8;9999;9999t\x1B[8;24;80t", 500, 20),
    MANY("ris-10k", NULL, "\033c", 10000, 200),
    EACH("nul-8MB", eight_nuls, 1000000, 400),
    MANY("ill-formed-8MB", NULL, "\xFF\xC0\x80\xED\xA0\x80\xF4", 1142857, 2000),
    MANY("esc-8MB", NULL, "\x1B\x1B\x1B\x1B\x1B\x1B\x1B\x1B", 1000000, 400),
    MANY("tab-8MB", NULL, "\t\t\t\t\t\t\t\t", 1000000, 400),
    MANY("bs-8MB", NULL, "\b\b\b\b\b\b\b\b", 1000000, 400),
    MANY("bel-8MB", NULL, "\a\a\a\a\a\a\a\a", 1000000, 1000),
    MANY("wide-edge-300k", NULL, "\x1B[1;80H\u4E2D", 300000, 300),
    MANY("insert-1M", "\x1B[4h", "x\r", 1000000, 400),
    MANY("synchronized-64MB", "\x1B[?2026h",
         "one more line of an update that never ends\r\n", 1450000, 1500),
    { "xtgettcap-1MB", "\x1BP+q", "544e;", 200000, "\x1B\\", 40, NULL },
};

#undef TITLE
#undef THOUSAND
#undef MANY
#undef EACH

const size_t effect_count = sizeof(effects) / sizeof(effects[0]);

qtty_status
effect_make(const struct effect *e, uint32_t count, qtty_buf *out)
{
    struct writer w = { .out = out };
    if (e->head != NULL)
        write_bytes(&w, e->head, strlen(e->head));
    for (uint32_t i = 0; i < count; i++) {
        if (e->write != NULL)
            e->write(&w, i);
        else
            write_bytes(&w, e->unit, strlen(e->unit));
    }
    if (e->tail != NULL)
        write_bytes(&w, e->tail, strlen(e->tail));
    return w.status;
}
