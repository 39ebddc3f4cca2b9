/* Whether bubblewrap can make a sandbox here: it is there in many places that do not let
 * it. Linux. */
#ifndef QTTY_SANDBOX_PROBE_H
#define QTTY_SANDBOX_PROBE_H

#include "sandbox/policy.h"

/**
 * Find bubblewrap in PATH: the first file of that name in a folder with an absolute path,
 * that can be executed, and that does not lie in the workspace, links resolved: an
 * earlier command could have put it there.
 *
 * @param out  Its canonical path.
 * @return false: there is none; `why` says it.
 */
bool probe_find_bwrap(char out[SANDBOX_PATH_BYTES], const struct sandbox_policy *policy,
                      struct failure *why);

/**
 * Make such a sandbox, with nothing in it but bubblewrap telling its version. Blocks for
 * some milliseconds, at most for PROBE_MS.
 *
 * @param words  Of bwrap_words.
 * @return false: it cannot; `why` has its own words.
 */
bool probe_run(const qtty_span *words, size_t count, struct failure *why);

#endif
