#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# own_kernel.sh - docs/own-kernel.md as written, but for the last of its five first commands, which docs.sh tries: TAP.
. tests/tools/tap.sh
page=docs/own-kernel.md source=workloads/own/saxpy.c
unset MAKEFLAGS MFLAGS MAKELEVEL

sed -n '/^## The file/,/^- /s/^    //p; /^## The file/,/^- /s/^$//p' "$page" | sed '/./,$!d' > "$work/shown"
sed '1,2d' "$source" > "$work/carried"
check "the page shows the file that is carried" diff -B "$work/carried" "$work/shown"
awk -f tests/tools/commands.awk "$page" | sed -n 's/.*\tblock\t//p' | head -n 5 > "$work/commands"
check "it begins with five commands, the last one the whole flow" sh -c "[ \"\$(wc -l < '$work/commands')\" = 5 ] && tail -n 1 '$work/commands' | grep -q 'warpfold flow '"

if ! command -v "${RISCV:-riscv64-unknown-elf-}gcc" > /dev/null || [ ! -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    skip "the commands of the page" "no cross compiler here"
    plan
    exit
fi
rm -rf build/saxpy-studies build/workloads/saxpy*
head -n 4 "$work/commands" > "$work/tried"
while read -r command; do
    check "$command" sh -c "$command" < /dev/null
done < "$work/tried"
check "the kernel was right, and its trace is there" test -s build/workloads/saxpy-t32.wft
check "its studies have pages and figures" sh -c "[ \$(ls build/saxpy-studies/*.html | wc -l) -ge 15 ] && ls build/saxpy-studies/*.html | sed 's/html$/json/' | xargs ls"
check "every figure's key is in the list" known build/saxpy-studies/*.json

# A folder of the user's, and a kernel that computes something wrong
mkdir "$work/mine" && sed 's/s->a \* s->x\[i\] + s->y\[i\];/s->a * s->x[i];/' "$source" > "$work/mine/wrong.c"
if make -s kernels KERNEL_DIR="$work/mine" KERNELS=wrong WORKLOADS="$work/built" > "$log" 2>&1 || ! grep -q 'wrong: y\[' "$log"; then
    fail "a wrong result ends make kernels, which says so"
else
    pass "a wrong result ends make kernels, which says so"
fi

# It leaves nothing of the trace, nor does a kernel that never ends, which the user stops
check "a wrong result leaves its program only" test "$(cd "$work/built" && echo *wrong*)" = "wrong.elf wrong.how wrong.run"
sed 's/if (i < s->n)/while (s->n > 0)/' "$source" > "$work/mine/endless.c"
begun() { ls "$work"/built/new-endless-t32.wft* > "$work/new" 2>&1; }
for signal in INT TERM; do
    env --default-signal=INT timeout 600 make -s kernels KERNEL_DIR="$work/mine" KERNELS=endless WORKLOADS="$work/built" > "$log" 2>&1 &
    stopped=$!
    while kill -0 $stopped 2> /dev/null && ! begun; do sleep 0.1; done
    if begun && kill -$signal $stopped && ! wait $stopped && [ "$(cd "$work/built" && echo *endless*)" = "endless.elf endless.how endless.run" ]; then
        pass "a kernel that never ends, stopped by $signal, leaves its program only"
    else
        fail "a kernel that never ends, stopped by $signal, leaves its program only"
    fi
done

# Functions that workload.h does not have
mkdir "$work/angles" && cat > "$work/angles/angles.c" << 'END'
#include <math.h>
#include "workload.h"
static float out[64];
KERNEL(angles)
{
    unsigned i = block * threads + thread;
    out[i] = (float)cos(2.0 * i) + tanf((float)i);
}
int main(int argc, char **argv)
{
    const option options[] = {{0}};
    begin("angles", argc, argv, options);
    launch(angles, NULL, 2, 32, 0);
    const float expected[] = {1, 1.1412609f}; /* cos 2 + tan 1 */
    return verdict(close_floats("out", out, expected, 2, 1e-6f), 64);
}
END
make_angles() { make -s "$@" KERNEL_DIR="$work/angles" KERNELS=angles WORKLOADS="$work/built" > "$log" 2>&1; }
if make_angles kernels || ! grep -q "undefined reference to .cos'" "$log" || ! grep -q '^workloads/workload.h tells what a kernel may call: .*KERNEL_LIBS=-lc' "$log"; then
    fail "a function that is not there: what there is instead, and how to link others"
else
    pass "a function that is not there: what there is instead, and how to link others"
fi
check "KERNEL_LIBS=-lc links it, and it is right" make_angles kernels KERNEL_LIBS=-lc
if make_angles pressure KERNEL_LIBS=-lc || ! grep -q '^make pressure takes no KERNEL_LIBS' "$log"; then
    fail "fewer registers and a library exclude each other"
else
    pass "fewer registers and a library exclude each other"
fi
sed 's/float a;/float a/' "$source" > "$work/mine/broken.c"
if make -s kernels KERNEL_DIR="$work/mine" KERNELS=broken WORKLOADS="$work/built" > "$log" 2>&1 || grep -q 'KERNEL_LIBS' "$log" || ! grep -q 'broken.c:.*error: ' "$log"; then
    fail "an error of the compiler has no such line"
else
    pass "an error of the compiler has no such line"
fi

# What a user gets wrong, or asks for the second time in another way
make_own() {
    make -s "$1" KERNEL_DIR=workloads/own WORKLOADS="$work/own" "$2" > "$log" 2>&1
}
check "without KERNELS all of the folder are made" make_own kernels KERNEL_ARGS=
check "other arguments make the trace anew" sh -c "make -s kernels KERNEL_DIR=workloads/own WORKLOADS='$work/own' KERNEL_ARGS='--size 700' && grep -q 'saxpy: 700 elements' '$work/own/saxpy-t32.txt'"
if make_own kernels KERNELS=saxpy.c || ! grep -q '^no kernel saxpy.c: there is no workloads/own/saxpy.c.c' "$log"; then
    fail "a kernel that is not there is named"
else
    pass "a kernel that is not there is named"
fi
if make_own pressure REGISTERS=9 || [ -e "$work/own/saxpy-r9-t32.wft" ]; then
    fail "too few registers make no trace"
else
    pass "too few registers make no trace"
fi
plan
