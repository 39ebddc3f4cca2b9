#!/bin/sh
# Run other terminals' cases, which the folder QTTY_VECTORS holds, whole and split. Not all
# pass with every engine; fewer than MINIMUM, or a crash, is a failure.
#
# usage: vectors.sh QTTY_VT ENGINE MINIMUM
set -u
MINIMUM=$3

if [ -z "${QTTY_VECTORS:-}" ]; then
    echo "skipped: QTTY_VECTORS names no folder"
    exit 77
fi
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
"$1" --engine "$2" --split "$QTTY_VECTORS/gate" >"$out"
status=$?
grep '^not ok' "$out"
tail -n 1 "$out"
if [ "$status" -gt 1 ]; then
    echo "ended with status $status after: $(tail -n 1 "$out")"
    exit 1
fi
passed=$(sed -n '$s/ passed, .*//p' "$out")
[ "$passed" -ge "$MINIMUM" ] || {
    echo "fewer than $MINIMUM passed"
    exit 1
}
