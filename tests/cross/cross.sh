#!/bin/sh
# The emulator on another processor: builds it and its unit tests for aarch64, where bytes
# are scanned by other vectors, and runs them under qemu. Exits with 77, as skipped, where
# compiler or emulator of it is missing.
# usage: cross.sh SOURCE-FOLDER BUILD-FOLDER
set -eu

SOURCE=$1 BUILD=$2
COMPILER=${QTTY_CROSS_CC:-aarch64-linux-gnu-gcc} RUNNER=${QTTY_CROSS_RUN:-qemu-aarch64}
TESTS='scan widen utf8 params payload parser grapheme width screen intern sequence sgr palette
    emulator replies'

for tool in "$COMPILER" "$RUNNER"; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is missing"
        exit 77
    }
done

rm -rf "$BUILD"
mkdir -p "$BUILD"
cd "$SOURCE"

compile() {
    "$COMPILER" -std=c11 -O1 -g -Wall -Wextra -Werror -DQTTY_LIBVTERM=0 -DQTTY_LIBTSM=0 -Itests/cross -Iemu \
        -Iemu/include -Itests "$@"
}

# All of the emulator but the engines on other libraries, and what writes tables.
sources() {
    find emu -name '*.c' ! -name 'libvterm*' ! -name 'libtsm*' ! -name 'gen_*' ! -name transitions.gen.c
    echo emu/vt/transitions.gen.c
}

for source in $(sources); do
    compile -c "$source" -o "$BUILD/$(echo "$source" | tr / _).o"
done
for test in $TESTS; do
    compile -static "tests/unit/${test}_test.c" "$BUILD"/*.o -o "$BUILD/${test}_test"
    echo "== $test"
    "$RUNNER" "$BUILD/${test}_test"
done

# The vectors are what this is for: none may have been left out.
"$RUNNER" "$BUILD/scan_test" | grep -q '^neon: ' || {
    echo "the vectors of the processor were not tested"
    exit 1
}
