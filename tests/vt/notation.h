/* Bytes as scripts write them. */
#ifndef VT_NOTATION_H
#define VT_NOTATION_H

#include <quietty/buf.h>

/** Append a string in double quotes that a script would read back as these bytes. */
void print_quoted(qtty_span bytes, qtty_buf *out);

#endif
