/* The loops of each path, where it is built in; widen.c chooses. Those with vectors take
 * a cell for a word with the content in its low 24 bits. */
#ifndef QTTY_SCREEN_WIDEN_PATHS_H
#define QTTY_SCREEN_WIDEN_PATHS_H

#include "screen/widen.h"

extern const struct widen widen_plain;
#if QTTY_X86
extern const struct widen widen_sse2;
extern const struct widen widen_avx2;
#endif
#if QTTY_NEON
extern const struct widen widen_neon;
#endif

#endif
