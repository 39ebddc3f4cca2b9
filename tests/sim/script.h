/* A .sim timeline in memory: cases, each with its policy and its steps. */
#ifndef SIM_SCRIPT_H
#define SIM_SCRIPT_H

#include <quietty/readiness.h>

/** What a verdict must be. A word of evidence that is not named may be there or not. */
struct expectation {
    qtty_wait_reason reason;
    int level, wait_class; /* -1: any */
    uint32_t seen, unseen; /* QTTY_SEEN_* that must be there, and must not */
    uint32_t terminal, not_terminal;
    bool has_next, has_status;
    uint64_t next_ns;
    int32_t status; /* of the facts */
};

struct step {
    uint32_t line;
    bool expects;          /* a look at the verdict; else something happens */
    qtty_observation seen; /* its time holds for both */
    struct expectation want;
};

struct sim_case {
    qtty_span name; /* points into the source */
    uint32_t line;
    qtty_policy policy;
    size_t first, count; /* of steps */
};

struct script {
    const char *path; /* borrowed */
    char *source;
    struct sim_case *cases;
    size_t case_count, case_capacity;
    struct step *steps;
    size_t step_count, step_capacity;
};

/**
 * Read a timeline.
 *
 * @param path  Borrowed until script_finish.
 * @return false: it cannot be read or is malformed; stderr says why. To be finished all
 *         the same.
 */
bool script_read(struct script *s, const char *path);

void script_finish(struct script *s);

#endif
