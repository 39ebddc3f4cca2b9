#!/bin/sh
# Sizes: a file has at most 600 lines, a line at most 90 columns, a function at most 60
# lines; of 100 functions 90 have at most 35, and the median is at most 10. A function is
# counted from the brace after its head to the one that closes it, both in column 0.
# Tables are free: *.def and *.gen.*.
. "$(dirname "$0")/common.sh"

FILE_LINES=600 LINE_COLUMNS=90 FUNCTION_LINES=60 MOST_LINES=35 MEDIAN_LINES=10

sized_files() {
    c_files ! -name '*.gen.*'
}

# "LINES FILE:LINE NAME" of each function; LINES without the two braces.
functions() {
    sized_files | xargs awk '
    FNR == 1 { open = 0 }
    /^[A-Za-z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    /^\{$/ { open = FNR }
    /^\}$/ && open { print FNR - open - 1, FILENAME ":" open, name; open = 0 }'
}

check() {
    sized_files | xargs awk -v files="$FILE_LINES" -v columns="$LINE_COLUMNS" '
    function end() {
        if (lines > files)
            print file ": " lines " lines, of at most " files
    }
    FNR == 1 { end(); file = FILENAME }
    {
        lines = FNR
        text = $0
        gsub(/[\200-\277]/, "", text)
        if (length(text) > columns)
            print FILENAME ":" FNR ": " length(text) " columns, of at most " columns
    }
    END { end() }'

    functions | sort -n | awk -v most="$FUNCTION_LINES" -v usual="$MOST_LINES" \
        -v middle="$MEDIAN_LINES" '
    { lines[NR] = $1; place[NR] = $2 " " $3 }
    $1 > most { print $2 ": " $3 " has " $1 " lines, of at most " most }
    END {
        n = int(NR * 0.9)
        if (n && lines[n] > usual)
            print place[n] ": one of ten functions is over " usual " lines: " lines[n]
        n = int((NR + 1) / 2)
        if (n && lines[n] > middle)
            print place[n] ": the median function is over " middle " lines: " lines[n]
    }'
}

# repeat N TEXT, its escapes kept for `plant`.
repeat() {
    TEXT=$2 awk -v n="$1" 'BEGIN { while (n--) printf "%s", ENVIRON["TEXT"] }'
}

self_check() {
    plant emu/a.c ''
    accepts '600 lines' emu/b.c "$(repeat 599 '\n')"
    accepts '90 columns, in UTF-8' emu/b.c "$(repeat 90 'é')"
    accepts 'a table' emu/b.gen.c "$(repeat 700 "$(repeat 100 x)\n")"
    accepts '10 lines' emu/b.c "int\nf(void)\n{\n$(repeat 10 'x;\n')}"
    catches '601 lines' emu/b.c "$(repeat 600 '\n')"
    catches '91 columns' emu/b.c "$(repeat 91 x)"
    catches '61 lines' emu/b.c "$(repeat 9 'f(void)\n{\n}\n')f(void)\n{\n$(repeat 61 'x;\n')}"
    catches 'two of ten over 35' emu/b.c \
        "$(repeat 8 'f(void)\n{\n}\n')$(repeat 2 "f(void)\n{\n$(repeat 36 'x;\n')}\n")"
    catches 'a median of 11' emu/b.c "f(void)\n{\n$(repeat 11 'x;\n')}"
}

rule_main "$@"
