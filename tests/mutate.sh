#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutate.sh [UNIT...] - puts one fault at a time into emitted files and checks that the Verilator bench notices it. A fault that it does
# not notice is compared with the plain reading by SAT: either the fault changes nothing, or the bench has a hole. Cases design, mutate.
# Resumable: build/mutate.txt keeps the verdicts. MUTANTS=N: faults in a file (default 60), spread over all possible ones.
. tests/tap.sh
. tests/cases.sh
. tests/equal.sh
wanted=${MUTANTS:-60}
base=$work/design
verdicts=build/mutate.txt   # between tabs: unit and design, file, place, verdict, the line
[ "$warpfold" -nt $verdicts ] && rm -f $verdicts
touch $verdicts

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

# unchanged FLAGS PART...: the parts of the mutant equal the plain reading
unchanged() {
    flags=$1 && shift
    [ $# -gt 0 ] || return 1
    for part; do
        # shellcheck disable=SC2086
        (MUTANT=$work/rtl && equal "$part" $flags) < /dev/null || return 1
    done
}

# verdict PART...: of the mutant in $work/rtl. A loop of the mutant may have no end.
verdict() {
    timeout 600 "$warpfold" cosim "$base" --rtl "$work/rtl" --sim verilator --vectors 20000 > "$log" 2>&1 < /dev/null
    code=$?
    if [ $code = 0 ]; then
        if unchanged "$design" "$@"; then echo changes-nothing; else echo MISSED; fi
    elif [ $code = 124 ]; then
        echo noticed
    elif grep -q 'disagrees with the golden model' "$log"; then
        echo noticed
    else
        echo no-Verilog
    fi
}

# mutate FILE PART...
mutate() {
    file=unit_$1.v && shift
    faults "$base/rtl/$file" > "$work/faults"
    total=$(wc -l < "$work/faults")
    step=$((total > wanted ? total / wanted : 1))
    awk "NR % $step == 0" "$work/faults" > "$work/chosen"
    while read -r row column length replacement; do
        key="$unit $design	$file	$row:$column"
        grep -qF "$key	" $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s' "$key" >&2
        rm -rf "$work/rtl" && cp -r "$base/rtl" "$work/rtl"
        awk -v l="$row" -v c="$column" -v n="$length" -v r="$replacement" \
            'NR == l { pad = r == "" ? "" : (substr($0, c, 1) == " " ? " " : "")
                       end = r != "" && substr($0, c + n - 1, 1) == " " ? " " : ""
                       $0 = substr($0, 1, c - 1) pad r end substr($0, c + n) } { print }' "$base/rtl/$file" > "$work/rtl/$file"
        if cmp -s "$work/rtl/$file" "$base/rtl/$file"; then continue; fi
        said=$(verdict "$@")
        printf '%s\t%s\t%s\n' "$key" "$said" "$(sed -n "${row}p" "$work/rtl/$file" | tr -s ' ')" >> $verdicts
    done < "$work/chosen"
}

read_cases "design mutate" "$@"
made=none
while next_case; do
    [ "$kind" = mutate ] || { design=$rest && continue; }
    if [ "$made" != "$unit $design" ]; then
        rm -rf "$base"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit $selection $design -o "$base" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
        made="$unit $design"
    fi
    # shellcheck disable=SC2086
    mutate $rest
done
[ -t 2 ] && echo >&2
{
    echo "make mutate: one fault at a time in emitted files, 20,000 vectors in Verilator each"
    echo "noticed  proven to change nothing  MISSED  (not legal Verilog)  file, design"
    awk -F '\t' '
        { key = $2 ", " $1; if (!(key in seen)) { seen[key] = 1; order[++n] = key } count[key, $4]++ }
        END { for (i = 1; i <= n; i++) printf "%7d %25d %7d %20d  %s\n", count[order[i], "noticed"], count[order[i], "changes-nothing"],
                  count[order[i], "MISSED"], count[order[i], "no-Verilog"], order[i] }' $verdicts
} | results mutate "$@"
! grep MISSED $verdicts
