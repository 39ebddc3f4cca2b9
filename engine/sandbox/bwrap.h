/* bubblewrap, as a list of arguments. */
#ifndef QTTY_SANDBOX_BWRAP_H
#define QTTY_SANDBOX_BWRAP_H

#include "sandbox/policy.h"

enum { BWRAP_WORDS_MAX = 48 };

/**
 * What bubblewrap is to be started with for a policy; the words of the program follow.
 * A pure function.
 *
 * @param words       Filled in; they are static, or borrowed from the other arguments.
 * @param program     Path of bubblewrap.
 * @param cwd         Where the program starts, in the sandbox.
 * @param privileged  Root starts it, whom it would leave every capability.
 * @return How many there are.
 */
size_t bwrap_words(qtty_span words[BWRAP_WORDS_MAX], const char *program,
                   const struct sandbox_policy *policy, const char *cwd, bool privileged);

/** The folder of which the sandbox has one of its own, so that what is in it outside is
 * not there; NULL: none. */
const char *bwrap_hides(const struct sandbox_policy *policy);

#endif
