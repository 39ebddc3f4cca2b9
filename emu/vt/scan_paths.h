/* The loops of each path, where it is built in; scan.c chooses. */
#ifndef QTTY_VT_SCAN_PATHS_H
#define QTTY_VT_SCAN_PATHS_H

#include "vt/scan.h"

extern const struct scan scan_plain;
#if QTTY_X86
extern const struct scan scan_sse2;
extern const struct scan scan_avx2;
#endif
#if QTTY_NEON
extern const struct scan scan_neon;
#endif

#endif
