/* The PROGRAM of quietty shell, and the dialect that it speaks. */
#ifndef QTTY_CLI_SHELL_PROGRAM_H
#define QTTY_CLI_SHELL_PROGRAM_H

#include <quietty/session.h>

enum { DIALECT_WORDS_MAX = 16 };

/**
 * Choose dialect and words. A program alone gets the dialect's own arguments. Without a
 * dialect the program's name tells it; what is no shell that is known is of none.
 *
 * @param c        `dialect` is as it was asked for, NULL where it was not; becomes what
 *                 is to be started.
 * @param words    The program and its arguments, `count` of them; room for count and
 *                 DIALECT_WORDS_MAX. Borrowed as `c->argv`.
 * @return OPTIONS_GO_ON, or the code to exit with: told why.
 */
int shell_program_choose(qtty_session_config *c, qtty_span *words, size_t count);

#endif
