/* The one clock of what waits by itself: qtty_session_wait, and the program. */
#ifndef QTTY_PROVIDER_CLOCK_H
#define QTTY_PROVIDER_CLOCK_H

#include <stdint.h>

/** ns of CLOCK_MONOTONIC. */
uint64_t clock_now_ns(void);

#endif
