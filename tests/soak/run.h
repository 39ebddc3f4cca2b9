/* A run: so many sends in one configuration, judged. */
#ifndef QTTY_SOAK_RUN_H
#define QTTY_SOAK_RUN_H

#include "drive.h"

enum { PERCENTILES = 2 };

struct tally {
    uint64_t sends;
    uint64_t tiers[DRIVE_TIERS]; /* of sends that were right */
    uint64_t early;              /* settled with another output or status than known */
    uint64_t late;               /* output came after the verdict, before the next send */
    double send_ms[PERCENTILES]; /* p50, p99 from the send to the verdict */
    double verdict_ms[PERCENTILES]; /* from the last output to the verdict */
};

/**
 * Send commands and judge each verdict. What is wrong is told on standard error, with the
 * number of the send: `seed` and that number bring it about again.
 *
 * @param folder  A private one, which is HOME and the first directory of the shells.
 * @return false: no session could be made, or no memory.
 */
bool run_sends(struct tally *t, const char *name, const char *folder, uint64_t sends,
               uint64_t seed);

/** Was any verdict wrong, or not one of readiness? */
bool tally_is_bad(const struct tally *t);

#endif
