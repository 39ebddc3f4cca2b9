/* The handle behind quietty/lines.h, and what its parts share: the view, which is the
 * final lines and then the open ones, as far as both fit the bounds. */
#ifndef QTTY_LINES_LINES_H
#define QTTY_LINES_LINES_H

#include "charset/converter.h"
#include "lines/place.h"
#include "lines/project.h"
#include "lines/sanitize.h"
#include "lines/strict.h"
#include <quietty/lines.h>

struct qtty_lines {
    const qtty_allocator *allocator;
    qtty_projection projection;
    uint32_t max_read_bytes;
    struct store store;          /* final lines, and the open one or its head */
    struct sanitizer stream;     /* of one projection */
    struct project screen;       /* of the other */
    struct converter *converter; /* NULL: what is fed is UTF-8 */
    bool is_strict;
    struct strict strict;
    bool ended;
    struct place end;     /* of the screen projection: the place when it ended */
    qtty_reader *readers; /* the first of a list; see reader.h */
    char error[256];
};

/** The lines that are there. Indexes count the final ones first, then the open ones. */
struct view {
    struct store *final, *open;      /* where they stand, */
    uint64_t final_first, final_end; /* and their ordinals there */
    uint64_t open_first, open_end;
    bool open_hidden; /* older open ones had no room */
};

/** Keep the text of a failure. @return The status. */
qtty_status lines_fail(qtty_lines *l, qtty_status st);

/** Look at everything. @return QTTY_E_NOMEM: some open lines are missing. */
qtty_status lines_view(qtty_lines *l, struct view *v);

uint64_t view_count(const struct view *v);

/** Text of the line with this index, below view_count; within the bounds. @return
 * QTTY_E_NOMEM. */
qtty_status view_text(const struct view *v, uint64_t index, struct store_line *out);

/** Its id. */
uint64_t lines_id(const qtty_lines *l, const struct view *v, uint64_t index);

/** Id of a final line. */
uint64_t lines_final_id(const qtty_lines *l, uint64_t ordinal);

/** A final line by its ordinal. @return QTTY_E_NOMEM; *out is zeroed. */
qtty_status lines_final_at(qtty_lines *l, uint64_t ordinal, qtty_line *out);

/** Lines that were lost without having got an ordinal. */
uint64_t lines_lost(const qtty_lines *l);

#endif
