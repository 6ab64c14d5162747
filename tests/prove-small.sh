#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove-small.sh - units and blocks equal the plain reference RTL, by SAT, in a sample of configurations.
. tests/tap.sh
. tests/equal.sh
for lanes in 8 16; do
    prove_equal warpbdi enc $lanes 128 7 0 0
    prove_equal warpbdi dec $lanes 128 7 0 0
done
prove_equal warpbdi enc 8 32 7 1 1
prove_equal warpbdi dec 8 32 7 1 1
prove_equal warpbdi enc 16 64 5 0 1
prove_equal warpbdi dec 16 64 5 0 1
for m in 1 2 3 4 6; do prove_equal warpbdi enc 4 32 $m 0 0; prove_equal warpbdi dec 4 32 $m 0 0; done
for groups in 1 2 4 8; do prove_equal bytewise enc 8 $groups 0; prove_equal bytewise dec 8 $groups 0; done
prove_equal bytewise enc 32 1 0
prove_equal bytewise dec 32 1 0
prove_equal bytewise enc 8 2 1 4
prove_equal bytewise dec 8 2 1 4
prove_equal compare compare 32 1 0
prove_equal compare compare 16 2 1
for read in 0 1; do prove_equal crossbar crossbar 4 2 $read 1; done
prove_equal crossbar crossbar 4 2 0 0
for groups in 1 2 4; do prove_equal eligible eligible 32 $groups 3; done
prove_equal eligible eligible 64 1 2
plan
