/* A provider without a process: a test says what the program prints, what a look at it
 * shows, which calls fail and when it ends, and sees what was written and sent to it.
 * There is one terminal at a time, no clock, and nothing that must be waited for. */
#ifndef QTTY_UNIT_SCRIPTED_H
#define QTTY_UNIT_SCRIPTED_H

#include <quietty/provider.h>

enum {
    SCRIPTED_PID = 100, /* of the program; its group too */
    SCRIPTED_LOOKS = 32,
    SCRIPTED_SIGNALS = 32,
    SCRIPTED_SURVIVORS = 4,
};

enum scripted_close {
    SCRIPTED_CLOSES,   /* at once */
    SCRIPTED_LINGERS,  /* until scripted_gone */
    SCRIPTED_IS_STUCK, /* the first close fails at the next step; the next one closes */
};

struct scripted;

struct scripted_terminal {
    qtty_terminal terminal;
    struct scripted *script;
};

/** Fields of the second group are for the test to set, those of the third to look at. */
struct scripted {
    qtty_provider provider; /* give it to what is under test */
    struct scripted_terminal at;

    qtty_provider_ops ops; /* `provable` is false */
    int64_t group;         /* in the foreground; 0: unknown. At first SCRIPTED_PID */
    qtty_input input;      /* at first canonical, with echo */
    bool turns_to_keys;    /* just before the next look: it is not canonical any more */
    bool unread;
    size_t accepts; /* bytes that it takes until this is set again; at first all */
    size_t piece;   /* bytes that a read gives at most; at first all */
    bool held_open; /* others have the terminal open after the program's end */
    struct scripted_fails {
        qtty_status spawn, read, write, resize, signal, input;
    } fails; /* QTTY_OK: it works. It fails as often as it is called */
    enum scripted_close closing;
    int64_t survivors[SCRIPTED_SURVIVORS]; /* of a close; at first the program */
    size_t survivor_count;

    qtty_buf argv;    /* of the last spawn, a line each; as text by scripted_text */
    qtty_buf env;     /* NAME=VALUE, or -NAME where it is unset; a line each */
    qtty_buf written; /* to the program */
    qtty_window window;
    bool no_echo;
    size_t spawns, steps, looks, resizes, closes;
    uint64_t now_ns;   /* of the last step or close */
    uint32_t grace_ms; /* of the last close */
    struct scripted_signal {
        qtty_signal which;
        int64_t group;
    } signals[SCRIPTED_SIGNALS]; /* the first of `signal_count` */
    size_t signal_count;
    bool provider_destroyed, terminal_destroyed;

    /* Its own. */
    qtty_buf output;
    qtty_look look[SCRIPTED_LOOKS];
    size_t look_count;
    qtty_child child, told; /* as it is; as of the last step */
    qtty_phase phase;
    int pipe[2]; /* something is in it while there is something to do */
    bool pending;
    char error[80];
};

/** Must not move until scripted_finish. */
void scripted_init(struct scripted *s);
void scripted_finish(struct scripted *s);

/** The program prints. */
void scripted_output(struct scripted *s, const char *text);
void scripted_bytes(struct scripted *s, qtty_span bytes);

/** The program ends; it is known after the next step, as with a real one. */
void scripted_exit(struct scripted *s, int32_t code);
void scripted_die(struct scripted *s, int32_t signal);

/** From now on every look shows this. At first: class E, SCRIPTED_PID. */
void scripted_look(struct scripted *s, qtty_look look);

/** Looks queue up: what was the last one is seen once, and then this, which stays. */
void scripted_then_look(struct scripted *s, qtty_look look);

/** What lingered is gone: the close is complete. */
void scripted_gone(struct scripted *s);

/** A buffer as a string; borrowed until it changes. */
const char *scripted_text(qtty_buf *text);

#endif
