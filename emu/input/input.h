/* The input encoders: what keys, mouse, pastes and focus become, by the state that output
 * made. They only read it, and only append to `out`, all or nothing. */
#ifndef QTTY_INPUT_INPUT_H
#define QTTY_INPUT_INPUT_H

#include "exec/terminal.h"
#include <quietty/input.h>

/** See qtty_emulator_key and its neighbours. */
qtty_status input_key(const struct terminal *t, const qtty_key *key, qtty_buf *out);
qtty_status input_mouse(struct terminal *t, const qtty_mouse *mouse, qtty_buf *out);
qtty_status input_paste(const struct terminal *t, qtty_span text, qtty_buf *out);
qtty_status input_focus(const struct terminal *t, bool focused, qtty_buf *out);

#endif
