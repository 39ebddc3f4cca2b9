/* A tree of any depth is removed with three descriptors: a folder that is not empty is
 * moved up into the first one, under a number, and has its turn there. */
#define _GNU_SOURCE /* O_PATH */

#include "supervisor/remove.h"

#include "supervisor/system.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>

enum { ENTRY_NAME = 19, OWN_RIGHTS = 0700, PATH_BYTES = 4096 };

struct tree {
    int top;
    uint32_t moved; /* gives the next number */
};

static long
unlink_at(int folder, const char *name, int flags)
{
    return system_call(__NR_unlinkat, folder, system_address(name), flags, 0, 0, 0);
}

/* PREFIX and a number, of eight digits of base 16. */
static void
numbered(char *out, const char *prefix, uint32_t number)
{
    while (*prefix != '\0')
        *out++ = *prefix++;
    for (int shift = 28; shift >= 0; shift -= 4)
        *out++ = "0123456789abcdef"[number >> shift & 15];
    *out = '\0';
}

static void
path_of_descriptor(char out[32], int descriptor)
{
    static const char prefix[] = "/proc/self/fd/";
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + descriptor % 10);
    while ((descriptor /= 10) != 0);
    for (const char *from = prefix; *from != '\0'; from++)
        *out++ = *from;
    while ((*out++ = digits[at++]) != '\0')
        continue;
}

/* Its owner may have taken its own rights away; without them nothing in it is removed. */
static int
open_folder(int parent, const char *name)
{
    const int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    char path[32];
    int handle = (int)system_call(__NR_openat, parent, system_address(name),
                                  O_PATH | flags, 0, 0, 0);
    if (handle < 0)
        return handle;
    path_of_descriptor(path, handle);
    (void)system_call(__NR_fchmodat, AT_FDCWD, system_address(path), OWN_RIGHTS, 0, 0, 0);
    system_close(handle);
    return (int)system_call(__NR_openat, parent, system_address(name), O_RDONLY | flags,
                            0, 0, 0);
}

/* A number that something of the tree has is passed over; an empty folder of that name is
 * replaced. */
static bool
move_up(struct tree *t, int folder, const char *name)
{
    char number[16];
    long result;
    do {
        numbered(number, "moved-", t->moved++);
        result = system_call(__NR_renameat2, folder, system_address(name), t->top,
                             system_address(number), 0, 0);
    } while (result == -EEXIST || result == -ENOTEMPTY || result == -ENOTDIR);
    return result == 0;
}

static bool
is_dot(const char *name)
{
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

static bool empty_into_top(struct tree *t, int folder);

/* @return whether anything went, itself or what is in it. */
static bool
remove_entry(struct tree *t, int folder, const char *name)
{
    if (unlink_at(folder, name, 0) == 0 || unlink_at(folder, name, AT_REMOVEDIR) == 0)
        return true;
    int inner = open_folder(folder, name);
    if (inner < 0)
        return false;
    bool went = folder == t->top ? empty_into_top(t, inner) : move_up(t, folder, name);
    system_close(inner);
    return (folder == t->top && unlink_at(folder, name, AT_REMOVEDIR) == 0) || went;
}

/* @return whether anything went. */
static bool
empty_into_top(struct tree *t, int folder)
{
    _Alignas(8) char entries[2048];
    long len;
    bool went = false;
    while ((len = system_call(__NR_getdents64, folder, system_address(entries),
                              sizeof entries, 0, 0, 0))
           > 0)
        for (long at = 0; at < len;) {
            uint16_t bytes = (uint16_t)((unsigned char)entries[at + 16]
                                        | (unsigned char)entries[at + 17] << 8);
            const char *name = entries + at + ENTRY_NAME;
            if (!is_dot(name))
                went |= remove_entry(t, folder, name);
            at += bytes;
        }
    return went;
}

static void
remove_tree(const char *path)
{
    struct tree t = { .top = open_folder(AT_FDCWD, path) };
    if (t.top < 0)
        return;
    /* A folder's entries move while it is read: again, as long as something goes. */
    while (empty_into_top(&t, t.top))
        (void)system_call(__NR_lseek, t.top, 0, 0, 0, 0, 0);
    system_close(t.top);
    (void)unlink_at(AT_FDCWD, path, AT_REMOVEDIR);
}

void
remove_temporary_path(const char *path)
{
    char folder[PATH_BYTES];
    size_t len = 0;
    for (; path[len] != '\0' && len + 1 < sizeof folder; len++)
        folder[len] = path[len];
    if (len > 1 && folder[len - 1] == '/') {
        folder[len - 1] = '\0';
        remove_tree(folder);
    } else if (unlink_at(AT_FDCWD, path, 0) != 0) {
        (void)unlink_at(AT_FDCWD, path, AT_REMOVEDIR);
    }
}
