/* What every engine implements. An engine executes text and the sequences of effect
 * SCREEN upon the terminal's screen and cursor; parser, state and replies are not its
 * business. */
#ifndef QTTY_EXEC_ENGINE_H
#define QTTY_EXEC_ENGINE_H

#include "exec/terminal.h"

struct engine_ops {
    const char *name;
    uint32_t capabilities; /* QTTY_CAP_* */
    const qtty_gap *gaps;  /* ends with one whose `what` is NULL */

    /** Does it execute this mode of kind ENGINE? */
    bool (*knows_mode)(enum mode_name name);

    /** Does it execute this sequence of effect SCREEN? What it does not is a gap. NULL:
     * there is none. */
    bool (*executes)(enum sequence_id id);

    /** @param t  Borrowed for the life of the engine; its screen is made. */
    qtty_status (*create)(void **out, struct terminal *t);
    void (*destroy)(void *self);

    /** Well-formed UTF-8 without controls; where `ascii`, nothing else. */
    qtty_status (*print)(void *self, qtty_span text, bool ascii);

    /** DEL. NULL: it is never a graphic. @return true: it was the last of a set of 96. */
    bool (*print_delete)(void *self);

    /** A sequence of effect SCREEN that it executes, after its handler ran. A list of
     * modes comes one mode at a time, each after its own handler. */
    qtty_status (*execute)(void *self, const struct sequence *s, const struct action *a);

    /** CR, LF, or one behind the other, most of what is not text, without the way through
     * the table: what two bytes begin with. NULL: none has a way of its own.
     * @return How many bytes it was; 0: not this. */
    uint32_t (*end_line)(void *self, const uint8_t bytes[2]);

    /** QTTY_E_NOMEM: nothing changed. */
    qtty_status (*resize)(void *self, uint32_t rows, uint32_t cols);
};

/** Does it execute this sequence of effect SCREEN? */
static inline bool
engine_executes(const struct engine_ops *ops, enum sequence_id id)
{
    return ops->executes == NULL || ops->executes(id);
}

#endif
