#!/bin/sh
# Runs an example and compares what it prints: run.sh PROGRAM FOLDER/NAME, with the files
# NAME.expected and, if it reads, NAME.input.
set -eu
input=$2.input
[ -f "$input" ] || input=/dev/null
"$1" <"$input" | diff -u "$2.expected" -
