#!/bin/sh
# Tests wait for the event, never for the clock: no call that sleeps, in C or in a script.
# A program under test may be one that sleeps; it stands in a string then.
. "$(dirname "$0")/common.sh"

check() {
    for folder in tests fuzz; do
        [ ! -d "$folder" ] || find "$folder" -type f \( -name '*.[ch]' -o -name '*.sh' \)
    done | sort | xargs awk '
    {
        code = $0
        if (FILENAME ~ /\.sh$/)
            found = code ~ /^[ \t]*sleep[ \t]/
        else {
            gsub(/"([^"\\]|\\.)*"/, "", code)
            sub(/\/\*.*/, "", code)
            found = code ~ /(^|[^A-Za-z0-9_])(sleep|usleep|nanosleep|clock_nanosleep|thrd_sleep)[ \t]*\(/
        }
        if (found)
            print FILENAME ":" FNR ": sleeps"
    }'
}

self_check() {
    plant tests/unit/a.c 'int x;'
    accepts 'a string' tests/unit/b.c 'run("sleep (5)");'
    accepts 'a name that ends so' tests/unit/b.c 'no_sleep(1);'
    accepts 'an argument' tests/b.sh 'quietty run --timeout 1 -- sleep 9'
    catches 'sleep' tests/unit/b.c '    sleep(1);'
    catches 'nanosleep in a condition' fuzz/b.c '    while (nanosleep(&t, NULL))'
    catches 'a script' tests/b.sh '    sleep 1'
}

rule_main "$@"
