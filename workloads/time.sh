#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# time.sh FOLDER - the carried kernels on machines of streaming multiprocessors: the papers' figures that ask for cycles, with what is published beside.
# First those of Warped-Compression's register file, then the studies in time, the first three with other orders of blocks and other schedulers.
# Pages: FOLDER/NAME.html.
set -eu
out=$1
warpfold=${PROGRAM:-build/bin/warpfold}
traces=$(for t in ${TRACES:-workloads/traces/*-t32.wft}; do echo "--trace $t"; done)

"$warpfold" gen --unit wcrf -o "$out/wcrf" > /dev/null
# Figure 16 of Warped-Compression: one pair of base and delta alone
# shellcheck disable=SC2086
"$warpfold" time "$out/wcrf" --machine warped $traces --with issue.policy=lrr --with warpbdi.modes=4-0 --with warpbdi.modes=4-1 --with warpbdi.modes=4-2 \
    --json "$out/wcrf.json" --report "$out/wcrf.html" --force
echo
# shellcheck disable=SC2086
"$warpfold" study warped-13,gscalar-11,caba-8 --spread ${TRACES:-workloads/traces/*-t32.wft} -o "$out"
echo
# shellcheck disable=SC2086
"$warpfold" study warped-14,warped-20,warped-21,caba-2,caba-9,caba-12,caba-14,caba-profile ${TRACES:-workloads/traces/*-t32.wft} -o "$out"
