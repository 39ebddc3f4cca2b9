/* The sandbox that bubblewrap makes: namespaces of its own, in which the root is mounted
 * read-only, what is mounted below it too. bwrap(1), of version 0.4 or later; as root,
 * 0.5. Never --new-session, which takes the terminal away. */
#include "sandbox/bwrap.h"
#include <string.h>

struct list {
    qtty_span *words;
    size_t count;
};

static void
add(struct list *list, const char *const *words)
{
    for (; *words != NULL; words++)
        list->words[list->count++] = qtty_text(*words);
}

#define ADD(list, ...) add(list, (const char *const[]){ __VA_ARGS__, NULL })

/* Of root's capabilities only what a program needs that keeps to files it may write:
 * without CAP_SYS_ADMIN no mount is made writable again, without CAP_MKNOD and
 * CAP_SYS_RAWIO the disk below is out of reach, and without CAP_DAC_READ_SEARCH no file
 * is opened by its handle (open_by_handle_at(2)) through the workspace's mount. */
static void
add_capabilities(struct list *list)
{
    ADD(list, "--cap-drop", "ALL");
    ADD(list, "--cap-add", "CAP_CHOWN", "--cap-add", "CAP_DAC_OVERRIDE");
    ADD(list, "--cap-add", "CAP_FOWNER", "--cap-add", "CAP_FSETID");
    ADD(list, "--cap-add", "CAP_KILL", "--cap-add", "CAP_SETGID");
    ADD(list, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_NET_BIND_SERVICE");
}

/* The workspace comes after /tmp, since it may lie in it. Where root is there may be
 * other users: /tmp is everybody's. */
static void
add_writable(struct list *list, const struct sandbox_policy *policy, bool privileged)
{
    if (privileged)
        ADD(list, "--perms", "1777");
    ADD(list, "--tmpfs", "/tmp");
    ADD(list, "--bind", policy->workspace, policy->workspace);
}

size_t
bwrap_words(qtty_span words[BWRAP_WORDS_MAX], const char *program,
            const struct sandbox_policy *policy, const char *cwd, bool privileged)
{
    struct list list = { words, 0 };
    ADD(&list, program, "--unshare-pid", "--die-with-parent");
    if (privileged)
        add_capabilities(&list);
    ADD(&list, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc");
    if (policy->mode == QTTY_SANDBOX_WORKSPACE_WRITE)
        add_writable(&list, policy, privileged);
    /* Root could write the kernel's settings: bubblewrap covers some, and asks of
     * /proc/sys by access(2), which says that it cannot be written, though what is in it
     * can. */
    if (privileged)
        ADD(&list, "--remount-ro", "/proc");
    /* Devices can be written all the same; new files cannot be made there. */
    ADD(&list, "--remount-ro", "/dev", "--chdir", cwd, "--");
    return list.count;
}
#undef ADD

const char *
bwrap_hides(const struct sandbox_policy *policy)
{
    bool is_own = policy->mode == QTTY_SANDBOX_WORKSPACE_WRITE
                  && strcmp(policy->workspace, "/tmp") != 0;
    return is_own ? "/tmp" : NULL;
}
