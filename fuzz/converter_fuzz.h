/* The calls that the converter harness judges: those of engine/charset/converter.h. */
#ifndef QTTY_FUZZ_CONVERTER_FUZZ_H
#define QTTY_FUZZ_CONVERTER_FUZZ_H

#include "charset/converter.h"

struct converter_subject {
    qtty_status (*decode)(struct converter *c, qtty_span *bytes,
                          struct converter_text *text);
    qtty_status (*end)(struct converter *c, struct converter_text *text);
    qtty_status (*encode)(struct converter *c, qtty_span text, qtty_buf *bytes);
};

/** The product; wrong subjects are built on it. */
extern const struct converter_subject product_converter;

#endif
