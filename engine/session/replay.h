/* What a replay is made of: replay.c reads lines and compares, replay_events.c brings
 * each event about once more. */
#ifndef QTTY_SESSION_REPLAY_H
#define QTTY_SESSION_REPLAY_H

#include "session/recorded.h"
#include "session/recording_line.h"
#include "session/session.h"

enum { REPORT_BYTES_MAX = 1 << 20, NAME_BYTES = 128 };

struct replay_head {
    char names[NAMES][NAME_BYTES + 1];
    uint32_t numbers[NUMBERS];
    uint32_t version; /* 0: no line was read yet */
};

struct qtty_replay {
    const qtty_allocator *allocator;
    struct failure failure;
    qtty_status failed;
    struct replay_head head;
    struct recorded recorded;
    qtty_session *session; /* NULL: the head is being read */
    uint64_t at_ns;
    bool cut;
    qtty_buf line; /* that is not complete */
    qtty_buf text; /* of an event */
    qtty_buf differences;
    qtty_replay_counts counts;
};

/** Is the event, whose word comes next, one that the session makes by itself? */
bool replay_is_derived(const struct recording_line *l);

/** Bring it about. @return false: the line says which rule it breaks. */
bool replay_event(struct qtty_replay *r, struct recording_line *l);

#endif
