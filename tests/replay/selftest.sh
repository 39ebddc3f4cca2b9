#!/bin/sh
# That a replay can fail: a session of now is recorded and replays; each verdict of each
# recording, changed, is a difference, is told and fails.
#
# usage: selftest.sh QUIETTY
set -u
quietty=$1
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# verdict STATUS NAME
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok: $2"
    fi
}

# replays STATUS NAME FILE: with this exit status?
replays() {
    "$quietty" replay "$3" >"$work/out" 2>&1
    [ $? -eq "$1" ]
    verdict $? "$2"
}

# tells NAME TEXT: did the last replay print it?
tells() {
    grep -q -F -e "$2" "$work/out"
    verdict $? "$1"
}

# The verdicts of a file that are no `waiting`, by their line numbers.
verdicts() {
    grep -n -E '^at [0-9]+ns expect (stdin_read|inferred_idle|timeout|session_exit) ' "$1" |
        cut -d: -f1
}

# --- A session of now -----------------------------------------------------------------

printf '%s\n' 'echo "one two"' 'read -r answer' 'secret word' 'sleep 0.2 | cat; false' |
    HISTFILE=/dev/null "$quietty" shell --record "$work/now.rec" >"$work/said"
[ $? -eq 1 ] && [ "$(head -n 1 "$work/said")" = 'one two' ]
verdict $? 'a session is recorded'
replays 0 'and replays' "$work/now.rec"
tells 'five verdicts: the start, four lines' 'verdicts: 5, differences: 0'
[ "$(stat -c %a "$work/now.rec")" = 600 ]
verdict $? 'a recording is its owner'"'"'s alone'
grep -q ' input ' "$work/now.rec"
[ $? -eq 1 ]
verdict $? 'what is typed is not recorded'

echo 'read -rs x' | HISTFILE=/dev/null "$quietty" shell --record "$work/typed.rec" \
    --record-input >"$work/said"
grep -q ' input "read -rs x\\r"$' "$work/typed.rec"
verdict $? 'unless it is asked for'
replays 0 'and replays then, too' "$work/typed.rec"

"$quietty" shell --record-input </dev/null >"$work/out" 2>&1
[ $? -eq 2 ]
verdict $? 'what is typed is recorded into a file'
"$quietty" shell --record "$work/none/x.rec" </dev/null >"$work/out" 2>&1
[ $? -eq 1 ]
verdict $? 'a file that cannot be made'
tells 'is told' "quietty: --record: $work/none/x.rec: No such file or directory"

"$quietty" run --rows 5 --cols 20 --record "$work/run.rec" -- \
    printf 'one\ntwo \303\251 and so much more\n' >"$work/said"
replays 0 'a run is recorded, and replays' "$work/run.rec"
tells 'without a verdict' 'verdicts: 0, differences: 0'
"$quietty" render --format lines "$work/run.rec" | cmp -s - "$work/said"
verdict $? 'and renders as what was printed'
tail -n 1 "$work/run.rec" | grep -q '^at [0-9]*ns exit code=0$'
verdict $? 'up to its end'

# --- Verdicts that are changed --------------------------------------------------------

for recording in *.rec "$work/now.rec"; do
    lines=$(verdicts "$recording")
    [ -n "$lines" ]
    verdict $? "$recording: has verdicts"
    for line in $lines; do
        sed "${line}s/expect [a-z_]* [a-z-]* [A-E]/expect timeout likely C/" \
            "$recording" >"$work/changed.rec"
        replays 1 "$recording: a changed verdict" "$work/changed.rec"
        tells "$recording: line $line" "line $line: recorded: at "
        tells "$recording: one difference" 'differences: 1'
    done
done

# --- Uses that are none ---------------------------------------------------------------

replays 1 'no such file' "$work/nowhere.rec"
tells 'no such file' "quietty: $work/nowhere.rec: No such file or directory"
replays 1 'a directory' "$work"
tells 'a directory' "quietty: $work: Is a directory"
echo 'hello' >"$work/text"
replays 1 'no recording' "$work/text"
tells 'no recording' "quietty: $work/text: line 1: no recording of quietty"
"$quietty" replay >"$work/out" 2>&1
[ $? -eq 2 ]
verdict $? 'no operand'
"$quietty" replay - <bash.rec >"$work/out"
verdict $? 'standard input'

echo "replay selftest: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
