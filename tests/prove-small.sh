#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove-small.sh - the units equal the plain reference RTL, by SAT, in a sample of configurations and at 32 lanes.
. tests/tap.sh
. tests/equal.sh
for lanes in 8 16; do
    prove_equal enc $lanes 128 7 0 0
    prove_equal dec $lanes 128 7 0 0
done
prove_equal enc 8 32 7 1 1
prove_equal dec 8 32 7 1 1
prove_equal enc 16 64 5 0 1
prove_equal dec 16 64 5 0 1
for m in 1 2 3 4 6; do prove_equal enc 4 32 $m 0 0; prove_equal dec 4 32 $m 0 0; done
plan
