#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutate.sh [UNIT...] - puts one fault at a time into emitted files and checks that the Verilator bench notices it. A fault that it does
# not notice is compared with the emitted module as netlists, then with the emitted part by SAT, or module with module if it is in no part: either the
# fault changes nothing, or the bench has a hole. Cases design, mutate. The cells have their own (cells.sh mutate).
# Resumable: docs/results/mutants.txt keeps the verdicts, each as long as the code of its design stays the same. MUTANTS=N: faults in a file
# (default 60), spread over all possible ones. PROOF_SECONDS (default 600): processor time of a proof; after it the fault is undecided.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/rtl/equal.sh
. tests/campaigns/mutants.sh
. tests/cli/quick.sh
wanted=${MUTANTS:-60} PROOF_SECONDS=${PROOF_SECONDS:-600}
base=$work/design
verdicts=docs/results/mutants.txt   # between tabs: unit and design, file, place, sum of the design's files, verdict, the line
touch $verdicts
: > "$work/asked"           # the first four of these, of every fault of this run

# netlist RTL FILE: what Yosys makes of the mutant's module with the Verilog in this folder, without the names of files
netlist() {
    (cd "$1" && yosys -q -p "read_verilog ./*.v; hierarchy -check -top ${file%.v}; proc; flatten; opt; clean -purge; setattr -unset src
        setattr -mod -unset src; rename ${file%.v} top; write_rtlil $2") > "$log" 2>&1 < /dev/null
}

# same_netlist: the mutant's module is the emitted one, register by register: the fault is where this configuration has nothing
same_netlist() { netlist "$base/rtl" "$work/gold.il" && netlist "$work/rtl" "$work/gate.il" && cmp -s "$work/gold.il" "$work/gate.il"; }

# side RTL NAME: Yosys commands that keep the mutant's module, with the Verilog in this folder, under this name
side() { echo "read_verilog $1/*.v; hierarchy -check -top ${file%.v}; proc; flatten; opt_clean; rename ${file%.v} $2; design -stash $2"; }

# as_emitted: the mutant's module, which has no registers, equals the emitted one
as_emitted() {
    yosys -q -p "$(side "$base/rtl" gold); $(side "$work/rtl" gate); design -copy-from gold gold; design -copy-from gate gate
        miter -equiv -flatten gold gate both; sat -verify -prove trigger 0 both" > "$log" 2>&1 < /dev/null
}

# unchanged FLAGS PART...: the parts of the mutant equal those that were emitted; without a part, its module does. 2: no verdict
unchanged() {
    flags=$1 && shift
    [ $# -gt 0 ] || { as_emitted; return; }
    for part; do
        # shellcheck disable=SC2086
        (MUTANT=$work/rtl && equal "$part" $flags) < /dev/null || return $?
    done
}

# refused: Verilator or Yosys refuses the mutant's module or warns of it, so lint.sh would notice
refused() {
    module=${file%.v}
    (cd "$work/rtl" && verilator --lint-only -Wall --top-module "$module" ./*.v &&
        yosys -q -p "read_verilog ./*.v; hierarchy -check -top $module; proc; check -assert; $rising") > "$log" 2>&1 < /dev/null || return 0
    [ -s "$log" ]
}

# verdict PART...: of the mutant in $work/rtl. A loop of the mutant may have no end; but a busy machine is slow too, so a run that does not end tells nothing
verdict() {
    timeout 1200 "$warpfold" cosim "$base" --rtl "$work/rtl" --sim verilator --vectors 20000 > "$log" 2>&1 < /dev/null
    code=$?
    if [ $code = 0 ]; then
        if refused; then echo no-Verilog && return; fi
        if same_netlist; then echo changes-nothing && return; fi
        unchanged "$design" "$@"
        case $? in 0) echo changes-nothing ;; 2) echo undecided ;; *) echo MISSED ;; esac
    elif [ $code = 124 ]; then
        echo undecided
    elif grep -q 'disagrees with the golden model' "$log"; then
        echo noticed
    else
        echo no-Verilog
    fi
}

# mutate FILE PART...
mutate() {
    file=unit_$1.v && shift
    mutants "$base/rtl/$file" > "$work/faults"
    some "$work/faults" "$wanted" > "$work/chosen"
    while read -r row column length replacement; do
        key="$unit $design	$file	$row:$column	$sum"
        echo "$key	" >> "$work/asked"
        grep -qF "$key	" $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s' "$key" >&2
        rm -rf "$work/rtl" && cp -r "$base/rtl" "$work/rtl"
        put_mutant "$base/rtl/$file" "$work/rtl/$file" "$row" "$column" "$length" "$replacement"
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
        sum=$(code_sum "$base"/rtl/*.v "$base"/tb/*.v)
    fi
    # shellcheck disable=SC2086
    mutate $rest
done
[ -t 2 ] && echo >&2
{
    echo "MUTANTS=$wanted PROOF_SECONDS=$PROOF_SECONDS make mutate: one fault at a time in emitted files, 20,000 vectors in Verilator each"
    echo "noticed  proven to change nothing  MISSED  undecided  (a tool refuses it)  file, design"
    grep -F -f "$work/asked" $verdicts | awk -F '\t' '
        { key = $2 ", " $1; if (!(key in seen)) { seen[key] = 1; order[++n] = key } count[key, $5]++ }
        END { for (i = 1; i <= n; i++) printf "%7d %25d %7d %10d %20d  %s\n", count[order[i], "noticed"], count[order[i], "changes-nothing"],
                  count[order[i], "MISSED"], count[order[i], "undecided"], count[order[i], "no-Verilog"], order[i] }'
} | results mutate "$@"
# A whole campaign drops the verdicts that it did not ask for
[ $# -gt 0 ] || { grep -F -f "$work/asked" $verdicts | LC_ALL=C sort > "$work/kept" && cp "$work/kept" $verdicts; }
! grep -F -f "$work/asked" $verdicts | grep MISSED
