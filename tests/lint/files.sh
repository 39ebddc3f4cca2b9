#!/bin/sh
# The tables of files in the READMEs are whole: a table that begins with `| file |`, in the
# chapter of a folder (`## FOLDER/: …`) or of the README's own, names each file of the kind
# of its first one, and none that is not there. Names may be patterns. Generated files are
# free.
. "$(dirname "$0")/common.sh"

# "FOLDER NAME" of each name in such a table, in their order.
tabled() {
    awk -v own="$(dirname "$1")" '
    BEGIN { folder = own }
    /^## / { folder = match($2, /\/:$/) ? own "/" substr($2, 1, RSTART - 1) : own }
    !/^\|/ { inside = 0 }
    /^\| file \|/ { inside = 1 }
    inside {
        cell = substr($0, 3)
        sub(/ \|.*/, "", cell)
        while (match(cell, /`[^`]*`/)) {
            print folder, substr(cell, RSTART + 1, RLENGTH - 2)
            cell = substr(cell, RSTART + RLENGTH)
        }
    }' "$1"
}

# The kind that a table lists, by its first file.
kind_of() {
    case $1 in
    *_test.c) echo '*_test.c' ;;
    *.h) echo '*.c' ;;
    *) echo "*.${1##*.}" ;;
    esac
}

# Files of the kind that none of the names matches; $1 the folder, the rest names.
untold() {
    folder=$1
    shift
    for file in "$folder"/$(kind_of "$1"); do
        told=${file##*.gen.*}
        for name; do
            # shellcheck disable=SC2254 # a name is a pattern
            case ${file##*/} in $name) told= ;; esac
        done
        [ -z "$told" ] || [ ! -e "$file" ] || echo "$file: not in the table of $page"
    done
}

check() {
    set -f
    for page in $(set +f; ls -- */README.md */*/README.md 2>/dev/null); do
        tabled "$page" | cut -d' ' -f1 | uniq | while read -r folder; do
            names=$(tabled "$page" | sed -n "s|^$folder ||p")
            for name in $names; do
                found=$(set +f; ls -d "$folder"/$name 2>/dev/null)
                [ -n "$found" ] || echo "$page: no such file: $folder/$name"
            done
            # shellcheck disable=SC2086 # names are words
            (set -- $names; set +f; untold "$folder" "$@")
        done
    done
    set +f
}

self_check() {
    plant a/b/one.c ''
    plant a/b/b.gen.c ''
    plant a/README.md '# a\n## b/: it\n\n| file | what |\n|---|---|\n| `one.c` | `x` |'
    accepts 'all of them' a/b/one.h ''
    catches 'one that is not told' a/b/two.c ''
    plant a/README.md '## b/: it\n| file | what |\n|---|---|\n| `on*.c`, `t[w]o.c` | `x` |'
    accepts 'patterns' a/b/two.c ''
    catches 'one that is gone' a/README.md '## b/: it\n| file | what |\n|---|---|\n| `one.c`, `no.c` | |'
    plant a/README.md '| file | what |\n|---|---|\n| `c_test.c` | |\n\n## b\n| x |\n| `no.c` |'
    plant a/c_test.c ''
    accepts 'other kinds' a/d.c ''
    catches 'of the own folder' a/d_test.c ''
}

rule_main "$@"
