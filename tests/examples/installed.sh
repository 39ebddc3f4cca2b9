#!/bin/sh
# Installs into a temporary folder and builds the examples as an embedder would: with
# pkg-config against the shared library, with CMake's package against the static ones.
# usage: installed.sh BUILD-FOLDER C-COMPILER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

cmake --install "$1" --prefix "$tree/usr" >"$tree/log" || { cat "$tree/log"; exit 1; }
# The program runs from there.
if [ -x "$1/bin/quietty" ]; then
    "$tree/usr/bin/quietty" --version
fi

pkgconfig=$(dirname "$(find "$tree/usr" -name quietty.pc)")
libraries=$(dirname "$pkgconfig")

flags=$(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs quietty)
for name in draw emulator lines session_wait session_poll owners bash_tool; do
    # shellcheck disable=SC2086 # flags are words
    "$2" -std=c11 -o "$tree/$name" "$here/$name.c" $flags
    LD_LIBRARY_PATH=$libraries sh "$here/run.sh" "$tree/$name" "$here/$name"
done

mkdir "$tree/consumer"
# Names of an embedder that the library has, too.
: >"$tree/consumer/own.c"
if grep -q prefix.cmake "$1/engine/package/cmake_install.cmake"; then
    echo 'int compose, process_open; void mem_resize(void); void mem_resize(void) {}' \
        >"$tree/consumer/own.c"
fi
cat >"$tree/consumer/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(quietty 0.1 REQUIRED)
add_executable(emulator $here/emulator.c)
target_link_libraries(emulator PRIVATE quietty::emu)
add_executable(lines $here/lines.c)
target_link_libraries(lines PRIVATE quietty::engine)
add_executable(session_wait $here/session_wait.c own.c)
target_link_libraries(session_wait PRIVATE quietty::engine)
add_executable(shared $here/lines.c)
target_link_libraries(shared PRIVATE quietty::quietty)
CMAKE
{
    cmake -S "$tree/consumer" -B "$tree/consumer/build" -DCMAKE_C_COMPILER="$2" \
        -DCMAKE_PREFIX_PATH="$tree/usr" &&
        cmake --build "$tree/consumer/build"
} >"$tree/log" 2>&1 || { cat "$tree/log"; exit 1; }
sh "$here/run.sh" "$tree/consumer/build/emulator" "$here/emulator"
sh "$here/run.sh" "$tree/consumer/build/lines" "$here/lines"
sh "$here/run.sh" "$tree/consumer/build/session_wait" "$here/session_wait"
sh "$here/run.sh" "$tree/consumer/build/shared" "$here/lines"
