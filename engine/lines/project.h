/* The screen projection: rows of an emulator's primary screen, joined to lines. A row
 * that left the screen by its top is taken by its place; a line is final once all of its
 * rows did. What is on the screen is looked at when somebody asks.
 *
 * The id of a line is that of its first row. Nothing was ever written to some rows, such
 * as those between two programs' output; then the place that the row has, or would get if
 * the screen scrolled, makes the id, so that it stays when the row does leave. */
#ifndef QTTY_LINES_PROJECT_H
#define QTTY_LINES_PROJECT_H

#include "lines/store.h"
#include <quietty/lines.h>

/** In an id: of a line that nothing was written to; the bits below are its place. */
#define ID_OF_PLACE (UINT64_C(1) << 62)

/** Where a line comes from: places [first, end). */
struct origin {
    uint64_t id;
    uint64_t first, end;
};

/** Lines that are made of rows. */
struct joined {
    struct store *text;    /* borrowed */
    struct ring origins;   /* struct origin, of the store's final lines */
    struct origin current; /* of its open line */
};

/** The head of the first line on the screen, which has left it. It is copied once, and
 * what follows it with each look. */
struct head {
    bool there;
    uint64_t ordinal,
        lost;       /* of the scrolled line, and of its store, when it was copied */
    uint64_t taken; /* position in the scrolled text that it was copied up to */
    uint64_t end;   /* position in the screen's text where it ends */
};

struct project {
    qtty_emulator *emulator; /* borrowed */
    struct joined
        scrolled; /* lines whose last row left the screen, and the head of one */
    struct joined on_screen;  /* lines whose last row is there, as of `generation` */
    struct store screen_text; /* has room for a head and a screen */
    struct head head;
    uint64_t generation;
    bool stale;      /* look at the screen again, whatever the generation */
    uint64_t first;  /* the oldest place that the emulator kept, as far as is known */
    uint64_t next;   /* place of the next row to take */
    uint64_t pulls;  /* times that the emulator took rows back, as far as is known */
    uint64_t low;    /* rows from this place on were pulled back */
    uint64_t over;   /* final lines from this ordinal on were on the screen at the end */
    uint64_t missed; /* rows that were gone before they could be taken */
    qtty_buf row;
    qtty_hidden hidden; /* what becomes of concealed text */
    uint64_t colors;    /* generation of the colours that it was found by */
};

/**
 * Begin with the rows that the emulator keeps; allocates nothing.
 *
 * @param store   Final lines go here; its bounds are those of the screen's lines, too.
 * @param hidden  What becomes of concealed text; not QTTY_HIDDEN_DEFAULT.
 */
void project_init(struct project *p, const qtty_allocator *allocator,
                  qtty_emulator *emulator, struct store *store, qtty_hidden hidden);
void project_finish(struct project *p);

/** Feed the front of a stream: no more than that the emulator keeps every row until it is
 * taken. @param bytes  Not empty; advanced. @return As qtty_emulator_feed. */
qtty_status project_feed(struct project *p, qtty_span *bytes);

/**
 * Rows that were taken may have gone back to the screen since.
 *
 * @return Ordinal of the oldest final line that is open again; the end of all if none is.
 */
uint64_t project_pulled(struct project *p);

/** Drop the lines from that ordinal on. What is left of their rows is taken again. */
void project_reopen(struct project *p, uint64_t ordinal);

/** The text of a row of the primary screen into `row`, up to a column.
 * @return QTTY_E_NOMEM, QTTY_E_LIMIT. */
qtty_status project_row(struct project *p, uint32_t y, uint32_t end);

/** Take the rows that left the screen. @return QTTY_E_NOMEM: some text is lost. */
qtty_status project_drain(struct project *p);

/** Look at the screen, if it changed. @return QTTY_E_NOMEM: some lines are not there. */
qtty_status project_look(struct project *p);

/** Bytes of a line on the screen, with those of its front that are not kept, as of the
 * last look. @param index  Among all lines on the screen; not dropped. */
uint64_t project_length(const struct project *p, uint64_t index);

/** The stream has ended: the lines on the screen are final. Fails as project_drain. */
qtty_status project_end(struct project *p);

/** The origin of a final line. */
const struct origin *project_origin(const struct project *p, uint64_t ordinal);

/** Is a final line in the view of the terminal's own scrollback? */
bool project_in_view(const struct project *p, uint64_t ordinal);

#endif
