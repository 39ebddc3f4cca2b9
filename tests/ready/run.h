/* A run: a program of the gallery, driven for so many sends and judged. */
#ifndef QTTY_READY_RUN_H
#define QTTY_READY_RUN_H

#include "gallery.h"
#include "servers.h"
#include "tally.h"

struct surroundings {
    const char *configuration; /* its name, to tell */
    const char *folder;        /* HOME, and the first directory */
    bool as_root;
    bool verbose; /* tell of every wrong verdict, not of the first few */
    struct servers servers;
};

/** Drive a program for at least so many sends; what is missing is in the tally. Wrong
 * verdicts are told on standard error. */
void run_program(struct tally *t, const struct program *p, uint64_t sends,
                 const struct surroundings *s);

#endif
