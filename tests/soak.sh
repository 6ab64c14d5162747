#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soak.sh [UNIT...] - the long co-simulation of each case soak: VECTORS (1,000,000) in Verilator and REPLAYS (20,000) in Icarus, or the
# share of them that the case gives. Resumable: build/soak keeps what has passed, and it is not run again.
# A part of it: WIDTHS="8 16" (lanes, or bytes of a line), ONLY="--form word" (cases with this text), SOAK_SIMS="verilator".
. tests/tap.sh
. tests/cases.sh
vectors=${VECTORS:-1000000} replays=${REPLAYS:-20000}
mkdir -p build/soak
failed=0

# result SIM: the file that keeps the result of the case
result() { echo "build/soak/$(echo "$unit $flags" | tr ' ' '_')-$1-$(vectors_in "$1")"; }

# split_share: sets $flags, and $share, by which the numbers of vectors are divided
split_share() {
    share=1 flags=$rest
    case $rest in /*) rest="$rest " && share=${rest%% *} && share=${share#/} && flags=${rest#* } && flags=${flags% } ;; esac
}

vectors_in() { echo $(($([ "$1" = verilator ] && echo "$vectors" || echo "$replays") / share)); }

# soak SIM FLAGS...: runs the case and keeps the result
soak() {
    sim=$1 kept=$(result "$1") made=build/soak/design traces= && shift
    case " ${SOAK_SIMS:-$sim} " in *" $sim "*) ;; *) return 0 ;; esac
    [ -s "$kept" ] && [ "$kept" -nt "$warpfold" ] && return
    # Traces of as many lanes; lines are made of warps of 32
    case $* in *--lanes*) lanes=$(width_of "$@") ;; *) lanes=32 ;; esac
    for t in traces/*-t"$lanes".wft; do [ -f "$t" ] && traces="$traces --trace $t"; done
    rm -rf "$made"
    # shellcheck disable=SC2086
    "$warpfold" gen $selection "$@" -o "$made" > /dev/null || exit 1
    # shellcheck disable=SC2086
    if "$warpfold" cosim "$made" --sim "$sim" --vectors "$(vectors_in "$sim")" $traces > "$work/out"; then
        sed "s|^|$unit $flags  |; s/  [0-9]* vectors.s$//" "$work/out" > "$kept"
    else
        failed=1
    fi
}

read_cases soak "$@"
while next_case; do
    split_share
    chosen "$flags" || continue
    # shellcheck disable=SC2086
    for sim in verilator icarus; do soak $sim $flags; done
done
{
    echo "make soak: seed 1, corners, random structures and traces/ where they have the lanes"
    read_cases soak
    while next_case; do
        split_share
        for sim in verilator icarus; do cat "$(result $sim)" 2> /dev/null; done
    done
} | results soak "$@"
exit $failed
