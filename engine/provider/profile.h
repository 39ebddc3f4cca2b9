/* Environment profiles: what a session sets beside TERM, for whom it is. */
#ifndef QTTY_PROVIDER_PROFILE_H
#define QTTY_PROVIDER_PROFILE_H

#include <quietty/provider.h>

/** Entries of the largest profile. */
#define PROFILE_ENTRIES_MAX 64

/** The entries of a profile; ends where `name` is NULL. Each name stands once. */
struct profile_entry {
    const char *name;
    const char *value; /* NULL: it is removed */
};

/** @return NULL: no such profile. Static. */
const struct profile_entry *profile_entries(qtty_profile profile);

#endif
