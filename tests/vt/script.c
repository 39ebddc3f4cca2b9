/* Scripts: a file read into cases and statements, line by line. Cases and their
 * directives are read here; the arguments of statements in arguments.c. */
#include "reading.h"

#include "memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    bool (*read)(struct reading *r, struct statement *st);
    bool directive;
} table[] = {
#define DIRECTIVE(id, word, read)         [ST_##id] = { word, read, true },
#define STATEMENT(id, word, read, effect) [ST_##id] = { word, read, false },
#include "statements.def"
#undef STATEMENT
#undef DIRECTIVE
};

const char *
statement_word(enum statement_id id)
{
    return table[id].word;
}

bool
is_reply_check(enum statement_id id)
{
    return id >= ST_REPLY && id <= ST_REPLY_SAME;
}

bool
file_read(const char *path, uint8_t **out, size_t *len)
{
    qtty_buf content;
    qtty_buf_init(&content, NULL, 0);
    uint8_t block[16384];
    *out = NULL;
    *len = 0;
    errno = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        append(&content, block, n);
    bool read = !ferror(f);
    int error = errno;
    fclose(f);
    errno = error;
    if (read) {
        *out = content.data;
        *len = content.len;
    } else {
        qtty_buf_finish(&content);
    }
    return read;
}

bool
next_line(struct reading *r)
{
    if (r->rest == r->end)
        return false;
    uint8_t *line_end = memchr(r->rest, '\n', (size_t)(r->end - r->rest));
    r->scan.line++;
    r->scan.at = r->rest;
    r->scan.end = line_end ? line_end : r->end;
    r->rest = line_end ? line_end + 1 : r->end;
    return true;
}

bool
read_case(struct reading *r, struct statement *st)
{
    struct script *s = r->script;
    qtty_span name;
    if (!scan_string(&r->scan, &name))
        return false;
    s->cases = with_room(s->cases, s->case_count, &s->case_capacity, sizeof *s->cases);
    r->current = &s->cases[s->case_count++];
    *r->current = (struct vt_case){
        .name = name,
        .line = st->line,
        .config = QTTY_EMULATOR_CONFIG_INIT,
        .projection = QTTY_PROJECTION_SCREEN,
        .first = s->statement_count,
    };
    return true;
}

/** Size and options make the terminal, which must be there for the first feed. */
static bool
before_the_first_feed(const struct reading *r, const struct statement *st)
{
    const struct script *s = r->script;
    for (size_t i = r->current->first; i < s->statement_count; i++)
        if (s->statements[i].id >= ST_FEED && s->statements[i].id <= ST_RESET)
            return scan_fail(&r->scan, "%s after a feed", statement_word(st->id));
    return true;
}

bool
read_case_size(struct reading *r, struct statement *st)
{
    if (!before_the_first_feed(r, st) || !read_size(r, st))
        return false;
    r->current->config.rows = st->row;
    r->current->config.cols = st->col;
    return true;
}

static bool
read_persona(struct reading *r)
{
    qtty_span word;
    if (!scan_word(&r->scan, &word))
        return false;
    const char *name;
    for (size_t i = 0; (name = qtty_persona_name(i)); i++)
        if (span_is(word, name)) {
            r->current->config.persona = name;
            return true;
        }
    return scan_fail(&r->scan, "no persona: %.*s", (int)word.len,
                     (const char *)word.data);
}

static bool
read_reports(struct reading *r)
{
    static const char *const features[] = { "title", "checksum", "resize", NULL };
    static const uint32_t bits[] = { QTTY_REPORT_TITLE, QTTY_REPORT_CHECKSUM,
                                     QTTY_REPORT_RESIZE };
    static const char *const on[] = { "on", NULL };
    uint32_t feature, word;
    if (!scan_choice(&r->scan, features, &feature) || !scan_choice(&r->scan, on, &word))
        return false;
    r->current->config.reports |= bits[feature];
    return true;
}

static bool
read_scrollback(struct reading *r)
{
    uint32_t rows;
    if (!scan_number(&r->scan, 16777216, &rows))
        return false;
    r->current->config.scrollback_rows = rows ? rows : QTTY_NONE;
    return true;
}

static bool
read_ambiguous_width(struct reading *r)
{
    uint32_t width;
    if (!scan_number(&r->scan, 2, &width))
        return false;
    if (width == 0)
        return scan_fail(&r->scan, "ambiguous-width is 1 or 2");
    r->current->config.ambiguous_width = width;
    return true;
}

static bool
read_projection(struct reading *r)
{
    static const char *const words[] = { "screen", "stream", NULL };
    static const qtty_projection kinds[] = { QTTY_PROJECTION_SCREEN,
                                             QTTY_PROJECTION_STREAM };
    uint32_t word;
    if (!scan_choice(&r->scan, words, &word))
        return false;
    r->current->projection = kinds[word];
    return true;
}

bool
read_option(struct reading *r, struct statement *st)
{
    static const char *const names[] = { "scrollback",      "projection", "persona",
                                         "ambiguous-width", "reports",    NULL };
    static bool (*const readers[])(struct reading *) = {
        read_scrollback,      read_projection, read_persona,
        read_ambiguous_width, read_reports,
    };
    uint32_t name;
    return before_the_first_feed(r, st) && scan_choice(&r->scan, names, &name)
           && readers[name](r);
}

bool
read_every_split(struct reading *r, struct statement *st)
{
    (void)st;
    r->current->every_split = true;
    return true;
}

static void
add_statement(struct reading *r, const struct statement *st)
{
    struct script *s = r->script;
    s->statements = with_room(s->statements, s->statement_count, &s->statement_capacity,
                              sizeof *s->statements);
    s->statements[s->statement_count++] = *st;
    r->current->count++;
    if (st->id <= ST_FEED_FILE)
        r->current->fed_bytes += st->text.len;
}

static bool
read_statement(struct reading *r)
{
    qtty_span word;
    if (!scan_more(&r->scan))
        return true;
    if (!scan_word(&r->scan, &word))
        return false;
    for (enum statement_id id = 0; id < STATEMENT_IDS; id++) {
        if (!span_is(word, table[id].word))
            continue;
        struct statement st = { .id = id, .line = r->scan.line };
        if (id != ST_CASE && !r->current)
            return scan_fail(&r->scan, "%s before the first case", table[id].word);
        if (!table[id].read(r, &st) || !scan_end(&r->scan))
            return false;
        if (!table[id].directive)
            add_statement(r, &st);
        return true;
    }
    return scan_fail(&r->scan, "unknown statement: %.*s", (int)word.len,
                     (const char *)word.data);
}

bool
script_read(struct script *s, const char *path)
{
    *s = (struct script){ .path = path };
    if (!file_read(path, &s->source, &s->source_len)) {
        fprintf(stderr, "qtty_vt: %s: %s\n", path, strerror(errno));
        return false;
    }
    struct reading r = { .scan = { .path = path }, .script = s, .rest = s->source };
    r.end = s->source_len ? s->source + s->source_len : s->source;
    while (next_line(&r))
        if (!read_statement(&r))
            return false;
    return true;
}

void
script_finish(struct script *s)
{
    for (size_t i = 0; i < s->file_count; i++)
        free(s->files[i]);
    free(s->files);
    free(s->attributes);
    free(s->texts);
    free(s->statements);
    free(s->cases);
    free(s->source);
    *s = (struct script){ 0 };
}
