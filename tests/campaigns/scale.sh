#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scale.sh - how what the program does grows with what it is given: lanes from 8 to 128; a kernel, its trace and a simulation ten and a hundred times as
# long; a sweep on one core and on two. A row is an activity: its figure at each size, and two exponents: by least squares over all sizes, and of the
# last step. Bound: 1.05 for areas and for what this program takes itself; what is over it is marked. What Yosys and ABC take is told without a bound.
# Processor time, and the memory of the largest process. LIBERTY=FILE, DRIVER, LOAD_FF: the library, if not the default. ROWS="stats replay": only these.
. tests/tools/tap.sh
. tests/tools/cases.sh
rows=${ROWS:-lanes trace stats convert replay time cosim sweep}
bound=1.05
make -s build/bin/spent || exit 1

# spent NAME SIZE BOUND|- COMMAND...: runs it, and adds what it took to the rows "NAME, s" and "NAME, MB"
spent() {
    what=$1 size=$2 limit=$3 && shift 3
    build/bin/spent "$work/took" "$@" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
    read -r processor clock most < "$work/took"
    row "$what, s" "$limit" "$size" "$processor"
    row "$what, MB" "$limit" "$size" "$most"
}

# row NAME BOUND|- SIZE FIGURE
row() { printf '%s\t%s\t%s\t%s\n' "$@" >> "$work/rows"; }

# table SIZES-TITLE: the rows that there are, and forgets them
table() {
    awk -F '\t' -v title="$1" -v bound=$bound '
        function slope(n, from,   i, mx, my, a, b) {
            for (i = from; i <= c[n]; i++) { mx += log(x[n, i]); my += log(y[n, i]) }
            mx /= c[n] - from + 1; my /= c[n] - from + 1
            for (i = from; i <= c[n]; i++) { a += (log(x[n, i]) - mx) * (log(y[n, i]) - my); b += (log(x[n, i]) - mx) ^ 2 }
            return a / b
        }
        { if (!($1 in c)) order[++rows] = $1; i = ++c[$1]; x[$1, i] = $3; y[$1, i] = $4 > 0 ? $4 : 0.001; limit[$1] = $2 }
        END {
            printf "%-26s", title
            for (i = 1; i <= c[order[1]]; i++) printf " %10s", x[order[1], i]
            printf " %9s %9s\n", "exponent", "last step"
            for (r = 1; r <= rows; r++) {
                n = order[r]
                printf "  %-24s", n
                for (i = 1; i <= c[n]; i++) printf " %10.6g", y[n, i]
                all = slope(n, 1)
                printf " %9.2f %9.2f%s\n", all, slope(n, c[n] - 1), (limit[n] != "-" && all > bound ? "  over " bound : "")
            }
        }' "$work/rows"
    : > "$work/rows"
}

# Of the default codec of registers, without ranks, at the least effort
scale_lanes() {
    for lanes in 8 16 32 64 128; do
        d=$work/d$lanes
        spent "gen" $lanes $bound "$warpfold" gen --lanes $lanes --bank 32 --enc-stages 0 --dec-stages 0 -o "$d"
        # shellcheck disable=SC2086
        spent "synth" $lanes - "$warpfold" synth "$d" --allow-slack --effort 0 $library
        for unit in enc dec; do row "$unit, um2" $bound $lanes "$(value "$d/synth.json" ${unit}__area_um2)"; done
    done
    table "lanes, $library_name"
}

# Rows of pathfinder's grid: one launch each, so instructions grow as they do, and so does the program's own data
sizes="2 20 200"

# traces: of each size
traces() {
    make -s build/workloads/pathfinder.elf || exit 1
    for size in $sizes; do
        spent trace "$size" $bound "$warpfold" trace --force -o "$work/t$size.wft" build/workloads/pathfinder.elf -- --size 2048 --rows $((size + 1))
    done
}

# of_traces COMMAND...: of the trace of each size
of_traces() {
    [ -f "$work/t2.wft" ] || { traces && : > "$work/rows"; }
    for size in $sizes; do spent "$name" "$size" $bound "$@" "$work/t$size.wft"; done
    table "$rows_title"
}
rows_title="launches of pathfinder"
scale_trace() { traces && table "$rows_title"; }
scale_stats() { of_traces "$warpfold" stats; }
scale_convert() { of_traces "$warpfold" convert --force -o "$work/again.wtx"; }
scale_time() { of_traces "$warpfold" time --trace; }
scale_replay() {
    "$warpfold" gen --unit "$(register_file)" -o "$work/file" > "$log" || exit 1
    of_traces "$warpfold" replay "$work/file" --fit --trace
}

# The bench is compiled before
scale_cosim() {
    d=$work/bench
    "$warpfold" gen --lanes 32 --encs 1 --decs 1 -o "$d" > "$log" && "$warpfold" cosim "$d" --sim verilator --vectors 100 > "$log" || exit 1
    for vectors in 100000 1000000 10000000; do spent cosim $vectors $bound "$warpfold" cosim "$d" --sim verilator --vectors $vectors; done
    table "vectors in Verilator"
}

# Speed of two tasks at a time over one, per core: seconds by the clock
scale_sweep() {
    for jobs in 1 2; do
        XDG_CACHE_HOME=$work/cache$jobs build/bin/spent "$work/took$jobs" "$warpfold" sweep examples/sweep/registers32.ini --set lanes=8 \
            --jobs $jobs -o "$work/sweep$jobs" > "$work/out" 2>&1 || [ $? = 1 ] || { cat "$work/out"; exit 1; }
    done
    awk 'NR == FNR { one = $2; next } { printf "sweep of 60 points: %.0f s on one core, %.0f s on two of %s: efficiency %.2f\n", one, $2, cores, one / $2 / 2 }' \
        cores="$(nproc)" "$work/took1" "$work/took2"
}

for name in $rows; do "scale_$name"; done
