#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# figures.sh [table|stale] [UNIT...] - area, delay and energy of the cases figure, each once: docs/results/figures.txt, a row a module.
#   (nothing)  measures what is not there yet, or is there of another Verilog, and prints the rows of the cases
#   table      the rows of the first case of each unit, a row of a Markdown table each
#   stale      the rows whose design has another Verilog today, or whose case is gone; exit code 1 if there are some
# Resumable. LIBERTY=FILE: the library, that of the file's first line by its name (with DRIVER and LOAD_FF if given). ONLY="--form word": cases with
# this text. A row holds for the Verilog whose sum it begins with, comments aside, and for the search of that day, whose recipes have the second sum.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/rtl/plain.sh
kept=docs/results/figures.txt
case ${1:-} in table | stale) how=$1 && shift ;; *) how=measure ;; esac
title="LIBERTY=$library_name${DRIVER:+ DRIVER=$DRIVER}${LOAD_FF:+ LOAD_FF=$LOAD_FF} sh tests/campaigns/figures.sh"
columns="sum of the Verilog, of the recipes, effort, clock in ns (-: combinational, area x delay), version, module, um2 of logic, um2 of registers, ns, um2 x ns, pJ an activation, unit, flags"
if [ $how = measure ]; then
    [ -n "${LIBERTY:-}" ] || usage "$0: LIBERTY=FILE is missing; the library of $kept is expected"
    [ -s $kept ] || printf '%s\n%s\n' "$title" "$columns" > $kept
    [ "$(head -n 1 $kept)" = "$title" ] || usage "$0: $kept begins with \"$(head -n 1 $kept)\"; this run is \"$title\""
fi
recipes=$(sha256sum < synth/recipes.def | cut -c 1-8)
: > "$work/asked"           # the rows of this run
failed=0

# figure_case: sets $effort, $what (plain, parts or nothing), $clock (-: none) and $flags of the case
figure_case() {
    effort=${rest%% *} what= clock=-
    # shellcheck disable=SC2086
    set -- $rest && shift
    case ${1:-} in plain | parts) what=$1 && shift ;; esac
    case ${1:-} in [0-9]*) clock=$1 && shift ;; esac
    flags=$*
}

# versions: of the case, those that are measured
versions() { if [ "$what" = plain ]; then echo emitted plain $([ ! -f "rtl_templates/$unit/${unit}_enc.v" ] || echo isolated); else echo emitted; fi; }

# made VERSION: the design in $d, of this version of the case, and its $sum
made() {
    d=$work/$1 && rm -rf "$d"
    ranks= && [ "$clock" = - ] && [ -f "rtl_templates/$unit/${unit}_enc.v" ] && ranks="--enc-stages 0 --dec-stages 0"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection $flags $ranks $([ "$1" != isolated ] || echo "--isolate 1") -o "$d" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
    [ "$1" != plain ] || make_plain "$d" "$unit"
    sum=$(code_sum "$d"/rtl/*.v)
}

# row MODULE LOGIC REGISTERS NS PRODUCT PJ
row() {
    printf '%s %s %s %s %-8s %-10s %10.1f %9.1f %6.3f %10s %9s  %s\n' "$sum" "$recipes" "$effort" "$clock" "$version" "$1" "$2" "${3:-0}" "$4" "$5" "${6:--}" \
        "$unit${flags:+ $flags}"
}

# rows_of: what the synthesis of the design says
rows_of() {
    if [ "$what" = parts ]; then
        awk '/^  the whole / { print $(NF - 3), $(NF - 2), $3 }' "$log" > "$work/whole"
        read -r logic registers ns < "$work/whole" && row whole "$logic" "$registers" "$ns" -
        return
    fi
    for m in $(if [ -f "$d/rtl/unit_enc.v" ]; then echo enc dec; else echo "$unit"; fi); do
        product=$([ "$clock" = - ] && value "$d/synth.json" "${m}__area_delay")
        row "$m" "$(value "$d/synth.json" "${m}__area_um2")" "$(value "$d/synth.json" "${m}__reg_area_um2")" "$(value "$d/synth.json" "${m}__delay_ns")" \
            "$([ -z "$product" ] && echo - || printf '%.1f' "$product")" "$(value "$d/synth.json" "${m}__energy_pj" | awk '{ printf "%.2f", $1 }')"
    done
}

# measured VERSION: its rows, from the file or made now
measured() {
    version=$1
    made "$version"
    grep "^$sum $recipes $effort $clock $version " $kept |
        awk -v tail="  $unit${flags:+ $flags}" 'substr($0, length($0) - length(tail) + 1) == tail' > "$work/rows"
    if [ ! -s "$work/rows" ]; then
        [ ! -t 2 ] || printf '\r\033[K%s' "$unit $flags $version" >&2
        # shellcheck disable=SC2086
        "$warpfold" synth "$d" --edited --allow-slack --effort "$effort" $library $([ "$what" != parts ] || echo "--parts --timed") $([ "$clock" = - ] || echo "--clock-ns $clock") > "$log" 2>&1 ||
            { tail -n 5 "$log" >&2; failed=1; return; }
        rows_of > "$work/rows"
        # A row of the same case, of other Verilog or recipes, gives way
        awk -v tail="  $unit${flags:+ $flags}" -v key="$effort $clock $version" \
            '!(substr($0, length($0) - length(tail) + 1) == tail && $3 " " $4 " " $5 == key)' $kept > "$work/others"
        { head -n 2 "$work/others" && { tail -n +3 "$work/others" && cat "$work/rows"; } | LC_ALL=C sort -k 12,12 -s; } > "$work/kept" && cp "$work/kept" $kept
    fi
    cat "$work/rows" >> "$work/asked"
}

read_cases figure "$@"
seen=
while next_case; do
    chosen "$rest" || continue
    figure_case
    case $how in
    measure) for version in $(versions); do measured "$version"; done ;;
    stale) for version in $(versions); do made "$version" && echo "$sum $effort $clock $version  $unit${flags:+ $flags}" >> "$work/asked"; done ;;
    table)
        [ "$unit" != "$seen" ] || continue
        seen=$unit
        awk -v tail="  $unit${flags:+ $flags}" -v key="$effort $clock emitted" -v flags="$flags" -v unit="$unit" '
            substr($0, length($0) - length(tail) + 1) == tail && $3 " " $4 " " $5 == key {
                printf "| `%s`%s | %s | %s | %s | %.0f | %.0f | %s | %s |\n", unit, flags == "" ? "" : " `" flags "`", $6, $3, $4 == "-" ? "" : $4, $7, $8, $9, $11
            }' $kept ;;
    esac
done
[ ! -t 2 ] || echo >&2
case $how in
measure) cat "$work/asked" ;;
stale)
    # Of each row: is there a case of today with its sum?
    tail -n +3 $kept | awk -v today="$work/asked" -v units=" $* " '
        BEGIN { while ((getline line < today) > 0) is[line] = 1 }
        { at = index($0, "  " $12); text = $12; for (i = 13; i <= NF; i++) text = text " " $i }
        units != "  " && !index(units, " " $12 " ") { next }
        !(($1 " " $3 " " $4 " " $5 "  " text) in is) { print; stale = 1 }
        END { exit stale }' || failed=1 ;;
esac
exit $failed
