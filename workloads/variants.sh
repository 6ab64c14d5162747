#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# variants.sh FOLDER - traces the kernels as other compilers and inputs make them, below FOLDER, and prints the means of the papers' studies side by
# side, and what the papers publish: what a difference in the compiler or in the inputs does to them.
set -eu
folder=$1
program=${PROGRAM:-build/bin/warpfold}

# built NAME MAKE_VARIABLE...
built() {
    name=$1 && shift
    echo "$name: make kernels $*" >&2
    make -s kernels "WORKLOADS=$folder/$name" WARP=32 "$@" > "$folder/$name.log" 2>&1 || { cat "$folder/$name.log" >&2; exit 1; }
}

# larger NAME: the kernels of o2 with twice the size that they have by default
larger() {
    mkdir -p "$folder/$1"
    echo "$1: --size of twice the default" >&2
    for elf in "$folder"/o2/*.elf; do
        size=$("$program" trace "$elf" -- --help | sed -n 's/.*--size N: .*without it \([0-9]*\).*/\1/p')
        "$program" trace -F "$elf" -o "$folder/$1/$(basename "$elf" .elf)-t32.wft" -- --size $((2 * size)) > "$folder/$1.log"
    done
}

mkdir -p "$folder"
built o2
built o1 OPTIMISE=-O1
built o3 OPTIMISE=-O3
built os OPTIMISE=-Os
built seed2 KERNEL_ARGS='--seed 2'
larger size2
for name in o2 o1 o3 os seed2 size2; do
    "$program" study all "$folder/$name"/*-t32.wft -F -o "$folder/$name/studies" > "$folder/$name.txt"
done
"$program" study --list | sed -n 's/^\([a-z][^ ]*\) .*/\1/p' | while read -r study; do
    [ ! -f "$folder/o2/studies/$study.json" ] || awk -v study="$study" '
        FNR == 1 { n++ }
        match($0, /"study_(mean|published)__[^"]*"/) {
            key = substr($0, RSTART + 1, RLENGTH - 2)
            value = $0
            sub(/.*: /, "", value)
            sub(/,$/, "", value)
            if (sub(/^study_mean__/, "", key)) {
                if (n == 1) names[++count] = key
                mean[key, n] = value
            } else if (sub(/^study_published__/, "", key) && key !~ /__/) {
                published[key] = value
            }
        }
        END {
            for (i = 1; i <= count; i++) {
                printf "%-16s %-22s", study, names[i]
                for (k = 1; k <= n; k++) printf " %8.2f", mean[names[i], k]
                printf " %9s\n", names[i] in published ? published[names[i]] : "-"
            }
        }' "$folder/o2/studies/$study.json" "$folder/o1/studies/$study.json" "$folder/o3/studies/$study.json" "$folder/os/studies/$study.json" \
        "$folder/seed2/studies/$study.json" "$folder/size2/studies/$study.json"
done > "$folder/means"
printf '%-16s %-22s %8s %8s %8s %8s %8s %8s %9s\n' study mean -O2 -O1 -O3 -Os 'seed 2' 'size x 2' published
cat "$folder/means"
