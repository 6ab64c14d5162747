#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh [model] [sim] [hardware] [clock] [growth] - speeds and sizes, as ratios within one run; all parts by default.
# LIBERTY=FILE measures hardware on another library than the default (with DRIVER and LOAD_FF if given).
. tests/tap.sh
. tests/plain.sh
parts=${*:-model sim hardware clock growth}
library="${LIBERTY:+--liberty $LIBERTY} ${DRIVER:+--driver $DRIVER} ${LOAD_FF:+--load-ff $LOAD_FF}"
effort=${EFFORT:-2}

# value FILE KEY
value() { sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

# design DIR LANES FLAGS...
design() { d=$1 l=$2 && shift 2; "$warpfold" gen --name unit --lanes "$l" "$@" -o "$d" > /dev/null || exit 1; }

bench_sim() {
    echo "co-simulation, 32 lanes, one unit each way, combinational, golden model included: checked vectors a second in Verilator"
    design "$work/opt" 32 --enc-stages 0 --dec-stages 0 --encs 1 --decs 1
    design "$work/plain" 32 --enc-stages 0 --dec-stages 0 --encs 1 --decs 1
    make_plain "$work/plain" 32 128
    for run in 1 2 3; do
        for kind in plain opt; do
            "$warpfold" cosim "$work/$kind" --sim verilator --vectors 300000 > "$work/out" || { cat "$work/out"; exit 1; }
            sed -n 's/.* \([0-9]*\) vectors.s$/\1/p' "$work/out" >> "$work/rate-$kind"
        done
    done
    for kind in plain opt; do sort -n "$work/rate-$kind" | sed -n 2p > "$work/median-$kind"; done
    echo "  plain RTL $(cat "$work/median-plain"), emitted RTL $(cat "$work/median-opt"), ratio $(ratio "$(cat "$work/median-opt")" "$(cat "$work/median-plain")") (medians of 3, alternating)"
}

bench_hardware() {
    echo "area x delay, 32 lanes, combinational, best over effort $effort ($(basename "${LIBERTY:-osu018, Debian's}")): emitted against the plain reading"
    for isolate in 0 1; do
        design "$work/h$isolate" 32 --enc-stages 0 --dec-stages 0 --isolate $isolate
        "$warpfold" synth "$work/h$isolate" --effort "$effort" $library > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
    done
    design "$work/hp" 32 --enc-stages 0 --dec-stages 0
    make_plain "$work/hp" 32 128
    "$warpfold" synth "$work/hp" --effort "$effort" $library > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
    printf '  %-4s %-16s %10s %9s %12s %8s\n' unit version um2 ns "um2 x ns" "of plain"
    for u in enc dec; do
        plain=$(value "$work/hp/synth.json" ${u}__area_delay)
        for v in hp:plain h0:emitted h1:"emitted,isolated"; do
            f=$work/${v%%:*}/synth.json
            printf '  %-4s %-16s %10s %9s %12s %8s  %s\n' $u "${v#*:}" "$(value "$f" ${u}__area_um2)" "$(value "$f" ${u}__delay_ns)" \
                "$(value "$f" ${u}__area_delay)" "$(ratio "$(value "$f" ${u}__area_delay)" "$plain")" "$(value "$f" ${u}__recipe)"
        done
    done
}

bench_clock() {
    clock=${CLOCK_NS:-}
    echo "the default design (2 + 1 ranks, 2 + 4 units) at ${clock:-the default} clock, $(basename "${LIBERTY:-osu018, Debian's}")"
    for isolate in 0 1; do
        design "$work/c$isolate" 32 --isolate $isolate
        "$warpfold" synth "$work/c$isolate" --effort "$effort" $library ${clock:+--clock-ns $clock} > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
        f=$work/c$isolate/synth.json
        echo "  isolate $isolate: clock $(value "$f" run__clock_ns) ns, slack enc $(value "$f" enc__slack_ns) dec $(value "$f" dec__slack_ns) ns;" \
            "logic enc $(value "$f" enc__area_um2) dec $(value "$f" dec__area_um2), array logic $(value "$f" array__area_um2)," \
            "registers $(value "$f" array__reg_area_um2), total $(value "$f" array__total_um2) um2;" \
            "energy enc $(value "$f" enc__energy_pj) dec $(value "$f" dec__energy_pj) pJ"
    done
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
    sim | hardware | clock | growth) "bench_$part" ;;
    *) echo "bench.sh: no part \"$part\"; there are model, sim, hardware, clock and growth" >&2; exit 2 ;;
    esac
done
