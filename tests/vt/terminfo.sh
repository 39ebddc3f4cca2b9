#!/bin/sh
# terminfo.sh RUNNER [TERMINFO.CAPS]: every capability that infocmp(1) lists of
# xterm-256color has a case of its effect, and every case holds. First it shows on lists of
# its own making that it notices what is missing, what is too much and what is not fed.
runner=$1
caps=${2:-$(dirname "$0")/terminfo.caps}
TERM=xterm-256color

for tool in infocmp tput; do
    command -v "$tool" >/dev/null || {
        echo "skipped: no $tool"
        exit 77
    }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What a program sends, in hex; no delays, and `clear` without the scrollback's.
expand() {
    NCURSES_NO_PADDING=1 tput -x -T "$TERM" "$@" | od -An -v -tx1 | tr -s ' \n' '  '
}

# The cases, with each feed-cap as bytes.
script() {
    while IFS= read -r line; do
        case $line in
        'feed-cap '*)
            eval "set -- ${line#feed-cap }"
            printf 'feed-hex "%s"\n' "$(expand "$@")" ;;
        'keys '* | 'value '*) echo ;; # the lines keep their numbers
        *) printf '%s\n' "$line" ;;
        esac
    done <"$1"
}

# complain LIST CAPS: what the two do not agree in, a line each.
complain() {
    awk '
    function name_of(entry) { sub(/[=#].*/, "", entry); return entry }
    function close_case(i, n, names) {
        n = split(about, names, " ")
        for (i = 1; i <= n; i++)
            if (kind[names[i]] == "string" && !fed[names[i]] && !valued[names[i]])
                print names[i] ": its case does not feed it"
        split("", fed); split("", valued); about = ""
    }
    FNR == NR {
        if (!/^\t/) next
        sub(/^\t/, ""); sub(/,$/, "")
        value[name_of($0)] = $0
        kind[name_of($0)] = /^[^=#]*=/ ? "string" : "other"
        next
    }
    /^keys / { for (i = 2; i <= NF; i++) here[$i] = 1 }
    /^case / {
        close_case()
        about = $0; sub(/^case "/, "", about); sub(/:.*/, "", about)
        n = split(about, names, " ")
        for (i = 1; i <= n; i++) here[names[i]] = 1
    }
    /^feed-cap / { fed[$2] = 1 }
    /^value / {
        entry = substr($0, 7); valued[name_of(entry)] = 1
        if (value[name_of(entry)] != entry)
            print name_of(entry) ": is " value[name_of(entry)] ", not " entry
    }
    END {
        close_case()
        for (name in value) if (!(name in here)) print name ": no case"
        for (name in here) if (!(name in value)) print name ": no capability"
    }' "$1" "$2"
}

# notices WHAT EDIT: the complaints have this line when sed edits the cases so.
notices() {
    sed "$2" "$caps" >"$folder/edited"
    complain "$folder/list" "$folder/edited" | grep -q -F "$1" || {
        echo "self-check: not noticed: $1"
        exit 1
    }
}

infocmp -x -1 "$TERM" >"$folder/list" || exit 1
notices 'bold: no case' 's/^case "bold:/case "dim:/'
notices 'kf7: no case' 's/ kf7 / /'
notices 'nonesuch: no capability' 's/^case "bold:/case "bold nonesuch:/'
notices 'ech: its case does not feed it' '/^feed-cap ech/d'
notices 'colors: is colors#0x100, not colors#8' 's/^value colors.*/value colors#8/'
if complain "$folder/list" "$caps" | grep .; then
    exit 1
fi

script "$caps" >"$folder/terminfo.vt"
"$runner" --engine native --split "$folder/terminfo.vt"
