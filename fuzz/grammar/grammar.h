/* Streams as programs send them to a terminal: text of many kinds, controls, sequences
 * with parameters that make sense and some that make none, strings, modes in nested use,
 * and what full-screen programs, progress bars and shells do. For fuzzing, for property
 * tests, for benchmarks.
 *
 * The same seed, profile and version of the library give the same bytes on every
 * platform. The sequences and modes are those of the emulator's own tables
 * (exec/sequences.def, screen/modes.def), so a version that knows more of them sends
 * other streams. */
#ifndef QTTY_GRAMMAR_GRAMMAR_H
#define QTTY_GRAMMAR_GRAMMAR_H

#include "grammar/dice.h"
#include <quietty/buf.h>

struct grammar_profile;

/** A generator. No memory of its own; may be copied. */
struct grammar {
    struct dice dice;
    const struct grammar_profile *profile;
    uint32_t rows, cols; /* of the screen that numbers are made for; may be changed */
    qtty_buf *out;       /* of the piece in the making */
    qtty_status status;
    uint32_t depth; /* of what is nested in it */
};

/**
 * Names of the profiles, in this order: ascii (words and lines), sgr (text in styles),
 * redraw (full-screen programs), unicode (text of all scripts), osc (strings), hostile
 * (ill-formed, cut off, over every limit), grammar (all of it). NULL past the last.
 */
const char *grammar_profile_name(size_t index);

/**
 * Start a stream for a screen of 24 rows and 80 columns.
 *
 * @return false: no such profile.
 */
bool grammar_init(struct grammar *g, uint64_t seed, const char *profile);

/**
 * Append the next piece of the stream: a run of text, a sequence, or a small scene.
 *
 * @param room  Bytes that it may have. Where pieces do not fit, others are tried.
 * @return QTTY_E_LIMIT: none of them fits, the stream is over; QTTY_E_NOMEM. `out` is as
 *         before then.
 */
qtty_status grammar_next(struct grammar *g, size_t room, qtty_buf *out);

/**
 * Append a stream of at most `bytes` bytes. It ends where a piece ends.
 *
 * @return QTTY_E_NOMEM; QTTY_E_LIMIT from `out`.
 */
qtty_status grammar_stream(struct grammar *g, size_t bytes, qtty_buf *out);

/**
 * Change a stream in place: drop, repeat, swap and splice its sequences and runs of text,
 * change parameters, or put in a piece of the profile `grammar`. What was well-formed
 * stays so most of the time. A custom mutator of libFuzzer.
 *
 * @param size,max  Bytes of the stream, and bytes that there is room for.
 * @return Its size now, 1..max; 0 where `max` is.
 */
size_t grammar_mutate(uint8_t *data, size_t size, size_t max, uint64_t seed);

#endif
