#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cosim.sh [warpbdi|bytewise|affine|lines] - the emitted designs against the golden model, in both simulators, at every tested width and many options.
. tests/tap.sh
. tests/quick.sh
only=${1:-}     # a room; expand belongs to affine, the other blocks to bytewise; lines: the codecs of cache lines, metacache

# agree NAME VERILATOR-VECTORS ICARUS-VECTORS GEN-FLAGS...
agree() {
    name=$1 nv=$2 ni=$3 && shift 3
    case "$* " in *"--line "* | *"--block metacache "*) room=lines ;; *"--codec affine "* | *"--block expand "*) room=affine ;; *"--codec bytewise "* | *"--block "*) room=bytewise ;; *) room=warpbdi ;; esac
    [ "${only:-$room}" = $room ] || return 0
    rm -rf "$work/d"
    check "$name" sh -c '
        set -e; w=$1 d=$2 nv=$3 ni=$4; shift 4
        "$w" gen "$@" -o "$d"
        "$w" cosim "$d" --sim verilator --vectors "$nv"
        "$w" cosim "$d" --sim icarus --vectors "$ni"' - "$warpfold" "$work/d" "$nv" "$ni" "$@"
}

# Arrays stand beside units of 8 lanes and 4; make soak runs the default ones of every width
agree "8 lanes" 50000 400 --lanes 8
agree "16 lanes" 50000 200 --lanes 16 --encs 1 --decs 1
agree "32 lanes" 50000 100 --lanes 32 --encs 1 --decs 1
agree "64 lanes" 20000 40 --lanes 64 --encs 1 --decs 1
agree "4 lanes, 32-bit banks, combinational" 20000 200 --lanes 4 --bank 32 --enc-stages 0 --dec-stages 0
agree "128 lanes" 3000 5 --lanes 128 --encs 1 --decs 1
agree "packed, 64-bit banks, no isolation" 20000 200 --lanes 16 --bank 64 --layout packed --isolate 0 --encs 1 --decs 1
agree "<4,1> only" 20000 200 --lanes 8 --modes 4-1 --bank 32 --enc-stages 1 --dec-stages 2 --encs 1 --decs 1
agree "<4,0> and <4,2>, three ranks" 20000 200 --lanes 8 --modes 4-0,4-2 --bank 32 --enc-stages 3 --dec-stages 3 \
    --encs 1 --decs 1
agree "four ranks, early tag" 20000 200 --lanes 8 --bank 32 --enc-stages 4 --dec-stages 4 --early-tag 1
agree "two decoders for five requesters" 20000 200 --lanes 8 --bank 32 --decs 2 --dec-ports 5 --user 64
agree "three combinational decoders for seven" 20000 200 --lanes 4 --bank 32 --decs 3 --dec-ports 7 --dec-stages 0 --user 1
agree "bytewise, 32 lanes" 50000 100 --codec bytewise --lanes 32 --encs 1 --decs 1
agree "bytewise, 8 lanes in 8 groups" 20000 200 --codec bytewise --lanes 8 --groups 8 --encs 2 --decs 4
agree "bytewise, 16 lanes, half registers, combinational" 20000 100 --codec bytewise --lanes 16 --groups 2 --enc-stages 0 \
    --dec-stages 0 --encs 1 --decs 1
agree "bytewise, 64 lanes, isolated" 10000 20 --codec bytewise --lanes 64 --isolate 1 --encs 1 --decs 1
agree "bytewise, four ranks, early tag" 20000 100 --codec bytewise --lanes 8 --groups 4 --enc-stages 4 --dec-stages 4 --early-tag 1 \
    --encs 2 --decs 2
agree "bytewise, two decoders for five requesters" 20000 100 --codec bytewise --lanes 8 --decs 2 --dec-ports 5 --encs 1
agree "compare, 16 lanes, masked" 20000 200 --block compare --lanes 16 --groups 2 --masked on
# Two ports, four lanes: every enable and choice with every data bit (16 x 256 inputs)
agree "crossbar, 2 ports, every choice" 5000 4200 --block crossbar --ports 2 --lanes 4
agree "crossbar, 3 ports, read, plain, registered" 20000 200 --block crossbar --ports 3 --lanes 8 --direction read --order plain --stages 1
agree "crossbar, 16 ports, 32 lanes" 2000 10 --block crossbar
# Four lanes, one source: every mask, D, enc and kind of BVR (16 x 129 inputs, any bits each 64th)
agree "eligible, 4 lanes, every case of one source" 4000 2200 --block eligible --lanes 4 --sources 1
agree "eligible, 4 lanes, every case of two sources" 280000 200 --block eligible --lanes 4 --sources 2
agree "eligible, 32 lanes, half registers, registered" 20000 200 --block eligible --lanes 32 --groups 2 --stages 1
# Four lanes of four bits: every block under every mask, each code decoded; a million vectors are worth an optimiser
export QUICK=-O2
for strides in pow2 any; do
    agree "affine, 4 lanes of 4 bits, $strides strides" 1120000 5000 --codec affine --lanes 4 --word 4 --strides $strides
    [ "${only:-affine}" != affine ] || check "all of its 1048576 blocks and masks were given" \
        grep -q '"cosim__verilator__corners": 1048576,' "$work/d/cosim.json"
done
unset QUICK
agree "affine, 32 lanes" 10000 100 --codec affine --lanes 32
agree "affine, 64 lanes, vectors of 16, isolated" 5000 20 --codec affine --lanes 64 --vector 16 --isolate 1
agree "affine, 16 lanes of 16 bits, vectors of 8, combinational, isolated" 10000 200 --codec affine --lanes 16 --word 16 --vector 8 \
    --isolate 1 --enc-stages 0 --dec-stages 0
agree "affine, 8 lanes of 64 bits, any strides, three ranks" 10000 200 --codec affine --lanes 8 --word 64 --strides any \
    --enc-stages 3 --dec-stages 3
agree "affine, 4 lanes of 64 bits, one rank" 20000 200 --codec affine --lanes 4 --word 64 --bank 64 --enc-stages 1 --dec-stages 1
agree "affine, 8 lanes of 8 bits, any strides, two ranks" 20000 200 --codec affine --lanes 8 --word 8 --strides any --bank 32 \
    --enc-stages 2 --dec-stages 2
agree "affine, four ranks, early tag" 10000 100 --codec affine --lanes 8 --enc-stages 4 --dec-stages 4 --early-tag 1
agree "affine, two decoders for five requesters" 10000 100 --codec affine --lanes 8 --encs 2 --decs 2 --dec-ports 5
# Four lanes of eight bits: every base and stride
agree "expand, 4 lanes of 8 bits, every input" 3000 2100 --block expand --lanes 4 --word 8
agree "expand, 4 lanes of 8 bits, any strides, every input" 70000 1000 --block expand --lanes 4 --word 8 --strides any
agree "expand, 32 lanes" 20000 300 --block expand --lanes 32
agree "expand, 16 lanes of 64 bits, vectors of 8, any strides, registered" 20000 300 --block expand --lanes 16 --word 64 --vector 8 \
    --strides any --stages 1
# Cache lines: every room, form and size; make soak has all of each
hit() { [ "${only:-lines}" != lines ] || check "every code and pattern of it was met" sh -c '
    grep -q "cosim__verilator__class" "$1" && ! grep -E "cosim__verilator__(class|pattern)__.*: 0,?$" "$1"' - "$work/d/cosim.json"; }
agree "linebdi, 32 bytes" 4000 60 --codec linebdi --line 32
hit
agree "linebdi, 128 bytes, select bits in the tag" 2000 20 --codec linebdi --line 128 --select tag
hit
agree "linebdi, 64 bytes, one base, packed, combinational" 4000 30 --codec linebdi --line 64 --zero_base off --layout packed \
    --enc-stages 0 --dec-stages 0
hit
agree "linebdi, 32 bytes, first that misses zero, five ranks, isolated" 4000 50 --codec linebdi --line 32 --base firstnz \
    --enc-stages 5 --dec-stages 5 --isolate 1
agree "fpc, 64 bytes" 4000 50 --codec fpc --line 64
hit
agree "fpc, 128 bytes, 2 segments, five ranks, bursts" 2000 30 --codec fpc --line 128 --segments 2 --enc-stages 5 --dec-stages 5 \
    --save burst
agree "fpc, 64 bytes, words" 4000 50 --codec fpc --line 64 --form word
hit
agree "fpc, 32 bytes, words, four a cycle, arrays" 2000 50 --codec fpc --line 32 --form word --rate 4 --encs 2 --decs 3 --dec-stages 3
agree "cpack, 64 bytes" 4000 50 --codec cpack --line 64
hit
agree "cpack, 32 bytes, zero an entry, combinational" 4000 50 --codec cpack --line 32 --zero entry --enc-stages 0 --dec-stages 0
hit
agree "cpack, 128 bytes, fifo" 2000 20 --codec cpack --line 128 --form fifo
hit
agree "cpack, 32 bytes, fifo, a word a cycle, arrays" 2000 30 --codec cpack --line 32 --form fifo --rate 1 --encs 2 --decs 2 --enc-stages 3
agree "bestof, 32 bytes" 2000 20 --codec bestof --line 32
hit
agree "bestof, 64 bytes, fpc and cpack, five ranks, bursts" 2000 20 --codec bestof --line 64 --members fpc,cpack --save burst \
    --enc-stages 5 --dec-stages 5
agree "metacache" 20000 300 --block metacache
agree "metacache, 2 KB, 8 ways, 4 sets, shortest addresses" 20000 300 --block metacache --kbytes 2 --ways 8 --fetch 64 --address 16
agree "metacache, 32 KB, one way, a bit of tag" 20000 300 --block metacache --kbytes 32 --ways 1 --address 18
[ "${only:-bytewise}" != bytewise ] || check "a folder named from here is simulated twice" sh -c '
    w=$(realpath "$1"); cd "$2" && "$w" gen --block compare --lanes 4 -o here && "$w" cosim here --vectors 20 && "$w" cosim here --vectors 20' \
    - "$warpfold" "$work"
[ "${only:-lines}" != lines ] || check "cpack, lines of a trace" sh -c '
    "$1" gen --codec cpack --line 32 -o "$2" && "$1" cosim "$2" --sim verilator --vectors 5000 --trace traces/psort-t32.wft' \
    - "$warpfold" "$work/traced-lines"
for t in traces/*-t32.wft; do
    for codec in $([ "$only" = lines ] || echo "${only:-warpbdi bytewise affine}"); do
        check "$codec, values of $(basename "$t")" sh -c '"$1" gen --codec "$4" --lanes 32 --encs 1 --decs 1 -o "$2" && "$1" cosim "$2" --sim verilator --vectors 10000 --trace "$3"' \
            - "$warpfold" "$work/traced-$codec" "$t" $codec
    done
done
plan
