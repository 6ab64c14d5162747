#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cosim.sh - the emitted designs against the golden model, in both simulators, at every tested width and many options.
. tests/tap.sh

# agree NAME VERILATOR-VECTORS ICARUS-VECTORS GEN-FLAGS...
agree() {
    name=$1 nv=$2 ni=$3 && shift 3
    rm -rf "$work/d"
    check "$name" sh -c '
        set -e; w=$1 d=$2 nv=$3 ni=$4; shift 4
        "$w" gen "$@" -o "$d"
        "$w" cosim "$d" --sim verilator --vectors "$nv"
        "$w" cosim "$d" --sim icarus --vectors "$ni"' - "$warpfold" "$work/d" "$nv" "$ni" "$@"
}

agree "8 lanes" 50000 400 --lanes 8
agree "16 lanes" 50000 200 --lanes 16
agree "32 lanes" 50000 100 --lanes 32
agree "64 lanes" 20000 40 --lanes 64
agree "4 lanes, 32-bit banks, combinational" 20000 200 --lanes 4 --bank 32 --enc-stages 0 --dec-stages 0
agree "128 lanes" 3000 5 --lanes 128 --encs 1 --decs 1
agree "packed, 64-bit banks, no isolation" 20000 200 --lanes 16 --bank 64 --layout packed --isolate 0
agree "<4,1> only" 20000 200 --lanes 8 --modes 4-1 --bank 32 --enc-stages 1 --dec-stages 2
agree "<4,0> and <4,2>, three ranks" 20000 200 --lanes 8 --modes 4-0,4-2 --bank 32 --enc-stages 3 --dec-stages 3
agree "four ranks, early tag" 20000 200 --lanes 8 --bank 32 --enc-stages 4 --dec-stages 4 --early-tag 1
agree "two decoders for five requesters" 20000 200 --lanes 8 --bank 32 --decs 2 --dec-ports 5 --user 64
agree "three combinational decoders for seven" 20000 200 --lanes 4 --bank 32 --decs 3 --dec-ports 7 --dec-stages 0 --user 1
for t in traces/*-t32.wft; do
    check "values of $(basename "$t")" sh -c '"$1" gen --lanes 32 -o "$2" && "$1" cosim "$2" --sim verilator --vectors 20000 --trace "$3"' \
        - "$warpfold" "$work/traced" "$t"
done
plan
