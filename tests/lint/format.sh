#!/bin/sh
# C sources are as clang-format 14 writes them; `./dev format` does. Skipped where that
# version is not there, since versions differ.
. "$(dirname "$0")/common.sh"

VERSION=14
style=$(cd "$(dirname "$0")/../.." && pwd)/.clang-format

for tool in clang-format-$VERSION clang-format none; do
    if "$tool" --version 2>/dev/null | grep -q "version $VERSION\."; then
        break
    fi
done
[ "$tool" != none ] || skip "no clang-format of version $VERSION"

check() {
    c_files ! -name '*.gen.*' | xargs "$tool" --style="file:$style" --dry-run 2>&1 |
        grep 'warning:' | sed 's/: warning:.*/: not as clang-format writes it/' | sort -u
}

self_check() {
    plant emu/a.c 'int a;'
    accepts 'formatted' emu/b.c 'int\nf(void)\n{\n    return 1;\n}'
    accepts 'generated' emu/b.gen.c 'int   f( void ) {return 1;}'
    catches 'another brace' emu/b.c 'int\nf(void) {\n    return 1;\n}'
    catches 'a tab' emu/b.c 'int\nf(void)\n{\n\treturn 1;\n}'
}

rule_main "$@"
