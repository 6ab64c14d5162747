#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove-small.sh [warpbdi|bytewise] - units and blocks equal the plain reference RTL, by SAT, in a sample of configurations.
. tests/tap.sh
. tests/equal.sh
# With an argument the room only; the blocks belong to bytewise
only=${1:-}
prove() { case ${only:-$1} in "$1") ;; bytewise) [ "$1" != warpbdi ] || return 0 ;; *) return 0 ;; esac; prove_equal "$@"; }
for lanes in 8 16; do
    prove warpbdi enc $lanes 128 7 0 0
    prove warpbdi dec $lanes 128 7 0 0
done
prove warpbdi enc 8 32 7 1 1
prove warpbdi dec 8 32 7 1 1
prove warpbdi enc 16 64 5 0 1
prove warpbdi dec 16 64 5 0 1
for m in 1 2 3 4 6; do prove warpbdi enc 4 32 $m 0 0; prove warpbdi dec 4 32 $m 0 0; done
for groups in 1 2 4 8; do prove bytewise enc 8 $groups 0; prove bytewise dec 8 $groups 0; done
prove bytewise enc 32 1 0
prove bytewise dec 32 1 0
prove bytewise enc 8 2 1 4
prove bytewise dec 8 2 1 4
prove compare compare 32 1 0
prove compare compare 16 2 1
for read in 0 1; do prove crossbar crossbar 4 2 $read 1; done
prove crossbar crossbar 4 2 0 0
for groups in 1 2 4; do prove eligible eligible 32 $groups 3; done
prove eligible eligible 64 1 2
plan
