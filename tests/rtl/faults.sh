#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh [all] [UNIT...] - puts faults into the emitted Verilog by hand, and the bench in Icarus must notice each. Cases design, fault. With "all"
# also fault-all, and the one in Verilator must notice each too. In `make test` that one sees the first fault of a unit if checks.sh puts none of
# the unit into it (cases broken). `make mutate` tries many more.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
d=$work/d

# notices SIMULATOR VECTORS: the bench disagrees with the model, and does not fail otherwise
notices() {
    ! "$warpfold" cosim "$d" --rtl "$work/rtl" --sim "$1" --vectors "$2" > "$log" 2>&1 && grep -q "disagrees with the golden model" "$log"
}

kinds="design fault${all:+ fault-all}"
read_cases "$kinds" "$@"
design= tried=
while next_case; do
    if [ "$kind" = design ]; then
        design=$rest made=
        continue
    fi
    # A design is made only if it has a fault
    if [ -z "$made" ]; then
        rm -rf "$d"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit $selection $design -o "$d" > "$log" 2>&1 || { fail "$unit $design is made"; continue; }
        made=1
    fi
    IFS='	' read -r file expression what << END
$rest
END
    spoil "$d/rtl" "$work/rtl" "unit_$file.v" "$expression" || { fail "$unit: $what"; continue; }
    if [ -n "$all" ] || { [ "$tried" != "$unit" ] && ! grep -q '^broken ' "tests/cases/$unit"; }; then
        notices verilator 2000 && pass "verilator notices: $unit: $what" || fail "verilator notices: $unit: $what"
        tried=$unit
    fi
    # Most need few vectors, and Icarus runs all that it is given
    notices icarus 20 || notices icarus 150 || notices icarus 500 && pass "icarus notices: $unit: $what" || fail "icarus notices: $unit: $what"
done
plan
