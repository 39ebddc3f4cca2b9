"""A stand-in for PowerShell, where that is not installed. It is no PowerShell: it does
what matters to who drives one. A line is read in raw mode, key by key, and echoed; the
prompt is what the function `prompt` gives, once the start-up file has defined it; output
that is not ASCII is spoiled until UTF-8 is pinned; a line that opens a brace is continued;
Ctrl-C gives a line up, and an interrupt ends the program that runs, not the shell.

STAND_IN in the environment makes it bad: `deaf` reads no start-up file, `slow` takes
300 ms for each line."""

import os
import re
import shlex
import signal
import subprocess
import sys
import termios
import time
import tty

BEHAVIOUR = os.environ.pop("STAND_IN", "")
ESCAPES = {"`e": "\033", "`a": "\a"}
variables = {}


def write(text):
    encoding = "utf-8" if variables.get("utf8") else "ascii"
    os.write(1, text.replace("\n", "\r\n" if variables["raw"] else "\n")
             .encode(encoding, "replace"))


def expand(text, values):
    for name, value in {**ESCAPES, **values}.items():
        text = text.replace(name, value)
    return text


class Shell:
    status = 0
    mark = prompt = started = None

    def read_prompt(self):
        if self.mark is None:
            return "PS> "  # as ours looks: without a mark it is none
        write(expand(self.mark, {"$status": str(self.status)}))
        return self.prompt

    def source(self, path):
        """What the private file does, as far as it matters."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.mark = re.search(r'\[Console\]::Write\("(`e\]133;D[^"]*)"\)', text)[1]
        literal, marked = re.search(r"'(PS> )' \+ \"([^\"]*)\"", text).groups()
        self.prompt = literal + expand(marked, {})
        self.started = expand(re.search(r'"(`e\]133;C[^"]*)"', text)[1], {})
        del os.environ["QTTY_STARTUP"]

    def run(self, line):
        self.status = 0
        assigned = re.fullmatch(r"\$(\w+) = '(.*)'", line)
        printed = re.fullmatch(r"'(.*)'", line)
        if BEHAVIOUR == "slow":
            time.sleep(0.3)
        if not line.strip():
            return
        if line.startswith("$OutputEncoding ="):
            variables["utf8"] = True
        elif line.startswith(". ("):
            if BEHAVIOUR != "deaf":
                self.source(os.environ["QTTY_STARTUP"])
        elif assigned:
            variables[assigned[1]] = assigned[2]
        elif re.fullmatch(r"\$\w+", line):
            write(variables[line[1:]] + "\n")
        elif printed:
            write(printed[1] + "\n")
        elif line.startswith("if ($true) {"):
            self.run(line[len("if ($true) {"):].strip(" }\n"))
        elif line == "(Get-Location).Path":
            write(os.getcwd() + "\n")
        else:
            self.run_words(shlex.split(line))

    def run_words(self, words):
        if words[0] == "cd":
            os.chdir(words[1])
        elif words[:2] == ["Write-Host", "-NoNewline"]:
            write(words[2])
        elif words[0] == "throw":
            write("Exception: " + words[1] + "\n")
            self.status = 1
        elif words[0] == "exit":
            sys.exit(int(words[1]) if len(words) > 1 else 0)
        else:
            code = subprocess.run(words, check=False).returncode
            self.status = code if code >= 0 else 128 - code


def read_line(prompt):
    before = termios.tcgetattr(0)
    tty.setraw(0, termios.TCSADRAIN)
    variables["raw"] = True
    write(prompt)
    line = b""
    while not line.endswith(b"\r"):
        key = os.read(0, 1)
        os.write(1, {b"\r": b"\r\n", b"\x03": b"^C\r\n"}.get(key, key))
        line = line + key if key != b"\x03" else b"\r"
    termios.tcsetattr(0, termios.TCSADRAIN, before)
    variables["raw"] = False
    return line[:-1].decode("utf-8")


def main():
    shell = Shell()
    variables["raw"] = False
    signal.signal(signal.SIGINT, lambda *_: None)  # programs get the default back
    write("a stand-in for PowerShell\n")
    while True:
        line = read_line(shell.read_prompt())
        while line.count("{") > line.count("}"):
            line += "\n" + read_line(">> ")
        if shell.started is not None:
            write(shell.started)
        shell.run(line)


main()
