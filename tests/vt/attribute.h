/* The attributes that a `cell` statement can name. */
#ifndef VT_ATTRIBUTE_H
#define VT_ATTRIBUTE_H

#include "scan.h"
#include <quietty/emulator.h>

struct attribute {
    uint32_t index;   /* of the name, in the table of attribute.c */
    bool off;         /* written with a `-`: must not hold */
    qtty_color color; /* of fg=, bg=, ul= */
    qtty_span uri;    /* of link= */
};

/** Read the attribute that begins with `word`, the last one scanned. Fails as a scan. */
bool attribute_read(struct scanner *s, qtty_span word, struct attribute *out);

/** QTTY_CAP_* that an engine needs to answer for it; 0: every engine does. */
uint32_t attribute_needs(const struct attribute *a);

/** Name without the value: `bold`, `link=`. Static. */
const char *attribute_name(const struct attribute *a);

/** Does the cell show it, or not show it, as the attribute asks? */
bool attribute_holds(const struct attribute *a, const qtty_cell *cell);

/** Take the attribute off the cell, for a look at what else there is. */
void attribute_clear(const struct attribute *a, qtty_cell *cell);

/** Append the attribute as scripts write it. */
void attribute_print(const struct attribute *a, qtty_buf *out);

/** Append every attribute of a cell, or `plain`. */
void attributes_print(const qtty_cell *cell, qtty_buf *out);

#endif
