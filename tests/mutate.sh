#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutate.sh - puts one fault at a time into emitted files, and sees whether the Verilator bench notices. A fault that it
# does not notice is compared with the plain reference RTL by SAT: either it changes nothing, or the bench has a hole.
# Resumable: verdicts are kept in build/mutate.txt. MUTANTS=N: how many faults a file (default 60), spread over all.
. tests/tap.sh
. tests/equal.sh
wanted=${MUTANTS:-60}
verdicts=build/mutate.txt
[ build/bin/warpfold -nt $verdicts ] && rm -f $verdicts
touch $verdicts
design=$work/design
"$warpfold" gen --name unit --lanes 8 --bank 32 --enc-stages 0 --dec-stages 0 -o "$design" > "$log" 2>&1 || { cat "$log"; exit 1; }
clocked=$work/clocked
"$warpfold" gen --name unit --lanes 4 --bank 32 --decs 2 --dec-ports 3 -o "$clocked" > "$log" 2>&1 || { cat "$log"; exit 1; }

# faults FILE: "line column length replacement", for operators, constants and conditions outside comments
faults() {
    awk '
    function swap(from, to,   at, rest, skipped) {
        rest = code; skipped = 0
        while ((at = index(rest, from)) > 0) {
            print NR, skipped + at, length(from), to
            skipped += at + length(from) - 1
            rest = substr(code, skipped + 1)
        }
    }
    /^module|^endmodule|^ *(input|output|parameter|genvar|integer|localparam)|^`|illegal/ { next }
    {
        code = $0; sub(/\/\/.*/, "", code)
        swap(" & ", " | "); swap(" | ", " & "); swap(" ^ ", " & "); swap(" && ", " || "); swap(" || ", " && ")
        swap(" + ", " - "); swap(" - ", " + "); swap(" == ", " != "); swap(" != ", " == "); swap(" < ", " <= ")
        swap("~", ""); swap("!", ""); swap("&{", "|{"); swap("(&", "(|"); swap("(|", "(&")
        swap("1\047b0", "1\047b1"); swap("1\047b1", "1\047b0"); swap(">= ", "> "); swap(" ? ", " == 1\047b0 ? ")
        swap("*i+8", "*i+9"); swap("32*i", "32*i+1"); swap("7]", "6]"); swap("[0]", "[1]"); swap("posedge", "negedge")
    }' "$1"
}

# mutate DESIGN FILE UNIT: UNIT enc or dec: survivors are proven; else they count as missed
mutate() {
    base=$1 file=$2 unit=$3
    faults "$base/rtl/$file" > "$work/faults"
    total=$(wc -l < "$work/faults")
    step=$((total > wanted ? total / wanted : 1))
    awk "NR % $step == 0" "$work/faults" > "$work/chosen"
    while read -r line column length replacement; do
        key="$file:$line:$column"
        grep -q "^$key " $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s' "$key" >&2
        rm -rf "$work/rtl" && cp -r "$base/rtl" "$work/rtl"
        awk -v l="$line" -v c="$column" -v n="$length" -v r="$replacement" \
            'NR == l { pad = r == "" ? "" : (substr($0, c, 1) == " " ? " " : ""); end = r != "" && substr($0, c + n - 1, 1) == " " ? " " : ""
                       $0 = substr($0, 1, c - 1) pad r end substr($0, c + n) } { print }' "$base/rtl/$file" > "$work/rtl/$file"
        if cmp -s "$work/rtl/$file" "$base/rtl/$file"; then continue; fi
        if "$warpfold" cosim "$base" --rtl "$work/rtl" --sim verilator --vectors 20000 > "$log" 2>&1 < /dev/null; then
            if [ -n "$unit" ] && MUTANT=$work/rtl/$file equal "$unit" 8 32 7 0 1 < /dev/null; then
                verdict="changes-nothing"
            else
                verdict="MISSED"
            fi
        elif grep -q 'disagrees with the golden model' "$log"; then
            verdict="noticed"
        else
            verdict="no-Verilog"
        fi
        echo "$key $verdict $(sed -n "${line}p" "$work/rtl/$file" | tr -s ' ')" >> $verdicts
    done < "$work/chosen"
}

mutate "$design" unit_enc.v enc
mutate "$design" unit_dec.v dec
mutate "$design" unit_move.v ''
mutate "$clocked" unit_rank.v ''
mutate "$clocked" unit_decs.v ''
[ -t 2 ] && echo >&2
mkdir -p docs/results
{
    echo "make mutate: one fault at a time in emitted files, 20,000 vectors in Verilator each"
    echo "file              noticed  proven to change nothing  MISSED  (not legal Verilog)"
    for f in unit_enc.v unit_dec.v unit_move.v unit_rank.v unit_decs.v; do
        printf '%-16s %8d %25d %7d %12d\n' $f "$(grep -c "^$f.* noticed " $verdicts)" \
            "$(grep -c "^$f.* changes-nothing " $verdicts)" "$(grep -c "^$f.* MISSED " $verdicts)" \
            "$(grep -c "^$f.* no-Verilog " $verdicts)"
    done
} | tee docs/results/mutate.txt
grep MISSED $verdicts
! grep -q MISSED $verdicts
