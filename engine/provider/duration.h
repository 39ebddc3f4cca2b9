/* Durations: the rules are in milliseconds, the clock is in nanoseconds. */
#ifndef QTTY_PROVIDER_DURATION_H
#define QTTY_PROVIDER_DURATION_H

enum { NS_IN_MS = 1000000 };

#endif
