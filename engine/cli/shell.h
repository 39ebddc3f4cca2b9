/* A persistent shell that runs the lines of standard input: what shell.c asks, and
 * shell_loop.c does. */
#ifndef QTTY_CLI_SHELL_H
#define QTTY_CLI_SHELL_H

#include "cli/answer.h"
#include "cli/intake.h"
#include "cli/outlet.h"
#include "cli/request.h"
#include "cli/tape.h"

struct shell_options {
    qtty_session_config session;
    const char *sandbox, *projection, *minimum, *profile, *hidden;
    double timeout, grace; /* seconds */
    bool json, verbose;
    const char *record; /* a path; NULL */
    bool record_input;
    enum answer_form form;
    qtty_evidence_level level;
};

struct shell {
    const struct shell_options *options;
    qtty_session *session; /* NULL: given up */
    struct intake intake;
    struct outlet outlet;
    struct tape tape;
    int signals; /* signalfd(2) */
    uint64_t start_ns;

    bool started;        /* it was ready for the first time */
    bool busy;           /* a line was sent, and has no answer yet */
    bool typed;          /* it had its end */
    bool closing;        /* we end it; else it may have left by itself */
    bool failed;         /* told */
    int signal;          /* to ourselves, that ends it; 0: none */
    int code;            /* of the last line that has one */
    uint64_t unfinished; /* the line of a command that was not seen to end; 0: none */
    bool continued;      /* its rest was asked for, and since */
};

/** The session was created: go on until nothing of it is left and all is printed. */
void shell_loop(struct shell *s);

#endif
