#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_peers.sh - tests/campaigns/peers.sh on small data: TAP. Its ratios are those of `stats`, and those that follow from the bytes of each line.
. tests/tools/tap.sh
. tests/campaigns/peers_data.sh
: > "$log"

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }
# peers WORD...: what the script prints
peers() { sh tests/campaigns/peers.sh "$@" > "$work/said" 2> "$log" && [ ! -s "$log" ]; }
# row N NAME: the words of this row in the Nth table
row() { awk -v n="$1" -v name="$2" '$1 == "set" { table++ } table == n && $1 == name' "$work/said"; }

SQLITE=/nonexistent/sqlite3 peers data ratios random registers database
result $? "data and ratios of three sets"
[ "$(row 1 random)" = "  random        1048576  seeded random bytes" ]
result $? "the bytes of a set"
[ "$(row 1 database | cut -c 1-24)" = "  database    not found " ] && [ "$(row 2 database)" = "  database   not found" ]
result $? "a set that is not there is said to be not found"

grep -v '^#' tests/peers/codecs | tr -s ' ' > "$work/codecs"
missing=$("$warpfold" list | awk '/^[a-z]+ - / { codec = /\([a-z ]*\)$/ ? "" : $1 } / bytes of a cache line/ && codec != "" { print codec }' |
    while read -r unit; do grep -q "^[^ ]* $unit\( \|\$\)" "$work/codecs" || echo "$unit"; done)
[ -s "$work/codecs" ] && [ -z "$missing" ]
result $? "a column for each line codec${missing:+, not for $missing}"

# as_stats NAME N KEY FLAGS...: every figure of the Nth table's row is what stats says and, where no tag is beside the line, what its lines add up to
as_stats() {
    name=$1 table=$2 key=$3 n=1
    shift 3
    while read -r codec flags; do
        n=$((n + 1))
        # shellcheck disable=SC2086
        "$warpfold" stats --unit $flags "$@" --raw "$work/$name.data" --csv "$work/lines.csv" --json "$work/stats.json" --force > "$log" 2>&1 || return 1
        row "$table" set | awk -v n=$n -v codec="$codec" '{ exit $n != codec }' && row "$table" "$name" | awk -v n=$n -v says="$(value "$work/stats.json" "raw__$key")" '
            { off = $n - says; exit says == "" || off * off > 3e-7 }' || { echo "$name, $codec: column $n" > "$log" && return 1; }
        [ "$key" != ratio_bytes ] || row "$table" "$name" | awk -F '[ ,]+' -v n=$((n + 1)) '
            NR == FNR { stored = $n; next }
            FNR > 1 { raw += 64; bytes += $3 }
            END { off = raw / bytes - stored; exit bytes == 0 || off * off > 3e-7 }' - "$work/lines.csv" || { echo "$name, $codec: sum" > "$log" && return 1; }
    done < "$work/codecs"
    [ "$(row "$table" "$name" | wc -w)" = $n ]
}
data registers
as_stats registers 2 ratio_bytes --tag head --line 64
result $? "ratios with heads"
as_stats registers 3 ratio_bytes_tag --tag side --line 64
result $? "ratios with tags"
as_stats registers 4 ratio_bursts_tag --tag side --line 128
result $? "ratios by bursts"
[ "$(row 2 random | tr -s ' ' '\n' | sort -u | tr '\n' ' ')" = " 1.000 random " ]
result $? "random bytes stay as they are"

bytes=0
for trace in traces/*.wft; do
    "$warpfold" stats --codec warpbdi "$trace" --json "$work/stats.json" --force > /dev/null
    lanes=$(echo "$trace" | sed 's/.*-t\([0-9]*\)\.wft/\1/')
    bytes=$((bytes + 4 * lanes * $(value "$work/stats.json" trace__writes)))
done
peers data ratios published registers bpc && [ "$bytes" -gt 0 ] && [ "$(row 1 registers | awk '{ print $2 }')" = $bytes ]
result $? "registers are whole: 4 bytes a lane of each write"
row 3 registers | awk '{ printf "%.2f\n", $2 }' > "$work/ratio"
[ "$(grep -c '^  BPC, .* 4.63 ' "$work/said")" = 2 ] && grep -q "^  BPC, registers.* 4.63  *$(cat "$work/ratio")  " "$work/said" &&
    [ "$(grep -c '  - ' "$work/said")" = $(($(grep -c '|' tests/peers/published) - 1)) ]
result $? "published figures stand beside ours, if this run has ours"

peers speeds random bpc && [ "$(awk '$2 == "bpc" { print ($3 > 0) ($4 > 0) ($5 > 0) ($6 > $3 && $6 > $4 && $6 > $5) }' "$work/said")" = 1111 ]
result $? "speeds of a codec, none above that of memcpy"
FIGURES=$work/kept peers ratios random bpc && FIGURES=$work/kept peers ratios registers bpc && FIGURES=$work/kept peers published &&
    grep -q "^  BPC, registers.* 4.63  *$(cat "$work/ratio")  " "$work/said" && grep -q "^head64 random bpc = 1$" "$work/kept"
result $? "figures that are kept are beside the published ones of a later call"
sh tests/campaigns/peers.sh ratios nothing > "$work/said" 2> "$log"
[ $? = 2 ] && [ ! -s "$work/said" ] && [ "$(wc -l < "$log")" = 1 ] && grep -q 'no part, set or codec "nothing"' "$log"
result $? "an unknown word is refused"
plan
