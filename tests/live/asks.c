/* A program that asks its terminal, as editors do at their start: raw mode, every
 * question in one write, then it reads until the answer to the last one is there, and
 * shows what came, in the order in which it came. */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const char questions[] = "\x1b[6n"               /* CPR */
                                "\x1b[?6n"              /* DECXCPR */
                                "\x1b[5n"               /* DSR */
                                "\x1b]11;?\x07"         /* OSC 11, ended by BEL */
                                "\x1b[?25$p"            /* DECRQM */
                                "\x1bP$qm\x1b\\"        /* DECRQSS, good */
                                "\x1bP$qnonsense\x1b\\" /* and bad */
                                "\x1b[18t"              /* XTWINOPS: size in cells */
                                "\x1b[21t" /* XTWINOPS: title, never answered */
                                "\x1b[>q"  /* XTVERSION */
                                "\x1b[>c"  /* DA2 */
                                "\x1b[c";  /* DA1, always answered, and last */

struct answers {
    char bytes[4096 + 1]; /* a NUL behind the last */
    size_t len;
};

/* DA1 is "CSI ? digits c", and no other answer here is. */
static bool
has_last(const struct answers *a)
{
    size_t i = a->len;
    if (i == 0 || a->bytes[--i] != 'c')
        return false;
    while (i != 0 && strchr("0123456789;", a->bytes[i - 1]) != NULL)
        i--;
    return i >= 3 && memcmp(a->bytes + i - 3, "\x1b[?", 3) == 0;
}

/* 10 s for a terminal that does not answer; one that does is not waited for. */
static bool
read_answers(struct answers *a)
{
    struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };
    while (!has_last(a) && a->len < sizeof a->bytes - 1) {
        if (poll(&terminal, 1, 10000) != 1)
            return false;
        ssize_t got = read(STDIN_FILENO, a->bytes + a->len, sizeof a->bytes - 1 - a->len);
        if (got <= 0)
            return false;
        a->len += (size_t)got;
    }
    return has_last(a);
}

/* An answer a line: each begins with ESC, but for the ESC of a string terminator. */
static void
show(const struct answers *a)
{
    for (size_t i = 0; i < a->len; i++) {
        unsigned char byte = (unsigned char)a->bytes[i];
        if (byte == 0x1B)
            printf("%sESC ", i != 0 && a->bytes[i + 1] != '\\' ? "\n" : "");
        else if (byte < 0x20 || byte > 0x7E)
            printf("<%02x>", byte);
        else
            putchar(byte);
    }
    putchar('\n');
}

int
main(void)
{
    struct termios before, raw;
    struct answers answers = { { 0 }, 0 };
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return 1;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0)
        return 1;

    size_t length = sizeof questions - 1;
    bool answered = write(STDOUT_FILENO, questions, length) == (ssize_t)length
                    && read_answers(&answers);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    show(&answers);
    return answered ? 0 : 1;
}
