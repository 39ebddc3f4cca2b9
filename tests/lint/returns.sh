#!/bin/sh
# What a public function returns is documented: the comment above a function that is not
# void has @return. Functions that stand together share the comment above the first. A
# header whose head says that it is not implemented is left out.
. "$(dirname "$0")/common.sh"

check() {
    for header in */include/quietty/*.h; do
        [ -f "$header" ] && ! grep -q 'not implemented in' "$header" || continue
        awk -v file="$header" '
        /^\/\*\*/ { told = 0; fresh = 1 }
        /@return/ { told = 1 }
        /^$/ || /^[#}a-z]/ { fresh = told = 0 }
        /^QTTY_API/ && !/^QTTY_API void / && !(fresh && told) {
            print file ":" FNR ": no @return: " $0
        }' "$header"
    done
}

self_check() {
    accepts 'what is told' a/include/quietty/a.h '/** @return 1. */\nQTTY_API int qtty_a(void);'
    accepts 'nothing to tell' a/include/quietty/a.h '/** A. */\nQTTY_API void qtty_a(void);'
    accepts 'a comment of two' a/include/quietty/a.h \
        '/** A.\n * @return 1. */\nQTTY_API int qtty_a(int x,\n    int y);\nQTTY_API int qtty_b(void);'
    accepts 'a plan' a/include/quietty/a.h '/* not implemented in 0 */\nQTTY_API int qtty_a(void);'
    catches 'a comment that says nothing of it' a/include/quietty/a.h \
        '/** A. */\nQTTY_API int qtty_a(void);'
    catches 'no comment' a/include/quietty/a.h \
        '/** @return 1. */\nQTTY_API int qtty_a(void);\n\nQTTY_API int qtty_b(void);'
    catches 'the comment of something else' a/include/quietty/a.h \
        '/** @return 1. */\ntypedef int qtty_a;\nQTTY_API int qtty_b(void);'
}

rule_main "$@"
