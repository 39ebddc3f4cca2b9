/* The text of lines, within two bounds. Final lines stand one after another in a ring of
 * bytes, and behind them the one line that is open: text is appended to it until it ends.
 * A byte has a position, counted from the first ever; a line has an ordinal, counted from
 * the first ever. The oldest lines go when a newer one needs their room.
 *
 * What is kept depends on the bytes alone, never on the pieces they came in. */
#ifndef QTTY_LINES_STORE_H
#define QTTY_LINES_STORE_H

#include "lines/ring.h"
#include "unicode/grapheme.h"
#include <quietty/buf.h>
#include <string.h>

struct store {
    const qtty_allocator *allocator;
    uint32_t lines_max;
    uint64_t bytes_max;
    struct ring starts; /* uint64_t, of the final lines: the position where each begins */

    uint8_t *bytes;
    size_t capacity;
    uint64_t lap;  /* position of bytes[0]; what lies a capacity further is there again */
    uint64_t tail; /* position after the newest byte */
    uint8_t *at;   /* where the tail is */
    size_t room;   /* bytes that may be put there without further thought */

    bool open;
    bool open_cut;      /* its front was dropped */
    bool open_holed;    /* some of it is lost, and counted in `lost` */
    bool open_headless; /* what it begins with may belong to a cluster that was dropped */
    uint64_t open_start;
    uint64_t begun;   /* where the newest line began that lacks its front */
    uint64_t scanned; /* clusters of the open line are known up to here */
    struct grapheme_state clusters;

    uint64_t lost;       /* lines that lack of memory damaged */
    qtty_buf seam;       /* text that lies across the end of the ring, as one piece, */
    uint64_t seam_start; /* and the position of its first byte */
};

/** A line as it is stored. */
struct store_line {
    qtty_span text; /* borrowed until the next call on the store */
    bool cut;       /* its front was dropped */
};

/** Of two calls that were both made, the first failure. */
static inline qtty_status
first_failure(qtty_status a, qtty_status b)
{
    return a != QTTY_OK ? a : b;
}

/**
 * Make an empty store; allocates nothing.
 *
 * @param lines_max,bytes_max  At least 1. The open line counts.
 */
void store_init(struct store *s, const qtty_allocator *allocator, uint32_t lines_max,
                uint64_t bytes_max);

/** Free everything; the store is empty and usable again. */
void store_finish(struct store *s);

/** Forget every line, and count from 0 again; the memory stays. */
void store_clear(struct store *s);

/** What store_append does when there is more to do than to copy; a line is open. */
qtty_status store_append_slowly(struct store *s, qtty_span text);

/** End the open line, or an empty one. @return QTTY_E_NOMEM: the line is lost. */
qtty_status store_end_line(struct store *s);

/** Drop the newest lines: those from this ordinal on, and the open one. */
void store_rewind(struct store *s, uint64_t ordinal);

/**
 * Drop the newest text: the line is open again, and ends at this position.
 *
 * @param ordinal   As in store_line.
 * @param position  Between scalars, from its start to its end.
 */
void store_resume(struct store *s, uint64_t ordinal, uint64_t position);

/** Cut the open line's front now, if it is too long. */
void store_trim(struct store *s);

/** The open line's front is missing. */
void store_mark_cut(struct store *s);

/** Position where a line begins. @param ordinal  As in store_line. */
uint64_t store_start(const struct store *s, uint64_t ordinal);

/** UTF-8 bytes that a line has, with those that were cut from its front. @param ordinal
 * As in store_line. */
uint64_t store_length(const struct store *s, uint64_t ordinal);

/** UTF-8 bytes of the final lines [from, to). */
uint64_t store_bytes(const struct store *s, uint64_t from, uint64_t to);

/** Ordinal of the oldest final line that fits, with all newer ones, within bounds. */
uint64_t store_fitting(const struct store *s, uint64_t lines, uint64_t bytes);

/**
 * Look at a line.
 *
 * @param ordinal  In [starts.first, starts.end), or starts.end for the open line.
 * @return QTTY_E_NOMEM.
 */
qtty_status store_line(struct store *s, uint64_t ordinal, struct store_line *out);

/** Text of the open line from a position on, borrowed. @return QTTY_E_NOMEM. */
qtty_status store_open_text(struct store *s, uint64_t position, qtty_span *out);

/* Runs between control sequences are a word long, and memcpy(3) is far for those: the
 * front and the back half of one are copied as words that may overlap. */
static inline void
store_copy_short(uint8_t *to, const uint8_t *from, size_t len)
{
    if (len >= 8) {
        uint64_t front, back;
        memcpy(&front, from, sizeof(front));
        memcpy(&back, from + len - sizeof(back), sizeof(back));
        memcpy(to, &front, sizeof(front));
        memcpy(to + len - sizeof(back), &back, sizeof(back));
    } else if (len >= 4) {
        uint32_t front, back;
        memcpy(&front, from, sizeof(front));
        memcpy(&back, from + len - sizeof(back), sizeof(back));
        memcpy(to, &front, sizeof(front));
        memcpy(to + len - sizeof(back), &back, sizeof(back));
    } else if (len > 0) {
        const uint8_t first = from[0], middle = from[len / 2], last = from[len - 1];
        to[0] = first;
        to[len / 2] = middle;
        to[len - 1] = last;
    }
}

/** Begin a line, if none is open: the oldest goes when there are as many as may be. */
static inline void
store_begin(struct store *s)
{
    if (s->open)
        return;
    if (s->starts.end - s->starts.first >= s->lines_max)
        s->starts.first++;
    s->open = true;
    s->open_cut = s->open_holed = s->open_headless = false;
    s->open_start = s->tail;
}

/**
 * Append well-formed text to the open line, and begin one if none is open.
 *
 * @param text  Whole scalars, without LF; not empty.
 * @return QTTY_E_NOMEM: some of the text is lost.
 */
static inline qtty_status
store_append(struct store *s, qtty_span text)
{
    store_begin(s);
    if (text.len > s->room)
        return store_append_slowly(s, text);
    if (text.len <= 16)
        store_copy_short(s->at, text.data, text.len);
    else
        memcpy(s->at, text.data, text.len);
    s->at += text.len;
    s->room -= text.len;
    s->tail += text.len;
    return QTTY_OK;
}

#endif
