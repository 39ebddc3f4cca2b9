/* The choice: bubblewrap where it can run, since it hides other processes and has a real
 * /tmp of its own; Landlock elsewhere, in part or in full; else nothing is started. */
#define _GNU_SOURCE /* environ */

#include "sandbox/sandbox.h"

#include "base/alloc.h"
#include "provider/environment.h"
#include "provider/spawn.h"
#include "sandbox/bwrap.h"
#include "sandbox/landlock.h"
#include "sandbox/probe.h"
#include "shell/startup.h"
#include "supervisor/remove.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct sandbox {
    const qtty_allocator *allocator;
    struct sandbox_policy policy;
    bool by_landlock;
    char bwrap[SANDBOX_PATH_BYTES];
    char tmp[SANDBOX_PATH_BYTES];           /* of Landlock; "" */
    char temporary[SANDBOX_PATH_BYTES + 1]; /* the same with `/` behind it */
    qtty_enforcement enforcement;
    struct failure text; /* of it */

    /* Of a spawn. */
    int launcher; /* -1 */
    char launcher_path[LAUNCHER_PATH_BYTES];
    qtty_buf file; /* of the program, with its NUL */
    struct environment environment;
    qtty_span *words;
    qtty_env_entry *env;
};

static bool
is_privileged(void)
{
    return geteuid() == 0;
}

/* --- The choice --------------------------------------------------------------------- */

static bool
try_bwrap(struct sandbox *s, struct failure *why)
{
    qtty_span words[BWRAP_WORDS_MAX];
    if (!probe_find_bwrap(s->bwrap, &s->policy, why))
        return false;
    /* In no folder that it may hide: of that there is a better word. */
    size_t count = bwrap_words(words, s->bwrap, &s->policy, "/", is_privileged());
    if (!probe_run(words, count, why))
        return false;
    s->enforcement = QTTY_ENFORCEMENT_FULL;
    failure_set(&s->text, QTTY_OK, "bubblewrap: full");
    return true;
}

static bool
try_landlock(struct sandbox *s, struct failure *why)
{
    int abi = landlock_abi();
    if (abi < 0) {
        failure_set(why, QTTY_E_UNSUPPORTED, "Landlock: %s", strerror(-abi));
        return false;
    }
    int file = launcher_open(s->launcher_path);
    if (file < 0) {
        failure_errno(why, "Landlock: its launcher");
        return false;
    }
    close(file);
    const char *through = landlock_lets_through(abi, s->policy.mode);
    bool full = through[0] == '\0';
    s->by_landlock = true;
    s->enforcement = full ? QTTY_ENFORCEMENT_FULL : QTTY_ENFORCEMENT_PARTIAL;
    failure_set(&s->text, QTTY_OK, "Landlock (ABI %d): %s%s", abi,
                full ? "full" : "partial, lets through ", through);
    return true;
}

static qtty_status
choose(struct sandbox *s, struct failure *why)
{
    struct failure bwrap = { "" }, landlock = { "" };
    if (try_bwrap(s, &bwrap) || try_landlock(s, &landlock))
        return QTTY_OK;
    return failure_set(why, QTTY_E_UNSUPPORTED,
                       "sandbox: %s: no usable sandbox (%.200s; %.100s): install "
                       "bubblewrap, where user namespaces are permitted, or run a "
                       "kernel with Landlock (5.13)",
                       sandbox_mode_name(s->policy.mode), bwrap.text, landlock.text);
}

/* bubblewrap would find the folder empty, or not at all. */
static qtty_status
check_cwd(const struct sandbox *s, struct failure *why)
{
    const char *hidden = sandbox_hides(s), *cwd = s->policy.cwd;
    if (hidden == NULL || !sandbox_path_is_in(cwd, hidden)
        || sandbox_path_is_in(cwd, s->policy.workspace))
        return QTTY_OK;
    return failure_set(why, QTTY_E_INVAL,
                       "cwd: %.300s: is not in the sandbox, which has a %s of its own",
                       cwd, hidden);
}

/* --- A folder in place of /tmp ------------------------------------------------------ */

/* Landlock makes no mount. So the sandbox has a folder for itself, which TMPDIR names:
 * through no link, so that one which is changed later leads nowhere else. */
static qtty_status
make_tmp(struct sandbox *s, struct failure *why)
{
    char resolved[SANDBOX_PATH_BYTES];
    const char *base = getenv("TMPDIR");
    if (!s->by_landlock || s->policy.mode != QTTY_SANDBOX_WORKSPACE_WRITE)
        return QTTY_OK;
    if (base != NULL)
        base = realpath(base, resolved);
    if (!startup_will_do(base) || access(base, W_OK | X_OK) != 0)
        base = realpath("/tmp", resolved);
    if (base == NULL)
        return failure_errno(why, "sandbox: a folder for temporary files");
    int len = snprintf(s->tmp, sizeof s->tmp, "%s/qtty-tmp-XXXXXX", base);
    if (len > 0 && (size_t)len < sizeof s->tmp && mkdtemp(s->tmp) != NULL) {
        (void)snprintf(s->temporary, sizeof s->temporary, "%s/", s->tmp);
        return QTTY_OK;
    }
    s->tmp[0] = '\0';
    return failure_errno(why, "sandbox: a folder for temporary files");
}

/* --- Life --------------------------------------------------------------------------- */

qtty_status
sandbox_create(struct sandbox **out, const struct sandbox_config *config,
               struct failure *why)
{
    *out = NULL;
    struct sandbox *s = mem_zalloc(config->allocator, 1, sizeof *s);
    if (s == NULL)
        return failure_set(why, QTTY_E_NOMEM, "sandbox: out of memory");
    s->allocator = config->allocator;
    s->launcher = -1;
    qtty_buf_init(&s->file, s->allocator, 0);
    qtty_status st = sandbox_policy_resolve(&s->policy, config->mode, config->workspace,
                                            config->cwd, why);
    if (st == QTTY_OK)
        st = choose(s, why);
    if (st == QTTY_OK)
        st = check_cwd(s, why);
    if (st == QTTY_OK)
        st = make_tmp(s, why);
    if (st == QTTY_OK)
        *out = s;
    else
        sandbox_destroy(s);
    return st;
}

void
sandbox_destroy(struct sandbox *s)
{
    if (s == NULL)
        return;
    sandbox_unwrap(s);
    if (s->tmp[0] != '\0')
        remove_temporary_path(s->temporary);
    mem_free(s->allocator, s);
}

qtty_enforcement
sandbox_enforcement(const struct sandbox *s, const char **text)
{
    *text = s->text.text;
    return s->enforcement;
}

const char *
sandbox_tmp(const struct sandbox *s)
{
    if (s->policy.mode != QTTY_SANDBOX_WORKSPACE_WRITE)
        return NULL;
    return s->by_landlock ? s->tmp : "/tmp";
}

const char *
sandbox_temporary(const struct sandbox *s)
{
    return s->temporary[0] != '\0' ? s->temporary : NULL;
}

const char *
sandbox_hides(const struct sandbox *s)
{
    return s->by_landlock ? NULL : bwrap_hides(&s->policy);
}

/* --- Around a spawn ----------------------------------------------------------------- */

/* As the provider does for one that is not wrapped, so that it fails as one. */
static qtty_status
find_program(struct sandbox *s, const qtty_spawn_config *c, struct failure *why)
{
    qtty_buf name;
    int directory = open(s->policy.cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return failure_errno(why, "cwd");
    qtty_buf_init(&name, s->allocator, 0);
    qtty_status st = qtty_buf_append(&name, c->argv[0].data, c->argv[0].len);
    if (st == QTTY_OK)
        st = qtty_buf_append(&name, "", 1);
    st = st == QTTY_OK
             ? spawn_search(&s->file, (const char *)name.data,
                            environment_get(&s->environment, "PATH"), directory, why)
             : failure_set(why, st, "argv[0]: out of memory");
    qtty_buf_finish(&name);
    close(directory);
    return st;
}

static qtty_status
look_at_program(struct sandbox *s, const qtty_spawn_config *c, struct failure *why)
{
    const char *const *parent =
        c->parent != NULL ? c->parent : (const char *const *)environ;
    if (c->argc == 0 || c->argv[0].len == 0
        || memchr(c->argv[0].data, '\0', c->argv[0].len) != NULL)
        return failure_set(why, QTTY_E_INVAL, "argv[0]: must name a program");
    qtty_status st = environment_build(&s->environment, s->allocator, c, parent, why);
    return st == QTTY_OK ? find_program(s, c, why) : st;
}

/* What the dynamic loader reads (ld.so(8)): it could bring code of the workspace into
 * bubblewrap, before that has confined itself. */
static bool
is_loaders(const char *entry)
{
    static const char tunables[] = "GLIBC_TUNABLES=";
    return strncmp(entry, "LD_", 3) == 0
           || strncmp(entry, tunables, sizeof tunables - 1) == 0;
}

/* So bubblewrap gets none of it, and sets it for the program. */
static void
move_loaders(const struct sandbox *s, qtty_span *words, qtty_env_entry *unset)
{
    size_t count = 0;
    for (size_t i = 0; i < s->environment.count; i++) {
        const char *entry = s->environment.entries[i];
        size_t len = strcspn(entry, "=");
        if (!is_loaders(entry))
            continue;
        words[3 * count] = qtty_text("--setenv");
        words[3 * count + 1] = (qtty_span){ (const uint8_t *)entry, len };
        words[3 * count + 2] = qtty_text(entry + len + 1);
        unset[count] = (qtty_env_entry){ .name = words[3 * count + 1], .unset = true };
        count++;
    }
}

static size_t
count_loaders(const struct sandbox *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->environment.count && !s->by_landlock; i++)
        count += is_loaders(s->environment.entries[i]);
    return count;
}

/* bubblewrap looks for the program by itself; the launcher is told which file it is. */
static size_t
wrapping_words(struct sandbox *s, qtty_span words[BWRAP_WORDS_MAX])
{
    if (!s->by_landlock)
        return bwrap_words(words, s->bwrap, &s->policy, s->policy.cwd, is_privileged());
    size_t count = landlock_words(words, s->launcher_path, &s->policy, s->tmp);
    words[count++] = qtty_text((const char *)s->file.data);
    return count;
}

/* The last word of bubblewrap's stays behind all others. */
static qtty_status
put_around(struct sandbox *s, qtty_spawn_config *c, struct failure *why)
{
    qtty_span words[BWRAP_WORDS_MAX];
    size_t count = wrapping_words(s, words), loaders = count_loaders(s);
    size_t moved = 3 * loaders;
    s->words = mem_zalloc(s->allocator, count + moved + c->argc, sizeof *s->words);
    s->env = mem_zalloc(s->allocator, c->env_count + loaders + 1, sizeof *s->env);
    if (s->words == NULL || s->env == NULL)
        return failure_set(why, QTTY_E_NOMEM, "argv: out of memory");
    if (c->env_count != 0)
        memcpy(s->env, c->env, c->env_count * sizeof *c->env);
    memcpy(s->words, words, count * sizeof *words);
    if (loaders != 0) {
        s->words[count - 1 + moved] = words[count - 1];
        move_loaders(s, s->words + count - 1, s->env + c->env_count);
    }
    memcpy(s->words + count + moved, c->argv, c->argc * sizeof *words);
    c->argv = s->words;
    c->argc += count + moved;
    c->env = s->env;
    c->env_count += loaders;
    c->cwd = s->policy.cwd;
    return QTTY_OK;
}

qtty_status
sandbox_wrap(struct sandbox *s, qtty_spawn_config *c, struct failure *why)
{
    sandbox_unwrap(s);
    qtty_status st = look_at_program(s, c, why);
    if (st != QTTY_OK)
        return st;
    if (s->by_landlock && (s->launcher = launcher_open(s->launcher_path)) < 0)
        return failure_errno(why, "sandbox: Landlock's launcher");
    return put_around(s, c, why);
}

void
sandbox_unwrap(struct sandbox *s)
{
    if (s->launcher >= 0)
        close(s->launcher);
    s->launcher = -1;
    mem_free(s->allocator, s->words);
    mem_free(s->allocator, s->env);
    s->words = NULL;
    s->env = NULL;
    qtty_buf_finish(&s->file);
    if (s->environment.entries != NULL)
        environment_finish(&s->environment);
    s->environment = (struct environment){ 0 };
}
