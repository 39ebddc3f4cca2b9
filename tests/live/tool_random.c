/* The generator: a command is one to three pieces, each of a kind drawn from a table. */
#include "live/tool_random.h"

#include <stdarg.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* --- Chance ------------------------------------------------------------------------- */

/* splitmix64, of Steele, Lea and Flood. */
static uint64_t
draw(uint64_t *random)
{
    uint64_t z = (*random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static unsigned
below(uint64_t *random, unsigned count)
{
    return (unsigned)(draw(random) % count);
}

/* --- Pieces of text ----------------------------------------------------------------- */

struct writer {
    struct random_command *out;
    uint64_t *random;
};

static void put(struct writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
put(struct writer *w, const char *format, ...)
{
    va_list arguments;
    size_t room = sizeof w->out->text - w->out->len;
    va_start(arguments, format);
    int len = vsnprintf(w->out->text + w->out->len, room, format, arguments);
    va_end(arguments);
    w->out->len += len > 0 && (size_t)len < room ? (size_t)len : 0;
}

static const char *
one_of(struct writer *w, const char *const *list, size_t count)
{
    return list[below(w->random, (unsigned)count)];
}

#define ONE_OF(w, list) one_of(w, list, COUNT_OF(list))

static char
name(struct writer *w)
{
    return (char)('a' + below(w->random, 5));
}

static char
function(struct writer *w)
{
    return (char)('f' + below(w->random, 3));
}

static const char *
word(struct writer *w)
{
    static const char *const words[] = {
        "one",
        "two",
        "'single $a !x'",
        "\"double $b\"",
        "\\$c",
        "hello!",
        "\"wow!\"",
        "漢字",
        "é",
        "👍🏽",
        "{1..3}",
        "x{a,b}",
        "#tag",
        "a#b",
        "\"'\"",
        "'\"'",
        "\"a  b\"",
        "$((2*3))",
        "\"$(echo in)\"",
        "-n-",
        "=",
        "%d",
        "'[exit code: 1]'",
        "\"\\\\\"",
        "'$ '",
        "\"${d:-no}\"",
        "${#e}",
        "'\\n'",
        "!!",
        "\"`echo bt`\"",
    };
    return ONE_OF(w, words);
}

/* --- Kinds -------------------------------------------------------------------------- */

static void
echoes(struct writer *w)
{
    put(w, "echo");
    for (unsigned i = below(w->random, 6); i > 0; i--)
        put(w, " %s", word(w));
}

static void
prints(struct writer *w)
{
    static const char *const formats[] = { "'%s'",    "'%s|%s\\n'", "'[%5s]'",
                                           "'%%\\n'", "'\\n\\n'",   "'a\\nb'" };
    put(w, "printf %s %s %s", ONE_OF(w, formats), word(w), word(w));
}

static void
assigns(struct writer *w)
{
    switch (below(w->random, 4)) {
    case 0:
        put(w, "%c=%s", name(w), word(w));
        break;
    case 1:
        put(w, "%c=$((%u * 7 + ${#%c}))", name(w), below(w->random, 100), name(w));
        break;
    case 2:
        put(w, "%c+=%s", name(w), word(w));
        break;
    default:
        put(w, "%c=$(printf '%%s.' \"$%c\" %u)", name(w), name(w), below(w->random, 9));
    }
}

static void
shows(struct writer *w)
{
    static const char *const forms[] = { "${%c^^}",    "${%c:1:3}", "${%c/o/0}",
                                         "${%c%%?}",   "${#%c}",    "${%c:-unset}",
                                         "${%c//e/E}", "<$%c>" };
    char form[32];
    put(w, "echo");
    for (unsigned i = 1 + below(w->random, 3); i > 0; i--) {
        const char *f = ONE_OF(w, forms);
        size_t at = 0;
        for (; *f != '\0' && at + 1 < sizeof form; f++)
            if (f[0] == '%' && f[1] == 'c')
                form[at++] = name(w), f++;
            else if (f[0] == '%' && f[1] == '%')
                form[at++] = *f++;
            else
                form[at++] = *f;
        form[at] = '\0';
        put(w, " \"%s\"", form);
    }
}

static void
loops(struct writer *w)
{
    char v = name(w);
    if (below(w->random, 2) == 0)
        put(w, "for %c in %s %s $(seq %u)\ndo\n\techo \"$%c.\"\ndone", v, word(w),
            word(w), below(w->random, 5), v);
    else
        put(w, "i=0; while ((i++ < %u)); do printf '%%d,' $i; done; echo",
            1 + below(w->random, 6));
}

static void
chooses(struct writer *w)
{
    char v = name(w);
    if (below(w->random, 2) == 0)
        put(w, "if [[ $%c == *o* ]]; then\n  echo has o\nelse\n  echo none\nfi", v);
    else
        put(w,
            "case \"$%c\" in\n[0-9]*) echo digit ;;\n*' '*) echo blank ;;\n"
            "*) echo else; (exit %u) ;;\nesac",
            v, below(w->random, 4));
}

static void
documents(struct writer *w)
{
    bool quoted = below(w->random, 2) == 0;
    put(w, "cat <<%s\n%s $%c $((1 + 1))\n  indented `echo sub`\n\n\\$END\nEND",
        quoted ? "'END'" : "END", quoted ? word(w) : "text", name(w));
}

static void
defines(struct writer *w)
{
    char f = function(w);
    switch (below(w->random, 3)) {
    case 0:
        put(w, "%c() { echo \"%c($#): $*\"; return %u; }", f, f, below(w->random, 3));
        break;
    case 1:
        put(w, "%c() {\n  local %c=$1\n  echo \"local $%c\"\n}", f, 'a', 'a');
        break;
    default:
        put(w, "%c() { cat <<END\nfrom %c: $1\nEND\n}", f, f);
    }
}

static void
calls(struct writer *w)
{
    put(w, "%c %s %s", function(w), word(w), word(w));
}

static void
pipes(struct writer *w)
{
    static const char *const ends[] = { "sort -r",    "head -n 3",    "tail -n 2",
                                        "grep 1",     "grep nothing", "tr 0-9 a-j",
                                        "sed s/1/x/", "cat",          "wc -l",
                                        "rev" };
    put(w, "seq %u | %s | %s", 1 + below(w->random, 300), ONE_OF(w, ends),
        ONE_OF(w, ends));
}

static void
moves(struct writer *w)
{
    static const char *const ways[] = {
        "mkdir -p p/q; cd p", "cd p/q 2>/dev/null", "cd \"$ROOT\"",
        "[ \"$PWD\" = \"$ROOT\" ] || cd ..",
        "cd /; cd \"$ROOT\"/p 2>/dev/null || cd \"$ROOT\""
    };
    put(w, "%s", ONE_OF(w, ways));
}

static void
fails(struct writer *w)
{
    static const char *const ways[] = { "false",
                                        "! true",
                                        "(exit 77)",
                                        "sh -c 'exit 9'",
                                        "test -e nowhere",
                                        "[[ a == b ]]",
                                        "((0))",
                                        "nowhere_to_be_found",
                                        "cat <nowhere",
                                        "cd nowhere",
                                        "f() { return 6; }; f",
                                        "false || (exit 5)" };
    put(w, "%s", ONE_OF(w, ways));
}

static void
arrays(struct writer *w)
{
    static const char *const ways[] = {
        "arr=(x 'y z' \"$a\")",          "arr+=($b)",
        "echo ${#arr[@]} \"${arr[*]}\"", "printf '<%s>\\n' \"${arr[@]}\"",
        "echo \"${arr[1]-none}\"",       "unset 'arr[0]'; echo ${!arr[*]}",
    };
    put(w, "%s", ONE_OF(w, ways));
}

static void
exports(struct writer *w)
{
    put(w, "export %c=%s; sh -c 'echo \"X=$X Y=$Y\"'",
        (char)('X' + (int)below(w->random, 2)), word(w));
}

static void
files(struct writer *w)
{
    static const char *const ways[] = {
        "echo \"$a\" >t", "echo \"$b\" >>t", "cat t 2>/dev/null",
        "rm -f t",        "wc -c <t",        "exec 4>>t; echo four >&4; exec 4>&-",
        "ls -1",          "echo *",          "while read -r l; do echo \"[$l]\"; done <t",
    };
    put(w, "touch t; %s", ONE_OF(w, ways));
}

static void
reads(struct writer *w)
{
    static const char *const ways[] = {
        "read -r a b <<<'first second third'; echo \"$b/$a\"",
        "while IFS=, read -r a b; do echo \"$b;$a\"; done <<END\n1,2\n3,4\nEND",
        "mapfile -t arr < <(seq 3); echo \"${arr[2]}\"",
        "cat <(echo left) <(echo right)",
        "echo in | { read -r c; echo \"$c $c\"; }",
        "head -c 3 <<<'abcdef'; echo",
    };
    put(w, "%s", ONE_OF(w, ways));
}

static void
sets(struct writer *w)
{
    static const char *const ways[] = {
        "set -o pipefail; false | true; echo $?; set +o pipefail",
        "set -o pipefail",
        "set +o pipefail",
        "set -f; echo *; set +f",
        "shopt -s nullglob; echo zz*",
        "shopt -u nullglob",
        "IFS=:; v=1:2; echo $v; unset IFS",
        "PS1=x PS2=y",
        "alias k='echo aliased'",
        "unalias -a",
        "PROMPT_COMMAND=:",
        "umask 027; umask",
        "set -- p q r; echo $# $2",
        "(trap 'echo bye' EXIT; echo x)",
        "hash -r",
        ": # nothing but this",
        "{ set -x; } 2>/dev/null; { set +x; } 2>/dev/null",
    };
    put(w, "%s", ONE_OF(w, ways));
}

static void
tells(struct writer *w)
{
    static const char *const ways[] = {
        "echo $?",
        "echo \"${PWD#\"$ROOT\"}\"",
        "echo out; echo err >&2",
        "( (exit 3) & wait $!; echo $? )",
        "type -t f; type -t k",
        "declare -p a 2>/dev/null || echo none",
        "printf '%0300d\\n' 7",
        "printf '%s' \"$(seq 40 | tr '\\n' ' ')\"",
        "echo $((RANDOM * 0)) $SHLVL_NONE",
        "eval 'echo \"$a\"'",
        "echo ${BASH_SUBSHELL} $(echo ${BASH_SUBSHELL})",
        "k",
        "printf '\\303\\251\\n'",
    };
    put(w, "%s", ONE_OF(w, ways));
}

/* --- The whole ---------------------------------------------------------------------- */

static void (*const kinds[])(struct writer *w) = {
    echoes,    prints,  assigns, assigns, shows, shows, loops, chooses,
    documents, defines, calls,   calls,   pipes, moves, fails, arrays,
    exports,   files,   reads,   sets,    tells, tells,
};

static void
write_piece(struct writer *w)
{
    kinds[below(w->random, COUNT_OF(kinds))](w);
}

static void
write_leaving(struct writer *w)
{
    static const char *const ways[] = { "exit",
                                        "exit 3",
                                        "set -e; false; echo never",
                                        "exec true",
                                        "if true; then exit 4; fi",
                                        "exec sh -c 'echo last; exit 5'" };
    put(w, "\n%s", ONE_OF(w, ways));
    w->out->leaves = true;
}

static void
write_pieces(struct writer *w)
{
    write_piece(w);
    for (unsigned i = below(w->random, 3); i > 0; i--) {
        put(w, "\n");
        write_piece(w);
    }
}

void
random_command(uint64_t *random, struct random_command *out)
{
    static const char *const around[][2] = {
        { "{\n", "\n}" },
        { "(\n", "\n)" },
        { "if true; then\n", "\nfi" },
        { "! {\n", "\n}" },
        { "{\n", "\n} 2>&1 | cat" },
    };
    struct writer w = { .out = out, .random = random };
    out->len = 0;
    out->leaves = false;
    unsigned way = below(random, 40);
    if (way < COUNT_OF(around))
        put(&w, "%s", around[way][0]);
    write_pieces(&w);
    if (way < COUNT_OF(around))
        put(&w, "%s", around[way][1]);
    else if (way == COUNT_OF(around))
        write_leaving(&w);
}
