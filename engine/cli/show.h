/* What an emulator and its lines hold, as text and as JSON. */
#ifndef QTTY_CLI_SHOW_H
#define QTTY_CLI_SHOW_H

#include <jansson.h>
#include <quietty/lines.h>
#include <quietty/provider.h>

/** A string of bytes that may be ill-formed: U+FFFD for each maximal subpart. */
json_t *show_text(qtty_span text);

/** A string of bytes as they would stand in a C literal, all in ASCII. */
json_t *show_escaped(qtty_span bytes);

/** The screen, cursor, title and modes. NULL for lack of memory. */
json_t *show_terminal(const qtty_emulator *e);

/** That, with replies and events, which are taken: the object of `render --format json`,
 * without its lines. NULL for lack of memory. */
json_t *show_emulator(qtty_emulator *e);

/** Is a program running, or how has it ended? */
json_t *show_child(const qtty_child *child);

/** The retained lines, as an array of strings. */
json_t *show_lines(qtty_lines *l);

/** Append one line, as an object and a line of text. */
qtty_status show_line(const qtty_line *line, qtty_buf *out);

/** The rows of the screen, each with its LF, the blank ones at the bottom left out. */
qtty_status show_screen(const qtty_emulator *e, qtty_buf *out);

/** Append an object as one line; releases it. NULL is fine, and QTTY_E_NOMEM. */
qtty_status show_json(json_t *object, qtty_buf *out);

#endif
