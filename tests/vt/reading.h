/* A script while it is being read; what the readers of arguments share. */
#ifndef VT_READING_H
#define VT_READING_H

#include "script.h"

struct reading {
    struct scanner scan; /* in the present line */
    uint8_t *rest;       /* the lines after it */
    uint8_t *end;        /* of the script */
    struct script *script;
    struct vt_case *current; /* NULL before the first case */
};

/** Go to the next line. @return false: there is none. */
bool next_line(struct reading *r);

#define DIRECTIVE(id, word, read) bool read(struct reading *r, struct statement *st);
#define STATEMENT(id, word, read, effect)
#include "statements.def"
#undef STATEMENT
#undef DIRECTIVE

/* Readers of arguments. Each fills the statement, and fails as scans do. */
bool read_nothing(struct reading *r, struct statement *st);
bool read_text(struct reading *r, struct statement *st);
bool read_hex(struct reading *r, struct statement *st);
bool read_file(struct reading *r, struct statement *st);
bool read_pattern(struct reading *r, struct statement *st);
bool read_label(struct reading *r, struct statement *st);
bool read_size(struct reading *r, struct statement *st);
bool read_cursor(struct reading *r, struct statement *st);
bool read_yes_no(struct reading *r, struct statement *st);
bool read_on_off(struct reading *r, struct statement *st);
bool read_row(struct reading *r, struct statement *st);
bool read_row_text(struct reading *r, struct statement *st);
bool read_row_yes_no(struct reading *r, struct statement *st);
bool read_block(struct reading *r, struct statement *st);
bool read_lines(struct reading *r, struct statement *st);
bool read_cell(struct reading *r, struct statement *st);
bool read_clusters(struct reading *r, struct statement *st);
bool read_mode(struct reading *r, struct statement *st);
bool read_mouse(struct reading *r, struct statement *st);
bool read_event(struct reading *r, struct statement *st);

#endif
