#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_traces.sh - convert, stats, encode and decode as a user calls them, on the repository's traces: TAP. Bad input
# gives one line on standard error, exit code 2, and leaves nothing behind.
. "$(dirname "$0")/tap.sh"
traces=$(dirname "$0")/../traces
: > "$log"

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }

# same A B WHAT
same() {
    cmp -s "$1" "$2"
    result $? "$3"
}

# refused WHAT TEXT COMMAND...: exit code 2, one line that has TEXT, and the work folder as before
refused() {
    what=$1 text=$2
    shift 2
    before=$(ls "$work")
    "$warpfold" "$@" > /dev/null 2> "$log"
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ "$(ls "$work")" = "$before" ]
    result $? "$what"
}

for t in "$traces"/*.wft; do
    name=$(basename "$t" .wft)
    "$warpfold" convert "$t" -o "$work/$name.wtx" > /dev/null
    "$warpfold" convert "$work/$name.wtx" -o "$work/$name.wft" > /dev/null
    same "$t" "$work/$name.wft" "$name: own form to text and back is the same file"
    for flags in "--codec bytewise" "--codec bytewise --groups 4" "--codec warpbdi" "--layout packed --modes 4-1" "--bank 32" "--codec affine" \
        "--codec affine --vector 8 --strides any --bank 32"; do
        rm -f "$work/c.wfc" "$work/back.wtx"
        # shellcheck disable=SC2086 # flags are words
        "$warpfold" encode $flags "$t" -o "$work/c.wfc" > /dev/null
        "$warpfold" decode "$work/c.wfc" -o "$work/back.wtx" > /dev/null
        same "$work/$name.wtx" "$work/back.wtx" "$name: encode $flags, decode gives the trace back"
    done
done

"$warpfold" stats "$traces"/*.wft --json "$work/s.json" > "$work/s.txt"
result $? "stats of traces of several warp widths"
grep -q '"trace__count": *4,*$' "$work/s.json" && grep -q '"trace__diverge_t32__class__<4,0>"' "$work/s.json"
result $? "stats writes flat keys"
grep -q 'register values (reads)' "$work/s.txt"
result $? "operand reads are called reads"
"$warpfold" stats "$traces"/*.wft > "$work/s2.txt"
same "$work/s.txt" "$work/s2.txt" "stats says the same twice"

t=$traces/diverge-t32.wft
# row NAME VECTORS ZERO UNIFORM AFFINE OTHER GENERIC MISSED: of the printed table
row() {
    name=$1 && shift
    [ "$(sed -n "/^vectors of 32 lanes/,/^$/ s/^$name  *//p" "$work/d.txt" | tr -s ' ')" = "$*" ]
    result $? "the table of vectors: $name"
}
"$warpfold" stats "$t" > "$work/d.txt"
row registers 6763 5.5% 35.6% 20.7% 8.0% 30.3% 0.0%
row "loads, stack" 578 5.0% 4.3% 90.0% 0.7% 0.0% 0.0%
row "stores, global" 32 75.0% 0.0% 12.5% 0.0% 12.5% 0.0%
"$warpfold" convert "$t" -n 10 -o "$work/ten.wtx" > /dev/null
[ "$(grep -c -v '^#' "$work/ten.wtx")" = 10 ]
result $? "convert --limit"
head -c 20000 "$t" > "$work/cut.wft"
{ head -c 20000 "$t"; printf x; tail -c +20002 "$t"; } > "$work/corrupt.wft"
{ head -c 8 "$t"; printf '\007\000'; tail -c +11 "$t"; } > "$work/version.wft"
printf '%s\n' '-kernel name = k' '#traces format = PC' > "$work/accel.traceg"
echo precious > "$work/precious.wft"
refused "no such file" "cannot open" stats "$work/none"
refused "truncated" "truncated" convert "$work/cut.wft" -o "$work/x.wft"
refused "truncated, encode" "truncated" encode "$work/cut.wft" -o "$work/x.wfc"
refused "corrupt" "corrupt" convert "$work/corrupt.wft" -o "$work/x.wft"
refused "wrong version" "version 7; accepted is version 1" stats "$work/version.wft"
refused "Accel-Sim" "no register values" stats "$work/accel.traceg"
refused "unknown form" "no known trace format" stats "$warpfold"
refused "another warp width" "16 lanes" stats --lanes 32 "$traces/sort-t16.wft"
refused "widths that do not go together" "16 lanes" convert "$t" "$traces/sort-t16.wft" -o "$work/x.wft"
refused "nothing foreign is overwritten" "not overwritten" convert "$t" -o "$work/precious.wft"
refused "a name of no form" "ends in .wft" convert "$t" -o "$work/x.bin"
refused "no output" "no output" convert "$t"
refused "no input" "no trace" stats
refused "unknown codec" "no codec" encode --codec zip "$t" -o "$work/x.wfc"
refused "empty mode set" "at least one" stats --modes "" "$t"
refused "a trace is no code file" "no code file" decode "$t" -o "$work/x.wft"
refused "codes of another codec" "not of bytewise" decode "$work/c.wfc" --codec bytewise -o "$work/x.wft"
refused "an unwritable folder" "cannot be written" convert "$t" -o /nonexistent/x.wft

plan
