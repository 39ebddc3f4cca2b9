#!/bin/sh
# The self-test of the .vt runner. For each statement of the language selftest/ has a script
# with a case that passes and one that fails, and what must be printed of them. Then:
# malformed statements, options, exit statuses, cuts that make a difference, known failures.
#
# usage: selftest.sh QTTY_VT QTTY_VT_LOSSY [ENGINE]
set -u
runner=$1
lossy=$2
engine=${3:-libvterm}
cd "$(dirname "$0")/selftest" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# verdict STATUS NAME: a failed test shows what was run and what came of it.
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'not ok - %s\n' "$2"
        { echo "$command"; echo "exit status $status of $wanted"; cat "$work/err" "$work/why"; } |
            sed 's/^/  /'
    fi
}

# run STATUS COMMAND...: what it prints comes into $work/out and $work/err.
run() {
    wanted=$1
    shift
    command=$*
    "$@" >"$work/out" 2>"$work/err"
    status=$?
    : >"$work/why"
    [ "$status" -eq "$wanted" ]
}

# prints FILE NAME STATUS COMMAND...: the content of FILE, and nothing else.
prints() {
    file=$1 name=$2
    shift 2
    run "$@" && diff "$file" "$work/out" >"$work/why" && ! [ -s "$work/err" ]
    verdict $? "$name"
}

# complains TEXT NAME COMMAND...: exit status 2 and nothing but a complaint that begins so.
complains() {
    text=$1 name=$2
    shift 2
    run 2 "$@" && ! [ -s "$work/out" ] && IFS= read -r complaint <"$work/err" &&
        [ "${complaint#"$text"}" != "$complaint" ]
    verdict $? "$name"
}

# script NAME: its output is NAME.out, or NAME.ENGINE.out where the engine cannot answer.
script() {
    out=$1.out
    [ -e "$1.$engine.out" ] && out=$1.$engine.out
    grep -q ', 0 failed' "$out"
    prints "$out" "$1" $? "$runner" --engine "$engine" --split "$1.vt"
}

for word in $(sed -n 's/^[DS][A-Z]*([A-Z_]*, *"\([a-z-]*\)".*/\1/p' ../statements.def); do
    script "$word"
done
for capability in capability-*.vt; do
    script "${capability%.vt}"
done

# --- Malformed scripts: told with file and line before any case runs ---------------------

bad=$work/bad.vt
malformed() { # LINE NAME
    complains "$bad:$1: " "malformed: $2" "$runner" --engine "$engine" case.vt "$bad"
}
while IFS= read -r statement; do
    printf 'case "x"\n\n%s\n' "$statement" >"$bad"
    malformed 3 "$statement"
done <malformed.txt
printf 'size 2x5\ncase "x"\n' >"$bad"
malformed 1 "a statement before the first case"
printf 'case "x"\nfeed "x"\nsize 2x5\n' >"$bad"
malformed 3 "a size after a feed"
printf 'case "x"\nreset\noption scrollback 5\n' >"$bad"
malformed 3 "an option after a reset"
printf 'case "x"\n  screen\n  |x\n  x\n  end\n' >"$bad"
malformed 4 "a block line without its mark"
printf 'case "x"\n  screen\n  |\\q\n  end\n' >"$bad"
malformed 3 "an escape in a block"
printf 'case "x"\n  lines\n  |x\n' >"$bad"
malformed 3 "a block without an end"
printf 'case "x"\n  screen\n  end of it\n' >"$bad"
malformed 3 "more than the end"
printf 'case "x"\nreply-save "a"\ncase "y"\nreply-same "a"\n' >"$bad"
malformed 4 "a label of another case"

# --- Options and files ---------------------------------------------------------------------

printf 'known/cases.vt: passes\nknown/cases.vt: fails\n' >"$work/list"
prints "$work/list" "--list" 0 "$runner" --list known/cases.vt
prints "$work/list" "--list of a folder" 0 "$runner" --list known
mkdir -p "$work/deep/er"
cp known/cases.vt "$work/deep/er/b.vt"
cp known/cases.vt "$work/deep/er/a.vt"
printf "$work/deep/er/%s\n" 'a.vt: passes' 'a.vt: fails' 'b.vt: passes' 'b.vt: fails' \
    >"$work/list"
prints "$work/list" "folders of a folder, sorted" 0 "$runner" --list "$work/deep/"
: >"$work/empty.vt"
echo "0 passed, 0 failed" >"$work/list"
prints "$work/list" "an empty script" 0 "$runner" "$work/empty.vt"
mkdir "$work/nothing"
complains "qtty_vt: $work/nothing: " "a folder without scripts" "$runner" "$work/nothing"
complains "qtty_vt: not-there.vt: " "a file that is not there" "$runner" not-there.vt
complains "qtty_vt: no-such: " "an unknown engine" "$runner" --engine no-such case.vt
complains "qtty_vt: --engine: " "an option without its value" "$runner" --engine
complains "qtty_vt: --loud: " "an unknown option" "$runner" --loud case.vt
complains "usage: " "no path" "$runner" --split

# --- Cuts that make a difference, with an emulator that they make one to -------------------

prints lossy/whole.out "lossy, whole" 1 "$lossy" lossy/split.vt
prints lossy/split.out "lossy, split" 1 "$lossy" --split lossy/split.vt

# --- Known failures: the list must be true both ways ---------------------------------------

known() { # STATUS NAME: the list on standard input, the output in $work/wanted
    cat >"$work/known"
    prints "$work/wanted" "$2" "$1" "$runner" --expected "$work/known" known/cases.vt
}
cat >"$work/wanted" <<END
ok - known/cases.vt: passes
not ok - known/cases.vt: fails # TODO kind
1 passed, 0 failed, 1 known to fail
END
known 0 "a listed case fails" <<END
# A comment.
kind cases.vt: fails
END
cat >"$work/wanted" <<END
not ok - known/cases.vt: passes # listed as failing, but does not
not ok - known/cases.vt: fails # TODO kind
not ok - $work/known:3: no such case
0 passed, 2 failed, 1 known to fail
END
known 1 "a listed case passes, another is not there" <<END
kind  cases.vt: passes
kind  cases.vt: fails
kind  cases.vt: is not there
END
echo kind >"$work/known"
complains "$work/known:1: " "a list without a name" \
    "$runner" --expected "$work/known" known/cases.vt

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
