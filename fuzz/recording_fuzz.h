/* The calls that the recording harness judges: the replay of quietty/recording.h. */
#ifndef QTTY_FUZZ_RECORDING_FUZZ_H
#define QTTY_FUZZ_RECORDING_FUZZ_H

#include <quietty/recording.h>

struct recording_subject {
    qtty_status (*create)(qtty_replay **out, const qtty_allocator *allocator);
    qtty_status (*feed)(qtty_replay *r, qtty_span bytes);
    qtty_status (*end)(qtty_replay *r);
    void (*count)(const qtty_replay *r, qtty_replay_counts *out);
    void (*destroy)(qtty_replay *r);
};

#endif
