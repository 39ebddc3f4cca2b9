#!/bin/sh
# Runs the example of many shells: each answers, none wakes while all are idle, and nothing
# of them is left. many.sh PROGRAM SHELLS
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TMPDIR=$work HISTFILE=/dev/null MANY_SHELLS=$work "$1" "$2" 300 >"$work/out" || {
    cat "$work/out"
    exit 1
}
cat "$work/out"
left=$(ls "$work")
[ "$left" = out ] || {
    echo "left in TMPDIR: $left"
    exit 1
}
# A variable marks all that it started.
for process in /proc/[0-9]*; do
    if grep -q -s -z -F -x -e "MANY_SHELLS=$work" "$process/environ"; then
        echo "left: ${process#/proc/}"
        exit 1
    fi
done
