/* What the soak types. A row is a kind of command: its text and its output, in which
 *
 *   @T  a token             @N  a digit, one for the row: 0.00@N is a sleep of 0 to 9 ms
 *   @D  a folder            @L  3 500 characters, close to what a canonical line holds
 *   @S  the numbers from 1 to 200, a line each
 *
 * Nothing here prints when its command has ended: no job in the background. */
#include "commands.h"
#include <stdio.h>
#include <string.h>

enum { LONG_TEXT = 3500, NUMBERS = 200, STATUS_IS_DIGIT = -1 };

static const struct kind {
    const char *text, *output;
    int32_t status;
} kinds[] = {
    /* Builtins: the shell itself is in the foreground all the time. */
    { "echo @T", "@T\n", 0 },
    { "true && echo @T", "@T\n", 0 },
    { "cd @D && pwd && echo @T", "@D\n@T\n", 0 },
    { "printf '%s\\n' a @N @T", "a\n@N\n@T\n", 0 },
    { "v=@T; echo \"@N$v\"", "@N@T\n", 0 },
    { "read -r v <<< @T; echo \"$v\"", "@T\n", 0 },
    { "printf @T", "@T", 0 },
    { "echo @T >&2", "@T\n", 0 },
    { "[ @N = @N ] && echo @T", "@T\n", 0 },
    /* Exit statuses. */
    { "echo @T; false", "@T\n", 1 },
    { "echo @T; (exit @N)", "@T\n", STATUS_IS_DIGIT },
    { "sh -c 'echo @T; exit @N'", "@T\n", STATUS_IS_DIGIT },
    { "f() { echo \"$1\"; return @N; }; f @T", "@T\n", STATUS_IS_DIGIT },
    { "echo @T; ! true", "@T\n", 1 },
    /* Silence first, of the shell's child, a pipeline, a subshell. */
    { "sleep 0.00@N; echo @T", "@T\n", 0 },
    { "sleep 0.00@N && sleep 0.001 && echo @T", "@T\n", 0 },
    { "sleep 0.00@N | cat; echo @T", "@T\n", 0 },
    { "(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "{ sleep 0.00@N; echo @T; } | cat", "@T\n", 0 },
    { "echo $(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "sh -c 'sleep 0.00@N; echo @T'", "@T\n", 0 },
    { "cat <(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "sleep 0.00@N; printf @T; false", "@T", 1 },
    { "(sleep 0.00@N; echo @T; exit @N)", "@T\n", STATUS_IS_DIGIT },
    /* Silence in the middle; once behind what looks like the prompt. */
    { "echo a; sleep 0.00@N; echo @T", "a\n@T\n", 0 },
    { "printf '$ '; sleep 0.00@N; echo @T", "$ @T\n", 0 },
    { "printf 'part '; sleep 0.00@N | cat; echo @T", "part @T\n", 0 },
    { "for i in 1 2 3; do echo $i; sleep 0.001; done; echo @T", "1\n2\n3\n@T\n", 0 },
    { "while read -r v; do echo $v; sleep 0.00@N; done < <(echo @T)", "@T\n", 0 },
    { "(for i in 1 2; do echo $i; sleep 0.00@N; done) | cat; echo @T", "1\n2\n@T\n", 0 },
    /* Silence last, when all is printed. */
    { "echo @T; sleep 0.00@N", "@T\n", 0 },
    { "echo @T | tee /dev/null; sleep 0.00@N", "@T\n", 0 },
    { "f() { echo @T; sleep 0.00@N; }; f", "@T\n", 0 },
    { "(echo @T; sleep 0.00@N) | cat", "@T\n", 0 },
    /* Pipelines, substitutions, loops, here-strings. */
    { "echo @T | cat", "@T\n", 0 },
    { "echo @T | tee /dev/null", "@T\n", 0 },
    { "(sleep 0.00@N; echo @T) | tee /dev/null", "@T\n", 0 },
    { "echo @T | cat | cat | cat", "@T\n", 0 },
    { "printf 'b\\na\\n' | sort; echo @T", "a\nb\n@T\n", 0 },
    { "true | false; echo @T", "@T\n", 0 },
    { "echo \"$(echo \"$(echo @T)\")\"", "@T\n", 0 },
    { "cat <<< @T", "@T\n", 0 },
    { "for i in 1 2 3; do echo $i; done; echo @T", "1\n2\n3\n@T\n", 0 },
    { "i=0; while [ $i -lt 9 ]; do i=$((i + 1)); done; echo \"$i @T\"", "9 @T\n", 0 },
    { "seq 200; echo @T", "@S@T\n", 0 },
    { "seq 200 | cat; sleep 0.00@N; echo @T", "@S@T\n", 0 },
    /* Long lines, typed and printed. */
    { "echo @L@T", "@L@T\n", 0 },
    { "sleep 0.00@N; echo @L@T | cat", "@L@T\n", 0 },
};

static const char *const folders[] = { "/", "/usr", "/tmp", "/dev" };

enum {
    KINDS = sizeof(kinds) / sizeof(kinds[0]),
    FOLDERS = sizeof(folders) / sizeof(folders[0])
};

/* --- Chance ------------------------------------------------------------------------- */

/* splitmix64. */
static uint32_t
pick(struct commands *c, uint32_t below)
{
    uint64_t z = c->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) % below);
}

/* --- Templates ---------------------------------------------------------------------- */

struct values {
    char token[32];
    char digit[2];
    const char *folder;
    char text[LONG_TEXT + 1];
    char numbers[4 * NUMBERS];
};

static void
draw(struct commands *c, struct values *v)
{
    size_t len = 0;
    (void)snprintf(v->token, sizeof v->token, "t%llx_%04x", (unsigned long long)c->count,
                   (unsigned)pick(c, 0x10000));
    v->digit[0] = (char)('0' + pick(c, 10));
    v->digit[1] = '\0';
    v->folder = folders[pick(c, FOLDERS)];
    memset(v->text, (int)('a' + pick(c, 26)), LONG_TEXT);
    v->text[LONG_TEXT] = '\0';
    for (int i = 1; i <= NUMBERS; i++)
        len += (size_t)snprintf(v->numbers + len, sizeof v->numbers - len, "%d\n", i);
}

static const char *
value_of(const struct values *v, char letter)
{
    switch (letter) {
    case 'T':
        return v->token;
    case 'N':
        return v->digit;
    case 'D':
        return v->folder;
    case 'L':
        return v->text;
    default:
        return v->numbers;
    }
}

/* All of it fits: the longest is a row with @L. */
static void
fill(char *out, size_t bytes, const char *from, const struct values *v)
{
    size_t len = 0;
    for (; *from != '\0' && len + 1 < bytes; from++) {
        if (*from == '@') {
            const char *value = value_of(v, *++from);
            len += (size_t)snprintf(out + len, bytes - len, "%s", value);
        } else {
            out[len++] = *from;
        }
    }
    out[len < bytes ? len : bytes - 1] = '\0';
}

void
commands_next(struct commands *c, struct command *out)
{
    struct values v;
    const struct kind *kind = &kinds[pick(c, KINDS)];
    draw(c, &v);
    c->count++;
    fill(out->text, sizeof out->text, kind->text, &v);
    fill(out->output, sizeof out->output, kind->output, &v);
    out->status = kind->status == STATUS_IS_DIGIT ? v.digit[0] - '0' : kind->status;
}
