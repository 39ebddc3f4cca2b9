/* Playing an input of the emulator harness, and all that can be seen of an emulator then,
 * as bytes to compare. */
#ifndef QTTY_FUZZ_EMULATOR_SEEN_H
#define QTTY_FUZZ_EMULATOR_SEEN_H

#include "emulator_fuzz.h"

/** As the subject's `open`; no memory ends the program. */
void *open_emulator(const struct emulator_subject *subject,
                    const qtty_emulator_config *config);

/** Feed in pieces of at most so many bytes. @return false: a call failed. */
bool feed_pieces(const struct emulator_subject *subject, void *self, qtty_span bytes,
                 size_t largest);

/** Feed what comes after the settings of an input, with its resizes.
 * @return false: a call failed, which nothing here may but for want of memory. */
bool play(const struct emulator_subject *subject, void *self, qtty_span script,
          size_t largest);

void put_number(qtty_buf *out, uint64_t number);
void put_cell(qtty_buf *out, const qtty_cell *cell);
void put_cursor(const qtty_emulator *e, qtty_buf *out);
void put_state(const qtty_emulator *e, qtty_buf *out);

/** Replies, rows, texts, state and events. The events are pulled. */
void put_all(const struct emulator_subject *subject, void *self, qtty_buf *out);

/** Do cells hold text that fits them, and does the screen hold the cursor? (Of
 * emulator_cells.c.) */
bool cells_are_sound(const struct emulator_subject *subject, void *self);

#endif
