/* An allocator that counts, has a ceiling, and can fail on purpose: what it says about an
 * object's memory is exact, and the same on every run. */
#ifndef QTTY_FUZZ_METER_H
#define QTTY_FUZZ_METER_H

#include <quietty/base.h>
#include <stdbool.h>

struct meter {
    qtty_allocator allocator; /* to be given to the object */
    size_t now, peak;         /* bytes asked for and not freed; the most there were */
    size_t ceiling;           /* allocations past it fail; 0: none do */
    bool over;                /* the ceiling was hit */
    uint64_t calls;           /* allocations, not frees */
    uint64_t fail_at;         /* the allocation with this number fails, from 1; 0: none */
};

/** Ready to use, with no block. The meter stays where it is while it is used. */
void meter_init(struct meter *m, size_t ceiling);

#endif
