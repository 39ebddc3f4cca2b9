#!/bin/sh
# The demo shows what its headings promise: shows.sh QUIETTY
set -eu
shown=$(sh "$(dirname "$0")/demo.sh" "$1" </dev/null)

expect() {
    printf '%s\n' "$shown" | grep -q -e "$1" || {
        printf '%s\nnot shown: %s\n' "$shown" "$1"
        exit 1
    }
}

expect '^  # exit code 0, [0-9.]* ms: waits for input (proven): the shell'
expect '^  # exit code 1, '
expect '^  # exit code 0, [0-9.]* ms, 6 replies: '
expect '^  # .*the command is unfinished$'
expect '^  hello$'
! command -v python3 >/dev/null || expect '^  42$'
! command -v less >/dev/null || expect '^  .*/LICENSE$'
expect '^  100%$'
expect '^  building 100%$'
expect '^  cursor position      ^\[\[[0-9]*;1R$'
expect '^  bracketed paste mode ^\[\[?2004;[12]$y$'
expect '^  Line 22 of a file'
expect '"mnemonic":"SGR"'
expect '^  DA1 '
if printf '%s\n' "$shown" | grep 'no answer$'; then
    exit 1
fi
