# Takes tables of rules apart: each edit becomes an entry of the index on standard output,
#
#   NUMBER TAB FILE:LINE TAB TEST TAB CASE TAB EDITED FILE TAB RULE
#
# and two files, OUT/NUMBER.old and OUT/NUMBER.new, with what it replaces and by what.
# A malformed line is told, and gives exit status 1.
# usage: awk -v out=OUT -f rules.awk TABLE…

function complain(what) {
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    bad = 1
}

# What follows the word at the line's head.
function rest() {
    return substr($0, length($1) + 2)
}

function put(suffix, text) {
    printf "%s", text >(out "/" edits suffix)
    close(out "/" edits suffix)
}

# The edit that was being read is complete.
function finish() {
    if (edited == "")
        return
    if (olds == 0 || news == 0)
        print place ": an edit without a line to replace, or without its replacement" >"/dev/stderr"
    if (olds == 0 || news == 0)
        bad = 1
    edits++
    put(".old", old)
    put(".new", new)
    printf "%d\t%s\t%s\t%s\t%s\t%s\n", edits, place, test, name, edited, rule
    edited = ""
}

FNR == 1 { finish(); rule = test = "" }
/^#/ || /^$/ { next }
$1 == "rule" { finish(); rule = rest(); test = ""; next }
/^     [^ ]/ && test == "" && rule != "" { rule = rule " " substr($0, 6); next }
$1 == "test" && NF == 2 || $1 == "test" && NF > 2 {
    finish()
    test = $2
    name = substr($0, length($1 " " $2) + 2)
    if (rule == "" || name == "")
        complain("a test has a rule before it, and names its case")
    next
}
$1 == "edit" && NF == 2 {
    finish()
    if (test == "")
        complain("an edit has a test before it")
    edited = $2
    place = FILENAME ":" FNR
    old = new = ""
    olds = news = 0
    next
}
/^- / && edited != "" && news == 0 { old = old (olds++ ? "\n" : "") substr($0, 3); next }
(/^\+ / || /^\+$/) && olds > 0 { new = new (news++ ? "\n" : "") substr($0, 3); next }
{ complain("neither rule, test, edit nor a line of one") }
END { finish(); exit bad }
