/* A case run: a fresh terminal, fed in pieces, looked at. */
#ifndef VT_RUN_H
#define VT_RUN_H

#include "script.h"

/** How the bytes of a case are cut into calls. All zero: a call for each feed. */
struct cutting {
    size_t chunk; /* bytes of a call at most; 0: no limit */
    size_t at;    /* a cut after this many bytes of the case; 0: none */
};

/** What came of it. */
struct outcome {
    qtty_buf failures; /* printed lines */
    qtty_buf skipped;  /* names of checks that the engine cannot answer, ", " between */
    uint32_t answered; /* checks that it could */
};

/** Replies kept under a label. */
struct kept {
    qtty_span label;
    qtty_buf bytes;
};

struct run {
    const struct script *script;
    const struct vt_case *vt_case;
    struct cutting cutting;
    size_t fed; /* bytes so far */
    qtty_emulator *emulator;
    qtty_lines *lines; /* NULL unless the case asks for lines */
    uint32_t capabilities;
    struct kept *kept;
    size_t kept_count, kept_capacity;
    qtty_buf text; /* scratch of a check */
    struct outcome *outcome;
};

void outcome_init(struct outcome *o);
void outcome_finish(struct outcome *o);

/**
 * Run a case: with each feed whole; with `split` again byte by byte and in chunks of 7;
 * every-split as the case asks. A run that fails otherwise than the first is a failure.
 *
 * @param engine  Name; NULL: the first.
 * @param out     Initialised and empty; filled.
 */
void run_case(const struct script *s, const struct vt_case *c, const char *engine,
              bool split, struct outcome *out);

/* --- For the effects of statements ---- */

#define DIRECTIVE(id, word, read)
#define STATEMENT(id, word, read, effect)                                                \
    void effect(struct run *r, const struct statement *st);
#include "statements.def"
#undef STATEMENT
#undef DIRECTIVE

/** Can the engine answer? If not, the check's name is noted. */
bool can_answer(struct run *r, uint32_t capability, const char *name);

/**
 * Check two strings.
 *
 * @param line  Of the script.
 * @param what  Is compared: `row 3`.
 */
void expect(struct run *r, uint32_t line, const char *what, const char *expected,
            const char *got);

/** The same for bytes, which are printed as scripts write them. */
void expect_bytes(struct run *r, uint32_t line, const char *what, qtty_span expected,
                  qtty_span got);

#endif
