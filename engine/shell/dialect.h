/* Shells as data: how one is started, prompted, and told apart. */
#ifndef QTTY_SHELL_DIALECT_H
#define QTTY_SHELL_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

struct dialect {
    const char *name;
    const char *const *argv; /* ends with NULL; NULL: the caller must give one */
    const char *prompt;      /* as it stands on the screen; NULL: it has no marks */
    bool line_editor;        /* its prompt stands in raw mode only */
    bool multiplexed;        /* its line editor waits on more than the terminal */
    /* Text of its start-up file, in which @NONCE@ stands for the nonce, and @PROMPT@ for
     * the prompt as one word in single quotes; NULL: it needs none. */
    const char *hook;
    const char *variable; /* of the environment, names the start-up file; NULL */
};

/** bash 4.4 and later: marks, and a prompt of ours. */
extern const struct dialect dialect_bash;

/** The dialect with this name; NULL: there is none. */
const struct dialect *dialect_find(const char *name);

/** The dialect with this index; NULL past the last. "bash" comes first. */
const struct dialect *dialect_at(size_t index);

#endif
