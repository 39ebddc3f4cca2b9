/* A row that left the screen, packed into bytes: its text, and the runs of one look where
 * that is not the default one. Most rows are ASCII in one style, and cost eight bytes
 * more than their text.
 *
 *   head  id (4), columns (2), flags (1), line attribute (1)
 *   more  bytes of text (4), runs (2); only where the flags say EXTENDED
 *   text  a cell after the other, as PACKED_* below has it
 *   runs  first column (2), style (2); where the flags say LINKED, link (2) and
 *         protection (2), too */
#ifndef QTTY_SCREEN_RECORD_H
#define QTTY_SCREEN_RECORD_H

#include "screen/intern.h"
#include "screen/row.h"
#include <quietty/buf.h>

enum {
    RECORD_SOFT_WRAPPED = 1u << 0,
    RECORD_IN_VIEW = 1u << 1,  /* not kept by a clear */
    RECORD_BYTES = 1u << 2,    /* each column is one byte of text */
    RECORD_EXTENDED = 1u << 3, /* `more` is there */
    RECORD_HEAD = 1u << 4,     /* a line is wrapped anew from here on, see rewrap.h */
    RECORD_LINKED = 1u << 5,   /* a run has a link or protection, so all say which */
};

/* What no text begins with begins a cell that is more than a scalar of one column. */
enum {
    PACKED_ERASED = 0x00,
    PACKED_WIDE = 0x01,         /* then a scalar of two columns */
    PACKED_CLUSTER = 0x02,      /* then a count of bytes, and these */
    PACKED_WIDE_CLUSTER = 0x03, /* the same, of two columns */
};

/** A record in memory, opened. */
struct record {
    uint32_t id; /* 0: nothing was ever written */
    uint32_t columns;
    uint8_t flags;
    enum row_line line;
    qtty_span text;
    qtty_span runs;
};

/** A cell of a record. */
struct packed_cell {
    qtty_span text; /* of its cluster; empty: erased */
    uint32_t width; /* 1 or 2 */
    uint16_t style, link;
    bool protect;
};

/** Append a cell's text: a space where it is erased. */
qtty_status packed_text(const struct packed_cell *cell, qtty_buf *out);

/** A scalar or more? The bytes of a cell's text tell. */
bool packed_is_scalar(qtty_span text);

/** Where rows are packed before there is room for them. */
struct packer {
    const struct widen *widen;
    qtty_buf text, runs;
    uint8_t flags; /* RECORD_BYTES, RECORD_EXTENDED, RECORD_LINKED */
};

void packer_init(struct packer *p, const qtty_allocator *a);
void packer_finish(struct packer *p);

/** Pack a row's cells up to the last that is not erased. @return false: no memory, and
 * what was packed is an empty row. */
bool packer_take(struct packer *p, const struct row *row, const struct intern *clusters);

/** The same of a row of cells of one look, whose text is known already. */
bool packer_take_printed(struct packer *p, const struct row *row, qtty_span text);

/** Write the text of a cell, which is no spacer, as records have it: at most 4 bytes a
 * column, of a cluster two more than its own. @return Its end. */
uint8_t *packed_put(uint8_t *to, struct cell cell, const struct intern *clusters);

/** Bytes of the record that record_write makes of what was packed. */
size_t record_bytes(const struct packer *p);

/** @param head  All but `text` and `runs`; `flags` are joined with the packer's. */
void record_write(uint8_t *to, const struct packer *p, const struct record *head);

/** The same of a row that is text, without a packer: its flags are found first, and then
 * stand in `head`. Behind the record there is room for RECORD_SLACK bytes more, in which
 * anything may stand afterwards. */
enum { RECORD_SLACK = 15 };
size_t record_text_bytes(const struct row *row, uint8_t *flags);
void record_write_text(uint8_t *to, const struct row *row, const struct record *head);

/** Open a record that record_write wrote. */
struct record record_open(const uint8_t *bytes);

/** The flags of a record, to be changed. */
static inline uint8_t *
record_flags(uint8_t *bytes)
{
    return bytes + 6;
}

/** Keep the styles and links of its runs through the next sweep of those tables. */
void record_mark(const struct record *r, struct intern *styles, struct intern *links);

/** The cells of a record, one after another. */
struct record_reader {
    struct record record;
    uint32_t column; /* of the next cell */
    size_t text_at, run_at;
    uint32_t run_end; /* column where the run's look ends */
    struct packed_cell look;
};

void record_read(struct record_reader *reader, const struct record *r);

/** Go on where a reader stood. */
void record_resume(struct record_reader *reader, const struct record *r, uint32_t column,
                   size_t text_at, size_t run_at);

/** The next cell. @return false: there is none. */
bool record_next(struct record_reader *reader, struct packed_cell *out);

/** Pass cells until the next one is at this column, or covers it. */
void record_seek(struct record_reader *reader, uint32_t column);

#endif
