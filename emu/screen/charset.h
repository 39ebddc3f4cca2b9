/* Character sets: which are designated into G0..G3 and invoked into GL and GR (ISO 2022),
 * and what their codes stand for. */
#ifndef QTTY_SCREEN_CHARSET_H
#define QTTY_SCREEN_CHARSET_H

#include <stdbool.h>
#include <stdint.h>

enum charset_id {
#define CHARSET(name, id, size, inter, final, national, first, scalars, title)           \
    CHARSET_##name = (id),
#include "screen/charsets.def"
#undef CHARSET
};

struct charset {
    uint8_t id;                  /* enum charset_id */
    uint8_t size;                /* 94 or 96 */
    uint8_t intermediate, final; /* of its designation; 0: none */
    uint8_t first; /* code of scalars[0]; 0: they are for the national codes */
    bool national; /* applies in DECNRCM alone */
    const uint16_t *scalars;
    uint8_t count;
};

struct charsets {
    uint8_t designated[4]; /* enum charset_id */
    uint8_t gl, gr;        /* 0..3: which of them is invoked */
};

/** ASCII everywhere; where bytes are characters, ISO Latin-1 in G2 and G3, so that the
 * right half of the code is that of ISO 8859-1. */
struct charsets charsets_initial(bool eight_bit);

/** The set of an id. */
const struct charset *charset_at(uint8_t id);

/** The set with this designation; NULL: unknown. */
const struct charset *charset_find(uint8_t size, uint8_t intermediate, uint8_t final);

/** What a code, 0x20..0x7F, stands for in a set. 0x7F, of 94-sets: no graphic. */
uint32_t charset_scalar(const struct charset *set, uint8_t code);

/** A set that has this character beyond ASCII as a graphic, and its code there; NULL:
 * none has. */
const struct charset *charset_with(uint32_t scalar, uint8_t *code);

#endif
