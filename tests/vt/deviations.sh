#!/bin/sh
# Compare the contested cases of other terminals, which the folder QTTY_VECTORS holds, with
# those that deviations.md names: what fails is named there with its reason, and what is
# named there fails.
#
# usage: deviations.sh QTTY_VT ENGINE DEVIATIONS
set -u

# compare RESULTS DEVIATIONS: what is wrong, a line each. A name stands for the cases that
# end with it behind a slash; with a * for those that go on, too. Names with no case are
# prose, unless they begin with a collection's name.
compare() {
    awk '
    FNR == NR {
        failed = sub(/^not ok - [^ ]*: /, "")
        if (failed || sub(/^ok - [^ ]*: /, "")) {
            sub(/ # .*/, "")
            fails[$0] = failed
            collection[substr($0, 1, index($0, "/") - 1)] = 1
        }
        next
    }
    /^## / { contested = /^## Contested/ }
    contested {
        parts = split($0, part, "`")
        for (i = 2; i <= parts; i += 2)
            names[part[i]] = 1
    }
    function is_of(case, name) {
        if (sub(/\*$/, "", name))
            return name != "" && index("/" case, "/" name) > 0
        return case == name || (length(case) > length(name) \
            && substr(case, length(case) - length(name)) == "/" name)
    }
    END {
        for (name in names) {
            count = failing = 0
            for (case in fails)
                if (is_of(case, name)) {
                    count++
                    failing += fails[case]
                    named[case] = 1
                }
            if (count != 0 && failing == 0)
                print "does not fail: " name
            if (count == 0 && (substr(name, 1, index(name, "/") - 1) in collection))
                print "no such case: " name
        }
        for (case in fails)
            if (fails[case] && !(case in named))
                print "not named: " case
    }' "$1" "$2" | sort
}

self_check() {
    cat >"$folder/results" <<'END'
ok - a/x.vt: x/one/passes
not ok - a/x.vt: x/one/fails
  line 1: row 0
not ok - a/x.vt: x/two/fails/too # skipped: cell
not ok - a/y.vt: y/three/fails
2 passed, 3 failed
END
    cat >"$folder/named" <<'END'
`x/three/fails` is of no section.
## Contested: some
`one/passes` `x/one/fails` `two/*` `x/gone` `unit/test` `*`
END
    wrong=$(compare "$folder/results" "$folder/named" | tr '\n' ';')
    [ "$wrong" = "does not fail: one/passes;no such case: x/gone;not named: y/three/fails;" ] || {
        echo "the check itself is wrong: $wrong"
        exit 1
    }
}

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
self_check
if [ ! -d "${QTTY_VECTORS:-}/contested" ]; then
    echo "skipped: QTTY_VECTORS names no folder with contested cases"
    exit 77
fi
"$1" --engine "$2" --split "$QTTY_VECTORS/contested" >"$folder/out"
status=$?
if [ "$status" -gt 1 ]; then
    echo "ended with status $status after: $(tail -n 1 "$folder/out")"
    exit 1
fi
tail -n 1 "$folder/out"
compare "$folder/out" "$3" >"$folder/wrong"
cat "$folder/wrong"
[ ! -s "$folder/wrong" ]
