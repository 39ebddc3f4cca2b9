/* After a change of user a process may not look at itself, until it says so. */
#define _GNU_SOURCE /* setresuid(2), setgroups(2) */
#include "user.h"
#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>

bool
user_become_ordinary(void)
{
    return setgroups(0, NULL) == 0
           && setresgid(USER_ORDINARY, USER_ORDINARY, USER_ORDINARY) == 0
           && setresuid(USER_ORDINARY, USER_ORDINARY, USER_ORDINARY) == 0
           && prctl(PR_SET_DUMPABLE, 1) == 0;
}
