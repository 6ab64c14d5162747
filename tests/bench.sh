#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh [model] [sim] [hardware] [clock] [growth] [scalar] [crossbar] [affine] [lines] - speeds and sizes, as ratios within one run; all
# parts by default. ROOMS="warpbdi" does hardware and clock of one room (or block: compare, expand); FORMS="fpc-word" one form of lines.
# LIBERTY=FILE measures hardware on another library than the default (with DRIVER and LOAD_FF if given).
. tests/tap.sh
. tests/plain.sh
parts=${*:-model sim hardware clock growth scalar crossbar affine lines}
rooms=${ROOMS:-warpbdi bytewise compare affine expand linebdi}
library="${LIBERTY:+--liberty $LIBERTY} ${DRIVER:+--driver $DRIVER} ${LOAD_FF:+--load-ff $LOAD_FF}"
effort=${EFFORT:-2}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

# design DIR WIDTH FLAGS...: WIDTH is lanes, or a line's bytes as in 64B
design() {
    d=$1 l=$2 && shift 2
    case $l in *B) width=line l=${l%B} ;; *) width=lanes ;; esac
    "$warpfold" gen --name unit --$width "$l" "$@" -o "$d" > /dev/null || exit 1
}

bench_sim() {
    echo "co-simulation, 32 lanes, one unit each way, combinational, golden model included: checked vectors a second in Verilator"
    design "$work/opt" 32 --enc-stages 0 --dec-stages 0 --encs 1 --decs 1
    design "$work/plain" 32 --enc-stages 0 --dec-stages 0 --encs 1 --decs 1
    make_plain "$work/plain" ".LANES(32), .BANK_BITS(128)"
    for run in 1 2 3; do
        for kind in plain opt; do
            "$warpfold" cosim "$work/$kind" --sim verilator --vectors 300000 > "$work/out" || { cat "$work/out"; exit 1; }
            sed -n 's/.* \([0-9]*\) vectors.s$/\1/p' "$work/out" >> "$work/rate-$kind"
        done
    done
    for kind in plain opt; do sort -n "$work/rate-$kind" | sed -n 2p > "$work/median-$kind"; done
    echo "  plain RTL $(cat "$work/median-plain"), emitted RTL $(cat "$work/median-opt"), ratio $(ratio "$(cat "$work/median-opt")" "$(cat "$work/median-plain")") (medians of 3, alternating)"
}

# measure DIR [FLAGS...]: synthesises it
measure() { m=$1 && shift; "$warpfold" synth "$m" --effort "$effort" $library "$@" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }; }

# row UNIT VERSION DIR PLAIN-DIR: one line of the table of areas and delays
row() {
    f=$3/synth.json
    printf '  %-8s %-16s %10.1f %9.3f %12.1f %8s  %s\n' "$1" "$2" "$(value "$f" "$1__area_um2")" "$(value "$f" "$1__delay_ns")" \
        "$(value "$f" "$1__area_delay")" "$(ratio "$(value "$f" "$1__area_delay")" "$(value "$4/synth.json" "$1__area_delay")")" \
        "$(value "$f" "$1__recipe")"
}

bench_hardware() {
    for room in $rooms; do
        width=32 flags='' plain=".LANES(32)" what="32 lanes"
        [ "$room" != linebdi ] || { width=32B flags="--zero_base off" plain=".LINE(32), .ZERO_BASE(0)" what="32 bytes, one base"; }
        echo "$room, area x delay, $what, combinational, best over effort $effort ($(basename "${LIBERTY:-osu018, Debian's}")): emitted against the plain reading"
        printf '  %-8s %-16s %10s %9s %12s %8s\n' unit version um2 ns "um2 x ns" "of plain"
        case $room in compare | expand) bench_block "$room" && continue ;; esac
        for isolate in 0 1; do
            # shellcheck disable=SC2086
            design "$work/h$room$isolate" $width --codec "$room" $flags --enc-stages 0 --dec-stages 0 --isolate $isolate
            measure "$work/h$room$isolate"
        done
        # shellcheck disable=SC2086
        design "$work/hp$room" $width --codec "$room" $flags --enc-stages 0 --dec-stages 0
        make_plain "$work/hp$room" "$plain"
        measure "$work/hp$room"
        for u in enc dec; do
            row $u plain "$work/hp$room" "$work/hp$room"
            row $u emitted "$work/h${room}0" "$work/hp$room"
            row $u "emitted,isolated" "$work/h${room}1" "$work/hp$room"
        done
    done
}

# bench_block BLOCK: plain and emitted
bench_block() {
    for v in p e; do design "$work/$1$v" 32 --block "$1"; done
    "make_plain_$1" "$work/$1p" 32
    measure "$work/$1p"
    measure "$work/$1e"
    row "$1" plain "$work/$1p" "$work/$1p"
    row "$1" emitted "$work/$1e" "$work/$1p"
}

bench_clock() {
    clock=${CLOCK_NS:-}
    for room in $rooms; do
        case $room in compare | expand | linebdi) continue ;; esac
        for isolate in 0 1; do
            design "$work/c$room$isolate" 32 --codec "$room" --isolate $isolate
            measure "$work/c$room$isolate" ${clock:+--clock-ns $clock}
            f=$work/c$room$isolate/synth.json
            [ $isolate = 1 ] || echo "$room, the default design (2 + 1 ranks, its paper's array) at $(value "$f" run__clock_ns) ns, $(basename "${LIBERTY:-osu018, Debian's}")"
            echo "  isolate $isolate: slack enc $(value "$f" enc__slack_ns) dec $(value "$f" dec__slack_ns) ns;" \
                "logic enc $(value "$f" enc__area_um2) dec $(value "$f" dec__area_um2), array logic $(value "$f" array__area_um2)," \
                "registers $(value "$f" array__reg_area_um2), total $(value "$f" array__total_um2) um2;" \
                "energy enc $(value "$f" enc__energy_pj) dec $(value "$f" dec__energy_pj) pJ"
        done
    done
}

# G-Scalar's Table 3: one rank behind each unit; the least area at a clock. ENC_NS and DEC_NS choose the clocks.
bench_scalar() {
    design "$work/s" 32 --codec bytewise --enc-stages 1 --dec-stages 1
    echo "bytewise, 32 lanes, one rank each, the least area at the clock, $(basename "${LIBERTY:-osu018, Debian's}"); G-Scalar, Table 3, 40 nm: compressor 11,624 um2, 0.67 ns, 16.22 mW; decompressor 7,332 um2, 0.35 ns, 15.86 mW"
    for u in enc dec; do
        clock=$([ $u = enc ] && echo "${ENC_NS:-}" || echo "${DEC_NS:-}")
        measure "$work/s" --unit $u ${clock:+--clock-ns $clock}
        f=$work/s/synth.json
        echo "  $u at $(value "$f" run__clock_ns) ns: logic $(value "$f" ${u}__area_um2), registers $(value "$f" ${u}__reg_area_um2) ($(value "$f" ${u}__reg_count) flip-flops)," \
            "together $(value "$f" ${u}__total_area_um2) um2; path to the rank $(value "$f" ${u}__stage1__delay_ns) ns, setup included, from the clock to the outputs $(value "$f" ${u}__clock_to_out_ns) ns; $(value "$f" ${u}__power_mw) mW"
        sed -n 's/^/    /; /data arrival time/p; /library setup time/p' "$work/s/syn/$u.path.txt" | sort -u
    done
}

# Affine vectors: one cycle each way (section 5.2 of its paper), at 1 GHz or CLOCK_NS; what vector and strides cost. FORMS: which
bench_affine() {
    clock=${CLOCK_NS:-1.0}
    echo "affine, 32 lanes, one rank each, at $clock ns, $(basename "${LIBERTY:-osu018, Debian's}")"
    printf '  %-8s %-8s %-5s %10s %10s %8s %10s %10s\n' vector strides unit "logic um2" "with ranks" "slack ns" "energy pJ" GE
    for form in ${FORMS:-warp-pow2 16-pow2 8-pow2 warp-any}; do
        w=$work/a$form
        design "$w" 32 --codec affine --vector "${form%-*}" --strides "${form#*-}" --enc-stages 1 --dec-stages 1
        measure "$w" --clock-ns "$clock"
        for u in enc dec; do
            f=$w/synth.json
            printf '  %-8s %-8s %-5s %10s %10s %8s %10s %10s\n' "${form%-*}" "${form#*-}" $u "$(value "$f" ${u}__area_um2)" \
                "$(value "$f" ${u}__total_area_um2)" "$(value "$f" ${u}__slack_ns)" "$(value "$f" ${u}__energy_pj)" "$(value "$f" ${u}__area_ge)"
        done
    done
}

# Line codecs at CLOCK_NS (1.4 GHz): ranks, slack and area of every form
bench_lines() {
    clock=${CLOCK_NS:-0.714}
    echo "line codecs at $clock ns, effort $effort, $(basename "${LIBERTY:-osu018, Debian's}")"
    printf '  %-16s %-6s %-4s %6s %8s %9s %10s %10s %10s\n' form bytes unit ranks latency "slack ns" "logic um2" "with ranks" "energy pJ"
    while read -r form bytes enc dec flags; do
        case " ${FORMS:-$form} " in *" $form "*) ;; *) continue ;; esac
        w=$work/l$form$bytes
        # shellcheck disable=SC2086
        design "$w" "${bytes}B" $flags --enc-stages "$enc" --dec-stages "$dec"
        measure "$w" --clock-ns "$clock"
        f=$w/synth.json
        for u in enc dec; do
            printf '  %-16s %-6s %-4s %6s %8s %9s %10s %10s %10s\n' "$form" "$bytes" $u "$([ $u = enc ] && echo "$enc" || echo "$dec")" \
                "$(value "$w/manifest.json" ${u}_latency)" "$(value "$f" ${u}__slack_ns)" "$(value "$f" ${u}__area_um2)" \
                "$(value "$f" ${u}__total_area_um2)" "$(value "$f" ${u}__energy_pj)"
        done
    done << END
linebdi 128 5 1 --codec linebdi
linebdi 64 5 1 --codec linebdi
fpc-segment 64 5 2 --codec fpc --form segment
fpc-word 64 5 5 --codec fpc --form word
cpack-parallel 64 5 2 --codec cpack --form parallel
cpack-fifo 64 5 5 --codec cpack --form fifo
bestof 64 5 3 --codec bestof
END
}

bench_crossbar() {
    echo "crossbar, 16 x 16 ports, 32 lanes, slices of 1 lane, combinational, effort $effort ($(basename "${LIBERTY:-osu018, Debian's}"))"
    for order in plain reorder; do
        design "$work/x$order" 32 --block crossbar --slice 1 --order $order
        measure "$work/x$order"
    done
    "$warpfold" report "$work/xplain" "$work/xreorder" -o "$work/x.html" || exit 1
}

bench_growth() {
    echo "growth over the lanes, combinational, effort 0 ($(basename "${LIBERTY:-osu018, Debian's}"))"
    printf '  %5s %12s %12s %10s\n' lanes "enc um2" "dec um2" "gen+synth s"
    : > "$work/growth"
    for lanes in 8 16 32 64 128; do
        start=$(date +%s.%N)
        design "$work/g$lanes" $lanes --enc-stages 0 --dec-stages 0 --bank 32
        "$warpfold" synth "$work/g$lanes" --effort 0 $library > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
        seconds=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
        f=$work/g$lanes/synth.json
        printf '%s %s %s %s\n' $lanes "$(value "$f" enc__area_um2)" "$(value "$f" dec__area_um2)" "$seconds" | tee -a "$work/growth" |
            awk '{ printf "  %5s %12s %12s %10s\n", $1, $2, $3, $4 }'
    done
    awk 'function slope(y,   i, mx, my, a, b) { for (i = 1; i <= n; i++) { mx += x[i] / n; my += y[i] / n }
             for (i = 1; i <= n; i++) { a += (x[i] - mx) * (y[i] - my); b += (x[i] - mx) ^ 2 } return a / b }
         { n++; x[n] = log($1); e[n] = log($2); d[n] = log($3); t[n] = log($4) }
         END { printf "  exponents (least squares in log-log): encoder area %.3f, decoder area %.3f, time %.3f\n", slope(e), slope(d), slope(t) }' "$work/growth"
}

for part in $parts; do
    case $part in
    model) build/bin/bench_model || exit 1 ;;
    sim | hardware | clock | growth | scalar | crossbar | affine | lines) "bench_$part" ;;
    *) echo "bench.sh: no part \"$part\"; there are model, sim, hardware, clock, growth, scalar, crossbar, affine and lines" >&2; exit 2 ;;
    esac
done
