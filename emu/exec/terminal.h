/* The state of a terminal beside its cells, as the parsed actions make it: for the engine
 * that executes the screen's sequences, and for the replies, which are the same whatever
 * the engine. */
#ifndef QTTY_EXEC_TERMINAL_H
#define QTTY_EXEC_TERMINAL_H

#include "base/queue.h"
#include "exec/keyboard.h"
#include "exec/palette.h"
#include "exec/persona.h"
#include "exec/sequence.h"
#include "screen/charset.h"
#include "screen/modes.h"
#include "screen/screen.h"
#include "screen/tabs.h"
#include "vt/scan.h"

struct engine_ops;

/** What SGR, OSC 8 and DECSCA give to the next cell. */
struct pen {
    qtty_style style;
    qtty_buf link; /* URI, or URI, NUL and id; empty: none */
    bool protect;
    bool guards;  /* as SPA does, not DECSCA: plain erasing too leaves protected cells */
    bool changed; /* style or link, since the engine looked */
};

/** What DECSC keeps: home, and the defaults, until there was one. */
struct saved_state {
    bool made;
    uint32_t row, col;
    uint32_t cols; /* of the screen: on a wider one no wrap is pending there */
    bool pending_wrap;
    qtty_style style;
    struct charsets charsets;
    bool protect, origin;
};

/** Inclusive. */
struct margins {
    uint32_t top, bottom, left, right;
};

struct titles {
    qtty_buf window, icon;
};

/** Of the window that is not there: what output made of it, where it may (XTWINOPS). */
struct window {
    uint32_t x, y; /* of its corner, in pixels */
    bool is_icon;
};

/** Of XTPUSHCOLORS: entries count from 1, 0 is none. */
struct color_stack {
    struct palette *entries; /* COLOR_STACK_MAX of them; NULL until the first is kept */
    uint32_t written;        /* bit: this entry holds something */
    uint32_t current, pushed;
};

/** XTSMTITLE's modes 0 and 1. Its 2 and 3 say what a stream of UTF-8 is anyway. */
enum {
    TITLE_MODE_SET_HEX = 1u << 0,
    TITLE_MODE_QUERY_HEX = 1u << 1,
};

/* What VT52 mode puts aside, until ESC < brings it back. */
struct before_vt52 {
    struct modes modes;
    qtty_style style;
    bool protect;
    struct charsets charsets;
};

/* Synchronised output: a frame is what stands between setting and resetting mode 2026.
 * There is no clock here: a frame's time begins when the caller first tells one. */
struct frames {
    uint64_t begun; /* so many */
    uint64_t timed; /* the one that `until_ns` is for; 0: none yet */
    uint64_t until_ns;
};

struct terminal {
    const qtty_allocator *allocator;
    const struct engine_ops *ops;
    const struct persona *persona;
    uint32_t reports; /* QTTY_REPORT_*, what the persona allows included */
    uint32_t cell_width, cell_height;
    uint32_t ambiguous_width;
    const struct scan *scan; /* for runs of text */
    bool latin1;             /* payloads of strings are ISO 8859-1, else UTF-8 */
    qtty_buf term, answerback;

    struct screen screen;
    qtty_cursor cursor; /* position: kept by the engine */
    struct modes modes;
    struct modes saved_modes; /* XTSAVE */
    struct frames frames;
    bool vt52; /* DECANM is reset */
    struct before_vt52 before_vt52;
    struct margins margins;
    struct pen pen;
    struct saved_state saved[2]; /* primary, alternate */
    struct charsets charsets;
    struct tabs tabs;
    struct palette palette;
    struct color_stack color_stack;
    struct keyboard keyboard;
    struct pointer pointer;
    struct titles titles;
    struct titles title_stack[TITLE_STACK_MAX];
    uint32_t title_depth;
    uint32_t title_slots;  /* bit: this entry of the stack was ever written */
    uint32_t title_modes;  /* TITLE_MODE_* */
    uint32_t level;        /* DECSCL: 1..5 */
    bool eight_bit;        /* S8C1T: replies have C1 controls of one byte */
    qtty_scheme scheme;    /* the user's; none: by the background */
    uint32_t extent;       /* DECSACE: 0, 1, 2 */
    uint32_t cursor_style; /* DECSCUSR: 0..6 */

    struct queue replies;
    struct queue events;
    bool event_is_lent; /* the first one, until the next pull or event */
    qtty_buf scratch;   /* for one reply or event */

    bool after_graphic; /* nothing but text since the last graphic: REP repeats it */

    bool lost; /* something was, for lack of memory; the emulator clears it */

    struct window window; /* no reset moves it (xterm) */

    /* What output asked of the window, where that is allowed; 0: nothing. */
    uint32_t wanted_rows, wanted_cols;
};

/** Everything to its initial state, before the first byte. `config` was validated. */
qtty_status terminal_init(struct terminal *t, const qtty_emulator_config *config,
                          const struct engine_ops *ops);
void terminal_finish(struct terminal *t);

/** RIS: all but titles, queues and what the configuration says. */
void terminal_reset(struct terminal *t);

/** DECSTR. */
void terminal_soft_reset(struct terminal *t);

/** The modes that ESC < brings back, out of VT52 mode. */
void vt52_modes_behind(const struct terminal *t, struct modes *out);

/** What DECSC saved last on the active screen. */
struct saved_state *terminal_saved(struct terminal *t);

/** Style and link of the pen get their ids, for the text to come: when the pen changed,
 * not for each piece of text. So how the stream was cut makes no difference to what a
 * full table refuses. */
void terminal_take_pen(struct terminal *t);

/** Margins to the whole screen. */
void terminal_reset_margins(struct terminal *t);

/** Answers this persona to it (ANSWERS_*)? */
bool terminal_answers(const struct terminal *t, uint32_t what);

/** Queue one reply, made from a template of ours and integers. */
void terminal_reply(struct terminal *t, const char *format, ...);

/** Queue one reply of these bytes, as they are. */
void terminal_reply_bytes(struct terminal *t, qtty_span bytes);

/** Queue one reply in 7-bit form; it is made 8-bit in place where S8C1T says so. */
void terminal_reply_sequence(struct terminal *t, uint8_t *bytes, size_t len);

/** Queue the report of the size (mode 2048), if it is wanted. */
void terminal_report_size(struct terminal *t);

/** The scheme that ?996 is answered by. */
qtty_scheme terminal_scheme(const struct terminal *t);

/** The user chose another scheme; it is told of where mode 2031 wants it. */
void terminal_set_scheme(struct terminal *t, qtty_scheme scheme);

/** See qtty_emulator_deadline. */
uint64_t terminal_frame_deadline(struct terminal *t, uint64_t now_ns);

/** DECSCL's level alone. Below 2 replies are 7-bit, below 5 there is no DECNCSM. */
void terminal_set_level(struct terminal *t, uint32_t level);

/** Queue one event, at the cursor. */
void terminal_event(struct terminal *t, qtty_event_kind kind, int32_t value,
                    qtty_span text);

/** Queue the event of an image, at the cursor. Sizes in pixels; 0: not declared. */
void terminal_image(struct terminal *t, qtty_image_protocol protocol, uint32_t width,
                    uint32_t height);

/** Append to a buffer of the state; what fails for lack of memory is noted as lost. */
void terminal_keep(struct terminal *t, qtty_buf *to, qtty_span bytes);

/** Pull one. See qtty_emulator_next_event. */
bool terminal_next_event(struct terminal *t, qtty_event *out);

/** A mode's value as DECRPM gives it, at a level that knows of it. */
qtty_mode terminal_mode(const struct terminal *t, bool dec, uint32_t number);

/** Is it a mode of the present conformance level? */
bool terminal_level_has(const struct terminal *t, enum mode_name name);

/** Text of the stream's encoding with controls dropped and ill-formed bytes replaced, cut
 * between scalars.
 *
 * @return Itself, where nothing had to be done, or in the scratch buffer. */
qtty_span terminal_clean_text(struct terminal *t, qtty_span text, size_t bytes_max);

/** Parameter `i`: `fallback` where it is missing or 0. */
static inline uint32_t
param_or(const struct action *a, uint32_t i, uint32_t fallback)
{
    return i < a->params->count && a->params->value[i] != 0 ? a->params->value[i]
                                                            : fallback;
}

#endif
