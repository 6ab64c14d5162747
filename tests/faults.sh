#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh [all] [UNIT...] - puts faults into the emitted Verilog by hand. Both benches must notice each. Cases design, fault, and with "all"
# fault-all too. `make mutate` tries many more.
. tests/tap.sh
. tests/cases.sh
. tests/quick.sh
d=$work/d

# notices SIMULATOR VECTORS: the bench disagrees with the model, and does not fail otherwise
notices() {
    ! "$warpfold" cosim "$d" --rtl "$work/rtl" --sim "$1" --vectors "$2" > "$log" 2>&1 && grep -q "disagrees with the golden model" "$log"
}

# caught FILE SED-EXPRESSION WHAT
caught() {
    rm -rf "$work/rtl" && cp -r "$d/rtl" "$work/rtl"
    sed -i "$2" "$work/rtl/unit_$1.v" 2> "$log"
    if cmp -s "$work/rtl/unit_$1.v" "$d/rtl/unit_$1.v"; then
        echo "tests/cases/$unit:$line: the fault changes no line" >> "$log"; fail "$3"; return
    fi
    notices verilator 2000 && pass "verilator notices: $3" || fail "verilator notices: $3"
    # Most need few vectors, and Icarus runs all that it is given
    notices icarus 20 || notices icarus 150 || notices icarus 500 && pass "icarus notices: $3" || fail "icarus notices: $3"
}

kinds="design fault"
[ "${1:-}" != all ] || { kinds="$kinds fault-all" && shift; }
read_cases "$kinds" "$@"
design=
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
    caught "$file" "$expression" "$unit: $what"
done
plan
