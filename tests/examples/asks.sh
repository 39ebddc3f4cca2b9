#!/usr/bin/env bash
# A program that asks its terminal things, and says what it heard. Where nobody answers,
# such a program hangs; where somebody answers late, its shell gets the answer as a command.
set -u

# ask WHAT QUERY LAST: prints the reply, up to its last character, with ESC as ^[.
ask() {
    local reply
    printf '%b' "$2"
    IFS= read -rs -t 5 -d "$3" reply || { printf '%-20s no answer\n' "$1"; return; }
    printf '%-20s %s\n' "$1" "${reply//$'\e'/^[}$3"
}

# A reply may come before `read` is there for it: no echo meanwhile.
stty -echo -icanon
trap 'stty sane' EXIT

ask 'cursor position' '\e[6n' R
ask 'size in cells' '\e[18t' t
ask 'device attributes' '\e[c' c
ask 'name and version' '\e[>q' '\'
ask 'background colour' '\e]11;?\e\\' '\'
ask 'bracketed paste mode' '\e[?2004$p' y
