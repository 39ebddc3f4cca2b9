/* What a program printed last, as a part of the text of a failure. */
#ifndef QTTY_SESSION_SAID_H
#define QTTY_SESSION_SAID_H

#include "provider/failure.h"

/** Append `; it printed "…"` with the last lines of a text in UTF-8, if it has any,
 * within a bound; ends of lines and other controls are shown as escapes. */
void said_append(struct failure *f, qtty_span text);

#endif
