/* Commands at random: the answers of the bash tool equal what `bash -c` prints with the
 * same state, and its status. The state of one is its shell's; that of the other goes
 * from one process to the next in a file.
 *
 * usage: tool_random_test [COMMANDS [SEED]] */
#define _GNU_SOURCE

#include "live/tool.h"

#include "live/tool_random.h"
#include <spawn.h>
#include <sys/stat.h>

static unsigned commands = 150;
static uint64_t seed = 1;

struct other {
    char folder[96], state[128];
    int status;    /* of the last command */
    qtty_buf text; /* what it printed, and what an answer says besides; NUL behind it */
};

/* --- The other shell ---------------------------------------------------------------- */

/* Restores the state, and saves it whichever way the command ends. Aliases are expanded
 * in an interactive shell. */
static const char frame[] =
    "shopt -s expand_aliases\n"
    "PATH=$PATH; STATE=%s; ROOT=%s; cd \"$ROOT\"\n"
    "[ ! -e \"$STATE\" ] || . \"$STATE\"\n"
    "save_() { { set +o; set +xe; shopt -p; alias -p; declare -f f g h; umask -p\n"
    "declare -p a b c d e i l v arr X Y; printf 'set --'; printf ' %%q' \"$@\"; echo\n"
    "printf 'OLDPWD=%%q; cd %%q\\n' \"${OLDPWD-$ROOT}\" \"$PWD\"\n"
    "} >\"$STATE\" 2>/dev/null; }\n"
    "trap 'save_ \"$@\"' EXIT\n"
    "(exit %d)\n"
    "%s\n";

static void
drain(int end, qtty_buf *to)
{
    ssize_t got = 1;
    to->len = 0;
    while (got > 0) {
        assert_int_equal(qtty_buf_reserve(to, 65536), QTTY_OK);
        got = read(end, to->data + to->len, 65535);
        to->len += got > 0 ? (size_t)got : 0;
    }
    to->data[to->len] = '\0';
}

static int
run_bash(const char *script, qtty_buf *output)
{
    const char *argv[] = { "bash", "--norc", "-c", script, NULL };
    posix_spawn_file_actions_t actions;
    int ends[2], status;
    pid_t pid;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    assert_int_equal(posix_spawn(&pid, "/bin/bash", &actions, NULL,
                                 (char *const *)(uintptr_t)argv,
                                 (char *const *)(uintptr_t)drive_parent()),
                     0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    drain(ends[0], output);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A script counts its lines in what it says of errors; a line editor has none. */
static void
drop_line_numbers(qtty_buf *text)
{
    static const char front[] = "bash: line ";
    char *at = (char *)text->data;
    while ((at = strstr(at, front)) != NULL) {
        char *number = at + strlen("bash: "), *rest = strstr(number, ": ") + 2;
        memmove(number, rest, strlen(rest) + 1);
    }
    text->len = strlen((const char *)text->data);
}

static void
note(struct other *o, const char *format, ...)
{
    char line[128];
    va_list arguments;
    bool within = o->text.len != 0 && o->text.data[o->text.len - 1] != '\n';
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (within)
        assert_int_equal(qtty_buf_append(&o->text, "\n", 1), QTTY_OK);
    assert_int_equal(qtty_buf_append(&o->text, line, strlen(line) + 1), QTTY_OK);
}

static void
run_other(struct other *o, const struct random_command *c)
{
    static char script[16384];
    int len =
        snprintf(script, sizeof script, frame, o->state, o->folder, o->status, c->text);
    assert_true(len > 0 && (size_t)len < sizeof script);
    o->status = run_bash(script, &o->text);
    drop_line_numbers(&o->text);
    if (c->leaves)
        note(o, "[shell exited: code %d]\n" FRESH, o->status);
    else if (o->status != 0)
        note(o, "[exit code: %d]", o->status);
    if (c->leaves) {
        unlink(o->state);
        o->status = 0;
    }
}

/* --- Both --------------------------------------------------------------------------- */

/* The tool's shell begins in its own folder. */
static void
begin(struct bash *b)
{
    bash_says(b, "ROOT=$PWD", "");
}

static void
compare(struct bash *b, struct other *o, const struct random_command *c, unsigned number)
{
    run_other(o, c);
    const char *said = bash_call(b, c->text);
    if (strcmp(said, (const char *)o->text.data) != 0)
        print_message("seed %llu, command %u:\n%s\n", (unsigned long long)seed, number,
                      c->text);
    assert_string_equal(said, (const char *)o->text.data);
    if (c->leaves)
        begin(b);
}

static void
make_folder(char *folder, size_t size, const char *of)
{
    assert_true(snprintf(folder, size, "%s/%s", drive_home, of) < (int)size);
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void
answers_equal_those_of_bash(void **state)
{
    static struct random_command c;
    char own[96];
    struct bash b;
    struct other o = { .status = 0 };
    uint64_t random = seed;
    (void)state;
    make_folder(own, sizeof own, "own");
    make_folder(o.folder, sizeof o.folder, "other");
    snprintf(o.state, sizeof o.state, "%s/state", drive_home);
    qtty_buf_init(&o.text, NULL, 0);
    bash_init(&b);
    b.session.cwd = own;
    bash_create(&b);
    begin(&b);
    for (unsigned i = 0; i < commands; i++) {
        random_command(&random, &c);
        compare(&b, &o, &c, i);
    }
    print_message("%u commands of seed %llu\n", commands, (unsigned long long)seed);
    qtty_buf_finish(&o.text);
    bash_free(&b);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_equal_those_of_bash) };
    if (argc > 1)
        commands = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, drive_make_home, drive_remove_home);
}
