/* The ways in which kernels over many bytes are written, and which of them this machine
 * can go. Nothing is cached: who has kernels asks once, when it is made. */
#ifndef QTTY_BASE_CPU_H
#define QTTY_BASE_CPU_H

#include <stdbool.h>

/* On x86, vectors are for compilers that take intrinsics by function. On aarch64 NEON is
 * always there; its kernels count on the low byte being first. */
#if (defined(__x86_64__) || defined(__i386__)) && defined(__SSE2__) && defined(__GNUC__)
#define QTTY_X86 1
#else
#define QTTY_X86 0
#endif
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define QTTY_NEON 1
#else
#define QTTY_NEON 0
#endif

enum cpu_path {
    CPU_BEST,  /* the best of those below that are here */
    CPU_PLAIN, /* C alone: words of 8 bytes */
    CPU_SSE2,
    CPU_AVX2,
    CPU_NEON,
    CPU_PATHS,
};

/** Is it built in, and does this machine have it? */
bool cpu_has(enum cpu_path path);

/** What BEST is here; any other path as it is. */
enum cpu_path cpu_resolve(enum cpu_path path);

/** "plain", "sse2", …; static. */
const char *cpu_path_name(enum cpu_path path);

#endif
