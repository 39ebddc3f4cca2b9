/* A run: so many sends in one configuration, judged. */
#ifndef QTTY_SOAK_RUN_H
#define QTTY_SOAK_RUN_H

#include "drive.h"
#include "partners.h"

enum { PERCENTILES = 2 };

struct tally {
    uint64_t sends;
    uint64_t tiers[DRIVE_TIERS]; /* of sends that were right */
    /* Of those that were not: settled with another output or status than known, or output
     * came after the verdict. */
    uint64_t early_proven, early_likely;
    double send_ms[PERCENTILES];    /* p50, p99 from the send to the verdict */
    double verdict_ms[PERCENTILES]; /* from the last output to the verdict */
};

/** What is sent, to whom, and how often. */
struct sends {
    const char *name;
    const char *folder; /* private: HOME, and the first directory of shells */
    const struct partner *partner;
    uint64_t count, seed;
};

/**
 * Send commands and judge each verdict. What is wrong is told on standard error, with the
 * number of the send: `seed` and that number bring it about again.
 *
 * @return false: no session could be made, or no memory.
 */
bool run_sends(struct tally *t, const struct sends *sends);

/** Was a proof wrong, or did something settle without evidence? What is likely may be
 * early. */
bool tally_is_bad(const struct tally *t);

#endif
