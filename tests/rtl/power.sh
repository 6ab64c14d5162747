#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# power.sh [UNIT...] - memories that sleep: what the UPF file of a design that switches them off names is in it, and with memories that forget where they sleep
# the unit agrees with its model, also one that always keeps them on. Cases design, asleep. TAP.
. tests/tools/tap.sh
. tests/tools/cases.sh
d=$work/d

# power_intent: no tool here reads UPF, so procedures of Tcl do, in OpenSTA; Yosys tells what is in the design
power_intent() {
    cat > "$work/elaborate.ys" << END
read_verilog $(echo "$d"/rtl/*.v)
hierarchy -top unit_$unit
blackbox *unit_ram*
proc
flatten
tee -q -o $work/rams select -list t:*unit_ram*
write_verilog -noattr $work/flat.v
END
    yosys -q -s "$work/elaborate.ys" || return 1
    {
        echo "set upf $d/syn/unit.upf"
        sed "s,^unit_$unit/,,; s,.*,lappend memories {&}," "$work/rams"
        sed -n 's,^ *\(output \)*wire \[\([0-9]*\):0\] \\*\([a-z_.0-9]*\) *;,dict set nets {\3} \2,p' "$work/flat.v"
        cat tests/rtl/power.tcl
    } > "$work/read.tcl"
    "${STA:-sta}" -no_splash -exit "$work/read.tcl" > "$work/said" 2>&1
    cat "$work/said" && grep -q '^[0-9]* domains$' "$work/said"
}

# asleep RTL: the unit of these files, its memories in their sleep
asleep() {
    rm -rf "$work/asleep" && cp -r "$1" "$work/asleep" &&
        sed "s/\`SLEEPING_RAM/unit_ram/; s/\`WAKE/${wake:-0}/" tests/rtl/sleeping_ram.v > "$work/asleep/unit_ram.v" &&
        "$warpfold" cosim "$d" --rtl "$work/asleep" --sim icarus --vectors 150
}
noticed() { ! asleep "$work/rtl" && grep -q 'disagrees with the golden model' "$log"; }

read_cases "design asleep" "$@"
design= made=
while next_case; do
    design_case && continue
    if [ -z "$made" ]; then
        design_made || continue
        wake=$(value "$d/manifest.json" wake)   # none: it never switches them off, and has no UPF file
        if [ -n "$wake" ]; then
            check "$unit: each memory has a power domain, a switch and an isolation" power_intent
            sed -i "s/power\\[1\\]/power[0]/" "$d/syn/unit.upf"
            shared() { ! power_intent; }
            check "$unit: ... two memories with one switch are noticed" shared
        fi
        check "$unit: memories lose their words while they are off, and it agrees with its model" asleep "$d/rtl"
    fi
    IFS='	' read -r file expression what << END
$rest
END
    spoil "$d/rtl" "$work/rtl" "unit_$file.v" "$expression" || { fail "$unit: $what"; continue; }
    check "memories that sleep notice: $unit: $what" noticed
done
plan
