/* The programs that the bench drives: how each is brought to its prompt, what is typed,
 * what the screen must show when it is ready, and by what it should be seen. */
#ifndef QTTY_READY_GALLERY_H
#define QTTY_READY_GALLERY_H

#include <stdbool.h>
#include <stddef.h>

/** One thing typed. In its texts an @ is the number of the send, which no other has. */
struct step {
    const char *text;    /* NULL: there is no step */
    bool keys;           /* as it is; else a return follows */
    const char *shows;   /* must stand on the screen by then, each row with LF before and
                          * behind it; NULL: nothing is known */
    const char *prompt;  /* the cursor's row, up to the cursor, must end so; NULL: any */
    const char *expects; /* letters of `seen_by`, any of which is right */
};

enum { STEPS_MAX = 6 };

struct program {
    const char *name;
    bool work;           /* must not look ready before it is done */
    const char *needs;   /* commands that must be there, with blanks between */
    const char *dialect; /* of the session; NULL: bash */
    const char *start; /* by /bin/sh as the session's own program; NULL: the dialect's */
    struct step reach; /* brings it to its prompt; without text: what stands then */
    struct step steps[STEPS_MAX]; /* then over and over */
    const char *prepare;          /* run by sh in its home before */
    const char *finally;          /* and after */
    unsigned part;                /* one of so many sends; 0: all */
    unsigned silence_ms;          /* of the session; 0: its default */
    bool user_only;               /* root is not asked */
    bool planted; /* early on purpose: for the self-test, and only where it is named */
    bool goes_on; /* it draws when it likes: output after a verdict is its way */
    const char
        *limit; /* why a verdict may be early, or is silence; NULL: none is known */
};

extern const struct program gallery[];
extern const size_t gallery_count;

#endif
