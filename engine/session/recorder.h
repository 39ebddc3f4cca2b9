/* The writer of a recording: lines, each whole or not at all. One that has no room ends
 * the recording, and a last line says so: what came after it could not be replayed. */
#ifndef QTTY_SESSION_RECORDER_H
#define QTTY_SESSION_RECORDER_H

#include "session/words.h"
#include <quietty/recording.h>

enum {
    POLICY_BYTES = 256,
    RECORD_TEXT_MAX = 1024,
    RECORD_PIECE_MAX = 8192,
    RECORD_ECHOES_MAX = QTTY_RECORDING_LINE_MAX / 8
};

struct recorder {
    qtty_buf text; /* not taken yet */
    size_t start;  /* of the line that is being written */
    size_t output; /* start of the latest line of output */
    bool fails;    /* that line has no room, or a word of it is too long */
    bool cut;      /* one had none: the recording has ended */
    uint64_t start_ns;

    /* Of a session: */
    bool input;       /* what is typed, too */
    bool eager;       /* every verdict, also one that can be no other than the last */
    bool news;        /* something was observed since the last verdict */
    uint64_t next_ns; /* when that one was to be asked for again */
    char policy[POLICY_BYTES]; /* as it was written last */
};

/** Times are told from `now_ns` on. */
void recorder_init(struct recorder *r, const qtty_allocator *allocator, uint64_t now_ns);
void recorder_finish(struct recorder *r);

/** Begin a line. @return false: the recording has ended. */
bool recorder_begin(struct recorder *r);

/** Begin the line of an event. */
bool recorder_begin_event(struct recorder *r, uint64_t now_ns, enum event event);

/** Lines of the head, whole. */
void recorder_put_version(struct recorder *r);
void recorder_put_name(struct recorder *r, size_t name, const char *value);
void recorder_put_number(struct recorder *r, size_t number, uint32_t value);

/** As printf(3), at most 320 bytes. */
void recorder_put(struct recorder *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** A text, in quotes. */
void recorder_put_text(struct recorder *r, qtty_span text);

/** The words of bits; the number of those that have none. */
void recorder_put_bits(struct recorder *r, const struct word_bit *words, uint32_t bits);

void recorder_end(struct recorder *r);

/** The last line is moved up, to where another one starts. */
void recorder_move_up(struct recorder *r, size_t to);

#endif
