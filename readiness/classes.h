/* What the classes of a look share: which of them are a wait for input. */
#ifndef READINESS_CLASSES_H
#define READINESS_CLASSES_H

#include <quietty/readiness.h>

/** Is it a wait for this terminal's input, for sure or likely? */
static inline bool
class_waits(qtty_wait_class c)
{
    return c == QTTY_CLASS_A || c == QTTY_CLASS_B || c == QTTY_CLASS_D;
}

#endif
