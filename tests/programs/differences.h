/* Where two screens differ, and which of it is known, with its cause. */
#ifndef PROGRAMS_DIFFERENCES_H
#define PROGRAMS_DIFFERENCES_H

#include "shot.h"

/**
 * Compare a screen of ours with the peer's. What differs and is not known is printed,
 * with the place and both sides.
 *
 * @param recording,mark  Names of what is seen.
 * @return how many stretches differ and are not known.
 */
size_t differences(const char *recording, const char *mark, const struct shot *ours,
                   const struct shot *peer);

/** Print the known differences of this recording that were not met. @return how many. */
size_t differences_missed(const char *recording);

#endif
