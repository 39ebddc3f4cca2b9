/* The ring of printed text. A row's text is in one piece: what does not fit in at the end
 * of the ring begins at its front. */
#include "screen/printed.h"

#include "base/alloc.h"
#include "base/limits.h"
#include <quietty/emulator.h>
#include <string.h>

enum {
    /* A scalar of a column; one of two has no more with its prefix. */
    COLUMN_BYTES = 4,
    CLUSTER_BYTES = QTTY_CLUSTER_BYTES_MAX + 2,
    SPARE_BYTES = 256, /* for what clusters take beyond it */
};

/* Even if there is only one row of the largest number of columns. */
_Static_assert((PRINTED_BYTES_MAX & (PRINTED_BYTES_MAX - 1)) == 0
                   && (PRINTED_BYTES_MIN & (PRINTED_BYTES_MIN - 1)) == 0,
               "sizes are powers of two");
_Static_assert(PRINTED_BYTES_MAX
                   >= 2 * (QTTY_COLS_MAX * COLUMN_BYTES + SPARE_BYTES + CLUSTER_BYTES),
               "a row fits in, whatever is before it");

void
printed_init(struct printed *p, const qtty_allocator *a)
{
    *p = (struct printed){ .allocator = a };
}

void
printed_finish(struct printed *p)
{
    mem_free(p->allocator, p->bytes);
    printed_init(p, p->allocator);
}

/* Places are never given anew, so that no old one is taken for one of a new ring. */
void
printed_forget(struct printed *p)
{
    mem_free(p->allocator, p->bytes);
    p->bytes = NULL;
    p->end += PRINTED_BYTES_MAX;
}

static bool
make_ring(struct printed *p, uint32_t rows, uint32_t columns)
{
    uint32_t reserve = columns * COLUMN_BYTES + SPARE_BYTES + CLUSTER_BYTES;
    uint32_t size = PRINTED_BYTES_MIN;
    while (size < PRINTED_BYTES_MAX && size < rows * columns * 2 + 2 * reserve)
        size *= 2;
    p->bytes = mem_resize(p->allocator, NULL, size, 1);
    p->size = size;
    p->reserve = reserve;
    return p->bytes != NULL;
}

static uint32_t
offset(const struct printed *p, uint64_t at)
{
    return (uint32_t)at & (p->size - 1);
}

/* What is written next may lie over all that is older. */
static bool
is_there(const struct printed *p, const struct row *row)
{
    return p->bytes != NULL && row->printed_len != 0
           && row->printed_at + p->size >= p->end + p->reserve;
}

qtty_span
printed_text(const struct printed *p, const struct row *row)
{
    if (row->is_text || p == NULL || !is_there(p, row))
        return (qtty_span){ NULL, 0 };
    return (qtty_span){ p->bytes + offset(p, row->printed_at), row->printed_len };
}

/* Does the ring end with all of the row's text, in this look? */
static bool
ends_with(const struct printed *p, const struct row *row, struct cell like)
{
    return !row->is_text && is_there(p, row) && cell_is_like(row->store[0], like)
           && row->printed_at + row->printed_len == p->end
           && offset(p, p->end) + p->reserve <= p->size;
}

/* Bytes of ASCII in this look are a record's, as they are. */
static bool
begins_with(const struct row *row, struct cell like)
{
    const struct run *run = row_runs(row);
    return row->cells == 0
           || (row->is_text && row->runs == 1 && run->style == like.style
               && run->link == like.link && run->protect == like.protect);
}

struct printing
printed_begin(struct printed *p, uint32_t rows, const struct row *row, uint32_t col,
              struct cell like)
{
    struct printing g = { .room = row->columns * COLUMN_BYTES + SPARE_BYTES };
    if (p->bytes == NULL && !make_ring(p, rows, row->columns))
        return g;
    if (col == row->cells && col != 0 && ends_with(p, row, like)) {
        g.first = p->bytes + offset(p, p->end);
        g.at = row->printed_at;
        g.len = row->printed_len;
        g.keeps = true;
        return g;
    }
    if (offset(p, p->end) + p->reserve > p->size)
        p->end += p->size - offset(p, p->end);
    g.first = p->bytes + offset(p, p->end);
    g.at = p->end;
    g.keeps = col == row->cells && begins_with(row, like);
    if (!g.keeps || col == 0)
        return g;
    memcpy(g.first, row->store, col);
    g.first += col;
    g.room -= col;
    g.len = col;
    return g;
}

bool
printed_has_room(const struct printing *g, const uint8_t *to, uint32_t columns)
{
    return (size_t)(to - g->first) + columns * COLUMN_BYTES <= g->room;
}

void
printed_end(struct printed *p, struct row *row, const struct printing *g,
            const uint8_t *end)
{
    if (!g->keeps)
        return;
    row->printed_at = g->at;
    row->printed_len = g->len + (uint32_t)(end - g->first);
    p->end = g->at + row->printed_len;
}
