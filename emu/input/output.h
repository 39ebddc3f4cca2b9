/* The bytes of one key or report, made here and appended as a whole. */
#ifndef QTTY_INPUT_OUTPUT_H
#define QTTY_INPUT_OUTPUT_H

#include "exec/terminal.h"

struct output {
    uint8_t bytes[KEY_BYTES_MAX];
    size_t len;
};

/** Append one byte. */
void output_byte(struct output *o, uint8_t byte);

/** Append a string. */
void output_text(struct output *o, const char *text);

/** Append a number in decimal. */
void output_number(struct output *o, uint32_t number);

/** Append a scalar in the encoding of the child's stream: UTF-8, or ISO 8859-1 with '?'
 * for what is not in it. */
void output_scalar(struct output *o, const struct terminal *t, uint32_t scalar);

#endif
