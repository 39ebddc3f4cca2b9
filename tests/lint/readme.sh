#!/bin/sh
# The C programs of README.md are the examples that the tests run: each block of C, and
# each of text that one prints, follows a line that names its file, and equals it. Each
# folder has its chapter, and every link to a file of the tree leads somewhere.
. "$(dirname "$0")/common.sh"

check() {
    blocks
    chapters
    links
}

# Compares each block with the file that was named last before it.
blocks() {
    awk '
    function fail(what) {
        print "README.md:" FNR ": " what
        block = 0
    }
    !block && match($0, /tests\/examples\/[a-z_]+\.(c|expected)/) {
        named = substr($0, RSTART, RLENGTH)
    }
    /^```/ && block {
        if ((getline rest < named) > 0)
            fail("the block ends before " named)
        close(named)
        named = ""
        block = 0
        next
    }
    block && ((getline line < named) <= 0 || line != $0) {
        fail("not as in " named)
        close(named)
        named = ""
    }
    /^```(c|text)$/ {
        if (named == "")
            fail("a block that no line before it names")
        else
            block = 1
    }' README.md
}

chapters() {
    for folder in emu engine readiness bindings tests fuzz; do
        [ -f "$folder/README.md" ] || echo "$folder/README.md: not there"
    done
}

links() {
    for page in README.md */README.md; do
        [ -f "$page" ] || continue
        grep -o '](\([^)#:]*\))' "$page" | sed 's/^](//; s/)$//' | while read -r target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: no such file: $target"
        done
    done
}

self_check() {
    for folder in emu engine readiness bindings tests fuzz; do
        plant "$folder/README.md" '# x'
    done
    plant tests/examples/a.c 'int a;\nint b;'

    accepts 'the same' README.md 'See tests/examples/a.c:\n\n```c\nint a;\nint b;\n```\n[x](emu)'
    catches 'another line' README.md 'See tests/examples/a.c:\n```c\nint a;\nint c;\n```'
    catches 'a line less' README.md 'See tests/examples/a.c:\n```c\nint a;\n```'
    catches 'a line more' README.md 'tests/examples/a.c\n```c\nint a;\nint b;\nint c;\n```'
    plant tests/examples/a.expected '1'
    catches 'another output' README.md 'tests/examples/a.expected\n```text\n2\n```'
    catches 'no name' README.md '```c\nint a;\n```'
    catches 'a dead link' README.md 'see [x](emu/nowhere.md)'
    plant README.md ''
    rm bindings/README.md
    check | grep -q 'bindings/README.md' || {
        echo 'self-check: not caught: a folder without its chapter'
        self_failures=1
    }
}

rule_main "$@"
