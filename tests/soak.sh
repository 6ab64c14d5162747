#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soak.sh - the long co-simulation: VECTORS (1,000,000) in Verilator and REPLAYS (20,000) in Icarus of every room at 8 to 64
# lanes, the line codecs in every form at 32 to 128 bytes, bytewise with every `groups`, affine with more strides, vectors and words, and of the blocks around them. Resumable: what passed is kept in build/soak and not run again.
# SOAK_LANES="8 16" (lanes, or bytes of a line), SOAK="bytewise", SOAK_SIMS="verilator": a part of it.
. tests/tap.sh
vectors=${VECTORS:-1000000} replays=${REPLAYS:-20000}
mkdir -p build/soak docs/results
failed=0 all=

# soak NAME VECTORS REPLAYS GEN-FLAGS...: NAME is the result's
soak() {
    name=$1 in_verilator=$2 in_icarus=$3 && shift 3
    lanes=$(echo "$name" | sed 's/.*-\([0-9]*\)-\(lanes\|bytes\).*/\1/') width=lanes
    case $name in *-bytes*) width=line ;; esac
    traces=
    for t in traces/*-t"$([ $width = line ] && echo 32 || echo "$lanes")".wft; do [ -f "$t" ] && traces="$traces --trace $t"; done
    for sim in ${SOAK_SIMS:-verilator icarus}; do
        n=$([ $sim = verilator ] && echo "$in_verilator" || echo "$in_icarus")
        result=build/soak/$name-$sim-$n
        all="$all $result"
        case " ${SOAK_LANES:-$lanes} " in *" $lanes "*) ;; *) continue ;; esac
        case " ${SOAK:-${name%%-*}} " in *" ${name%%-*} "*) ;; *) continue ;; esac
        [ -s "$result" ] && [ "$result" -nt "$warpfold" ] && continue
        rm -rf "build/soak/$name"
        "$warpfold" gen "$@" --$width "$lanes" -o "build/soak/$name" > /dev/null || exit 1
        if "$warpfold" cosim "build/soak/$name" --sim $sim --vectors "$n" $traces > "$work/out"; then
            sed "s/^/$(echo "$name" | tr - ' ')  /; s/  [0-9]* vectors.s$//" "$work/out" > "$result"
        else
            failed=1
        fi
    done
}

for line in 32 64 128; do
    soak "linebdi-$line-bytes" "$vectors" "$replays" --codec linebdi
    soak "linebdi-$line-bytes-one-base" "$vectors" "$replays" --codec linebdi --zero_base off
    soak "linebdi-$line-bytes-firstnz" "$vectors" "$replays" --codec linebdi --base firstnz
    soak "linebdi-$line-bytes-packed" "$vectors" "$replays" --codec linebdi --layout packed
    soak "fpc-$line-bytes-segment" "$vectors" "$replays" --codec fpc --form segment
    soak "fpc-$line-bytes-word" "$vectors" "$replays" --codec fpc --form word
    soak "cpack-$line-bytes-parallel" "$vectors" "$replays" --codec cpack --form parallel
    soak "cpack-$line-bytes-parallel-zero-entry" "$vectors" "$replays" --codec cpack --form parallel --zero entry
    soak "cpack-$line-bytes-fifo" "$vectors" "$replays" --codec cpack --form fifo
    soak "bestof-$line-bytes" "$vectors" "$replays" --codec bestof
    soak "metacache-$line-bytes" "$vectors" "$replays" --block metacache
done
for lanes in 8 16 32 64; do
    soak "warpbdi-$lanes-lanes" "$vectors" "$replays" --codec warpbdi
    for groups in 1 2 4 8; do
        # The array of the paper with one group; one unit each way with several
        soak "bytewise-$lanes-lanes-$groups-groups" "$vectors" "$replays" --codec bytewise --groups $groups \
            $([ $groups = 1 ] || echo --encs 1 --decs 1)
        soak "eligible-$lanes-lanes-$groups-groups" "$vectors" "$replays" --block eligible --groups $groups
    done
    soak "affine-$lanes-lanes" "$vectors" "$replays" --codec affine
    soak "affine-$lanes-lanes-any-strides" "$vectors" "$replays" --codec affine --strides any
    [ $lanes -le 16 ] || soak "affine-$lanes-lanes-vectors-of-16" "$vectors" "$replays" --codec affine --vector 16
    [ $lanes -gt 16 ] || soak "affine-$lanes-lanes-of-64-bits" "$vectors" "$replays" --codec affine --word 64
    soak "expand-$lanes-lanes" "$vectors" "$replays" --block expand
    soak "expand-$lanes-lanes-any-strides" "$vectors" "$replays" --block expand --strides any
    for direction in write read; do
        soak "crossbar-$lanes-lanes-$direction" $((vectors / 50)) $((replays / 50)) --block crossbar --direction $direction
    done
done
{
    echo "make soak: default designs, seed 1, corners, random structures and traces/ where they have the lanes; crossbar: 16 ports"
    # shellcheck disable=SC2086
    cat $all 2> /dev/null
} | tee docs/results/soak.txt
exit $failed
