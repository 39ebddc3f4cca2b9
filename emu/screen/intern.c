/* Interned values: an arena of bytes, entries by id, and a hash of ids over both. */
#include "screen/intern.h"

#include "base/alloc.h"
#include "base/limits.h"
#include <string.h>

#define NO_SLOT UINT32_MAX

enum {
    FIRST_ENTRIES = 16,
    PROBES_MAX = 128,   /* slots looked at for a value: what collides more is refused. Of
                         * values at random the longest run, half full, is about 60 */
    SWEEP_AFTER = 4096, /* refusals between sweeps that free little: spreads their cost */
};

void
intern_init(struct intern *t, const qtty_allocator *a)
{
    *t = (struct intern){ .allocator = a };
    qtty_buf_init(&t->bytes, a, INTERNED_BYTES_MAX);
}

void
intern_finish(struct intern *t)
{
    qtty_buf_finish(&t->bytes);
    mem_free(t->allocator, t->entries);
    mem_free(t->allocator, t->slots);
    intern_init(t, t->allocator);
}

static uint64_t
mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* A word at a time: most values are styles, of two words. */
uint32_t
intern_hash(qtty_span value)
{
    uint64_t hash = value.len, word = 0;
    for (; value.len >= sizeof word; value.len -= sizeof word) {
        memcpy(&word, value.data, sizeof word);
        hash = mixed(hash, word);
        value.data += sizeof word;
    }
    word = 0;
    memcpy(&word, value.data, value.len);
    return (uint32_t)mixed(hash, word);
}

qtty_span
intern_get(const struct intern *t, uint32_t id)
{
    if (id == 0 || id > t->count)
        return (qtty_span){ NULL, 0 };
    const struct interned *entry = &t->entries[id - 1];
    return (qtty_span){ t->bytes.data + entry->offset, entry->len };
}

/* In line, for values of a word or two. */
static bool
same_bytes(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint64_t x, y;
    for (; len >= sizeof x; len -= sizeof x, a += sizeof x, b += sizeof x) {
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        if (x != y)
            return false;
    }
    return len == 0 || memcmp(a, b, len) == 0;
}

static bool
holds(const struct intern *t, uint32_t id, qtty_span value, uint32_t hash)
{
    const struct interned *entry = &t->entries[id - 1];
    return entry->hash == hash && entry->len == value.len
           && same_bytes(t->bytes.data + entry->offset, value.data, value.len);
}

/* The slot of a value, or the empty one where it belongs; NO_SLOT: too many collide. Who
 * knows the hash can make values collide: so the search has an end. */
static uint32_t
find_slot(const struct intern *t, qtty_span value, uint32_t hash)
{
    uint32_t mask = t->slots_capacity - 1;
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        uint32_t slot = (hash + i) & mask;
        if (t->slots[slot] == 0 || holds(t, t->slots[slot], value, hash))
            return slot;
    }
    return NO_SLOT;
}

/* A value that finds no slot is not found any more, but its id keeps it. */
static void
fill_slots(struct intern *t)
{
    memset(t->slots, 0, t->slots_capacity * sizeof *t->slots);
    for (uint32_t id = 1; id <= t->count; id++) {
        if (t->entries[id - 1].len == 0)
            continue;
        uint32_t slot = find_slot(t, intern_get(t, id), t->entries[id - 1].hash);
        if (slot != NO_SLOT)
            t->slots[slot] = (uint16_t)id;
    }
}

/* Room for one more entry, with the slots at most half full. */
static bool
grow(struct intern *t)
{
    if (t->count < t->entries_capacity)
        return true;

    uint32_t capacity =
        t->entries_capacity == 0 ? FIRST_ENTRIES : 2 * t->entries_capacity;
    struct interned *entries =
        mem_resize(t->allocator, t->entries, capacity, sizeof *entries);
    if (entries == NULL)
        return false;
    t->entries = entries;
    uint16_t *slots = mem_resize(t->allocator, t->slots, 2 * capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    t->slots = slots;
    t->slots_capacity = 2 * capacity;
    t->entries_capacity = capacity;
    fill_slots(t);
    return true;
}

/* The lowest free id, or the next new one; 0: there is none. */
static uint32_t
take_id(struct intern *t)
{
    if (t->free != 0) {
        while (t->entries[t->hint].len != 0)
            t->hint++;
        t->free--;
        return ++t->hint;
    }
    if (t->count == INTERNED_MAX)
        return 0;
    if (!grow(t)) {
        t->starved = true;
        return 0;
    }
    return ++t->count;
}

static void
give_id_back(struct intern *t, uint32_t id)
{
    t->entries[id - 1] = (struct interned){ .len = 0 };
    t->free++;
    t->hint = id - 1 < t->hint ? id - 1 : t->hint;
}

static uint16_t
refuse(struct intern *t)
{
    t->refused++;
    return 0;
}

/* Give a new value an id and its slot, which the id's table may have moved. */
static uint16_t
add_new(struct intern *t, qtty_span value, uint32_t hash)
{
    uint32_t offset = (uint32_t)t->bytes.len;
    qtty_status st = qtty_buf_append(&t->bytes, value.data, value.len);
    t->starved |= st == QTTY_E_NOMEM;
    uint32_t id = st == QTTY_OK ? take_id(t) : 0;
    uint32_t slot = id == 0 ? NO_SLOT : find_slot(t, value, hash);
    if (slot == NO_SLOT) {
        t->bytes.len = offset;
        if (id != 0)
            give_id_back(t, id);
        return refuse(t);
    }
    t->entries[id - 1] =
        (struct interned){ .offset = offset, .len = (uint32_t)value.len, .hash = hash };
    t->slots[slot] = (uint16_t)id;
    return (uint16_t)id;
}

uint16_t
intern_add(struct intern *t, qtty_span value)
{
    uint32_t hash = intern_hash(value);
    uint32_t slot = t->slots == NULL ? NO_SLOT : find_slot(t, value, hash);
    if (slot != NO_SLOT && t->slots[slot] != 0)
        return t->slots[slot];
    return add_new(t, value, hash);
}

bool
intern_wants_sweep(struct intern *t)
{
    return t->refused % SWEEP_AFTER == 1;
}

void
intern_mark(struct intern *t, uint32_t id)
{
    if (id != 0 && id <= t->count)
        t->entries[id - 1].marked = true;
}

/* Values are moved down in the order of their offsets, which ids need not have: so
 * they are gathered into a new arena, and without memory for one nothing is swept. */
void
intern_sweep(struct intern *t)
{
    qtty_buf kept;
    qtty_buf_init(&kept, t->allocator, INTERNED_BYTES_MAX);
    bool moved = qtty_buf_reserve(&kept, t->bytes.len) == QTTY_OK;
    uint32_t free_before = t->free;
    for (uint32_t id = 1; id <= t->count; id++) {
        struct interned *entry = &t->entries[id - 1];
        if (moved && !entry->marked && entry->len != 0) {
            entry->len = 0;
            t->free++;
        }
        if (moved && entry->len != 0) {
            uint32_t offset = (uint32_t)kept.len;
            qtty_buf_append(&kept, t->bytes.data + entry->offset, entry->len);
            entry->offset = offset;
        }
        entry->marked = false;
    }
    if (!moved)
        return;
    qtty_buf_finish(&t->bytes);
    t->bytes = kept;
    t->hint = 0;
    if (t->free - free_before > t->count / 8)
        t->refused = 0;
    if (t->slots != NULL)
        fill_slots(t);
}
