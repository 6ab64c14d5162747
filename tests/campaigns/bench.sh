#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh [PART...] [UNIT...] - measures speeds and sizes, as ratios within one run: cases bench and speed. Default: all parts and units.
#   model      the golden model: the forms of the cases speed
#   stats      statistics of the carried traces, many times over, without instructions and with them; with OTHER=PATH, another warpfold
#              program, beside it
#   trace      the machine that runs kernels (docs/kernels.md): thread instructions a second, without a trace and with one, of all kernels in
#              larger sizes or those of KERNELS="sgemm bfs"; it has no units, and needs the cross compiler
#   kernels    make kernels from nothing, or of those of KERNELS="sgemm bfs": seconds; it has no units, and needs the cross compiler
#   throughput what each register file moves in a cycle, over its parameters, in its model; it has no units
#   latency    in which cycle operands come after a write, in the model of each register file; it has no units
#   datapath   cycles a second of the model of scalar execution, and what it moves in them; it has no units
#   cache      requests a second of the model of a cache of vectors, and how many a cycle, by traffic; it has no units
#   channel    the same of a channel of memory with compressed lines; it has no units
#   helper     cycles a second of the model of helper warps, and what it moves in them; it has no units
#   sim        co-simulation of the emitted RTL and of the plain reading
#   isolate    what --isolate 1 costs: area and delay without ranks, with and without it
#   clock      a design at a clock (CLOCK_NS, or the default of synthesis): slack, area, energy
#   least      the least area at a clock: ENC_NS for the encoder, DEC_NS for the decoder
#   form       several forms at the clock of the case, or CLOCK_NS
#   report     several designs in one report
#   growth     area and time over the width, and their exponents
#   scale      how what the program takes grows with lanes, traces, vectors and cores (scale.sh); it has no units
#   fpga       LUTs, flip-flops and memories of two FPGA families
#   parts      where the area is: that of the modules in a unit, each mapped by itself
#   power      energy of an activation by code, from the toggles of the netlists on traces/*-t32.wft, at the clock of the case clock or
#              CLOCK_NS, default 0.714; beside what synthesis says; codecs of registers
#   against    area and delay, old against new: the program OTHER=PATH makes and synthesises the old ones; only with OTHER
# ONLY="--form word": only cases with this text. LIBERTY=FILE: the library, if not the default (with DRIVER and LOAD_FF if given).
# EFFORT=N: the effort of the synthesis, default 2. RUNS=N: runs of stats, trace and kernels, default 3.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/rtl/plain.sh
all_parts="model stats trace kernels throughput latency datapath cache channel helper sim isolate clock growth scale least form report fpga parts power${OTHER:+ against}"
parts= units=
for word; do
    [ "$word" != against ] || [ -n "${OTHER:-}" ] || usage "$0: against needs OTHER=PATH, another warpfold program"
    case " $all_parts " in *" $word "*) parts="$parts $word" && continue ;; esac
    all_units | grep -qx "$word" || usage "$0: no part or unit \"$word\"; parts are $all_parts, units $(all_units | tr '\n' ' ')"
    units="$units $word"
done
effort=${EFFORT:-2}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

# design DIR FLAGS...
design() {
    d=$1 && shift
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection "$@" -o "$d" > /dev/null || exit 1
}

# measure DIR [FLAGS...]: synthesises it
measure() { m=$1 && shift; "$warpfold" synth "$m" --edited --allow-slack --effort "$effort" $library "$@" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }; }

# figure DIR KEY: of its synthesis
figure() { value "$1/synth.json" "$2"; }

# modules DIR: enc and dec of a codec, or the block
modules() { if [ -f "$1/rtl/unit_enc.v" ]; then echo enc dec; else echo "$unit"; fi; }

bench_model() {
    while next_case; do
        # shellcheck disable=SC2086
        chosen "$rest" && { build/bin/bench_model "$unit" $rest || exit 1; }
    done
}

# many_traces FOLDER LANES: the file of the carried traces of this width, 200 times over
many_traces() {
    many=$work/$(basename "$1")-t$2.wft
    [ ! -f "$many" ] || return 0
    set -- "$1"/*-t"$2".wft
    "$warpfold" convert "$@" "$@" "$@" "$@" "$@" "$@" "$@" "$@" "$@" "$@" -o "$work/ten.wft" --force > /dev/null || exit 1
    set -- "$work/ten.wft" "$work/ten.wft" "$work/ten.wft" "$work/ten.wft" "$work/ten.wft"
    "$warpfold" convert "$@" "$@" "$@" "$@" -o "$many" > /dev/null || exit 1
}

# stats_seconds PROGRAM FLAGS...: CPU time into $seconds, and the figures that it left
stats_seconds() {
    rm -f "$work/stats.json"
    # The program is the only child of its shell; the second line of times is that of children
    ( "$@" "$many" --json "$work/stats.json" > "$work/out" && times > "$work/times" ) || { echo "$0: $* failed" >&2; exit 1; }
    seconds=$(sed -n 2p "$work/times" |
        awk '{ split($1, own, /[ms]/); split($2, calls, /[ms]/); print 60 * (own[1] + calls[1]) + own[2] + calls[2] }')
}

# stats_rate WHICH [sources]: the median of its runs, MB of values a second: writes, read records and, if asked, sources of instructions
stats_rate() {
    sort -n "$work/stats-$1" | sed -n "$(((runs + 1) / 2))p" | awk -v writes="$(value "$work/stats.json" trace__writes)" -v lanes="$lanes" \
        -v reads="$(value "$work/stats.json" trace__reads)" -v sources="${2:+$(value "$work/stats.json" trace__access_reads)}" '
        writes == "" || reads == "" || writes + reads == 0 || $1 == 0 { exit 1 }
        { printf "%.0f", 4e-6 * lanes * (writes + reads + sources) / $1 }' || { echo "$0: no rate of $unit" >&2; exit 1; }
}

runs=${RUNS:-3}
# stats_row FOLDER: one line
stats_row() {
    many_traces "$1" "$lanes"
    rm -f "$work"/stats-*
    for run in $(seq "$runs"); do
        for which in new ${OTHER:+other}; do
            program=$warpfold
            [ $which = new ] || program=$OTHER
            # shellcheck disable=SC2086
            stats_seconds "$program" stats $selection ${flags#*--lanes "$lanes"}
            echo "$seconds" >> "$work/stats-$which"
        done
    done
    rate=$(stats_rate new) || exit 1
    printf '%s' "$unit $flags, statistics of $1/*-t$lanes.wft 200 times over, one core: $rate MB of values a second"
    if [ -n "$(value "$work/stats.json" trace__instructions)" ]; then
        with=$(stats_rate new sources) || exit 1
        printf '%s' ", $with with the sources of the instructions"
    fi
    if [ -n "${OTHER:-}" ]; then
        others=$(stats_rate other) || exit 1
        printf '%s' ", the other program $others, ratio $(ratio "$rate" "$others")"
    fi
    echo " (medians of $runs)"
}

bench_stats() {
    while next_row stats; do
        lanes=$(width_of "$flags")
        for folder in traces traces/instructions; do
            ls "$folder"/*-t"$lanes".wft > /dev/null 2>&1 && stats_row "$folder"
        done
    done
}

# kernels_of_trace: a line a kernel, with the size at which it takes some tenths of a second
kernels_of_trace() {
    cat << 'end'
aes --size 10000
backprop --size 16384
bfs --size 40000
binomial --size 128
blackscholes --size 16384
btree --size 10000 --records 10000
cutcp --size 4
dwt2d --size 512
fdtd3d --size 64 --depth 32
heartwall --size 300
hotspot --size 256 --steps 2 --launches 2
kmeans --size 20000
lbm --size 16
lud --size 192
mri_q --size 8192
nw --size 512
pathfinder --size 32768 --rows 40
sad --size 128
sgemm --size 512 --columns 128 --depth 128
spmv --size 40000
srad --size 256
stencil --size 64 --height 64 --depth 32
tpacf --size 512
walsh --size 65536
end
}

bench_trace() {
    make -s build/bin/bench_simt || exit 1
    echo "warpfold trace, 32 lanes, one core: million thread instructions, and million a second of processor time (medians of $runs)"
    printf '  %-12s %9s %10s %7s %12s %10s\n' kernel threads/M "M/s alone" traced "host inst./M" M/s
    kernels_of_trace > "$work/kernels"
    for name in ${KERNELS:-$(cut -d ' ' -f 1 "$work/kernels")}; do
        size=$(sed -n "s/^$name //p" "$work/kernels")
        make -s "build/workloads/$name.elf" || exit 1
        # shellcheck disable=SC2086
        build/bin/bench_simt "$work/bench.wft" "$runs" "build/workloads/$name.elf" $size > "$work/out" || exit 1
        cat "$work/out" >> "$work/rates"
        awk -v name="$name $size" '{ printf "  %-12s %9s %10s %7s %12s %10s  %s\n", substr(name, 1, index(name, " ") - 1), $1, $2, $3, $4, $5, name }' "$work/out"
    done
    awk '{ threads += $1; alone += $1 / $2; traced += $1 / $3; host += $4; seconds += $4 / $5 }
        END { printf "  %-12s %9.1f %10.1f %7.1f %12.1f %10.1f\n", "all", threads, threads / alone, threads / traced, host, host / seconds }' "$work/rates"
}

# The shortest of the runs, since other work of the machine only makes them longer
bench_kernels() {
    make -s program || exit 1
    for run in $(seq "$runs"); do
        begun=$(date +%s.%N)
        make -s kernels "WORKLOADS=$work/kernels-$run" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
        date +%s.%N | awk -v begun="$begun" '{ printf "%.1f\n", $1 - begun }' >> "$work/seconds"
        made=$(find "$work/kernels-$run" -name '*.wft' | wc -l)
        rm -rf "$work/kernels-$run"
    done
    echo "make kernels: $made kernels compiled, run, checked and traced in $(sort -n "$work/seconds" | head -n 1) s on $(nproc) cores (least of $runs)"
}

bench_sim() {
    while next_row sim; do
        echo "$unit $flags, co-simulation, golden model included: checked vectors a second in Verilator"
        # shellcheck disable=SC2086
        for kind in plain opt; do design "$work/$kind" $flags; done
        make_plain "$work/plain" "$unit"
        for run in 1 2 3; do
            for kind in plain opt; do
                "$warpfold" cosim "$work/$kind" --edited --sim verilator --vectors 300000 > "$work/out" || { cat "$work/out"; exit 1; }
                sed -n 's/.* \([0-9]*\) vectors.s$/\1/p' "$work/out" >> "$work/rate-$kind"
            done
        done
        for kind in plain opt; do sort -n "$work/rate-$kind" | sed -n 2p > "$work/median-$kind"; done
        echo "  plain RTL $(cat "$work/median-plain"), emitted RTL $(cat "$work/median-opt")," \
            "ratio $(ratio "$(cat "$work/median-opt")" "$(cat "$work/median-plain")") (medians of 3, alternating)"
    done
}

bench_isolate() {
    while next_row isolate; do
        for isolate in 0 1; do
            rm -rf "$work/isolate$isolate"
            # shellcheck disable=SC2086
            design "$work/isolate$isolate" $(combinational "$flags") --isolate $isolate
            measure "$work/isolate$isolate"
        done
        [ -n "${isolate_titles:-}" ] || {
            isolate_titles=told
            echo "--isolate 0 and 1, combinational, effort $effort ($library_name)"
            printf '  %-4s %10s %10s %6s  %8s %8s %6s  %s\n' unit um2 isolated ratio ns isolated ratio "unit, flags"
        }
        for u in enc dec; do
            printf '  %-4s' $u
            for key in area_um2 delay_ns; do
                set -- "$(figure "$work/isolate0" ${u}__$key)" "$(figure "$work/isolate1" ${u}__$key)"
                if [ $key = area_um2 ]; then printf ' %10.1f %10.1f %6s ' "$1" "$2" "$(ratio "$2" "$1")"
                else printf ' %8.3f %8.3f %6s ' "$1" "$2" "$(ratio "$2" "$1")"; fi
            done
            echo " $unit $flags"
        done
    done
}

# combinational FLAGS: the flags of a codec without ranks; those of a block do not change
combinational() { if [ -f "rtl_templates/$unit/${unit}_enc.v" ]; then echo "$1 --enc-stages 0 --dec-stages 0"; else echo "$1"; fi; }

bench_clock() {
    while next_row clock; do
        clock=${CLOCK_NS:-$ns}
        for isolate in 0 1; do
            d=$work/c$isolate && rm -rf "$d"
            # shellcheck disable=SC2086
            design "$d" $flags --isolate $isolate
            measure "$d" ${clock:+--clock-ns $clock}
            [ $isolate = 1 ] || echo "$unit $flags at $(figure "$d" run__clock_ns) ns, $library_name"
            echo "  isolate $isolate: slack enc $(figure "$d" enc__slack_ns) dec $(figure "$d" dec__slack_ns) ns;" \
                "logic enc $(figure "$d" enc__area_um2) dec $(figure "$d" dec__area_um2), array logic $(figure "$d" array__area_um2)," \
                "registers $(figure "$d" array__reg_area_um2), total $(figure "$d" array__total_um2) um2;" \
                "energy enc $(figure "$d" enc__energy_pj) dec $(figure "$d" dec__energy_pj) pJ"
        done
    done
}

bench_power() {
    while next_row clock; do
        d=$work/power && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        measure "$d" --clock-ns "${CLOCK_NS:-0.714}"
        echo "$unit $flags, effort $effort; synth with assumed activity: enc $(figure "$d" enc__energy_pj) dec $(figure "$d" dec__energy_pj) pJ"
        set -- traces/*-t32.wft
        # shellcheck disable=SC2046,SC2086
        "$warpfold" power "$d" ${LIBERTY:+--liberty "$LIBERTY"} $(printf -- '--trace %s ' "$@") > "$work/said" || exit 1
        grep -v '^power, ' "$work/said"
    done
}

bench_least() {
    while next_row least; do
        d=$work/least && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        echo "$unit $flags, the least area at the clock, $library_name"
        for u in enc dec; do
            clock=$([ $u = enc ] && echo "${ENC_NS:-$ns}" || echo "${DEC_NS:-$ns}")
            measure "$d" --module $u ${clock:+--clock-ns $clock}
            echo "  $u at $(figure "$d" run__clock_ns) ns: logic $(figure "$d" ${u}__area_um2)," \
                "registers $(figure "$d" ${u}__reg_area_um2) ($(figure "$d" ${u}__reg_count) flip-flops), together $(figure "$d" ${u}__total_area_um2) um2;" \
                "path to the rank $(figure "$d" ${u}__stage1__delay_ns) ns, setup included, from the clock to the outputs" \
                "$(figure "$d" ${u}__clock_to_out_ns) ns; $(figure "$d" ${u}__power_mw) mW"
            sed -n 's/^/    /; /data arrival time/p; /library setup time/p' "$d/syn/$u.path.txt" | sort -u
        done
    done
}

bench_form() {
    header=
    while next_row form; do
        clock=${CLOCK_NS:-$ns}
        [ -n "$header" ] || {
            header="$unit at $clock ns, effort $effort, $library_name"
            echo "$header"
            printf '  %-4s %8s %9s %10s %10s %10s %10s  %s\n' unit latency "slack ns" "logic um2" "with ranks" "energy pJ" GE flags
        }
        d=$work/form && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        measure "$d" ${clock:+--clock-ns $clock}
        for u in enc dec; do
            printf '  %-4s %8s %9s %10s %10s %10s %10s  %s\n' $u "$(value "$d/manifest.json" ${u}_latency)" \
                "$(figure "$d" ${u}__slack_ns)" "$(figure "$d" ${u}__area_um2)" "$(figure "$d" ${u}__total_area_um2)" "$(figure "$d" ${u}__energy_pj)" \
                "$(figure "$d" ${u}__area_ge)" "$flags"
        done
    done
}

bench_report() {
    set --
    while next_row report; do
        d=$work/report$# && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        measure "$d"
        set -- "$@" "$d"
    done
    [ $# = 0 ] || "$warpfold" report "$@" -o "$work/report.html" || exit 1
}

# exponents FILE: least squares in log-log over its lines "WIDTH ENCODER DECODER SECONDS"; nothing of a single line
exponents() {
    [ "$(wc -l < "$1")" -lt 2 ] || awk '
        function slope(y,   i, mx, my, a, b) { for (i = 1; i <= n; i++) { mx += x[i] / n; my += y[i] / n }
             for (i = 1; i <= n; i++) { a += (x[i] - mx) * (y[i] - my); b += (x[i] - mx) ^ 2 } return a / b }
        { n++; x[n] = log($1); e[n] = log($2); d[n] = log($3); t[n] = log($4) }
        END { printf "  exponents (least squares in log-log): encoder area %.3f, decoder area %.3f, time %.3f\n", slope(e),
                  slope(d), slope(t) }' "$1"
}

bench_growth() {
    grown= && : > "$work/growth"
    while next_row growth; do
        same=$(echo "$unit $flags" | sed 's/ --\(lanes\|line\|enc-stages\|dec-stages\) [0-9]*//g')
        [ "$same" = "$grown" ] || {
            exponents "$work/growth"
            grown=$same && : > "$work/growth"
            echo "$same, growth over the width, combinational, effort 0 ($library_name)"
            printf '  %5s %12s %12s %10s\n' width "enc um2" "dec um2" "gen+synth s"
        }
        d=$work/growing && rm -rf "$d"
        start=$(date +%s.%N)
        # shellcheck disable=SC2086
        design "$d" $flags
        "$warpfold" synth "$d" --allow-slack --effort 0 $library > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
        seconds=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
        printf '%s %s %s %s\n' "$(width_of "$flags")" "$(figure "$d" enc__area_um2)" "$(figure "$d" dec__area_um2)" "$seconds" |
            tee -a "$work/growth" | awk '{ printf "  %5s %12s %12s %10s\n", $1, $2, $3, $4 }'
    done
    exponents "$work/growth"
}

bench_fpga() {
    while next_row fpga; do
        [ -n "${fpga_titles:-}" ] || {
            fpga_titles=told
            echo "LUTs, flip-flops and memories, mapped by $(yosys -V | cut -d ' ' -f 1,2), nothing placed or routed"
            printf '  %-10s %11s %6s %5s  %11s %6s %5s  %s\n' module "ECP5 LUTs" flops rams "7-ser. LUTs" flops rams "unit, flags"
        }
        d=$work/fpga && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        measure "$d" --fpga
        for m in $(modules "$d"); do
            printf '  %-10s' "$m"
            for family in ecp5 xilinx; do
                printf ' %11s %6s %5s ' "$(figure "$d" "${m}__${family}__luts")" "$(figure "$d" "${m}__${family}__flops")" "$(figure "$d" "${m}__${family}__rams")"
            done
            echo " $unit $flags"
        done
    done
}

bench_parts() {
    while next_row parts; do
        [ -n "${parts_titles:-}" ] || {
            parts_titles=told
            echo "each module mapped by itself, without a search ($library_name): um2 of logic, um2 of flip-flops, share"
        }
        d=$work/parts && rm -rf "$d"
        # shellcheck disable=SC2086
        design "$d" $flags
        measure "$d" --parts
        echo "$unit${flags:+ $flags}"
        # The units, what is directly in them, and what is in that
        grep -E '^ {2,6}[a-z0-9_]+ +[0-9]+ ' "$work/out"
    done
}

# both MODULE KEY: the figure of old and of new, and new / old
both() {
    set -- "$(figure "$work/old" "$1__$2")" "$(figure "$work/new" "$1__$2")"
    printf ' %10.3f %10.3f %6s ' "$1" "$2" "$(ratio "$2" "$1")"
}

bench_against() {
    while next_row against; do
        clock=${ns:+${CLOCK_NS:-$ns}}
        for version in old new; do
            rm -rf "${work:?}/$version"
            # shellcheck disable=SC2086
            (
                [ $version = new ] || warpfold=$OTHER
                design "$work/$version" $flags && measure "$work/$version" ${clock:+--clock-ns $clock}
            ) || exit 1
        done
        # Without a clock area x delay counts, with one the area
        if [ -n "$clock" ]; then keys="area_um2 total_area_um2 delay_ns" titles="logic um2,with ranks um2,at $clock: ns"
        else keys="area_um2 delay_ns area_delay" titles="um2,ns,um2 x ns"; fi
        echo "$unit $flags, effort $effort ($library_name): old, new, new / old"
        echo "$titles" | awk -F, '{ printf "  %-10s %10s %18s %10s %18s %10s\n", "module", $1, "", $2, "", $3 }'
        for m in $(modules "$work/new"); do
            printf '  %-10s' "$m"
            for key in $keys; do both "$m" $key; done
            echo
        done
    done
}

bench_throughput() {
    make -s build/bin/throughput || exit 1
    build/bin/throughput '' compress=off collectors=7 'compress=off collectors=7' issues=1 issues=3 issues=4 collectors=1 collectors=2 collectors=4 collectors=8 \
        collectors=12 decompressors=1 decompressors=2 'clusters=1 decompressors=1 rows=1024' 'clusters=2 decompressors=2 rows=512' 'clusters=8 decompressors=8' \
        compressors=1 writes=1 writes=4 'writes=4 compressors=4' 'writes=4 compressors=4 slots=24' forward=off slots=4 slots=6 slots=8 slots=12 ports=1 'ports=1 compress=off' \
        enc-latency=8 'enc-latency=8 slots=24' dec-latency=8 'dec-latency=8 collectors=13' \
        collect=fixed 'collect=fixed compress=off' 'collect=fixed forward=off' 'collect=fixed ports=1' 'collect=fixed issues=4' \
        'collect=fixed clusters=8' 'collect=fixed dec-latency=8' first=write side-ports=2 side-latency=0 collectors=16 banks=8 \
        'banks=8 compress=off'
    set --
    for unit in $(build/bin/throughput --list); do
        for flags in '' '--ports 1 --decompressors 2 --compressors 1' '--compress off'; do
            d=$work/$unit$(echo "$flags" | tr -d '-' | tr ' ' '_')
            # shellcheck disable=SC2086
            ! "$warpfold" gen --unit "$unit" --name file $flags -o "$d" > "$work/out" 2>&1 || set -- "$@" "$d"
        done
    done
    echo
    build/bin/throughput --verilog "$@"
}

bench_latency() {
    make -s build/bin/latency || exit 1
    build/bin/latency '' forward=off compress=off 'compress=off forward=off' decompressors=1 compressors=1 \
        collect=fixed 'collect=fixed forward=off' 'collect=fixed compress=off' side-latency=0 'side-latency=0 enc-latency=0 dec-latency=0' side-ports=2
}

bench_datapath() {
    make -s build/bin/datapath || exit 1
    build/bin/datapath '' groups=2 width=32 'width=4 shorten=on'
}

bench_cache() {
    make -s build/bin/cache_speed || exit 1
    build/bin/cache_speed '' preset=48k
}

bench_channel() {
    make -s build/bin/channel_speed || exit 1
    build/bin/channel_speed '' compress=none place=core
}

bench_scale() { sh tests/campaigns/scale.sh || exit 1; }

bench_helper() {
    make -s build/bin/helper_speed || exit 1
    build/bin/helper_speed '' 'entries=32 waiting=64 width=4'
}

for part in ${parts:-$all_parts}; do
    case $part in trace | kernels | throughput | latency | datapath | cache | channel | helper | scale) "bench_$part"; continue ;; esac
    for unit in ${units:-$(all_units)}; do
        read_cases "$([ "$part" = model ] && echo speed || echo bench)" "$unit"
        "bench_$part"
    done
done
