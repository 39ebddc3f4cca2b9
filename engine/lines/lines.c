/* The handle: creation, feeding, the end of the stream. What comes in is decoded, or goes
 * through the strict check, if there is one of these, to the projection. */
#include "lines/lines.h"

#include "base/alloc.h"
#include "lines/feed.h"
#include "lines/reader.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    LINES_DEFAULT = 10000,
    BYTES_DEFAULT = 4194304,
    READ_BYTES_DEFAULT = 262144,
};

/* --- Creation ----------------------------------------------------------------------- */

/* QTTY_NONE would be lines that keep nothing. */
static bool
in_range(const qtty_lines_config *c)
{
    return c->scrollback_lines != QTTY_NONE && c->scrollback_max_bytes != QTTY_NONE
           && c->max_read_bytes <= c->scrollback_max_bytes
           && (c->projection == QTTY_PROJECTION_SCREEN
               || c->projection == QTTY_PROJECTION_STREAM);
}

/* A stream has no looks. */
static bool
can_hide(const qtty_lines_config *c)
{
    return c->hidden == QTTY_HIDDEN_KEPT
           || (c->hidden <= QTTY_HIDDEN_REMOVED
               && c->projection == QTTY_PROJECTION_SCREEN);
}

/* A caller may know the first fields only, never a part of one. */
static bool
is_config_size(size_t size)
{
    static const size_t sizes[] = {
        offsetof(qtty_lines_config, allocator),
        offsetof(qtty_lines_config, projection),
        offsetof(qtty_lines_config, strict),
        offsetof(qtty_lines_config, scrollback_lines),
        offsetof(qtty_lines_config, scrollback_max_bytes),
        offsetof(qtty_lines_config, max_read_bytes),
        offsetof(qtty_lines_config, encoding),
        offsetof(qtty_lines_config, hidden),
        sizeof(qtty_lines_config),
    };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        if (size == sizes[i])
            return true;
    }
    return false;
}

static qtty_status
resolve(qtty_lines_config *c, const qtty_lines_config *given)
{
    *c = (qtty_lines_config)QTTY_LINES_CONFIG_INIT;
    if (given != NULL && !is_config_size(given->size))
        return QTTY_E_INVAL;
    if (given != NULL)
        memcpy(c, given, given->size);
    if (c->hidden == QTTY_HIDDEN_DEFAULT)
        c->hidden = QTTY_HIDDEN_KEPT;
    if (c->scrollback_lines == 0)
        c->scrollback_lines = LINES_DEFAULT;
    if (c->scrollback_max_bytes == 0)
        c->scrollback_max_bytes = BYTES_DEFAULT;
    if (c->max_read_bytes == 0)
        c->max_read_bytes = c->scrollback_max_bytes < READ_BYTES_DEFAULT
                                ? c->scrollback_max_bytes
                                : READ_BYTES_DEFAULT;
    return in_range(c) ? QTTY_OK : QTTY_E_RANGE;
}

/* A decoder is strict itself. */
static qtty_status
use_encoding(qtty_lines *l, const qtty_lines_config *c)
{
    struct failure unused;
    l->is_strict = c->strict && converter_is_utf8(c->encoding);
    return converter_is_utf8(c->encoding)
               ? QTTY_OK
               : converter_open(&l->converter, c->encoding, c->strict, l->allocator,
                                &unused);
}

qtty_status
qtty_lines_create(qtty_lines **out, const qtty_lines_config *config,
                  qtty_emulator *emulator)
{
    qtty_lines_config c;
    *out = NULL;
    qtty_status st = resolve(&c, config);
    if (st != QTTY_OK)
        return st;
    if ((c.projection == QTTY_PROJECTION_SCREEN) != (emulator != NULL) || !can_hide(&c))
        return QTTY_E_INVAL;

    qtty_lines *l = mem_zalloc(c.allocator, 1, sizeof(*l));
    if (l == NULL)
        return QTTY_E_NOMEM;
    l->allocator = c.allocator;
    l->projection = c.projection;
    l->max_read_bytes = c.max_read_bytes;
    st = use_encoding(l, &c);
    if (st != QTTY_OK) {
        mem_free(l->allocator, l);
        return st;
    }
    store_init(&l->store, l->allocator, c.scrollback_lines, c.scrollback_max_bytes);
    if (emulator == NULL)
        sanitizer_init(&l->stream, l->allocator, &l->store);
    else
        project_init(&l->screen, l->allocator, emulator, &l->store, c.hidden);
    *out = l;
    return QTTY_OK;
}

void
qtty_lines_destroy(qtty_lines *l)
{
    if (l == NULL)
        return;
    if (l->projection == QTTY_PROJECTION_STREAM)
        sanitizer_finish(&l->stream);
    else
        project_finish(&l->screen);
    store_finish(&l->store);
    converter_close(l->converter);
    mem_free(l->allocator, l);
}

/* --- Failures ----------------------------------------------------------------------- */

const char *
qtty_lines_error(const qtty_lines *l)
{
    return l->error;
}

qtty_status
lines_fail(qtty_lines *l, qtty_status st)
{
    if (st != QTTY_OK)
        snprintf(l->error, sizeof(l->error), "%s", qtty_status_text(st));
    return st;
}

static qtty_status
fail_ill_formed(qtty_lines *l)
{
    const struct strict *s = &l->strict;
    char bytes[sizeof(s->bad) * 5 + 1] = "";
    for (uint32_t i = 0; i < s->bad_len; i++)
        snprintf(bytes + i * 5, sizeof(bytes) - i * 5, " 0x%02X", s->bad[i]);
    snprintf(l->error, sizeof(l->error), "byte%s%s at offset %llu %s not UTF-8",
             s->bad_len == 1 ? "" : "s", bytes, (unsigned long long)s->bad_offset,
             s->bad_len == 1 ? "is" : "are");
    return QTTY_E_ENCODING;
}

/* --- Feeding ------------------------------------------------------------------------ */

static qtty_status
sync_screen(qtty_lines *l)
{
    const uint64_t ordinal = project_pulled(&l->screen);
    const qtty_status st = readers_reopen(l, ordinal);
    project_reopen(&l->screen, ordinal);
    return first_failure(st, project_drain(&l->screen));
}

static qtty_status
feed_screen(qtty_lines *l, qtty_span bytes)
{
    qtty_status worst = QTTY_OK;
    while (bytes.len > 0) {
        qtty_status st = project_feed(&l->screen, &bytes);
        st = first_failure(st, sync_screen(l));
        worst = first_failure(worst, st);
    }
    return worst;
}

static qtty_status
feed(qtty_lines *l, qtty_span bytes)
{
    if (l->projection == QTTY_PROJECTION_STREAM)
        return sanitizer_feed(&l->stream, bytes);
    return feed_screen(l, bytes);
}

static qtty_status
feed_strictly(qtty_lines *l, qtty_span bytes)
{
    qtty_status worst = QTTY_OK;
    bool well_formed = true;
    while (well_formed && bytes.len > 0) {
        uint8_t character[4];
        qtty_span text;
        well_formed = strict_next(&l->strict, &bytes, character, &text);
        worst = first_failure(worst, feed(l, text));
    }
    return well_formed ? lines_fail(l, worst) : fail_ill_formed(l);
}

static qtty_status
feed_decoded(qtty_lines *l, qtty_span bytes, bool ends)
{
    struct converter_text text;
    qtty_status worst = QTTY_OK, st;
    do {
        st = ends ? converter_end(l->converter, &text)
                  : converter_decode(l->converter, &bytes, &text);
        worst = first_failure(worst, feed(l, (qtty_span){ text.bytes, text.len }));
    } while (st == QTTY_OK && text.len != 0);
    if (st == QTTY_OK)
        return lines_fail(l, worst);
    snprintf(l->error, sizeof(l->error), "%s", converter_error(l->converter));
    return st;
}

static qtty_status
fail_ended(qtty_lines *l)
{
    snprintf(l->error, sizeof(l->error), "the stream has ended");
    return QTTY_E_CLOSED;
}

qtty_status
qtty_lines_feed(qtty_lines *l, qtty_span bytes)
{
    if (l->ended)
        return fail_ended(l);
    if (l->converter != NULL)
        return feed_decoded(l, bytes, false);
    return l->is_strict ? feed_strictly(l, bytes) : lines_fail(l, feed(l, bytes));
}

qtty_status
lines_feed_some(qtty_lines *l, qtty_span *bytes)
{
    bool some = l->projection == QTTY_PROJECTION_SCREEN && !l->ended && !l->is_strict
                && l->converter == NULL && bytes->len > 0;
    if (some) {
        const qtty_status st = project_feed(&l->screen, bytes);
        return lines_fail(l, first_failure(st, sync_screen(l)));
    }
    const qtty_span all = *bytes;
    *bytes = (qtty_span){ all.data + all.len, 0 };
    return qtty_lines_feed(l, all);
}

/* ECMA-48 8.3.88: NUL changes nothing. But it ends a character that the stream has
 * cut. */
static qtty_status
end_screen(qtty_lines *l)
{
    static const uint8_t nul[] = { 0 };
    qtty_status st = feed_screen(l, (qtty_span){ nul, sizeof(nul) });
    st = first_failure(st, lines_place(l, &l->end));
    return first_failure(st, project_end(&l->screen));
}

qtty_status
qtty_lines_end(qtty_lines *l)
{
    if (l->ended)
        return fail_ended(l);
    const bool well_formed = !l->is_strict || strict_end(&l->strict);
    const qtty_status decoded =
        l->converter != NULL ? feed_decoded(l, (qtty_span){ NULL, 0 }, true) : QTTY_OK;
    const qtty_status st = l->projection == QTTY_PROJECTION_STREAM
                               ? sanitizer_end(&l->stream)
                               : end_screen(l);
    l->ended = true;
    if (decoded != QTTY_OK)
        return decoded;
    return well_formed ? lines_fail(l, st) : fail_ill_formed(l);
}

qtty_status
qtty_lines_sync(qtty_lines *l)
{
    if (l->projection == QTTY_PROJECTION_STREAM || l->ended)
        return QTTY_OK;
    return lines_fail(l, sync_screen(l));
}
