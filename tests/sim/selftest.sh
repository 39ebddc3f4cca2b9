#!/bin/sh
# The self-test of the .sim runner: what it prints of a case that passes and of cases that
# must fail; that it tells malformed lines, with their place, before any case runs; and,
# with a decision whose deadlines are off, that it sees it.
#
# usage: selftest.sh QTTY_SIM QTTY_SIM_INEXACT
set -u
runner=$1
inexact=$2
cd "$(dirname "$0")/selftest" || exit 2
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
        printf 'not ok - %s\n' "$2"
        sed 's/^/  /' "$work/err" "$work/why"
    fi
}

# run STATUS ARGUMENT...: what the runner prints comes into $work/out and $work/err.
run() {
    wanted=$1
    shift
    "$runner" "$@" >"$work/out" 2>"$work/err"
    status=$?
    echo "exit status $status of $wanted" >"$work/why"
    [ "$status" -eq "$wanted" ]
}

# complains TEXT NAME ARGUMENT...: exit status 2 and nothing but a complaint that begins so.
complains() {
    text=$1 name=$2
    shift 2
    run 2 "$@" && ! [ -s "$work/out" ] && IFS= read -r complaint <"$work/err" &&
        [ "${complaint#"$text"}" != "$complaint" ]
    verdict $? "$name"
}

run 1 cases.sim && diff cases.out "$work/out" >"$work/why" && ! [ -s "$work/err" ]
verdict $? "cases that pass and that fail"

runner=$inexact
run 1 inexact.sim && diff inexact.out "$work/out" >"$work/why" && ! [ -s "$work/err" ]
verdict $? "deadlines that are off"
runner=$1

bad=$work/bad.sim
while IFS= read -r line; do
    printf 'case "x"\n\n%s\n' "$line" >"$bad"
    complains "$bad:3: " "malformed: $line" cases.sim "$bad"
done <malformed.txt
printf 'at 0ms send\n' >"$bad"
complains "$bad:1: " "a step before the first case" "$bad"
printf 'policy provable\n' >"$bad"
complains "$bad:1: " "a policy before the first case" "$bad"
printf 'case "x"\nat 0ms send\npolicy provable\n' >"$bad"
complains "$bad:3: " "a policy after a step" "$bad"
printf 'case "x"\nat 5ms send\nat 4ms exit\n' >"$bad"
complains "$bad:3: " "time that runs back" "$bad"
printf '\ncase "x"\nat 0ms send\n' >"$bad"
complains "$bad:2: " "a case that expects nothing" "$bad"
complains "qtty_sim: not-there.sim: " "a file that is not there" cases.sim not-there.sim
complains "usage: " "no file"
complains "usage: " "an unknown option" --loud cases.sim

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
