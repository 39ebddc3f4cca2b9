/* A sorted array: it is searched for each line read, and added to when rows come back. */
#include "lines/known.h"

#include "base/alloc.h"
#include <quietty/emulator.h>
#include <string.h>

enum {
    CAPACITY_AT_FIRST = 32,
    KNOWN_MAX = 2 * QTTY_ROWS_MAX, /* of those that are over, the oldest are forgotten */
};

digest
digest_of(qtty_span text)
{
    uint64_t hash = text.len + 1;
    for (size_t i = 0; i < text.len; i += sizeof(uint64_t)) {
        const size_t rest = text.len - i;
        uint64_t word = 0;
        memcpy(&word, text.data + i, rest < sizeof(word) ? rest : sizeof(word));
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash != 0 ? hash : 1;
}

void
known_init(struct known_set *k, const qtty_allocator *allocator)
{
    *k = (struct known_set){ .allocator = allocator };
}

void
known_finish(struct known_set *k)
{
    mem_free(k->allocator, k->lines);
    known_init(k, k->allocator);
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

struct known *
known_add(struct known_set *k, uint64_t id)
{
    struct known *line = known_find(k, id);
    if (line != NULL)
        return line;
    if (k->count == KNOWN_MAX)
        memmove(k->lines, k->lines + 1, --k->count * sizeof(*line));
    if (k->count == k->capacity && !grow(k))
        return NULL;

    const size_t at = lower_bound(k, id);
    line = k->lines + at;
    memmove(line + 1, line, (k->count - at) * sizeof(*line));
    k->count++;
    *line = (struct known){ .id = id };
    return line;
}
