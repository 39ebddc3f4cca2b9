/* zsh, as data. Its marks come from the hooks preexec and precmd. Functions of the user's
 * by these names, and others in the arrays, run beside ours. */
#include "shell/dialect.h"

/* -d: no start-up files of the machine but zshenv, which zsh always reads. */
static const char *const argv[] = { "zsh", "-d", "-i", NULL };

static const char hook[] =
    "unset ZDOTDIR\n"
    /* The redirection of the group hides `set -x`; the one of the command is for an
     * output that is a file by then. zsh has read the words: no alias is expanded. */
    "_qtty_preexec() {\n"
    "    { builtin print -rn -- $'\\e]133;C;qtty=@NONCE@\\a' >/dev/tty } 2>/dev/null\n"
    "}\n"
    /* Two, because an error ends a function, as that of a readonly PS1. The mark comes
     * last, so that nothing stands between it and the prompt. Behind a full row the
     * cursor waits on its last column, which the line editor would wipe: a blank and a
     * backspace take it to the next row.
     *
     * zsh would print a CR before the prompt, and a sign of its own behind output without
     * a final newline, which comes with it (PROMPT_SP); `emulate -R zsh` has it again. */
    "_qtty_prompt() {\n"
    "    {\n"
    "        builtin setopt no_prompt_cr\n"
    "        builtin typeset -g +x PS2=$'> %{\\e]133;P;k=s;qtty=@NONCE@\\a%}'\n"
    "        builtin typeset -g +x PS1=@PROMPT@\n"
    "    } 2>/dev/null\n"
    "}\n"
    "_qtty_precmd() {\n"
    "    {\n"
    "        builtin print -rn -- $'\\e]133;D;'$?$';qtty=@NONCE@\\a \\b' >/dev/tty\n"
    "    } 2>/dev/null\n"
    "}\n"
    "preexec_functions+=(_qtty_preexec)\n"
    "precmd_functions+=(_qtty_prompt _qtty_precmd)\n";

const struct dialect dialect_zsh = {
    .name = "zsh",
    .argv = argv,
    .prompt = "$ ", /* without a character that prompt expansion would change */
    .rest = "> ",
    .line_editor = true,
    .multiplexed = true, /* by the builtin sched, by zle -F */
    .hook = hook,
    .variable = "ZDOTDIR",
    .file = ".zshrc",
    .leave = "exit",
};
