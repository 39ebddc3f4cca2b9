/* The peer of the session. It waits by the clock: that is its rule. */
#include "plain.h"
#include "soak/drive.h"
#include <poll.h>
#include <stdlib.h>

enum { DELAY_MS = 150, INTERVAL_MS = 50 };

static const char prompt[] = "$ ";

bool
plain_open(struct plain *p)
{
    const qtty_span argv[] = { qtty_text("/bin/bash"), qtty_text("--noprofile"),
                               qtty_text("--norc"), qtty_text("-i") };
    const qtty_env_entry env[] = {
        { .name = qtty_text("PS1"), .value = qtty_text(prompt) },
        { .name = qtty_text("HISTFILE"), .value = qtty_text("") },
    };
    qtty_spawn_config config = QTTY_SPAWN_CONFIG_INIT;
    config.argv = argv;
    config.argc = sizeof argv / sizeof *argv;
    config.env = env;
    config.env_count = sizeof env / sizeof *env;
    *p = (struct plain){ NULL, NULL };
    return qtty_pty_provider_create(&p->provider, NULL) == QTTY_OK
           && qtty_provider_spawn(p->provider, &p->terminal, &config) == QTTY_OK;
}

void
plain_close(struct plain *p)
{
    qtty_terminal_destroy(p->terminal);
    qtty_provider_destroy(p->provider);
}

static void
wait_for_output(struct plain *p)
{
    qtty_want wants[QTTY_WANTS_MAX];
    struct pollfd polled[QTTY_WANTS_MAX];
    size_t count = qtty_terminal_wants(p->terminal, QTTY_WANT_READ, wants);
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){ .fd = wants[i].descriptor, .events = POLLIN };
    (void)poll(polled, (nfds_t)count, -1);
}

/* The prompt is the last that comes, so its last byte is the last of a read. */
bool
plain_await_prompt(struct plain *p)
{
    uint8_t bytes[4096];
    size_t len;
    for (;;) {
        wait_for_output(p);
        if (qtty_terminal_read(p->terminal, bytes, sizeof bytes, &len) != QTTY_OK)
            return false;
        if (len > 0 && bytes[len - 1] == prompt[sizeof prompt - 2])
            return true;
    }
}

/* @return the last byte; 0: there was none. */
static uint8_t
read_all(struct plain *p)
{
    uint8_t bytes[4096], last = 0;
    size_t len;
    while (qtty_terminal_read(p->terminal, bytes, sizeof bytes, &len) == QTTY_OK
           && len > 0)
        last = bytes[len - 1];
    return last;
}

static void
write_line(struct plain *p, const char *line)
{
    size_t written;
    if (qtty_terminal_write(p->terminal, qtty_text(line), &written) != QTTY_OK
        || qtty_terminal_write(p->terminal, qtty_text("\r"), &written) != QTTY_OK)
        abort();
}

double
plain_poll(struct plain *p, const char *line)
{
    uint64_t start = drive_now();
    write_line(p, line);
    do
        (void)poll(NULL, 0, INTERVAL_MS);
    while (read_all(p) != prompt[sizeof prompt - 2]);
    return (double)(drive_now() - start) / 1e6;
}

double
plain_send(struct plain *p, const char *line)
{
    uint64_t start = drive_now();
    write_line(p, line);
    (void)poll(NULL, 0, DELAY_MS);
    while (read_all(p) != 0)
        (void)poll(NULL, 0, INTERVAL_MS);
    return (double)(drive_now() - start) / 1e6;
}
