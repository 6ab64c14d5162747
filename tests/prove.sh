#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh - every configuration of the units against the plain reference RTL, by SAT at full width. Resumable: what is
# proven is kept in build/prove.txt (a line a proof) and not done again; a summary goes to docs/results/prove.txt.
# PROVE_LANES: the warp widths to do (an encoder of 32 lanes takes minutes a proof).
. tests/tap.sh
. tests/equal.sh
done_file=build/prove.txt
[ build/bin/warpfold -nt $done_file ] && rm -f $done_file
touch $done_file
failed=0
prove_once() {
    grep -qx "proven $*" $done_file && return
    if equal "$@"; then
        echo "proven $*" >> $done_file
    else
        echo "NOT EQUAL: $*" && failed=1
    fi
    [ -t 2 ] && printf '\r\033[K%s proofs, now %s' "$(wc -l < $done_file)" "$*" >&2
}
# What is built most often first, then every rank count, then the whole matrix
for lanes in ${PROVE_LANES:-4 8 16 32 64 128}; do
    for unit in dec enc; do
        prove_once $unit "$lanes" 128 7 0 1
        prove_once $unit "$lanes" 128 7 0 0
    done
done
for lanes in ${PROVE_LANES:-4 8 16 32 64 128}; do
    for stages in 1 2 3 4; do
        prove_once dec "$lanes" 128 7 0 1 $stages
        prove_once enc "$lanes" 128 7 0 1 $stages
    done
    for bank in 32 64 128; do
        for modes in 1 2 3 4 5 6 7; do
            for packed in 0 1; do
                for isolate in 0 1; do
                    for unit in dec enc; do
                        prove_once $unit "$lanes" $bank $modes $packed $isolate
                    done
                done
            done
        done
    done
done
[ -t 2 ] && echo >&2
mkdir -p docs/results
{
    echo "make prove: emitted unit = plain reference RTL, for every input, by SAT (unit, lanes, bank, modes, packed, isolate[, ranks])"
    for unit in enc dec; do
        for lanes in 4 8 16 32 64 128; do
            echo "$unit $lanes lanes: $(grep -c "^proven $unit $lanes " $done_file) configurations proven equal"
        done
    done
} > docs/results/prove.txt
cat docs/results/prove.txt
exit $failed
