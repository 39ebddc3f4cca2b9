/* Interned values: an arena of bytes, entries by id, and a hash of ids over both. */
#include "screen/intern.h"

#include "base/alloc.h"
#include "base/limits.h"
#include <string.h>

#define NO_SLOT UINT32_MAX

/* A key: the hash above the length, so that one comparison tells most values apart. */
enum {
    LENGTH_BITS = 12,
    LENGTH_MASK = (1 << LENGTH_BITS) - 1,
    HASH_BITS = 32 - LENGTH_BITS,
    OFFSET_MASK = INTERNED_BYTES_MAX - 1,
};

enum {
    FIRST_ENTRIES = 16,
    FIRST_BYTES = 64,
    DOUBLED_UP_TO = 4096, /* larger arrays grow by a quarter: what stands empty counts */
    PROBES_MAX = 128,   /* slots looked at for a value: what collides more is refused. Of
                         * values at random the longest run, half full, is about 60 */
    SWEEP_AFTER = 4096, /* refusals between sweeps that free little: spreads their cost */
};

_Static_assert(sizeof(struct interned) == 8, "an entry is two words");
_Static_assert(INTERNED_BYTES_MAX == 1 << 22, "an entry's offset");
_Static_assert(INTERNED_VALUE_BYTES_MAX < 1 << LENGTH_BITS, "an entry's length");
_Static_assert(4 * (INTERNED_MAX + 1) <= 1 << HASH_BITS, "a hash finds any slot");

void
intern_init(struct intern *t, const qtty_allocator *a)
{
    *t = (struct intern){ .allocator = a };
}

void
intern_finish(struct intern *t)
{
    mem_free(t->allocator, t->bytes);
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

/* One to seven bytes as a word, without a loop or a call. */
static uint64_t
short_word(const uint8_t *at, size_t len)
{
    uint32_t first, last;
    if (len < sizeof first)
        return at[0] | (uint32_t)at[len / 2] << 8 | (uint32_t)at[len - 1] << 16;
    memcpy(&first, at, sizeof first);
    memcpy(&last, at + len - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

static uint32_t
length_of(uint32_t key)
{
    return key & LENGTH_MASK;
}

uint32_t
intern_hash(qtty_span value)
{
    uint64_t hash = value.len, word = 0;
    for (; value.len >= sizeof word; value.len -= sizeof word) {
        memcpy(&word, value.data, sizeof word);
        hash = mixed(hash, word);
        value.data += sizeof word;
    }
    word = value.len != 0 ? short_word(value.data, value.len) : 0;
    return (uint32_t)(mixed(hash, word) >> (64 - HASH_BITS));
}

qtty_span
intern_get(const struct intern *t, uint32_t id)
{
    if (id == 0 || id > t->count)
        return (qtty_span){ NULL, 0 };
    const struct interned *entry = &t->entries[id - 1];
    return (qtty_span){ t->bytes + entry->offset, length_of(entry->key) };
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
    return len == 0 || short_word(a, len) == short_word(b, len);
}

static bool
holds(const struct intern *t, uint32_t id, qtty_span value, uint32_t key)
{
    const struct interned *entry = &t->entries[id - 1];
    return entry->key == key
           && same_bytes(t->bytes + entry->offset, value.data, value.len);
}

/* The slot of a value, or the empty one where it belongs; NO_SLOT: too many collide. Who
 * knows the hash can make values collide: so the search has an end. */
static uint32_t
find_slot(const struct intern *t, qtty_span value, uint32_t key)
{
    uint32_t mask = t->slots_capacity - 1, first = key >> LENGTH_BITS;
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        uint32_t slot = (first + i) & mask;
        if (t->slots[slot] == 0 || holds(t, t->slots[slot], value, key))
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
        uint32_t key = t->entries[id - 1].key;
        uint32_t slot = key == 0 ? NO_SLOT : find_slot(t, intern_get(t, id), key);
        if (slot != NO_SLOT)
            t->slots[slot] = (uint16_t)id;
    }
}

static uint32_t
grown(uint32_t capacity, uint32_t first, uint32_t needed, uint32_t most)
{
    uint32_t grown = capacity == 0              ? first
                     : capacity < DOUBLED_UP_TO ? 2 * capacity
                                                : capacity + capacity / 4;
    grown = grown < needed ? needed : grown;
    return grown < most ? grown : most;
}

/* Room for one more entry. */
static bool
grow_entries(struct intern *t)
{
    if (t->count < t->entries_capacity)
        return true;
    uint32_t capacity =
        grown(t->entries_capacity, FIRST_ENTRIES, t->count + 1, INTERNED_MAX);
    struct interned *entries =
        mem_resize(t->allocator, t->entries, capacity, sizeof *entries);
    if (entries == NULL)
        return false;
    t->entries = entries;
    t->entries_capacity = capacity;
    return true;
}

/* A power of two of slots, with one entry more at most half full. */
static bool
grow_slots(struct intern *t)
{
    if (2 * (t->count + 1) <= t->slots_capacity)
        return true;
    uint32_t capacity =
        t->slots_capacity == 0 ? 2 * FIRST_ENTRIES : 2 * t->slots_capacity;
    uint16_t *slots = mem_resize(t->allocator, t->slots, capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    t->slots = slots;
    t->slots_capacity = capacity;
    fill_slots(t);
    return true;
}

/* @return false: no memory, or no room below the ceiling. */
static bool
append_bytes(struct intern *t, qtty_span value)
{
    uint32_t used = t->bytes_used + (uint32_t)value.len;
    if (used > INTERNED_BYTES_MAX)
        return false;
    if (used > t->bytes_capacity) {
        uint32_t capacity =
            grown(t->bytes_capacity, FIRST_BYTES, used, INTERNED_BYTES_MAX);
        uint8_t *bytes = mem_resize(t->allocator, t->bytes, capacity, 1);
        t->starved |= bytes == NULL;
        if (bytes == NULL)
            return false;
        t->bytes = bytes;
        t->bytes_capacity = capacity;
    }
    memcpy(t->bytes + t->bytes_used, value.data, value.len);
    t->bytes_used = used;
    return true;
}

/* The lowest free id, or the next new one; 0: there is none. */
static uint32_t
take_id(struct intern *t)
{
    if (t->free != 0) {
        while (t->entries[t->hint].key != 0)
            t->hint++;
        t->free--;
        return ++t->hint;
    }
    if (t->count == INTERNED_MAX)
        return 0;
    if (!grow_entries(t) || !grow_slots(t)) {
        t->starved = true;
        return 0;
    }
    return ++t->count;
}

static void
give_id_back(struct intern *t, uint32_t id)
{
    t->entries[id - 1] = (struct interned){ .key = 0 };
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
add_new(struct intern *t, qtty_span value, uint32_t key)
{
    uint32_t offset = t->bytes_used;
    uint32_t id = append_bytes(t, value) ? take_id(t) : 0;
    uint32_t slot = id == 0 ? NO_SLOT : find_slot(t, value, key);
    if (slot == NO_SLOT) {
        t->bytes_used = offset;
        if (id != 0)
            give_id_back(t, id);
        return refuse(t);
    }
    t->entries[id - 1] = (struct interned){ .offset = offset & OFFSET_MASK, .key = key };
    t->slots[slot] = (uint16_t)id;
    return (uint16_t)id;
}

uint16_t
intern_add(struct intern *t, qtty_span value)
{
    if (value.len > INTERNED_VALUE_BYTES_MAX)
        return 0;
    uint32_t key = intern_hash(value) << LENGTH_BITS | (uint32_t)value.len;
    uint32_t slot = t->slots == NULL ? NO_SLOT : find_slot(t, value, key);
    if (slot != NO_SLOT && t->slots[slot] != 0)
        return t->slots[slot];
    return add_new(t, value, key);
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

/* In line, for values of a word or two; the last word may lie over the one before. */
static void
copy_value(uint8_t *to, const uint8_t *from, size_t len)
{
    enum { WORD = sizeof(uint64_t) };
    if (len < WORD) {
        memcpy(to, from, len);
        return;
    }
    for (size_t i = 0; i + WORD <= len; i += WORD)
        memcpy(to + i, from + i, WORD);
    memcpy(to + len - WORD, from + len - WORD, WORD);
}

/* Values are moved down in the order of their offsets, which ids need not have: so
 * they are gathered into a new arena, and without memory for one nothing is swept. */
void
intern_sweep(struct intern *t)
{
    uint32_t size = t->bytes_used == 0 ? 1 : t->bytes_used, used = 0;
    uint8_t *kept = mem_resize(t->allocator, NULL, size, 1);
    uint32_t free_before = t->free;
    for (uint32_t id = 1; id <= t->count; id++) {
        struct interned entry = t->entries[id - 1];
        uint32_t len = length_of(entry.key);
        if (kept != NULL && !entry.marked && len != 0) {
            entry.key = 0;
            t->free++;
        } else if (kept != NULL && len != 0) {
            copy_value(kept + used, t->bytes + entry.offset, len);
            entry.offset = used & OFFSET_MASK;
            used += len;
        }
        entry.marked = false;
        t->entries[id - 1] = entry;
    }
    if (kept == NULL)
        return;
    mem_free(t->allocator, t->bytes);
    t->bytes = kept;
    t->bytes_used = used;
    t->bytes_capacity = size;
    t->hint = 0;
    if (t->free - free_before > t->count / 8)
        t->refused = 0;
    if (t->slots != NULL)
        fill_slots(t);
}
