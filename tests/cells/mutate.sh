# SPDX-License-Identifier: Apache-2.0
# mutate.sh - sourced by cells.sh: one fault at a time in each cell. Its checks notice a fault if one of them says a wrong answer. A fault that
# they do not notice is compared with the cell by SAT or pdr: it changes nothing, or the checks have a hole. Resumable: build/mutate-cells.txt
# keeps the verdicts.
. tests/campaigns/mutants.sh
. tests/tools/cases.sh
verdicts=build/mutate-cells.txt     # between tabs: cell, place, verdict, the line
mkdir -p build
touch $verdicts

# The checks of a cell, the quick ones first
checks_of() {
    [ ! -f "tests/cells/$1_ref.v" ] || echo equal
    [ ! -f "tests/cells/$1_check.v" ] || printf '%s\n' cycles never
    [ ! -f "tests/cells/$1_edges.v" ] || printf '%s\n' cycles edges
    [ "$1" != wf_ram ] || printf '%s\n' ram_of ram_clashes
}
ram_of() { ram "$2"; }
ram_clashes() { clashes; }

# same NAME PARAMETERS: the mutant and the cell answer alike in every cycle after a reset, or from zeros on. A cell without state that equals its loop does
same() {
    grep -q posedge "$work/original/$1.v" || [ -f "tests/cells/$1_edges.v" ] || return 0
    clocks=async2sync && [ ! -f "tests/cells/$1_edges.v" ] || clocks="clk2fflogic; opt -full -nodffe -nosdff"
    reset= && ! grep -q rst_ni "$work/original/$1.v" || reset="sim -q -clock clk_i -resetn rst_ni -rstlen 2 -n 2 -zinit -w"
    sed "s/^module $1/module original/" "$work/original/$1.v" > "$work/original.v"
    # shellcheck disable=SC2046,SC2086
    yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' ') $work/original.v; $(for_yosys $1 $2) $(for_yosys original $2)
        hierarchy -check; proc; flatten; memory_collect; memory_map; opt; $clocks
        ${reset:+$reset original; $reset $1;} miter -equiv -flatten original $1 miter
        hierarchy -check -top miter; opt -full -nodffe -nosdff; simplemap; techmap; dfflegalize -cell \$_DFF_P_ 01; aigmap; opt_clean
        write_aiger -zinit $work/miter.aig" > "$log" 2>&1 || return 1
    yosys-abc -c "read_aiger $work/miter.aig; fold; scorr; pdr -T 120" > "$log" 2>&1
    grep -q "Property proved\|Networks are equivalent\|property proved" "$log"
}

# verdict NAME: of the mutant in $work/cells
verdict() {
    each icarus_takes "$1" size > "$log" 2>&1 || { echo no-Verilog; return; }    # a loop of the mutant may have no end
    for check in $(checks_of "$1"); do
        each "$check" "$1" size && continue
        # a proof that found no end is no answer
        if { [ "$check" != never ] && [ "$check" != edges ]; } || grep -q 'was asserted' "$log"; then echo noticed; return; fi
    done
    if each same "$1" size; then echo changes-nothing; else echo MISSED; fi
}

# mutate NAME
mutate() {
    mutants "$work/original/$1.v" > "$work/mutants"
    while read -r row column length replacement; do
        key="$1	$row:$column"
        grep -qF "$key	" $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s' "$key" >&2
        put_mutant "$work/original/$1.v" "$work/cells/$1.v" "$row" "$column" "$length" "$replacement"
        cmp -s "$work/original/$1.v" "$work/cells/$1.v" && continue
        said=$(verdict "$1" < /dev/null)
        printf '%s\t%s\t%s\n' "$key" "$said" "$(sed -n "${row}p" "$work/cells/$1.v" | tr -s ' ')" >> $verdicts
    done < "$work/mutants"
    cp "$work/original/$1.v" "$work/cells/$1.v"
}

plain_cells
cp -r "$work/cells" "$work/original"
for cell in ${*:-$cells}; do
    grep -qx "$cell" << EOF || { echo "$0 mutate: no cell \"$cell\"" >&2; exit 2; }
$cells
EOF
    [ -z "$(cases size "$cell")" ] || mutate "$cell"
done
[ -t 2 ] && echo >&2
{
    echo "sh tests/rtl/cells.sh mutate: one fault at a time in the cells, all checks of every size"
    echo "noticed  proven to change nothing  MISSED  (not legal Verilog)  cell"
    awk -F '\t' '
        { if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 } count[$1, $3]++ }
        END { for (i = 1; i <= n; i++) printf "%7d %25d %7d %20d  %s\n", count[order[i], "noticed"], count[order[i], "changes-nothing"],
                  count[order[i], "MISSED"], count[order[i], "no-Verilog"], order[i] }' $verdicts
} | results mutate-cells "$@"
! grep MISSED $verdicts
