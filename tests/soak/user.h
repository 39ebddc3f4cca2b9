/* An ordinary user, for a process that is root. */
#ifndef QTTY_SOAK_USER_H
#define QTTY_SOAK_USER_H

#include <stdbool.h>

enum { USER_ORDINARY = 65534 }; /* nobody */

/** Become it for good, with no other group. @return false: see errno. */
bool user_become_ordinary(void);

#endif
