/* The product's layers, each with its defaults but for what the peers are given too:
 * 10 000 lines kept above an 80x24 screen. */
#include "subject.h"
#include "peers.h"
#include "vt/parser.h"
#include <quietty/lines.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_KEPT = 10000,
    PARSER_MEMORY_MAX = STRING_BYTES_MAX + 4096,
    STREAM_MEMORY_MAX = 6 << 20,    /* text of 4 MiB, and an entry for each line */
    EMULATOR_MEMORY_MAX = 16 << 20, /* rows kept, styles, links, replies, events */
};

/* --- The parser alone --------------------------------------------------------------- */

struct parsing {
    struct parser parser;
    uint64_t actions;
};

static void *
open_parser_as(const qtty_allocator *allocator, bool text_only)
{
    struct parsing *p = calloc(1, sizeof(*p));
    struct parser_config config = { .allocator = allocator, .text_only = text_only };
    if (p != NULL)
        parser_init(&p->parser, &config);
    return p;
}

static void *
open_parser(const qtty_allocator *allocator)
{
    return open_parser_as(allocator, false);
}

static void *
open_text_parser(const qtty_allocator *allocator)
{
    return open_parser_as(allocator, true);
}

static void
feed_parser(void *self, qtty_span chunk)
{
    struct parsing *p = self;
    struct action action;
    while (parser_next(&p->parser, &chunk, &action))
        p->actions += action.kind != ACTION_INERT;
}

static void
end_parser(void *self)
{
    struct parsing *p = self;
    struct action action;
    while (parser_end(&p->parser, &action))
        p->actions++;
}

static void
close_parser(void *self)
{
    struct parsing *p = self;
    parser_finish(&p->parser);
    free(p);
}

/* --- The stream projection ---------------------------------------------------------- */

static void *
open_stream(const qtty_allocator *allocator)
{
    qtty_lines_config config = QTTY_LINES_CONFIG_INIT;
    qtty_lines *lines;
    config.allocator = allocator;
    config.projection = QTTY_PROJECTION_STREAM;
    return qtty_lines_create(&lines, &config, NULL) == QTTY_OK ? lines : NULL;
}

static void
feed_stream(void *self, qtty_span chunk)
{
    if (qtty_lines_feed(self, chunk) != QTTY_OK)
        abort();
}

static void
end_stream(void *self)
{
    if (qtty_lines_end(self) != QTTY_OK)
        abort();
}

static void
close_stream(void *self)
{
    qtty_lines_destroy(self);
}

/* --- The emulator, and the screen projection on it ---------------------------------- */

static void *
open_emulator(const qtty_allocator *allocator)
{
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    qtty_emulator *emulator;
    config.allocator = allocator;
    config.scrollback_rows = LINES_KEPT;
    return qtty_emulator_create(&emulator, &config) == QTTY_OK ? emulator : NULL;
}

static void
feed_emulator(void *self, qtty_span chunk)
{
    if (qtty_emulator_feed(self, chunk) != QTTY_OK)
        abort();
}

static void
end_emulator(void *self)
{
    (void)self;
}

static void
close_emulator(void *self)
{
    qtty_emulator_destroy(self);
}

static void
resize_emulator(void *self, uint32_t rows, uint32_t cols)
{
    if (qtty_emulator_resize(self, rows, cols) != QTTY_OK)
        abort();
}

struct screen {
    qtty_emulator *emulator;
    qtty_lines *lines;
};

static void
close_screen(void *self)
{
    struct screen *s = self;
    qtty_lines_destroy(s->lines);
    qtty_emulator_destroy(s->emulator);
    free(s);
}

static void *
open_screen(const qtty_allocator *allocator)
{
    struct screen *s = calloc(1, sizeof(*s));
    qtty_lines_config config = QTTY_LINES_CONFIG_INIT;
    config.allocator = allocator;
    if (s == NULL)
        return NULL;
    s->emulator = open_emulator(allocator);
    if (s->emulator != NULL
        && qtty_lines_create(&s->lines, &config, s->emulator) == QTTY_OK)
        return s;
    close_screen(s);
    return NULL;
}

static void
feed_screen(void *self, qtty_span chunk)
{
    feed_stream(((struct screen *)self)->lines, chunk);
}

static void
end_screen(void *self)
{
    end_stream(((struct screen *)self)->lines);
}

/* --- The list ----------------------------------------------------------------------- */

const struct subject subjects[] = {
    { "memcpy", SUBJECT_LIMIT, 0, open_bytes, copy_bytes, end_bytes, close_bytes, NULL },
    { "scan", SUBJECT_LIMIT, 0, open_bytes, count_controls, end_bytes, close_bytes,
      NULL },
    { "stream", SUBJECT_LIGHT, STREAM_MEMORY_MAX, open_stream, feed_stream, end_stream,
      close_stream, NULL },
    { "parser", SUBJECT_LIGHT, PARSER_MEMORY_MAX, open_parser, feed_parser, end_parser,
      close_parser, NULL },
    { "text", SUBJECT_LIGHT, PARSER_MEMORY_MAX, open_text_parser, feed_parser, end_parser,
      close_parser, NULL },
    { "emulator", SUBJECT_HEAVY, EMULATOR_MEMORY_MAX, open_emulator, feed_emulator,
      end_emulator, close_emulator, resize_emulator },
    { "screen", SUBJECT_HEAVY, EMULATOR_MEMORY_MAX + STREAM_MEMORY_MAX, open_screen,
      feed_screen, end_screen, close_screen, NULL },
#ifdef QTTY_BENCH_LIBVTERM
    { "libvterm", SUBJECT_HEAVY, 0, open_libvterm, feed_libvterm, end_bytes,
      close_libvterm, resize_libvterm },
#endif
#ifdef QTTY_BENCH_LIBTSM
    { "libtsm", SUBJECT_HEAVY, 0, open_libtsm, feed_libtsm, end_bytes, close_libtsm,
      resize_libtsm },
#endif
};
const size_t subject_count = sizeof(subjects) / sizeof(subjects[0]);

const struct subject *
subject_named(const char *name)
{
    for (size_t i = 0; i < subject_count; i++)
        if (strcmp(subjects[i].name, name) == 0)
            return &subjects[i];
    return NULL;
}
