#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checks.sh [UNIT...] - the checks of emitted modules (sv/NAME_*_check.sv): Yosys proves them of a small design, and faults put into the
# Verilog by hand break them, in Yosys and, bound to the bench, in Verilator. Cases formal, broken. TAP.
. tests/tap.sh
. tests/cases.sh
. tests/quick.sh
d=$work/d

# proven RTL: the checks of $module hold with the Verilog of this folder. A module that waits (a stall, a wrapper) may wait for ever, so
# there the first cycles are tried; all other modules are proven by induction
proven() {
    case "$module $flags" in *_stream* | *'--stall 1'*) how="-tempinduct-baseonly -maxsteps 8" ;; *) how="-tempinduct -seq 1 -maxsteps 10" ;; esac
    "${YOSYS:-yosys}" -p "read_verilog -sv -formal $1/*.v $d/sv/unit_${module}_check.sv $d/sv/unit_${module}_formal.sv
        prep -flatten -top unit_${module}_formal
        async2sync; opt -fast
        sat -verify -prove-asserts -set-assumes $how" > "$work/yosys" 2>&1
    code=$?
    tail -n 3 "$work/yosys"
    [ "$(grep -c 'Import proof for assert' "$work/yosys")" -ge 2 ] || { echo "Yosys found no checks"; return 2; }
    [ $code = 0 ] || ! grep -q 'proof did fail' "$work/yosys" || return 1
    return $code
}
disproven() { proven "$1"; [ $? = 1 ]; }

# noticed RTL: bound to the bench, a check fails with the Verilog of this folder, and the one line that tells so says which
noticed() {
    "$warpfold" cosim "$d" --rtl "$1" --sim verilator --vectors 1000 --checks > "$log" 2>&1 && return 1
    tail -n 1 "$log"
    grep -q 'an assertion in the Verilog does not hold: [A-Za-z_.]*check[a-z_.]*: [a-z]' "$log"
}

read_cases "formal broken" "$@"
while next_case; do
    if [ "$kind" = formal ]; then
        module=${rest%% *} flags=${rest#"$module"} bound=
        rm -rf "$d"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit $selection $flags -o "$d" > "$log" 2>&1 || { fail "$unit $flags is made"; continue; }
        check "$unit: the checks of $module hold$flags" proven "$d/rtl"
        continue
    fi
    IFS='	' read -r file expression what << END
$rest
END
    [ -n "$bound" ] || check "$unit: bound in Verilator they hold too" "$warpfold" cosim "$d" --sim verilator --vectors 1000 --checks
    bound=1
    rm -rf "$work/rtl" && cp -r "$d/rtl" "$work/rtl"
    sed -i "$expression" "$work/rtl/unit_$file.v" 2> "$log"
    if cmp -s "$work/rtl/unit_$file.v" "$d/rtl/unit_$file.v"; then
        echo "tests/cases/$unit:$line: the fault changes no line" >> "$log"; fail "$what"; continue
    fi
    check "$unit: Yosys disproves the checks: $what" disproven "$work/rtl"
    check "$unit: Verilator notices by a check: $what" noticed "$work/rtl"
done
plan
