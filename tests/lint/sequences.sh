#!/bin/sh
# The page of supported sequences is what its generator writes of sequences.def and
# modes.def.
# usage: sequences.sh ROOT GENERATOR
. "$(dirname "$0")/common.sh"

COMMITTED=emu/SEQUENCES.md
generator=$2

check() {
    "$generator" | cmp -s - "$COMMITTED" ||
        echo "$COMMITTED: not what gen_sequences writes; build the target sequences_page"
}

self_check() {
    accepts 'in step' "$COMMITTED" "$("$generator" | sed 's/\\/\\\\/g')"
    catches 'another title' "$COMMITTED" \
        "$("$generator" | sed 's/\\/\\\\/g; s/Cursor Up/Cursor Down/')"
    catches 'a line less' "$COMMITTED" "$("$generator" | sed 's/\\/\\\\/g' | sed 25d)"
}

rule_main "$@"
