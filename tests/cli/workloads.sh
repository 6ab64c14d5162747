#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# workloads.sh - the carried traces of the kernels, and the kernels themselves where the cross compiler is installed: TAP.
. tests/tools/tap.sh
riscv=${RISCV:-riscv64-unknown-elf-}
kernel=sgemm
trace=workloads/traces/$kernel-t32.wft

# Those of one study alone are carried nowhere
study_kernels=$(sed -n 's/^STUDY_KERNELS *:= *//p' workloads/workloads.mk)
kernels=$(for source in workloads/*.c; do basename "$source" .c; done | grep -vx -e workload -e inputs -e libm)
for name in $kernels; do
    case " $study_kernels " in
    *" $name "*)
        check "$name: a study's own kernel is not carried" [ ! -e "workloads/traces/$name-t32.wft" ]
        continue ;;
    esac
    check "$name: its trace is carried, and has every instruction" sh -c "'$warpfold' stats 'workloads/traces/$name-t32.wft' --json '$work/$name.json' --force &&
        grep -q '\"trace__instructions\": [1-9]' '$work/$name.json' && [ -s 'workloads/traces/$name-t32.wfm' ]"
done

for registers in 10 11 24 42 43 60; do
    check "registers.sh leaves $registers of 60 registers" sh -c "[ \$(sh workloads/registers.sh $registers | tr ' ' '\n' | sort -u | grep -c '^-ffixed-') = $((60 - registers)) ]"
done
for registers in 9 61 ''; do
    sh workloads/registers.sh $registers > "$work/flags" 2> "$log"
    if [ $? = 2 ] && grep -q 'no number of registers from 10 to 60' "$log" && [ ! -s "$work/flags" ]; then
        pass "registers.sh refuses ${registers:-nothing}"
    else
        fail "registers.sh refuses ${registers:-nothing}"
    fi
done

# told KERNEL REGISTERS REQUESTS BLOCKS48 BLOCKS40 BLOCKS32 BLOCKS24: what the study of the affine vector cache reads of a trace of 1,000 instructions
told() {
    for run in "plain__ $4" "with_1__ $5" " $6" "with_2__ $7"; do
        printf '  "trace__%s_r%s__%stime__instructions": 1000,\n  "trace__%s_r%s__%stime__cycles": 100,\n' "$1" "$2" "${run% *}" "$1" "$2" "${run% *}"
        printf '  "trace__%s_r%s__%stime__cache__loads": %s,\n  "trace__%s_r%s__%stime__cache__fills": %s,\n' "$1" "$2" "${run% *}" "$3" "$1" "$2" "${run% *}" "${run##* }"
    done
}
# `each` needs 10, 20, 30 and 30 registers; `some` none with 48 KB, 20 with 40 + 8, none with the others
{
    told each 30 0 0 0 0 0 && told each 20 5 0 0 9 9 && told each 10 9 0 9 9 9
    told some 30 0 9 0 9 9 && told some 20 5 9 0 9 9 && told some 10 9 9 9 9 9
} > "$work/told.txt"
awk -v how=hand -f workloads/study-avc.awk "$work/told.txt" > "$work/tables" 2> "$log"
check "the study of the AVC: registers of kernels that have a number with each" grep -q '^1 kernels that have a number with each: -10.00 -20.00 -20.00; -50 % -100 % -100 %$' "$work/tables"
check "... with any" grep -q '^2 kernels that have a number with any;.*: 0.00 -10.00 -10.00; 0 % -100 % -100 %$' "$work/tables"

if command -v "${riscv}gcc" > /dev/null && [ -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    check "$kernel is built and traced" make -s kernels KERNELS=$kernel WARP=32 BUILD=build
    check "its trace is the carried one" sh -c "'$warpfold' convert build/workloads/$kernel-t32.wft -o '$work/a.wtx' && '$warpfold' convert $trace -o '$work/b.wtx' &&
        cmp '$work/a.wtx' '$work/b.wtx'"
    check "and what is in memory at its launches" cmp build/workloads/$kernel-t32.wfm workloads/traces/$kernel-t32.wfm
    # shellcheck disable=SC2046 # words
    check "all kernels are built" make -s build/bin/simt_orders $(for name in $kernels; do echo "build/workloads/$name.elf"; done)
    for name in $kernels; do
        check "$name: warps of 32 and of 8 threads, in three orders, and one thread at a time leave the same memory" build/bin/simt_orders "build/workloads/$name.elf"
    done

    square_kernels=$(grep -l BLOCK_SIDE workloads/*.c | sed 's|.*/||; s|\.c$||' | xargs)
    check "kernels with squares of threads are built for squares of 8 and of 32" sh -c "for side in 8 32; do
        make -s kernels BLOCK_SIDE=\$side WARP=32 BUILD=build KERNELS='$square_kernels' || exit 1; done"
    for square in $square_kernels; do
        for side in 8 32; do
            check "$square, blocks of $side x $side: the same memory in each order" build/bin/simt_orders "build/workloads-$side/$square.elf"
            "$warpfold" convert -F "build/workloads-$side/$square-t32.wft" -o "$work/blocks.wtx" > "$log" 2>&1
            check "$square: its trace has launches of such blocks" grep -q "^l [0-9]* [0-9]* 1 $side $side 1 " "$work/blocks.wtx"
        done
    done
    make -s kernels BLOCK_SIDE=32 KERNELS=sgemm > "$log" 2>&1
    if [ $? = 2 ] && grep -q "sgemm has no blocks of BLOCK_SIDE; KERNELS that have are: $square_kernels" "$log"; then
        pass "BLOCK_SIDE is refused for others"
    else
        fail "BLOCK_SIDE is refused for others"
    fi

    # picolibc's linker script has the segments in another order than their addresses; docs/kernels.md has the command
    cat > "$work/KERNEL.c" << 'END'
#include <math.h>
#include "workload.h"
static float out[64];
static int ready = 1;
KERNEL(cosines) { out[block * threads + thread] = (float)cos(2.0 * (double)(block * threads + thread)); }
int main(void)
{
    launch(cosines, NULL, 2, 32, 0);
    return !(ready && out[0] == 1 && out[1] < -0.416f && out[1] > -0.4162f);
}
END
    sed -n '/^    riscv64-unknown-elf-gcc/,/^$/p' docs/kernels.md | sed "s|KERNEL|$work/KERNEL|g; s|^ *riscv64-unknown-elf-|$riscv|" > "$work/link"
    check "a program of picolibc and its linker script is linked as the page says" sh -e "$work/link"
    check "it runs" "$warpfold" trace "$work/KERNEL.elf"
    sed 's|-nostartfiles|--crt0=semihost --oslib=semihost|; s|workloads/start.S||' "$work/link" > "$work/link-crt0"
    echo 'int main(void) { return 0; }' > "$work/KERNEL.c"
    check "the same with picolibc's start file is linked" sh -e "$work/link-crt0"
    "$warpfold" trace "$work/KERNEL.elf" > "$work/said" 2> "$log"
    if [ $? = 1 ] && grep -q 'illegal instruction: CSR 300; accepted are' "$log"; then
        pass "it does not run, as the page says"
    else
        fail "it does not run, as the page says"
    fi
else
    skip "the kernels give their carried traces, and the same memory in every order" "no $riscv""gcc"
fi
plan
