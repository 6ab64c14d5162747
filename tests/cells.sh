#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cells.sh - simulates the cells that units share, each by itself, in Icarus.
. tests/tap.sh

# ram NAME WANTED PARAMETERS PLUSARGS SED: expects this of wf_ram, after sed has put a fault into it
ram() {
    sed -e 's/`WF_RAM/wf_ram/' -e "$5" rtl_templates/cells/wf_ram.v > "$work/ram.v"
    # shellcheck disable=SC2086
    iverilog -g2005 -DWF_RAM=wf_ram $3 -o "$work/tb" -s ram_tb "$work/ram.v" tests/ram_tb.v > "$log" 2>&1 && vvp -n "$work/tb" $4 >> "$log" 2>&1
    if grep -q "$2" "$log"; then pass "$1"; else fail "$1"; fi
}
ram "wf_ram reads, writes parts and holds its output" '^same' "" "" ''
ram "wf_ram of one part" '^same' "-Pram_tb.BITS=7 -Pram_tb.PART=7 -Pram_tb.WORDS=5" "" ''
ram "wf_ram stops where a row is read while it is written" '^ASSERT' "" +clash ''
ram "this bench notices an output that does not hold" 'differ' "" "" 's/if (read_i) data_q/data_q/'
ram "this bench notices parts that are written together" 'differ' "" "" 's/if (write_i\[p\])/if (|write_i)/'
plan
