/* System calls of Linux without a C library: each gives its result, or a negative errno.
 * For the supervisor, which has none, and for what it shares with the host. */
#ifndef QTTY_SUPERVISOR_SYSTEM_H
#define QTTY_SUPERVISOR_SYSTEM_H

#include <asm/unistd.h>
#include <stddef.h>
#include <stdint.h>

static inline long
system_call(long number, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
#else
#error "the supervisor knows x86-64 and arm64"
#endif
}

static inline long
system_address(const void *pointer)
{
    return (long)(uintptr_t)pointer;
}

static inline int
system_open(const char *path, int flags)
{
    const long here = -100; /* AT_FDCWD */
    return (int)system_call(__NR_openat, here, system_address(path), flags, 0, 0, 0);
}

static inline long
system_read(int descriptor, void *bytes, size_t max)
{
    return system_call(__NR_read, descriptor, system_address(bytes), (long)max, 0, 0, 0);
}

static inline void
system_close(int descriptor)
{
    (void)system_call(__NR_close, descriptor, 0, 0, 0, 0, 0);
}

static inline int
system_pidfd_open(int pid)
{
    return (int)system_call(__NR_pidfd_open, pid, 0, 0, 0, 0, 0);
}

/** To all of the process group that has the number of the descriptor's process. It fails
 * where there is none, and before Linux 6.9. */
static inline int
system_pidfd_signal_group(int pidfd, int signal)
{
    const long to_group = 1 << 2; /* PIDFD_SIGNAL_PROCESS_GROUP */
    return (int)system_call(__NR_pidfd_send_signal, pidfd, signal, 0, to_group, 0, 0);
}

/** Signal 0 tries only. */
static inline int
system_pidfd_signal(int pidfd, int signal)
{
    return (int)system_call(__NR_pidfd_send_signal, pidfd, signal, 0, 0, 0, 0);
}

#endif
