/* seccomp(2), in the launcher: Landlock has no right for modes, owners, times and
 * attributes of files. A filter sees numbers, no paths; so it is for read-only alone,
 * where all such calls are refused. Programs for another ABI of the processor, which has
 * other numbers, get ENOSYS for each call; so does io_uring_setup(2), whose requests no
 * filter sees. */
#include "sandbox/launcher_filter.h"

#include "supervisor/system.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define OWN_ABI AUDIT_ARCH_X86_64
#else
#define OWN_ABI AUDIT_ARCH_AARCH64
#endif

/* Numbers that the kernel's headers may be too old for; the same for all processors. */
enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469 };

/* Of ioctl(2): FS_IOC_SETFLAGS, of both sizes, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR,
 * FAT_IOCTL_SET_ATTRIBUTES. */
enum {
    SET_FLAGS = 0x40086602,
    SET_FLAGS_32 = 0x40046602,
    SET_VERSION = 0x40087602,
    SET_ATTRIBUTES = 0x401c5820,
    SET_FAT_ATTRIBUTES = 0x40047211,
};

#define LOAD(field)                                                                      \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(error)    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define REFUSE(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), GIVE(EROFS)
#define LACK(number)   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), GIVE(ENOSYS)

static const struct sock_filter rules[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ABI, 1, 0),
    GIVE(ENOSYS),
    LOAD(nr),
#if defined(__x86_64__)
    /* Numbers of x32. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    GIVE(ENOSYS),
    REFUSE(__NR_chmod),
    REFUSE(__NR_chown),
    REFUSE(__NR_lchown),
    REFUSE(__NR_utime),
    REFUSE(__NR_utimes),
    REFUSE(__NR_futimesat),
#endif
    REFUSE(__NR_fchmod),
    REFUSE(__NR_fchmodat),
    REFUSE(FCHMODAT2),
    REFUSE(__NR_fchown),
    REFUSE(__NR_fchownat),
    REFUSE(__NR_utimensat),
    REFUSE(__NR_setxattr),
    REFUSE(__NR_lsetxattr),
    REFUSE(__NR_fsetxattr),
    REFUSE(SETXATTRAT),
    REFUSE(__NR_removexattr),
    REFUSE(__NR_lremovexattr),
    REFUSE(__NR_fremovexattr),
    REFUSE(REMOVEXATTRAT),
    REFUSE(FILE_SETATTR),
    LACK(__NR_io_uring_setup),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    LOAD(args[1]), /* its low half: both processors are little-endian */
    REFUSE(SET_FLAGS),
    REFUSE(SET_FLAGS_32),
    REFUSE(SET_VERSION),
    REFUSE(SET_ATTRIBUTES),
    REFUSE(SET_FAT_ATTRIBUTES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
#undef LOAD
#undef GIVE
#undef REFUSE
#undef LACK

long
filter_attributes(void)
{
    const struct sock_fprog program = { sizeof rules / sizeof rules[0],
                                        (struct sock_filter *)(uintptr_t)rules };
    return system_call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, system_address(&program),
                       0, 0, 0);
}
