# SPDX-License-Identifier: Apache-2.0
# tools.sh - sourced after tap.sh: the cells as plain Verilog, and the checks of one of them. tests/cells/NAME.cases has lines
#   size PARAMETERS                 what lint, proofs and benches take; - for none
#   illegal PARAMETERS              what it refuses
#   fault CHECK PARAMETERS SED      a fault that this check must notice; parameters between commas, - for none
#   time MODULE PARAMETERS          a row of the table of delays, with @ for 4, 8, 16, 32 and 64
from=rtl_templates/cells
cells=$(cd $from && ls wf_*.v | sed 's/\.v$//')

# cases KIND NAME: the cases of a cell; without "all" the second of its sizes, as the first is often of width 1, one that is illegal and the
# first fault that a check must notice
cases() {
    [ -f "tests/cells/$2.cases" ] || return 0
    sed -n "s/^$1 //p" "tests/cells/$2.cases" | case $(if_all every "$1") in
    size) sed -n 2p ;;
    illegal) head -n 1 ;;
    fault) sort -u -s -k 1,1 ;;
    *) cat ;;
    esac
}

# module_files NAME: of the cell in $work/cells and those that it instantiates
module_files() {
    echo "$work/cells/$1.v"
    for child in $(sed -n 's/^ *\(wf_[a-z]*\) *\(#\|[a-z]* (\).*/\1/p' "$work/cells/$1.v" | sort -u); do module_files "$child"; done
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
icarus_takes() { (ulimit -t 10 && iverilog -g2005 -Wall $(for_icarus $1 $2) -s $1 -o "$work/vvp" $(module_files $1 | sort -u)); }
# shellcheck disable=SC2046,SC2086
yosys_takes() {
    yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' '); $(for_yosys $1 $2) hierarchy -check -top $1; proc; check -assert"
}

# quiet COMMAND...: succeeds and says nothing
quiet() { "$@" > "$log" 2>&1 && ! grep -v 'Replacing memory' "$log" | grep -q .; }
lint() { quiet verilator_takes "$@" && quiet icarus_takes "$@" && quiet yosys_takes "$@"; }
# refused NAME PARAMETERS: by every tool, since it does not find the module that is named after an illegal parameter, one of these
refused() {
    for tool in verilator icarus yosys; do
        ${tool}_takes "$@" > "$log" 2>&1 && { echo "$tool takes $*" > "$log"; return 1; }
        grep -qE "wf_illegal_($(echo "$2" | sed 's/=[^,]*//g; s/,/|/g'))\>" "$log" || return 1
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

# check_of NAME: what feeds the cell
check_of() { ls "tests/cells/$1_check.v" "tests/cells/$1_edges.v" 2> /dev/null; }

# never NAME PARAMETERS [CLOCKS]: bad_o is never 1, whatever happens after a reset. CLOCKS: commands of Yosys for clocks and resets
never() {
    # shellcheck disable=SC2046,SC2086
    files="$(module_files $1 | sort -u | tr '\n' ' ') $(check_of $1)"
    # shellcheck disable=SC2086
    printf 'module never (input clk_i, input [127:0] free_i, output bad_o); reg run_q = 0; wire bad; always @(posedge clk_i) run_q <= 1;
        check #(%s) check (.clk_i(clk_i), .rst_ni(run_q), .free_i(free_i), .bad_o(bad)); assign bad_o = run_q && bad; endmodule\n' \
        "$(for_instance $2)" > "$work/never.v"
    yosys -q -p "read_verilog $files $work/never.v; hierarchy -check -top never; proc; flatten; memory_collect; memory_map;
        opt -full -nodffe -nosdff; ${3:-async2sync}; simplemap; techmap; dfflegalize -cell \$_DFF_P_ 01; aigmap; opt_clean; write_aiger -zinit $work/never.aig" > "$log" 2>&1 || return 1
    yosys-abc -c "read_aiger $work/never.aig; fold; scorr; pdr -T 300" > "$log" 2>&1
    grep -q "Property proved\|Networks are equivalent\|property proved" "$log"
}

# edges NAME PARAMETERS: the same of a cell with latches, and in each half of a cycle: the clock is an input, and so free data may change at any time
edges() { never "$1" "$2" "clk2fflogic; opt -full -nodffe -nosdff"; }

# cycles NAME PARAMETERS: random cycles of the check in Icarus
cycles() {
    # shellcheck disable=SC2046,SC2086
    files="$(module_files $1 | sort -u | tr '\n' ' ') $(check_of $1)"
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
# clashes: it says so and stops; goes_on: with its macro it says so and the bench runs to its end
clashes() { ! ram "" +clash && grep -q '^ASSERT' "$log"; }
goes_on() {
    sed -i '1i `define wf_ram_GOES_ON' "$work/cells/wf_ram.v"
    ram "" +clash && grep -q '^ASSERT' "$log"
}

# ram_on FAMILY PARAMETERS [RUN]: "LUTS FLIP-FLOPS BLOCK-RAMS" of wf_ram on ecp5, xilinx or ice40, as Yosys maps it; RUN: steps of Xilinx alone
ram_on() {
    case $1 in
    ecp5) synth="synth_ecp5 -top wf_ram" luts='LUT4|CCU2C|TRELLIS_DPR16X4' flops=TRELLIS_FF rams=DP16KD ;;
    xilinx) synth="synth_xilinx -flatten -noiopad -noclkbuf ${3:-}" luts='LUT[1-6]|INV|RAM.*[MD]' flops='FD[CPRS]E' rams='RAMB(36|18)E1' ;;
    ice40) synth="synth_ice40 -top wf_ram" luts=SB_LUT4 flops='SB_DFF.*' rams=SB_RAM40_4K ;;
    esac
    # shellcheck disable=SC2046,SC2086
    yosys -q -p "read_verilog $work/cells/wf_ram.v; $(for_yosys wf_ram $2) hierarchy -top wf_ram; $synth; tee -q -o $work/cells/stat stat" > "$log" 2>&1 || return 1
    awk -v luts="^($luts)\$" -v flops="^($flops)\$" -v rams="^($rams)\$" '
        NF == 2 && $1 ~ luts { l += $2 } NF == 2 && $1 ~ flops { f += $2 } NF == 2 && $1 ~ rams { r += $2 } END { print l + 0, f + 0, r + 0 }' "$work/cells/stat"
}
# ram_in_blocks: a bank of 256 words of 128 bits is block RAM, and on iCE40 a LUT for each write enable. The library of Xilinx takes five seconds to
# read; block RAMs need none of it
ram_in_blocks() {
    for expected in "ecp5 0 0 4" "xilinx 0 0 2" "ice40 4 0 8"; do
        found="${expected%% *} $(ram_on "${expected%% *}" "WORDS=256 BITS=128 PART=32" "-run prepare:check")"
        [ "$found" = "$expected" ] || { echo "$found, not $expected" >> "$log"; return 1; }
    done
}

# each COMMAND NAME KIND: the command on every case of this kind
each() {
    cases "$3" "$2" > "$work/lines"
    while read -r line; do
        "$1" "$2" "${line#-}" < /dev/null || { echo "$1 $2 $line" >> "$log"; return 1; }
    done < "$work/lines"
}
