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
plan
