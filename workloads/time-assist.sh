#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# time-assist.sh FOLDER LARGE - what assist warps cost and give (docs/time-assist.md, docs/time-energy.md): CABA's studies on the carried kernels; the
# examples of further uses; and the large kernels that keep DRAM busy, without compression, with a codec, and with assist warps, their traces in LARGE.
# JOBS runs at a time. Pages: FOLDER/NAME.html.
set -eu
out=$1 large=$2
export PROGRAM="${PROGRAM:-build/bin/warpfold}"
mkdir -p "$out"

"$PROGRAM" study caba-8,caba-profile,caba-9,caba-10,caba-11,caba-12,caba-14,caba-15,caba-16 workloads/traces/*-t32.wft ${JOBS:+--jobs "$JOBS"} -o "$out"

# uses [ARGUMENT..]: make assist-uses with them
uses() {
    printf '\n    make assist-uses%s\n\n' "$(for word; do echo " ${word%%=*}=\"${word#*=}\""; done | tr -d '\n')"
    env "$@" sh examples/assist/run.sh "$out/uses"
}
uses
uses "MEMO_ARGS=--distinct 5000" "PREFETCH_ARGS=--blocks 240"

sh workloads/large.sh "$large" > "$out/inputs"
for kernel in walsh lbm srad pathfinder spmv; do for at in none l2 assist; do echo "$kernel $at"; done; done > "$out/runs"
xargs -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -L 1 sh -c '
    "$PROGRAM" time --machine caba --set l2.fill=off --compress "$3" --trace "$0/$2-t32.wft" > "$1/$2-$3" 2>&1 || { cat "$1/$2-$3" >&2; exit 255; }' \
    "$large" "$out" < "$out/runs"
while read -r kernel at; do
    printf '\n    warpfold time --machine caba --set l2.fill=off --compress %s --trace %s-t32.wft\n\n' "$at" "$kernel"
    sed -n '/^cycles /,$p' "$out/$kernel-$at"
done < "$out/runs"
