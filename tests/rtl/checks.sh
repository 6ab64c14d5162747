#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checks.sh [UNIT...] - the checks of emitted modules (sv/NAME_*_check.sv): Yosys proves them of a small design, and faults put into the
# Verilog by hand break them, in Yosys and, bound to the bench, in Verilator; and what tests/formal/UNIT_NAME.sv says of modules of a design. Cases
# formal, holds, broken, disproven, misuse; of the faults of a kind the first below each claim. TAP. What was proven or disproven of the same Verilog is
# not asked again if that takes 2 s of processor time; of the first fault of a unit, 5 s. FRESH=1: everything anew.
# checks.sh all [UNIT...] - the same, and the proofs that take minutes: also formal-all; every fault, and in Verilator the design without one too.
# Resumable: docs/results/checks.txt keeps the verdicts, each line as long as the Verilog and what it is held to stay the same, comments aside. KEEP=1
# keeps them without "all" too.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
d=$work/d
kept=docs/results/checks.txt
title="sh tests/rtl/checks.sh all: proven for all time, or disproven: sum of the Verilog and the checks, seconds of processor time, unit, what, design"
# Counts begin three events before their carries. Proofs are of designs named unit
counts="-Dunit_COUNT_RESET=-32'd3"

# always TOP DEFINES FILE...: no assertion of this top ever fails; 1: some does; else 2. What is free: the inputs, the state before the reset, what memories
# give and what is undefined
always() {
    top=$1 defines=$2 && shift 2
    "${YOSYS:-yosys}" -q -p "read_verilog -sv -formal $counts $defines $*
        hierarchy -check -top $top; proc; flatten; memory_collect; delete t:\$mem_v2; setundef -undriven -anyseq; setundef -anyseq
        async2sync; simplemap t:*ff*; opt_clean -purge; opt -full -nodffe -nosdff; techmap; setundef -undriven -anyseq; setundef -anyseq
        opt_clean; dfflegalize -cell \$_DFF_P_ 01; aigmap; opt_clean -purge; write_aiger -zinit $work/always.aig" > "$work/yosys" 2>&1 ||
        { tail -n 3 "$work/yosys"; return 2; }
    [ "$(head -n 1 "$work/always.aig" | cut -d ' ' -f 7)" -ge 2 ] || { echo "Yosys found no checks"; return 2; }
    # Of what is to be disproven the first cycles are tried alone
    : > "$work/abc"
    [ -z "${verdict:-}" ] || yosys-abc -c "read_aiger $work/always.aig; fold; orpos; bmc3 -F 25 -T 120" > "$work/abc" 2>&1
    grep -q 'was asserted in frame' "$work/abc" ||
        yosys-abc -c "read_aiger $work/always.aig; fold; orpos; scorr -F 2 -C 5000; dc2; pdr -nc -T ${PDR_SECONDS:-900}" > "$work/abc" 2>&1
    tail -n 1 "$work/abc"
    ! grep -q 'was asserted in frame' "$work/abc" || return 1
    grep -q -e 'Property proved' -e 'property proved' -e 'Networks are equivalent' "$work/abc" || return 2
}

# included FILE: the files of tests/formal that it includes, and those that these do
included() { for file in $(sed -n 's,^`include "\(.*\)".*,tests/formal/\1,p' "$1"); do echo "$file" && included "$file"; done; }

# stated DIR: what $property, a file of tests/formal, says of the modules of this folder's design. It knows the design's parameters as
# macros, LANES 4 or COMPRESS_ON; a module that it defines or includes, or UNIT_stubs.sv, stands in place of the emitted one
stated() {
    modules=$(ls tests/formal/"$unit"_stubs.sv 2> /dev/null)
    own="$property $(included "$property") $modules"
    # shellcheck disable=SC2086
    ! grep -nE '\<([a-z_]+) *<= *\1 *;' $own || { echo "$property: Yosys takes a register that keeps what it never got as it likes: use anyconst"; return 2; }
    for file in "$1"/rtl/*.v; do
        # shellcheck disable=SC2086
        grep -q "^module $(basename "$file" .v)\>" $own || modules="$modules $file"
    done
    always formal "$macro $(sed -n '/"design":/,/}/ {
        s/^[ \t]*"\([a-z-]*\)":[ \t]*"\([0-9]*\)",*$/\1=\2/p
        s/^[ \t]*"\([a-z-]*\)":[ \t]*"\([a-z]*\)",*$/\1_\2/p
    }' "$1/manifest.json" | tr a-z- A-Z_ | sed 's/^/-D/' | tr '\n' ' ')" "$modules" "$property"
}

# proven DIR [HOW]: the checks of $module hold with the Verilog in this folder's rtl and sv, or what $property says. A module whose streams have names
# is proven by pdr. Any other module that waits (a stall, a wrapper) may wait for ever, so there the first cycles are tried; the rest are proven
# by induction. Registers become single bits, so that logic behind which nothing is checked falls away. Memories are cut out: what they give is
# free
proven() {
    if [ -n "$property" ]; then stated "$1"; return; fi
    if [ -f "$1/sv/unit_handshake_check.sv" ]; then
        always "unit_${module}_formal" "" "$1"/rtl/*.v "$1"/sv/unit_*_check.sv "$1/sv/unit_${module}_formal.sv"
        return
    fi
    case "$module $flags" in *_stream* | *'--stall 1'*) how="-tempinduct-baseonly -maxsteps 8" ;; *) how="-tempinduct -seq 1 -maxsteps 10" ;; esac
    how=${2:-$how}
    "${YOSYS:-yosys}" -p "read_verilog -sv -formal $counts $1/rtl/*.v $1/sv/unit_*_check.sv $1/sv/unit_${module}_formal.sv
        hierarchy -check -top unit_${module}_formal; proc; flatten; memory_collect; delete t:\$mem_v2
        async2sync; simplemap t:*ff*; opt_clean -purge; opt
        sat -verify -prove-asserts -set-assumes $how" > "$work/yosys" 2>&1
    code=$?
    tail -n 3 "$work/yosys"
    [ "$(grep -c 'Import proof for assert' "$work/yosys")" -ge 2 ] || { echo "Yosys found no checks"; return 2; }
    [ $code = 0 ] || ! grep -q 'proof did fail' "$work/yosys" || return 1
    return $code
}
# disproven DIR: they do not, as some first cycles show
disproven() { proven "$1" "-tempinduct-baseonly -seq 1 -maxsteps 10"; [ $? = 1 ]; }

# held_to DIR: the files of what is asked of the design there, with what the property knows of it and, of a fault, the verdict
held_to() {
    echo "$macro $selection $flags$verdict" > "$work/held"
    ls "$work/held" "$1"/rtl/*.v $property
    if [ -n "$property" ]; then included "$property" && ls tests/formal/"${unit}"_stubs.sv 2> /dev/null; else ls "$1"/sv/unit_*_check.sv "$1/sv/unit_${module}_formal.sv"; fi
}

# spent: seconds of processor time that ended commands took, in $seconds
spent() { times > "$work/times" && seconds=$(awk -F '[ms ]+' 'END { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$work/times"); }

# known_of DIR SECONDS: the verdict of this design is kept, and takes so many
known_of() {
    # shellcheck disable=SC2046
    sum=$(code_sum $(held_to "$1"))
    spent
    before=$seconds
    [ -z "${FRESH:-}" ] && [ -f $kept ] && awk -v sum="$sum" -v least="$(if_all 0 "$2")" '$1 == sum && $2 >= least { known = 1 } END { exit !known }' $kept
}

# asked TEXT DIR COMMAND: `proven` or `disproven` of the design there, unless its verdict is known. A campaign keeps it
asked() {
    verdict= least=2
    # That faults are still seen, each unit shows by its first one
    [ "$3" = proven ] || { verdict=" $3" && [ "$shown" = "$unit" ] || least=5; shown=$unit; }
    if known_of "$2" $least; then
        pass "$1 (kept)"
    elif "$3" "$2" > "$log" 2>&1; then
        pass "$1"
        [ -z "$all${KEEP:-}" ] || keep
    else
        fail "$1"
    fi
}

# keep: what has been found of $sum
keep() {
    spent
    [ -s $kept ] || echo "$title" > $kept
    grep -q "^$sum " $kept || echo "$sum $((seconds - before)) $unit ${property:-$module}$verdict ${macro:+$macro }$flags" >> $kept
}

# noticed DIR [FLAGS]: bound to the bench, a check fails in this folder, and the one line that tells so says which
noticed() {
    "$warpfold" cosim "$@" --sim verilator --vectors 10000 --checks > "$log" 2>&1 && return 1
    tail -n 1 "$log"
    grep -q 'an assertion in the Verilog does not hold: [][A-Za-z0-9_.]*check[][a-z0-9_.]*: [a-z]' "$log"
}

# spoilt PATH: a copy of the design, $work/spoilt, has the fault of the case in this file. False if it changes nothing
spoilt() { spoil "$d" "$work/spoilt" "$1" "$expression" && rm -rf "$work/spoilt"/tb/verilator_*; }

# free_inputs: in the copy of the design nothing is assumed of the environment; what it owes is a check like any other
free_inputs() { rm -rf "$work/spoilt" && cp -r "$d" "$work/spoilt" && sed -i 's/\.ASSUME(1)/.ASSUME(0)/' "$work/spoilt/sv/unit_${module}_formal.sv"; }

# What a memory gives is free: what is false of its words is disproven
cat > "$work/memory.v" << 'END'
module formal (input clk_i, read_i, shows_i, input [1:0] row_i, input [3:0] word_i);
    reg [3:0] memory [0:3];
    reg [3:0] word_q;
    always @(posedge clk_i) begin
        memory[row_i] <= word_i;
        if (read_i) word_q <= memory[row_i];
        assert ((shows_i ? word_q : 4'd0) != 4'd5);
        assert (shows_i || !shows_i || read_i);
    end
endmodule
END
free_words() { always formal "" "$work/memory.v"; [ $? = 1 ]; }
[ -z "$all" ] || check "what a memory gives is free" free_words

kinds="formal holds broken disproven misuse${all:+ formal-all holds-all}"
read_cases "$kinds" "$@"
shown=
while next_case; do
    case $kind in formal* | holds*)
        module=${rest%% *} flags=${rest#* } property= macro=
        case $kind in holds*) property=tests/formal/${unit}_$module.sv ;; esac
        case $flags in [A-Z]*) macro=${flags%%)*} flags=${flags#*) } && macro=-D${macro%(*}=${macro#*(} ;; esac
        # shellcheck disable=SC2086
        [ "$selection $flags" = "${made:-}" ] || { made= && rm -rf "$d" && "$warpfold" gen --name unit $selection $flags -o "$d" > "$log" 2>&1; } ||
            { fail "$unit $flags is made"; continue; }
        made="$selection $flags" bound= tried=
        asked "$unit: ${property:-the checks of $module} hold ${macro:+${macro#-D} }$flags" "$d" proven
        continue
        ;;
    esac
    IFS='	' read -r file expression what << END
$rest
END
    [ -n "$all" ] || case " $tried " in *" $kind "*) continue ;; esac
    tried="$tried $kind"
    # Without a fault they are bound in cosim.sh too
    [ -z "$all" ] || [ -n "$bound$property" ] || check "$unit: bound in Verilator they hold too" "$warpfold" cosim "$d" --sim verilator --vectors 1000 --checks
    [ -n "$property" ] || bound=1
    case $kind in
    broken | disproven)
        spoilt "rtl/unit_$file.v" || { fail "$what"; continue; }
        asked "$unit: Yosys disproves the checks: $what" "$work/spoilt" disproven
        [ $kind = disproven ] || check "$unit: Verilator notices by a check: $what" noticed "$work/spoilt" --edited
        ;;
    misuse)
        free_inputs
        asked "$unit: Yosys disproves what the environment of $module owes" "$work/spoilt" disproven
        spoilt "tb/unit_$file.v" || { fail "$what"; continue; }
        check "$unit: Verilator notices by a check: $what" noticed "$work/spoilt"
        ;;
    esac
done
plan
