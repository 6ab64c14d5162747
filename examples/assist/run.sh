#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh FOLDER [TIME_OPTION...] - two further uses of assist warps (CABA, sections 8.1 and 8.2), each without, by code of the kernel, and by a routine that the controller runs: their
# traces below FOLDER, their cycles, and the gain. MEMO_ARGS, PREFETCH_ARGS: options of the kernels. What follows FOLDER goes to `warpfold time`, in the place of
# "--machine caba --set l2.fill=off".
set -eu
out=$1
shift
[ $# -gt 0 ] || set -- --machine caba --set l2.fill=off
warpfold=${PROGRAM:-build/bin/warpfold}

# trace NAME HOW ARGUMENTS: $out/HOW/NAME-t32.wft, of the kernel with --NAME HOW
trace() {
    mkdir -p "$out/$2"
    make -s kernels KERNEL_DIR=examples/assist WORKLOADS="$out/$2" WARP=32 KERNELS="$1" KERNEL_ARGS="--$1 $2 $3" > "$out/$2/$1.log" 2>&1 ||
        { cat "$out/$2/$1.log" >&2; exit 1; }
    grep -q ' right$' "$out/$2/$1-t32.txt" || { echo "$1: the result is wrong" >&2; exit 1; }
}

# line WORDS FILE FIRST: what time has printed in FILE, beside the run without in FIRST
line() {
    awk -v words="$1" '
        FNR == 1     { run++ }
        /^cycles /   { gsub(/,/, ""); cycles[run] = $2; instructions[run] = $4 }
        /^  L1 /     { hits[run] = $4 }
        /^  energy / { energy[run] = $2 }
        END { printf "%-21s %d cycles, %d instructions, %.1f %% hits in L1, %.2f uJ", words, cycles[run], instructions[run], hits[run], energy[run]
              if (run > 1) printf ": %.3f times as fast", cycles[1] / cycles[run]
              printf "\n" }' ${3:+"$3"} "$2"
}

for name in memo prefetch; do
    arguments=${MEMO_ARGS:-} asks=2 # the kernel that has the events; prefetch needs none
    [ $name = memo ] || arguments=${PREFETCH_ARGS:-} asks=0
    for how in $asks 1; do
        trace $name $how "$arguments"
    done
    "$warpfold" time "$@" --trace "$out/$asks/$name-t32.wft" > "$out/$name-without" # nobody answers its events
    "$warpfold" time "$@" --trace "$out/1/$name-t32.wft" > "$out/$name-kernel"
    "$warpfold" time "$@" --trace "$out/$asks/$name-t32.wft" --events "examples/assist/$name.ini" > "$out/$name-controller"
    line "$name, without:" "$out/$name-without"
    line "$name, kernel:" "$out/$name-kernel" "$out/$name-without"
    line "$name, controller:" "$out/$name-controller" "$out/$name-without"
done
