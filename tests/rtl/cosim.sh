#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cosim.sh [all] [UNIT...] - compares emitted designs with the golden model in both simulators: cases cosim, hit, corners, stack; with "all" also
# cosim-all. Verilator must not warn of any of them.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
d=$work/d
# Verilator reads each design once, so it lints it too
export VERILATOR_MORE=-Wall

# silent: Verilator had no warning. Its log is of the last bench: the largest one
silent() { ! grep -a -A 5 '^%Warning' "$d/tb/verilator.log"; }

# verilated VECTORS: "long", or "long" and a number, is as long as it is by default, or so many, and then the unit must have lived for 2^18 cycles
# shellcheck disable=SC2086
verilated() {
    vectors=${1#long}
    "$warpfold" cosim "$d" --sim verilator --checks ${vectors:+--vectors "$vectors"} $traces && silent &&
        { [ "$vectors" = "$1" ] || [ "$(value "$d/cosim.json" cosim__verilator__life)" -ge 262144 ]; }
}

# agree VERILATOR-VECTORS ICARUS-VECTORS FLAGS... [--trace FILE...]
agree() {
    in_verilator=$1 in_icarus=$2 flags= traces= && shift 2
    for word; do
        case $word in --trace) ;; traces/*) traces="$traces --trace $word" ;; *) flags="$flags $word" ;; esac
    done
    # Hundreds of thousands of cycles are worth an optimiser, millions of vectors a better one
    QUICK=-O0
    case $in_verilator in
    long*) if [ -n "${FEW:-}" ]; then in_verilator=4000; else QUICK=-O1; fi ;;
    ??????*) QUICK=-O2 ;;
    esac
    export QUICK
    rm -rf "$d"
    # shellcheck disable=SC2086
    "$warpfold" gen $selection $flags -o "$d" &&
        { [ "$in_verilator" = 0 ] || verilated "$in_verilator"; } &&
        { [ "$in_icarus" = 0 ] || "$warpfold" cosim "$d" --sim icarus --vectors "$in_icarus" $traces; } &&
        known "$d/cosim.json"
}

# A count of 0 is a code or pattern that was not reached
# hit [CLASS]: all but this one, which the configuration does not have
hit() {
    grep -q 'cosim__verilator__class' "$d/cosim.json" || return
    grep -E 'cosim__verilator__(class|pattern)__.*: 0,?$' "$d/cosim.json" > "$work/missed"
    if [ $# = 0 ]; then ! grep . "$work/missed"; else [ "$(sed 's/.*class__\(.*\)__vectors.*/\1/' "$work/missed")" = "$1" ] || { cat "$work/missed"; return 1; }; fi
}
corners() { grep "\"cosim__verilator__corners\": $1," "$d/cosim.json"; }

# In a shell that allows a stack of so many KiB, less than the design takes: the bench of the case before
stack() { (ulimit -S -s "$1"; "$warpfold" cosim "$d" --sim verilator --checks --vectors 100); }

kinds="cosim hit corners stack${all:+ cosim-all}"
read_cases "$kinds" "$@"
while next_case; do
    # shellcheck disable=SC2086
    case $kind in
    cosim*) check "$unit agrees with its model: $rest" agree $rest ;;
    hit) check "$unit: every class and pattern of it was met" hit $rest ;;
    corners) check "$unit: all $rest corner cases of it were given" corners "$rest" ;;
    stack) check "$unit: $rest KiB of stack are made more" stack "$rest" ;;
    esac
done
plan
