/* What the verdicts on one program were, in one configuration. Plain memory, so that it
 * can lie in what processes share. */
#ifndef QTTY_READY_TALLY_H
#define QTTY_READY_TALLY_H

#include "soak/drive.h"

/** What a send settled by: the letters of the gallery. */
enum seen_by {
    SEEN_PROMPT,
    SEEN_A,
    SEEN_B,
    SEEN_D,
    SEEN_SILENCE,
    SEEN_NOTHING, /* timeout, or its session ended */
    SEEN_BY,
};

extern const char seen_letters[SEEN_BY + 1]; /* "PABDS-" */

enum { TALLY_TIMES_MAX = 4096, TALLY_WHY_BYTES = 64, LEVELS = 3 };

struct tally {
    bool ran;
    char absent[TALLY_WHY_BYTES]; /* what is missing; "": nothing */
    uint64_t sends;
    uint64_t seen[SEEN_BY];
    uint64_t unseen;        /* by silence or by nothing, where that is not expected */
    uint64_t otherwise;     /* seen, but by another letter than the gallery's */
    uint64_t early[LEVELS]; /* by level: what the screen must show was not there yet */
    uint64_t after[LEVELS]; /* by level: output after the verdict, before the next send */
    uint64_t lost;          /* what the screen must show never came */
    size_t times;
    double verdict_ms[TALLY_TIMES_MAX]; /* from the last output to the verdict */
    double send_ms[TALLY_TIMES_MAX];    /* from the send to the verdict */
};

/** What the last send settled by. */
enum seen_by tally_seen(const struct drive *d);

/** Count the last send. */
void tally_send(struct tally *t, const struct drive *d, const char *expects);

/** Keep its times, while there is room. */
void tally_times(struct tally *t, const struct drive *d);

/** Add the counts of one to another, and its times while there is room. */
void tally_add(struct tally *total, const struct tally *t);

#endif
