/* A parser's actions as a text that a test can state: one a line, neighbouring pieces
 * of a run of text joined, since the input's split may cut them.
 *
 *     PRINT "é"             PRINT FFFD for E2 82        CONTROL 0A         INERT "\x7F"
 *     ESC (B                CSI ?1;;2:3$p               OSC "0;title" bell
 *     DCS 1$q "m"           CSI 1 cancelled             ESC $B@5+3 (with places) */
#ifndef QTTY_UNIT_ACTIONS_H
#define QTTY_UNIT_ACTIONS_H

#include "unit/check.h"
#include "vt/parser.h"
#include <stdio.h>

struct transcript {
    char text[16384];
    size_t len;
    bool places;          /* write offset and length behind each action */
    bool bare;            /* leave out what text_only does not keep */
    bool joining;         /* the last line is a run of text that may go on */
    uint64_t run, joined; /* its offset, and its bytes of input so far */
};

static inline void
transcript_add(struct transcript *t, const char *text, size_t len)
{
    assert_true(len < sizeof(t->text) - t->len);
    memcpy(t->text + t->len, text, len);
    t->len += len;
    t->text[t->len] = '\0';
}

static inline void
transcript_puts(struct transcript *t, const char *text)
{
    transcript_add(t, text, strlen(text));
}

static inline void
transcript_hex(struct transcript *t, const char *before, unsigned byte)
{
    char text[16];
    transcript_add(t, text, (size_t)snprintf(text, sizeof(text), "%s%02X", before, byte));
}

static inline void
transcript_number(struct transcript *t, uint64_t number)
{
    char text[24];
    transcript_add(
        t, text,
        (size_t)snprintf(text, sizeof(text), "%llu", (unsigned long long)number));
}

static inline void
transcript_text(struct transcript *t, qtty_span text)
{
    for (size_t i = 0; i < text.len; i++) {
        const uint8_t byte = text.data[i];
        if (byte < 0x20 || byte == 0x7F)
            transcript_hex(t, "\\x", byte);
        else
            transcript_add(t, (const char *)&text.data[i], 1);
    }
}

static inline void
transcript_quote(struct transcript *t, qtty_span text)
{
    transcript_puts(t, " \"");
    transcript_text(t, text);
    transcript_puts(t, "\"");
}

static inline void
transcript_params(struct transcript *t, const struct params *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (i > 0)
            transcript_puts(t, p->sub >> i & 1 ? ":" : ";");
        else if (p->sub & 1)
            transcript_puts(t, "(sub at the front)");
        if (!(p->missing >> i & 1))
            transcript_number(t, p->value[i]);
        else if (p->value[i] != 0)
            transcript_puts(t, "(missing but not 0)");
    }
}

static inline void
transcript_sequence(struct transcript *t, const struct action *a)
{
    transcript_puts(t, " ");
    if (a->marker != 0)
        transcript_add(t, (const char *)&a->marker, 1);
    if (a->params != NULL && !t->bare)
        transcript_params(t, a->params);
    for (size_t i = 0; i < INTERMEDIATES_MAX && a->intermediates[i] != 0; i++)
        transcript_add(t, (const char *)&a->intermediates[i], 1);
    if (a->final != 0)
        transcript_add(t, (const char *)&a->final, 1);
}

static inline void
transcript_flags(struct transcript *t, const struct action *a)
{
    static const char *const names[] = { "",
                                         " cancelled",
                                         " malformed",
                                         " bell",
                                         " over-params",
                                         " over-value",
                                         " over-intermediates",
                                         " over-string" };
    const uint32_t lost = ACTION_OVER_PARAMS | ACTION_OVER_VALUE | ACTION_OVER_STRING;
    const uint32_t flags = t->bare ? a->flags & ~lost : a->flags;

    for (uint32_t i = 0; i < COUNT_OF(names); i++)
        if (flags >> i & 1)
            transcript_puts(t, names[i]);
}

static inline void
transcript_place(struct transcript *t, uint64_t offset, uint64_t length)
{
    if (t->places) {
        transcript_puts(t, " @");
        transcript_number(t, offset);
        transcript_puts(t, "+");
        transcript_number(t, length);
    }
    transcript_puts(t, "\n");
}

static inline void
transcript_end_run(struct transcript *t)
{
    if (!t->joining)
        return;
    t->joining = false;
    transcript_puts(t, "\"");
    transcript_place(t, t->run, t->joined);
}

static inline void
transcript_run(struct transcript *t, const struct action *a)
{
    if (!t->joining) {
        transcript_puts(t, "PRINT \"");
        t->run = a->offset;
        t->joined = 0;
    }
    assert_int_equal(a->offset, t->run + t->joined);
    t->joining = true;
    t->joined += a->length;
    transcript_text(t, a->text);
}

static inline void
transcript_body(struct transcript *t, const struct action *a)
{
    static const char *const kinds[ACTION_KINDS] = {
        [ACTION_PRINT] = "PRINT", [ACTION_CONTROL] = "CONTROL", [ACTION_ESC] = "ESC",
        [ACTION_CSI] = "CSI",     [ACTION_DCS] = "DCS",         [ACTION_OSC] = "OSC",
        [ACTION_APC] = "APC",     [ACTION_PM] = "PM",           [ACTION_SOS] = "SOS",
        [ACTION_INERT] = "INERT", [ACTION_VT52] = "VT52",
    };

    transcript_puts(t, kinds[a->kind]);
    if (a->kind == ACTION_CONTROL)
        transcript_hex(t, " ", a->final);
    if (a->kind == ACTION_ESC || a->kind == ACTION_CSI || a->kind == ACTION_DCS
        || a->kind == ACTION_VT52)
        transcript_sequence(t, a);
    if (a->kind == ACTION_INERT || (a->kind >= ACTION_DCS && !t->bare))
        transcript_quote(t, a->text);
    if (a->kind == ACTION_PRINT) { /* for what is ill-formed */
        assert_true(a->flags & ACTION_REPLACED);
        assert_int_equal(a->text.len, 3);
        assert_memory_equal(a->text.data, "\xEF\xBF\xBD", 3);
        transcript_puts(t, " FFFD for");
        for (uint64_t i = 0; i < a->length; i++)
            transcript_hex(t, " ", a->raw[i]);
    }
}

static inline void
transcript_action(struct transcript *t, const struct action *a)
{
    if (a->kind == ACTION_PRINT && (a->flags & ~(uint32_t)ACTION_ASCII) == 0) {
        transcript_run(t, a);
        return;
    }
    transcript_end_run(t);
    transcript_body(t, a);
    transcript_flags(t, a);
    transcript_place(t, a->offset, a->length);
}

/** Feed a copy of the bytes, in a block of its own that the sanitizer guards. */
static inline void
transcript_feed(struct transcript *t, struct parser *p, qtty_span piece)
{
    struct action a;
    uint8_t *copy = malloc(piece.len > 0 ? piece.len : 1);

    assert_non_null(copy);
    memcpy(copy, piece.data, piece.len);
    qtty_span input = { copy, piece.len };
    while (parser_next(p, &input, &a))
        transcript_action(t, &a);
    assert_int_equal(input.len, 0);
    free(copy);
}

static inline void
transcript_finish(struct transcript *t, struct parser *p)
{
    struct action a;

    while (parser_end(p, &a))
        transcript_action(t, &a);
    transcript_end_run(t);
}

/** The whole of a stream in chunks, to its end. */
static inline void
transcript_stream(struct transcript *t, const struct parser_config *config,
                  qtty_span stream, size_t chunk)
{
    struct parser p;

    parser_init(&p, config);
    t->len = 0;
    t->text[0] = '\0';
    t->joining = false;
    while (stream.len > 0) {
        const size_t n = stream.len < chunk ? stream.len : chunk;
        transcript_feed(t, &p, (qtty_span){ stream.data, n });
        stream.data += n;
        stream.len -= n;
    }
    transcript_finish(t, &p);
    parser_finish(&p);
}

#define SPAN_OF(literal) ((qtty_span){ (const uint8_t *)(literal), sizeof(literal) - 1 })

#endif
