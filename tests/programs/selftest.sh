#!/bin/sh
# selftest.sh PROGRAMS PANE: the comparisons see what differs. A recording is made here, and
# then spoiled in one way after another.
programs=$1 pane=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# expect STATUS TEXT COMMAND…: it exits so, and says that.
expect() {
    status=$1 text=$2
    shift 2
    "$@" >out 2>&1
    got=$?
    if [ "$got" -ne "$status" ] || ! grep -q -F -e "$text" out; then
        printf 'not ok - status %s, not %s, or no "%s":\n' "$got" "$status" "$text"
        cat out
        failures=$((failures + 1))
    fi
}

# record TEXT: a recording of this, and its screens.
record() {
    printf '%s\n' 'size 3x10' "output \"$1\"" 'mark "all"' >kept.rec
    "$programs" screens kept.rec >kept.screens
}

# spoil SED-SCRIPT TEXT: screens that were edited so are seen not to be these.
spoil() {
    cp kept.screens whole.screens
    sed "$1" whole.screens >kept.screens
    expect 1 "$2" "$programs" check kept.rec
    mv whole.screens kept.screens
}

record 'a\e[1;31mb\e[m \u{6f22}'
expect 0 'ok - kept: 1 screens' "$programs" check kept.rec
spoil 's/^|ab/|ac/' 'kept: |ac'
spoil 's/bold fg=1/bold fg=2/' 'now:    1-1: bold fg=1'
spoil 's/cursor 0,5/cursor 0,4/' 'now:  cursor 0,5 wrap'
spoil 's/ wrap$//' 'now:  cursor 0,5 wrap'
spoil '$d' 'line 6 of the screens'
expect 1 'no such statement' "$programs" screens /dev/stdin <<'END'
size 3x10
nonsense "a"
END
expect 1 'no size, or no mark' "$programs" screens /dev/null
expect 2 usage "$programs" check
echo 'needs nonesuch' >missing.script
expect 77 'skipped: missing-3x10: no nonesuch' "$programs" record missing.script 3x10 out.rec
printf '%s\n' 'run cat' 'leave "\x04"' 'wait "what is not there"' >early.script
expect 1 'was waited for in vain' "$programs" record early.script 3x10 out.rec

if command -v tmux >/dev/null; then
    record 'a\e[1;31mb\e[m \u{6f22}\e[44m\e[K'
    expect 0 'ok - kept: 1 screens as in tmux' "$programs" peer "$pane" kept.rec
    # tmux has no HPR; BS and EL behind the last column are its own there.
    record 'a\e[3ab'
    expect 1 'all: text differs in row 0, columns 1 to 1' "$programs" peer "$pane" kept.rec
    record '0123456789\b'
    expect 1 'all: cursor differs' "$programs" peer "$pane" kept.rec
    record '\e[7m0123456789\e[m\e[K'
    expect 1 'all: text differs in row 0, columns 9 to 9' "$programs" peer "$pane" kept.rec
else
    echo 'skipped: comparisons with tmux, which is not here'
fi
[ "$failures" -eq 0 ]
