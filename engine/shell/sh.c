/* A POSIX shell, as data. There is no hook but the prompts, which expand parameters
 * (POSIX 2.5.3): PS1 carries the mark D with `$?`, and B behind its text; PS2 carries P.
 * They refer to variables, so that a PS1 that gets exported tells no child the nonce. */
#include "shell/dialect.h"

static const char *const argv[] = { "/bin/sh", "-i", NULL };

/* An unset of PS1 in dash keeps it exported; so the shell must not find one. */
const struct dialect_variable dialect_no_prompts[] = { { "PS1", NULL },
                                                       { "PS2", NULL },
                                                       { NULL, NULL } };

/* dash gets nested expansions in a prompt wrong, so there are none. Its line editor, if
 * it has one, stays off; a bash that is called sh has its own. */
static const char hook[] =
    "unset ENV\n"
    ": \"${HISTFILE:=/dev/null}\"\n"
    "_qtty_d=$(printf '\\033]133;D;') _qtty_n=$(printf ';qtty=@NONCE@\\007')\n"
    "_qtty_b=$(printf '\\033]133;B;qtty=@NONCE@\\007')\n"
    "_qtty_p=$(printf '\\033]133;P;k=s;qtty=@NONCE@\\007')\n"
    "PS1='${_qtty_d-}${_qtty_d:+$?}${_qtty_n-}'@PROMPT@'${_qtty_b-}'\n"
    "PS2='> ${_qtty_p-}'\n";

const struct dialect dialect_sh = {
    .name = "sh",
    .argv = argv,
    .environment = dialect_no_prompts,
    .prompt = "$ ",
    .marks_input = true,
    .marks_rest = true,
    .hook = hook,
    .variable = "ENV",
    .leave = "exit",
};
