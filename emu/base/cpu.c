/* What the processor has, asked of the compiler's run time. */
#include "base/cpu.h"

bool
cpu_has(enum cpu_path path)
{
    switch (path) {
    case CPU_BEST:
    case CPU_PLAIN:
        return true;
    case CPU_SSE2:
        return QTTY_X86 != 0;
    case CPU_AVX2:
#if QTTY_X86
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
#else
        return false;
#endif
    case CPU_NEON:
        return QTTY_NEON != 0;
    default:
        return false;
    }
}

enum cpu_path
cpu_resolve(enum cpu_path path)
{
    static const enum cpu_path best_first[] = { CPU_AVX2, CPU_SSE2, CPU_NEON };
    if (path != CPU_BEST)
        return path;
    for (unsigned i = 0; i < sizeof best_first / sizeof best_first[0]; i++)
        if (cpu_has(best_first[i]))
            return best_first[i];
    return CPU_PLAIN;
}

const char *
cpu_path_name(enum cpu_path path)
{
    static const char *const names[] = { "best", "plain", "sse2", "avx2", "neon" };
    return names[path];
}
