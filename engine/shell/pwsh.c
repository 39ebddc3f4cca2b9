/* PowerShell, as data. Its start-up files are the machine's, so it is set up by lines
 * that are typed: the first pins UTF-8, the second reads the private file. Their echo
 * holds neither the nonce nor a mark: what they print as text publishes nothing. */
#include "shell/dialect.h"

static const char *const argv[] = { "pwsh", "-NoLogo", "-NoProfile", "-Interactive",
                                    NULL };

static const char *const bootstrap[] = {
    "$OutputEncoding = [Console]::InputEncoding = [Console]::OutputEncoding = "
    "[Text.UTF8Encoding]::new($false)",
    ". ([ScriptBlock]::Create([IO.File]::ReadAllText($env:QTTY_STARTUP)))",
    NULL,
};

/* The status is the program's that ran last, if it is what failed; 1 for any other
 * failure. PSReadLine calls PSConsoleHostReadLine for a line: behind that a command's
 * output begins. */
static const char hook[] =
    "Remove-Item Env:QTTY_STARTUP\n"
    "function global:prompt {\n"
    "    $ok = $global:?\n"
    "    $status = if ($ok) { 0 } elseif ($global:LASTEXITCODE) "
    "{ $global:LASTEXITCODE -band 255 } else { 1 }\n"
    "    if (-not $ok -and $status -eq 0) { $status = 1 }\n"
    "    [Console]::Write(\"`e]133;D;$status;qtty=@NONCE@`a\")\n"
    "    @PROMPT@ + \"`e]133;B;qtty=@NONCE@`a\"\n"
    "}\n"
    "if (Get-Module PSReadLine) {\n"
    "    try {\n"
    "        Set-PSReadLineOption -HistorySaveStyle SaveNothing\n"
    "        Set-PSReadLineOption -PredictionSource None\n"
    "    } catch { }\n"
    "    Set-PSReadLineOption -ContinuationPrompt '>> '\n"
    "    $global:__qttyReadLine = $function:PSConsoleHostReadLine\n"
    "    function global:PSConsoleHostReadLine {\n"
    "        $line = & $global:__qttyReadLine\n"
    "        [Console]::Write(\"`e]133;C;qtty=@NONCE@`a\")\n"
    "        $line\n"
    "    }\n"
    "}\n";

const struct dialect dialect_pwsh = {
    .name = "pwsh",
    .argv = argv,
    .prompt = "PS> ",
    .line_editor = true,
    .multiplexed = true,
    .keeps_lines = true,
    .marks_input = true,
    .hook = hook,
    .variable = "QTTY_STARTUP",
    .bootstrap = bootstrap,
    .leave = "exit",
};
