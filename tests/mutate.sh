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
# make NAME GEN-FLAGS...
make_design() { to=$work/$1 && shift; "$warpfold" gen --name unit "$@" -o "$to" > "$log" 2>&1 || { cat "$log"; exit 1; }; }
make_design warpbdi --lanes 8 --bank 32 --enc-stages 0 --dec-stages 0
make_design clocked --lanes 4 --bank 32 --decs 2 --dec-ports 3
make_design bytewise --codec bytewise --lanes 8 --groups 2 --enc-stages 0 --dec-stages 0 --encs 1 --decs 1
make_design eligible --block eligible --lanes 8 --groups 2
make_design affine --codec affine --lanes 8 --word 16 --enc-stages 0 --dec-stages 0
make_design any --codec affine --lanes 16 --word 8 --vector 8 --strides any --bank 32 --enc-stages 0 --dec-stages 0
make_design crossbar --block crossbar --lanes 4 --ports 3 --slice 1
make_design metacache --block metacache --kbytes 2

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

# mutate DESIGN FILE [PROOF...]: survivors are proven by that function of tests/equal.sh; without one they count as missed
mutate() {
    kind=$1 base=$work/$1 file=$2 && shift 2
    faults "$base/rtl/$file" > "$work/faults"
    total=$(wc -l < "$work/faults")
    step=$((total > wanted ? total / wanted : 1))
    awk "NR % $step == 0" "$work/faults" > "$work/chosen"
    while read -r line column length replacement; do
        key="$kind/$file:$line:$column"
        grep -q "^$key " $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s' "$key" >&2
        rm -rf "$work/rtl" && cp -r "$base/rtl" "$work/rtl"
        awk -v l="$line" -v c="$column" -v n="$length" -v r="$replacement" \
            'NR == l { pad = r == "" ? "" : (substr($0, c, 1) == " " ? " " : ""); end = r != "" && substr($0, c + n - 1, 1) == " " ? " " : ""
                       $0 = substr($0, 1, c - 1) pad r end substr($0, c + n) } { print }' "$base/rtl/$file" > "$work/rtl/$file"
        if cmp -s "$work/rtl/$file" "$base/rtl/$file"; then continue; fi
        if "$warpfold" cosim "$base" --rtl "$work/rtl" --sim verilator --vectors 20000 > "$log" 2>&1 < /dev/null; then
            if [ $# -gt 0 ] && MUTANT=$work/rtl "$@" < /dev/null; then
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

# expand stands in both units of affine
affine_both() { affine_equal enc "$@" && affine_equal dec "$@"; }

mutate warpbdi unit_enc.v warpbdi_equal enc 8 32 7 0 0
mutate warpbdi unit_dec.v warpbdi_equal dec 8 32 7 0 0
mutate warpbdi unit_move.v
mutate clocked unit_rank.v
mutate clocked unit_decs.v
mutate bytewise unit_enc.v bytewise_equal enc 8 2 0
mutate bytewise unit_dec.v bytewise_equal dec 8 2 0
mutate bytewise unit_compare.v bytewise_equal enc 8 2 0
mutate eligible unit_eligible.v eligible_equal eligible 8 2 3
for file in enc dec; do mutate affine unit_$file.v affine_equal $file 8 16 warp pow2 128 0; done
mutate affine unit_expand.v affine_both 8 16 warp pow2 128 0
for file in enc dec; do mutate any unit_$file.v affine_equal $file 16 8 8 any 32 0; done
mutate any unit_expand.v affine_both 16 8 8 any 32 0
mutate crossbar unit_crossbar.v crossbar_equal crossbar 4 3 0 1
mutate metacache unit_metacache_slice.v
[ -t 2 ] && echo >&2
mkdir -p docs/results
{
    echo "make mutate: one fault at a time in emitted files, 20,000 vectors in Verilator each"
    echo "design/file               noticed  proven to change nothing  MISSED  (not legal Verilog)"
    for f in warpbdi/unit_enc.v warpbdi/unit_dec.v warpbdi/unit_move.v clocked/unit_rank.v clocked/unit_decs.v bytewise/unit_enc.v \
        bytewise/unit_dec.v bytewise/unit_compare.v eligible/unit_eligible.v affine/unit_enc.v affine/unit_dec.v affine/unit_expand.v \
        any/unit_enc.v any/unit_dec.v any/unit_expand.v crossbar/unit_crossbar.v \
        metacache/unit_metacache_slice.v; do
        printf '%-24s %8d %25d %7d %12d\n' $f "$(grep -c "^$f.* noticed " $verdicts)" \
            "$(grep -c "^$f.* changes-nothing " $verdicts)" "$(grep -c "^$f.* MISSED " $verdicts)" \
            "$(grep -c "^$f.* no-Verilog " $verdicts)"
    done
} | tee docs/results/mutate.txt
grep MISSED $verdicts
! grep -q MISSED $verdicts
