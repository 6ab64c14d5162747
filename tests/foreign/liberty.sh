#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# liberty.sh - libraries as they are found: the default library written in the ways that reports of users of Yosys, OpenSTA and the open PDKs
# show. All of them say the same as it does, so the figures must be the same. liberty/ has what writes them. What is right was written down
# before it was tried.
. tests/tools/tap.sh
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
odd=$work/odd.lib

# A few gates, and a block with flip-flops
"$warpfold" gen --unit warpbdi --lanes 4 --modes 4-0 -o "$work/gates" > /dev/null 2>&1
"$warpfold" gen --unit eligible --lanes 4 --sources 1 --stages 1 -o "$work/flops" > /dev/null 2>&1
# figures DESIGN LIBRARY: the line of the table that synth prints, or nothing
figures() {
    design=$1
    [ "$design" = flops ] || design="gates --module move"
    # shellcheck disable=SC2086
    (cd "$work" && exec timeout 300 "$program" synth $design --effort 0 --liberty "$2") > "$log.synth" 2>&1 && grep ' GE logic ' "$log.synth"
}
program=$(realpath "$warpfold")
gates=$(figures gates $library)
flops=$(figures flops $library)

# same DESIGN: the figures with the odd library are those with the plain one
same() {
    eval "plain=\$$1"
    found=$(figures "$1" "$odd")
    echo "$plain" && cat "$log.synth" && [ -n "$plain" ] && [ "$plain" = "$found" ]
}
# with NAME: writes the odd library
with() {
    case $1 in
    *.awk) awk -f "tests/foreign/liberty/$1" $library > "$odd" ;;
    *) sed -f "tests/foreign/liberty/$1" $library > "$odd" ;;
    esac
    ! cmp -s $library "$odd"
}

# YosysHQ/yosys issue 5491
retention() { with retention.awk && same flops && ! grep -Eq 'RDFF|LOCKUP' "$work"/flops/syn/*.v; }
check "flip-flops with a second state, smaller than the plain one, are not used" retention

# Liberty: pin (name_list) is a group for each pin
pin_lists() {
    awk -f tests/foreign/liberty/pins.awk $library > "$odd" && apart=$(figures gates "$odd") && grep -q NAND2X1 "$work"/gates/syn/move.v &&
        awk -v list=1 -f tests/foreign/liberty/pins.awk $library > "$odd" && grep -q 'pin(A, B)' "$odd" &&
        together=$(figures gates "$odd")
    cat "$log.synth" && echo "$apart" && [ -n "$apart" ] && [ "$apart" = "$together" ]
}
check "one group for both pins of the gates that are used" pin_lists

# gf180mcu issue 28, YosysHQ/yosys issues 3498 and 5451
check "expressions without quotation marks, of gates, a latch and a flip-flop" eval 'with unquoted.sed && same gates'

# OpenROAD issue 5831
check "supply pins vdd! and gnd! in every cell" eval 'with supply.sed && same gates'

check "comments between any two words, and strings that look like comments" eval 'with comments.sed && same gates'

# OpenSTA (The-OpenROAD-Project) issue 5
check "a revision of several points, attributes that end with their line" eval 'with revision.sed && same gates'

# OpenSTA (parallaxsw) issue 277
check "quoted numbers, a unit of 1000 ff, lines that end with a backslash" eval 'with continued.sed && same gates'

# OpenSTA (The-OpenROAD-Project) issue 84 has the table, gf180mcu the conditions. Both edges of a cycle take as much as they did: the power is the
# same to a hundredth, or synth says that it is not in there
conditions() {
    with conditions.awk && found=$(figures flops "$odd") || return 1
    cat "$log.synth" && echo "$flops"
    grep -q '"run__no_clock_energy"' "$work/flops/synth.json" && grep -q DFFPOSX1 "$log.synth" && return 0
    echo "$found $flops" | awk '{ for (i = 1; i < NF; i++) if ($(i + 1) == "mW") mw[++n] = $i } END { exit !(n == 2 && mw[2] > 0 && mw[1] / mw[2] > 0.99 && mw[1] / mw[2] < 1.01) }'
}
check "a clock pin's energy under both values of D, one table for either edge" conditions

# OpenSTA (parallaxsw) issues 114 and 115
check "names with colons: a corner, templates, a wire load" eval 'with colons.sed && same gates'

# YosysHQ/yosys issue 5476; ends of lines as a checkout on Windows leaves them
check "too many semicolons, CR LF" eval 'with windows.sed && same gates'
plan
