#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_compare.sh - `make compare`: all codecs of warp registers at 32 lanes, and of cache lines of 128 bytes, on the same traces and library, beside each
# other and beside what their sources publish. Takes LIBERTY, DRIVER, LOAD_FF, CLOCK_NS (0.714: 1.4 GHz), EFFORT (0), TRACES (the carried kernels).
# A design that is there is taken as it is, so a run that was stopped goes on; build/compare/compare-*.html has drawings.
set -u
warpfold=${WARPFOLD:-build/bin/warpfold} out=build/compare
effort=${EFFORT:-0} clock=${CLOCK_NS:-0.714}
traces=
for t in ${TRACES:-workloads/traces/*-t32.wft}; do [ ! -f "$t" ] || traces="$traces --trace $t"; done
[ -n "$traces" ] || { echo "cli_compare.sh: no traces of 32 lanes; make kernels makes them, TRACES=\"...\" names others" >&2; exit 1; }
mkdir -p $out

# measured UNIT FLAG...: the design of the unit, and all its figures
measured() {
    unit=$1 && shift
    [ ! -f "$out/$unit/report.html" ] || return 0
    # shellcheck disable=SC2086
    "$warpfold" flow --unit "$unit" "$@" ${LIBERTY:+--liberty "$LIBERTY"} ${DRIVER:+--driver "$DRIVER"} ${LOAD_FF:+--load-ff "$LOAD_FF"} \
        --clock-ns "$clock" --effort "$effort" --allow-slack --vectors 2000 --force $traces -o "$out/$unit" > "$out/$unit.log" 2>&1 ||
        { tail -n 5 "$out/$unit.log" >&2; exit 1; }
}

# side_by_side NAME UNIT...: their table, then what is published
side_by_side() {
    name=$1 && shift
    folders=
    for unit in "$@"; do folders="$folders $out/$unit"; done
    # shellcheck disable=SC2086
    "$warpfold" report $folders -o "$out/compare-$name.html" --force | sed "s| *$out/||g"
    echo
    # shellcheck disable=SC2086
    "$warpfold" report --published $folders
}

echo "make compare: $(basename "${LIBERTY:-osu018 of Debian}"), clock $clock ns, effort $effort; $(echo "$traces" | grep -o -e --trace | wc -l) traces of 32 lanes, sums over sums"
# codecs WIDTH: those of warp registers, or of cache lines
codecs() {
    for unit in $("$warpfold" list | sed -n 's/^\([a-z0-9_]*\) - .*/\1/p'); do
        case $("$warpfold" list "$unit") in *"array of "*"  $1 "*) echo "$unit" ;; esac
    done
}
registers=$(codecs lanes) lines=$(codecs line)
for unit in $registers; do measured "$unit" --lanes 32; done
for unit in $lines; do measured "$unit" --line 128; done
echo
# shellcheck disable=SC2086
side_by_side registers $registers
echo
# shellcheck disable=SC2086
side_by_side lines $lines
