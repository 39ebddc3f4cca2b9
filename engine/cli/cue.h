/* When to type: the verdict of readiness over what a terminal shows. */
#ifndef QTTY_CLI_CUE_H
#define QTTY_CLI_CUE_H

#include <quietty/provider.h>
#include <quietty/readiness.h>

struct cue {
    qtty_facts facts;
    qtty_policy policy;
    bool writing;     /* something is being typed: its boundary was crossed */
    bool again;       /* the look before was the first of two */
    uint64_t look_ns; /* when to look again */
    uint64_t wait_ns; /* from that look to the next */
    uint64_t next_ns; /* when the verdict may be another by then */
};

/** The program was started. @param provable  Its looks are the consumption proof. */
void cue_init(struct cue *c, qtty_terminal *terminal, bool provable, uint64_t now_ns);

/** The program printed something. */
void cue_note_output(struct cue *c, uint64_t now_ns);

/** Something is about to be typed: what was seen before is void. */
void cue_begin(struct cue *c, qtty_terminal *terminal, uint64_t now_ns);

/** It is typed. @param unfinished  A reader of lines does not get the last one yet. */
void cue_end(struct cue *c, bool unfinished, uint64_t now_ns);

/** Look, if it is time. @return Does the program wait for what is typed? */
bool cue_came(struct cue *c, qtty_terminal *terminal, uint64_t now_ns);

/** When to ask again, if nothing happens before. */
uint64_t cue_deadline(const struct cue *c);

#endif
