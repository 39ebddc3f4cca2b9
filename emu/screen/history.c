/* The scrollback: a ring of packed rows that grows until it holds rows_max. */
#include "screen/history.h"

#include "base/alloc.h"

enum { FIRST_CAPACITY = 64 };

void
history_init(struct history *h, const qtty_allocator *a, uint32_t view_max)
{
    *h = (struct history){ .allocator = a, .view_max = view_max };
    history_fit(h, 0);
}

/* A ring that is larger already stays: rows_max is what it may grow to. */
void
history_fit(struct history *h, uint32_t screen_rows)
{
    h->rows_max = h->view_max + HISTORY_SPARE + screen_rows;
}

static struct row **
slot(const struct history *h, uint64_t place)
{
    return &h->ring[place % h->capacity];
}

void
history_finish(struct history *h)
{
    for (uint64_t place = h->first; place < h->end; place++)
        mem_free(h->allocator, *slot(h, place));
    mem_free(h->allocator, h->ring);
    history_init(h, h->allocator, h->view_max);
}

struct row *
history_at(const struct history *h, uint64_t place)
{
    return place >= h->first && place < h->end ? *slot(h, place) : NULL;
}

bool
history_in_view(const struct history *h, uint64_t place)
{
    const struct row *row = history_at(h, place);
    return row != NULL && place >= h->view && row->in_view;
}

static void
drop_first(struct history *h)
{
    h->in_view -= history_in_view(h, h->first);
    mem_free(h->allocator, *slot(h, h->first));
    h->first++;
}

/* A ring twice as large, or of rows_max: every row moves to its new slot. */
static bool
grow(struct history *h)
{
    uint32_t capacity = h->capacity == 0 ? FIRST_CAPACITY : 2 * h->capacity;
    if (capacity > h->rows_max)
        capacity = h->rows_max;
    struct row **ring = mem_zalloc(h->allocator, capacity, sizeof *ring);
    if (ring == NULL)
        return false;
    for (uint64_t place = h->first; place < h->end; place++)
        ring[place % capacity] = *slot(h, place);
    mem_free(h->allocator, h->ring);
    h->ring = ring;
    h->capacity = capacity;
    return true;
}

/* Room for one more row: drop the oldest where the ring can or may not grow. */
static bool
make_room(struct history *h)
{
    if (h->end - h->first < h->capacity)
        return true;
    if (h->capacity < h->rows_max && grow(h))
        return true;
    if (h->capacity == 0)
        return false;
    drop_first(h);
    return true;
}

/* The oldest row in view leaves it. */
static void
narrow_view(struct history *h)
{
    if (h->view < h->first)
        h->view = h->first;
    while (!history_in_view(h, h->view))
        h->view++;
    h->view++;
    h->in_view--;
}

bool
history_push(struct history *h, const struct row *row, bool in_view)
{
    if (!make_room(h)) {
        h->first = ++h->end;
        return false;
    }
    struct row *packed = row_pack(h->allocator, row);
    *slot(h, h->end++) = packed;
    if (packed == NULL)
        return false;
    packed->in_view = in_view;
    h->in_view += in_view;
    if (h->in_view > h->view_max)
        narrow_view(h);
    return true;
}

/* Without rows that a clear kept, the view is a range of places; else they are passed. */
struct row *
history_above(const struct history *h, uint32_t n)
{
    uint64_t from = h->first > h->view ? h->first : h->view;
    if (n >= h->in_view)
        return NULL;
    if (h->end - from == h->in_view)
        return history_at(h, h->end - 1 - n);
    for (uint64_t place = h->end; place > from; place--) {
        if (history_in_view(h, place - 1) && n-- == 0)
            return history_at(h, place - 1);
    }
    return NULL;
}

uint32_t
history_pullable(const struct history *h, uint32_t most)
{
    uint32_t n = 0;
    while (n < most && n < h->end - h->first && history_in_view(h, h->end - 1 - n))
        n++;
    return n;
}

void
history_pull(struct history *h, uint32_t count)
{
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        mem_free(h->allocator, *slot(h, --h->end));
    h->in_view -= count;

    h->low[h->pulls % HISTORY_PULLS] = h->end;
    h->pulls++;
    for (size_t i = 0; i < HISTORY_PULLS; i++)
        h->low[i] = h->low[i] < h->end ? h->low[i] : h->end;
}

uint64_t
history_low(const struct history *h, uint64_t pulls)
{
    if (pulls >= h->pulls)
        return h->end;
    return h->pulls - pulls > HISTORY_PULLS ? 0 : h->low[pulls % HISTORY_PULLS];
}

void
history_end_view(struct history *h)
{
    h->view = h->end;
    h->in_view = 0;
}
