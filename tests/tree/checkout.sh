#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checkout.sh [all] - the sources in a folder whose path has spaces: `make` runs its main job there; file lists as the pages say: TAP.
# Most objects are copied with their times, and some of each rule are built there; with "all", everything is.
. tests/tools/tap.sh
. tests/cli/quick.sh
tree="$work/two words/and it's more"
mkdir -p "$tree"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
[ -n "$all" ] || (cd build && mkdir "$tree/build" && tar -cf - --exclude='obj/cli/[e-m]*' --exclude='obj/pic/cmodel/e*' .tools ./*.def obj) | tar -xf - -C "$tree/build"
cd "$tree" || exit 1
export XDG_CACHE_HOME="$work/cache"
# What is built here runs for a moment
[ -n "$all" ] || export CFLAGS=-O0
unset MAKEFLAGS MFLAGS MAKELEVEL
warpfold=$tree/build/bin/warpfold
small='--bank 32 --encs 1 --decs 1'
# twice: two makes of one tree, at once, make a whole program, and nothing of theirs is left beside
twice() {
    make -s -j "${JOBS:-2}" program &
    make -s -j "${JOBS:-2}" program && wait $! && "$warpfold" list && ar t build/lib/libwarpfold.a && [ -z "$(find build -name '*.[a-z]*.[0-9][0-9]*')" ]
}
check "make program, two at once" twice
# shellcheck disable=SC2086
"$warpfold" gen --lanes 4 --enc-stages 0 $small -o build/warpbdi4 > "$work/out" && echo mine > build/warpbdi4/rtl/mine.v
check "make report, where its folder holds another design" make -s report WARP=4 TRACES= "FLOW=$small --vectors 50 --effort 0 --module move"
check "the report is there" test -s build/warpbdi4/report.html
check "the other design is aside, with what a user put there" test -s build/warpbdi4.old/rtl/mine.v
check "make install" make -s install "DESTDIR=$tree/in stalled" PREFIX=/usr
check "the installed program runs" "$tree/in stalled/usr/bin/warpfold" list
printf '%s\n' '#include <warpfold.h>' '#include <warpfold_writer.h>' 'int main(void) {' '    wf_trace_writer *w;' \
    '    return wf_unit_count() == 0 || wf_trace_open(&w, "/dev/null", 32, 0, "", "") || wf_trace_close(w); }' > "$work/both.c"
check "a program with the installed headers and library" sh -c '
    "$1" -Wall -Wextra -Wpedantic -Werror -I "$2/include" -o "$3" "$3.c" "$2/lib/libwarpfold.a" && "$3"' - \
    "${CC:-cc}" "$tree/in stalled/usr" "$work/both"
# spaced: installed under a prefix with a blank, pkg-config says what a compiler must be told, and the program's version
spaced() {
    make -s install PREFIX="$work/pre fix" && PKG_CONFIG_PATH="$work/pre fix/lib/pkgconfig" pkg-config --cflags --libs warpfold > "$work/flags" &&
        eval "${CC:-cc} -o '$work/both' '$work/both.c' $(cat "$work/flags")" && LD_LIBRARY_PATH="$work/pre fix/lib" "$work/both" &&
        [ "warpfold $(PKG_CONFIG_PATH="$work/pre fix/lib/pkgconfig" pkg-config --modversion warpfold)" = "$("$work/pre fix/bin/warpfold" --version)" ]
}
check "pkg-config, with a prefix that has a blank" spaced
check "make clean" sh -c 'make -s clean && [ ! -e build ]'

# shellcheck disable=SC2086
"$tree/in stalled/usr/bin/warpfold" gen --lanes 4 $small -o "$work/d" > "$work/out"
warpfold="$tree/in stalled/usr/bin/warpfold"
top='warpbdi4_encs'
cd "$work" || exit 1
check "Icarus takes the list within rtl" sh -c 'cd d/rtl && "$1" -s "$2" -o ../x.vvp -c warpbdi4.f' - "${IVERILOG:-iverilog}" $top
check "Icarus takes the files of the list from elsewhere" sh -c '"$1" -s "$2" -o x.vvp $(sed "/^\/\//d; s,^,d/rtl/," d/rtl/warpbdi4.f)' - \
    "${IVERILOG:-iverilog}" $top
check "Verilator takes the list within rtl" sh -c 'cd d/rtl && "$1" --lint-only --top-module "$2" -f warpbdi4.f' - "${VERILATOR:-verilator}" $top
check "Verilator takes the list from elsewhere" "${VERILATOR:-verilator}" --lint-only --top-module $top -F d/rtl/warpbdi4.f
mv "$tree" "$work/tree" # plan reads names without spaces
warpfold="$work/tree/in stalled/usr/bin/warpfold"
plan
