/* Runs of a case: the terminal, the ways to cut its input, what is said of failures. */
#include "run.h"

#include "memory.h"
#include "notation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*const effects[])(struct run *r, const struct statement *st) = {
#define DIRECTIVE(id, word, read)         [ST_##id] = NULL,
#define STATEMENT(id, word, read, effect) [ST_##id] = effect,
#include "statements.def"
#undef STATEMENT
#undef DIRECTIVE
};

void
outcome_init(struct outcome *o)
{
    *o = (struct outcome){ .answered = 0 };
    qtty_buf_init(&o->failures, NULL, 0);
    qtty_buf_init(&o->skipped, NULL, 0);
}

void
outcome_finish(struct outcome *o)
{
    qtty_buf_finish(&o->failures);
    qtty_buf_finish(&o->skipped);
}

/** Append a name to the skipped ones, once. */
static void
note_skipped(struct outcome *o, const char *name)
{
    size_t len = strlen(name);
    const char *at = (const char *)o->skipped.data;
    for (size_t i = 0; i + len <= o->skipped.len; i++)
        if (memcmp(at + i, name, len) == 0)
            return;
    append_string(&o->skipped, o->skipped.len ? ", " : "");
    append_string(&o->skipped, name);
}

bool
can_answer(struct run *r, uint32_t capability, const char *name)
{
    if ((r->capabilities & capability) == capability)
        return true;
    note_skipped(r->outcome, name);
    return false;
}

static void
fail(struct run *r, uint32_t line, const char *what, qtty_span expected, qtty_span got)
{
    qtty_buf *out = &r->outcome->failures;
    char head[96];
    snprintf(head, sizeof head, "  line %u: %s\n    expected ", (unsigned)line, what);
    append_string(out, head);
    append(out, expected.data, expected.len);
    append_string(out, "\n    got      ");
    append(out, got.data, got.len);
    append_string(out, "\n");
}

static qtty_span
span_of(const char *s)
{
    return (qtty_span){ (const uint8_t *)s, strlen(s) };
}

void
expect(struct run *r, uint32_t line, const char *what, const char *expected,
       const char *got)
{
    r->outcome->answered++;
    if (strcmp(expected, got) != 0)
        fail(r, line, what, span_of(expected), span_of(got));
}

void
expect_bytes(struct run *r, uint32_t line, const char *what, qtty_span expected,
             qtty_span got)
{
    r->outcome->answered++;
    if (expected.len == got.len
        && (got.len == 0 || memcmp(expected.data, got.data, got.len) == 0))
        return;
    qtty_buf wanted, seen;
    qtty_buf_init(&wanted, NULL, 0);
    qtty_buf_init(&seen, NULL, 0);
    print_quoted(expected, &wanted);
    print_quoted(got, &seen);
    fail(r, line, what, qtty_buf_span(&wanted), qtty_buf_span(&seen));
    qtty_buf_finish(&wanted);
    qtty_buf_finish(&seen);
}

/* --- What changes the terminal ---- */

/** A change that the terminal must take; it counts as a check only when it fails. */
static void
must_take(struct run *r, const struct statement *st, qtty_status status)
{
    if (status != QTTY_OK)
        fail(r, st->line, statement_word(st->id), span_of(qtty_status_text(QTTY_OK)),
             span_of(qtty_status_text(status)));
}

/** Bytes of the next call, of `len` that are left of a feed. */
static size_t
piece_len(const struct run *r, size_t len)
{
    size_t piece = len;
    if (r->cutting.chunk > 0 && r->cutting.chunk < piece)
        piece = r->cutting.chunk;
    if (r->cutting.at > r->fed && r->cutting.at - r->fed < piece)
        piece = r->cutting.at - r->fed;
    return piece;
}

/** The screen projection feeds the emulator; the stream projection stands beside it. */
static qtty_status
feed_piece(struct run *r, qtty_span piece)
{
    if (!r->lines)
        return qtty_emulator_feed(r->emulator, piece);
    qtty_status status = qtty_lines_feed(r->lines, piece);
    if (status == QTTY_OK && r->vt_case->projection == QTTY_PROJECTION_STREAM)
        status = qtty_emulator_feed(r->emulator, piece);
    return status;
}

void
do_feed(struct run *r, const struct statement *st)
{
    qtty_status status = QTTY_OK;
    for (size_t done = 0; done < st->text.len && status == QTTY_OK;) {
        qtty_span piece = { st->text.data + done, piece_len(r, st->text.len - done) };
        status = feed_piece(r, piece);
        done += piece.len;
        r->fed += piece.len;
    }
    must_take(r, st, status);
}

static qtty_status
sync_lines(struct run *r, qtty_status status)
{
    return status == QTTY_OK && r->lines ? qtty_lines_sync(r->lines) : status;
}

void
do_resize(struct run *r, const struct statement *st)
{
    qtty_status status = qtty_emulator_resize(r->emulator, st->row, st->col);
    must_take(r, st, sync_lines(r, status));
}

void
do_reset(struct run *r, const struct statement *st)
{
    must_take(r, st, sync_lines(r, qtty_emulator_reset(r->emulator)));
}

/* --- Passes ---- */

static qtty_status
open_lines(struct run *r)
{
    const struct vt_case *c = r->vt_case;
    bool stream = c->projection == QTTY_PROJECTION_STREAM;
    uint32_t rows = c->config.scrollback_rows;
    qtty_lines_config config = QTTY_LINES_CONFIG_INIT;
    config.projection = c->projection;
    config.scrollback_lines = rows == 0 ? 1000 : rows == QTTY_NONE ? 1 : rows;
    return qtty_lines_create(&r->lines, &config, stream ? NULL : r->emulator);
}

/** @return false: there is no such terminal, and the outcome says why. */
static bool
open_terminal(struct run *r, const char *engine)
{
    const struct vt_case *c = r->vt_case;
    qtty_emulator_config config = c->config;
    config.engine = engine;
    qtty_status status = qtty_emulator_create(&r->emulator, &config);
    if (status == QTTY_E_UNSUPPORTED && config.ambiguous_width == 2) {
        note_skipped(r->outcome, "ambiguous-width 2");
        return false;
    }
    if (status == QTTY_OK && c->wants_lines)
        status = open_lines(r);
    if (status != QTTY_OK)
        expect(r, c->line, "case", "a terminal", qtty_status_text(status));
    else
        r->capabilities = qtty_emulator_capabilities(r->emulator);
    return status == QTTY_OK;
}

static void
close_terminal(struct run *r)
{
    for (size_t i = 0; i < r->kept_count; i++)
        qtty_buf_finish(&r->kept[i].bytes);
    free(r->kept);
    qtty_buf_finish(&r->text);
    qtty_lines_destroy(r->lines);
    qtty_emulator_destroy(r->emulator);
}

static void
run_pass(const struct script *s, const struct vt_case *c, const char *engine,
         struct cutting cutting, struct outcome *out)
{
    struct run r = { .script = s, .vt_case = c, .cutting = cutting, .outcome = out };
    qtty_buf_init(&r.text, NULL, 0);
    if (open_terminal(&r, engine))
        for (size_t i = c->first; i < c->first + c->count; i++)
            effects[s->statements[i].id](&r, &s->statements[i]);
    close_terminal(&r);
}

/** How the input of a pass was cut, in words. */
static void
print_cutting(struct cutting cutting, qtty_buf *out)
{
    char text[64];
    if (cutting.at > 0)
        snprintf(text, sizeof text, "  cut after byte %zu:", cutting.at);
    else if (cutting.chunk == 1)
        snprintf(text, sizeof text, "  fed byte by byte:");
    else
        snprintf(text, sizeof text, "  fed in chunks of %zu:", cutting.chunk);
    append_string(out, text);
}

/** Run a pass that must come out as the first did. @return false: it did not. */
static bool
run_again(const struct script *s, const struct vt_case *c, const char *engine,
          struct cutting cutting, const qtty_buf *first, qtty_buf *differences)
{
    struct outcome again;
    outcome_init(&again);
    run_pass(s, c, engine, cutting, &again);
    bool same =
        again.failures.len == first->len
        && (first->len == 0 || !memcmp(again.failures.data, first->data, first->len));
    if (!same) {
        print_cutting(cutting, differences);
        append_string(differences, again.failures.len ? "\n" : " no failure\n");
        append(differences, again.failures.data, again.failures.len);
    }
    outcome_finish(&again);
    return same;
}

void
run_case(const struct script *s, const struct vt_case *c, const char *engine, bool split,
         struct outcome *out)
{
    qtty_buf differences;
    qtty_buf_init(&differences, NULL, 0);
    run_pass(s, c, engine, (struct cutting){ 0 }, out);
    bool same = true;
    if (split || c->every_split)
        same = run_again(s, c, engine, (struct cutting){ .chunk = 1 }, &out->failures,
                         &differences);
    if (split)
        run_again(s, c, engine, (struct cutting){ .chunk = 7 }, &out->failures,
                  &differences);
    /* One cut that makes a difference is enough to read. */
    for (size_t at = 1; c->every_split && same && at < c->fed_bytes; at++)
        same = run_again(s, c, engine, (struct cutting){ .at = at }, &out->failures,
                         &differences);
    append(&out->failures, differences.data, differences.len);
    qtty_buf_finish(&differences);
}
