/* A terminal to look at: an emulator and the lines of what it is fed, made from options
 * that several subcommands share. */
#ifndef QTTY_CLI_VIEW_H
#define QTTY_CLI_VIEW_H

#include "charset/converter.h"
#include <quietty/lines.h>

struct view_options {
    const char *engine, *persona, *term, *projection, *encoding;
    const char *hidden;  /* of view_hidden; NULL: kept */
    uint32_t rows, cols; /* 0: of the recording, or the default */
    uint32_t reports;    /* QTTY_REPORT_* to allow */
};

struct view {
    qtty_emulator *emulator;
    qtty_lines *lines;
    qtty_reader *reader;
    struct converter *converter; /* NULL: output is UTF-8 */
    bool stream;                 /* the lines do not feed the emulator themselves */
    /* Told what was fed, as UTF-8, up to each resize by output; or NULL. */
    void (*heard)(void *context, qtty_span text);
    void *context;
    uint64_t dropped; /* lines that the reader never saw */
    uint64_t cut;     /* lines that came without their front */
};

/** Names of the projections, for a table of options. */
const char *view_projection(size_t index);

/** Names of what becomes of concealed text, for a table of options; and what a name says,
 * NULL being the default. */
const char *view_hidden(size_t index);
qtty_hidden view_hidden_of(const char *name);

/** @return false: told why. Close it either way. */
bool view_open(struct view *v, const struct view_options *o);

/**
 * Feed output, and append the lines that are final then, as text or JSON, to `out`.
 *
 * @param out  NULL: the lines are not taken.
 * @return QTTY_E_NOMEM.
 */
qtty_status view_feed(struct view *v, qtty_span bytes, bool json, qtty_buf *out);

/** There are no more bytes: what the converter holds is fed. */
qtty_status view_end_bytes(struct view *v);

/** There is no more: every line is final. */
qtty_status view_end(struct view *v);

/** Append the lines that are final now and were not taken, as text or JSON, to `out`. */
qtty_status view_take_lines(struct view *v, bool json, qtty_buf *out);

/** Say how many lines were dropped before they could be taken, or cut, if any were. */
void view_tell_dropped(const struct view *v);

void view_close(struct view *v);

#endif
