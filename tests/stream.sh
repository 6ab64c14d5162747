#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# stream.sh - the valid/ready wrappers, with units of every latency.
. tests/tap.sh
for stages in 0 1 2 4; do
    rm -rf "$work/d"
    "$warpfold" gen --name unit --lanes 8 --bank 32 --wrapper 1 --enc-stages $stages --dec-stages $stages -o "$work/d" \
        > "$log" 2>&1 && iverilog -g2005 -o "$work/tb" -s stream_tb "$work"/d/rtl/*.v tests/stream_tb.v >> "$log" 2>&1
    vvp -n "$work/tb" >> "$log" 2>&1
    if grep -q '^ok' "$log" && ! grep -q '^not ok' "$log"; then pass "wrappers around units of $stages ranks"
    else fail "wrappers around units of $stages ranks"; fi
done
# Units that iterate over a line of 32 bytes, eight words
for unit in "fpc word 2 4" "cpack fifo 4 2"; do
    # shellcheck disable=SC2086
    set -- $unit
    rm -rf "$work/d"
    "$warpfold" gen --codec "$1" --form "$2" --rate "$3" --name unit --line 32 --wrapper 1 --enc-stages 2 --dec-stages 1 -o "$work/d" \
        > "$log" 2>&1 && iverilog -g2005 -DLINES -DINTERVAL="$4" -o "$work/tb" -s stream_tb "$work"/d/rtl/*.v tests/stream_tb.v >> "$log" 2>&1
    vvp -n "$work/tb" >> "$log" 2>&1
    if grep -q '^ok' "$log" && ! grep -q '^not ok' "$log"; then pass "wrappers around $1, $2, an input every $4 cycles"
    else fail "wrappers around $1, $2, an input every $4 cycles"; fi
done
plan
