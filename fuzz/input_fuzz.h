/* The calls that the input harness judges: quietty/input.h. */
#ifndef QTTY_FUZZ_INPUT_FUZZ_H
#define QTTY_FUZZ_INPUT_FUZZ_H

#include <quietty/input.h>

struct input_subject {
    qtty_status (*key)(const qtty_emulator *e, const qtty_key *key, qtty_buf *out);
    qtty_status (*mouse)(qtty_emulator *e, const qtty_mouse *mouse, qtty_buf *out);
    qtty_status (*paste)(const qtty_emulator *e, qtty_span text, qtty_buf *out);
};

#endif
