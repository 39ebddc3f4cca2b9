#!/bin/sh
# Real programs on a headless terminal, one after another: demo.sh QUIETTY
set -eu
quietty=$1
cd "$(dirname "$0")/../.."

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[m')
else
    bold='' plain=''
fi

# show HEADING SHOWN-COMMAND COMMAND…
show() {
    printf '\n%s%s%s\n$ %s\n' "$bold" "$1" "$plain" "$2"
    shift 2
    "$@" | sed 's/^/  /'
}

# The first lines of what a command prints; it may go on.
head_of() {
    lines=$1
    shift
    "$@" | sed -n "1,${lines}p"
}

trace() {
    printf '\033[1;31mred\033[m\a' | "$quietty" trace -
}

# Lines for a shell. An object in JSON is a request: the screen, a key.
session_lines() {
    cat <<'LINES'
cd tests/examples; export GREETING=hello
basename "$PWD"; echo "$GREETING"
test -e nowhere
bash asks.sh
for i in 1 2; do
    echo "$i"
done
LINES
    ! command -v python3 >/dev/null || printf '%s\n' 'python3 -q' 'print(6 * 7)' 'exit()'
    ! command -v less >/dev/null || printf '%s\n' 'less ../../LICENSE' '{"screen":true}' \
        '{"text":"q","submit":false}'
}

session() {
    session_lines | "$quietty" shell --verbose --rows 8 --cols 80 --env HISTFILE=/dev/null
}

show 'A bash, line by line: what it says, when it is ready, and how that is known:' \
    'quietty shell --verbose --rows 8 --cols 80' \
    session

bar='for i in $(seq 100); do printf "\r%d%%" $i; done; echo'
show 'A progress bar draws a hundred times. A person reads one line:' \
    "quietty run -- bash -c '$bar'" \
    "$quietty" run -- bash -c "$bar"

show 'Colours go, the columns stay. The program sees a terminal of 60 columns:' \
    'quietty run --cols 60 -- ls --color=always -C' \
    "$quietty" run --cols 60 -- ls --color=always -C

show 'A recording of a shell, a build and a pager, as lines:' \
    'quietty render --format lines tests/examples/session.cast' \
    "$quietty" render --format lines tests/examples/session.cast

show 'The same recording, stopped in the pager: its screen' \
    'quietty render --at 5.5 tests/examples/session.cast' \
    "$quietty" render --at 5.5 tests/examples/session.cast

show 'What a few bytes are, one by one:' \
    "printf '\\033[1;31mred\\033[m\\a' | quietty trace -" \
    trace

show 'Queries that programs send, and the answers they get:' \
    'quietty queries | head -n 8' \
    head_of 8 "$quietty" queries
