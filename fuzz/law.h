/* Laws: what holds for every input, whatever it is. A harness is a list of laws over one
 * subject, the calls that are judged. The product's own calls are one subject; each wrong
 * subject of the *_seeded.c files has one bug, and shows that its law can fail. */
#ifndef QTTY_FUZZ_LAW_H
#define QTTY_FUZZ_LAW_H

#include <quietty/buf.h>
#include <stdbool.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

struct law {
    const char *name;
    const char *text; /* the law as a sentence */
    bool (*holds)(const void *subject, qtty_span input);
};

struct harness {
    const char *name;
    const void *subject; /* the product */
    const struct law *laws;
    size_t law_count;
};

struct seeded_bug {
    const char *law; /* the one that must catch it */
    const char *text;
    const void *subject;
};

/** What a program judges: <name>_fuzz.c defines the one, <name>_seeded.c the others. */
extern const struct harness harness;
extern const struct seeded_bug seeded_bugs[];
extern const size_t seeded_bug_count;

/** The first law of the harness that the product breaks; NULL: none. */
const struct law *broken_law(qtty_span input);

/* --- Pieces ----------------------------------------------------------------------------
 * A stream comes in pieces of any size. Each piece ends where its block ends, so that a
 * read past it is a finding, and is overwritten by the next, so that a pointer kept into
 * it is. */

enum { WHOLE = 0 }; /* as `largest`: one piece */

struct cutter {
    qtty_span rest;
    size_t largest;  /* bytes of a piece; with more than 1, some are smaller or empty */
    uint64_t random; /* from the input alone: the same input is cut the same way */
    uint8_t *block;
    size_t block_bytes;
};

void cutter_start(struct cutter *c, qtty_span input, size_t largest);

/** @return false: no more, and nothing is left to free. */
bool cutter_next(struct cutter *c, qtty_span *piece);

/** For a caller that stops before the last piece. */
void cutter_stop(struct cutter *c);

/**
 * Appends what a subject makes of an input in such pieces, for a comparison.
 *
 * @return false: a call failed that must not.
 */
typedef bool project_fn(const void *subject, qtty_span input, size_t largest,
                        qtty_buf *out);

/** Any split of a stream gives the same: in one piece, in small ones, byte by byte
 * if it is short. */
bool same_in_pieces(const void *subject, qtty_span input, project_fn *project);

/* --- Helpers of laws ---------------------------------------------------------------- */

/** As qtty_buf_append; the harness has no use for running out of memory. */
void put(qtty_buf *out, const void *bytes, size_t len);

bool same_bytes(qtty_span a, qtty_span b);

/** xorshift64: the next of a sequence that never is 0. */
uint64_t random_next(uint64_t *state);

/** FNV-1a, as a seed: never 0. */
uint64_t hash_bytes(qtty_span bytes);

/** True for one input in `n`, always the same ones: for what takes long. */
bool is_sampled(qtty_span input, uint64_t n);

/** The input on stderr: printable ASCII as it is, the rest as \xNN. */
void print_input(qtty_span input);

#endif
