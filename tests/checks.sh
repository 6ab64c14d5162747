#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checks.sh [UNIT...] - the checks of emitted modules (sv/NAME_*_check.sv): Yosys proves them of a small design, and faults put into the
# Verilog by hand break them, in Yosys and, bound to the bench, in Verilator. Cases formal, broken, disproven, misuse. TAP.
# checks.sh all [UNIT...] - the same, and the proofs that take minutes: also formal-all.
. tests/tap.sh
. tests/cases.sh
. tests/quick.sh
d=$work/d

# proven DIR: the checks of $module hold with the Verilog in this folder's rtl and sv. A module that waits (a stall, a wrapper) may wait for
# ever, so there the first cycles are tried; all other modules are proven by induction. Registers become single bits, so that logic behind
# which nothing is checked falls away. Memories are cut out: what they give is free
proven() {
    case "$module $flags" in *_stream* | *'--stall 1'*) how="-tempinduct-baseonly -maxsteps 8" ;; *) how="-tempinduct -seq 1 -maxsteps 10" ;; esac
    "${YOSYS:-yosys}" -p "read_verilog -sv -formal $1/rtl/*.v $1/sv/unit_*_check.sv $1/sv/unit_${module}_formal.sv
        hierarchy -check -top unit_${module}_formal; proc; flatten; memory_collect; delete t:\$mem_v2
        async2sync; simplemap t:*ff*; opt_clean -purge; opt
        sat -verify -prove-asserts -set-assumes $how" > "$work/yosys" 2>&1
    code=$?
    tail -n 3 "$work/yosys"
    [ "$(grep -c 'Import proof for assert' "$work/yosys")" -ge 2 ] || { echo "Yosys found no checks"; return 2; }
    [ $code = 0 ] || ! grep -q 'proof did fail' "$work/yosys" || return 1
    return $code
}
disproven() { proven "$1"; [ $? = 1 ]; }

# noticed DIR [FLAGS]: bound to the bench, a check fails in this folder, and the one line that tells so says which
noticed() {
    "$warpfold" cosim "$@" --sim verilator --vectors 1000 --checks > "$log" 2>&1 && return 1
    tail -n 1 "$log"
    grep -q 'an assertion in the Verilog does not hold: [][A-Za-z0-9_.]*check[][a-z0-9_.]*: [a-z]' "$log"
}

# spoil PATH: puts the fault of the case into this file of a copy of the design, $work/spoilt. False if it changes nothing
spoil() {
    rm -rf "$work/spoilt" && cp -r "$d" "$work/spoilt" && rm -rf "$work/spoilt"/tb/verilator_*
    sed -i "$expression" "$work/spoilt/$1" 2> "$log"
    cmp -s "$work/spoilt/$1" "$d/$1" || return 0
    echo "tests/cases/$unit:$line: the fault changes no line" >> "$log"
    return 1
}

# free_inputs: in the copy of the design nothing is assumed of the environment; what it owes is a check like any other
free_inputs() { rm -rf "$work/spoilt" && cp -r "$d" "$work/spoilt" && sed -i 's/\.ASSUME(1)/.ASSUME(0)/' "$work/spoilt/sv/unit_${module}_formal.sv"; }

kinds="formal broken disproven misuse"
[ "${1:-}" != all ] || { shift; kinds="$kinds formal-all"; }
read_cases "$kinds" "$@"
while next_case; do
    case $kind in formal*)
        module=${rest%% *} flags=${rest#* }
        # shellcheck disable=SC2086
        [ "$selection $flags" = "${made:-}" ] || { made= bound= && rm -rf "$d" && "$warpfold" gen --name unit $selection $flags -o "$d" > "$log" 2>&1; } ||
            { fail "$unit $flags is made"; continue; }
        made="$selection $flags"
        check "$unit: the checks of $module hold $flags" proven "$d"
        continue
        ;;
    esac
    IFS='	' read -r file expression what << END
$rest
END
    [ -n "$bound" ] || check "$unit: bound in Verilator they hold too" "$warpfold" cosim "$d" --sim verilator --vectors 1000 --checks
    bound=1
    case $kind in
    broken | disproven)
        spoil "rtl/unit_$file.v" || { fail "$what"; continue; }
        check "$unit: Yosys disproves the checks: $what" disproven "$work/spoilt"
        [ $kind = disproven ] || check "$unit: Verilator notices by a check: $what" noticed "$work/spoilt" --edited
        ;;
    misuse)
        free_inputs
        check "$unit: Yosys disproves what the environment of $module owes" disproven "$work/spoilt"
        spoil "tb/unit_$file.v" || { fail "$what"; continue; }
        check "$unit: Verilator notices by a check: $what" noticed "$work/spoilt"
        ;;
    esac
done
plan
