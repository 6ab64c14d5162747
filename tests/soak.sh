#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soak.sh - the long co-simulation: VECTORS (1,000,000) in Verilator and REPLAYS (20,000) in Icarus at 8 to 64 lanes.
# Resumable: a width that passed is kept in build/soak and not run again.
. tests/tap.sh
vectors=${VECTORS:-1000000} replays=${REPLAYS:-20000}
mkdir -p build/soak docs/results
failed=0
for lanes in ${SOAK_LANES:-8 16 32 64}; do
    traces=
    for t in traces/*-t"$lanes".wft; do [ -f "$t" ] && traces="$traces --trace $t"; done
    for sim in verilator icarus; do
        n=$([ $sim = verilator ] && echo "$vectors" || echo "$replays")
        result=build/soak/$lanes-$sim-$n
        [ -s "$result" ] && [ "$result" -nt build/bin/warpfold ] && continue
        "$warpfold" gen --lanes "$lanes" -o "build/soak/d$lanes" > /dev/null || exit 1
        if "$warpfold" cosim "build/soak/d$lanes" --sim $sim --vectors "$n" $traces > "$work/out"; then
            sed "s/^/$lanes lanes  /; s/  [0-9]* vectors.s$//" "$work/out" > "$result"
        else
            failed=1
        fi
    done
done
{
    echo "make soak: default design (2 + 1 ranks, 128-bit banks, all modes), seed 1, corners, random structures and traces/"
    for lanes in 8 16 32 64; do cat build/soak/$lanes-verilator-"$vectors" build/soak/$lanes-icarus-"$replays" 2> /dev/null; done
} | tee docs/results/soak.txt
exit $failed
