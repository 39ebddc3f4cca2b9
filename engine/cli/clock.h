/* The one clock of the subcommands that wait. */
#ifndef QTTY_CLI_CLOCK_H
#define QTTY_CLI_CLOCK_H

#include <stdint.h>

/** ns of CLOCK_MONOTONIC. */
uint64_t clock_now_ns(void);

#endif
