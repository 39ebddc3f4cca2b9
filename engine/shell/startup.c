/* The private start-up file: a name nobody can guess, a file nobody else can read or put
 * there before us, and the hook's text with the nonce and the prompt filled in. */
#define _XOPEN_SOURCE 700 /* S_ISVTX is XSI */

#include "shell/startup.h"

#include "sandbox/policy.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 16, NAMES_MAX = 16 };

/* At most 256 bytes: so many come whole or not at all. */
static bool
random_bytes(uint8_t *out, size_t len)
{
#ifdef __linux__
    ssize_t got;
    do {
        got = getrandom(out, len, 0);
    } while (got < 0 && errno == EINTR); /* early after boot it may wait */
    return got == (ssize_t)len;
#else
    return getentropy(out, len) == 0;
#endif
}

bool
startup_draw(char *out, size_t len)
{
    uint8_t bytes[NONCE_BYTES / 2];
    if (!random_bytes(bytes, len / 2))
        return false;
    for (size_t i = 0; i < len; i++)
        out[i] = "0123456789abcdef"[i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15];
    out[len] = '\0';
    return true;
}

/* Pieces that go to a file together: each write costs a system call. */
struct writer {
    int file;
    bool ok; /* else errno says why not */
    size_t len;
    char bytes[4096];
};

static void
flush(struct writer *w)
{
    const char *at = w->bytes;
    while (w->ok && w->len != 0) {
        ssize_t did = write(w->file, at, w->len);
        w->ok = did >= 0 || errno == EINTR;
        at += did < 0 ? 0 : did;
        w->len -= did < 0 ? 0 : (size_t)did;
    }
    w->len = 0;
}

static void
put(struct writer *w, const char *text, size_t len)
{
    for (; len != 0; text++, len--) {
        if (w->len == sizeof w->bytes)
            flush(w);
        w->bytes[w->len++] = *text;
    }
}

/* A text as one word of the shell. A single quote in it ends the quotes, stands escaped,
 * and opens them again. */
static void
put_quoted(struct writer *w, const char *text)
{
    put(w, "'", 1);
    for (; *text != '\0'; text++)
        if (*text == '\'')
            put(w, "'\\''", 4);
        else
            put(w, text, 1);
    put(w, "'", 1);
}

/* Is this the word at the cursor? Moves past it then. */
static bool
takes(const char **at, const char *word)
{
    size_t len = strlen(word);
    bool same = strncmp(*at, word, len) == 0;
    *at += same ? len : 0;
    return same;
}

static bool
put_hook(int file, const struct startup *s, const struct dialect *d)
{
    struct writer w = { .file = file, .ok = true };
    for (const char *at = d->hook; *at != '\0';)
        if (takes(&at, "@NONCE@"))
            put(&w, s->nonce, NONCE_BYTES);
        else if (takes(&at, "@PROMPT@"))
            put_quoted(&w, d->prompt);
        else
            put(&w, at++, 1);
    flush(&w);
    return w.ok;
}

/* The path of the file itself. @return false: it is too long; errno says so. */
static bool
file_path(const struct startup *s, char out[sizeof s->path])
{
    bool inside = s->file != NULL;
    int len = snprintf(out, sizeof s->path, "%s%s%s", s->path, inside ? "/" : "",
                       inside ? s->file : "");
    if (len >= 0 && (size_t)len < sizeof s->path)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* The mode is set again, because the umask may have taken our own rights. */
static bool
make_folder(const struct startup *s)
{
    return s->file == NULL || (mkdir(s->path, 0700) == 0 && chmod(s->path, 0700) == 0);
}

/* @return -1: errno says why not; nothing is left. */
static int
open_file(const struct startup *s)
{
    char path[sizeof s->path];
    if (!file_path(s, path) || !make_folder(s))
        return -1;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    int error = errno;
    if (file < 0 && s->file != NULL)
        rmdir(s->path);
    errno = error;
    return file;
}

/* A new file in a folder; its path goes to `s`. @return -1: errno says why not. */
static int
open_new(struct startup *s, const char *folder)
{
    char name[NAME_BYTES + 1];
    int file = -1;
    for (int tries = 0; file < 0 && tries < NAMES_MAX; tries++) {
        if (!startup_draw(name, NAME_BYTES))
            return -1;
        int len = snprintf(s->path, sizeof s->path, "%s/qtty-%s", folder, name);
        if (len < 0 || (size_t)len >= sizeof s->path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        file = open_file(s);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

/* The whole file or, with errno, none. Its mode is set again, as the folder's is. */
static bool
write_in(struct startup *s, const struct dialect *d, const char *folder)
{
    s->file = d->file;
    int file = open_new(s, folder);
    bool ok = file >= 0 && fchmod(file, 0600) == 0 && put_hook(file, s, d);
    int error = errno;
    if (file >= 0 && close(file) != 0 && ok) {
        ok = false;
        error = errno;
    }
    if (!ok && file >= 0)
        startup_remove(s);
    if (!ok)
        s->path[0] = '\0';
    errno = error;
    return ok;
}

/* Who owns the folder may replace the file before the shell reads it; where others may
 * write, only the sticky bit keeps them from it. */
static bool
is_ours_alone(const char *folder)
{
    struct stat about;
    return stat(folder, &about) == 0 && S_ISDIR(about.st_mode)
           && (about.st_uid == geteuid() || about.st_uid == 0)
           && ((about.st_mode & (S_IWGRP | S_IWOTH)) == 0
               || (about.st_mode & S_ISVTX) != 0);
}

bool
startup_will_do(const char *folder)
{
    return folder != NULL && folder[0] == '/' && strpbrk(folder, "\"$\\`") == NULL
           && is_ours_alone(folder);
}

static bool
is_hidden(const char *folder, const char *hidden)
{
    char path[STARTUP_PATH_BYTES];
    return hidden != NULL
           && (realpath(folder, path) == NULL || sandbox_path_is_in(path, hidden));
}

/* Last, /tmp, under the same rule. */
static bool
write_somewhere(struct startup *s, const struct dialect *d, const char *hidden)
{
    const char *folder = getenv("TMPDIR");
    const char *last = is_hidden("/tmp", hidden) ? "/var/tmp" : "/tmp";
    if (startup_will_do(folder) && !is_hidden(folder, hidden) && write_in(s, d, folder))
        return true;
    if (is_ours_alone(last) && !is_hidden(last, hidden))
        return write_in(s, d, last);
    errno = EPERM;
    return false;
}

qtty_status
startup_create(struct startup *s, const struct dialect *d, const char *hidden,
               struct failure *why)
{
    *s = (struct startup){ 0 };
    qtty_status st = QTTY_OK;
    if (!startup_draw(s->nonce, NONCE_BYTES))
        st = failure_errno(why, "random bits for a nonce");
    else if (d->hook != NULL && !write_somewhere(s, d, hidden))
        st = failure_errno(why, hidden != NULL ? "start-up file in /var/tmp"
                                               : "start-up file in /tmp");

    if (st != QTTY_OK)
        *s = (struct startup){ 0 };
    return st;
}

void
startup_list(const struct startup *s, char file[STARTUP_PATH_BYTES],
             const char *list[STARTUP_LIST])
{
    bool exists = s->path[0] != '\0' && file_path(s, file);
    list[0] = exists ? file : NULL;
    list[1] = s->file != NULL ? s->path : NULL;
    list[2] = NULL;
}

void
startup_remove(struct startup *s)
{
    char file[STARTUP_PATH_BYTES];
    const char *list[STARTUP_LIST];
    startup_list(s, file, list);
    for (size_t i = 0; list[i] != NULL; i++)
        (void)remove(list[i]);
    s->path[0] = '\0';
}
