#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scalar_bank.sh [TRACE...] - what one bank of scalars for the whole register file costs in time (G-Scalar, section 4.1): the model of gsrf as it is, and
# one that is patched (scalar_bank.patch) so that a single access to a register of one value is chosen in a cycle. In all else they are the same, so what is
# told is the cost of that alone. No unit of the project has such a bank: it has a model and no Verilog. Default: the carried kernels of 32 lanes.
. tests/tools/tap.sh
[ $# -gt 0 ] || set -- workloads/traces/*-t32.wft
make -s program || exit 1
mkdir "$work/tree" && cp -a Makefile ./*.mk units.def base build cli cmodel docs gen machine machines memory report rtl_templates sim simt stats sweep \
    synth tests trace workloads "$work/tree" || exit 1
(cd "$work/tree" && patch -s -p0 < tests/campaigns/scalar_bank.patch && make -s program) || exit 1
for trace; do set -- "$@" --trace "$trace"; shift; done
"$warpfold" gen --unit gsrf -o "$work/gsrf" > /dev/null || exit 1
for how in 'replay --fit' 'time --machine gscalar'; do
    for bank in "a bank of scalars in each bank=$warpfold" "one for all=$work/tree/build/bin/warpfold"; do
        echo "${how%% *}, ${bank%%=*}"
        # shellcheck disable=SC2086
        "${bank#*=}" ${how%% *} "$work/gsrf" ${how#* } "$@" > "$log" || { cat "$log"; exit 1; }
        awk '/^checked: / { print } /^Time: / { on = 1 } on && /^$/ { exit } on' "$log"
    done
done
