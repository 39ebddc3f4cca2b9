/* A sorted array: it is searched for each line read, and added to when rows come back. */
#include "lines/known.h"

#include "base/alloc.h"
#include <quietty/emulator.h>
#include <string.h>

enum {
    CAPACITY_AT_FIRST = 32,
    KNOWN_MAX = 2 * QTTY_ROWS_MAX, /* of those that are over, the oldest are forgotten */
};

/* --- Texts -------------------------------------------------------------------------- */

/* Mostly the text at the mark is the one that was seen: it is there once. */
struct known_text {
    uint32_t holders;
    size_t len;
    uint8_t bytes[];
};

bool
known_is(const struct known_text *known, qtty_span text)
{
    return known != NULL && known->len == text.len
           && (text.len == 0 || memcmp(known->bytes, text.data, text.len) == 0);
}

static struct known_text *
make(struct known_set *k, qtty_span text)
{
    struct known_text *t = NULL;
    if (text.len < SIZE_MAX - sizeof(*t))
        t = mem_resize(k->allocator, NULL, 1, sizeof(*t) + text.len);
    if (t == NULL)
        return NULL;
    *t = (struct known_text){ .len = text.len };
    if (text.len > 0)
        memcpy(t->bytes, text.data, text.len);
    k->bytes += text.len;
    return t;
}

static void
release(struct known_set *k, struct known_text **slot)
{
    struct known_text *t = *slot;
    *slot = NULL;
    if (t == NULL || --t->holders > 0)
        return;
    k->bytes -= t->len;
    mem_free(k->allocator, t);
}

static void
hold(struct known_set *k, struct known_text **slot, struct known_text *t)
{
    if (t != NULL)
        t->holders++;
    release(k, slot);
    *slot = t;
}

/* --- The set ------------------------------------------------------------------------ */

void
known_init(struct known_set *k, const qtty_allocator *allocator, uint64_t bytes_max)
{
    *k = (struct known_set){ .allocator = allocator, .bytes_max = bytes_max };
}

void
known_finish(struct known_set *k)
{
    for (size_t i = 0; i < k->count; i++) {
        release(k, &k->lines[i].at_mark);
        release(k, &k->lines[i].seen);
    }
    mem_free(k->allocator, k->lines);
    known_init(k, k->allocator, k->bytes_max);
}

/* Index of the first line whose id is not below this one. */
static size_t
lower_bound(const struct known_set *k, uint64_t id)
{
    size_t low = 0, high = k->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (k->lines[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct known *
known_find(const struct known_set *k, uint64_t id)
{
    const size_t at = lower_bound(k, id);
    return at < k->count && k->lines[at].id == id ? &k->lines[at] : NULL;
}

static bool
grow(struct known_set *k)
{
    const size_t capacity = k->capacity == 0 ? CAPACITY_AT_FIRST : k->capacity * 2;
    struct known *lines = mem_resize(k->allocator, k->lines, capacity, sizeof(*lines));
    if (lines == NULL)
        return false;
    k->lines = lines;
    k->capacity = capacity;
    return true;
}

static void
forget(struct known_set *k, size_t index)
{
    struct known *line = &k->lines[index];
    release(k, &line->at_mark);
    release(k, &line->seen);
    memmove(line, line + 1, (--k->count - index) * sizeof(*line));
}

static struct known *
find_or_add(struct known_set *k, uint64_t id)
{
    struct known *line = known_find(k, id);
    if (line != NULL)
        return line;
    if (k->count == KNOWN_MAX)
        forget(k, 0);
    if (k->count == k->capacity && !grow(k))
        return NULL;

    const size_t at = lower_bound(k, id);
    line = k->lines + at;
    memmove(line + 1, line, (k->count - at) * sizeof(*line));
    k->count++;
    *line = (struct known){ .id = id };
    return line;
}

static struct known_text *
known_or_made(struct known_set *k, const struct known *line, qtty_span text)
{
    if (known_is(line->at_mark, text))
        return line->at_mark;
    if (known_is(line->seen, text))
        return line->seen;
    return make(k, text);
}

qtty_status
known_learn(struct known_set *k, uint64_t id, unsigned which, qtty_span text)
{
    struct known *line = find_or_add(k, id);
    if (line == NULL)
        return QTTY_E_NOMEM;
    struct known_text *t = known_or_made(k, line, text);
    if ((which & KNOWN_AT_MARK) != 0)
        hold(k, &line->at_mark, t);
    if ((which & KNOWN_SEEN) != 0)
        hold(k, &line->seen, t);
    while (k->bytes > k->bytes_max && k->count > 1)
        forget(k, k->lines[0].id == id ? 1 : 0);
    return t != NULL ? QTTY_OK : QTTY_E_NOMEM;
}

void
known_unsee(struct known_set *k)
{
    for (size_t i = 0; i < k->count; i++) {
        release(k, &k->lines[i].seen);
        k->lines[i].given = false;
    }
}
