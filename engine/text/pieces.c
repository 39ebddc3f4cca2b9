/* Pieces are made as they are asked for: a text of any length needs no copy. */
#include "text/pieces.h"

#include "text/hidden.h"
#include "unicode/utf8.h"
#include <stdio.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD, OPENING = 0x27E6, CLOSING = 0x27E7 };

void
pieces_begin(struct pieces *p, qtty_span text, qtty_hidden hidden)
{
    *p = (struct pieces){ .rest = text, .hidden = hidden };
}

/* --- Characters --------------------------------------------------------------------- */

/* The character at the front, and its bytes there; U+FFFD for what is none. */
static uint32_t
scalar_at(qtty_span text, size_t *bytes)
{
    *bytes = 0;
    if (text.len == 0)
        return 0;
    struct utf8_head head = utf8_head(text);
    *bytes = head.length;
    if (head.form != UTF8_WELL_FORMED)
        return REPLACEMENT;
    return utf8_scalar(text.data, head.length);
}

static void
advance(struct pieces *p, size_t bytes)
{
    p->rest.data += bytes;
    p->rest.len -= bytes;
}

/* Is the character at the front hidden? */
static bool
is_hidden(const struct pieces *p, uint32_t scalar, size_t bytes)
{
    size_t unused;
    qtty_span behind = { p->rest.data + bytes, p->rest.len - bytes };
    if (p->hidden == QTTY_HIDDEN_KEPT || p->flag_left != 0)
        return false;
    if (p->one_line && (scalar == '\n' || scalar == '\t'))
        return true;
    return hidden_here(p->before, scalar, scalar_at(behind, &unused));
}

/* Go past the hidden characters at the front. @return how many they are. */
static size_t
pass_hidden(struct pieces *p)
{
    size_t count = 0, bytes;
    uint32_t scalar = scalar_at(p->rest, &bytes);
    while (bytes != 0 && is_hidden(p, scalar, bytes)) {
        count++;
        p->before = 0;
        advance(p, bytes);
        scalar = scalar_at(p->rest, &bytes);
    }
    return count;
}

/* --- Pieces ------------------------------------------------------------------------- */

static void
give_mark(struct pieces *p, uint32_t scalar, size_t count, struct piece *out)
{
    char more[32] = "";
    if (count > 1)
        (void)snprintf(more, sizeof more, " and %zu more", count - 1);
    int len = snprintf((char *)out->bytes, sizeof out->bytes,
                       "\xE2\x9F\xA6U+%04X%s\xE2\x9F\xA7", (unsigned)scalar, more);
    out->len = (size_t)len;
    out->begins = grapheme_break_before(&p->state, OPENING);
    p->state = (struct grapheme_state){ 0 };
    (void)grapheme_break_before(&p->state, CLOSING);
}

static void
give_scalar(struct pieces *p, uint32_t scalar, size_t bytes, struct piece *out)
{
    if (p->flag_left == 0 && bytes == 4)
        p->flag_left = hidden_flag(p->rest);
    out->len = utf8_encode(scalar, out->bytes);
    out->begins = grapheme_break_before(&p->state, scalar);
    p->before = scalar;
    advance(p, bytes);
    p->flag_left -= bytes < p->flag_left ? bytes : p->flag_left;
}

bool
pieces_next(struct pieces *p, struct piece *out)
{
    size_t bytes;
    const uint32_t first = scalar_at(p->rest, &bytes);
    const size_t hidden = pass_hidden(p);
    if (hidden != 0 && p->hidden == QTTY_HIDDEN_MARKED) {
        give_mark(p, first, hidden, out);
        return true;
    }
    const uint32_t scalar = scalar_at(p->rest, &bytes);
    if (bytes == 0)
        return false;
    give_scalar(p, scalar, bytes, out);
    return true;
}

/* --- Measures ----------------------------------------------------------------------- */

size_t
pieces_measure(qtty_span text, qtty_hidden hidden)
{
    struct pieces p;
    struct piece piece;
    size_t bytes = 0;
    pieces_begin(&p, text, hidden);
    while (pieces_next(&p, &piece))
        bytes += piece.len;
    return bytes;
}

/* On to the next line, if that begins within `most` bytes. */
static size_t
to_line(struct pieces p, struct piece piece, size_t most)
{
    size_t passed = piece.len;
    while (piece.bytes[0] != '\n' && passed <= most && pieces_next(&p, &piece))
        passed += piece.len;
    return piece.bytes[0] == '\n' && passed <= most ? passed : 0;
}

size_t
pieces_before_last(qtty_span text, qtty_hidden hidden, size_t bytes, size_t room)
{
    struct pieces p;
    struct piece piece;
    size_t before = 0;
    pieces_begin(&p, text, hidden);
    while (pieces_next(&p, &piece)) {
        bool leads = before != 0 && piece.bytes[0] == '\n';
        if (piece.begins && !leads && bytes - before <= room)
            return before != 0 ? before + to_line(p, piece, room / 4) : 0;
        before += piece.len;
    }
    return before;
}

size_t
pieces_of_first(qtty_span text, qtty_hidden hidden, size_t room)
{
    struct pieces p;
    struct piece piece;
    size_t bytes = 0, whole = 0, line = 0;
    pieces_begin(&p, text, hidden);
    while (pieces_next(&p, &piece)) {
        if (piece.begins)
            whole = bytes;
        bytes += piece.len;
        if (bytes > room)
            return whole - line <= room / 4 ? line : whole;
        if (piece.bytes[0] == '\n')
            line = bytes;
    }
    return bytes;
}
