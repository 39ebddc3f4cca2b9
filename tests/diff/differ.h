/* Runs of two subjects over one stream, action by action. What differs on purpose
 * (differences.def) is left out where it would show. */
#ifndef QTTY_DIFF_DIFFER_H
#define QTTY_DIFF_DIFFER_H

#include "diff/subject.h"

/** A part of a stream: one action, or one scalar of its text. */
struct unit {
    const uint8_t *data;
    uint32_t len;
    bool fed; /* in the latest run: it was not left out */
};

enum { UNITS_MAX = 4096 };

struct contest {
    const struct subject *subject;
    uint32_t rows, cols;
    struct unit *units;
    uint32_t count;
    char where[128]; /* they differ there; "" */
    struct picture ours, theirs;
};

/** Take a stream apart. @return units, at most UNITS_MAX. */
uint32_t units_of(qtty_span stream, struct unit *units);

/** Feed both with all units but what an intended difference leaves out. @return same. */
bool run_once(struct contest *r);

/** The fewest units that still differ, in `units` and `count`; and their run. */
void run_shrink(struct contest *r);

/** As a .vt case that asserts what native does, with what the other one shows. */
void run_print(const struct contest *r);

/** Each row of differences.def whose sample no longer differs is told. @return none. */
bool differences_hold(void);

/** Print them. */
void differences_list(void);

#endif
