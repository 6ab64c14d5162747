#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# exits.sh - exit code 2 changes nothing: each command with bad usage and bad input, and the files around it before and after. TAP.
. tests/tools/tap.sh
. tests/cli/quick.sh
program=$(realpath "$warpfold")
warpfold=$program
export XDG_CACHE_HOME="$work/cache"
traces=$PWD/traces
mkdir "$work/tree"
cd "$work/tree" || exit 1

# Names, sizes, and times: whoever writes to a file changes the second of them
files() { find . ! -type d -printf '%P %s %T@ %C@ %l\n' -o -printf '%P/\n' | sort; }
# keeps CODE TEXT COMMAND...: this exit code, one line on standard error that has the text, and every file as it was
keeps() {
    what="$3 ${4:-}${5:+ $5}${6:+ $6}: $2" code=$1 text=$2 && shift 2
    files > ../before
    "$program" "$@" > ../out 2> "$log" < /dev/null
    is=$?
    files > ../after
    if [ $is != "$code" ]; then echo "exit code $is, expected $code" >> "$log"
    elif [ "$(wc -l < "$log")" != 1 ] || ! grep -q -e "$text" "$log"; then echo "expected one line with: $text" >> "$log"
    elif ! diff ../before ../after >> "$log"; then :
    else pass "$what"; return; fi
    fail "$what"
}
refuses() { keeps 2 "$@"; }

# ---- What there is ----

# A block, and a codec of cache lines
block=$("$program" list | sed -n 's/^\([a-z]*\) - .*(block).*/\1/p' | head -n 1)
line=$("$program" list | awk '/^[a-z]+ - / { codec = /\([a-z ]*\)$/ ? "" : $1 } / bytes of a cache line/ && codec != "" { print codec; exit }')
design='--lanes 4 --bank 32 --encs 1 --decs 1'
made=--vectors\ 50
# shellcheck disable=SC2086
{
    "$program" gen $design -o d && "$program" cosim d --sim icarus $made && "$program" synth d --module move --effort 0 &&
        "$program" report d && "$program" gen --block "$block" -o block && "$program" gen $design -o edited
} > ../out || exit 1
echo '// mine' >> edited/rtl/warpbdi4_rank.v
"$program" convert "$traces/psort-t32.wft" -o t.wft > ../out
"$program" encode t.wft -o t.wfc > ../out
"$program" convert t.wft -o t.wtx > ../out
head -n 200 t.wtx > cut.wtx && echo 'no record' >> cut.wtx
grep -v '^[wr]' t.wtx | head -n 30 > novalue.wtx
head -c 3000 t.wft > cut.wft
head -c 300 t.wfc > cut.wfc
image=$(images | head -n 1)
head -c 10000 t.wfc > bytes
# shellcheck disable=SC2086
"$program" encode $image --image bytes -o t.wfi > ../out || exit 1
head -c 9000 t.wfi > cut.wfi
flipped t.wfi 10112 > bad.wfi # the counts of 79 lines begin there
tail -c +65 t.wfi > short.wfi
sed -e 's/lanes 32/lanes 4/' -e '/^[^#]/d' cut.wtx > four.wtx
echo mine > mine.txt
: > empty
printf '[design]\nlanes = 5\n' > bad.ini
printf 'library (x) { cell (y) {' > bad.lib
mkdir other full && cp d/manifest.json d/synth.json other && echo mine > full/file
sed -i 's/"format":.*/"format": 1,/' other/manifest.json

# ---- Usage ----

for c in gen cosim synth report flow stats study replay sweep encode decode convert trace list; do
    refuses 'no option --frobnicate' $c --frobnicate
done
refuses 'no command' frobnicate
for c in gen cosim synth report flow stats study replay sweep encode decode convert trace; do refuses "$c: " $c; done
refuses 'no unit "zip"' list zip
refuses 'accepted are' gen --lanes 5 -o new
refuses 'accepted are' flow --lanes 5 -o new
refuses 'needs a value' gen --lanes 4 -o
refuses 'bad.ini' gen --config bad.ini -o new
printf '[set a]\nunit = zip\n' > sweep.ini
refuses 'no unit "zip"' sweep sweep.ini -o new
refuses 'bad.ini:1: section .design.' sweep bad.ini -o new
refuses 'a whole number' sweep sweep.ini -o new --jobs 0
refuses 'a whole number' cosim d --vectors none
refuses 'a whole number' cosim d --wave-cycles 0
refuses 'accepted are' cosim d --sim none
refuses 'a number above 0' synth d --clock-ns -1
refuses 'a whole number' synth d --effort 3
refuses 'accepted are' synth d --module none
refuses 'takes the place of a synthesis' synth d --parts --fpga
refuses 'goes with --parts' synth d --timed
refuses 'a number from 0 to 1000' stats --reads-per-write many t.wft

# ---- Folders ----

# shellcheck disable=SC2086
for c in cosim synth report power "replay --trace t.wft"; do
    refuses 'none is no folder of a design' $c none
    refuses 'full is no folder of a design' $c full
    refuses 'another version' $c other
done
refuses 'another version' stats other t.wft
refuses 'another version' stats --unit warpbdi --units other t.wft
refuses 'another version' report d other
refuses 'another version' gen --config other -o new
refuses 'another version' flow --config other -o new
refuses 'another version' encode --config other t.wft -o new
refuses 'another version' flow --lanes 4 -o other
refuses 'is not empty' gen --lanes 4 -o full
refuses 'is a file' gen --lanes 4 -o mine.txt
refuses 'holds another design' gen --lanes 8 -o d
refuses 'another version' gen --lanes 4 -o other
refuses 'is not empty' gen --lanes 4 --set-aside -o full
refuses 'is not empty' flow --lanes 4 -o full
refuses 'holds another design' flow --lanes 8 -o d
# shellcheck disable=SC2086
{
    refuses 'is not overwritten; --force' gen $design -o edited
    refuses 'is not overwritten; --force' flow $design -o edited
}
refuses 'accepts it' cosim edited
refuses 'accepts it' synth edited
refuses 'none is no folder' report d none
refuses 'is not overwritten; --force' report d -o mine.txt
refuses 'is a folder' report d -o full
refuses 'mine.txt is a file; give a folder' report d --svg mine.txt
# shellcheck disable=SC2086
refuses 'mine.txt is a file; give a folder' flow $design -o new --svg mine.txt/plots

# ---- Inputs of the steps ----

for sim in verilator icarus; do
    refuses 'none: no such folder' cosim d --sim $sim --rtl none
    refuses 'a trace of 32 lanes' cosim d --sim $sim --trace t.wft
    refuses 'cannot open the trace file' cosim d --sim $sim --trace none
    refuses 'is a folder' cosim d --sim $sim --trace full
    refuses 'is read several times' cosim d --sim $sim --trace /dev/stdin
    refuses 'mine.txt: is in no known trace format' cosim d --sim $sim --trace mine.txt
    refuses 'no register value' cosim d --sim $sim --trace four.wtx
done
refuses 'no netlist' cosim d --sim gates
refuses 'cannot read the Liberty file' synth d --liberty none
refuses 'bad.lib' synth d --liberty bad.lib
refuses 'empty' synth d --liberty empty
refuses 'the driving cell none' synth d --driver none
refuses 'cannot drive inputs' synth d --driver DFFPOSX1
refuses 'has one module' synth block --module enc
for out in new d; do
    # shellcheck disable=SC2086
    {
        refuses 'none: no such folder' flow $design -o $out --rtl none
        refuses 'cannot open the trace file' flow $design -o $out --trace none
        refuses 'a trace of 32 lanes' flow $design -o $out --trace t.wft
        refuses 'cannot read the Liberty file' flow $design -o $out --liberty none
        refuses 'bad.lib' flow $design -o $out --liberty bad.lib
        refuses 'the driving cell none' flow $design -o $out --driver none
        refuses 'no netlist' flow $design -o $out --sim gates
    }
done
refuses 'cut.wtx:201: ' flow --lanes 32 --trace t.wft --trace cut.wtx -o new
refuses 'has one module' flow --unit "$block" --module dec -o new
refuses 'no such module' flow --unit "$line" --line 32 --module move -o new
"$program" gen --lanes 32 --encs 1 --decs 1 -o wide > ../out
refuses 'cut.wtx:201: ' cosim wide --trace cut.wtx --vectors 20
refuses 'cut.wft' cosim wide --sim icarus --trace cut.wft --vectors 20
"$program" stats --codec "$line" --line 64 t.wft --json wide/trace.json > ../out
refuses 'has figures of cache lines' report wide
refuses 'has figures of cache lines' report d wide

# ---- Files ----

refuses 'cannot open' stats none
refuses 'cannot open' stats t.wft none --json new.json
refuses 'cut.wtx:201: ' stats cut.wtx --json new.json
refuses 'is an input' stats t.wft --json t.wft
refuses 'already and is not overwritten' stats t.wft --json mine.txt
refuses 'no folder' stats t.wft --json none/f.json
refuses 'is empty' stats --raw empty --json new.json
study=$("$program" study --list | sed -n 's/ .*//;1p')
refuses 'cannot open' study "$study" none -o new
refuses 'cut.wtx:201: ' study "$study" t.wft cut.wtx -o new
refuses 'a trace of 4 lanes' study "$study" t.wft four.wtx -o new
refuses 'ends in .wfc' encode t.wft -o new
refuses 'cannot open' encode none -o new.wfc
refuses 'cut.wtx:201: ' encode cut.wtx -o new.wfc
refuses 'already and is not overwritten' encode t.wft -o t.wfc
refuses 'cut.wtx:201: ' encode cut.wtx -o t.wfc --force
refuses 'cannot open' decode none -o new.wft
refuses 'cut.wfc' decode cut.wfc -o new.wft
refuses 'ends in .wft' decode t.wfc -o new
refuses 'is an input' decode t.wfc -o t.wfc
# shellcheck disable=SC2086
{
    refuses 'ends in .wfi' encode $image --image bytes -o new.wfc
    refuses 'cannot open' encode $image --image none -o new.wfi
    refuses 'is a folder' encode $image --image full -o new.wfi
    refuses 'already and is not overwritten' encode $image --image bytes -o t.wfi
    refuses 'is an input' encode $image --image t.wfi -o t.wfi
    refuses 'cannot open' encode $image --image none -o t.wfi --force
}
refuses 'no place for the tags' encode --unit "$line" --image bytes -o new.wfi
refuses 'needs a codec of cache lines' encode --image bytes -o new.wfi
refuses 'cut.wfi: truncated, or no memory image' decode cut.wfi -o new
refuses 'bad.wfi: line [0-9]*: corrupt' decode bad.wfi -o new
refuses 'short.wfi: corrupt: [0-9]* bytes; expected are' decode short.wfi -o new
refuses 'cannot open the memory image' decode none.wfi -o new
refuses 'holds lines of ' decode t.wfi --codec warpbdi -o new
refuses 'already and is not overwritten' decode t.wfi -o mine.txt
refuses 'bad.wfi: line [0-9]*: corrupt' decode bad.wfi -o mine.txt --force
refuses 'cannot be read' trace none.elf -o new.wft
refuses 'is no ELF file' trace mine.txt -o new.wft
refuses 'lanes' trace mine.txt --lanes 3 -o new.wft
refuses 'not overwritten' trace mine.txt -o t.wft
refuses 'cannot open' convert none -o new.wft
refuses 'cut.wtx:201: ' convert t.wft cut.wtx -o new.wft
refuses 'cut.wtx:201: ' convert cut.wtx -o t.wft --force
refuses 'cut.wft' convert cut.wft -o new.wtx
refuses 'lanes' convert t.wft --lanes 8 -o new.wft
refuses 'lanes' convert t.wft four.wtx -o new.wft
refuses 'ends in .wft' convert t.wft -o new.txt
refuses 'a file of figures is expected' report --keys none

# ---- 1: the job failed; what is there are whole files, and the step's figures say why ----

whole() { for f in d/*.json; do "$program" report --keys "$f" > /dev/null || [ "$f" = d/manifest.json ] || return; done; }
fails() { keep=$1 && shift && ! "$@" > ../out 2> ../err && grep -q "\"${keep}__failed\"" d/$keep.json && whole; }
check "a step whose tool fails says so in its figures" fails cosim env IVERILOG=/bin/false "$program" cosim d --sim icarus
check "the same, synth" fails synth env YOSYS=/bin/false "$program" synth d --effort 0
plan
