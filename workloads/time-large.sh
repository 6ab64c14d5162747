#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# time-large.sh FOLDER [own] - CABA's figures with programs that fill DRAM (workloads/large.sh): makes their traces in FOLDER and runs the studies on them,
# as many runs at a time as there are cores. Pages: FOLDER/NAME.html.
set -eu
out=$1
sh workloads/large.sh "$@"
echo
"${PROGRAM:-build/bin/warpfold}" study caba-2,caba-8,caba-9,caba-12,caba-14,caba-profile "$out"/*-t32.wft -o "$out"
