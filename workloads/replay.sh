#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# replay.sh FOLDER [TRACE...] - the carried kernels, or these traces, through the register files of Warped-Compression and G-Scalar: tables, and below FOLDER a page
# and figures of each run. First in the traces' own order; then as a GPU's warps take turns while memory is slow; then what is recorded of Vortex.
set -eu
folder=$1 && shift
program=${PROGRAM:-build/bin/warpfold}
mkdir -p "$folder"
for unit in wcrf gsrf; do
    rm -rf "$folder/${unit}32"
    "$program" gen --unit $unit -o "$folder/${unit}32" > "$folder/$unit.txt"
done

# replayed UNIT NAME TRACES FLAG...: prints the flags, then the tables
replayed() {
    unit=$1 name=$2 traces=$3 && shift 3
    printf '\n==== %s' "$name:"
    for flag; do case $flag in *' '*) printf ' "%s"' "$flag" ;; *) printf ' %s' "$flag" ;; esac; done
    printf '\n\n'
    for t in $traces; do set -- "$@" --trace "$t"; done
    "$program" replay "$folder/${unit}32" --fit "$@" --json "$folder/$name.json" --report "$folder/$name.html" | sed "s|$folder/||"
}

kernels=${*:-$(echo workloads/traces/*-t32.wft)}
recorded="traces/diverge-t32.wft traces/psort-t32.wft $(echo traces/instructions/*-t32.wft)"
# Figures 16, 20 and 21. A longer latency takes as many more collectors, or slots, as keep the rate: the figures are of latency alone.
set -- --with warpbdi.modes=4-0 --with warpbdi.modes=4-1 --with warpbdi.modes=4-2 --with 'enc-latency=4 slots=16' --with 'enc-latency=8 slots=24' \
    --with 'dec-latency=2 collectors=7' --with 'dec-latency=4 collectors=9' --with 'dec-latency=8 collectors=13'
replayed wcrf order "$kernels" "$@"
replayed wcrf turns "$kernels" --load-latency 100 --window 32 "$@"
replayed wcrf vortex "$recorded"
# Half registers, strides, and none of the three latencies
set -- --with groups=2 --with strides=pow2 --with 'side-latency=0 enc-latency=0 dec-latency=0'
replayed gsrf gsrf-order "$kernels" "$@"
replayed gsrf gsrf-turns "$kernels" --load-latency 100 --window 32 "$@"
replayed gsrf gsrf-vortex "$recorded"
