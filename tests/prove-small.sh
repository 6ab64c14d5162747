#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove-small.sh [warpbdi|bytewise|affine|lines] - units and blocks equal the plain reference RTL, by SAT, in a sample of configurations.
. tests/tap.sh
. tests/equal.sh
# With an argument the room only; expand belongs to affine, the other blocks to bytewise; lines: the codecs of cache lines
only=${1:-}
wanted() {
    case $1 in
    warpbdi) room=warpbdi ;;
    affine | expand) room=affine ;;
    linebdi | fpc* | cpack* | bestof) room=lines ;;
    *) room=bytewise ;;
    esac
    [ "${only:-$room}" = $room ]
}
prove() { ! wanted "$1" || prove_equal "$@"; }
prove_own() { ! wanted "$1" || prove_independent "$@"; }
prove warpbdi enc 8 128 7 0 0
for lanes in 8 16; do prove warpbdi dec $lanes 128 7 0 0; done
prove warpbdi enc 8 32 7 1 1
prove warpbdi dec 8 32 7 1 1
prove warpbdi enc 8 64 5 0 1
prove warpbdi dec 16 64 5 0 1
for m in 1 2 3 4 6; do prove warpbdi enc 4 32 $m 0 0; prove warpbdi dec 4 32 $m 0 0; done
for groups in 1 2 8; do prove bytewise enc 8 $groups 0; prove bytewise dec 8 $groups 0; done
prove bytewise enc 32 1 0
prove bytewise dec 32 1 0
prove bytewise enc 8 2 1 4
prove bytewise dec 8 2 1 4
prove compare compare 32 1 0
prove compare compare 16 2 1
prove crossbar crossbar 4 2 0 1
prove crossbar crossbar 4 2 1 0
for groups in 1 2 4; do prove eligible eligible 32 $groups 3; done
prove eligible eligible 64 1 2
for strides in pow2 any; do
    for word in 4 8; do
        for unit in enc dec; do prove affine $unit 4 $word warp $strides 32 0; done
        prove expand expand 4 $word warp $strides
    done
    for unit in enc dec; do prove affine $unit 8 8 8 $strides 32 0; done
    prove affine dec 8 16 warp $strides 128 1
    for lanes in 4 8; do prove_own affine $lanes 8 warp $strides 128 0; done
done
for unit in enc dec; do prove affine $unit 4 8 warp pow2 32 1 4; done
prove affine dec 32 32 warp pow2 128 0
prove expand expand 32 32 warp pow2 1
prove_own affine 16 8 8 pow2 32 1
prove_own affine 32 32 warp pow2 128 0
# Lines of 32 bytes; their encoders take minutes each: make prove
prove linebdi enc 32 255 first off payload planes byte 0
prove linebdi dec 32 255 first on payload planes byte 1 5
prove fpc dec 32 segment 4 byte 1 5
prove cpack dec 32 parallel apart byte 0
prove bestof dec 32 7 byte 0
plan
