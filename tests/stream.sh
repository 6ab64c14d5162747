#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# stream.sh [UNIT...] - the valid/ready wrappers, around units of every latency and units that iterate: cases stream.
. tests/tap.sh
. tests/cases.sh
d=$work/d

# through FLAGS...: blocks through both wrappers of the design; the bench is told its geometry
through() {
    rm -rf "$d"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit --wrapper 1 $selection "$@" -o "$d" || return 1
    m=$d/manifest.json mask=$(value "$m" mask_bits) interval=$(value "$m" dec_interval)
    [ "$(value "$m" enc_interval)" -le "$interval" ] || interval=$(value "$m" enc_interval)
    # shellcheck disable=SC2046
    iverilog -g2005 -DBLOCK="$(value "$m" block_bits)" -DTAG="$(value "$m" tag_bits)" -DPAYLOAD="$(value "$m" payload_bits)" \
        $([ "$mask" = 0 ] || echo "-DMASK=$mask") -DINTERVAL="$interval" \
        -o "$work/tb" -s stream_tb "$d"/rtl/*.v tests/stream_tb.v || return 1
    vvp -n "$work/tb" | tee "$work/said"
    grep -q '^ok' "$work/said" && ! grep -q '^not ok' "$work/said"
}

read_cases stream "$@"
while next_case; do
    # shellcheck disable=SC2086
    check "$unit comes through its wrappers: $rest" through $rest
done
plan
