#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# models.sh [UNIT...] - the speed of golden models on arrays of blocks, in each kind of vectors that this processor has, and with a call a block: a line a form of the cases
# speed, of a mix of values. Ratios are to memcpy in the same run: of a buffer larger than the last cache, and of the same blocks. Medians of runs.
. tests/tools/tap.sh
. tests/tools/cases.sh
make -s build/bin/bench_model || exit 1
for unit; do all_units | grep -qx "$unit" || usage "$0: no unit \"$unit\"; there are $(all_units | tr '\n' ' ')"; done
set -- "${*:-$(all_units)}"

# line VECTORS: one line of the table
line() {
    # shellcheck disable=SC2086
    build/bin/bench_model "$unit" $rest --by "$by" > "$work/out" 2> "$work/said" || return 1
    awk -v name="$unit $rest" -v vectors="$1" '
        NR == 1 { sub(/.* last cache /, ""); memory = $1 }
        /^a mix of these/ { printf "  %-24s %-9s %8s %8s %8s  %8s %8s %8s  %8s %8s %8s  %8s\n", name, vectors, $5, $6, $7, $9, $10, $11, $12, $13, $14, memory }' "$work/out"
}

echo "this processor has: $(tr ' ' '\n' < /proc/cpuinfo | grep -E '^(avx2|bmi2|avx512(f|bw|vl|dq|vbmi|_vbmi2|_bitalg)|gfni|asimd)$' | sort -u | tr '\n' ' ')"
printf '  %-24s %-9s %26s  %26s  %26s  %8s\n' "" "" "GB/s, or M lines a second" "of memcpy in memory" "of memcpy of the blocks" "memory's"
printf '  %-24s %-9s %8s %8s %8s  %8s %8s %8s  %8s %8s %8s  %8s\n' model vectors size encode decode size encode decode size encode decode GB/s
# shellcheck disable=SC2068
for unit in $@; do
    read_cases speed "$unit"
    while next_case; do
        by=block line "a call" || { cat "$work/said" && exit 1; }
        for vectors in plain avx2 avx512 neon; do
            by=array WF_CPU=$vectors line $vectors || grep -q 'this processor does not have' "$work/said" || { cat "$work/said" && exit 1; }
        done
    done
done
