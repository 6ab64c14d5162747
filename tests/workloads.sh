#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# workloads.sh - the carried traces of the kernels, and the kernels themselves where the cross compiler is installed: TAP.
. tests/tap.sh
riscv=${RISCV:-riscv64-unknown-elf-}
kernel=sgemm
trace=workloads/traces/$kernel-t32.wft

for source in workloads/*.c; do
    name=$(basename "$source" .c)
    case $name in workload | inputs | libm) continue ;; esac
    check "$name: its trace is carried, and has every instruction" sh -c "'$warpfold' stats 'workloads/traces/$name-t32.wft' --json '$work/$name.json' --force &&
        grep -q '\"trace__instructions\": [1-9]' '$work/$name.json'"
done

# refused NAME TEXT ARGS...: exit code 2 and one line with this text
refused() {
    name=$1 text=$2 && shift 2
    "$warpfold" trace "$@" > "$log" 2>&1
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log"
    if [ $? = 0 ]; then pass "$name"; else fail "$name"; fi
}
echo "no program" > "$work/text.elf"
refused "a file that is no ELF file" "text.elf" "$work/text.elf"
refused "a file that is not there" "nothing.elf" "$work/nothing.elf"
refused "a warp width that is none" "lanes" --lanes 7 "$work/text.elf"
refused "an order that is none" "order" --order fifo "$work/text.elf"

if command -v "${riscv}gcc" > /dev/null && [ -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    check "$kernel is built and traced" make -s kernels KERNELS=$kernel WARP=32 BUILD=build
    check "its trace is the carried one" sh -c "'$warpfold' convert build/workloads/$kernel-t32.wft -o '$work/a.wtx' && '$warpfold' convert $trace -o '$work/b.wtx' &&
        cmp '$work/a.wtx' '$work/b.wtx'"
    check "one thread at a time its result is right too" "$warpfold" trace --order plain build/workloads/$kernel.elf
else
    skip "$kernel gives its carried trace" "no $riscv""gcc"
fi
plan
