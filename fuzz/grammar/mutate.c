/* Changing a stream by its pieces: a run of text, a control, a sequence, a string. To cut
 * them takes no more than their outer forms (ECMA-48 5.4, 5.6, ISO 2022). */
#include "grammar/write.h"

#include <string.h>

enum { PIECES_MAX = 512, NEW_BYTES_MAX = 512 };

struct piece {
    size_t at, len;
};

struct stream {
    uint8_t *data;
    size_t len, max;
    struct dice dice;
    struct piece pieces[PIECES_MAX];
    uint32_t count;
};

/* --- Cutting ------------------------------------------------------------------------ */

static size_t
run_of(const uint8_t *data, size_t len, uint8_t low, uint8_t high)
{
    size_t n = 0;
    while (n < len && data[n] >= low && data[n] <= high)
        n++;
    return n;
}

/* Parameters, intermediates, a final. */
static size_t
csi_length(const uint8_t *data, size_t len)
{
    size_t n = 2;
    n += run_of(data + n, len - n, 0x30, 0x3F);
    n += run_of(data + n, len - n, 0x20, 0x2F);
    return n < len ? n + 1 : n;
}

/* Up to ST or BEL, or to what cuts it off. */
static size_t
string_length(const uint8_t *data, size_t len)
{
    for (size_t n = 2; n < len; n++) {
        if (data[n] == 0x07 || data[n] == 0x18 || data[n] == 0x1A)
            return n + 1;
        if (data[n] == 0x1B)
            return n + 1 < len && data[n + 1] == '\\' ? n + 2 : n;
    }
    return len;
}

static size_t
escape_length(const uint8_t *data, size_t len)
{
    if (len < 2)
        return len;
    if (data[1] == '[')
        return csi_length(data, len);
    if (memchr("]PX^_", data[1], 5) != NULL)
        return string_length(data, len);
    size_t n = 1 + run_of(data + 1, len - 1, 0x20, 0x2F);
    return n < len ? n + 1 : n;
}

static size_t
piece_length(const uint8_t *data, size_t len)
{
    if (data[0] == 0x1B)
        return escape_length(data, len);
    if (data[0] < 0x20)
        return 1;
    size_t n = 1;
    while (n < len && data[n] >= 0x20)
        n++;
    return n;
}

/* What is more than so many pieces stays as it is. */
static void
cut(struct stream *s)
{
    size_t at = 0;
    for (s->count = 0; at < s->len && s->count < PIECES_MAX; s->count++) {
        size_t len = piece_length(s->data + at, s->len - at);
        s->pieces[s->count] = (struct piece){ at, len };
        at += len;
    }
}

static struct piece
any_piece(struct stream *s)
{
    return s->pieces[dice_roll(&s->dice, s->count)];
}

/* --- Changes ------------------------------------------------------------------------ */

/* Replace `old` bytes at a place by others, which do not lie in the stream. */
static void
replace(struct stream *s, size_t at, size_t old, const uint8_t *bytes, size_t len)
{
    if (s->len - old + len > s->max)
        return;
    memmove(s->data + at + len, s->data + at + old, s->len - at - old);
    if (len != 0)
        memcpy(s->data + at, bytes, len);
    s->len = s->len - old + len;
}

static void
drop(struct stream *s)
{
    struct piece p = any_piece(s);
    if (p.len < s->len)
        replace(s, p.at, p.len, NULL, 0);
}

/* Copies of up to NEW_BYTES_MAX of a piece, to be put elsewhere. */
static size_t
copy(const struct stream *s, struct piece p, uint8_t out[NEW_BYTES_MAX])
{
    size_t len = p.len < NEW_BYTES_MAX ? p.len : NEW_BYTES_MAX;
    memcpy(out, s->data + p.at, len);
    return len;
}

static void
repeat(struct stream *s)
{
    uint8_t bytes[NEW_BYTES_MAX];
    struct piece from = any_piece(s);
    struct piece to = any_piece(s);
    size_t len = copy(s, from, bytes);
    replace(s, to.at, 0, bytes, len);
}

/* The one in the other's place, the later first: its place does not move. */
static void
swap(struct stream *s)
{
    uint8_t first[NEW_BYTES_MAX], second[NEW_BYTES_MAX];
    struct piece a = any_piece(s);
    struct piece b = any_piece(s);
    if (a.at > b.at) {
        struct piece other = a;
        a = b;
        b = other;
    }
    if (a.at == b.at || a.len > NEW_BYTES_MAX || b.len > NEW_BYTES_MAX)
        return;
    copy(s, a, first);
    copy(s, b, second);
    replace(s, b.at, b.len, first, a.len);
    replace(s, a.at, a.len, second, b.len);
}

/* The head of one piece with the tail of another. */
static void
splice(struct stream *s)
{
    uint8_t tail[NEW_BYTES_MAX];
    struct piece to = any_piece(s);
    struct piece from = any_piece(s);
    size_t len = copy(s, from, tail);
    size_t keep = dice_roll(&s->dice, (uint32_t)to.len + 1);
    size_t skip = dice_roll(&s->dice, (uint32_t)len + 1);
    replace(s, to.at + keep, to.len - keep, tail + skip, len - skip);
}

/* A number in a piece becomes another. */
static void
renumber(struct stream *s)
{
    static const char *const values[] = { "",  "0",  "1",  "2",   "3",     "7",
                                          "8", "25", "80", "255", "65535", "1:2" };
    struct piece p = any_piece(s);
    size_t at = p.at, end = p.at + p.len;
    uint32_t skip = dice_roll(&s->dice, 3);
    uint32_t which = dice_roll(&s->dice, GRAMMAR_COUNT_OF(values));
    for (; at < end; at++) {
        size_t digits = run_of(s->data + at, end - at, '0', '9');
        if (digits != 0 && skip-- == 0) {
            replace(s, at, digits, (const uint8_t *)values[which], strlen(values[which]));
            return;
        }
        at += digits;
    }
}

/* Another final makes another sequence of it. */
static void
refinal(struct stream *s)
{
    struct piece p = any_piece(s);
    uint8_t final = (uint8_t)dice_between(&s->dice, 0x40, 0x7E);
    if (p.len >= 3 && s->data[p.at] == 0x1B && s->data[p.at + 1] == '[')
        s->data[p.at + p.len - 1] = final;
}

static void
flip(struct stream *s)
{
    size_t at = dice_roll(&s->dice, (uint32_t)s->len);
    uint32_t bit = dice_roll(&s->dice, 8);
    s->data[at] ^= (uint8_t)(1u << bit);
}

/* A piece that was never there. */
static void
insert(struct stream *s)
{
    struct grammar g;
    qtty_buf fresh;
    uint64_t seed = dice_next(&s->dice);
    size_t at = s->count != 0 ? any_piece(s).at : 0;
    size_t room = s->max - s->len < NEW_BYTES_MAX ? s->max - s->len : NEW_BYTES_MAX;
    qtty_buf_init(&fresh, NULL, 0);
    if (grammar_init(&g, seed, "grammar") && grammar_next(&g, room, &fresh) == QTTY_OK)
        replace(s, at, 0, fresh.data, fresh.len);
    qtty_buf_finish(&fresh);
}

size_t
grammar_mutate(uint8_t *data, size_t size, size_t max, uint64_t seed)
{
    static void (*const ways[])(struct stream * s) = {
        drop, repeat, swap, splice, renumber, renumber, refinal, flip, insert, insert,
    };
    struct stream s = { .data = data, .len = size, .max = max };
    dice_seed(&s.dice, seed);
    uint32_t changes = dice_between(&s.dice, 1, 4);
    for (uint32_t i = 0; i < changes; i++) {
        cut(&s);
        uint32_t way = dice_roll(&s.dice, GRAMMAR_COUNT_OF(ways));
        if (s.count == 0)
            insert(&s);
        else
            ways[way](&s);
    }
    if (s.len == 0 && max != 0)
        data[s.len++] = ' ';
    return s.len;
}
