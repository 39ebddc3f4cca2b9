/* Korn shells, as data: ksh93 and mksh. The prompts carry the marks, as in sh. Where a
 * line editor scrolls a long line sideways, its echo cannot be told from output: mksh's
 * is off, and the terminal edits lines; ksh93's wraps them. */
#include "shell/dialect.h"

static const char *const argv_ksh[] = { "ksh", "-i", NULL };
static const char *const argv_mksh[] = { "mksh", "-i", NULL };

/* A status over 256 is ksh93's for a signal; 256 is that of a loop of the shell itself
 * that was interrupted in some moments, without the signal's number. A function may
 * return any number, of which an exit would tell 8 bits. In ksh93 a discipline function
 * keeps PS1 as it is, whatever is assigned; for others that text would be an error of
 * syntax.
 *
 * ksh93 has the texts of its jobs from its history file. In /dev/null there is none, nor
 * the end of the line; so it gets a file that has lost its name, opened by number. */
static const char hook[] =
    "_qtty_h=$ENV.history\n"
    "unset ENV\n"
    "set +o emacs +o vi\n"
    "_qtty_d=$'\\e]133;D;' _qtty_n=$';qtty=@NONCE@\\a'\n"
    "_qtty_b=$'\\e]133;B;qtty=@NONCE@\\a'\n"
    "_qtty_s='$? < 256 || $? > 383 ? $? & 255 : $? > 256 ? $? - 128 : 130'\n"
    "_qtty_s='${_qtty_d:+$(('$_qtty_s'))}'\n"
    "_qtty_s='${_qtty_d-}'$_qtty_s'${_qtty_n-}'@PROMPT@'${_qtty_b-}'\n"
    "if (eval '[ \"${.sh.version}\" ]') 2>/dev/null; then\n"
    "    if [ ! \"$HISTFILE\" ] &&\n"
    "        (umask 077; set -C; : >\"$_qtty_h\") 2>/dev/null; then\n"
    "        exec 9<>\"$_qtty_h\"\n"
    "        rm -f \"$_qtty_h\"\n"
    "        HISTFILE=/proc/$$/fd/9\n"
    "    fi\n"
    "    eval 'function PS1.set { .sh.value=$_qtty_s; }'\n"
    "    set -o emacs -o multiline\n"
    /* A TAB is text: the editor would make it the rest of a file's name. */
    "    trap 'case ${.sh.edchar} in \"\t\") .sh.edchar=\"\\\\\t\" ;; esac' KEYBD\n"
    "fi\n"
    ": \"${HISTFILE:=/dev/null}\"\n"
    "unset _qtty_h\n"
    "PS1=$_qtty_s\n"
    "PS2=$'> \\e]133;P;k=s;qtty=@NONCE@\\a'\n";

const struct dialect dialect_ksh = {
    .name = "ksh",
    .argv = argv_ksh,
    .environment = dialect_no_prompts,
    .prompt = "$ ",
    .marks_input = true,
    .marks_rest = true,
    .hook = hook,
    .variable = "ENV",
    .leave = "exit",
};

const struct dialect dialect_mksh = {
    .name = "mksh",
    .argv = argv_mksh,
    .environment = dialect_no_prompts,
    .prompt = "$ ",
    .marks_input = true,
    .marks_rest = true,
    .hook = hook,
    .variable = "ENV",
    .leave = "exit",
};
