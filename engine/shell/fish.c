/* fish, as data. Its marks come from events: preexec before a command runs, postexec
 * behind its output. fish then goes to a new line and fires prompt: the mark is printed
 * again there, so that only the prompt follows it; an empty line fires that alone. */
#include "shell/dialect.h"

static const char *const argv[] = { "fish",           "--no-config",          "-i",
                                    "--init-command", "source $QTTY_STARTUP", NULL };

static const char hook[] =
    "set --erase QTTY_STARTUP\n"
    "set --global fish_greeting\n"
    "set --global fish_history ''\n"               /* no file of the user's is written */
    "set --global fish_autosuggestion_enabled 0\n" /* what is typed is what is run */
    "function __qtty_start --on-event fish_preexec\n"
    "    builtin printf '\\e]133;C;qtty=@NONCE@\\a' >/dev/tty\n"
    "end\n"
    "function __qtty_end --on-event fish_postexec\n"
    "    builtin printf '\\e]133;D;%s;qtty=@NONCE@\\a' $status >/dev/tty\n"
    "end\n"
    /* What is wrong stays in the line editor, for a person to mend; the next line that is
     * sent would be appended to it. */
    "function __qtty_wrong --on-event fish_posterror\n"
    "    builtin printf '\\e]133;D;127;qtty=@NONCE@\\a' >/dev/tty\n"
    "    commandline --function beginning-of-buffer\n"
    "    for line in (string split \\n -- $argv[1])\n"
    "        commandline --function kill-whole-line\n"
    "    end\n"
    "end\n"
    /* Enter goes on with a command that is unfinished (2), and shows no prompt then. */
    "function __qtty_enter\n"
    "    commandline --is-valid\n"
    "    if test $status -eq 2\n"
    "        builtin printf '\\e]133;P;k=s;qtty=@NONCE@\\a' >/dev/tty\n"
    "    end\n"
    "    commandline --function execute\n"
    "end\n"
    /* A TAB is text: the editor would make it the rest of a file's name. Keys of vi are
     * in a mode of their own, whose sign would stand before the prompt. */
    "for mode in default insert\n"
    "    bind --mode $mode \\r __qtty_enter\n"
    "    bind --mode $mode \\t 'commandline --insert \\t'\n"
    "end\n"
    /* Without configuration fish lacks what follows this variable: to choose other keys
     * would take all away. */
    "function __qtty_keys --on-variable fish_key_bindings\n"
    "    set --global fish_bind_mode default\n"
    "    functions --query $fish_key_bindings; and $fish_key_bindings 2>/dev/null\n"
    "end\n"
    /* The builtin read asks by the same line editor, whose wait alone proves nothing. */
    "function __qtty_read --on-event fish_read\n"
    "    builtin printf '\\e]133;P;k=i;qtty=@NONCE@\\a' >/dev/tty\n"
    "end\n"
    "function __qtty_prompt --on-event fish_prompt\n"
    "    builtin printf '\\e]133;D;%s;qtty=@NONCE@\\a' $status >/dev/tty\n"
    "    function fish_mode_prompt\n"
    "    end\n"
    "    function fish_prompt\n"
    "        builtin printf '%s\\e]133;B;qtty=@NONCE@\\a' @PROMPT@\n"
    "    end\n"
    "end\n";

const struct dialect dialect_fish = {
    .name = "fish",
    .argv = argv,
    .prompt = "> ",
    .line_editor = true,
    .multiplexed = true,
    .keeps_lines = true,
    .marks_input = true,
    .marks_rest = true,
    .hook = hook,
    .variable = "QTTY_STARTUP",
    .leave = "exit",
};
