#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh [all] [UNIT...] - puts faults into the emitted Verilog by hand, and the bench in Icarus must notice each. Cases design, fault. With "all"
# also fault-all, late-all, held-all, and the one in Verilator must notice each too. In `make test` that one sees the first fault of a unit if checks.sh puts none of
# the unit into it (cases broken). Faults of a long life are for Verilator alone: cases late, held; for Icarus alone those that only an x shows,
# cases idle, and those of counts near their carries: cases carry. `make mutate` tries many more.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
d=$work/d

# notices SIMULATOR [VECTORS]: the bench disagrees with the model, and does not fail otherwise
notices() {
    ! "$warpfold" cosim "$d" --rtl "$work/rtl" --sim "$1" ${2:+--vectors "$2"} > "$log" 2>&1 && grep -q "disagrees with the golden model" "$log"
}

# notices_late: so it does in a run of the default length, and more than 2^16 cycles after its beginning
notices_late() {
    notices verilator && [ "$(sed -n 's/.*golden model (cycle \([0-9]*\),.*/\1/p' "$log")" -gt 65536 ]
}

# A sixth of the default run
early=33333

kinds="design fault idle carry${all:+ fault-all late-all held-all}"
[ -n "${FEW:-}" ] || kinds="$kinds late held"
read_cases "$kinds" "$@"
design= tried=
while next_case; do
    design_case && continue
    design_made || continue
    IFS='	' read -r file expression what << END
$rest
END
    spoil "$d/rtl" "$work/rtl" "unit_$file.v" "$expression" || { fail "$unit: $what"; continue; }
    # Hundreds of thousands of cycles are worth an optimiser
    case $kind in late* | held*) QUICK=-O1 ;; *) QUICK=-O0 ;; esac
    export QUICK
    case $kind in
    late*) notices_late && pass "verilator notices late: $unit: $what" || fail "verilator notices late: $unit: $what"; continue ;;
    idle) notices icarus 150 && grep -q ' in Icarus, seed' "$log" && pass "icarus notices an x: $unit: $what" || fail "icarus notices an x: $unit: $what"; continue ;;
    held*) notices verilator $early && pass "verilator notices early: $unit: $what" || fail "verilator notices early: $unit: $what"; continue ;;
    esac
    if [ $kind != carry ] && { [ -n "$all" ] || { [ "$tried" != "$unit" ] && ! grep -q '^broken ' "tests/cases/$unit"; }; }; then
        notices verilator 5000 && pass "verilator notices: $unit: $what" || fail "verilator notices: $unit: $what"
        tried=$unit
    fi
    # Most need few vectors, and Icarus runs all that it is given
    notices icarus 20 || notices icarus 150 || notices icarus 500 || notices icarus 4000 && pass "icarus notices: $unit: $what" || fail "icarus notices: $unit: $what"
done
plan
