/* Names of keys in a text, with spaces between them. */
#ifndef QTTY_SESSION_KEYS_H
#define QTTY_SESSION_KEYS_H

#include <quietty/input.h>

/** Take the first name off the text. @return false: there is none. */
bool keys_next_name(qtty_span *names, qtty_span *name);

/** Read a name. @return false: no key has it. */
bool keys_read(qtty_span name, qtty_key *key);

/** The first name that no key has; empty: all have one. */
qtty_span keys_find_unknown(qtty_span names);

/** Append what the program reads for a key that is pressed and let go. @return as
 * qtty_emulator_key. */
qtty_status keys_press(const qtty_emulator *e, const qtty_key *key, qtty_buf *out);

#endif
