#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# study-avc.sh FOLDER TRACE... - the study of the Affine Vector Cache (sections 3 and 5 of its paper): traces of kernels with ever fewer registers, named
# KERNEL-rN-tLANES.wft, each in time on --machine avc, with L1 and AVC of 48, 40 + 8, 32 + 16 and 24 + 24 KB. Prints the tables of Figures 2, 6 and 7 and
# Table 4. 48 warps are there, whatever their registers; with FEWER=1 as many as 512 vector registers have room for (Table 2). LANES=16: twice as many
# warps of 16 lanes, the caches as large. JOBS traces at once. Resumable: FOLDER keeps the figures of each trace.
set -eu
folder=$1 && shift
program=${PROGRAM:-build/bin/warpfold}
lanes=${LANES:-32}
warps=$((1536 / lanes))
set="--set sm.lanes=$lanes --set pipes.lanes=$lanes --set sm.warps=$warps"
if [ -z "${FEWER:-}" ]; then
    how="$warps warps of $lanes lanes, whatever their registers"
    set="$set --set sm.registers=65536"
else
    how="as many warps of $lanes lanes as 16,384 registers have room for, $warps at most"
fi
mkdir -p "$folder"
"$program" gen --unit avc --lanes "$lanes" --sets $((2048 / lanes)) -o "$folder/avc" > /dev/null
for trace; do echo "$trace"; done | xargs -P "${JOBS:-1}" -I TRACE sh -c '
    kept=$0/$(basename "$1" .wft).json program=$2 && shift 2
    [ -s "$kept" ] || { "$program" time "$0/avc" --machine avc "$@" --with preset=40k --with preset=24k --json "$kept.new" -F > "$kept.log" 2>&1 &&
        mv "$kept.new" "$kept"; } || { cat "$kept.log" >&2; exit 255; }
' "$folder" TRACE "$program" --trace TRACE $set
set --
for kept in "$folder"/*-r*.json; do set -- "$@" "$kept"; done
awk -v how="$how" -f workloads/study-avc.awk "$@"
