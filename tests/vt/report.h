/* What the runner prints: a line for each case, what failed below it, and totals. */
#ifndef VT_REPORT_H
#define VT_REPORT_H

#include "run.h"

/** A case that is known to fail: a line of the list. */
struct known {
    qtty_span kind;  /* of failure: one word */
    qtty_span label; /* file: name */
    uint32_t line;
    bool met;
};

struct report {
    uint32_t passed, failed, skipped, known_failures;
    const char *list_path; /* NULL: no list */
    uint8_t *list;         /* its text */
    struct known *known;
    size_t known_count, known_capacity;
};

void report_init(struct report *r);
void report_finish(struct report *r);

/**
 * Read the list of cases that are known to fail: a kind, then `file: name`, a line each.
 *
 * @param path  Borrowed.
 * @return false: it cannot be read or is malformed; stderr says why.
 */
bool report_read_known(struct report *r, const char *path);

/** Print and count what came of a case. */
void report_case(struct report *r, const struct script *s, const struct vt_case *c,
                 const struct outcome *o);

/** Print the entries of the list that named no case, then the totals.
 * @return true: nothing failed. */
bool report_end(struct report *r);

#endif
