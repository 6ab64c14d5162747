#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lint.sh [all] [UNIT...] - emitted Verilog has no warning in Verilator (-Wall), Icarus (-Wall) and Yosys (check -assert), and no register of the falling
# edge, TAP: cases lint, and with "all" lint-all too, which Yosys takes long over.
. tests/tools/tap.sh
. tests/tools/cases.sh

# tools: of the design in $d, each of its benches
tools() {
    cd "$d/rtl" || exit
    for bench in $(cd ../tb && ls *.v | sed -n '/_replay/d; s/\.v$//p'); do
        case $bench in *_wrapper) files=$(ls ./*.v) ;; *) files=$(ls ./*.v | grep -v -e '_stream.v$' -e '/unit_fifo.v$') ;; esac
        verilator --lint-only -Wall --top-module "$bench" $files "../tb/$bench.v"
        iverilog -Wall -g2005 -o "$work/vvp" -s "${bench}_replay" $files "../tb/$bench.v" "../tb/${bench}_replay.v"
    done
    yosys -q -p "read_verilog ./*.v; hierarchy -check; proc; check -assert; $rising"
}

# quiet FLAGS...: no tool says a word
quiet() {
    d=$work/d && rm -rf "$d"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection "$@" -o "$d" > /dev/null || return 1
    (tools) > "$work/said" 2>&1 || echo "a tool failed" >> "$work/said"
    head -n 5 "$work/said"
    [ ! -s "$work/said" ]
}

read_cases "lint${all:+ lint-all}" "$@"
while next_case; do
    # shellcheck disable=SC2086
    check "lint: $unit $rest" quiet $rest
done
falls() {
    echo 'module falls (input wire clk_i, d_i, output reg q_o); always @(negedge clk_i) q_o <= d_i; endmodule' > "$work/falls.v"
    ! yosys -q -p "read_verilog $work/falls.v; proc; $rising" && sed -i s/negedge/posedge/ "$work/falls.v" &&
        yosys -q -p "read_verilog $work/falls.v; proc; $rising"
}
check "lint: a register of the falling edge is noticed" falls
plan
