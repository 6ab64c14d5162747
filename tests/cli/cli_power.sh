#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_power.sh [all] - the power of small designs from the toggles of their netlists, with two libraries, beside OpenSTA's, and with six with all;
# and bad input.
. tests/tools/tap.sh
. tests/cli/quick.sh
shared=../shared/liberty
osu=$(dpkg -L qflow-tech-osu018 | grep '/osu018_stdcells.lib$')
trace=$work/mixed.wtx still=$work/still.wtx
awk -v count=1500 -f tests/cli/power_trace.awk > "$trace"
awk -v count=1500 -v still=1 -f tests/cli/power_trace.awk > "$still"

# near JSON KEY: a ratio from 0.9 to 1.1
near() { value "$1" "$2" | awk -v key="$2" 'NR == 1 { print key, $1; found = $1 >= 0.9 && $1 <= 1.1 } END { exit !found }'; }
# measure NAME LIBRARY [FLAGS...]: a codec of 4 lanes, with these flags, synthesised and measured
measure() {
    "$warpfold" gen --lanes 4 --bank 32 $3 -o "$work/$1" && "$warpfold" synth "$work/$1" --effort 0 --liberty "$2" &&
        "$warpfold" power "$work/$1" --liberty "$2" --trace "$trace" > "$work/$1.said" && cat "$work/$1.said"
}
# agrees NAME MODULE...: inside cells, on nets and leakage are OpenSTA's at the same activity of each pin
agrees() {
    of=$work/$1/power.json && shift
    for m; do
        for key in internal switching leak; do
            near "$of" "${m}__power__sta_${key}_ratio" || return 1
        done
    done
}
# with_library NAME LIBRARY [FLAGS...]
with_library() {
    if [ -f "$2" ]; then
        check "the power of 4 lanes with $(basename "$2")" measure "$1" "$2" "$3"
        check "... is OpenSTA's within 10 % at the same activity" agrees "$1" enc dec
    else
        skip "the power of 4 lanes with $(basename "$2")" "no such library beside the project"
    fi
}
with_library osu "$osu" ""
with_library nangate $shared/nangate45_typ.lib "--modes 4-0"
# gated: a unit whose registers hold their values most of the time, behind closed clock gates
gated() {
    "$warpfold" gen --unit gslanes --lanes 4 --sources 1 --entries 2 --user 1 -o "$work/gated" &&
        "$warpfold" synth "$work/gated" --effort 0 --liberty $shared/nangate45_typ.lib &&
        "$warpfold" power "$work/gated" --vectors 500 --liberty $shared/nangate45_typ.lib > "$work/gated.said" && cat "$work/gated.said"
}
# saved: closed gates save more than a half of what a cycle takes
saved() { { value "$work/gated/power.json" gslanes__power__closed_pj && value "$work/gated/power.json" gslanes__power__cycle_pj; } | awk '{ pj[NR] = $1 } END { exit !(pj[1] > pj[2] / 2 && pj[2] > 0) }'; }
[ -z "$all" ] || {
    if [ -f $shared/nangate45_typ.lib ]; then
        check "the power of a unit whose clock gates close" gated
        check "... is OpenSTA's within 10 %, with the pulses that they keep away" agrees gated gslanes
        check "... which are told" saved
    else
        skip "the power of a unit whose clock gates close" "no nangate45_typ.lib beside the project"
    fi
    with_library sky130 $shared/sky130hd_tt.lib "--modes 4-0"
    with_library sg13g2 $shared/sg13g2_stdcell_typ_1p20V_25C.lib "--modes 4-0"
    with_library asap7 $shared/asap7_rvt_tt.lib "--modes 4-0"
    # Its clock pins' energies stand under conditions of the data, and it has no default operating conditions
    [ ! -f $shared/gf180mcu7_tt.lib.zst ] || zstd -dqc $shared/gf180mcu7_tt.lib.zst > "$work/gf180mcu7_tt.lib" || exit 1
    with_library gf180 "$work/gf180mcu7_tt.lib" "--modes 4-0"
}
d=$work/osu

# by_code: the shares of the codes are all activations, their energies differ, and the mean is theirs and that of its parts
by_code() {
    for m in enc dec; do
        awk -v m="$m" -F'"' '
            function number(text) { gsub(/[:, ]/, "", text); return text + 0 }
            index($2, m "__power__") == 1 {
                key = substr($2, length(m "__power__") + 1)
                if (key ~ /__share$/) { sub(/__share$/, "", key); share[key] = number($3); all += share[key] }
                else if (key ~ /__pj$/) { sub(/__pj$/, "", key); pj[key] = number($3) }
                else if (key == "mean_pj") mean = number($3)
                else if (key == "internal_pj" || key == "switching_pj") parts += number($3)
            }
            END {
                for (code in share) { sum += share[code] * pj[code] / 100; codes++; if (pj[code] == pj["raw"]) same++ }
                exit !(codes == 4 && same == 1 && (all - 100) ^ 2 < 1e-4 && (sum / mean - 1) ^ 2 < 1e-6 && (parts / mean - 1) ^ 2 < 1e-6)
            }' "$d/power.json" || return 1
    done
    known "$d/power.json"
}
check "energy by code" by_code
# charged TRACE: the units take so much of an access, where each value is written and read once and nothing is isolated
charged() {
    "$warpfold" stats --lanes 4 --bank 32 --reads-per-write 1 --units "$d/power.json" "$1" --json "$work/charged.json" --force > "$work/said" &&
        value "$work/charged.json" trace__unit_energy_pj
}
# same FACTOR A B: A is FACTOR times B, up to the digits of the files
same() { awk -v factor="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(b != 0 && (a / b / factor - 1) ^ 2 < 1e-9) }'; }
# both KEY: the sum of encoder and decoder
both() { { value "$d/power.json" "enc__power__$1" && value "$d/power.json" "dec__power__$1"; } | awk '{ sum += $1 } END { print sum }'; }
# weighed: the codes of the same trace, of 1500 values, have the shares that were measured, and take the mean of the measurement
weighed() {
    same 0.5 "$(charged "$trace")" "$(both mean_pj)" || return 1
    for m in enc dec; do
        for code in raw '<4,0>' '<4,1>' '<4,2>'; do
            same 15 "$(value "$work/charged.json" "trace__${m}odes__$code")" "$(value "$d/power.json" "${m}__power__${code}__share")" || return 1
        done
    done
}
check "stats charges the measured mean to the trace of the measurement" weighed
one_code() { same 0.5 "$(charged "$still")" "$(both '<4,0>__pj')"; }
check "... and to a trace of one code what that code takes" one_code
other_modes() {
    "$warpfold" stats --lanes 4 --bank 32 --modes 4-0 --units "$d" "$trace" > "$work/said" 2> "$work/errors" && cat "$work/errors" &&
        grep -q 'power.json: energies of another configuration: modes 4-0,4-1,4-2, not 4-0; a code that was not measured takes the mean$' "$work/errors"
}
check "energies of another configuration are told" other_modes
# flowed: the statistics and the report of a flow take what it measured
flowed() {
    "$warpfold" flow --lanes 4 --bank 32 --modes 4-0 --effort 0 --sim icarus --vectors 50 --trace "$trace" --power --allow-slack -o "$work/flow" > "$work/said" &&
        "$warpfold" stats --lanes 4 --bank 32 --modes 4-0 --units "$work/flow/power.json" "$trace" --json "$work/charged.json" --force > "$work/said" &&
        same 1 "$(value "$work/flow/trace.json" trace__unit_energy_pj)" "$(value "$work/charged.json" trace__unit_energy_pj)" &&
        same 1 "$(value "$work/flow/metrics.json" energy__mixed__saved_pj)" "$(value "$work/charged.json" trace__net_energy_pj)"
}
[ -z "$all" ] || check "... and so does flow --power, on its page too" flowed
# lower: with one value again and again nothing toggles but the clock, and what carries activity through gates sees no input move either
lower() {
    moving=$(value "$d/power.json" enc__power__mean_pj) clock=$(value "$d/power.json" enc__power__clock_pj)
    "$warpfold" power "$d" --trace "$still" && value "$d/power.json" enc__power__mean_pj |
        awk -v moving="$moving" -v clock="$clock" '{ exit !($1 < moving / 2 && $1 > clock / 2) }' && [ "$(value "$d/power.json" enc__power__raw__share)" = "" ]
}
check "nets that stand still take nothing" lower
# disagrees: a netlist with another gate in it is not the design
disagrees() {
    rm -rf "$work/other" && cp -r "$d" "$work/other" && sed -i '0,/NAND2X1/s//NOR2X1/' "$work/other/syn/enc.v" &&
        "$warpfold" power "$work/other" --trace "$trace" 2> "$work/errors"
    [ $? = 1 ] && grep -q 'netlists disagree with the golden model' "$work/errors"
}
check "a netlist that is not the design is found" disagrees
# block: with a library whose energies all leave at a ground pin, which OpenSTA counts nonetheless
block() {
    sed -e 's/^cell *(.*{/& pg_pin (gnd) { pg_type : primary_ground; }/' -e 's/internal_power() *{/& related_pg_pin : gnd;/' "$osu" > "$work/ground.lib" &&
        "$warpfold" gen --unit compare --lanes 4 -o "$work/block" && "$warpfold" synth "$work/block" --effort 0 --liberty "$work/ground.lib" &&
        "$warpfold" power "$work/block" --liberty "$work/ground.lib" > "$work/said" && cat "$work/said" && [ -n "$(value "$work/block/power.json" compare__power__mean_pj)" ]
}
check "a block, without a trace" block
check "... whose energies are not OpenSTA's, which is marked" grep -q 'inside cells 0.000 (outside 10 %), on nets 1.000, leakage whatever the state 1.000$' "$work/said"
agreed() { ! grep -q 'outside 10 %' "$work"/*.said; }
check "... as of no other" agreed

# A library without tables of internal power
sed '/internal_power *()/,/^    }/d' "$osu" > "$work/plain.lib"
without() {
    "$warpfold" gen --lanes 4 --bank 32 --modes 4-0 -o "$work/none" && "$warpfold" synth "$work/none" --effort 0 --module enc --wires --liberty "$work/plain.lib" > "$work/said" && cat "$work/said" &&
        ! grep -q -w nan "$work/said" &&
        grep -q 'no power: the library has no tables of internal power' "$work/said" && [ -n "$(value "$work/none/synth.json" enc__delay_ns)" ] &&
        [ -z "$(value "$work/none/synth.json" enc__power_mw)" ]
}
check "area and delay of a library without tables of power" without
# refuses WHAT PATTERN ARGUMENTS...: exit code 2, one line
refused() {
    pattern=$1 && shift
    "$warpfold" power "$@" > "$work/said" 2> "$work/errors"
    [ $? = 2 ] && grep -q -e "$pattern" "$work/errors" && [ "$(wc -l < "$work/errors")" = 1 ]
}
check "power says why not" refused 'plain.lib has no tables of internal power' "$work/none" --liberty "$work/plain.lib" --trace "$trace"
"$warpfold" gen --lanes 4 --bank 32 -o "$work/bare" > "$log"
check "a design without netlists" refused 'warpfold synth' "$work/bare" --trace "$trace"
check "a codec without a trace" refused 'give --trace' "$d"
check "another library" refused 'was synthesised with osu018' "$d" --liberty "$work/plain.lib" --trace "$trace"
mv "$d/syn/dec.v" "$work/dec.v"
check "a netlist that is missing" refused 'no netlist of dec yet; .warpfold synth' "$d" --trace "$trace"
mv "$work/dec.v" "$d/syn/dec.v"
mkdir "$work/same" && sed 's/area : 24;/area : 25;/' "$osu" > "$work/same/osu018_stdcells.lib"
check "another library of the same name" refused 'synthesised with another file than this osu018_stdcells.lib' "$d" --liberty "$work/same/osu018_stdcells.lib" --trace "$trace"
# tampered NAME EXPRESSION PATTERN: a synth.json that is not as synth wrote it
cp "$d/synth.json" "$work/synth.json"
gate='a gate of osu018_stdcells.lib with one output'
tampered() {
    sed "$2" "$work/synth.json" > "$d/synth.json"
    ! cmp -s "$work/synth.json" "$d/synth.json" && check "$1" refused "synth.json: $3 is expected, as .warpfold synth" "$d" --trace "$trace" || fail "$1"
}
tampered "a driver that is no cell" 's/"BUFX2"/"NOPE"/' "run__driver is NOPE; $gate"
tampered "a driver that is a flip-flop" 's/"BUFX2"/"DFFPOSX1"/' "run__driver is DFFPOSX1; $gate"
tampered "a driver that is a number" 's/"BUFX2"/3/' "run__driver is missing or no name; $gate"
tampered "no driver" '/run__driver/d' "run__driver is missing or no name; $gate"
tampered "no clock" '/run__clock_ns/d' 'run__clock_ns is missing or no number; a number above 0'
tampered "a clock below 0" 's/\("run__clock_ns": \)/\1-/' 'run__clock_ns is -[0-9.]*; a number above 0'
tampered "no load" '/run__load_ff/d' 'run__load_ff is missing or no number; a number of 0 or more'
tampered "a library that is not known" '/run__library_sha256/d' 'run__library_sha256 is missing; the hash of the library'
cp "$work/synth.json" "$d/synth.json"
check "a trace of another width" refused 'lanes' "$d" --trace traces/sort-t16.wft
"$warpfold" gen --unit metacache -o "$work/memory" > "$log"
check "a unit with memories" refused 'has memories' "$work/memory"
plan
