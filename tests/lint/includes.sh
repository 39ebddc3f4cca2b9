#!/bin/sh
# Includes go one way: bindings -> engine -> {emu, readiness}. Tests and fuzz may include
# all, nothing includes them, but for the program, which has the generator of fuzz/grammar;
# that knows emu and itself alone. Readiness knows standard headers and quietty/base.h only.
# Inside emu a layer includes its own and lower ones.
. "$(dirname "$0")/common.sh"

# Prints "FILE:LINE INCLUDED" for each include, its brackets or quotes kept.
includes() {
    c_files | xargs awk '/^[ \t]*#[ \t]*include[ \t]*["<]/ {
        sub(/^[ \t]*#[ \t]*include[ \t]*/, ""); sub(/[">][^">]*$/, "")
        print FILENAME ":" FNR " " $0
    }'
}

# What can be included: headers, and tables.
headers() {
    find */ -type f \( -name '*.h' -o -name '*.def' -o -name '*.gen.c' \)
}

check() {
    # An index of headers, then the includes; both in one pass.
    { headers | sed 's/^/header /'; includes | sed 's/^/include /'; } | awk '
    BEGIN {
        allowed["emu"] = " emu "
        allowed["readiness"] = " readiness "
        allowed["engine"] = " engine emu readiness "
        allowed["bindings"] = " bindings engine emu readiness "
        allowed["tests"] = " tests fuzz bindings engine emu readiness "
        allowed["fuzz"] = " fuzz engine emu readiness "
        folders = split("emu engine readiness bindings tests fuzz", folder)
        layers = split("base unicode vt screen exec draw native input adapter", layer)
        for (i = 1; i <= layers; i++)
            rank[layer[i]] = i
    }
    function part(path, i,   piece) {
        split(path, piece, "/")
        return piece[i]
    }
    # Path of an included file, or "" for a system header. What is generated into the
    # build folder is its includer'"'"'s own.
    function resolve(from, name,   dir, i) {
        dir = from
        sub(/[^\/]*$/, "", dir)
        if ((dir name) in known)
            return dir name
        if ((part(from, 1) "/" name) in known)
            return part(from, 1) "/" name
        for (i = 1; i <= folders; i++)
            if ((folder[i] "/" name) in known)
                return folder[i] "/" name
        return ""
    }
    function resolve_public(name,   i) {
        for (i = 1; i <= folders; i++)
            if ((folder[i] "/include/" name) in known)
                return folder[i] "/include/" name
        return ""
    }
    function emu_rank(path,   r) {
        r = rank[part(path, 2)]
        return r ? r : layers + 1
    }
    $1 == "header" { known[$2] = 1; next }
    {
        place = $2
        from = place
        sub(/:.*/, "", from)
        own = part(from, 1)
        public = substr($3, 1, 1) == "<"
        name = substr($3, 2)
        if (public && name !~ /^quietty\//)
            next
        to = public ? resolve_public(name) : resolve(from, name)
        if (to == "") {
            if (public || name !~ /\.gen\./)
                print place ": " name " is no header of the tree"
            next
        }
        target = part(to, 1)
        if (from ~ /^engine\/cli\// && to ~ /^fuzz\/grammar\//)
            next
        if (from ~ /^fuzz\/grammar\// && to !~ /^(emu|fuzz\/grammar)\//) {
            print place ": fuzz/grammar must not include " to
            next
        }
        if (own == "readiness" && to == "emu/include/quietty/base.h")
            next
        if (index(allowed[own], " " target " ") == 0)
            print place ": " own " must not include " target " (" name ")"
        else if (own == "emu" && !public && emu_rank(to) > emu_rank(from))
            print place ": " name " is of a higher layer"
        else if (from ~ /\/include\/quietty\// && to !~ /\/include\/quietty\//)
            print place ": a public header must not include a private one (" name ")"
    }'
}

self_check() {
    plant emu/include/quietty/base.h ''
    plant emu/include/quietty/buf.h '#include <quietty/base.h>'
    plant emu/base/limits.h ''
    plant emu/exec/exec.h '#include "base/limits.h"'
    plant engine/include/quietty/lines.h '#include <quietty/buf.h>'
    plant engine/lines/store.h '#include <quietty/lines.h>'
    plant readiness/include/quietty/readiness.h '#include <quietty/base.h>'
    plant tests/unit/helper.h '#include "lines/store.h"'
    plant emu/vt/transitions.def ''

    accepts 'engine -> emu' engine/lines/a.c '#include "base/limits.h"\n#include "lines/store.h"'
    accepts 'exec -> base' emu/exec/a.c '#include "base/limits.h"\n#include <stdio.h>'
    accepts 'a table' emu/vt/a.c '#include "vt/transitions.def"'
    plant fuzz/grammar/grammar.h '#include <quietty/buf.h>'
    plant fuzz/law.h ''
    accepts 'the program -> the generator' engine/cli/a.c '#include "grammar/grammar.h"'
    catches 'engine -> the generator' engine/lines/a.c '#include "grammar/grammar.h"'
    catches 'the program -> fuzz' engine/cli/a.c '#include "law.h"'
    catches 'the generator -> fuzz' fuzz/grammar/a.c '#include "law.h"'
    catches 'the generator -> engine' fuzz/grammar/a.c '#include "lines/store.h"'
    accepts 'generated' emu/vt/a.c '#include "transitions.gen.h"'
    catches 'emu -> engine' emu/vt/a.c '#include "lines/store.h"'
    catches 'emu -> engine, public' emu/vt/a.c '#  include <quietty/lines.h>'
    catches 'emu -> readiness' emu/vt/a.c '#include <quietty/readiness.h>'
    catches 'a lower layer -> a higher' emu/base/a.c '#include "exec/exec.h"'
    catches 'readiness -> buf.h' readiness/a.c '#include <quietty/buf.h>'
    catches 'readiness -> engine' readiness/a.c '#include "lines/store.h"'
    catches 'engine -> tests' engine/a.c '#include "../tests/unit/helper.h"'
    catches 'engine -> tests, by folder' engine/a.c '#include "unit/helper.h"'
    catches 'public -> private' emu/include/quietty/a.h '#include "base/limits.h"'
    catches 'a header that is not there' emu/vt/a.c '#include "vt/nowhere.h"'
}

rule_main "$@"
