#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soak.sh [UNIT...] - the long co-simulation of each case soak: VECTORS (1,000,000) in Verilator and REPLAYS (2,000) in Icarus, or the
# share of them that the case gives. Resumable: docs/results/soak.txt keeps what has passed, each line as long as the design's Verilog stays
# the same, comments aside, also of more vectors. A part of it: WIDTHS="8 16" (lanes, or bytes of a line), ONLY="--form word" (cases with
# this text), SOAK_SIMS="verilator".
. tests/tools/tap.sh
. tests/tools/cases.sh
vectors=${VECTORS:-1000000} replays=${REPLAYS:-2000}
made=$work/design kept=docs/results/soak.txt
title="make soak, seed 1, corners, random structures and traces/ where they have the lanes: sum of the Verilog, vectors asked for, design, result"
[ -s $kept ] || echo "$title" > $kept
: > "$work/asked"           # the lines of this run
failed=0

# split_share: sets $flags, and $share, by which the numbers of vectors are divided
split_share() {
    share=1 flags=$rest
    case $rest in /*) rest="$rest " && share=${rest%% *} && share=${share#/} && flags=${rest#* } && flags=${flags% } ;; esac
}

# design: makes that of $flags, and sets $sum of its Verilog and $traces, which have as many lanes; lines are made of warps of 32
design() {
    rm -rf "$made"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection $flags -o "$made" > /dev/null || exit 1
    sum=$(code_sum "$made"/rtl/*.v "$made"/tb/*.v)
    case $flags in *--lanes*) lanes=$(width_of "$flags") ;; *) lanes=32 ;; esac
    traces=
    for t in traces/*-t"$lanes".wft; do [ ! -f "$t" ] || traces="$traces --trace $t"; done
}

# soak SIMULATOR VECTORS: runs the design, unless that has been done, and keeps the result
soak() {
    key="$unit $flags  $1"
    awk -v sum="$sum" -v vectors="$2" -v key="$key " '$1 == sum && $2 >= vectors && index($0, " " key)' $kept > "$work/line"
    if [ ! -s "$work/line" ]; then
        [ ! -t 2 ] || printf '\r\033[K%s' "$key" >&2
        # shellcheck disable=SC2086
        "$warpfold" cosim "$made" --sim "$1" --vectors "$2" $traces > "$work/out" || { failed=1; return; }
        sed -n "s|^\($1 .*\)  [0-9.]* s  [0-9]* vectors.s$|$sum $2 $unit $flags  \1|p" "$work/out" > "$work/line"
        cat "$work/line" >> $kept
    fi
    cat "$work/line" >> "$work/asked"
}

read_cases soak "$@"
while next_case; do
    split_share
    chosen "$flags" || continue
    design
    for sim in ${SOAK_SIMS:-verilator icarus}; do
        soak $sim $(($([ $sim = verilator ] && echo "$vectors" || echo "$replays") / share))
    done
done
[ ! -t 2 ] || echo >&2
# A whole campaign drops the lines that it did not ask for
[ $# -gt 0 ] || [ -n "${WIDTHS:-}${ONLY:-}${SOAK_SIMS:-}" ] ||
    { { echo "$title" && grep -xF -f "$work/asked" $kept | LC_ALL=C sort -u -k 3; } > "$work/kept" && cp "$work/kept" $kept; }
exit $failed
