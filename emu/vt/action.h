/* What a parser may say: one action, read from the front of a span. The spans in it are
 * borrowed from the input or from the parser, until the parser is called again. */
#ifndef QTTY_VT_ACTION_H
#define QTTY_VT_ACTION_H

#include "base/limits.h"
#include <quietty/base.h>
#include <stdbool.h>

enum action_kind {
    ACTION_PRINT,   /* text: well-formed UTF-8 without controls, at least one scalar */
    ACTION_CONTROL, /* final: C0, or C1 (0x80..0x9F) where the stream is not UTF-8 */
    ACTION_ESC,     /* intermediates, final */
    ACTION_CSI,     /* marker, params, intermediates, final */
    ACTION_VT52,    /* ESC in VT52 mode: final; of Y, row and column from 1 in params */
    ACTION_DCS,     /* the same, and the payload in text */
    ACTION_OSC,     /* payload in text */
    ACTION_APC,
    ACTION_PM,
    ACTION_SOS,
    ACTION_INERT, /* text: a scalar U+0080..9F in UTF-8 (no control, no graphic); DEL */
    ACTION_KINDS,
};

enum {
    ACTION_REPLACED = 1u << 0,  /* PRINT: U+FFFD for an ill-formed subpart; see raw */
    ACTION_CANCELLED = 1u << 1, /* cut off by CAN, SUB, ESC, C1, the end: ignore it */
    ACTION_MALFORMED = 1u << 2, /* of no sequence's form (CSI_IGNORE): ignore it */
    ACTION_BELL = 1u << 3,      /* string ended by BEL, else by ST */
    /* Over a ceiling of limits.h; what is beyond it was dropped. */
    ACTION_OVER_PARAMS = 1u << 4,
    ACTION_OVER_VALUE = 1u << 5, /* a parameter saturated at PARAM_MAX */
    ACTION_OVER_INTERMEDIATES = 1u << 6,
    ACTION_OVER_STRING = 1u << 7,
    ACTION_ASCII = 1u << 8, /* PRINT: this piece of a run is 20..7E alone */
};

/** Numeric parameters. A missing one has value 0 and its bit in `missing`. */
struct params {
    uint16_t value[PARAMS_MAX];
    uint32_t missing; /* bit i: no digit was there */
    uint32_t sub;     /* bit i: joined to value i-1 by ':' */
    uint32_t count;
};

/* Small, since one is made for each piece of text. What is read first is as wide as it is
 * written: a load of several fields at once would wait for their stores. */
struct action {
    uint32_t kind;                            /* enum action_kind */
    uint32_t flags;                           /* ACTION_* */
    uint8_t marker;                           /* 0x3C..0x3F, or 0 */
    uint8_t intermediates[INTERMEDIATES_MAX]; /* 0x20..0x2F, or 0 from the front */
    uint8_t final;
    uint8_t raw[4];              /* REPLACED: the ill-formed bytes, `length` of them */
    const struct params *params; /* CSI, DCS, VT52; never NULL there */
    qtty_span text;
    uint64_t offset; /* of the first byte, from the start of the stream */
    uint64_t length; /* bytes up to and with the last one */
};

#endif
