# What every rule of the tree shares. A rule is a script that defines
#
#   check        print a line for each violation of the tree in the current directory
#   self_check   plant files with `catches` and `accepts`, to show that check can fail
#
# and ends with `rule_main "$@"`: the self-check in a temporary tree, then the tree that
# was named. Exit 0: no violation; 77: skipped, with the reason.

LC_ALL=C
export LC_ALL

# The project's own C files, one a line; $1: more of find's tests.
c_files() {
    for folder in emu engine readiness bindings tests fuzz; do
        [ ! -d "$folder" ] || find "$folder" -type f -name '*.[ch]' "$@"
    done | sort
}

# plant FILE TEXT: a file of the temporary tree, in which text goes through printf %b.
plant() {
    mkdir -p "$(dirname "$1")"
    printf '%b\n' "$2" >"$1"
}

# catches WHAT FILE TEXT: the tree with this file added has a violation, in this file.
catches() {
    plant "$2" "$3"
    if ! check | grep -q -F "$2"; then
        echo "self-check: not caught: $1"
        self_failures=$((self_failures + 1))
    fi
    rm -f "$2"
}

# accepts WHAT FILE TEXT: the tree with this file added has none.
accepts() {
    plant "$2" "$3"
    if check | grep .; then
        echo "self-check: refused: $1"
        self_failures=$((self_failures + 1))
    fi
    rm -f "$2"
}

skip() {
    echo "skipped: $*"
    exit 77
}

rule_main() {
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    self_failures=0
    root=$(cd "${1:-.}" && pwd)

    cd "$tree"
    self_check
    [ "$self_failures" -eq 0 ] || exit 1

    cd "$root"
    if check | grep .; then
        exit 1
    fi
}
