/* What was measured, told: tables, JSON, a picture. */
#ifndef QTTY_READY_REPORT_H
#define QTTY_READY_REPORT_H

#include "gallery.h"
#include "tally.h"
#include <stdio.h>

enum { CONFIGURATIONS = 4, STARTS_MAX = 200 };

struct configuration {
    const char *name;
    bool as_root;
    unsigned hogs;
};

extern const struct configuration configurations[CONFIGURATIONS];

/** From the spawn to the first prompt, ms. */
struct starts {
    size_t count;
    double session_ms[STARTS_MAX]; /* until the session is live */
    double alone_ms[STARTS_MAX];   /* until the shell's own first prompt has come */
};

struct report {
    struct tally *tallies[CONFIGURATIONS]; /* as many as the gallery has programs */
    struct starts starts;
};

/** All configurations of one kind, or all programs of one, added up: scratch memory that
 * is good until the next call. */
const struct tally *report_program(const struct report *r, size_t program, bool idle,
                                   bool hogs);
const struct tally *report_configuration(const struct report *r, size_t configuration);

/** Was a proven verdict early that no limit is known for, a program not seen, or a text
 * lost? */
bool report_is_bad(const struct report *r);

void report_print(struct report *r);

/** @return 0; -1: see errno. */
int report_write_json(struct report *r, const char *path);

/** Draw the times from the last output to the verdict. @return 0; -1: see errno. */
int plot_write(const struct report *r, const char *path);

#endif
