/* The launcher: it confines itself by Landlock, and becomes the program. Whatever cannot
 * be done ends it, with a line that says what; the program is not started then. Its words
 * are the mode, folders that may be written, `--`, the program's file, and its words.
 *
 * landlock(7) has rules for folders and for single files. All that writes is handled, and
 * let through below the folders, but for making devices; reading and executing are not
 * handled, so they are free. It has no C library, so that it needs no file of any. */
#define _GNU_SOURCE

#include "sandbox/launcher_filter.h"
#include "supervisor/system.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/prctl.h>
#include <stdbool.h>

#define NAME "quietty-landlock"

/* Headers may be older than the kernel: the numbers are the kernel's, of all versions. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE,
    RESTRICT_SELF,
    RULE_PATH_BENEATH = 1,
    RULESET_VERSION = 1,
};

#define WRITE_FILE   (UINT64_C(1) << 1)
#define REMOVE_ETC   (UINT64_C(0x1ff0)) /* 4..12: REMOVE_DIR to MAKE_SYM */
#define MAKE_CHAR    (UINT64_C(1) << 6)
#define MAKE_BLOCK   (UINT64_C(1) << 11)
#define REFER        (UINT64_C(1) << 13) /* ABI 2; before it is always refused */
#define TRUNCATE     (UINT64_C(1) << 14) /* ABI 3 */
#define IOCTL_DEV    (UINT64_C(1) << 15) /* ABI 5 */
#define SCOPE_SIGNAL (UINT64_C(1) << 1)  /* ABI 6: no signal leaves the sandbox */

struct ruleset {
    uint64_t files, network, scoped;
};

struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t parent;
};

/* --- What there is without a C library ---------------------------------------------- */

static bool
is_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void
say(const char *text)
{
    size_t len = 0;
    while (text[len] != '\0')
        len++;
    (void)system_call(__NR_write, 2, system_address(text), (long)len, 0, 0, 0);
}

static _Noreturn void
fail(const char *what, const char *which, long error)
{
    char digits[] = "    ";
    size_t at = sizeof digits - 1;
    for (long left = -error; left > 0 && at > 0; left /= 10)
        digits[--at] = (char)('0' + left % 10);
    say(NAME ": ");
    say(what);
    say(which);
    say(": error ");
    say(digits + at);
    say("\n");
    for (;;)
        (void)system_call(__NR_exit_group, 126, 0, 0, 0, 0, 0);
}

static long
needed(long result, const char *what)
{
    if (result < 0)
        fail(what, "", result);
    return result;
}

/* --- Rules -------------------------------------------------------------------------- */

static uint64_t
handled_by(long abi)
{
    uint64_t all = WRITE_FILE | REMOVE_ETC;
    if (abi >= 2)
        all |= REFER;
    if (abi >= 3)
        all |= TRUNCATE;
    if (abi >= 5)
        all |= IOCTL_DEV;
    return all;
}

static long
let(long rules, int file, uint64_t allowed)
{
    const struct beneath rule = { allowed, file };
    return system_call(ADD_RULE, rules, RULE_PATH_BENEATH, system_address(&rule), 0, 0,
                       0);
}

/* A folder that was resolved is there still, and itself: no link is followed. */
static void
let_folder(long rules, const char *path, uint64_t handled)
{
    int folder = system_open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        fail("cannot open ", path, folder);
    long result = let(rules, folder, handled & ~(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV));
    if (result < 0)
        fail("cannot let write ", path, result);
    system_close(folder);
}

/* Those that keep nothing, and the terminal: by its name, and as it is open. */
static void
let_devices(long rules, uint64_t handled)
{
    static const char *const devices[] = { "/dev/null",   "/dev/zero",    "/dev/full",
                                           "/dev/random", "/dev/urandom", "/dev/tty" };
    const uint64_t allowed = handled & (WRITE_FILE | TRUNCATE | IOCTL_DEV);
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        int file = system_open(devices[i], O_PATH | O_CLOEXEC);
        if (file < 0)
            continue;
        needed(let(rules, file, allowed), "cannot let write a device");
        system_close(file);
    }
    needed(let(rules, 0, allowed), "cannot let write the terminal");
}

/* --- Rights ------------------------------------------------------------------------- */

static bool
is_kept(int capability)
{
    static const unsigned char kept[] = {
        CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID,
        CAP_SETGID, CAP_SETUID,       CAP_KILL,   CAP_NET_BIND_SERVICE,
    };
    for (size_t i = 0; i < sizeof kept; i++)
        if (kept[i] == capability)
            return true;
    return false;
}

/* As bubblewrap's arguments have it: what could make a device, read a disk, trace, or
 * open a file by its handle, is not root's in a sandbox. An ordinary user has none. */
static void
give_up_capabilities(void)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct sets[2];
    uint32_t keep[2] = { 0, 0 };
    needed(
        system_call(__NR_capget, system_address(&head), system_address(sets), 0, 0, 0, 0),
        "capabilities cannot be read");
    for (int capability = 0; capability < 64; capability++)
        if (is_kept(capability))
            keep[capability / 32] |= UINT32_C(1) << capability % 32;
        else
            (void)system_call(__NR_prctl, PR_CAPBSET_DROP, capability, 0, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
        sets[i].effective &= keep[i];
        sets[i].permitted &= keep[i];
        sets[i].inheritable = 0;
    }
    needed(
        system_call(__NR_capset, system_address(&head), system_address(sets), 0, 0, 0, 0),
        "capabilities cannot be given up");
}

static void
confine(const char *const *folders, bool read_only)
{
    long abi = needed(system_call(CREATE_RULESET, 0, 0, RULESET_VERSION, 0, 0, 0),
                      "no Landlock in this kernel");
    const uint64_t handled = handled_by(abi);
    const struct ruleset attributes = { .files = handled,
                                        .scoped = abi >= 6 ? SCOPE_SIGNAL : 0 };
    long rules = needed(system_call(CREATE_RULESET, system_address(&attributes),
                                    sizeof attributes, 0, 0, 0, 0),
                        "no set of rules");
    for (; !is_text(*folders, "--"); folders++)
        let_folder(rules, *folders, handled);
    let_devices(rules, handled);
    give_up_capabilities();
    needed(system_call(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0),
           "new privileges cannot be given up");
    needed(system_call(RESTRICT_SELF, rules, 0, 0, 0, 0, 0), "rules are not taken");
    system_close((int)rules);
    needed(filter_calls(read_only), "no filter of calls");
}

/* --- Begin -------------------------------------------------------------------------- */

static void
close_others(void)
{
    const long close_range = 436; /* Linux 5.9: older than Landlock */
    (void)system_call(close_range, 3, UINT32_MAX, 0, 0, 0, 0);
}

_Noreturn void launcher_begin(const long *stack);

/* The stack of a new program: argc, argv and a null, the environment and a null. */
_Noreturn void
launcher_begin(const long *stack)
{
    long argc = stack[0];
    const char *const *argv = (const char *const *)(stack + 1);
    const char *const *environment = argv + argc + 1;
    long program = 2;
    while (program < argc && !is_text(argv[program], "--"))
        program++;
    if (program + 2 >= argc)
        fail("no program", "", -EINVAL);
    close_others();
    confine(argv + 2, is_text(argv[1], "read-only"));
    long error = system_call(__NR_execve, system_address(argv[program + 1]),
                             system_address(argv + program + 2),
                             system_address(environment), 0, 0, 0);
    fail("cannot execute ", argv[program + 1], error);
}

#if defined(__x86_64__)
__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call launcher_begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x0, sp\n"
        "    bl launcher_begin\n");
#endif
