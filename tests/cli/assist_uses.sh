#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# assist_uses.sh - the examples of further uses of assist warps (docs/assist-uses.md): their results are right, and each is faster where it should be, and not where it cannot: TAP.
. tests/tools/tap.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
if ! command -v "${RISCV:-riscv64-unknown-elf-}gcc" > /dev/null || [ ! -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    skip "memoization and prefetching are faster" "no cross compiler here"
    plan
    exit
fi
uses() { PROGRAM=$warpfold sh examples/assist/run.sh "$work/$1" > "$work/said" 2> "$log"; }
# gain NAME: a hundred times how many times as fast it is
gain() { sed -n "s/^$1 .*with: .* \([0-9]*\)\.\([0-9][0-9]\)[0-9] times as fast$/\1\2/p" "$work/said"; }

MEMO_ARGS="--blocks 30 --each 16 --distinct 6" PREFETCH_ARGS="--blocks 15 --parts 10"
export MEMO_ARGS PREFETCH_ARGS
check "both run, and their results are right" uses few
check "few inputs are found in the table" [ "$(gain memo)" -gt 120 ]
check "lines are there before they are loaded" [ "$(gain prefetch)" -gt 110 ]
MEMO_ARGS="--blocks 30 --each 16 --distinct 5000" PREFETCH_ARGS="--blocks 15 --parts 3"
check "with inputs that do not come back they are right" uses many
check "and then looking costs" [ "$(gain memo)" -lt 100 ]
check "three parts are too few for a stride" [ "$(gain prefetch)" -lt 105 ]
plan
