/* The program in another terminal: writes there what it is sent, asks the terminal for
 * its status, and says when the answer is there, by which time all that was written has
 * been read. It ends when nobody is left to send, so that the terminal has nothing to
 * show. */
#define _DEFAULT_SOURCE

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

static bool
put(int to, const char *bytes, size_t len)
{
    while (len != 0) {
        ssize_t put = write(to, bytes, len);
        if (put <= 0)
            return false;
        bytes += put;
        len -= (size_t)put;
    }
    return true;
}

static bool
get(int from, void *bytes, size_t len)
{
    char *at = bytes;
    while (len != 0) {
        ssize_t got = read(from, at, len);
        if (got <= 0)
            return false;
        at += got;
        len -= (size_t)got;
    }
    return true;
}

/* How often a text of four bytes ends in these; the last three are kept from call to
 * call. */
static unsigned
count(const char *text, char last[4], const char *bytes, size_t len)
{
    unsigned found = 0;
    for (size_t i = 0; i < len; i++) {
        memmove(last, last + 1, 3);
        last[3] = bytes[i];
        found += memcmp(last, text, 4) == 0;
    }
    return found;
}

/* The status is asked for, perhaps by the bytes themselves, too. */
static unsigned asked, answered;
static char asked_last[4], answered_last[4];

static bool
write_piece(const char *bytes, size_t len)
{
    asked += count("\x1b[5n", asked_last, bytes, len);
    return put(STDOUT_FILENO, bytes, len);
}

static bool
read_answers(void)
{
    char bytes[4096];
    while (answered < asked) {
        ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got <= 0)
            return false;
        answered += count("\x1b[0n", answered_last, bytes, (size_t)got);
    }
    return true;
}

/* The question comes behind all of it: in the middle it would cut a sequence. */
static bool
show(int from, uint32_t len)
{
    char bytes[1024];
    while (len != 0) {
        size_t piece = len < sizeof bytes ? len : sizeof bytes;
        if (!get(from, bytes, piece) || !write_piece(bytes, piece))
            return false;
        len -= (uint32_t)piece;
    }
    return write_piece("\x1b[5n", 4) && read_answers();
}

int
main(int argc, char **argv)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct termios raw;
    uint32_t len;
    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path)
        return 2;
    strcpy(address.sun_path, argv[1]);
    if (tcgetattr(STDIN_FILENO, &raw) != 0)
        return 3;
    cfmakeraw(&raw);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    int from = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(from, (struct sockaddr *)&address, sizeof address) != 0)
        return 4;
    while (get(from, &len, sizeof len)) {
        if (!show(from, len) || !put(from, "", 1))
            return 5;
    }
    return 0;
}
