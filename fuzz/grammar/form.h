/* The sequences that can be sent: the rows of exec/sequences.def, each with what its
 * parameters may be. */
#ifndef QTTY_GRAMMAR_FORM_H
#define QTTY_GRAMMAR_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum form_kind {
    FORM_CONTROL,
    FORM_ESC,
    FORM_CSI,
    FORM_DCS,
    FORM_OSC,
    FORM_APC,
    FORM_PM,
    FORM_SOS,
    FORM_VT52,
};

enum {
    FORM_ANY = 0xFFFF, /* as a selector: none; as a final: whichever */
};

struct form {
    enum form_kind kind;
    char marker, intermediate;
    uint16_t final;
    uint16_t selector;
    const char *sample; /* of a query; else NULL */
    const char *fields; /* of ranges.def; NULL: none there */
};

/** How many there are. */
uint32_t form_count(void);

struct form form_at(uint32_t index);

/** Rows of the table of modes, screen/modes.def. */
struct form_mode {
    bool dec;
    uint32_t number;
};

uint32_t form_mode_count(void);
struct form_mode form_mode_at(uint32_t index);

#endif
