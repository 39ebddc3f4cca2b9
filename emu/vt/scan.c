/* The loops, by path. */
#include "vt/scan.h"

#include "vt/scan_paths.h"
#include <stddef.h>

const struct scan *
scan_on(enum cpu_path path)
{
    static const struct scan *const paths[CPU_PATHS] = {
        [CPU_PLAIN] = &scan_plain,
#if QTTY_X86
        [CPU_SSE2] = &scan_sse2,
        [CPU_AVX2] = &scan_avx2,
#endif
#if QTTY_NEON
        [CPU_NEON] = &scan_neon,
#endif
    };
    return cpu_has(path) ? paths[cpu_resolve(path)] : NULL;
}
