#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# adding.sh - adding a codec or a system touches only its own files. A copy of the tree with the files of tests/adding/UNIT, and a line more in
# units.def for each UNIT, builds and tests them, and synthesises and reports the register file. If one of the files is missing, the tests
# name it.
# adding.sh all - all tests of each, and synthesis and report of all of them.
. tests/tools/tap.sh
verilator=${VERILATOR:-verilator}
. tests/cli/quick.sh
quick=$VERILATOR VERILATOR=$verilator # scripts in the copy make their own
here=$PWD tree=$work/tree
unset MAKEFLAGS MFLAGS MAKELEVEL
export JOBS=${JOBS:-2}
# What is built here runs for a moment
[ -n "$all" ] || export CFLAGS=-O0

# Objects that are built already are copied with their times
mkdir -p "$tree/build" build/quick
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
(cd build && tar -cf - --exclude='san/test_*' $(ls -d .tools *.def assets.s obj lib bin/warpfold san 2> /dev/null)) | tar -xf - -C "$tree/build"
ln -s "$here/build/quick" "$tree/build/quick"
cd "$tree" || exit 1
units=$(ls tests/adding)
# A codec of cache lines is registered as one, so that it can be a member of bestof
registration() { case $1 in zerorun) echo "WF_LINE_CODEC($1)" ;; *) echo "WF_UNIT($1)" ;; esac; }
for unit in $units; do
    cp -r "tests/adding/$unit"/* .
    registration "$unit" >> units.def
done
WARPFOLD=build/bin/warpfold && export WARPFOLD && unset SAN_WARPFOLD

check "it builds" make -s -j "$JOBS" program
check "list tells the codec" sh -c 'build/bin/warpfold list zerorun | grep "save  *byte|burst"'
tested=$(if_all test check)
for unit in $units; do
    check "make $tested-$unit" sh -c 'make -s "$1" > "$2"; code=$?; grep -A 3 "^not ok" "$2" | head -n 5; exit $code' - "$tested-$unit" "$work/said"
    [ -n "$all" ] || check "units.sh $unit: its files" sh -c '! sh tests/tree/units.sh "$1" | grep -A 3 "^not ok"' - "$unit"
done

# reported UNIT WIDTH TRACES KEY [FLAGS]: the main job, and what its report then tells
reported() {
    check "$1: gen, cosim, synth and report" env VERILATOR="$quick" make -s report CODEC="$1" LINE="$2" WARP="$2" TRACES="$3" \
        FLOW="--effort 0 --vectors 2000 $5"
    check "$1: the report tells its area" sh -c 'grep -q "$1" "build/$1$2/report.html" && grep -q "\"$3\"" "build/$1$2/metrics.json"' - "$1" "$2" "$4"
}
[ -z "$all" ] || {
    reported zerorun 32 traces/psort-t32.wft enc__area_um2 ''
    check "zerorun: and its ratio on a trace" grep -q '"trace__' build/zerorun32/metrics.json
}

# member FLAGS...: bestof with zerorun in its list is made, simulated and told apart from other codecs; no tool warns; what it encodes comes back
member() {
    rm -rf build/member && build/bin/warpfold gen --unit bestof "$@" -o build/member && VERILATOR="$quick" build/bin/warpfold cosim build/member --sim verilator --vectors 2000 &&
        grep -q '"[a-z_]*class__zerorun__vectors": *[1-9]' build/member/cosim.json &&
        (cd build/member/rtl && ! verilator --lint-only -Wall --top-module bestof32_enc $(ls ./*.v | grep -v -e _dec -e encs) 2>&1 | grep . &&
            yosys -q -p "read_verilog ./*.v; hierarchy -check; proc; check -assert") &&
        build/bin/warpfold encode --unit bestof "$@" --raw units.def -F -o build/member/code.wfc && build/bin/warpfold decode build/member/code.wfc -F -o build/member/back &&
        cmp units.def build/member/back
}
check "zerorun is a member of bestof" member --line 32 --members linebdi,zerorun,fpc --choose bytes
check "and not where it lacks what the whole asks for" sh -c 'build/bin/warpfold gen --unit bestof --members zerorun --tag head -o build/none 2> "$1"; [ $? = 2 ] &&
    grep -q "tag=head needs members that can have their encoding in the head" "$1" && [ ! -e build/none ]' - "$work/said"
[ -z "$all" ] || reported toycache 32 '' toycache__area_um2 '--lines 2 --sim icarus'
reported onebank 4 '' onebank__area_um2 '--warps 2 --registers 3 --sim icarus'
check "onebank: a replay of a trace with instructions, in which no operand is wrong" sh -c 'build/bin/warpfold gen --unit onebank --lanes 32 --warps 32 -o build/file &&
    build/bin/warpfold replay build/file --trace traces/instructions/cta-t32.wft > "$1" && cat "$1" && grep -q "^checked: [1-9][0-9]* operands.*none differs" "$1"' - "$work/said"

# lines UNIT MOST: its C and Verilog beside tests
lines() {
    check "$1 has at most $2 lines of C and Verilog" sh -c 'n=$(find "tests/adding/$1" -path "*/tests" -prune -o -name "*.[cvh]" -print | xargs cat | wc -l) && echo "$n lines" && [ "$n" -le "$2" ]' - "$1" "$2"
}
lines toycache 400
lines onebank 300

# The copy differs from this tree in the files of tests/adding/UNIT and a line of units.def for each
for unit in $units; do (cd "tests/adding/$unit" && find . -type f); done | sort > "$work/own"
{
    sed 's|^\./\(.*\)|only \1|' "$work/own"
    echo "differs units.def"
} | sort > "$work/expected"
diff -rq --no-dereference --exclude=build --exclude=.git "$here" . |
    sed -e 's|^Only in \.: |only |; s|^Only in \./\(.*\): |only \1/|; s|^Files .* and \./\(.*\) differ$|differs \1|' |
    while read -r what path; do
        if [ "$what" = only ] && [ -d "$path" ]; then find "$path" -type f | sed 's/^/only /'; else echo "$what $path"; fi
    done | sort > "$work/found"
check "nothing else is touched" diff "$work/expected" "$work/found"
check "units.def has a line more for each" sh -c '[ "$(diff "$1" units.def | grep -c "^[<>]")" = "$(echo "$2" | wc -l)" ]' - "$here/units.def" "$units"

# refused NAME CODE TEXT COMMAND...: the command prints one line that begins with the text, and has this exit code
refused() {
    what=$1 code=$2 text=$3 && shift 3
    "$@" > "$log" 2>&1
    is=$?
    if [ $is = "$code" ] && grep -qF -e "$text" "$log"; then
        pass "$what"
    else
        echo "exit code $is, expected $code and: $text" >> "$log"
        fail "$what"
    fi
}

# without FILE: moves it away until `back`
without() { mv "$1" "$work/away" && away=$1; }
back() { mv "$work/away" "$away"; }

for file in cmodel/zerorun.c rtl_templates/zerorun/zerorun_dec.v; do
    without "$file"
    refused "make refuses a unit without $file" 2 "units.def registers what is not there: $file is missing" make -s program
    back
done
cp units.def "$work/units.def" && echo "WF_UNIT(zerorun)" >> units.def
refused "two units of one name" 2 "units.def registers zerorun twice" make -s program
cp "$work/units.def" units.def
for file in cmodel/zerorun.c rtl_templates/zerorun/zerorun_enc.v tests/cases/zerorun docs/zerorun.md; do
    without "$file"
    refused "units.sh misses $file" 0 "# units.def: the unit zerorun has no $file" sh tests/tree/units.sh zerorun
    back
done
touch rtl_templates/zerorun/zerorun_enc_more.v
refused "units.sh refuses a part that is not listed" 0 "# rtl_templates/zerorun/zerorun_enc_more.v: cmodel/zerorun.c lists no such part" \
    sh tests/tree/units.sh zerorun
rm rtl_templates/zerorun/zerorun_enc_more.v
# listed CONDITION: zerorun lists a part of its decoder, which is used where the condition holds
listed() {
    cp cmodel/zerorun.c "$work/zerorun.c"
    sed -i "s/^const wf_unit wf_unit_zerorun/static const wf_part parts[] = {{\"dec\", \"less\", $1}, {NULL, NULL, WF_ALWAYS}};\n&/; s/^    .params = /    .parts = parts,\n&/" \
        cmodel/zerorun.c
}
[ -z "$all" ] || {
    listed WF_ALWAYS
    check "it builds with a part" make -s -j "$JOBS" program
    refused "units.sh misses a part's template" 0 "# cmodel/zerorun.c: the part has no template rtl_templates/zerorun/zerorun_dec_less.v" sh tests/tree/units.sh zerorun
    cp "$work/zerorun.c" cmodel/zerorun.c
    check "it builds again" make -s -j "$JOBS" program
}
without tests/cases/zerorun
refused "no cases" 2 "units.def: no cases of zerorun; expected tests/cases/zerorun" sh tests/rtl/lint.sh zerorun
back
refused "a unit that is not registered" 2 'tests/rtl/lint.sh: no unit "zeroruns"; units.def has' sh tests/rtl/lint.sh zeroruns
cp tests/cases/zerorun tests/cases/unknown
refused "cases of no unit" 2 'tests/cases/unknown: no unit "unknown"; units.def has' sh tests/rtl/lint.sh
rm tests/cases/unknown

# line TEXT WHY: adds a bad case as the last line of the cases file
line() {
    cp tests/cases/zerorun "$work/cases-before"
    echo "$1" >> tests/cases/zerorun
    refused "refused: $1" 2 "tests/cases/zerorun:$(wc -l < tests/cases/zerorun): $2" sh tests/rtl/lint.sh zerorun
    cp "$work/cases-before" tests/cases/zerorun
}
line "cosmi 20 20 --line 32" 'no kind of case "cosmi"; there are cosim, cosim-all, hit,'
line "cosim 20 --line 32" '"cosim 20 --line 32": expected cosim VERILATOR-VECTORS ICARUS-VECTORS FLAGS...'
line "lint --line" '"lint --line": expected lint FLAGS...'
line "fault enc s/a/b c" '"fault enc s/a/b c": expected fault FILE s/OLD/NEW/ WHAT'
# Last: the programs that are built here do nothing else
cp -p build/bin/warpfold "$work/program"
listed '{WF_IF(SAVE, LINE_SAVE_BURST)}'
printf 'module `WF_DEC_LESS ();\n`WF_FOR k LINE\nendmodule\n' > rtl_templates/zerorun/zerorun_dec_less.v
check "it builds with a part that is not used by default" make -s -j "$JOBS" program
refused "a WF_FOR without an end, in that part" 2 'rtl_templates/zerorun/zerorun_dec_less.v:2: `WF_FOR without `WF_END' build/bin/warpfold gen --unit zerorun -o build/none
check "and nothing is written" [ ! -e build/none ]
cp "$work/zerorun.c" cmodel/zerorun.c && rm rtl_templates/zerorun/zerorun_dec_less.v
sed -i 's/WF_UNIT(crossbar)/WF_LINE_CODEC(crossbar)/' units.def
refused "a line codec without a fast form" 2 "units.def: WF_LINE_CODEC(crossbar) needs a wf_fast named wf_crossbar_fast" make -s program
cp "$work/units.def" units.def && sed -i 's/WF_UNIT(warpbdi)/WF_LINE_CODEC(warpbdi)/' units.def
check "it builds with a unit that is said to be a line codec" make -s -j "$JOBS" program
for command in list "gen --unit fpc -o build/none"; do
    # shellcheck disable=SC2086
    refused "$command: then says so" 2 "warpfold: units.def: WF_LINE_CODEC(warpbdi): it is no codec of cache lines" build/bin/warpfold $command
done
cp "$work/units.def" units.def && mv "$work/program" build/bin/warpfold
plan
