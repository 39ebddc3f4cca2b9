/* What the screen shows, as one text. */
#ifndef QTTY_READY_SHOWN_H
#define QTTY_READY_SHOWN_H

#include <quietty/session.h>

struct shown {
    qtty_buf text;   /* LF, then each row without blanks at its end and LF; and a NUL */
    qtty_buf cursor; /* the cursor's row, up to the cursor; and a NUL */
};

void shown_init(struct shown *s);
void shown_finish(struct shown *s);

/** Look at a session's screen. */
void shown_take(struct shown *s, qtty_session *session);

/** Does it have this text, and does the cursor's row end so? NULL: whatever it shows. */
bool shown_has(const struct shown *s, const char *text, const char *prompt);

#endif
