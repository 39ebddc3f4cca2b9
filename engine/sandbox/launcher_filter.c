/* seccomp(2), in the launcher: Landlock has no right for modes, owners, times and
 * attributes of files, nor for ioctl(2) of what is no device, which changes a file system
 * through a descriptor for reading. A filter sees numbers, no paths. So the calls are
 * refused read-only alone, and with them programs for another ABI of the processor, which
 * has other numbers, and io_uring_setup(2), whose requests no filter sees: ENOSYS. Those
 * ioctls are refused in both modes, and in every ABI. */
#include "sandbox/launcher_filter.h"

#include "supervisor/system.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define OWN_ABI    AUDIT_ARCH_X86_64
#define IOCTL_SAME 0x40000202 /* of x32 */
#else
#define OWN_ABI    AUDIT_ARCH_AARCH64
#define IOCTL_SAME __NR_ioctl
#endif
#define IOCTL_32 54 /* of i386 and of Arm's 32 bits */

/* Numbers that the kernel's headers may be too old for; the same for all processors. */
enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469 };

/* Of ioctl(2): FS_IOC_SETFLAGS and FS_IOC_SETVERSION, of both sizes, FS_IOC_FSSETXATTR,
 * FAT_IOCTL_SET_ATTRIBUTES. */
enum {
    SET_FLAGS = 0x40086602,
    SET_FLAGS_32 = 0x40046602,
    SET_VERSION = 0x40087602,
    SET_VERSION_32 = 0x40047602,
    SET_ATTRIBUTES = 0x401c5820,
    SET_FAT_ATTRIBUTES = 0x40047211,
};

/* Types of ioctl(2), the second byte of its number: `f` is of ext4, of encryption and of
 * verity (EXT4_IOC_SETVERSION, EXT4_IOC_MIGRATE, FS_IOC_SET_ENCRYPTION_POLICY,
 * FS_IOC_ENABLE_VERITY); 0x94 of btrfs, with subvolumes and snapshots, and of clones
 * (FICLONE), without which programs copy; 0xf5 of f2fs, 0xbc of bcachefs. Terminals,
 * pipes and sockets have others. What only tells passes: FS_IOC_GETFLAGS, of both sizes,
 * FS_IOC_FIEMAP. */
enum {
    TYPE_MASK = 0xff00,
    TYPE_EXT4 = 0x6600,
    TYPE_BTRFS = 0x9400,
    TYPE_F2FS = 0xf500,
    TYPE_BCACHEFS = 0xbc00,
};

#define GET_FLAGS    0x80086601
#define GET_FLAGS_32 0x80046601
#define FIEMAP       0xc020660b

#define LOAD(field)                                                                      \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define PASS        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define IS(number, ...)                                                                  \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(number), 0, 1), __VA_ARGS__
#define REFUSE(number) IS(number, GIVE(EROFS))
#define LACK(number)   IS(number, GIVE(ENOSYS))

/* The low half of the number: both processors are little-endian. ENOTTY is what a file
 * system says that does not know a number. */
#define IOCTLS(error)                                                                    \
    LOAD(args[1]), IS(SET_FLAGS, GIVE(error)), IS(SET_FLAGS_32, GIVE(error)),            \
        IS(SET_VERSION, GIVE(error)), IS(SET_VERSION_32, GIVE(error)),                   \
        IS(SET_ATTRIBUTES, GIVE(error)), IS(SET_FAT_ATTRIBUTES, GIVE(error)),            \
        IS(GET_FLAGS, PASS), IS(GET_FLAGS_32, PASS), IS(FIEMAP, PASS),                   \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK), IS(TYPE_EXT4, GIVE(ENOTTY)),     \
        IS(TYPE_BTRFS, GIVE(ENOTTY)), IS(TYPE_F2FS, GIVE(ENOTTY)),                       \
        IS(TYPE_BCACHEFS, GIVE(ENOTTY)), PASS

static const struct sock_filter read_only_rules[] = {
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
    PASS,
    IOCTLS(EROFS),
};

static const struct sock_filter write_rules[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ABI, 3, 0),
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IOCTL_32, 4, 0),
    PASS,
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IOCTL_SAME, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 1),
    BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
    PASS,
    IOCTLS(EPERM),
};
#undef LOAD
#undef GIVE
#undef PASS
#undef IS
#undef IOCTLS
#undef REFUSE
#undef LACK
#undef GET_FLAGS
#undef GET_FLAGS_32
#undef FIEMAP

long
filter_calls(bool read_only)
{
    const struct sock_filter *rules = read_only ? read_only_rules : write_rules;
    size_t count = read_only ? sizeof read_only_rules / sizeof *read_only_rules
                             : sizeof write_rules / sizeof *write_rules;
    const struct sock_fprog program = { (unsigned short)count,
                                        (struct sock_filter *)(uintptr_t)rules };
    return system_call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, system_address(&program),
                       0, 0, 0);
}
