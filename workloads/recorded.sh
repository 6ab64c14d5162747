#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# recorded.sh FOLDER [WARPFOLD] - the papers' studies of values, and a register file in time, on recordings of CUDA kernels, whose values are those of real
# programs. The folder has KERNEL.wtx.zst and KERNEL.launch of each kernel; those that measure latencies alone are left out.
# docs/results/recorded.txt keeps what it prints.
folder=${1:?"recorded.sh FOLDER [WARPFOLD]: the folder of the recordings is missing"}
WARPFOLD=${2:-${WARPFOLD:-build/bin/warpfold}}
set --
. tests/tools/tap.sh
kernels="hotspot matmul16x16 pathfinder reduce saxpy spmv transpose-naive transpose-shared triad1-c"
[ -f "$folder/saxpy.launch" ] || { echo "recorded.sh: skipped, there are no recordings in $folder"; exit 0; }
mkdir "$work/t"
traces=
for kernel in $kernels; do
    "$warpfold" convert --launches "$folder/$kernel.launch" "$folder/$kernel.wtx.zst" -o "$work/t/$kernel.wft" > "$log" 2>&1 || { cat "$log"; exit 1; }
    traces="$traces $work/t/$kernel.wft"
done
# shellcheck disable=SC2086
{
    "$warpfold" study all $traces
    "$warpfold" gen --unit wcrf -o "$work/wcrf" > "$log" 2>&1
    echo
    "$warpfold" time "$work/wcrf" --machine warped $(for t in $traces; do echo "--trace $t"; done)
} | grep -v -e 'left out' -e '^$' | sed 's/^\([a-z]*-[0-9a-z-]*\): /\n\1: /'
