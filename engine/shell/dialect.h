/* Shells as data: how one is started, set up, prompted, told apart, and left. */
#ifndef QTTY_SHELL_DIALECT_H
#define QTTY_SHELL_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

/** A variable of the environment that the shell must find, or must not. */
struct dialect_variable {
    const char *name;  /* NULL: the list's end */
    const char *value; /* NULL: it is removed */
};

struct dialect {
    const char *name;
    const char *const *argv; /* ends with NULL; NULL: the caller must give one */
    const struct dialect_variable *environment; /* NULL: nothing but `variable` */
    const char *prompt; /* as it stands on the screen; NULL: it has no marks */
    const char *rest;   /* the one for the rest of a command, which ends with mark P,
                           where marks C tell where outputs begin; NULL: it has none */
    bool line_editor;   /* its prompt stands in raw mode only */
    bool multiplexed; /* its line editor waits on more than the terminal, or may, as with
                         a time limit */
    bool keeps_lines; /* it edits all lines of an unfinished command as one text */
    bool marks_input; /* it prints mark B where a command can be typed, and needs no mark
                         * C: a command's output begins behind the echo of its line */
    bool marks_rest;  /* it prints mark P wherever the rest of a command can be */
    /* Text of its start-up file, in which @NONCE@ stands for the nonce, and @PROMPT@ for
     * the prompt as one word in single quotes; NULL: it needs none. */
    const char *hook;
    const char *variable; /* of the environment, names the start-up file; NULL */
    const char *file;     /* NULL; else `variable` names a folder with this file in it */
    /* Lines that are typed during the start-up, each when the shell waits; the last one
     * leads to the first prompt. Ends with NULL; NULL: there are none. */
    const char *const *bootstrap;
    const char *leave; /* the line that makes it leave; NULL: unknown */
};

/** For shells whose prompts carry the marks: they find no PS1 and no PS2. */
extern const struct dialect_variable dialect_no_prompts[];

/** bash 4.4 and later: marks, and a prompt of ours. */
extern const struct dialect dialect_bash;
/** Any POSIX shell as /bin/sh: dash, busybox, bash. */
extern const struct dialect dialect_sh;
extern const struct dialect dialect_zsh;
/** fish 3.4 and later. */
extern const struct dialect dialect_fish;
/** ksh93; where `ksh` is a relative of it, what that can do. */
extern const struct dialect dialect_ksh;
extern const struct dialect dialect_mksh;
/** The interactive Python, 3.8 and later: a command is a statement, its status 1 if it
 * raised. */
extern const struct dialect dialect_python;
/** PowerShell 7 on Unix. */
extern const struct dialect dialect_pwsh;

/** The dialect with this name; NULL: there is none. */
const struct dialect *dialect_find(const char *name);

/** The dialect with this index; NULL past the last. "bash" comes first, "none" last. */
const struct dialect *dialect_at(size_t index);

#endif
