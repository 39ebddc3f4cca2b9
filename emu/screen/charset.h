/* Which character sets are designated into G0..G3 and invoked into GL (ISO 2022). */
#ifndef QTTY_SCREEN_CHARSET_H
#define QTTY_SCREEN_CHARSET_H

#include <stdint.h>

struct charsets {
    uint8_t designated[4]; /* final byte: '0' DEC Special Graphics, 'B' US ASCII */
    uint8_t gl, gr;        /* 0..3: which of them is invoked */
};

#define CHARSETS_INITIAL ((struct charsets){ { 'B', 'B', 'B', 'B' }, 0, 2 })

#endif
