#!/bin/sh
# Runs a test as an ordinary user, who may not be able to look into the build: so from
# copies. usage: as_user.sh TEST [VARIABLE=PROGRAM…]
# Each PROGRAM is copied, too, and VARIABLE names the copy.
# Exit 77: skipped, since this is no root, or cannot become somebody else.
set -eu
user=64125 # nobody else's, so that a limit of processes is not shared
[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/test"
shift
for program; do
    cp "${program#*=}" "$folder/${program%%=*}"
    export "${program%%=*}=$folder/${program%%=*}"
done
chmod 755 "$folder" "$folder"/*
cd /
status=0
setpriv --reuid="$user" --regid="$user" --clear-groups "$folder/test" || status=$?
exit "$status"
