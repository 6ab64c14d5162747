#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# published.sh - `make compare`: the codecs of the cases bench published, all on the same traces and library, those of warp registers and those of
# cache lines each beside each other, and beside what their sources publish. It takes LIBERTY, DRIVER, LOAD_FF, CLOCK_NS (0.714: 1.4 GHz), EFFORT (0) and
# TRACES (the carried kernels). A codec whose report is there is taken as it is, so a run that was stopped goes on; build/published/*.html
# have drawings. docs/results/published.txt keeps what a whole run prints.
. tests/tools/tap.sh
. tests/tools/cases.sh
out=build/published clock=${CLOCK_NS:-0.714} effort=${EFFORT:-0}
traces=
for t in ${TRACES:-workloads/traces/*-t32.wft}; do [ ! -f "$t" ] || traces="$traces --trace $t"; done
[ -n "$traces" ] || usage "$0: no traces of 32 lanes; make kernels makes them, TRACES=\"...\" names others"
mkdir -p $out

# measured DIR FLAGS...: all figures of the design
measured() {
    d=$1 && shift
    [ ! -f "$d/report.html" ] || return 0
    # shellcheck disable=SC2086
    "$warpfold" flow $selection "$@" $library --clock-ns "$clock" --effort "$effort" --allow-slack --sim verilator --vectors 2000 --power --wires \
        $traces --force -o "$d" > "$d.log" 2>&1 || { tail -n 5 "$d.log" >&2; exit 1; }
}

# side_by_side KIND DIR...: their table, then what is published
side_by_side() {
    kind=$1 && shift
    echo && "$warpfold" report "$@" -o "$out/$kind.html" --force | sed "s| *$out/||g"
    echo && "$warpfold" report --published "$@"
}

tables() {
    echo "make compare: $library_name, clock $clock ns, effort $effort; $(echo "$traces" | grep -o -e --trace | wc -l) traces, sums over sums"
    # shellcheck disable=SC2086
    { [ -z "$registers" ] || side_by_side registers $registers; } && { [ -z "$lines" ] || side_by_side lines $lines; }
}

registers= lines=
read_cases bench "$@"
while next_row published; do
    d=$out/$unit$(echo "$flags" | sed 's/--lanes 32//; s/--line [0-9]*//; s/ --/-/g; s/ /-/g; s/-$//')
    # shellcheck disable=SC2086
    measured "$d" $flags
    case $flags in *--lanes*) registers="$registers $d" ;; *) lines="$lines $d" ;; esac
done
tables | results published "$@"
