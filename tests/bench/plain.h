/* bash on a terminal of its own, without a session: what a session is held against. */
#ifndef QTTY_BENCH_PLAIN_H
#define QTTY_BENCH_PLAIN_H

#include <quietty/provider.h>

struct plain {
    qtty_provider *provider;
    qtty_terminal *terminal;
};

/** Start it, without its files, with a session's prompt. @return false: it cannot be. */
bool plain_open(struct plain *p);

/** Wait until its prompt has come. @return false: it ended instead. */
bool plain_await_prompt(struct plain *p);

/**
 * Send a line as a program does that knows of no proof: wait 150 ms, then read what is
 * there every 50 ms, until an interval brought nothing.
 *
 * @return ms until then.
 */
double plain_send(struct plain *p, const char *line);

/** Send a line and look every 50 ms whether the prompt is back. @return ms until then. */
double plain_poll(struct plain *p, const char *line);

void plain_close(struct plain *p);

#endif
