/* Lines: what a stream said, as normalised text that a reader without eyes can use.
 *
 * A line gets its id when its first cell is written. It is open while it can still
 * change, then final. Lines are retained within two bounds, lines and bytes; the oldest
 * go first. Two projections exist, each with the same calls. */
#ifndef QUIETTY_LINES_H
#define QUIETTY_LINES_H

#include <quietty/emulator.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qtty_lines qtty_lines;
typedef struct qtty_reader qtty_reader;

typedef enum qtty_projection {
    /** The emulator's result: soft-wrapped rows are one line; what was overwritten or
     *  erased shows its last state only; the alternate screen adds nothing. */
    QTTY_PROJECTION_SCREEN,
    /** Control sequences removed; CRLF and a lone CR are line ends; TAB stays, other C0
     *  and DEL go. A CR waits for the next byte of the stream. */
    QTTY_PROJECTION_STREAM,
} qtty_projection;

/** What becomes of text that a person does not see. */
typedef enum qtty_hidden {
    QTTY_HIDDEN_DEFAULT, /* of lines and sessions: kept; of texts for models: marked */
    QTTY_HIDDEN_KEPT,    /* as if it were seen */
    QTTY_HIDDEN_MARKED,  /* said to be there, in brackets that it cannot close: U+27E6 and
                          * U+27E7 */
    QTTY_HIDDEN_REMOVED,
} qtty_hidden;

/** Zero means the default of each field. */
typedef struct qtty_lines_config {
    size_t size; /* sizeof(qtty_lines_config), or the offset of a field: without it and
                  * those behind it */
    const qtty_allocator *allocator; /* borrowed for the life of the handle */
    qtty_projection projection;
    bool strict;                   /* ill-formed text fails the feed; else U+FFFD */
    uint32_t scrollback_lines;     /* default 10 000 */
    uint32_t scrollback_max_bytes; /* UTF-8 of all lines; default 4 194 304 */
    uint32_t max_read_bytes;       /* of a page or a delta, at most scrollback_max_bytes;
                                    * default 262 144, or scrollback_max_bytes if less */
    const char *encoding;          /* of what is fed; as in session.h */
    /* Text that is concealed (SGR 8) or in its background's colour, or as good as that;
     * default kept. Marked it is `⟦concealed: …⟧`; removed, there are spaces. Of the
     * screen projection: the stream projection has no looks. */
    qtty_hidden hidden;
} qtty_lines_config;

#define QTTY_LINES_CONFIG_INIT                                                           \
    {                                                                                    \
        .size = sizeof(qtty_lines_config)                                                \
    }

/**
 * Make a line projection.
 *
 * @param out       The handle, to be given to qtty_lines_destroy; NULL on failure.
 * @param config    Read during the call; NULL: all defaults.
 * @param emulator  What the screen projection reads; borrowed for the life of the handle.
 *                  NULL with the stream projection.
 * @return QTTY_E_RANGE: a number out of its range; QTTY_E_INVAL: `size`, `hidden`, or an
 *         emulator that the projection lacks or cannot use; QTTY_E_UNSUPPORTED: no such
 *         encoding; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_lines_create(qtty_lines **out, const qtty_lines_config *config,
                                       qtty_emulator *emulator);

/** Free it; readers of it must be gone. NULL is fine. */
QTTY_API void qtty_lines_destroy(qtty_lines *l);

/**
 * Feed output of the child program: to the emulator, for the screen projection, and to
 * the lines; as UTF-8, whatever the encoding. Any split of a stream into calls gives the
 * same lines.
 *
 * @return QTTY_E_ENCODING: ill-formed text, strict; what stood before it was taken, and
 *         qtty_lines_error names offset and bytes. Every later feed fails the same way.
 *         QTTY_E_CLOSED: after qtty_lines_end. QTTY_E_NOMEM: some text is lost, and
 *         `truncated` says so.
 */
QTTY_API qtty_status qtty_lines_feed(qtty_lines *l, qtty_span bytes);

/**
 * The stream has ended: a held CR becomes a line end, a cut character U+FFFD, an
 * unfinished sequence is dropped, and every line is final. Feeding again is an error
 * (QTTY_E_CLOSED).
 *
 * @return As qtty_lines_feed.
 */
QTTY_API qtty_status qtty_lines_end(qtty_lines *l);

/** Look at the emulator again after it was resized or reset by its own calls.
 * @return QTTY_E_NOMEM: some text is lost, and `truncated` says so. */
QTTY_API qtty_status qtty_lines_sync(qtty_lines *l);

/** @return Text of the last failure of this handle; "" if there was none. Borrowed. */
QTTY_API const char *qtty_lines_error(const qtty_lines *l);

/** @return Lines retained now, open ones included; final ones. Final lines that open
 * ones leave no room for do not count: they are hidden, and can show again. */
QTTY_API uint64_t qtty_lines_count(qtty_lines *l);
QTTY_API uint64_t qtty_lines_final(qtty_lines *l);

/** @return Lines that are gone for good, so far; hidden ones are not. */
QTTY_API uint64_t qtty_lines_dropped(qtty_lines *l);

/* --- Pages -------------------------------------------------------------------------- */

/** One page of text, in chronological order. */
typedef struct qtty_page {
    uint64_t retained; /* lines retained when it was read */
    uint64_t offset;   /* lines between the page's newest and the newest of all */
    uint64_t count;    /* lines in the page; the first may be cut at its front */
    bool truncated;    /* older text was dropped or is hidden, or the page was cut */
} qtty_page;

/**
 * Page backwards.
 *
 * @param offset  Lines before the newest; 0 or more. Past the end: an empty page.
 * @param count   Lines, 1 or more. (A session's defaults: 0 and 500.)
 * @param text    The lines are appended, with LF between them; at most max_read_bytes,
 *                cut at the front on a grapheme boundary.
 * @return QTTY_E_RANGE: `offset` or `count`; QTTY_E_NOMEM, QTTY_E_LIMIT from `text`.
 */
QTTY_API qtty_status qtty_lines_read(qtty_lines *l, int64_t offset, int64_t count,
                                     qtty_buf *text, qtty_page *page);

/** One line. */
typedef struct qtty_line {
    uint64_t id;    /* below 2^63; kept when the line moves; grows with its first write */
    qtty_span text; /* UTF-8 without LF; borrowed until the next call on these lines */
    bool final;     /* cannot change, unless growing the screen pulls it back */
    bool in_view;   /* of the terminal's own scrollback, or open; see emulator.h */
    bool rewritten; /* from a reader: it gave an earlier text of this line before */
    bool cut;       /* its front was dropped: longer than a bound */
} qtty_line;

/**
 * A line by its index, 0 the oldest retained, final ones first, then the open ones.
 *
 * @return QTTY_E_RANGE: no such line; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_lines_line(qtty_lines *l, uint64_t index, qtty_line *out);

/** A line by its id. @return QTTY_E_NOT_FOUND: none retained has it; QTTY_E_NOMEM. */
QTTY_API qtty_status qtty_lines_find(qtty_lines *l, uint64_t id, qtty_line *out);

/* --- Readers ---------------------------------------------------------------------------
 * A reader is a place among the lines. It is made at the present: lines that are there
 * already, and do not change, are not read. */

/** @param out  NULL on failure. @return QTTY_E_NOMEM. */
QTTY_API qtty_status qtty_reader_create(qtty_reader **out, qtty_lines *l);

/** NULL is fine. */
QTTY_API void qtty_reader_destroy(qtty_reader *r);

/** Move to the present, as a new reader: the boundary of a send.
 * @return QTTY_E_NOMEM: the reader did not move. */
QTTY_API qtty_status qtty_reader_mark(qtty_reader *r);

/**
 * Move to just after the line with this id, or to the oldest retained line with id 0.
 *
 * @return QTTY_E_NOT_FOUND: not among the retained final lines; the reader did not move.
 */
QTTY_API qtty_status qtty_reader_seek(qtty_reader *r, uint64_t id);

/**
 * Read the next final line that this reader has not given, or gave with another text.
 *
 * @param gap  Lines dropped before this one that the reader will never see; usually 0.
 * @return QTTY_E_NOT_FOUND: none yet; QTTY_E_NOMEM.
 */
QTTY_API qtty_status qtty_reader_next(qtty_reader *r, qtty_line *out, uint64_t *gap);

/** What changed since the mark. */
typedef struct qtty_delta {
    uint64_t lines; /* in the text */
    bool truncated; /* lines since the mark were dropped or are hidden, or did not fit,
                     * or one was cut */
} qtty_delta;

/**
 * The present text of every line that changed since the mark, open ones too, in order,
 * whole lines, LF between them, appended to `text`; past max_read_bytes the newest are
 * kept (of a single longer line its end, cut on a grapheme boundary).
 *
 * @return QTTY_E_NOMEM, QTTY_E_LIMIT from `text`.
 */
QTTY_API qtty_status qtty_reader_delta(qtty_reader *r, qtty_buf *text, qtty_delta *out);

#ifdef __cplusplus
}
#endif

#endif
