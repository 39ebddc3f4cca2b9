#!/bin/sh
# Runs programs under valgrind: no error, and no block that is left at the end. The programs
# that a session starts are not looked at. usage: valgrind.sh VALGRIND PROGRAM…
set -eu
valgrind=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for program in "$@"; do
    "$valgrind" -q --error-exitcode=9 --leak-check=full --show-leak-kinds=all \
        --errors-for-leak-kinds=all --log-file="$log" "$program" >/dev/null 2>&1 || {
        printf '%s: exit code %d\n' "$program" $?
        cat "$log"
        exit 1
    }
done
