/* Standard input, typed into a terminal as a person would: when the program waits for
 * it, a line after the other, as the terminal takes it; then end-of-file to whoever
 * reads on. */
#ifndef QTTY_CLI_TYPIST_H
#define QTTY_CLI_TYPIST_H

#include "charset/converter.h"
#include "cli/cue.h"

struct typist {
    qtty_span keys; /* names of those to press, before anything else */
    bool active;    /* there is something to type: standard input is no terminal */
    bool open;      /* standard input may have more */
    qtty_buf text;  /* what was read, as the program reads it */
    size_t at;      /* of it, what is typed already */
    size_t begun;   /* bytes left of a message that was begun */
    size_t line;    /* bytes typed since the last line end, to a canonical reader */
    uint64_t lines; /* line ends typed */

    struct converter *converter; /* NULL: what was read is typed as it is; borrowed */
    uint8_t held[4];             /* a character that a read cut */
    size_t held_len;

    struct cue cue;
    bool settled;   /* it came since the latest output */
    bool at_prompt; /* the latest output does not end its line */
};

/** Type standard input; or, where some are named, press these keys instead. Borrowed. */
void typist_init(struct typist *t, const char *keys, struct converter *converter);

/** The program was started. @param provable  As in cue.h. */
void typist_start(struct typist *t, qtty_terminal *terminal, bool provable,
                  uint64_t now_ns);
void typist_finish(struct typist *t);

/** Would it read standard input now? */
bool typist_wants_more(const struct typist *t);

/** Would it type now, were there room? */
bool typist_wants_room(const struct typist *t);

/** When it wants to look at the reader; QTTY_NEVER. */
uint64_t typist_deadline(const struct typist *t);

/** Read from standard input, which has something. @return errno of a failure, or 0;
 * EILSEQ: what the converter cannot encode, or no UTF-8. */
int typist_read(struct typist *t);

/** The program printed something (not empty): the reader may be another now. */
void typist_notice(struct typist *t, qtty_span output, uint64_t now_ns);

/** Type what there is room for, keys by the modes of the emulator. @return as
 * qtty_terminal_write; QTTY_E_LINE_TOO_LONG; QTTY_E_NOMEM. */
qtty_status typist_type(struct typist *t, const qtty_emulator *emulator,
                        qtty_terminal *terminal, uint64_t now_ns);

#endif
