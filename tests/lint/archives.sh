#!/bin/sh
# The archives, as an install leaves them, give their users no name but qtty_*, and still
# fit together: engine/package/prefix.cmake, on copies of them.
# usage: archives.sh ROOT NM OBJCOPY C-COMPILER ARCHIVE…
. "$(dirname "$0")/common.sh"

root=$(cd "$1" && pwd) nm=$2 objcopy=$3 compiler=$4
shift 4
ours=$*

prefix() {
    list=$(printf '%s;' "$@")
    cmake -DNM="$nm" -DOBJCOPY="$objcopy" -DARCHIVES="${list%;}" \
        -P "$root/engine/package/prefix.cmake"
}

# What they define and what they lack; a sanitizer's names are not ours.
names() {
    "$nm" -g -P "$@" 2>/dev/null | awk '
    $2 ~ /^[TDRBCS]$/ { defined[$1] = 1 }
    $2 ~ /^[TDRBCS]$/ && $1 !~ /^(qtty|_)_/ { print "a name that is not ours: " $1 }
    $2 == "U" && $1 ~ /^qtty_/ { lacks[$1] = 1 }
    END { for (name in lacks) if (!(name in defined)) print "it is nowhere: " name }'
}

check() {
    copies=$(mktemp -d)
    # shellcheck disable=SC2086 # names are words
    cp $archives "$copies"
    prefix "$copies"/*.a && names "$copies"/*.a
    rm -rf "$copies"
}

# archive NAME C-TEXT
archive() {
    plant "$1.c" "$2"
    "$compiler" -c -o "$1.o" "$1.c"
    rm -f "lib$1.a"
    ar rc "lib$1.a" "$1.o"
}

self_check() {
    archive a 'int b; int c(void) { return b; } int qtty_a(void) { return c(); }'
    archive d 'int c(void); int qtty_d(void) { return c(); }'
    archives='liba.a libd.a'
    accepts 'names that they share' note ''
    prefix liba.a libd.a
    prefix liba.a libd.a
    accepts 'once more' note ''
    archive d 'int c(void); int qtty_d(void) { return c(); }'
    prefix liba.a libd.a
    accepts 'one that was installed anew' note ''
    archive e 'int qtty_0_c(void); int qtty_e(void) { return qtty_0_c(); }'
    archives=libe.a
    check | grep -q 'nowhere: qtty_0_c' || caught_not 'a name that is nowhere'
    archive f 'int f;'
    names libf.a | grep -q 'not ours: f' || caught_not 'a name that is not ours'
    archives=$ours
}

caught_not() {
    echo "self-check: not caught: $1"
    self_failures=$((self_failures + 1))
}

rule_main "$root"
