/* A table of distinct values under small ids: equal bytes have equal ids. Ids run from
 * 1 to INTERNED_MAX; 0 is "no value". What no cell names any more is swept when a
 * table is full. */
#ifndef QTTY_SCREEN_INTERN_H
#define QTTY_SCREEN_INTERN_H

#include <quietty/base.h>
#include <stdbool.h>

/* A line of the scrollback in a style a word costs as much for its styles as for its
 * text: so two words, and no more of the hash than finds a slot and tells most values
 * apart. */
struct interned {
    uint32_t offset : 22; /* of its bytes */
    uint32_t marked : 1;
    uint32_t key; /* how many these are, 0: a free id; and their hash, see intern.c */
};

struct intern {
    const qtty_allocator *allocator;
    uint8_t *bytes; /* all values, one after another */
    uint32_t bytes_used, bytes_capacity;
    struct interned *entries; /* by id - 1 */
    uint32_t count;           /* ids given so far, free ones among them */
    uint32_t free;            /* free ids up to count */
    uint32_t hint;            /* no id below it is free */
    uint32_t entries_capacity;
    uint16_t *slots;         /* open addressing; an id or 0 */
    uint32_t slots_capacity; /* a power of two */
    uint32_t refused;        /* values refused since the last sweep */
    bool starved;            /* one was refused for lack of memory; the owner clears it */
};

void intern_init(struct intern *t, const qtty_allocator *a);
void intern_finish(struct intern *t);

/**
 * Id of a value, which is not empty.
 *
 * @return 0: the value is longer than INTERNED_VALUE_BYTES_MAX, the table is full, or
 *         there is no memory.
 */
uint16_t intern_add(struct intern *t, qtty_span value);

/** The hash by which values are found, of 20 bits: this processor's, never to be kept. */
uint32_t intern_hash(qtty_span value);

/** The value of an id; empty for 0. Borrowed until the next add or sweep. */
qtty_span intern_get(const struct intern *t, uint32_t id);

/** Is it time to mark and sweep? True when a value was refused, but not again before many
 * more were: a table full of values in use is not swept for each new one. */
bool intern_wants_sweep(struct intern *t);

/** Keep an id through the next sweep; 0 is fine. */
void intern_mark(struct intern *t, uint32_t id);

/** Free every id that was not marked. Ids in use keep their values. */
void intern_sweep(struct intern *t);

#endif
