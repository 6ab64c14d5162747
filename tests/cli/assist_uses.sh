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
# gain NAME HOW: a hundred times how many times as fast it is
gain() { sed -n "s/^$1, $2: .*: \([0-9]*\)\.\([0-9][0-9]\)[0-9] times as fast$/\1\2/p" "$work/said"; }
# told HOW TEXT: what time has printed
told() { grep -q -E "$2" "$work/$1"; }

check "the code of the routines is that of their source" sh -c 'mkdir "$1" && cp examples/assist/*.S "$1" && make -s assist-code ASSIST_DIR="$1" ASSIST_CODE="$1/code.elf" && cmp examples/assist/routines.txt "$1/routines.txt"' sh "$work/code"
mkdir -p "$work/one/mine" "$work/two/mine" "$work/none"
cp examples/assist/stride.S "$work/one/mine"
sed 's/stride_ahead/of_two/' examples/assist/stride.S > "$work/two/mine/two.S"
touch -d 2000-01-01 "$work/two/mine/two.S"
check "a folder of the same name has its own" sh -c 'for f in one two; do make -s assist-code ASSIST_DIR="$0/$f/mine" ASSIST_CODE="$0/mine.elf" || exit 1; done; grep -q ^of_two "$0/two/mine/routines.txt"' "$work"
echo nop > "$work/none/nothing.S"
check "without a routine nothing is left behind" sh -c '! make -s assist-code ASSIST_DIR="$0" ASSIST_CODE="$0/../none.elf" 2> "$0/../told" && grep -q "there is no routine" "$0/../told" && [ "$(ls "$0")" = nothing.S ]' "$work/none"
MEMO_ARGS="--blocks 30 --each 16 --distinct 6" PREFETCH_ARGS="--blocks 15 --parts 10"
export MEMO_ARGS PREFETCH_ARGS
check "all run, and their results are right" uses few
check "few inputs are found in the kernel's table" [ "$(gain memo kernel)" -gt 120 ]
check "and in that of the routines" [ "$(gain memo controller)" -gt 120 ]
check "no lane of them differs from what the program computes" told few/memo-controller 'skipped +[1-9][0-9]* instructions .*; 0 lanes differ'
check "lines are there before they are loaded" [ "$(gain prefetch kernel)" -gt 110 ]
check "by a routine that misses trigger too" [ "$(gain prefetch controller)" -gt 120 ]
MEMO_ARGS="--blocks 30 --each 16 --distinct 5000" PREFETCH_ARGS="--blocks 15 --parts 3"
check "with inputs that do not come back they are right" uses many
check "and then looking costs" [ "$(gain memo kernel)" -lt 100 ]
check "the controller's routine rests" told many/memo-controller ' rested$'
check "so it costs less" [ "$(gain memo controller)" -gt "$(gain memo kernel)" ]
check "three parts are too few for a stride between them" [ "$(gain prefetch kernel)" -lt 105 ]
plan
