/* Writing, and the choice of what comes next: a weight for each kind of piece. */
#include "grammar/write.h"

#include <string.h>

/* --- Bytes -------------------------------------------------------------------------- */

void
write_bytes(struct grammar *g, const void *bytes, size_t len)
{
    if (g->status == QTTY_OK)
        g->status = qtty_buf_append(g->out, bytes, len);
}

void
write_text(struct grammar *g, const char *text)
{
    write_bytes(g, text, strlen(text));
}

void
write_byte(struct grammar *g, uint8_t byte)
{
    write_bytes(g, &byte, 1);
}

void
write_number(struct grammar *g, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    write_bytes(g, digits + at, sizeof digits - at);
}

void
write_scalar(struct grammar *g, uint32_t scalar)
{
    uint8_t bytes[4];
    size_t len = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };
    for (size_t i = len; i-- > 1; scalar >>= 6)
        bytes[i] = (uint8_t)(0x80 | (scalar & 0x3F));
    bytes[0] = (uint8_t)(lead[len] | scalar);
    write_bytes(g, bytes, len);
}

void
write_filled(struct grammar *g, const char *text, const uint32_t *numbers)
{
    for (; *text != '\0'; text++) {
        if (*text == '#')
            write_number(g, *numbers++);
        else
            write_byte(g, (uint8_t)*text);
    }
}

void
write_one_of(struct grammar *g, const char *const *list, size_t count)
{
    uint32_t which = dice_roll(&g->dice, (uint32_t)count);
    write_text(g, list[which]);
}

/* --- Profiles ----------------------------------------------------------------------- */

/* Kinds of pieces: who writes one. */
#define KINDS(X)                                                                         \
    X(words)                                                                             \
    X(line)                                                                              \
    X(newline)                                                                           \
    X(letters)                                                                           \
    X(wide)                                                                              \
    X(combining)                                                                         \
    X(emoji)                                                                             \
    X(joining)                                                                           \
    X(drawing)                                                                           \
    X(ill_formed)                                                                        \
    X(control)                                                                           \
    X(sequence)                                                                          \
    X(query)                                                                             \
    X(string)                                                                            \
    X(mode)                                                                              \
    X(sgr)                                                                               \
    X(over_limit)                                                                        \
    X(nest)                                                                              \
    X(alternate)                                                                         \
    X(sync)                                                                              \
    X(prompt)                                                                            \
    X(progress)                                                                          \
    X(list)                                                                              \
    X(redraw)                                                                            \
    X(log)                                                                               \
    X(table)                                                                             \
    X(banner)                                                                            \
    X(rectangles)                                                                        \
    X(editing)

static void
write_newline(struct grammar *g)
{
    write_text(g, "\r\n");
}

enum kind {
#define KIND(name) KIND_##name,
    KINDS(KIND)
#undef KIND
        KIND_COUNT,
};

static void (*const writers[])(struct grammar *g) = {
#define KIND(name) write_##name,
    KINDS(KIND)
#undef KIND
};
#undef KINDS

struct grammar_profile {
    const char *name;
    uint32_t mischief; /* of 1000 */
    uint16_t weights[KIND_COUNT];
};

#define W(kind, weight) [KIND_##kind] = (weight)
static const struct grammar_profile profiles[] = {
    { "ascii", 0, { W(words, 60), W(line, 30), W(newline, 10) } },
    { "sgr",
      20,
      { W(words, 40), W(sgr, 40), W(newline, 10), W(letters, 5), W(list, 5) } },
    { "redraw",
      10,
      { W(redraw, 25), W(alternate, 8), W(sync, 8), W(progress, 15), W(log, 10),
        W(editing, 10), W(table, 5), W(sgr, 5), W(words, 5), W(wide, 3), W(drawing, 3),
        W(prompt, 3) } },
    { "unicode",
      0,
      { W(words, 10), W(newline, 10), W(letters, 15), W(wide, 20), W(combining, 15),
        W(emoji, 15), W(joining, 10), W(drawing, 5) } },
    { "osc",
      60,
      { W(string, 60), W(prompt, 15), W(list, 10), W(words, 10), W(newline, 5) } },
    { "hostile",
      500,
      { W(ill_formed, 10), W(control, 10), W(sequence, 30), W(string, 15),
        W(over_limit, 4), W(mode, 10), W(query, 5), W(nest, 5), W(rectangles, 5),
        W(words, 5), W(wide, 5), W(combining, 3), W(emoji, 3) } },
    { "grammar",
      150,
      { W(words, 12),     W(line, 4),       W(newline, 4),   W(letters, 3),
        W(wide, 5),       W(combining, 3),  W(emoji, 4),     W(joining, 2),
        W(drawing, 2),    W(ill_formed, 2), W(control, 6),   W(sequence, 20),
        W(query, 2),      W(string, 6),     W(mode, 16),     W(sgr, 6),
        W(over_limit, 1), W(nest, 4),       W(alternate, 1), W(sync, 1),
        W(prompt, 2),     W(progress, 2),   W(list, 1),      W(redraw, 1),
        W(log, 2),        W(table, 1),      W(banner, 2),    W(rectangles, 4),
        W(editing, 4) } },
};
#undef W

const char *
grammar_profile_name(size_t index)
{
    return index < GRAMMAR_COUNT_OF(profiles) ? profiles[index].name : NULL;
}

bool
grammar_init(struct grammar *g, uint64_t seed, const char *profile)
{
    *g = (struct grammar){ .rows = 24, .cols = 80 };
    dice_seed(&g->dice, seed);
    for (size_t i = 0; i < GRAMMAR_COUNT_OF(profiles); i++)
        if (strcmp(profiles[i].name, profile) == 0)
            g->profile = &profiles[i];
    return g->profile != NULL;
}

uint32_t
write_mischief(const struct grammar *g)
{
    return g->profile->mischief;
}

/* --- Pieces ------------------------------------------------------------------------- */

static enum kind
choose(struct grammar *g)
{
    const uint16_t *weights = g->profile->weights;
    uint32_t sum = 0, kind = 0;
    for (uint32_t i = 0; i < KIND_COUNT; i++)
        sum += weights[i];
    uint32_t at = dice_roll(&g->dice, sum);
    for (; at >= weights[kind]; kind++)
        at -= weights[kind];
    return (enum kind)kind;
}

enum { DEPTH_MAX = 3 };

void
write_inner(struct grammar *g)
{
    if (g->depth >= DEPTH_MAX) {
        write_words(g);
        return;
    }
    g->depth++;
    writers[choose(g)](g);
    g->depth--;
}

/* A piece that does not fit is taken back, and the dice go on from there. */
enum { TRIES = 32 };

qtty_status
grammar_next(struct grammar *g, size_t room, qtty_buf *out)
{
    size_t before = out->len;
    g->out = out;
    for (int i = 0; i < TRIES; i++) {
        g->status = QTTY_OK;
        g->depth = 0;
        writers[choose(g)](g);
        if (g->status == QTTY_OK && out->len > before && out->len - before <= room)
            return QTTY_OK;
        out->len = before;
        if (g->status == QTTY_E_NOMEM)
            return QTTY_E_NOMEM;
    }
    return QTTY_E_LIMIT;
}

qtty_status
grammar_stream(struct grammar *g, size_t bytes, qtty_buf *out)
{
    size_t end = out->len + bytes;
    qtty_status st = qtty_buf_reserve(out, bytes);
    if (st != QTTY_OK)
        return st;
    while (st == QTTY_OK && out->len < end) {
        size_t room = end - out->len;
        st = grammar_next(g, room, out);
    }
    return st == QTTY_E_LIMIT ? QTTY_OK : st;
}
