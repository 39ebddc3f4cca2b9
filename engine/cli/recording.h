/* Recordings of a terminal's output, read piece by piece in bounded memory. The format is
 * recognised by content: asciicast v2 and v3, ttyrec, script(1)'s typescript, recordings
 * of sessions (quietty/recording.h); all else is raw bytes. */
#ifndef QTTY_CLI_RECORDING_H
#define QTTY_CLI_RECORDING_H

#include <quietty/emulator.h>
#include <stdio.h>

enum recording_format {
    RECORDING_RAW,
    RECORDING_ASCIICAST_2,
    RECORDING_ASCIICAST_3,
    RECORDING_TTYREC,
    RECORDING_TYPESCRIPT,
    RECORDING_SESSION,
};

enum { RECORDING_PIECE_MAX = 8192 };

struct recording {
    FILE *file;
    const char *name; /* for messages */
    enum recording_format format;
    uint32_t rows, cols; /* as recorded; 0: it does not say */
    bool failed;         /* a failure was told; there is no more to read */

    uint8_t window[65536]; /* what was read ahead */
    size_t at, len;        /* the part of it that is left */
    bool at_end;           /* the file has no more */
    qtty_buf line;         /* asciicast, session: one event */
    uint64_t line_number;
    bool line_unfinished; /* the file ended before it did */
    double seconds;       /* of the latest event */
    double first_seconds; /* ttyrec: of the first record */
    bool started;
    size_t record_left;    /* ttyrec: bytes of the record that were not given yet */
    char *decoded;         /* asciicast: data of the latest event */
    qtty_buf text;         /* session: the same */
    bool line_waits;       /* session: the first event was read with the head */
    qtty_span undelivered; /* of it, what was not given yet */
};

struct recording_piece {
    qtty_span bytes;     /* output, at most RECORDING_PIECE_MAX; borrowed until the next
                          * call */
    uint32_t rows, cols; /* not 0: the terminal was resized instead */
    double seconds;      /* since the start; 0 where there are no times */
};

/** Open a file; "-" is standard input. @return false: told why. Close it either way. */
bool recording_open(struct recording *r, const char *path);

/** @return false: the end, or `failed`. */
bool recording_next(struct recording *r, struct recording_piece *out);

/** Does it say when its output came? */
bool recording_has_times(const struct recording *r);

/** What it is called, if its output is text already, not bytes; else NULL. */
const char *recording_of_text(const struct recording *r);

void recording_close(struct recording *r);

/* --- Between its files -------------------------------------------------------------- */

/** Read until `wanted` bytes (at most the window's size) are there, or the end. */
void recording_fill(struct recording *r, size_t wanted);

/** Go past the first bytes of the window. */
void recording_skip(struct recording *r, size_t bytes);

/** Say what is wrong with the latest line. @return false. */
bool recording_refuse(struct recording *r, const char *why);

/** The next line, without its end. @return false: none, or a failure that was told. */
bool recording_next_line(struct recording *r);

/** A piece of what was not given yet of the latest event. */
void recording_give(struct recording *r, struct recording_piece *out);

/** Recognise a recorded session, and take its head. @return false: it is none. */
bool recorded_session_begin(struct recording *r);

bool recorded_session_next(struct recording *r, struct recording_piece *out);

/** Recognise an asciicast by its first line, and take that. @return false: it is none. */
bool asciicast_begin(struct recording *r);

bool asciicast_next(struct recording *r, struct recording_piece *out);

#endif
