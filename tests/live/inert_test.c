/* What a terminal shows is data. The emulator runs here where the kernel ends it at any
 * call but those for memory: nothing that a program prints can make it open, look up,
 * write or run anything. */
#define _GNU_SOURCE

#include "unit/terminal.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_CONFINE = 77 };

#define ALLOW(number)                                                                    \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),                                 \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* From here on memory can be had and given back, and this process can end. */
static bool
confine(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_mmap),
        ALLOW(SYS_munmap),
        ALLOW(SYS_mremap),
        ALLOW(SYS_madvise),
        ALLOW(SYS_brk),
        ALLOW(SYS_futex),
        ALLOW(SYS_sigaltstack), /* a sanitizer, at the end */
        ALLOW(SYS_exit_group),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    const struct sock_fprog program = { COUNT_OF(rules), rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Show a text to an emulator, and take all that comes of it. */
static void
show(const char *persona, const char *text)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    qtty_event event;
    config.persona = persona;
    config.reports = UINT32_MAX;
    const qtty_span bytes = { (const uint8_t *)text, strlen(text) };
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (qtty_emulator_create(&e, &config) != QTTY_OK)
            _exit(1);
        if (!confine())
            _exit(CANNOT_CONFINE);
        if (qtty_emulator_feed(e, bytes) != QTTY_OK)
            _exit(1);
        (void)qtty_emulator_replies(e);
        while (qtty_emulator_next_event(e, &event))
            ;
        qtty_emulator_destroy(e);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_CONFINE)
        skip();
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A directory, a link, a notice, a copy, a file, a picture, a font, a clipboard. */
static void
what_names_files_and_commands_is_data(void **state)
{
    static const char *const texts[] = {
        "\x1b]7;file:///etc/passwd\x07\x1b]7;file://host.invalid/etc\x1b\\",
        "\x1b]8;;https://host.invalid/$(id)\x07link\x1b]8;;\x07",
        "\x1b]9;message\x07\x1b]9;4;1;50\x07\x1b]9;9;/etc\x07",
        "\x1b]777;notify;title;$(reboot)\x07",
        "\x1b]1337;CurrentDir=/etc\x07",
        "\x1b]1337;CopyToClipboard=\x07text\x1b]1337;EndCopy\x07",
        "\x1b]1337;File=name=L2V0Yy9wYXNzd2Q=;size=4;inline=0:c2Vj\x07",
        "\x1b_Gt=f,f=100,a=T;L2V0Yy9wYXNzd2Q=\x1b\\\x1b_Gt=t,a=T;L3RtcC94\x1b\\",
        "\x1b]50;?\x07\x1b]50;/etc/passwd\x07\x1b]52;c;?\x07\x1b]52;c;c2VjcmV0\x07",
        "\x1b]22;hand\x07\x1b]99;i=1;text\x07\x1bP+q544E\x1b\\\x1bPq#0!99~\x1b\\",
        "\x1b[?1049h\x1b[?5i\x1b[4i\x1b[0i\x1b[5;1i\x1b[c\x1b[>q\x1b[18t\x1b[8;9;9t",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        show(NULL, texts[i]);
        show("research", texts[i]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_names_files_and_commands_is_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
