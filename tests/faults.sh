#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh - faults put into the emitted Verilog by hand: both benches must notice each. `make mutate` tries many more.
. tests/tap.sh
"$warpfold" gen --lanes 8 --bank 32 --decs 2 --dec-ports 3 -o "$work/d" > "$log" 2>&1

# caught FILE SED-EXPRESSION WHAT
caught() {
    rm -rf "$work/rtl" && cp -r "$work/d/rtl" "$work/rtl"
    sed -i "$2" "$work/rtl/warpbdi8_$1.v"
    if cmp -s "$work/rtl/warpbdi8_$1.v" "$work/d/rtl/warpbdi8_$1.v"; then
        echo "the fault changes no line" > "$log"; fail "$3"; return
    fi
    for sim in verilator icarus; do
        if "$warpfold" cosim "$work/d" --rtl "$work/rtl" --sim $sim --vectors 2000 > "$log" 2>&1; then
            fail "$sim notices: $3"
        elif grep -q "disagrees with the golden model" "$log"; then
            pass "$sim notices: $3"
        else
            fail "$sim notices: $3 (it failed otherwise)"
        fi
    done
}

caught enc 's/raw_only_i ||/1'"'"'b0 ||/' "raw_only is not looked at"
caught enc 's/(&mask_i)/(|mask_i)/' "a mask with one lane counts as full"
caught rank 's/valid_q <= 1.b0/valid_q <= 1'"'"'b1/' "reset sets valid"
caught rank 's/if (valid_i) data_q/if (!valid_i) data_q/' "data are loaded when idle"
caught move 's/&& !(&mask_i)/|| !(\&mask_i)/' "a move before every write that is not full"
caught decs 's/after_q\[p\] == (round == 0)/after_q[p] == (round == 1)/' "the arbiter starts at the wrong requester"
plan
