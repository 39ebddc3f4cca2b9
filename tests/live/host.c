/* A host of one terminal, to be killed: passes on what the program on it prints, and
 * never ends by itself. usage: host PROGRAM [ARGUMENT] */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <quietty/provider.h>
#include <stdio.h>
#include <unistd.h>

static bool
pass_on(qtty_terminal *terminal)
{
    char bytes[4096];
    size_t len;
    if (qtty_terminal_read(terminal, bytes, sizeof bytes, &len) != QTTY_OK)
        return false;
    return len == 0 || write(STDOUT_FILENO, bytes, len) == (ssize_t)len;
}

int
main(int argc, char **argv)
{
    qtty_spawn_config c = QTTY_SPAWN_CONFIG_INIT;
    qtty_provider *provider;
    qtty_terminal *terminal;
    qtty_span words[2];
    for (int i = 1; i < argc && i <= 2; i++)
        words[c.argc++] = qtty_text(argv[i]);
    c.argv = words;
    if (qtty_pty_provider_create(&provider, NULL) != QTTY_OK
        || qtty_provider_spawn(provider, &terminal, &c) != QTTY_OK)
        return 1;
    for (;;) {
        qtty_want wants[QTTY_WANTS_MAX];
        struct pollfd polled = { .events = POLLIN };
        if (qtty_terminal_wants(terminal, QTTY_WANT_READ, wants) == 0)
            return 1;
        polled.fd = wants[0].descriptor; /* the terminal itself */
        if (poll(&polled, 1, -1) != 1 || !pass_on(terminal))
            return 1;
    }
}
