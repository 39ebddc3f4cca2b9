/* A recording holds what stood on a terminal: nobody else may read it. */
#define _POSIX_C_SOURCE 200809L

#include "cli/tape.h"

#include "cli/message.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
tell(struct tape *t)
{
    fail(EXIT_FAILED, "--record: %s: %s", t->path, strerror(errno));
    t->failed = true;
}

/* A file that was there is emptied, and made its owner's alone before anything is in it;
 * a pipe or a device is written to as it is. */
static bool
take_file(int file)
{
    struct stat about;
    int flags = fcntl(file, F_GETFL);
    if (fstat(file, &about) != 0 || flags < 0
        || fcntl(file, F_SETFL, flags & ~O_NONBLOCK) != 0)
        return false;
    return !S_ISREG(about.st_mode)
           || (fchmod(file, 0600) == 0 && ftruncate(file, 0) == 0);
}

/* Not blocking: else a FIFO that nobody reads would be waited for. */
bool
tape_open(struct tape *t, const char *path)
{
    *t = (struct tape){ .path = path, .file = -1 };
    if (path == NULL)
        return true;
    t->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
    if (t->file < 0 || !take_file(t->file)) {
        tell(t);
        tape_close(t);
    }
    return !t->failed;
}

static void
write_all(struct tape *t, qtty_span text)
{
    while (t->file >= 0 && !t->failed && text.len != 0) {
        ssize_t put = write(t->file, text.data, text.len);
        if (put < 0 && errno != EINTR)
            tell(t);
        text.data += put > 0 ? put : 0;
        text.len -= put > 0 ? (size_t)put : 0;
    }
}

void
tape_take(struct tape *t, qtty_session *s)
{
    write_all(t, qtty_session_recording(s));
    qtty_session_take_recording(s, SIZE_MAX);
}

void
tape_take_from(struct tape *t, struct recorder *r)
{
    write_all(t, qtty_buf_span(&r->text));
    r->text.len = 0;
}

void
tape_close(struct tape *t)
{
    if (t->file >= 0 && close(t->file) != 0 && !t->failed)
        tell(t);
    t->file = -1;
}

int
tape_code(const struct tape *t, int code)
{
    return code == 0 && t->failed ? EXIT_FAILED : code;
}
