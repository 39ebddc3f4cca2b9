/* A .vt script in memory: cases, each with its configuration and its statements. Spans
 * point into the script, which owns them all. */
#ifndef VT_SCRIPT_H
#define VT_SCRIPT_H

#include "attribute.h"
#include <quietty/lines.h>
#include <regex.h>

enum statement_id {
#define DIRECTIVE(id, word, read)         ST_##id,
#define STATEMENT(id, word, read, effect) ST_##id,
#include "statements.def"
#undef STATEMENT
#undef DIRECTIVE
    STATEMENT_IDS,
};

/** What a statement checks beside its main point. */
enum {
    HAS_TEXT = 1u << 0,
    HAS_WIDTH = 1u << 1,
    HAS_VALUE = 1u << 2,
    HAS_SHAPE = 1u << 3,
    PENDING_WRAP = 1u << 4,
    HIDDEN = 1u << 5,
    BASE = 1u << 6,
    ONLY = 1u << 7,
    DEC = 1u << 8,
};

/** One statement. Each uses the fields that its row in statements.def reads. */
struct statement {
    enum statement_id id;
    uint32_t line;
    uint32_t flags;
    uint32_t row, col; /* also a size; a lone number is in `row` */
    uint32_t choice;   /* index of a word: yes and on are 1, no and off are 0 */
    int32_t value;     /* of command-end */
    uint32_t width;
    qtty_span text;
    size_t first, count; /* of texts (screen, lines, clusters) or attributes (cell) */
};

/** A row of a block, or a cluster, with the line that it stands in. */
struct text {
    qtty_span bytes;
    uint32_t line;
};

struct vt_case {
    qtty_span name;
    uint32_t line;
    qtty_emulator_config config; /* engine and allocator are the runner's to choose */
    qtty_projection projection;
    bool every_split;
    bool wants_lines;
    size_t first, count; /* of statements */
    size_t fed_bytes;    /* by all of its feeds */
};

struct script {
    const char *path; /* borrowed */
    uint8_t *source;
    size_t source_len;
    struct vt_case *cases;
    size_t case_count, case_capacity;
    struct statement *statements;
    size_t statement_count, statement_capacity;
    struct text *texts;
    size_t text_count, text_capacity;
    struct attribute *attributes;
    size_t attribute_count, attribute_capacity;
    uint8_t **files; /* that feed-file named */
    size_t file_count, file_capacity;
};

/**
 * Read a script.
 *
 * @param path  Borrowed until script_finish.
 * @return false: it cannot be read, or a statement is unknown or malformed; stderr says
 *         why. The script is to be finished all the same.
 */
bool script_read(struct script *s, const char *path);

void script_finish(struct script *s);

/**
 * Read a file whole.
 *
 * @param out  To be given to free(3); NULL on failure.
 * @return false: it cannot be read; errno says why.
 */
bool file_read(const char *path, uint8_t **out, size_t *len);

/** The word of a statement. Static. */
const char *statement_word(enum statement_id id);

/** Is it one of those that look at the pending replies? */
bool is_reply_check(enum statement_id id);

/** What `event` and `mouse` can name, with what that means to the emulator. */
extern const char *const event_words[];
extern const qtty_event_kind event_kinds[];
extern const char *const mouse_words[];
extern const uint32_t mouse_modes[]; /* 0: none */

/** Compile a POSIX extended pattern. @return 0, else what regerror(3) takes. */
int pattern_compile(regex_t *out, qtty_span pattern);

#endif
