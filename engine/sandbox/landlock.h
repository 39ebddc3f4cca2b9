/* Landlock, as the host sees it: what this kernel's enforces, and the launcher, a program
 * of our own that confines itself and then becomes the program. */
#ifndef QTTY_SANDBOX_LANDLOCK_H
#define QTTY_SANDBOX_LANDLOCK_H

#include "sandbox/policy.h"

enum { LANDLOCK_WORDS_MAX = 8, LAUNCHER_PATH_BYTES = 48 };

/** @return The version of its interface, 1 or more; a negative errno: there is none. */
int landlock_abi(void);

/** What a sandbox of this version lets through of what the mode forbids, in words; "":
 * nothing. Static. */
const char *landlock_lets_through(int abi, qtty_sandbox mode);

/**
 * Put the launcher into a file in memory.
 *
 * @param path  By which a child of this process can execute it while the file is open.
 * @return The file, to be closed; -1: errno says why; ENOSYS: its system calls are not
 *         known for this processor.
 */
int launcher_open(char path[LAUNCHER_PATH_BYTES]);

/**
 * What the launcher is to be started with; the file of the program and its words follow.
 *
 * @param words     Filled in; they are static, or borrowed from the other arguments.
 * @param launcher  Its path.
 * @param tmp       A folder that may be written, beside the workspace; "": none.
 * @return How many there are.
 */
size_t landlock_words(qtty_span words[LANDLOCK_WORDS_MAX], const char *launcher,
                      const struct sandbox_policy *policy, const char *tmp);

#endif
