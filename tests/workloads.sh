#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# workloads.sh - the carried traces of the kernels, and the kernels themselves where the cross compiler is installed: TAP.
. tests/tap.sh
riscv=${RISCV:-riscv64-unknown-elf-}
kernel=sgemm
trace=workloads/traces/$kernel-t32.wft

kernels=$(for source in workloads/*.c; do basename "$source" .c; done | grep -vx -e workload -e inputs -e libm)
for name in $kernels; do
    check "$name: its trace is carried, and has every instruction" sh -c "'$warpfold' stats 'workloads/traces/$name-t32.wft' --json '$work/$name.json' --force &&
        grep -q '\"trace__instructions\": [1-9]' '$work/$name.json'"
done

if command -v "${riscv}gcc" > /dev/null && [ -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    check "$kernel is built and traced" make -s kernels KERNELS=$kernel WARP=32 BUILD=build
    check "its trace is the carried one" sh -c "'$warpfold' convert build/workloads/$kernel-t32.wft -o '$work/a.wtx' && '$warpfold' convert $trace -o '$work/b.wtx' &&
        cmp '$work/a.wtx' '$work/b.wtx'"
    # shellcheck disable=SC2046 # words
    check "all kernels are built" make -s build/bin/simt_orders $(for name in $kernels; do echo "build/workloads/$name.elf"; done)
    for name in $kernels; do
        check "$name: warps of 32 and of 8 threads, in three orders, and one thread at a time leave the same memory" build/bin/simt_orders "build/workloads/$name.elf"
    done
else
    skip "the kernels give their carried traces, and the same memory in every order" "no $riscv""gcc"
fi
plan
