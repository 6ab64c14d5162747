#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# peers.sh [PART...] [SET...] [CODEC...] - the line codecs beside public ones (tests/peers), on data that it makes or finds (tests/campaigns/peers_data.sh). A set that this
# machine has not is "not found". Default: all parts, sets and codecs.
#   data       each set: bytes, what it is
#   ratios     each codec on each set: lines of 64 bytes by bytes, with a head in the line and with a tag beside it; of 128 bytes by bursts
#   speeds     golden models, lines of 64 bytes, beside memcpy: of the first lines of a process's heap and of registers, or of the sets named
#   areas      encoders and decoders at 64 bytes; with ranks at the clock CLOCK_NS, or the default of synthesis
#   published  what others publish or what was measured of them, beside what this run measured
# LIBERTY=FILE: the library, if not the default (with DRIVER and LOAD_FF if given). EFFORT=N: the effort of the synthesis, default 0.
# SYNTH_SECONDS=N: a unit whose synthesis takes longer has no area, default 600.
# FIGURES=FILE: keeps what was measured, so that "published" has what earlier calls with this file measured too.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/campaigns/peers_data.sh

# list NAME: the lines of tests/peers/NAME
list() { grep -v "^#" "tests/peers/$1"; }

# What a call without make needs
[ -x build/bin/bench_model ] && [ -x build/bin/peers_data ] || make -s build/bin/bench_model build/bin/peers_data || exit 1

all_parts="data ratios speeds areas published"
parts= chosen_sets= chosen_codecs=
set_names=$(sets | cut -d ' ' -f 1)
codec_names=$(list codecs | cut -d ' ' -f 1)
for word; do
    if echo "$all_parts" | grep -qw -e "$word"; then parts="$parts $word"
    elif echo "$set_names" | grep -qx -e "$word"; then chosen_sets="$chosen_sets $word"
    elif echo "$codec_names" | grep -qx -e "$word"; then chosen_codecs="$chosen_codecs $word"
    else usage "$0: no part, set or codec \"$word\"; parts are $all_parts, sets $(echo $set_names), codecs $(echo $codec_names)"
    fi
done
set_names=$(echo ${chosen_sets:-$set_names})
codec_names=$(echo ${chosen_codecs:-$codec_names})
figures=${FIGURES:-$work/figures}
: >> "$figures"

# flags_of CODEC: its unit and flags
flags_of() { list codecs | sed -n "s/^$1  *//p"; }
# keep KEY VALUE: for the part "published"
keep() { echo "$1 = $2" >> "$figures"; }
# kept KEY: "-" if this run has not measured it
kept() { sed -n "s/^$1 = //p" "$figures" | tail -n 1 | grep . || echo -; }

part_data() {
    echo "data"
    printf '  %-10s %10s  %s\n' set bytes what
    for name in $set_names; do
        if data "$name"; then bytes=$(wc -c < "$work/$name.data"); else bytes="not found"; fi
        printf '  %-10s %10s  %s\n' "$name" "$bytes" "$(sets | sed -n "s/^$name  *//p")"
    done
}

# ratio_table TITLE WHICH KEY FLAGS...: a row a set, a column a codec
ratio_table() {
    title=$1 which=$2 key=$3
    shift 3
    echo "$title: warpfold stats --unit CODEC $* --raw FILE, raw__$key"
    printf '  %-10s' set
    for codec in $codec_names; do printf ' %12s' "$codec"; done
    echo
    for name in $set_names; do
        printf '  %-10s' "$name"
        data "$name" || { echo " not found" && continue; }
        for codec in $codec_names; do
            # shellcheck disable=SC2046
            "$warpfold" stats --unit $(flags_of "$codec") "$@" --raw "$work/$name.data" --json "$work/stats.json" --force > "$work/out" 2>&1 ||
                { cat "$work/out"; exit 1; }
            figure=$(value "$work/stats.json" "raw__$key")
            keep "$which $name $codec" "$figure"
            printf ' %12.3f' "$figure"
        done
        echo
    done
}

part_ratios() {
    ratio_table "ratio by bytes, head in the line; a code saves a burst" head64 ratio_bytes --tag head --line 64
    ratio_table "ratio by bytes, tag beside the line; a code saves a byte" side64 ratio_bytes_tag --tag side --line 64
    ratio_table "ratio by bursts, tag beside the line" burst128 ratio_bursts_tag --tag side --line 128
}

part_speeds() {
    echo "golden models, lines of 64 bytes, one core, million lines a second (medians of 41): build/bin/bench_model CODEC --raw FILE"
    printf '  %-10s %-12s %10s %10s %10s %10s\n' set codec "size only" encode decode memcpy
    for name in ${chosen_sets:-heap registers}; do
        data "$name" || { printf '  %-10s not found\n' "$name" && continue; }
        for codec in $codec_names; do
            # shellcheck disable=SC2046
            build/bin/bench_model $(flags_of "$codec") --raw "$work/$name.data" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
            set -- $(tail -n 1 "$work/out")
            keep "speed $name $codec size" "$2"
            keep "speed $name $codec decode" "$4"
            printf '  %-10s %-12s %10s %10s %10s %10s\n' "$name" "$codec" "$2" "$3" "$4" "$5"
        done
    done
}

# area_row CODEC BYTES MODULE RANKS [FLAGS...]: synthesises the module of $work/circuit
area_row() {
    codec=$1 line=$2 module=$3 ranks=$4
    shift 4
    printf '  %-12s %5s  %-4s %5s' "$codec" "$line" "$module" "$ranks"
    # shellcheck disable=SC2086
    timeout --foreground -k 5 "${SYNTH_SECONDS:-600}" "$warpfold" synth "$work/circuit" --module "$module" --edited --allow-slack --effort "$effort" $library "$@" \
        > "$work/out" 2>&1
    code=$?
    [ $code != 124 ] && [ $code != 137 ] || { echo " more than ${SYNTH_SECONDS:-600} s" && return; }
    [ $code = 0 ] || { cat "$work/out"; exit 1; }
    json=$work/circuit/synth.json
    set -- "$(value "$json" "${module}__area_um2")" "$(value "$json" "${module}__delay_ns")" "$(value "$json" "${module}__area_ge")" \
        "$(value "$json" "${module}__delay_fo4")" "$(value "$json" "${module}__reg_area_um2")"
    [ -n "$2" ] || { echo " no figures" && exit 1; }
    if [ "$ranks" = 0 ]; then product=$(awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a * b }'); else product=-; fi
    printf ' %10.1f %8.3f %10s %9.0f %7.1f %13.1f\n' "$1" "$2" "$product" "$3" "$4" "${5:-0}"
    keep "area $codec $line $module product" "$product"
    keep "area $codec $line $module ge" "$3"
    keep "area $codec $line $module fo4" "$4"
}

part_areas() {
    effort=${EFFORT:-0}
    echo "areas of logic ($library_name, effort $effort): the best area x delay without ranks, else the least area at the clock"
    printf '  %-12s %5s  %-4s %5s %10s %8s %10s %9s %7s %13s\n' codec bytes unit ranks um2 ns "um2 x ns" GE FO4 "registers um2"
    list circuits > "$work/circuits"
    while read -r codec enc dec flags; do
        case " $codec_names " in *" $codec "*) ;; *) continue ;; esac
        rm -rf "$work/circuit"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit $flags --enc-stages "$enc" --dec-stages "$dec" -o "$work/circuit" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
        for module in enc dec; do
            if [ $module = enc ]; then ranks=$enc; else ranks=$dec; fi
            [ "$ranks" = 0 ] || clock=${CLOCK_NS:+--clock-ns $CLOCK_NS}
            # shellcheck disable=SC2086
            area_row "$codec" "$(width_of "$flags")" $module "$ranks" ${clock:-}
            clock=
        done
    done < "$work/circuits"
}

part_published() {
    echo "public figures, and ours of this run (-: not measured in it)"
    printf '  %-46s %8s %8s  %s\n' what public ours source
    list published | while IFS='|' read -r what public key source; do
        ours=$(kept "${key% *}")
        [ "$ours" = - ] || ours=$(awk -v a="$ours" -v by="${key##* }" 'BEGIN { x = a * by; printf(x < 100 ? "%.3g" : "%.0f", x) }')
        printf '  %-46s %8s %8s  %s\n' "$what" "$public" "$ours" "$source"
    done
}

for part in ${parts:-$all_parts}; do
    [ "$part" = "${first:=$part}" ] || echo
    "part_$part"
done
