#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# example.sh [all] [UNIT...] - the first bench that stands beside a design, example/NAME_example.v: no tool warns of it; it passes in Icarus, by the
# command in its head; and it fails if a memory, or each register rank, keeps a wrong bit. Without a UNIT: a register file, in Verilator too, and a
# codec of registers and one of lines; with "all" each unit. TAP.
. tests/tools/tap.sh
. tests/tools/cases.sh
d=$work/d
export MAKEFLAGS='OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' # of what Verilator makes

# made: a narrow design of the unit. False if it has no such bench
made() {
    for flags in "--lanes 4 --bank 32" "--lanes 4" "--line 32"; do
        # shellcheck disable=SC2086
        rm -rf "$d" && "$warpfold" gen --name unit --unit "$unit" $flags -o "$d" > "$log" 2>&1 && break
    done
    [ -f "$d/example/unit_example.v" ]
}
quiet() {
    (cd "$d/rtl" && verilator --lint-only -Wall -Wno-PINCONNECTEMPTY --timing --top-module unit_example -f unit.f ../example/unit_example.v &&
        iverilog -Wall -g2005 -s unit_example -o "$work/vvp" -c unit.f ../example/unit_example.v) > "$work/said" 2>&1
    code=$?
    head -n 5 "$work/said"
    [ $code = 0 ] && [ ! -s "$work/said" ]
}
# ends SIMULATOR pass|fail: its two commands in the bench's head, run in the folder rtl as they stand there
ends() {
    command=$(sed -n 's,^// *\$ ,,p' "$d/example/unit_example.v" | grep -A 1 "^$1 " | sed '1s/$/ \&\&/')
    (cd "$d/rtl" && sh -c "$command" < /dev/null) > "$work/said" 2>&1
    code=$?
    tail -n 5 "$work/said"
    if [ "$2" = pass ]; then [ $code = 0 ] && grep -q '^PASS: ' "$work/said"; else [ $code != 0 ] && grep -q '^FAIL: ' "$work/said"; fi
}
# spoilt FILE SED: with this fault in the Verilog
spoilt() { cp "$d/rtl/$1" "$work/kept" && sed -i "$2" "$d/rtl/$1" && ! cmp -s "$d/rtl/$1" "$work/kept"; }

# some_units: a register file, and of the codecs of registers and of those of lines the first
some_units() { register_file; sed -nE 's/^WF_UNIT\(([a-z0-9_]*)\).*/\1/p; ' units.def | head -n 1; sed -nE 's/^WF_LINE_CODEC\(([a-z0-9_]*)\).*/\1/p' units.def | head -n 1; }

tried=
for unit in ${*:-$(if [ -n "$all" ]; then all_units; else some_units; fi)}; do
    made || continue
    both=$all
    [ "$unit" != "$(register_file)" ] || both=1
    check "$unit: no tool warns" quiet
    check "$unit: it passes in Icarus" ends iverilog pass
    [ -z "$both" ] || check "$unit: it passes in Verilator" ends verilator pass
    if [ -f "$d/rtl/unit_ram.v" ]; then
        check "$unit: a fault in its memories" spoilt unit_ram.v 's/<= write_data_i\[.*\];/<= ~write_data_i[p*PART +: PART];/'
    else
        check "$unit: a fault in its ranks" spoilt unit_rank.v "s/data_q <= data_i;/data_q <= data_i ^ 1'b1;/"
    fi
    check "$unit: it fails in Icarus" ends iverilog fail
    [ -z "$all" ] || check "$unit: it fails in Verilator" ends verilator fail
    tried="$tried $unit"
done
check "units were tried" test "${#tried}" -gt 0
plan
