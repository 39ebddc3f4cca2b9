/* The emulator: bytes of a child program in; cells, replies and events out.
 *
 * One interface for every engine that executes the sequences. Nothing here opens a file,
 * reads a clock or starts a thread: what comes out is pulled. Rows and columns count from
 * 0. A handle is used by one thread at a time. */
#ifndef QUIETTY_EMULATOR_H
#define QUIETTY_EMULATOR_H

#include <quietty/base.h>
#include <quietty/buf.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QTTY_ROWS_MAX          4096
#define QTTY_COLS_MAX          4096
#define QTTY_CLUSTER_BYTES_MAX 64

typedef struct qtty_emulator qtty_emulator;

typedef enum qtty_encoding {
    QTTY_ENCODING_UTF8,   /* U+0080..9F and raw C1 bytes are never controls */
    QTTY_ENCODING_LATIN1, /* ISO 8859-1; the bytes 0x80..0x9F are C1 controls */
} qtty_encoding;

/** Reports that are off by default, since they let output type text that it chose. */
enum {
    QTTY_REPORT_TITLE = 1u << 0, /* XTWINOPS 20, 21 */
    /* DECRQCRA, which reads the screen. The persona "research" allows it by itself. */
    QTTY_REPORT_CHECKSUM = 1u << 1,
    /* Output may resize: DECCOLM, XTWINOPS 4, 8, 9, DECSLPP, DECSNLS, DECSCPP; and say
     * where its window is, and whether it is an icon: XTWINOPS 1 to 3, which are told
     * when asked for, and do nothing else. Only with the persona "research". */
    QTTY_REPORT_RESIZE = 1u << 2,
};

/** How to make an emulator. Zero means the default of each field. */
typedef struct qtty_emulator_config {
    size_t size;                     /* sizeof(qtty_emulator_config) */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */
    const char *engine;              /* qtty_engine_name; NULL: the first */
    const char *persona;             /* qtty_persona_name; NULL: the first */
    const char *term;       /* TERM of the child, for XTGETTCAP TN, at most 128 bytes;
                                      * NULL: "xterm-256color" */
    const char *answerback; /* ENQ: at most 255 bytes; NULL: no answer */
    uint32_t rows, cols;    /* cells, 1..4096; default 24, 80 */
    uint32_t cell_width, cell_height; /* pixels, 1..1024; default 8, 16 */
    uint32_t scrollback_rows;         /* rows kept above the screen, at most 16 777 216;
                                      * default 1000; QTTY_NONE */
    uint32_t ambiguous_width; /* columns of East Asian ambiguous; 1 or 2; default 1 */
    uint32_t reports;         /* QTTY_REPORT_* to allow */
    qtty_encoding encoding;
} qtty_emulator_config;

#define QTTY_EMULATOR_CONFIG_INIT                                                        \
    {                                                                                    \
        .size = sizeof(qtty_emulator_config)                                             \
    }

/**
 * Make an emulator.
 *
 * @param out     The handle, to be given to qtty_emulator_destroy; NULL on failure.
 * @param config  Read during the call (the allocator: see there); NULL: all defaults.
 * @return QTTY_E_RANGE: a number out of its range; QTTY_E_NOT_FOUND: no such engine or
 *         persona; QTTY_E_INVAL: `size` is not a size of this struct; QTTY_E_UNSUPPORTED:
 *         the engine cannot do it; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_emulator_create(qtty_emulator **out,
                                          const qtty_emulator_config *config);

/** Free an emulator; NULL is fine. */
QTTY_API void qtty_emulator_destroy(qtty_emulator *e);

/**
 * Feed output bytes of the child program.
 *
 * Any split of a stream into calls yields the same screen. Ill-formed input is never an
 * error; it is displayed or ignored as the emulator's README states.
 *
 * @param bytes  Borrowed for the duration of the call.
 * @return QTTY_E_NOMEM: state remains valid, some effect of the bytes is lost.
 */
QTTY_API qtty_status qtty_emulator_feed(qtty_emulator *e, qtty_span bytes);

/**
 * Feed until so many rows left the top, for who takes every row that does: the rows
 * kept beyond the view (see qtty_emulator_scrolled) are as many as a screen has and 1024.
 * It stops behind output that resizes the screen, too (QTTY_REPORT_RESIZE): what follows
 * was printed for the new size.
 *
 * @param bytes  Advanced past what was fed, whole sequences and runs of text: the last
 *               may move more rows, a run at most a row for each of its bytes.
 * @param rows   At least 1.
 * @return As qtty_emulator_feed.
 */
QTTY_API qtty_status qtty_emulator_feed_rows(qtty_emulator *e, qtty_span *bytes,
                                             uint64_t rows);

/**
 * Change the size, as the window's owner.
 *
 * A new size is reported to output that has set mode 2048.
 *
 * @param rows,cols  Cells, 1..4096.
 * @return QTTY_E_RANGE; QTTY_E_NOMEM: the size is as before.
 */
QTTY_API qtty_status qtty_emulator_resize(qtty_emulator *e, uint32_t rows, uint32_t cols);

/** Reset as RIS does, and forget an unfinished sequence. Pending replies stay.
 * @return As qtty_emulator_feed. */
QTTY_API qtty_status qtty_emulator_reset(qtty_emulator *e);

/** Rows and columns of the screen, in cells; either pointer may be NULL. */
QTTY_API void qtty_emulator_size(const qtty_emulator *e, uint32_t *rows, uint32_t *cols);

/* --- Rows and cells -----------------------------------------------------------------
 * A row is addressed by a number: 0 is the top of the active screen; -1 the row nearest
 * above it in the scrollback, -2 the one before. An engine with QTTY_CAP_REFLOW has them
 * in the screen's width, others in the width that they had. */

/** How large a row's characters are drawn (DECSWL, DECDWL, DECDHL): but for the first,
 * the left half of its columns is shown, each of them two wide. The engine libvterm does
 * not tell. */
typedef enum qtty_row_size {
    QTTY_ROW_SINGLE,
    QTTY_ROW_DOUBLE_WIDTH,
    QTTY_ROW_DOUBLE_TOP,    /* the upper half of characters of twice the size */
    QTTY_ROW_DOUBLE_BOTTOM, /* their lower half */
} qtty_row_size;

typedef struct qtty_row {
    uint64_t id; /* of the row's text, kept when rows shift; 0: never written */
    /* Of the newest change of anything that is seen of the row, and its alone: where it
     * is not 0, rows of one generation are one row, unchanged, whatever number it has.
     * 0: nothing of it ever changed, it is blank; and in the scrollback, where nothing
     * does. */
    uint64_t generation;
    uint32_t cells;    /* columns up to the last written cell */
    bool soft_wrapped; /* continues on the next row */
    bool in_view;      /* false: kept by a clear, or behind an ED 3; see below */
    qtty_row_size size;
} qtty_row;

typedef uint32_t qtty_color; /* QTTY_COLOR_DEFAULT, _INDEXED(n), _RGB(r, g, b) */
#define QTTY_COLOR_DEFAULT    0u
#define QTTY_COLOR_INDEXED(n) (0x01000000u | (uint32_t)(n))
#define QTTY_COLOR_RGB(r, g, b)                                                          \
    (0x02000000u | (uint32_t)(r) << 16 | (uint32_t)(g) << 8 | (uint32_t)(b))
#define QTTY_COLOR_KIND(c) ((c) >> 24) /* 0, 1, 2 in the order above */

typedef enum qtty_underline {
    QTTY_UNDERLINE_NONE,
    QTTY_UNDERLINE_SINGLE,
    QTTY_UNDERLINE_DOUBLE,
    QTTY_UNDERLINE_CURLY,
    QTTY_UNDERLINE_DOTTED,
    QTTY_UNDERLINE_DASHED,
} qtty_underline;

enum {
    QTTY_BOLD = 1u << 0,
    QTTY_DIM = 1u << 1,
    QTTY_ITALIC = 1u << 2,
    QTTY_BLINK = 1u << 3,
    QTTY_REVERSE = 1u << 4,
    QTTY_INVISIBLE = 1u << 5,
    QTTY_STRIKE = 1u << 6,
    QTTY_OVERLINE = 1u << 7,
};

/** SGR state of a cell. */
typedef struct qtty_style {
    qtty_color fg, bg, ul;
    uint16_t attributes; /* QTTY_BOLD … */
    uint16_t underline;  /* qtty_underline */
} qtty_style;

typedef struct qtty_cell {
    char text[QTTY_CLUSTER_BYTES_MAX + 1]; /* cluster, UTF-8, NUL-terminated; "": blank */
    uint8_t text_len;                      /* bytes before the NUL */
    uint8_t width; /* columns: 1, 2; 0: spacer of the cell before */
    bool protect;  /* DECSCA */
    qtty_style style;
    qtty_span link; /* URI of OSC 8, borrowed until the emulator changes; empty: none */
    /* Its id=, at most 250 bytes, borrowed likewise; empty: none. Cells of the same URI
     * and id are one link, wherever they are. */
    qtty_span link_id;
} qtty_cell;

/**
 * Look at a row.
 *
 * @return QTTY_E_RANGE: no such row; *out is zeroed.
 */
QTTY_API qtty_status qtty_emulator_row(const qtty_emulator *e, int32_t row,
                                       qtty_row *out);

/**
 * Look at a cell.
 *
 * @param col  0..cols-1; past the width that a scrollback row has: a blank.
 * @return QTTY_E_RANGE: no such cell; *out is a blank.
 */
QTTY_API qtty_status qtty_emulator_cell(const qtty_emulator *e, int32_t row, uint32_t col,
                                        qtty_cell *out);

/**
 * Append a row's text in UTF-8 to `out`: its clusters up to the last written cell, erased
 * cells between them as spaces. Written spaces at the end are kept.
 *
 * @return QTTY_E_RANGE: no such row; QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
QTTY_API qtty_status qtty_emulator_row_text(const qtty_emulator *e, int32_t row,
                                            qtty_buf *out);

/* --- Rows that left the top ---------------------------------------------------------
 * Every row that leaves the primary screen by its top, and every row that a clear (ED 2,
 * RIS, DECCOLM) would destroy, enters the scrollback and gets the next place, counted
 * from 0. Growing the screen pulls the newest back: their places are given again. Rows
 * that a clear kept, and all rows before an ED 3, are not in view: rows of negative
 * number and qtty_emulator_scrollback pass them over. The oldest go when there are too
 * many; as many as a screen has and 1024 more are kept beyond the view, and of all rows 1
 * KiB each on average, 16 MiB at least. By its place a row is as it left: a new width
 * changes only the rows of negative number, and the end, when it pulls rows back. */

/** @return Rows above the top that are in view: at most `scrollback_rows`. */
QTTY_API uint32_t qtty_emulator_scrollback(const qtty_emulator *e);

/** The places kept now: [*first, *end). Either pointer may be NULL. */
QTTY_API void qtty_emulator_scrolled(const qtty_emulator *e, uint64_t *first,
                                     uint64_t *end);

/** @return How often rows were pulled back so far. */
QTTY_API uint64_t qtty_emulator_pulls(const qtty_emulator *e);

/**
 * @return The lowest `end` since there were that many pulls: what was read by place
 * below it has not changed, but that the newest row may continue on the screen no more.
 * Equal to `end` when no row was pulled back since; 0 after more than 64.
 */
QTTY_API uint64_t qtty_emulator_scrolled_low(const qtty_emulator *e, uint64_t pulls);

/** @return As qtty_emulator_row and _row_text, for a row by its place. */
QTTY_API qtty_status qtty_emulator_scrolled_row(const qtty_emulator *e, uint64_t place,
                                                qtty_row *out);
QTTY_API qtty_status qtty_emulator_scrolled_text(const qtty_emulator *e, uint64_t place,
                                                 qtty_buf *out);

/**
 * A row of the primary screen, also while the alternate one is active; 0..rows-1.
 * The line projection reads these: the alternate screen adds nothing to lines.
 *
 * @return As qtty_emulator_row and _row_text.
 */
QTTY_API qtty_status qtty_emulator_primary_row(const qtty_emulator *e, uint32_t row,
                                               qtty_row *out);
QTTY_API qtty_status qtty_emulator_primary_text(const qtty_emulator *e, uint32_t row,
                                                qtty_buf *out);

/**
 * @return The generation of the newest change of rows: of what is in one, of where it
 * stands, of which screen is shown and how large, of what is in the scrollback. While it
 * is the same, every row of every number is. (What else a picture is made of: draw.h.)
 */
QTTY_API uint64_t qtty_emulator_generation(const qtty_emulator *e);

/* --- State -------------------------------------------------------------------------- */

typedef enum qtty_cursor_shape {
    QTTY_CURSOR_BLOCK,
    QTTY_CURSOR_UNDERLINE,
    QTTY_CURSOR_BAR,
} qtty_cursor_shape;

typedef struct qtty_cursor {
    uint32_t row, col; /* col is at most cols-1 */
    bool pending_wrap; /* DEC's last column flag: in DECAWM the next graphic wraps */
    bool visible;      /* DECTCEM */
    bool blink;
    qtty_cursor_shape shape; /* DECSCUSR */
} qtty_cursor;

QTTY_API void qtty_emulator_cursor(const qtty_emulator *e, qtty_cursor *out);

/** @return True while the alternate screen is shown. */
QTTY_API bool qtty_emulator_alternate(const qtty_emulator *e);

/** The values of DECRPM. */
typedef enum qtty_mode {
    QTTY_MODE_UNKNOWN = 0,
    QTTY_MODE_SET = 1,
    QTTY_MODE_RESET = 2,
    QTTY_MODE_ALWAYS_SET = 3,
    QTTY_MODE_ALWAYS_RESET = 4,
} qtty_mode;

/** @return A mode as the engine keeps it; `dec`: of DEC's private modes (`?`), else
 * ANSI's. */
QTTY_API qtty_mode qtty_emulator_mode(const qtty_emulator *e, bool dec, uint32_t number);

/* --- Synchronised output, mode 2026 ---------------------------------------------------
 * Between CSI ? 2026 h and CSI ? 2026 l output draws a frame that it wants to be seen as
 * a whole (Contour VT extensions). Rows and cells follow the output all the same: who
 * draws them waits. RIS and DECSTR end a frame, and the caller's clock does: a frame
 * stays open for a second at most (as in ghostty and xterm.js; alacritty has 150 ms),
 * counted from when the caller first asks for its deadline. Setting the mode again inside
 * of a frame does not prolong it. */

/** @return True inside of a frame: what a reader would draw now is half of one. */
QTTY_API bool qtty_emulator_synchronised(const qtty_emulator *e);

/**
 * When the open frame is to be ended. To be asked after feeding: its time begins with the
 * first call for it.
 *
 * @param now_ns  Nanoseconds of the caller's clock, which does not go back.
 * @return a time of that clock; QTTY_NEVER: no frame is open.
 */
QTTY_API uint64_t qtty_emulator_deadline(qtty_emulator *e, uint64_t now_ns);

/**
 * Tell the time: a frame whose deadline has come is ended, as by CSI ? 2026 l.
 *
 * @return true: one was.
 */
QTTY_API bool qtty_emulator_elapse(qtty_emulator *e, uint64_t now_ns);

/* --- Dark or light ------------------------------------------------------------------ */

typedef enum qtty_scheme {
    QTTY_SCHEME_BY_BACKGROUND, /* as the background colour is that output sees: OSC 11 */
    QTTY_SCHEME_DARK,          /* the values of CSI ? 997 ; Ps n */
    QTTY_SCHEME_LIGHT,
} qtty_scheme;

/**
 * Say which colour scheme the user prefers: the answer to CSI ? 996 n. Where output has
 * set mode 2031, a change queues one report, CSI ? 997 ; Ps n (Contour VT extensions). At
 * first it is the background's; resets keep it.
 *
 * @return QTTY_E_INVAL: none of the three.
 */
QTTY_API qtty_status qtty_emulator_set_scheme(qtty_emulator *e, qtty_scheme scheme);

/** @return Window and icon title, UTF-8 without controls, at most 1024 bytes; borrowed
 * until the emulator changes. */
QTTY_API qtty_span qtty_emulator_title(const qtty_emulator *e);
QTTY_API qtty_span qtty_emulator_icon(const qtty_emulator *e);

/** Ill-formed bytes seen so far; the first of them, for strict readers. */
typedef struct qtty_ill_formed {
    uint64_t count;  /* maximal ill-formed subparts */
    uint64_t offset; /* of the first, in bytes from the start of the stream */
    uint8_t bytes[4];
    uint32_t len; /* of `bytes` */
} qtty_ill_formed;

QTTY_API void qtty_emulator_ill_formed(const qtty_emulator *e, qtty_ill_formed *out);

/* --- Replies --------------------------------------------------------------------------
 * Answers to the child's queries, from fixed templates and integers: nothing of a request
 * is in them. Whole replies only, in the order of the queries, at most 64 KiB and 1024;
 * past that whole replies are dropped and counted. */

/** @return All pending bytes, borrowed until the emulator changes. */
QTTY_API qtty_span qtty_emulator_replies(const qtty_emulator *e);

/** @return How many replies that is; one that was taken in part counts. */
QTTY_API size_t qtty_emulator_replies_count(const qtty_emulator *e);

/** Drop the first `bytes` of them: they were written to the child. */
QTTY_API void qtty_emulator_take_replies(qtty_emulator *e, size_t bytes);

/** @return Replies dropped so far for want of room. */
QTTY_API uint64_t qtty_emulator_replies_dropped(const qtty_emulator *e);

/* --- Events ------------------------------------------------------------------------- */

typedef enum qtty_event_kind {
    QTTY_EVENT_BELL,
    QTTY_EVENT_TITLE, /* text: the title; equal neighbours are one event */
    QTTY_EVENT_ICON,  /* text: the icon title */
    /* OSC 7: text as sent, a URL; OSC 9;9, 633;P;Cwd=, 1337;CurrentDir=: a path.
     * Neither is ever resolved. */
    QTTY_EVENT_CWD,
    QTTY_EVENT_PROMPT_START,  /* OSC 133;A, N and 633;A. text: what follows the letter */
    QTTY_EVENT_COMMAND_START, /* B; 133;I */
    QTTY_EVENT_OUTPUT_START,  /* C */
    QTTY_EVENT_COMMAND_END,   /* D; value: the status, -1 where none was given */
    QTTY_EVENT_CLIPBOARD,     /* OSC 52 write: text as sent. Nothing is stored */
    QTTY_EVENT_NOTIFICATION,  /* OSC 9, 99, 777: text as sent */
    /* OSC 9;4. value: per cent, -1 where none was given. text: "none" (it is over),
     * "normal", "error", "indeterminate", "paused" */
    QTTY_EVENT_PROGRESS,
    QTTY_EVENT_POINTER,      /* OSC 22. text: the shape as sent; empty: the usual one */
    QTTY_EVENT_PROMPT_PART,  /* OSC 133;P: a further prompt. text: its options */
    QTTY_EVENT_COMMAND_LINE, /* OSC 633;E. text as sent: command line, then its nonce */
    /* OSC 633;P, and 1337 with RemoteHost, SetUserVar, ShellIntegrationVersion. text as
     * sent: key=value */
    QTTY_EVENT_PROPERTY,
    QTTY_EVENT_MARK,  /* OSC 1337;SetMark: a person's bookmark */
    QTTY_EVENT_IMAGE, /* value: qtty_image_protocol. Nothing is kept of it */
} qtty_event_kind;

/** How an image was sent. */
typedef enum qtty_image_protocol {
    QTTY_IMAGE_SIXEL,  /* DCS q */
    QTTY_IMAGE_REGIS,  /* DCS p */
    QTTY_IMAGE_KITTY,  /* APC G; an image in chunks is one event, at its first */
    QTTY_IMAGE_ITERM2, /* OSC 1337;File= with inline=1 */
} qtty_image_protocol;

typedef struct qtty_event {
    qtty_event_kind kind;
    int32_t value;
    qtty_span text;    /* borrowed until the emulator changes or the next pull */
    uint32_t row, col; /* of the cursor when it happened */
    uint64_t row_id;   /* of that row; 0 while nothing was written to it */
    /* Of an image, in pixels, as its front declares; 0: it does not. */
    uint32_t width, height;
} qtty_event;

/**
 * Pull the oldest event. At most 1024 events and 256 KiB wait, and half as many that are
 * no marks (133, 633); past that new ones are dropped and counted.
 *
 * @return false: none.
 */
QTTY_API bool qtty_emulator_next_event(qtty_emulator *e, qtty_event *out);

/** @return Events dropped so far for want of room. */
QTTY_API uint64_t qtty_emulator_events_dropped(const qtty_emulator *e);

/* --- Drawing ------------------------------------------------------------------------ */

/**
 * Append a stream that makes the same terminal of a fresh one: UTF-8, for a terminal of
 * the same size, the same ambiguous_width, and UTF-8 as its encoding. For one that shows
 * it to a person, or that attaches late.
 *
 * It begins with RIS. Then come titles and their stack, what XTSAVE saved, tab stops;
 * both screens, with their cells, styles, links, protected and erased cells, soft wraps,
 * double rows, what DECSC saved, and the kitty protocol's flags; conformance level,
 * colours and their stack, options of keys, margins, cursor, pen, character sets, modes,
 * and VT52 mode at last. It holds no query; but where mode 2048 is set, setting it sends
 * a report.
 *
 * Left out, since no sequence says it or its price is too high:
 *
 *   - the scrollback, ids and generations of rows, replies, events;
 *   - an unfinished sequence or character, SS2 and SS3 before their graphic, what REP
 *     would repeat, DECCOLM (it clears the screen), where the mouse was, where output put
 *     its window, what the user chose (the colour scheme);
 *   - of what XTSAVE saved, modes 3, 95 below level 5, and 2048;
 *   - a pending wrap whose cell cannot be printed as the last thing: an erased cell of a
 *     soft-wrapped row, in origin mode or below level 4, a cluster that the last column
 *     refuses, a column that is no edge any more; and one that DECSC saved, at levels 2
 *     and 3, or in the first column of more;
 *   - the sets of G2 and G3 that DECRC restores where nothing was saved, in ISO 8859-1;
 *   - a cluster that is not made at once (its table was full, a mode changed within it):
 *     it comes as "?", or a wide blank; VS16 on a screen of one column;
 *   - on one column, the style of a soft-wrapped erased cell beyond its background;
 *   - controls of C1 and ill-formed bytes in a link's URI and id: what is no control here
 *     shall be none elsewhere.
 *
 * @param out  At most 2700 bytes for each cell of both screens, and 256 KiB. On failure
 *             as it was before.
 * @return QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
QTTY_API qtty_status qtty_emulator_draw(const qtty_emulator *e, qtty_buf *out);

/* --- Engines and personas ----------------------------------------------------------- */

/** What engines can differ in. */
enum {
    QTTY_CAP_SOFT_WRAP = 1u << 0,     /* qtty_row.soft_wrapped */
    QTTY_CAP_REFLOW = 1u << 1,        /* resize re-wraps lines */
    QTTY_CAP_STYLE = 1u << 2,         /* every SGR attribute of qtty_style */
    QTTY_CAP_LINK = 1u << 3,          /* qtty_cell.link */
    QTTY_CAP_PROTECT = 1u << 4,       /* qtty_cell.protect */
    QTTY_CAP_RECTANGLES = 1u << 5,    /* DECFRA, DECCRA, … and DECRQCRA */
    QTTY_CAP_CLUSTERS = 1u << 6,      /* UAX #29 clusters by mode 2027 */
    QTTY_CAP_AMBIGUOUS = 1u << 7,     /* ambiguous_width 2 */
    QTTY_CAP_NATIONAL = 1u << 8,      /* national replacement sets */
    QTTY_CAP_HORIZONTAL = 1u << 9,    /* DECFI, DECBI: horizontal scrolling */
    QTTY_CAP_REVERSE_WRAP = 1u << 10, /* modes 45 and 1045 */
    QTTY_CAP_VT52 = 1u << 11,
};

/** One thing that an engine cannot do, and the call that it lacks. */
typedef struct qtty_gap {
    uint32_t capability; /* QTTY_CAP_*; 0: none of them */
    const char *what;
    const char *missing;
} qtty_gap;

/** @return Name of the engine with this index; NULL past the last. Static. */
QTTY_API const char *qtty_engine_name(size_t index);

/** @return QTTY_CAP_* of an emulator's engine. */
QTTY_API uint32_t qtty_emulator_capabilities(const qtty_emulator *e);

/** @return Gap with this index of an engine; NULL past the last. Static. */
QTTY_API const qtty_gap *qtty_engine_gap(const char *engine, size_t index);

/** @return Name of the persona (reply profile) with this index; NULL past the last.
 * Static. */
QTTY_API const char *qtty_persona_name(size_t index);

/* --- Library ------------------------------------------------------------------------ */

/** @return Sentence for a status; "unknown status" for a number that is none. Static. */
QTTY_API const char *qtty_status_text(qtty_status status);

/** @return QTTY_VERSION of the library that runs. Static. */
QTTY_API const char *qtty_version(void);

#ifdef __cplusplus
}
#endif

#endif
