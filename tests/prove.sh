#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh - every configuration of the units and blocks against the plain reference RTL, by SAT at full width. Resumable:
# what is proven is kept in build/prove.txt (a line a proof) and not done again; a summary goes to docs/results/prove.txt.
# PROVE_LANES: the warp widths to do, or bytes of a line (an encoder of warpbdi at 32 lanes takes minutes a proof). PROVE: the rooms and blocks.
. tests/tap.sh
. tests/equal.sh
done_file=build/prove.txt
[ build/bin/warpfold -nt $done_file ] && rm -f $done_file
touch $done_file
failed=0
lanes_list=${PROVE_LANES:-4 8 16 32 64 128}

# prove_once ROOM UNIT CONFIGURATION...
prove_once() {
    grep -qx "proven $*" $done_file && return
    room=$1 && shift
    if "${room}_equal" "$@"; then
        echo "proven $room $*" >> $done_file
    else
        echo "NOT EQUAL: $room $*" && failed=1
    fi
    [ -t 2 ] && printf '\r\033[K%s proofs, now %s' "$(wc -l < $done_file)" "$room $*" >&2
}

# The same of independent: affine_independent
prove_independent_once() {
    grep -qx "proven affine independent $*" $done_file && return
    if affine_independent enc "$@"; then
        echo "proven affine independent $*" >> $done_file
    else
        echo "NOT INDEPENDENT of inactive lanes: affine $*" && failed=1
    fi
}

# What is built most often first, then every rank count, then the whole matrix
prove_warpbdi() {
    for unit in dec enc; do
        for isolate in 1 0; do prove_once warpbdi $unit "$1" 128 7 0 $isolate; done
        for stages in 1 2 3 4; do prove_once warpbdi $unit "$1" 128 7 0 1 $stages; done
    done
    for bank in 32 64 128; do
        for modes in 1 2 3 4 5 6 7; do
            for packed in 0 1; do
                for isolate in 0 1; do
                    for unit in dec enc; do prove_once warpbdi $unit "$1" $bank $modes $packed $isolate; done
                done
            done
        done
    done
}

groups_of() { for g in 1 2 4 8; do [ $g -gt "$1" ] || echo $g; done; }

prove_bytewise() {
    for groups in $(groups_of "$1"); do
        for unit in dec enc; do
            for isolate in 0 1; do prove_once bytewise $unit "$1" "$groups" $isolate 0; done
            for stages in 1 2 3 4; do prove_once bytewise $unit "$1" "$groups" 0 $stages; done
        done
    done
}

prove_compare() {
    for groups in $(groups_of "$1"); do
        for masked in 0 1; do prove_once compare compare "$1" "$groups" $masked 0; done
    done
}

prove_eligible() {
    for groups in $(groups_of "$1"); do
        for sources in 1 2 3; do prove_once eligible eligible "$1" "$groups" $sources 0; done
    done
}

vectors_of() { echo warp; for v in 8 16 32; do [ $v -gt "$1" ] || echo $v; done; }

# Encoders are proven equal where SAT ends in minutes; that inactive lanes do not count, and decoders, at full width
prove_affine() {
    for vector in $(vectors_of "$1"); do
        for strides in pow2 any; do
            for word in 4 8 16 32 64; do
                bank=$([ $word = 64 ] && echo 128 || echo 32)
                for isolate in 0 1; do
                    if [ $(($1 * word)) -le 128 ] && [ "$1" -le 8 ]; then
                        prove_once affine enc "$1" $word "$vector" $strides "$bank" $isolate
                    fi
                    if [ $strides = pow2 ] || [ $(($1 * word)) -le 128 ]; then
                        prove_once affine dec "$1" $word "$vector" $strides "$bank" $isolate
                    fi
                    prove_independent_once "$1" $word "$vector" $strides "$bank" $isolate
                done
            done
        done
    done
    [ "$1" -gt 8 ] || for stages in 1 2 3 4; do
        for unit in enc dec; do prove_once affine $unit "$1" 8 warp pow2 32 0 $stages; done
    done
}

prove_expand() {
    for vector in $(vectors_of "$1"); do
        for word in 4 8 16 32 64; do
            prove_once expand expand "$1" $word "$vector" pow2
            [ $(($1 * word)) -gt 128 ] || prove_once expand expand "$1" $word "$vector" any
        done
    done
}

# Lanes are alike in a crossbar: few of them, many ports
prove_crossbar() {
    [ "$1" -le 8 ] || return 0
    for ports in 2 3 4; do
        for read in 0 1; do
            for order in 0 1; do prove_once crossbar crossbar "$1" $ports $read $order 0; done
        done
    done
}

# Cache lines: every form and option at 32 bytes, each subset of one encoding and all but one; the options at 64 and 128
saves_of() { echo byte; [ "$1" = 32 ] || echo burst; }

prove_linebdi() {
    for unit in dec enc; do
        for layout in planes packed; do
            for how in "first off payload" "first on payload" "first on tag" "firstnz on payload" "firstnz on tag"; do
                for save in $(saves_of "$1"); do
                    # shellcheck disable=SC2086
                    prove_once linebdi $unit "$1" 255 $how $layout $save 0
                done
                [ "$1" = 32 ] || continue
                for bit in 1 2 4 8 16 32 64 128; do
                    # shellcheck disable=SC2086
                    prove_once linebdi $unit "$1" $bit $how $layout byte 0
                    # shellcheck disable=SC2086
                    prove_once linebdi $unit "$1" $((255 - bit)) $how $layout byte 0
                done
            done
        done
        for stages in 1 2 3 4 5; do prove_once linebdi $unit "$1" 255 first on payload planes byte 1 $stages; done
    done
}

prove_fpc() {
    for unit in dec enc; do
        for save in $(saves_of "$1"); do
            for segments in 2 4 8 16; do
                [ $((segments * 4)) -gt "$1" ] || prove_once fpc $unit "$1" segment $segments "$save" 0
            done
            [ $unit = dec ] && [ "$1" != 32 ] || prove_once fpc $unit "$1" word 4 "$save" 0
        done
        for stages in 1 2 3 4 5; do prove_once fpc $unit "$1" segment 4 byte 1 $stages; done
    done
}

prove_cpack() {
    for unit in dec enc; do
        for zero in apart entry; do
            for save in $(saves_of "$1"); do prove_once cpack $unit "$1" parallel $zero "$save" 0; done
        done
        for stages in 1 2 3 4 5; do prove_once cpack $unit "$1" parallel apart byte 1 $stages; done
        [ "$1" != 32 ] || prove_once cpack $unit 32 fifo apart byte 0 0 8
    done
}

prove_bestof() {
    for unit in dec enc; do
        for members in 1 2 3 4 5 6 7; do prove_once bestof $unit "$1" $members byte 0; done
    done
}

for room in ${PROVE:-bytewise compare eligible crossbar expand affine linebdi fpc cpack bestof warpbdi}; do
    for lanes in $lanes_list; do
        case $room in linebdi | fpc | cpack | bestof) [ "$lanes" -ge 32 ] || continue ;; esac
        "prove_$room" "$lanes"
    done
done
[ -t 2 ] && echo >&2
mkdir -p docs/results
{
    echo "make prove: emitted unit or block = plain reference RTL, for every input, by SAT (configurations proven equal)"
    for unit in "bytewise enc" "bytewise dec" "compare compare" "eligible eligible" "crossbar crossbar" "expand expand" "affine enc" \
        "affine dec" "affine independent" "warpbdi enc" "warpbdi dec" "linebdi enc" "linebdi dec" "fpc enc" "fpc dec" \
        "cpack enc" "cpack dec" "bestof enc" "bestof dec"; do
        for lanes in 4 8 16 32 64 128; do
            count=$(grep -c "^proven $unit $lanes " $done_file)
            width=lanes
            case $unit in line* | fpc* | cpack* | bestof*) width=bytes ;; esac
            [ "$count" = 0 ] || echo "$unit, $lanes $width: $count"
        done
    done
} > docs/results/prove.txt
cat docs/results/prove.txt
exit $failed
