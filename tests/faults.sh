#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh [UNIT...] - puts faults into the emitted Verilog by hand. Both benches must notice each. Cases design, fault. `make mutate`
# tries many more.
. tests/tap.sh
. tests/cases.sh
. tests/quick.sh
d=$work/d

# caught FILE SED-EXPRESSION WHAT
caught() {
    rm -rf "$work/rtl" && cp -r "$d/rtl" "$work/rtl"
    sed -i "$2" "$work/rtl/unit_$1.v" 2> "$log"
    if cmp -s "$work/rtl/unit_$1.v" "$d/rtl/unit_$1.v"; then
        echo "tests/cases/$unit:$line: the fault changes no line" >> "$log"; fail "$3"; return
    fi
    for sim in verilator icarus; do
        vectors=$([ $sim = verilator ] && echo 2000 || echo 500)
        if "$warpfold" cosim "$d" --rtl "$work/rtl" --sim $sim --vectors $vectors > "$log" 2>&1; then
            fail "$sim notices: $3"
        elif grep -q "disagrees with the golden model" "$log"; then
            pass "$sim notices: $3"
        else
            fail "$sim notices: $3 (it failed otherwise)"
        fi
    done
}

read_cases "design fault" "$@"
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
