/* Words and numbers for the corpora. */
#ifndef QTTY_BENCH_WRITER_H
#define QTTY_BENCH_WRITER_H

#include "corpora.h"

/** Append bytes. */
void write_bytes(struct writer *w, const void *bytes, size_t len);

/** Append text as printf(3) does; at most 511 bytes. */
void write_text(struct writer *w, const char *format, ...);

/** Append a scalar value as UTF-8. */
void write_scalar(struct writer *w, uint32_t scalar);

/** Append `count` words with a space between them. */
void write_words(struct writer *w, uint32_t count);

/** A number from first to last. */
uint32_t pick(struct writer *w, uint32_t first, uint32_t last);

/** True `percent` times of a hundred. */
bool chance(struct writer *w, uint32_t percent);

/** A word; static. */
const char *pick_word(struct writer *w);

#endif
