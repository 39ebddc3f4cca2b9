#!/bin/sh
# The tables of rules are true: each case that one names is in its test, and the text that
# an edit replaces stands exactly once in its file. (That the test fails of the edit is for
# `./dev mutate` to show.)
. "$(dirname "$0")/common.sh"

TABLES=$(cd "$(dirname "$0")/../rules" && pwd)

check() {
    folder=$(mktemp -d)
    awk -v out="$folder" -f "$TABLES/rules.awk" tests/rules/*.rules 2>&1 >"$folder/index"
    tab=$(printf '\t')
    while IFS=$tab read -r number place test name file rule; do
        has_case "$test" "$name" || echo "$place: no such case of $test: $name"
        count "$folder/$number.old" "$file" "$place"
    done <"$folder/index"
    rm -rf "$folder"
}

# has_case TEST CASE: a function of a C file, or a case of a script.
has_case() {
    case $1 in
    sim/*) grep -q -s -F -x "case \"$2\"" "tests/$1.sim" ;;
    vt/*) grep -q -s -F "case \"$2\"" tests/vt/*.vt ||
        grep -q -s -F "case  \"$2\"" tests/vt/*.vt ;;
    *) grep -q -s -F "$2(void **state)" "tests/$1.c" ;;
    esac
}

# count OLD FILE PLACE: tells of a text that is not there, or there more than once.
count() {
    [ -f "$2" ] || { echo "$3: no such file: $2"; return; }
    awk -v path="$1" -v file="$2" -v place="$3" '
    BEGIN {
        while ((getline line < path) > 0)
            old = old (old == "" ? "" : "\n") line
    }
    { text = text $0 "\n" }
    END {
        for (n = 0; (at = index(text, old)) > 0; n++)
            text = substr(text, at + 1)
        if (n != 1)
            print place ": stands " n " times in " file ": " old
    }' "$2"
}

table='rule It is one.\ntest unit/a_test is_one\nedit emu/a.c\n- return 1;\n+ return 2;'

self_check() {
    plant emu/a.c 'int a(void) { return 1; }\nint b(void) { return 0; } /* return 0; */'
    plant tests/unit/a_test.c 'static void\nis_one(void **state)'
    plant tests/sim/a.sim 'case "is one"'
    t=tests/rules/a.rules
    accepts 'a true table' $t "$table"
    accepts 'a timeline' $t "$(echo "$table" | sed 's/unit.a_test is_one/sim\/a is one/')"
    catches 'a case that is not there' $t "$(echo "$table" | sed 's/is_one/is_two/')"
    catches 'a test that is not there' $t "$(echo "$table" | sed 's/a_test/b_test/')"
    catches 'a file that is not there' $t "$(echo "$table" | sed 's/emu.a.c/emu\/b.c/')"
    catches 'a text that is not there' $t "$(echo "$table" | sed 's/return 1/return 3/')"
    catches 'a text that is there twice' $t "$(echo "$table" | sed 's/return 1/return 0/')"
    catches 'an edit without its end' $t "$(echo "$table" | sed '$d')"
    catches 'a word that is none' $t "$table\nrules of it"
}

rule_main "$@"
