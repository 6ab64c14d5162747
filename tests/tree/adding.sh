#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# adding.sh - adding a codec touches only its own files. A copy of the tree with the files of tests/adding and one more line in units.def
# builds, tests, synthesises and reports the codec. If one of the files is missing, the tests name it.
. tests/tools/tap.sh
verilator=${VERILATOR:-verilator}
. tests/cli/quick.sh
quick=$VERILATOR VERILATOR=$verilator # scripts in the copy make their own
here=$PWD tree=$work/tree
unset MAKEFLAGS MFLAGS MAKELEVEL
export JOBS=${JOBS:-2}

# Objects that are built already are copied with their times
mkdir -p "$tree/build" build/quick
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
(cd build && tar -cf - --exclude='san/test_*' $(ls -d .tools *.def assets.s obj lib bin/warpfold san 2> /dev/null)) | tar -xf - -C "$tree/build"
ln -s "$here/build/quick" "$tree/build/quick"
cd "$tree" || exit 1
cp -r tests/adding/* .
echo 'WF_UNIT(zerorun)' >> units.def
WARPFOLD=build/bin/warpfold && export WARPFOLD && unset SAN_WARPFOLD

check "it builds" make -s -j "$JOBS" program
check "list tells it" sh -c 'build/bin/warpfold list zerorun | grep "save  *byte|burst"'
check "make test-zerorun: vectors, files, co-simulation, proofs, faults, lint, wrappers" sh -c '
    make -s test-zerorun > "$1"; code=$?; grep -A 3 "^not ok" "$1" | head -n 5; exit $code' - "$work/said"
check "gen, cosim, synth, traffic of a trace and report" env VERILATOR="$quick" make -s report CODEC=zerorun LINE=32 TRACES=traces/psort-t32.wft \
    FLOW='--effort 0 --vectors 2000'
check "the report tells its area and its ratio" sh -c 'grep -q "zerorun" build/zerorun32/report.html &&
    grep -q "\"enc__area_um2\"" build/zerorun32/metrics.json && grep -q "\"trace__" build/zerorun32/metrics.json'

# The copy differs from this tree in the files of tests/adding and one line of units.def
(cd tests/adding && find . -type f | sort) > "$work/own"
{
    sed 's|^\./\(.*\)|only \1|' "$work/own"
    echo "differs units.def"
} | sort > "$work/expected"
(cd "$here" && find . -path ./build -prune -o -path ./.git -prune -o -type f -print | sort) > "$work/before"
find . -path ./build -prune -o -type f -print | sort > "$work/after"
{
    comm -13 "$work/before" "$work/after" | sed 's|^\./|only |'
    comm -23 "$work/before" "$work/after" | sed 's|^\./|lost |'
    comm -12 "$work/before" "$work/after" | while read -r file; do cmp -s "$file" "$here/$file" || echo "differs ${file#./}"; done
} | sort > "$work/found"
check "nothing else is touched" diff "$work/expected" "$work/found"
check "units.def has one line more" sh -c '[ "$(diff "$1" units.def | grep -c "^[<>]")" = 1 ]' - "$here/units.def"

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
cp cmodel/zerorun.c "$work/zerorun.c"
sed -i 's/^const wf_unit wf_unit_zerorun/static const wf_part parts[] = {{"dec", "less", WF_ALWAYS, 0}, {NULL, NULL, 0, 0}};\n&/; s/^    .params = /    .parts = parts,\n&/' \
    cmodel/zerorun.c
check "it builds with a part" make -s -j "$JOBS" program
refused "units.sh misses a part's template" 0 "# cmodel/zerorun.c: the part has no template rtl_templates/zerorun/zerorun_dec_less.v" sh tests/tree/units.sh zerorun
cp "$work/zerorun.c" cmodel/zerorun.c
check "it builds again" make -s -j "$JOBS" program
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
line "cosmi 20 20 --line 32" 'no kind of case "cosmi"; there are cosim, hit,'
line "cosim 20 --line 32" '"cosim 20 --line 32": expected cosim VERILATOR-VECTORS ICARUS-VECTORS FLAGS...'
line "lint --line" '"lint --line": expected lint FLAGS...'
line "fault enc s/a/b c" '"fault enc s/a/b c": expected fault FILE s/OLD/NEW/ WHAT'
plan
