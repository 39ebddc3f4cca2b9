/* Changes of the environment that options ask for, in the order of the command line. */
#ifndef QTTY_CLI_CHANGES_H
#define QTTY_CLI_CHANGES_H

#include <quietty/provider.h>

/** Zeroed: there are none. */
struct changes {
    qtty_env_entry *entries; /* borrow the words of the command line */
    size_t count;
};

/** For OPT_EACH: set a variable, NAME=VALUE. */
const char *changes_take_env(void *context, const char *text);

/** For OPT_EACH: remove a variable, NAME. */
const char *changes_take_unset(void *context, const char *text);

/** Of a name that qtty_profile_name has; NULL: the default. */
qtty_profile changes_profile(const char *name);

void changes_finish(struct changes *c);

#endif
