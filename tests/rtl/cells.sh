#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cells.sh [all] [WHAT] - the cells that units and systems share (rtl_templates/cells, docs/cells.md), each by itself. TAP. tests/cells has, of a cell,
# NAME.cases and NAME_ref.v, the same as a loop, or NAME_check.v, which feeds it all that its users may do and says when an answer is wrong, or
# NAME_edges.v, which does so for a cell with latches.
#   (nothing)       lint; equal to the loop, by SAT; never wrong, by induction (ABC's pdr); random cycles in Icarus; illegal parameters; faults
#   timing [CELL]   area and time at 4 to 64 ports. LIBERTY=FILE: the library, if not the default
#   fpga            what wf_ram takes on FPGAs
#   mutate [CELL]   one fault at a time, in every place; what no check notices
. tests/tools/tap.sh
. tests/cells/tools.sh

# notices NAME CHECK PARAMETERS SED: the check fails of the cell with this fault
notices() {
    plain_cells
    cp "$work/cells/$1.v" "$work/plain.v"
    plain_cells "$4"
    if cmp -s "$work/cells/$1.v" "$work/plain.v"; then
        echo "$1 has no such place" > "$log" && fail "$1: the fault $4"
    elif ! icarus_takes "$1" "$(echo "$3" | tr -d '-' | tr ',' ' ')" > "$log" 2>&1; then
        fail "$1: the fault $4 is Verilog"
    elif "$2" "$1" "$(echo "$3" | tr ',' ' ')"; then
        fail "$1: $2 notices $4"
    else
        pass "$1: $2 notices $4"
    fi
}

# said NAME COMMAND...: a test of this name
said() { name=$1 && shift; if "$@"; then pass "$name"; else fail "$name"; fi; }

# mapped CELL: in $work/shift.v the module by_map, of tests/rtl/shifts.v, equals by_yosys, of Yosys' own maps
mapped() {
    yosys -q -p "read_verilog $work/shift.v; wreduce; techmap -map tests/rtl/shifts.v by_map; select -assert-none by_map/t:$1; techmap;
        miter -equiv -flatten by_map by_yosys miter; sat -verify -prove trigger 0 miter" > "$log" 2>&1
}

# each_part: a part of a vector, also with places outside it, is what a shift of the vector is
each_part() {
    for sizes in "13 3 5" "16 4 1" "9 6 4" "5 2 8" "8 3 8"; do
        for sign in unsigned signed; do
            echo "$sizes $sign" | {
                read -r a b y s
                echo "module by_map(input [$((a - 1)):0] a, input [$((b - 1)):0] b, output [$((y - 1)):0] y); assign y = a[\$$s(b) +: $y]; endmodule"
                echo "module by_yosys(input [$((a - 1)):0] a, input [$((b - 1)):0] b, output [$((y - 1)):0] y);
                    wire [$((a + y - 1)):0] all = a; assign y = $([ $s = signed ] && echo "b[$((b - 1))] ? all << -b :") all >> b; endmodule"
            } > "$work/shift.v"
            mapped '\$shiftx' || return
        done
    done
}

# each_left: a shift to the left
each_left() {
    for sizes in "5 3 13" "1 4 16" "4 6 9" "8 2 5" "8 3 8" "7 1 8"; do
        echo "$sizes" | {
            read -r a b y
            for module in by_map by_yosys; do
                echo "module $module(input [$((a - 1)):0] a, input [$((b - 1)):0] b, output [$((y - 1)):0] y); assign y = a << b; endmodule"
            done
        } > "$work/shift.v"
        mapped '\$shl' || return
    done
}

# latch: a proof of what has a latch, here with itself, ends without a verdict (equal.sh, graph)
latch() (
    . tests/rtl/equal.sh
    d=$work
    for module in left right; do
        echo "module $module(input [1:0] in, output reg out); always @* if (in[0]) out = in[1]; endmodule" > "$d/$module.v"
        graph $module "$d/$module.v" > "$log" 2>&1 || return
    done
    agree "$d/left.blif" "$d/right.blif" >> "$log" 2>&1
    grep -q 'contains combinational loop' "$log" && ! grep -q 'equivalent' "$log"
)

checks() {
    plain_cells
    for cell in $cells; do
        cases size "$cell" | grep -q . || continue
        said "$cell is plain Verilog in three tools" each lint "$cell" size
        [ -z "$(cases illegal "$cell")" ] || said "$cell refuses illegal parameters" each refused "$cell" illegal
        [ ! -f "tests/cells/${cell}_ref.v" ] || said "$cell equals its loop" each equal "$cell" size
        [ ! -f "tests/cells/${cell}_check.v" ] || said "$cell is never wrong" each never "$cell" size
        [ ! -f "tests/cells/${cell}_edges.v" ] || said "$cell is never wrong in either half of a cycle" each edges "$cell" size
        [ -z "$(check_of "$cell")" ] || said "$cell in random cycles" each cycles "$cell" size
    done
    said "the map of parts from a variable place on equals a shift" each_part
    said "the map of shifts to the left equals that of Yosys" each_left
    said "no proof of a latch" latch
    said "wf_ram reads, writes parts and holds its output" ram
    said "wf_ram of one part" ram "BITS=7 PART=7 WORDS=5"
    said "wf_ram stops where a row is read while it is written" clashes
    said "wf_ram goes on there if its macro is defined" goes_on
    plain_cells
    said "wf_ram is block RAM alone on three families of FPGAs" ram_in_blocks
    for cell in $cells; do
        cases fault "$cell" > "$work/faults"
        while read -r check parameters fault; do notices "$cell" "$check" "$parameters" "$fault" < /dev/null; done < "$work/faults"
    done
    plan
}

case ${1:-} in
    '') checks ;;
    fpga) plain_cells && . tests/cells/fpga.sh ;;
    timing) all=1 && shift && cells=${*:-$cells} && . tests/cells/timing.sh ;;
    mutate) all=1 && shift && . tests/cells/mutate.sh ;;
    *) echo "usage: $0 [fpga | timing [CELL...] | mutate [CELL...]]" >&2 && exit 2 ;;
esac
