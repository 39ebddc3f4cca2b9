/* What the bench feeds: streams of the shapes that terminals see, and hostile ones. Made
 * here, from a fixed seed, so that every run and every machine has the same bytes. */
#ifndef QTTY_BENCH_CORPORA_H
#define QTTY_BENCH_CORPORA_H

#include <quietty/buf.h>
#include <stdbool.h>

struct writer {
    qtty_buf *out;
    uint64_t random; /* state of the generator */
    uint64_t records;
    qtty_status status; /* of the first append that failed */
};

struct corpus {
    const char *name;
    const char *what;
    void (*record)(struct writer *w); /* appends one, of whole sequences */
    bool repeats; /* past 4 MiB: comes again, which is quicker to make */
};

extern const struct corpus corpora[];
extern const size_t corpus_count;

/** Small inputs with a large effect where a bound is missing. */
extern const struct corpus hostile[];
extern const size_t hostile_count;

/**
 * Append records until there are at least `bytes`.
 *
 * @return QTTY_E_NOMEM, QTTY_E_LIMIT from `out`.
 */
qtty_status corpus_make(const struct corpus *c, size_t bytes, qtty_buf *out);

/** NULL: none has the name. */
const struct corpus *corpus_named(const char *name);

#endif
