#!/bin/sh
# The shared library exports what the public headers declare, all of it and nothing else:
# qtty_*. A header whose head says that it is not implemented is left out.
# usage: symbols.sh ROOT LIBRARY C-COMPILER
. "$(dirname "$0")/common.sh"

library=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
compiler=$3

# Functions that the headers declare, by the name before the first parenthesis.
declared() {
    for header in */include/quietty/*.h; do
        grep -q 'not implemented in' "$header" || cat "$header"
    done | tr '\n' ' ' | sed 's/QTTY_API/\n&/g' |
        sed -n 's/^QTTY_API[^(#]*[ *]\(qtty_[a-z0-9_]*\)(.*/\1/p' | sort -u
}

# Absolute symbols (A) are the names of versions.
exported() {
    nm -D --defined-only "$exporter" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
        sort -u
}

check() {
    declared >declared.$$
    exported >exported.$$
    comm -13 declared.$$ exported.$$ | sed "s|^|$exporter: exports without a header: |"
    comm -23 declared.$$ exported.$$ | sed "s|^|$exporter: declared, not exported: |"
    rm -f declared.$$ exported.$$
}

# library FILE C-TEXT: a library of the temporary tree.
library() {
    plant stray.c "$2"
    "$compiler" -shared -fPIC -o "$1" stray.c
    exporter=$1
}

self_check() {
    plant emu/include/quietty/a.h 'QTTY_API int qtty_a(void);\nQTTY_API const char *\nqtty_b(int);'
    plant emu/include/quietty/later.h '/* not implemented in 0 */\nQTTY_API int qtty_c(void);'

    library exact.so 'int qtty_a; int qtty_b;'
    accepts 'what is declared' note ''
    library more.so 'int qtty_a; int qtty_b; int stray;'
    check | grep -q 'more.so.*without a header: stray' || caught_not 'a stray symbol'
    library less.so 'int qtty_a;'
    check | grep -q 'less.so.*not exported: qtty_b' || caught_not 'a missing symbol'
    exporter=$library
}

caught_not() {
    echo "self-check: not caught: $1"
    self_failures=$((self_failures + 1))
}

rule_main "$1"
