/* A program on a headless terminal, run to its end: what run.c asks, and loop.c does. */
#ifndef QTTY_CLI_RUN_H
#define QTTY_CLI_RUN_H

#include "session/replies.h"
#include "cli/outlet.h"
#include "cli/typist.h"
#include "cli/view.h"
#include "cli/witness.h"

struct run_options {
    struct view_options view;
    qtty_spawn_config spawn;
    double timeout, grace; /* seconds; no timeout if below 0 */
    const char *keys;      /* names of those to press; NULL: standard input is typed */
    bool screen, json;
    const char *record;  /* a path; NULL */
    const char *profile; /* of the environment; NULL */
};

/** Why the program is being ended, or was. */
enum run_end {
    RUN_GOES_ON,
    RUN_TIMED_OUT,
    RUN_INTERRUPTED, /* by a signal to ourselves */
    RUN_FAILED,      /* told */
};

struct run {
    const struct run_options *options;
    struct view view;
    qtty_provider *provider;
    qtty_terminal *terminal;
    qtty_window window; /* as the terminal was told last */
    struct typist typist;
    struct outlet outlet;
    int signals; /* signalfd(2) */
    uint64_t start_ns, timeout_ns;

    qtty_buf screen; /* as it was at the timeout, if it was asked for */
    enum run_end end;
    int signal;   /* of RUN_INTERRUPTED; 0: standard output was closed */
    size_t tail;  /* bytes read since the child's end, or the close's */
    bool drained; /* what was printed until then is read */
    struct replies replies;
    bool holds_replies; /* who asked reads whole lines, so far */
    uint64_t held_ns;   /* since when */
    struct witness witness;
};

/** Output was fed, and may have resized the emulator: the terminal follows. */
void run_follow_size(struct run *r);

/** The program was spawned: go on until nothing of it is left and all is printed. */
void run_loop(struct run *r);

/** Append the screen as it is now, as was asked for. */
qtty_status run_show_screen(const struct run *r, qtty_buf *out);

#endif
