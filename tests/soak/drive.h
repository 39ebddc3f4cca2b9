/* Driving a session from outside its library: sends, the loop until each has settled, and
 * the times as the caller sees them. What the soak and the bench share. */
#ifndef QTTY_SOAK_DRIVE_H
#define QTTY_SOAK_DRIVE_H

#include <quietty/session.h>

/** What a send settled by. */
enum drive_tier {
    DRIVE_PROMPT,  /* marker and prompt */
    DRIVE_PROVEN,  /* a wait of class A */
    DRIVE_LIKELY,  /* a wait of another class */
    DRIVE_SILENCE, /* none was seen */
    DRIVE_TIMEOUT,
    DRIVE_FAILED, /* the program ended, the session failed, or the send was refused */
    DRIVE_TIERS,
};

extern const char *const drive_tier_names[DRIVE_TIERS];

struct drive {
    qtty_session *session;
    qtty_result result;   /* of the last send; its spans are borrowed of the session */
    enum drive_tier tier; /* of the last send */
    uint64_t sent_ns;     /* before the call */
    uint64_t heard_ns;    /* when a descriptor was last ready */
    uint64_t settled_ns;  /* after the step that settled it */
};

/** CLOCK_MONOTONIC. */
uint64_t drive_now(void);

/** The value that so many of a hundred are not above; 0 of none. Sorts them. */
double drive_percentile(double *values, size_t count, unsigned percent);

/**
 * Make a session and see it through its start-up.
 *
 * @return As qtty_session_create, or why the start-up failed; there is no session then,
 *         and the reason was printed.
 */
qtty_status drive_open(struct drive *d, const qtty_session_config *config);

/** Send a text, with a return if `submit`, and drive the session until that has settled.
 * The result is in `d`. */
void drive_type(struct drive *d, const char *text, bool submit);

/** Send a line so. */
void drive_send(struct drive *d, const char *line);

/** Wait for output, at most so long, and read it: the texts of the result are void then.
 * @return whether there was some. */
bool drive_hears(struct drive *d, uint32_t timeout_ms);

/** End it and free it. */
void drive_close(struct drive *d);

#endif
