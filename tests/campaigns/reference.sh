#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reference.sh FOLDER [WARPFOLD] - the model of time beside recordings of a simulator: cycles of each kernel under each variant of the machine, and how far
# the two agree. The folder has KERNEL.wtx.zst and KERNEL.launch of each kernel, and reference.csv with the recorded cycles. Nothing is fitted: a variant
# is gtx480 with the keys that the recording changed. docs/results/time-reference.txt keeps what it prints.
folder=${1:?"reference.sh FOLDER [WARPFOLD]: the folder of the recordings is missing"}
WARPFOLD=${2:-${WARPFOLD:-build/bin/warpfold}}
set --
. tests/tools/tap.sh
[ -f "$folder/reference.csv" ] || { echo "reference.sh: skipped, there are no recordings in $folder"; exit 0; }

# latencies ADDED: the section of latencies, and those of L1 and shared memory
latencies() {
    echo '[latency]'
    for l in int_add:4 int_max:13 int_mul:4 int_mad:5 int_div:145 float_add:4 float_max:13 float_mul:4 float_mad:5 float_div:39; do
        echo "${l%:*} = $((${l#*:} + $1))"
    done
    printf '[l1]\nlatency = %d\n[shared]\nlatency = %d\n' $((35 + $1)) $((26 + $1))
}
# variant NAME: what it changes
variant() {
    case $1 in
    base) ;;
    p3 | p9) latencies "${1#p}" ;;
    lrr) printf '[issue]\npolicy = lrr\n' ;;
    lrr-p3) variant lrr && latencies 3 ;;
    dram-half) printf '[clock]\ndram_mhz = 462\n' ;;
    dram-double) printf '[clock]\ndram_mhz = 1848\n' ;;
    l1-off) printf '[l1]\nthere = off\n' ;;
    l1-48k) printf '[l1]\nsets = 64\nways = 6\n' ;;
    sm1) printf '[sm]\nsms = 1\n' ;;
    cold-l2) printf '[l2]\nfill = off\n' ;;
    *-cold) variant "${1%-cold}" && variant cold-l2 ;;
    *) echo "reference.sh: no machine for variant $1" >&2 && return 1 ;;
    esac
}
# cycles KERNEL VARIANT: of the model
cycles() { "$warpfold" time --trace "$work/$1.wft" --machine "$work/$2.ini" | sed -n 's/^cycles \([0-9]*\),.*/\1/p'; }

tail -n +2 "$folder/reference.csv" | cut -d, -f1-3 | while IFS=, read -r kernel variant recorded; do
    [ -f "$folder/$kernel.wtx.zst" ] || continue
    [ -f "$work/$variant.ini" ] || { echo 'base = gtx480' && variant "$variant"; } > "$work/$variant.ini" || exit 1
    [ -f "$work/$kernel.wft" ] || "$warpfold" convert "$folder/$kernel.wtx.zst" --launches "$folder/$kernel.launch" -o "$work/$kernel.wft" > "$log" || exit 1
    model=$(cycles "$kernel" "$variant")
    [ -n "$model" ] || { echo "reference.sh: $kernel under $variant has no cycles" >&2; exit 1; }
    echo "$kernel $variant $model $recorded $(awk -F, -v k="$kernel" -v v="$variant" '$1 == k && $2 == v { print $4 }' "$folder/reference.csv")"
done > "$work/pairs" || exit 1

echo 'sh tests/campaigns/reference.sh REFERENCE'
awk -f tests/campaigns/reference.awk "$work/pairs"
