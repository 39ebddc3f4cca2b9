#!/bin/sh
# The tree speaks of itself: no path of somebody's machine, no host of a package registry.
. "$(dirname "$0")/common.sh"

# Bracketed, so that this file does not match itself.
PATHS='(^|[^A-Za-z0-9_.<])/((wor[k]|roo[t])/|(hom[e]|User[s])/[^/ ]+/)'
HOSTS='registry\.npmj[s]|pypi\.or[g]|crates\.i[o]|deb\.debia[n]|rubygem[s]\.org|proxy\.golan[g]'

check() {
    for name in * .ci .github .clang-format .gitignore; do
        case $name in build | node_modules) continue ;; esac
        [ ! -e "$name" ] || find "$name" -type f ! -path '*/corpus/*' ! -path '*/corpora/*'
    done | sort | xargs grep -nEI -e "$PATHS" -e "$HOSTS" /dev/null | sed 's/$/: a private word/'
}

self_check() {
    plant README.md 'Build in build/, install to /usr/local.'
    accepts 'a relative path' emu/README.md 'see tests/work/a and ~/work'
    catches 'a machine'"'"'s path' emu/README.md "run it in /${empty:-}work/x"
    catches 'a home' emu/a.c "\"/${empty:-}home/someone/x\""
    catches 'a registry' emu/README.md "from https:/${empty:-}/registry.${empty:-}npmjs.org/x"
}

rule_main "$@"
