/* What the bench measures: the product's layers, and peers to hold them against. */
#ifndef QTTY_BENCH_SUBJECT_H
#define QTTY_BENCH_SUBJECT_H

#include <quietty/base.h>
#include <stdbool.h>

enum subject_kind {
    SUBJECT_LIMIT, /* what the machine can do with bytes at all */
    SUBJECT_LIGHT, /* no screen behind it */
    SUBJECT_HEAVY, /* executes what it reads: gets less of an input */
};

struct subject {
    const char *name;
    enum subject_kind kind;
    size_t memory_max; /* bytes held, whatever comes in; 0: it takes no allocator */
    /** @return NULL: not to be had here. */
    void *(*open)(const qtty_allocator *allocator);
    void (*feed)(void *self, qtty_span chunk);
    void (*end)(void *self);
    void (*close)(void *self);
    void (*resize)(void *self, uint32_t rows, uint32_t cols); /* NULL: no screen */
};

extern const struct subject subjects[];
extern const size_t subject_count;

/** NULL: none has the name. */
const struct subject *subject_named(const char *name);

#endif
