/* The private start-up file of a shell: what teaches it our prompt and marks, and the
 * nonce in them that nobody else is told. */
#ifndef QTTY_SHELL_STARTUP_H
#define QTTY_SHELL_STARTUP_H

#include "provider/failure.h"
#include "shell/dialect.h"

enum { NONCE_BYTES = 32, STARTUP_PATH_BYTES = 4096, STARTUP_LIST = 3 };

/** Zeroed: there is no file. */
struct startup {
    char nonce[NONCE_BYTES + 1];   /* 128 random bits, in hexadecimal */
    char path[STARTUP_PATH_BYTES]; /* of the file, or of its folder, absolute; "": none */
    const char *file;              /* in the folder; NULL: `path` is the file */
};

/** Can private files stand in this folder? It must be an absolute path without `"`, `$`,
 * `\` and a backquote (bash expands the value of ENV), and a folder in which they cannot
 * be replaced by others. NULL: no. */
bool startup_will_do(const char *folder);

/**
 * Draw a nonce and write the dialect's start-up file, if it has one: of mode 0600, new,
 * never through a link, under a name that does not tell the nonce. Where the dialect
 * wants it in a folder, that is new, too, and of mode 0700.
 *
 * It stands in TMPDIR, or in /tmp where TMPDIR will not do; where the shell does not see
 * /tmp, in /var/tmp.
 *
 * @param hidden  A folder that the shell does not see; NULL: none.
 * @return QTTY_E_IO: no random bits, or the file cannot be made; `why` says it. Nothing
 *         is left behind then, and `s` is zeroed.
 */
qtty_status startup_create(struct startup *s, const struct dialect *d, const char *hidden,
                           struct failure *why);

/** Draw random bits: an even number of hexadecimal digits, at most NONCE_BYTES, and a
 * NUL. @return false: there are none; errno says why. */
bool startup_draw(char *to, size_t digits);

/** What startup_remove removes, in that order; ends with NULL.
 *
 * @param file  Room for a path of the list, which is borrowed from it and `s`. */
void startup_list(const struct startup *s, char file[STARTUP_PATH_BYTES],
                  const char *list[STARTUP_LIST]);

/** Remove the file and its folder, if they are still there. The nonce stays. */
void startup_remove(struct startup *s);

#endif
