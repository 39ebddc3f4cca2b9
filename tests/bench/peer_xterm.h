/* @xterm/headless, from npm, where node is there. NULL stands for it where it is not. */
#ifndef QTTY_BENCH_PEER_XTERM_H
#define QTTY_BENCH_PEER_XTERM_H

#include <quietty/base.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct xterm {
    pid_t pid;
    FILE *to, *from;
    char path[64]; /* of the file that holds the input */
    size_t given;  /* bytes of it */
};

/** Is the package installed in the build folder? */
bool xterm_is_there(void);

/** @return NULL: not to be had here. */
struct xterm *xterm_open(void);
void xterm_close(struct xterm *x);

/** The input of the requests below, but of idle. @return false: it could not be given. */
bool xterm_give(struct xterm *x, qtty_span input);

/** CPU time of a pass, as pass_ns has it, after `warm` untimed ones. 0: none. */
double xterm_pass_ns(struct xterm *x, size_t chunk, unsigned warm);

/** Bytes held of what the input made of a terminal. Negative: not known. */
double xterm_held_bytes(struct xterm *x);

/** A fresh terminal: bytes, and CPU time to make it. @return false: not known. */
bool xterm_idle(struct xterm *x, double *bytes, double *ns);

/** The slowest of three resizes, of what the input made. Negative: not known. */
double xterm_resize_ns(struct xterm *x);

#endif
