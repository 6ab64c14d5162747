#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lint.sh [all] [UNIT...] - emitted Verilog has no warning in Verilator (-Wall), Icarus (-Wall) and Yosys (check -assert), TAP: cases
# lint, and with "all" lint-all too, which Yosys takes long over.
. tests/tap.sh
. tests/cases.sh

# tools: of the design in $d
tools() {
    cd "$d/rtl" || exit
    files=$(ls ./*.v | grep -v -e stream -e fifo | tr '\n' ' ')
    for array in $([ -f unit_encs.v ] && echo 0 1 || echo 0); do
        verilator --lint-only -Wall --top-module unit_bench -GARRAY="$array" $files ../tb/unit_bench.v
    done
    iverilog -Wall -g2005 -o /dev/null -s unit_replay $files ../tb/unit_bench.v ../tb/unit_replay.v
    yosys -q -p "read_verilog $files; hierarchy -check; proc; check -assert"
    if [ -f unit_enc_stream.v ]; then
        for top in enc dec; do
            verilator --lint-only -Wall --top-module unit_${top}_stream ./unit_${top}_stream.v unit_fifo.v unit_$top.v \
                $(ls unit_rank.v unit_cut.v 2> /dev/null)
            iverilog -Wall -g2005 -o /dev/null -s unit_${top}_stream ./*.v
        done
        yosys -q -p "read_verilog ./*.v; hierarchy -check; proc; check -assert"
    fi
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

kinds=lint
[ "${1:-}" != all ] || { kinds="lint lint-all" && shift; }
read_cases "$kinds" "$@"
while next_case; do
    # shellcheck disable=SC2086
    check "lint: $unit $rest" quiet $rest
done
plan
