#!/bin/sh
# The committed tables of Unicode are what the generator writes. Skipped without it (it
# needs ICU), and where ICU follows another version of Unicode than the tables.
# usage: tables.sh ROOT [GENERATOR]
. "$(dirname "$0")/common.sh"

COMMITTED=emu/unicode/tables.gen.c
generator=${2:-}

fresh() {
    "$generator" /dev/stdout
}

version() {
    sed -n 's/^const char unicode_version.*"\(.*\)".*/\1/p'
}

check() {
    fresh | cmp -s - "$COMMITTED" ||
        echo "$COMMITTED: not what gen_tables writes; build the target unicode_tables"
}

self_check() {
    accepts 'in step' "$COMMITTED" "$(fresh)"
    catches 'another value' "$COMMITTED" "$(fresh | sed '$!s/^0,1,2,/0,2,2,/')"
    catches 'a line less' "$COMMITTED" "$(fresh | sed 2d)"
}

[ -x "$generator" ] || skip "no generator, since ICU was not found"
theirs=$(fresh | version)
ours=$(version <"${1:-.}/$COMMITTED")
[ "$theirs" = "$ours" ] || skip "ICU follows Unicode $theirs, the tables $ours"
rule_main "$@"
