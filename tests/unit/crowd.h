/* A registry in virtual time: a provider with many programs and no process, a clock that
 * the test moves, and the loop that a caller would run. A test says which program is
 * ready, which ends, and how their ends go. */
#ifndef QTTY_UNIT_CROWD_H
#define QTTY_UNIT_CROWD_H

#include "unit/check.h"
#include <quietty/registry.h>

#define MS(n) ((uint64_t)((n)*1e6)) /* in ns */

enum {
    CROWD_MAX = 16384,     /* programs of one test */
    CROWD_DESCRIPTOR = 90, /* that the first program wants; the next one the next */
};

enum crowd_end {
    ENDS_AT_ONCE,
    LINGERS,    /* a close goes on until `gone` */
    STUCK_ONCE, /* the first close fails at the next step; the next one works */
    STUCK_EVER, /* each does */
};

struct crowd;

struct program {
    qtty_terminal terminal;
    struct crowd *crowd;
    size_t number;       /* from 0, in the order of spawns */
    bool ready;          /* it waits for input */
    enum crowd_end ends; /* of the next close */
    qtty_child child, told;
    qtty_phase phase;
    bool read_fails; /* what carries its output is broken */
    bool said, destroyed;
    size_t steps, closes;
    char error[64];
};

/** `fails`, `ends` and `on_spawn` are for the test to set. */
struct crowd {
    qtty_provider provider;
    qtty_provider_ops ops;
    qtty_registry *registry;
    uint64_t now_ns;
    qtty_status fails;   /* each spawn; QTTY_OK: none does */
    enum crowd_end ends; /* of programs that are spawned from now on */
    void (*on_spawn)(void *context);
    void *context;
    struct program *programs[CROWD_MAX];
    size_t count, alive; /* spawned; of them not destroyed */
};

/** A registry with the backend "crowd". It must not move until crowd_finish. */
void crowd_init(struct crowd *c);

/** Destroy the registry: no terminal may be left then. */
void crowd_finish(struct crowd *c);

/** The same without a registry: the test makes it. */
void crowd_begin(struct crowd *c);

/** What spawns one of them. */
qtty_session_config crowd_config(void);

/* --- The programs ------------------------------------------------------------------- */

/** The latest one, or by its number. */
struct program *latest(struct crowd *c);

/** It ends by itself, with this code. */
void leaves(struct program *p, int32_t code);

/** It lingered, and is gone now. */
void is_gone(struct program *p);

/* --- The caller --------------------------------------------------------------------- */

qtty_owner *has_owner(struct crowd *c);

/** Begin to spawn; the name may be NULL. */
qtty_session_id begins(struct crowd *c, qtty_owner *o, const char *name);

/** The same up to its publication. */
qtty_session_id opens(struct crowd *c, qtty_owner *o, const char *name);

/** Be refused, with this text of the error. Nothing has begun. */
void cannot_spawn(struct crowd *c, qtty_owner *o, const char *name,
                  const qtty_session_config *config, qtty_status status, const char *why);

/** Step all, once. */
void step(struct crowd *c);

/** Let time pass, stepping when a caller would: now, and at each deadline. */
void passes(struct crowd *c, uint64_t ns);

/** How the spawn stands, and the error that says so; NULL: whatever that says. */
void spawned(struct crowd *c, const qtty_owner *o, qtty_session_id id, qtty_status status,
             const char *why);

/** A session of the owner that can be found. */
qtty_session *found(struct crowd *c, const qtty_owner *o, qtty_session_id id);
void not_found(struct crowd *c, const qtty_owner *o, qtty_session_id id,
               qtty_status status, const char *why);

/** The disposal has ended so; the owner is gone. Or it has not. */
void disposed(struct crowd *c, qtty_owner *o, qtty_status status, const char *why);
void not_disposed(qtty_owner *o);

/** Of everything. */
void all_disposed(struct crowd *c, qtty_status status, const char *why);
void not_all_disposed(struct crowd *c);

#endif
