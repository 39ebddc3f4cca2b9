#!/bin/sh
# Each public header compiles by itself, first in its file, as C11 without extensions.
# usage: headers.sh ROOT C-COMPILER
. "$(dirname "$0")/common.sh"

compiler=$2

check() {
    for header in */include/quietty/*.h; do
        echo "#include <quietty/$(basename "$header")>" |
            "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
                -Iemu/include -Ireadiness/include -Iengine/include \
                -fsyntax-only -x c - 2>&1 |
            grep -q . && echo "$header: does not compile by itself, or warns"
    done
    return 0
}

self_check() {
    plant emu/include/quietty/base.h '#include <stddef.h>'
    accepts 'a header that brings what it uses' engine/include/quietty/a.h \
        '#include <quietty/base.h>\nsize_t a(void);'
    catches 'a type that it does not bring' engine/include/quietty/a.h 'size_t a(void);'
    catches 'an extension' engine/include/quietty/a.h 'struct a { struct {}; int b; };'
    catches 'an old declaration' engine/include/quietty/a.h 'int a();'
}

rule_main "$1"
