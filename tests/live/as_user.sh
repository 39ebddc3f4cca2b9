#!/bin/sh
# Runs a test as an ordinary user, who may not be able to look into the build: so from
# copies. usage: as_user.sh TEST HOSTILE HOST
# Exit 77: skipped, since this is no root, or cannot become somebody else.
set -eu
user=64125 # nobody else's, so that a limit of processes is not shared
[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/test"
cp "$2" "$folder/hostile"
cp "$3" "$folder/host"
chmod 755 "$folder" "$folder"/*
cd /
status=0
env HOSTILE_PROGRAM="$folder/hostile" HOST_PROGRAM="$folder/host" \
    setpriv --reuid="$user" --regid="$user" --clear-groups "$folder/test" || status=$?
exit "$status"
