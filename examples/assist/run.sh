#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh FOLDER [TIME_OPTION...] - two further uses of assist warps (CABA, sections 8.1 and 8.2), each with and without: their traces, FOLDER/with and FOLDER/without, their cycles, and
# the gain. MEMO_ARGS, PREFETCH_ARGS: options of the kernels. What follows FOLDER goes to `warpfold time`, in the place of "--machine caba --set l2.fill=off".
set -eu
out=$1
shift
[ $# -gt 0 ] || set -- --machine caba --set l2.fill=off
warpfold=${PROGRAM:-build/bin/warpfold}

# run NAME WITH ARGUMENTS: its trace, and $out/NAME-WITH with what time prints
run() {
    name=$1 with=$2 arguments=$3 folder=$out/$([ "$2" = 1 ] && echo with || echo without)
    shift 3
    mkdir -p "$folder"
    make -s kernels KERNEL_DIR=examples/assist WORKLOADS="$folder" WARP=32 KERNELS="$name" KERNEL_ARGS="--$name $with $arguments" > "$folder/$name.log" 2>&1 ||
        { cat "$folder/$name.log" >&2; exit 1; }
    grep -q ' right$' "$folder/$name-t32.txt" || { echo "$name: the result is wrong" >&2; exit 1; }
    "$warpfold" time "$@" --trace "$folder/$name-t32.wft" > "$out/$name-$with"
}

for name in memo prefetch; do
    arguments=${MEMO_ARGS:-}
    [ $name = memo ] || arguments=${PREFETCH_ARGS:-}
    for with in 0 1; do
        run $name $with "$arguments" "$@"
    done
    awk -v name=$name '
        /^cycles /   { gsub(/,/, ""); cycles[++n] = $2; instructions[n] = $4 }
        /^  L1 /     { hits[n] = $4 }
        /^  energy / { energy[n] = $2 }
        END { printf "%-9s without: %d cycles, %d instructions, %.1f %% hits in L1, %.2f uJ\n", name, cycles[1], instructions[1], hits[1], energy[1]
              printf "%-9s with:    %d cycles, %d instructions, %.1f %% hits in L1, %.2f uJ: %.3f times as fast\n", name, cycles[2], instructions[2], hits[2], energy[2], cycles[1] / cycles[2] }
    ' "$out/$name-0" "$out/$name-1"
done
