/* The calls that the parser harness judges. */
#ifndef QTTY_FUZZ_PARSER_FUZZ_H
#define QTTY_FUZZ_PARSER_FUZZ_H

#include "vt/parser.h"

struct parser_subject {
    void *(*open)(const struct parser_config *config);
    bool (*next)(void *self, qtty_span *input, struct action *out);
    bool (*end)(void *self, struct action *out);
    void (*close)(void *self);
};

/** The product's parser; wrong subjects are built on it. */
extern const struct parser_subject product_parser;

#endif
