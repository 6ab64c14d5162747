#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cells.sh [WHAT] - the cells that units and systems share (rtl_templates/cells, docs/cells.md), each by itself. TAP. tests/cells has, of a cell,
# NAME_ref.v, the same as a loop, or NAME_check.v, which feeds it all that its users may do and says when an answer is wrong.
#   (nothing)  lint; equal to the loop, by SAT; never wrong, by induction (ABC's pdr); random cycles in Icarus; illegal parameters; faults
#   timing     area and time at 4 to 64 ports. LIBERTY=FILE: the library, if not the default
. tests/tap.sh
from=rtl_templates/cells
default_library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib default_driver=BUFX2
cells=$(cd $from && ls wf_*.v | sed 's/\.v$//')

# module_files NAME: of the cell in $work/cells and those that it instantiates
module_files() {
    echo "$work/cells/$1.v"
    for child in $(sed -n 's/^ *\(wf_[a-z]*\) *#.*/\1/p' "$work/cells/$1.v" | sort -u); do module_files "$child"; done
}

# plain_cells [SED]: the cells with their own names, in $work/cells, after sed has put a fault into them
plain_cells() {
    rm -rf "$work/cells" && mkdir -p "$work/cells"
    for one in $cells; do sed -e 's/`\(WF_[A-Z]*\)/\L\1/g' -e "${1:-}" $from/"$one".v > "$work/cells/$one.v"; done
}

# With parameters as "WIDTH=8 COUNT=3": options of a tool
for_verilator() { for p; do printf ' -G%s' "$p"; done; }
for_icarus() { top=$1 && shift && for p; do printf ' -P%s.%s' "$top" "$p"; done; }
for_yosys() { top=$1 && shift && for p; do printf ' chparam -set %s %s %s;' "${p%=*}" "${p#*=}" "$top"; done; }
for_instance() { for p; do printf ', .%s(%s)' "${p%=*}" "${p#*=}"; done | sed 's/^, //'; }

# shellcheck disable=SC2046,SC2086
verilator_takes() { verilator --lint-only -Wall $(for_verilator $2) --top-module $1 $(module_files $1 | sort -u); }
# shellcheck disable=SC2046,SC2086
icarus_takes() { iverilog -g2005 -Wall $(for_icarus $1 $2) -s $1 -o /dev/null $(module_files $1 | sort -u); }
# shellcheck disable=SC2046,SC2086
yosys_takes() {
    yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' '); $(for_yosys $1 $2) hierarchy -check -top $1; proc; check -assert"
}

# quiet COMMAND...: succeeds and says nothing
quiet() { "$@" > "$log" 2>&1 && ! grep -v 'Replacing memory' "$log" | grep -q .; }
lint() { quiet verilator_takes "$@" && quiet icarus_takes "$@" && quiet yosys_takes "$@"; }
# refused NAME PARAMETERS: by every tool, since it does not find the illegal parameter's module
refused() {
    for tool in verilator icarus yosys; do
        ${tool}_takes "$@" > "$log" 2>&1 && { echo "$tool takes $*" > "$log"; return 1; }
        grep -q wf_illegal_parameter "$log" || return 1
    done
}

# equal NAME PARAMETERS: the cell and its loop, by SAT
equal() {
    for side in "" _ref; do
        # shellcheck disable=SC2046,SC2086
        yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' ') tests/cells/$1_ref.v; $(for_yosys $1$side $2)
            hierarchy -check -top $1$side; proc; flatten; opt -full; techmap; opt; aigmap; opt_clean; write_blif $work/side$side.blif" \
            > "$log" 2>&1 || return 1
    done
    yosys-abc -c "read_blif $work/side_ref.blif; strash; write_aiger $work/ref.aig; read_blif $work/side.blif; strash; &get -n;
        &cec $work/ref.aig" > "$log" 2>&1
    grep -q "Networks are equivalent" "$log"
}

# never NAME PARAMETERS: bad_o is never 1, whatever happens after a reset
never() {
    # shellcheck disable=SC2046,SC2086
    files="$(module_files $1 | sort -u | tr '\n' ' ') tests/cells/$1_check.v"
    # shellcheck disable=SC2086
    printf 'module never (input clk_i, input [127:0] free_i, output bad_o); reg run_q = 0; wire bad; always @(posedge clk_i) run_q <= 1;
        check #(%s) check (.clk_i(clk_i), .rst_ni(run_q), .free_i(free_i), .bad_o(bad)); assign bad_o = run_q && bad; endmodule\n' \
        "$(for_instance $2)" > "$work/never.v"
    yosys -q -p "read_verilog $files $work/never.v; hierarchy -check -top never; proc; flatten; memory_collect; memory_map;
        opt -full -nodffe -nosdff; async2sync; simplemap; techmap; dfflegalize -cell \$_DFF_P_ 01; aigmap; opt_clean; write_aiger -zinit $work/never.aig" > "$log" 2>&1 || return 1
    yosys-abc -c "read_aiger $work/never.aig; fold; scorr; pdr -T 300" > "$log" 2>&1
    grep -q "Property proved\|Networks are equivalent\|property proved" "$log"
}

# cycles NAME PARAMETERS: random cycles of the check in Icarus
cycles() {
    # shellcheck disable=SC2046,SC2086
    files="$(module_files $1 | sort -u | tr '\n' ' ') tests/cells/$1_check.v"
    # shellcheck disable=SC2046,SC2086
    sed "s/^    check dut/    check #($(for_instance $2)) dut/" tests/cells/bench.v > "$work/bench.v"
    # shellcheck disable=SC2086
    iverilog -g2005 -s bench -o "$work/bench" $files "$work/bench.v" > "$log" 2>&1 &&
        vvp -n "$work/bench" >> "$log" 2>&1 && grep -q '^same' "$log"
}

# ram [PARAMETERS]: wf_ram in its bench
ram() {
    # shellcheck disable=SC2046,SC2086
    iverilog -g2005 -DWF_RAM=wf_ram $(for_icarus ram_tb ${1:-}) -o "$work/tb" -s ram_tb "$work/cells/wf_ram.v" tests/cells/wf_ram_tb.v \
        > "$log" 2>&1 && vvp -n "$work/tb" ${2:-} >> "$log" 2>&1
    grep -q '^same' "$log"
}
ram_as_is() { ram; }
clashes() { ram "" +clash; grep -q '^ASSERT' "$log"; }

# sizes_of NAME: the parameters that lint, proofs and benches take
sizes_of() {
    case $1 in
    wf_first) printf 'WIDTH=%d\n' 1 7 64 ;;
    wf_mux | wf_fold) printf 'WIDTH=%d COUNT=%d\n' 1 1 3 5 32 16 ;;
    wf_shift) printf 'WIDTH=%d STEP=%d COUNT=%d LEFT=%d\n' 1 1 1 0 12 3 5 1 16 4 6 0 ;;
    wf_carry) printf 'WIDTH=%d COUNT=%d\n' 1 1 1 3 7 2 8 4 64 1 ;;
    wf_pick) printf 'PORTS=%d GRANTS=%d\n' 1 1 5 3 4 4 16 2 64 1 ;;
    wf_arb) printf 'PORTS=%d GRANTS=%d\n' 1 1 3 2 4 1 4 2 ;;
    wf_spill) printf 'WIDTH=3 BYPASS=%d\n' 0 1 ;;
    wf_fifo) printf 'WIDTH=3 DEPTH=%d\n' 1 3 4 ;;
    wf_inflight) printf 'ID=%d ENTRIES=%d PORTS=%d\n' 1 1 1 1 3 2 2 2 2 ;;
    wf_rank) printf 'WIDTH=%d STALLS=%d\n' 1 0 32 1 ;;
    wf_cut) printf 'WIDTH=3 ON=%d FLOW=%d\n' 0 0 0 1 0 2 1 0 1 1 1 2 ;;
    wf_ram) printf 'WORDS=%d BITS=%d\n' 2 1 5 7 ;;
    esac
}

# illegal NAME: a value of each parameter that it does not take
illegal_of() {
    case $1 in
    wf_first) echo WIDTH=0 ;;
    wf_mux | wf_fold | wf_carry) printf '%s\n' WIDTH=0 COUNT=0 ;;
    wf_shift) printf '%s\n' WIDTH=0 STEP=0 COUNT=0 LEFT=2 ;;
    wf_pick) printf '%s\n' PORTS=0 GRANTS=0 GRANTS=3 ;;
    wf_cut) printf '%s\n' FLOW=3 ON=2 WIDTH=0 ;;
    wf_rank) printf '%s\n' WIDTH=0 STALLS=2 ;;
    wf_spill) printf '%s\n' WIDTH=0 BYPASS=2 ;;
    wf_fifo) printf '%s\n' WIDTH=0 DEPTH=0 ;;
    wf_inflight) printf '%s\n' ID=0 ENTRIES=0 PORTS=0 ;;
    wf_ram) printf '%s\n' WORDS=1 "BITS=0 PART=1" "BITS=8 PART=3" PORTS=3 ADDRESS=4 ;;
    esac
}

# faults_of NAME: a check, parameters, and a fault that it must notice, as sed
faults_of() {
    case $1 in
    wf_first) echo 'equal WIDTH=7 s/upto << 1/upto/' ;;
    wf_mux) echo 'equal WIDTH=2,COUNT=3 s/2 \* k + 1 </2 * k + 2 </' ;;
    wf_shift) echo 'equal WIDTH=12,STEP=3,COUNT=5,LEFT=1 s/data_i >> (k/data_i << (k/;s/data_i << (k \* STEP/data_i << (k * STEP + 1/' ;;
    wf_carry) printf '%s\n' 'equal WIDTH=7,COUNT=2 s/WIDTH{1.b1/WIDTH{1'"'"'b0/' 'equal WIDTH=8,COUNT=2 s/pass \& (gen_into/make \& (gen_into/' \
        'equal WIDTH=8,COUNT=2 s/(out << 1) \&/(out << 1) |/' ;;
    wf_fold) echo 'equal WIDTH=2,COUNT=3 s/PAIRS < HERE/PAIRS > HERE/' ;;
    wf_pick) printf '%s\n' 'equal PORTS=5,GRANTS=3 s/others\[0\] /others[1] /' 'equal PORTS=5,GRANTS=3 s/a\[i\] & b\[k-1-i\]/1'"'"'b0/' \
        'equal PORTS=4,GRANTS=1 s/? first_below : other_before/? other_before : first_below/' ;;
    wf_arb) printf '%s\n' 'never PORTS=3,GRANTS=1 s/open_q <= granted/open_q <= open_q/' 'never PORTS=3,GRANTS=1 s/after_q <= after_d/after_q <= after_q/' \
        'cycles PORTS=3,GRANTS=1 s/after_q <= after_d/after_q <= after_q/' 'never PORTS=3,GRANTS=2 s/if (take_i)/if (1'"'"'b1)/' ;;
    wf_rank) printf '%s\n' 'never WIDTH=2,STALLS=1 s/if (valid_i \&\& move)/if (valid_i)/' 'never WIDTH=2,STALLS=1 s/else if (move)/else/' \
        'cycles WIDTH=2,STALLS=0 s/STALLS == 0 ||/STALLS == 1 ||/' ;;
    wf_cut) printf '%s\n' 'never WIDTH=3,ON=1,FLOW=2 s/!valid_o)/valid_o)/' 'never WIDTH=3,ON=1,FLOW=2 s/move_i(ready_o)/move_i(ready_i)/' \
        'cycles WIDTH=3,ON=1,FLOW=1 s/.STALLS(FLOW != 0)/.STALLS(FLOW == 2)/' 'cycles WIDTH=3,ON=0,FLOW=2 s/ON != 0 \&\& !valid_o/!valid_o/' ;;
    wf_spill) printf '%s\n' 'never WIDTH=3,BYPASS=1 s/kept_q <= pass_valid \&\&/kept_q <= valid_i \&\&/' 'never WIDTH=3,BYPASS=0 s/ready_i || !out_valid_q/ready_i/' \
        'cycles WIDTH=3,BYPASS=0 s/kept_q ? kept_data_q : data_i/data_i/' 'never WIDTH=3,BYPASS=1 s/ready_o    = !kept_q/ready_o = !kept_q || ready_i/' ;;
    wf_fifo) printf '%s\n' 'never WIDTH=3,DEPTH=3 s/write_q == LAST/read_q == LAST/' 'never WIDTH=3,DEPTH=3 s/owed_q != FULL/queued_q != FULL/' \
        'cycles WIDTH=3,DEPTH=3 s/valid_i \&\& !give/valid_i/' 'cycles WIDTH=3,DEPTH=4 s/if (give)    read_q/if (ready_i) read_q/' ;;
    wf_ram) printf '%s\n' 'ram_as_is - s/if (read_i) data_q/data_q/' 'ram_as_is - s/if (write_i\[p\])/if (|write_i)/' ;;
    wf_inflight) printf '%s\n' 'never ID=1,ENTRIES=3,PORTS=2 s/finished\[e\] = used_q\[e\] \&\&/finished[e] =/' \
        'never ID=1,ENTRIES=3,PORTS=2 s/finish_valid_i \&\& finish\[e\]/finish_valid_i \&\& finished[e]/' \
        'cycles ID=2,ENTRIES=2,PORTS=2 s/start_valid_i \&\& start/start_valid_i || start/' ;;
    esac
}

# notices NAME CHECK PARAMETERS SED: the check fails of the cell with this fault
notices() {
    plain_cells
    cp "$work/cells/$1.v" "$work/plain.v"
    plain_cells "$4"
    if cmp -s "$work/cells/$1.v" "$work/plain.v"; then
        echo "$1 has no such place" > "$log" && fail "$1: the fault $4"
    elif ! icarus_takes "$1" "$(echo "$3" | tr -d '-' | tr ',' ' ')" > "$log" 2>&1; then
        fail "$1: the fault $4 is Verilog"
    elif "$2" "$1" "$(echo "$3" | tr ',' ' ')"; then
        fail "$1: $2 notices $4"
    else
        pass "$1: $2 notices $4"
    fi
}

# each COMMAND NAME LISTER: the command on every line that the lister gives
each() {
    "$3" "$2" > "$work/lines"
    while read -r line; do
        "$1" "$2" "$line" < /dev/null || { echo "$1 $2 $line" >> "$log"; return 1; }
    done < "$work/lines"
}

# said NAME COMMAND...: a test of this name
said() { name=$1 && shift; if "$@"; then pass "$name"; else fail "$name"; fi; }

checks() {
    plain_cells
    for cell in $cells; do
        sizes_of "$cell" | grep -q . || continue
        said "$cell is plain Verilog in three tools" each lint "$cell" sizes_of
        [ -z "$(illegal_of "$cell")" ] || said "$cell refuses illegal parameters" each refused "$cell" illegal_of
        [ ! -f "tests/cells/${cell}_ref.v" ] || said "$cell equals its loop" each equal "$cell" sizes_of
        [ ! -f "tests/cells/${cell}_check.v" ] || said "$cell is never wrong" each never "$cell" sizes_of
        [ ! -f "tests/cells/${cell}_check.v" ] || said "$cell in random cycles" each cycles "$cell" sizes_of
    done
    said "wf_ram reads, writes parts and holds its output" ram
    said "wf_ram of one part" ram "BITS=7 PART=7 WORDS=5"
    said "wf_ram stops where a row is read while it is written" clashes
    for cell in $cells; do
        faults_of "$cell" > "$work/faults"
        while read -r check parameters fault; do notices "$cell" "$check" "$parameters" "$fault" < /dev/null; done < "$work/faults"
    done
    plan
}

# timed NAME PARAMETERS: the least delay (ns) that ABC reaches, and the area (um2) with it; from and to registers or ports
timed() {
    plain_cells
    cp tests/cells/*_ref.v "$work/cells"
    cp "${LIBERTY:-$default_library}" "$work/lib.lib"
    sed -e 's/@CLOCK_NS@/1000/' -e "s/@DRIVER@/${DRIVER:-$default_driver}/" -e "s/@LOAD_FF@/${LOAD_FF:-3}/" synth/constrain.tcl \
        > "$work/constrain.tcl"
    printf 'set_driving_cell %s\nset_load %s\n' "${DRIVER:-$default_driver}" "${LOAD_FF:-3}" > "$work/abc.constr"
    # shellcheck disable=SC2046,SC2086
    yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' '); $(for_yosys $1 $2) hierarchy -check -top $1; rename -top top
        synth -flatten -top top; dfflibmap -liberty $work/lib.lib; opt_clean; write_rtlil $work/top.il" > "$log" 2>&1 || return 1
    for target in 1 100 200 400; do
        for fanout in 8 16; do
            printf 'strash; ifraig; dch; map -B 0.9; topo; buffer -c -N %s; upsize -D %s; dnsize -D %s; stime -p\n' $fanout $target $target > "$work/abc.script"
            yosys -q -p "read_rtlil $work/top.il; abc -liberty $work/lib.lib -constr $work/abc.constr -script $work/abc.script
                opt_clean -purge; splitnets -ports; write_verilog -noattr $work/top.v; tee -q -o $work/area stat -liberty $work/lib.lib" >> "$log" 2>&1 || return 1
            printf 'read_liberty %s/lib.lib\nset_cmd_units -time ns -capacitance fF\nread_verilog %s/top.v\nlink_design top\nsource %s/constrain.tcl
                constrain\nputs "@ [expr 1000 - [get_property [lindex [find_timing_paths -path_delay max] 0] slack]]"\n' \
                "$work" "$work" "$work" > "$work/time.tcl"
            sta -no_splash -exit "$work/time.tcl" > "$log" 2>&1
            echo "$(sed -n 's/^@ //p' "$log") $(sed -n 's/.*Chip area.*: *//p' "$work/area")"
        done
    done | sort -n | head -n 1
}

# growth NAME PARAMETERS-WITH-@: at 4 to 64 for @
growth() {
    printf '%-52s' "$1 $2"
    for n in 4 8 16 32 64; do
        timed "$1" "$(echo "$2" | sed "s/@/$n/g")" | awk '{ printf "  %7.3f %8.0f", $1, $2 }'
    done
    echo
}

timing() {
    echo "sh tests/cells.sh timing: least delay (ns) and its area (um2), $(basename "${LIBERTY:-$default_library}"), ${DRIVER:-$default_driver}, ${LOAD_FF:-3} fF"
    printf '%-52s' "@ ports, words, bits or entries"
    printf '  %16d' 4 8 16 32 64
    echo
    growth wf_arb "PORTS=@ GRANTS=1"
    growth wf_arb "PORTS=@ GRANTS=4"
    growth wf_pick "PORTS=@ GRANTS=1"
    growth wf_pick_ref "PORTS=@ GRANTS=1"
    growth wf_first "WIDTH=@"
    growth wf_mux "WIDTH=32 COUNT=@"
    growth wf_shift "WIDTH=256 STEP=4 COUNT=@ LEFT=1"
    growth wf_fold "WIDTH=32 COUNT=@"
    growth wf_carry "WIDTH=@ COUNT=1"
    growth wf_carry_ref "WIDTH=@ COUNT=1"
    growth wf_spill "WIDTH=@ BYPASS=1"
    growth wf_spill "WIDTH=@ BYPASS=0"
    growth wf_fifo "WIDTH=32 DEPTH=@"
    growth wf_inflight "ID=12 ENTRIES=@ PORTS=4"
}

case ${1:-} in
    '') checks ;;
    timing) timing ;;
    *) echo "usage: $0 [timing]" >&2 && exit 2 ;;
esac
