/* bash, as data. The marks are OSC 133: C before a command runs, from PS0; D with its
 * status before the prompt, from PROMPT_COMMAND; P in PS2. The rest of the hook undoes
 * what its own way in has changed, so that the shell is as `bash --noprofile --norc -i`
 * starts it. */
#include "shell/dialect.h"

/* With --norc bash ignores --rcfile; without it Debian's reads /etc/bash.bashrc first. An
 * interactive shell in posix mode reads the file that ENV names, and nothing else. */
static const char *const argv[] = { "/bin/bash", "--noprofile", "--norc",
                                    "--posix",   "-i",          NULL };

static const char hook[] =
    /* What --posix has changed. A variable that is exported is the parent's, and stays.
     * Posix mode takes no function named `set` or `unset` from the environment; `builtin`
     * is for those named as the others. */
    "unset ENV\n"
    "set +o posix\n"
    "builtin shopt -u inherit_errexit\n"
    "[[ ${HISTFILE@a} == *x* ]] || HISTFILE=~/.bash_history\n"
    "[[ ${MAILCHECK@a} == *x* ]] || MAILCHECK=60\n"
    /* Without the machine's start-up files bash would keep 500 lines of the user's
     * history file, and cut off the rest. It has no default for these two yet: what is
     * there is the parent's. */
    "HISTSIZE=${HISTSIZE--1} HISTFILESIZE=${HISTFILESIZE--1}\n"
    /* Before each prompt, in one command: one, because a DEBUG trap runs for each. The
     * backslash is against aliases, `builtin` against functions, the redirection of the
     * group against `set -x` and errors of readonly variables, `!` against `set -e` and
     * the ERR trap. declare takes the attribute +x before it assigns, and `set -a` gives
     * it back; the names alone take it again. Texts in single quotes are what bash reads
     * fastest, by far. */
    "PROMPT_COMMAND[1]='! { \\builtin declare +xi"
    " PS0='\\''\\e]133;C;qtty=@NONCE@\\a'\\'' PS1=\"$ \""
    " PS2='\\''> \\[\\e]133;P;k=s;qtty=@NONCE@\\a\\]'\\''"
    " PS0 PS1 PS2 PROMPT_COMMAND; } >/dev/null 2>&1'\n"
    /* The mark comes last, so that nothing stands between it and the prompt. Standard
     * output may be a file by then. */
    "PROMPT_COMMAND[2]='! { \\builtin printf '\\''\\e]133;D;%s;qtty=@NONCE@\\a'\\''"
    " \"$?\" >/dev/tty; } >/dev/null 2>&1'\n"
    /* From 5.1 on each element runs, with the command's status in $?. PROMPT_COMMAND=x
     * sets element 0, which stays free for that. Older ones run element 0 alone; there
     * the mark has to come first, while $? is the command's. */
    "case $BASH_VERSION in 4.* | 5.0.*)\n"
    "    PROMPT_COMMAND=(\"${PROMPT_COMMAND[2]}; ${PROMPT_COMMAND[1]}\") ;;\n"
    "esac\n";

const struct dialect dialect_bash = {
    .name = "bash",
    .argv = argv,
    .prompt = "$ ", /* as in the hook; nothing in it is expanded in PS1 */
    .rest = "> ",
    .line_editor = true,
    .hook = hook,
    .variable = "ENV",
    .leave = "exit",
};
