#!/usr/bin/env bash
# Breaks the program on purpose, an edit of the tables at a time, in a copy of the tree:
# the test that the edit names must fail then, at the case that it names. Prints `killed`
# or `SURVIVED` for each, `BROKEN` where the edit cannot be made or built, and the totals.
# usage: mutate.sh ROOT [FILTER]   FILTER: an expression that rule, test or file matches
# Exit 0: all were killed; 1: not all; 2: the tables or the unchanged tree are at fault.
set -euo pipefail

ROOT=$(cd "$1" && pwd)
FILTER=${2:-.}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
JOBS=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
GUARD=180 # seconds of a test: an edit can make one wait for ever

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree build=$work/build edits=$work/edits

die() {
    printf 'mutate: %s\n' "$*" >&2
    exit 2
}

# The target of a test of ctest.
target_of() {
    case $1 in
    sim/*) echo qtty_sim ;;
    vt/*) echo qtty_vt ;;
    *) echo "${1#*/}" ;;
    esac
}

build() {
    cmake --build "$build" --parallel "$JOBS" --target "$@" >"$work/log" 2>&1
}

# run TEST: does it pass? A variable marks all that it starts.
run() {
    local status=0
    env MUTATED_BY="$work" ctest --test-dir "$build" --tests-regex "^$1\$" \
        --no-tests=error --timeout "$GUARD" --output-on-failure >"$work/log" 2>&1 ||
        status=$?
    [ "$status" -eq 0 ] || end_leftovers
    return "$status"
}

# What ends a session may be what was broken.
end_leftovers() {
    local process
    for process in /proc/[0-9]*; do
        case $(readlink "$process/exe") in
        "$build"/*) ;;
        *) grep -q -s -z -F -x -e "MUTATED_BY=$work" "$process/environ" || continue ;;
        esac
        kill -KILL "${process#/proc/}" 2>/dev/null || true
    done
}

# Did the case fail, in cmocka's words or those of the runners of scripts? Or did the
# program end in the midst of it?
case_failed() {
    grep -q -F -x -e "[  FAILED  ] $1" -e "[  ERROR   ] $1" "$work/log" && return
    grep -e '^not ok - ' "$work/log" | grep -q -F -e ": $1" && return
    [ "$(grep -F -e '[ RUN      ]' "$work/log" | tail -n 1)" = "[ RUN      ] $1" ]
}

# replace NUMBER FILE: the edit, in place.
replace() {
    awk -v old="$edits/$1.old" -v new="$edits/$1.new" '
    function all_of(path, text, line) {
        while ((getline line < path) > 0)
            text = text (text == "" ? "" : "\n") line
        return text
    }
    { text = text $0 "\n" }
    END {
        what = all_of(old)
        at = index(text, what)
        if (at == 0)
            exit 1
        printf "%s%s%s", substr(text, 1, at - 1), all_of(new), substr(text, at + length(what))
    }' "$2" >"$work/edited" && cat "$work/edited" >"$2"
}

# mutate NUMBER TEST CASE FILE: what became of the edit.
mutate() {
    local verdict
    cp "$tree/$4" "$work/before"
    replace "$1" "$tree/$4" || { echo 'BROKEN: nothing to replace'; return; }
    if ! build "$(target_of "$2")"; then
        verdict="BROKEN: $(grep -m 1 -e 'error:' "$work/log" || echo 'does not build')"
    elif run "$2"; then
        verdict='SURVIVED'
    elif case_failed "$3"; then
        verdict='killed'
    else
        verdict='SURVIVED: it failed elsewhere'
    fi
    cat "$work/before" >"$tree/$4"
    echo "$verdict"
}

# --- The copy, and what it says unchanged ----------------------------------------------

mkdir "$tree" "$edits"
tar -C "$ROOT" --exclude=./build --exclude=./.git -cf - . | tar -C "$tree" -xf -
awk -v out="$edits" -f "$HERE/rules.awk" "$tree"/tests/rules/*.rules >"$work/all" ||
    die 'malformed tables'
grep -E -e "$FILTER" "$work/all" >"$work/index" || die "no edit matches: $FILTER"

tests=$(cut -f 3 "$work/index" | sort -u)
targets=$(for test in $tests; do target_of "$test"; done | sort -u)
cmake --preset dev -S "$tree" -B "$build" -G Ninja -DQTTY_SANITIZE= -DQTTY_WERROR=OFF \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; die 'cannot configure'; }
# shellcheck disable=SC2086 # words
build $targets || { tail -n 30 "$work/log" >&2; die 'the unchanged tree does not build'; }
for test in $tests; do
    run "$test" || { tail -n 30 "$work/log" >&2; die "$test fails without an edit"; }
done

# --- The edits --------------------------------------------------------------------------

killed=0 survived=0 broken=0
while IFS=$'\t' read -r number place test name file rule; do
    verdict=$(mutate "$number" "$test" "$name" "$file")
    case $verdict in
    killed) killed=$((killed + 1)) ;;
    BROKEN*) broken=$((broken + 1)) ;;
    *) survived=$((survived + 1)) ;;
    esac
    printf '%-9s %s: %s\n' "${verdict%%:*}" "${place##*/}" "$rule"
    [ "${verdict#*:}" = "$verdict" ] || printf '%9s %s\n' '' "${verdict#*: }"
done <"$work/index"
printf '%d killed, %d survived, %d broken\n' "$killed" "$survived" "$broken"
[ "$broken" -eq 0 ] || exit 2
[ "$survived" -eq 0 ]
