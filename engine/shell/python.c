/* The interactive Python, as data. sys.ps1 may be any object, and is made a text before
 * each prompt (Python's manual, sys.ps1): that prints the mark, with status 1 if an
 * exception was reported since the prompt before. */
#include "shell/dialect.h"

static const char *const argv[] = { "python3", "-q", NULL };

/* The line editor of 3.13 paints lines anew while they are typed; the basic one is as in
 * every version before. */
static const struct dialect_variable environment[] = { { "PYTHON_BASIC_REPL", "1" },
                                                       { NULL, NULL } };

/* The marks within a prompt stand between 001 and 002, which tell readline that they have
 * no width. The hook at the end replaces the one that reads and writes the user's
 * history. What is of no use to children leaves the environment with the first prompt:
 * Python still looks at it before. */
static const char hook[] =
    "def _qtty():\n"
    "    import os, sys\n"
    "    def flush():\n"
    "        for stream in (sys.stdout, sys.stderr):\n"
    "            try:\n"
    "                stream.flush()\n"
    "            except Exception:\n"
    "                pass\n"
    "    class Prompt:\n"
    "        reported = None\n"
    "        def __str__(self):\n"
    "            for name in ('PYTHONSTARTUP', 'PYTHON_BASIC_REPL'):\n"
    "                os.environ.pop(name, None)\n"
    "            flush()\n"
    "            error = getattr(sys, 'last_value', None)\n"
    "            failed = int(error is not self.reported)\n"
    "            self.reported = error\n"
    "            sys.ps2 = more\n"
    "            tty = os.open('/dev/tty', os.O_WRONLY | os.O_NOCTTY)\n"
    "            try:\n"
    "                os.write(tty, b'\\033]133;D;%d;qtty=@NONCE@\\a' % failed)\n"
    "            finally:\n"
    "                os.close(tty)\n"
    "            return @PROMPT@ '\\001\\033]133;B;qtty=@NONCE@\\a\\002'\n"
    "    prompt = Prompt()\n"
    "    more = '... \\001\\033]133;P;k=s;qtty=@NONCE@\\a\\002'\n"
    "    sys.ps1, sys.ps2 = prompt, more\n"
    "    def edit():\n"
    "        try:\n"
    "            import readline\n"
    "        except ImportError:\n"
    "            pass\n"
    "    sys.__interactivehook__ = edit\n"
    "_qtty()\n"
    "del _qtty\n";

const struct dialect dialect_python = {
    .name = "python",
    .argv = argv,
    .environment = environment,
    .prompt = ">>> ",
    .line_editor = true,
    .multiplexed = true, /* an input hook, as Tk has one */
    .marks_input = true,
    .marks_rest = true,
    .hook = hook,
    .variable = "PYTHONSTARTUP",
    .leave = "exit()",
};
