/* The measurements. Each adds its results and prints its table. */
#ifndef QTTY_BENCH_MEASURE_H
#define QTTY_BENCH_MEASURE_H

#include "results.h"
#include "subject.h"

struct plan {
    unsigned rounds;      /* the median of as many */
    size_t light_bytes;   /* of an input, for a subject without a screen */
    size_t heavy_bytes;   /* for one with a screen */
    size_t hostile_bytes; /* for a subject without a screen; an eighth for one with */
    const char *corpus;   /* the only one to measure; NULL: all */
    unsigned sends;       /* of each kind to a session */
    unsigned peer_sends;  /* to the peer of the session, among them */
    unsigned starts;      /* of a session, and of its shell alone */
    unsigned calls;       /* of each kind to the bash tool */
    unsigned effect_part; /* the large effects are done as many times less often */
};

/** MB/s (10^6 bytes, CPU time) of every subject on every corpus, in alternation. */
void measure_speed(const struct plan *plan, struct results *r);

/**
 * Time of twice the input by time of the input, at several sizes of a chunk: about 2.
 *
 * @return false: more than 3 somewhere, again and again.
 */
bool measure_linearity(const struct plan *plan, struct results *r);

/**
 * The most bytes that the product holds of hostile inputs.
 *
 * @return false: more than the subject's ceiling.
 */
bool measure_memory(const struct plan *plan, struct results *r);

/**
 * Time and memory of small inputs with large effects.
 *
 * @return false: more than may be; of time in builds without checks alone.
 */
bool measure_effects(const struct plan *plan, struct results *r);

/** Memory of a line kept and of an idle terminal; time to make one, to resize one. */
void measure_footprint(struct results *r);

/** MB/s of each path's kernels, and of the emulator on each. */
void measure_paths(const struct plan *plan, struct results *r);

/** Time of a look at the foreground. */
void measure_looks(const struct plan *plan, struct results *r);

/**
 * Time of a send to a session, up to the verdict, by the clock on the wall; of the
 * session's start; and of a peer that polls at fixed times.
 *
 * @return false: a verdict came without the output.
 */
bool measure_session(const struct plan *plan, struct results *r);

/**
 * Time of a call to the bash tool, the first one with its shell's start, in a shell that
 * is confined too; and of a peer that polls every 50 ms.
 *
 * @return false: an answer was wrong.
 */
bool measure_tool(const struct plan *plan, struct results *r);

#endif
