#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# product.sh - what a design's folder has for its user, of every unit: the data sheet; the comments of ports and parameters; the
# SystemVerilog package and the modules with structs. TAP.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
. tests/tools/sdc.sh

# gen FLAGS...: the design in $work/d
gen() { rm -rf "$work/d" && "$warpfold" gen "$@" -o "$work/d" > "$work/said" 2>&1 || { cat "$work/said"; return 1; }; }

# sheet_whole: the page has no empty cell in a table of three columns or more, no hole, no long line of text, and is listed
sheet_whole() {
    page=$(ls "$work"/d/*.md) || return 1
    bad=$(grep -n -e '(null)' -e '^|.*| *| *|' -e ' $' "$page" | head -n 3)
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    long=$(grep -v -e '^|' -e '^#' -e '^    ' "$page" | awk 'length > 140' | head -n 1)
    [ -z "$long" ] || { echo "$long"; return 1; }
    grep -q "\"$(basename "$page")\"" "$work/d/manifest.json"
}

# names_files: the Verilog files that comments of the Verilog name are there
names_files() {
    for file in $(cat "$work"/d/rtl/*.v | sed -n 's#.*//##p' | grep -o '[a-z][a-z0-9_]*\.v\b' | sort -u); do
        [ -f "$work/d/rtl/$file" ] || { echo "no rtl/$file"; return 1; }
    done
}

# styled: all that is emitted keeps the rules of style; the command that makes the folder stands in the list of files, the page and the manifest alone
styled() {
    awk -f tests/rtl/style.awk $(find "$work/d" -name '*.v' -o -name '*.sv') || return 1
    told=$(grep -rl 'warpfold gen' "$work/d" | sed 's/.*\.//' | sort | paste -s -d ' ')
    echo "the command is in: $told" && [ "$told" = "f json md" ]
}
# styled_with_ready FLAGS...: and so does that of a codec whose modules have ready_i
styled_with_ready() { gen "$@" --wrapper 1 --stall 1 && styled; }

# lint_targets: FuseSoC has a target lint for every module that the page says a user instantiates
lint_targets() {
    sed -n 's/^### \(.*_.*\)/\1/p' "$work"/d/*.md | sort > "$work/told"
    sed -n '/^  lint:/,$s/^    toplevel: //p' "$work"/d/*.core | sort | diff - "$work/told"
}

# plain_ranges: no range of the Verilog is left to be computed, as [16-1:0]
plain_ranges() { ! grep -nE '\[[0-9]+-1:0\]' "$work"/d/*/*.v "$work"/d/*/*.sv; }

# heads_told FILE...: each line of a module's head that declares a port or a parameter has a comment
heads_told() {
    awk '/^module / { head = 1; modules++ }
         head { code = $0; sub(/\/\/.*/, "", code) }
         head && code ~ /(^|[ (])(parameter|input|output|inout) / && $0 !~ /\/\/ *[^ ]/ { print FILENAME ":" FNR ":" $0; untold++ }
         head && code ~ /;/ { head = 0 }
         END { exit (untold > 0 || modules == 0) }' "$@"
}

# sheet_ports: the page has every port of the modules that it says a user instantiates, with the comment of the Verilog
sheet_ports() {
    page=$(ls "$work"/d/*.md)
    awk -v page="$page" -v rtl="$work/d/rtl" '
        # What the page has of each module: its text, between two heads
        BEGIN {
            while ((getline line < page) > 0) {
                if (line ~ /^##/) { module = ""; if (line ~ /^### .*_/) { module = substr(line, 5); order[++modules] = module } }
                if (module != "") text[module] = text[module] "\n" line
            }
            for (m = 1; m <= modules; m++) {
                file = rtl "/" order[m] ".v"
                do {
                    line = ""; more = getline line < file
                    # A comment may go on in the next line, in its column
                    if (port != "" && line ~ /^ *\/\/ / && index(line, "//") == at) { meaning = meaning " " substr(line, at + 3); continue }
                    if (port != "") told(text[order[m]], order[m])
                    port = ""
                    if (line !~ /^ *(input|output) .* [a-z_][a-z0-9_]*,* *\/\/ /) continue
                    at = index(line, "//")
                    meaning = substr(line, at + 3)
                    port = substr(line, 1, at - 1); sub(/,* *$/, "", port); sub(/.* /, "", port)
                } while (more > 0 && line !~ /^\);/)
            }
            exit bad || ports < 4
        }
        function told(page, module) {
            gsub(/[|]/, "\\|", meaning); gsub(/</, "\\&lt;", meaning)
            if (!index(page, "| `" port "` |")) { print module ": no " port; exit bad = 1 }
            if (!index(page, "| " meaning " |")) { print module ": no \"" meaning "\""; exit bad = 1 }
            ports++
        }'
}

# sheet_stale: the page says for how long the tag of a register is stale: the ranks of the encoder, and the cycle of the store
sheet_stale() {
    said=$(sed -n 's/.* in which the code is stored, \([0-9]*\) cycles.*/\1/p' "$work"/d/*.md)
    ranks=$(value "$work/d/manifest.json" enc-stages)
    echo "$said cycles, $ranks ranks" && [ "$said" = $((ranks + 1)) ]
}

# sheet_memories: the page has the memories that are in the module when a simulator has put it together: as many, of these words, bits, bits of a
# write enable and ports
sheet_memories() {
    page=$(ls "$work"/d/*.md) own=$(basename "$page" .md)
    sed -n 's/^| \([0-9]*\) | \([0-9]*\) x \([0-9]*\) | \([12]\), .* | \([0-9]*\).* | .* |$/\1 \2 \3 \5 \4/p' "$page" | sort > "$work/told"
    mkdir -p "$work/ram" && sed 's/^endmodule/    initial $display("RAM %0d %0d %0d %0d", WORDS, BITS, PART, PORTS);\n&/' "$work/d/rtl/${own}_ram.v" > "$work/ram/ram.v" &&
        iverilog -g2005 -s "${own}_$1" -o "$work/ram/vvp" "$work/ram/ram.v" $(ls "$work"/d/rtl/*.v | grep -v _ram.v) &&
        vvp -n "$work/ram/vvp" | sed -n 's/^RAM //p' | sort | uniq -c | awk '{ $1 = $1; print }' | sort > "$work/there" &&
        [ -s "$work/there" ] && diff "$work/told" "$work/there"
}

# sheet_memory_timing: a bench of the memory's file measures what the page says of it: the cycles from a read to its word, that the word stays without a
# read, that a write is seen by a read in the next cycle, its enables, and that a row that is read and written at once ends the simulation
sheet_memory_timing() {
    page=$(ls "$work"/d/*.md) own=$(basename "$page" .md)
    cat > "$work/timing.v" << END
module timing;
    reg clk = 0, read = 0;
    reg [1:0] write = 0, row = 0;
    reg [15:0] data = 0;
    wire [15:0] out;
    integer n = 0;
    ${own}_ram #(.WORDS(4), .BITS(16), .PART(8), .PORTS(1)) ram (.clk_i(clk), .on_i(1'b1), .read_i(read), .read_addr_i(row), .read_data_o(out), .write_i(write),
        .write_addr_i(row), .write_data_i(data));
    task tick; begin #1 clk = 1; #1 clk = 0; end endtask
    initial begin
        for (row = 0; row != 2; row = row + 1) begin write = 3; data = 16'h1111 + row; tick; end
        row = 1; write = 2; data = 16'h77ff; tick;
        write = 0; row = 0; read = 1; tick; row = 1; #1 if (out !== 16'h1111) \$display("wrong: the first word is %h", out);
        while (out !== 16'h7712 && n < 9) begin tick; n = n + 1; end
        \$display("LATENCY %0d", n);
        read = 0; row = 0; tick; tick; if (out !== 16'h7712) \$display("wrong: without a read the word becomes %h", out);
        read = 1; #1 if (out !== 16'h7712) \$display("wrong: without a clock edge the word becomes %h", out);
        write = 1; tick; tick; \$display("wrong: nothing is said of a row that is read and written");
    end
endmodule
END
    iverilog -g2005 -s timing -o "$work/timing" "$work/timing.v" "$work/d/rtl/${own}_ram.v" && vvp -n "$work/timing" > "$work/there"
    cat "$work/there"
    grep -q "is at .read_data_o. from cycle t + $(sed -n 's/^LATENCY //p' "$work/there") on" "$page" && grep -q '^ASSERT ' "$work/there" && ! grep -q '^wrong' "$work/there"
}

same_again() { cp -r "$work/d" "$work/once" && gen "$@" && diff -r "$work/once" "$work/d"; code=$?; rm -rf "$work/once"; return $code; }

# constrained: OpenSTA takes the constraints of each module to instantiate, with structs too, and of what the unit has beside its memories
constrained() {
    modules=$(sed -n 's/^### \(.*_.*\)/\1/p' "$work"/d/*.md)
    [ -n "$modules" ] || return 1
    for file in $(for m in $modules; do echo "rtl/$m.v"; done) $(cd "$work/d" && ls sv/*_sv.sv rtl/*_"$unit"_slice.v 2> /dev/null); do
        sdc_stub "$work/d/$file" > "$work/stub.v"
        sdc_read "$work"/d/syn/*.sdc "$work/stub.v" "$(basename "$file" | sed 's/\..*//')" || { echo "$file" && return 1; }
    done
}

# ---- SystemVerilog ----

# sv_quiet: Verilator has no warning of any module with structs
sv_quiet() {
    linted=0
    for module in $(cd "$work/d/sv" && ls ./*_sv.sv | sed 's/\.sv$//; s/^\.\///'); do
        "$VERILATOR" --lint-only -Wall --top-module "$module" -F "$work"/d/sv/*_sv.f || return 1
        linted=$((linted + 1))
    done
    [ $linted -gt 0 ]
}

# checks_whole: each module but those that show the same has checks and a formal top. That they have no warning, bound to the benches, cosim.sh sees
checks_whole() { [ "$(ls "$work"/d/sv/*_check.sv | grep -vc -e _own_check -e _handshake_check)" = "$(ls "$work"/d/sv/*_formal.sv | wc -l)" ]; }

# checks_below MODULE: those of the design, bound, have no warning where this module with structs is the top, and stand below it
checks_below() {
    lint_checks() { "$VERILATOR" --lint-only -Wall --top-module "$1_sv" -F "$work"/d/sv/*_sv.f "$work"/d/sv/*_check.sv "$work"/d/sv/*_bind.sv; }
    lint_checks "$1" || return 1
    sed -i 's/^endmodule/    generate if (1) $fatal(1, "a check is here"); endgenerate\n&/' "$work/d/sv/$1_check.sv"
    lint_checks "$1" > "$work/said" 2>&1
    grep -q 'a check is here' "$work/said"
}

# sv_run [MODULE]: the modules of the design in $work/d beside those with structs; prints "N checks of M modules, W wrong"
sv_run() {
    rm -rf "$work/sv" && mkdir "$work/sv"
    core=$(ls "$work"/d/rtl/*_core.v 2> /dev/null | wc -l)
    awk -v only="${1:-}" -v core="$core" -f tests/rtl/sv_top.awk "$work"/d/*.md > "$work/sv/top.sv"
    cat > "$work/sv/main.cpp" << 'END'
#include "Vtop.h"
#include "verilated.h"
int main()
{
    VerilatedContext context;
    context.randSeed(1);
    Vtop top{&context};
    for (int i = 0; i < 4000; i++) {
        top.rst_ni = i > 9;
        top.clk_i = i & 1;
        top.eval();
    }
    top.final();
}
END
    "$VERILATOR" --cc --exe --build -O1 -Wno-fatal -Wno-WIDTH --top-module top -Mdir "$work/sv/obj" -F "$work"/d/sv/*_sv.f \
        "$work/sv/top.sv" "$work/sv/main.cpp" > "$work/sv/log" 2>&1 || { tail -n 5 "$work/sv/log"; return 1; }
    "$work/sv/obj/Vtop"
}

# sv_same MODULES [MODULE]: so many modules, or only this one, agree with those with structs in thousands of checks
sv_same() { sv_run "${2:-}" > "$work/said" && cat "$work/said" && grep -q "^[1-9][0-9][0-9][0-9]* checks of $1 modules, 0 wrong" "$work/said"; }

# sv_differs MODULE FILE SED: after the change of the file the module with structs differs
sv_differs() {
    cp "$2" "$work/kept"
    sed "$3" "$work/kept" > "$2"
    changed=0 && cmp -s "$2" "$work/kept" && changed=1
    sv_run "$1" > "$work/said"
    cp "$work/kept" "$2"
    cat "$work/said"
    [ $changed = 0 ] && grep -q "^$1\..* differs" "$work/said"
}

# first_with TEST FLAGS...: the first unit of which TEST is true and that takes the flags
first_with() {
    test=$1 && shift
    for u in $(all_units); do
        $test "$u" && gen --unit "$u" "$@" > /dev/null 2>&1 && echo "$u" && return
    done
}
is_codec() { [ -f "rtl_templates/$1/$1_enc.v" ]; }
is_block() { ! is_codec "$1"; }
on_core() { [ -f "rtl_templates/$1/$1_core.v" ]; }
has_names() { gen --unit "$1" && [ -n "$(ls "$work"/d/sv/*_handshake_check.sv 2> /dev/null)" ]; }
# least_with TEST: the unit of which TEST is true with the least Verilog
least_with() { for u in $(all_units); do ! $1 "$u" || echo "$(cat "$work"/d/rtl/*.v | wc -c) $u"; done | sort -n | sed -n '1s/.* //p'; }

for unit in ${*:-$(all_units)}; do
    narrow=
    for width in "--lanes 8" "--line 32"; do [ -n "$narrow" ] || ! gen --unit "$unit" $width > /dev/null 2>&1 || narrow=$width; done
    check "$unit: gen" gen --unit "$unit" $narrow
    check "$unit: the data sheet is whole" sheet_whole
    check "$unit: comments name files that are there" names_files
    check "$unit: the Verilog keeps the rules of style" styled
    check "$unit: ranges are numbers or names" plain_ranges
    check "$unit: a target lint for every module" lint_targets
    check "$unit: every port and parameter of every module has a comment" heads_told "$work"/d/rtl/*.v
    check "$unit: the data sheet has every port and its comment" sheet_ports
    case $narrow in --lanes*) ! is_codec "$unit" || check "$unit: the data sheet has the cycles of a stale tag" sheet_stale ;; esac
    if grep -q '^## Memories' "$work"/d/*.md; then
        check "$unit: the data sheet has the memories of the Verilog" sheet_memories "$unit"
        check "$unit: the data sheet has their timing" sheet_memory_timing
    fi
    check "$unit: OpenSTA takes the constraints of every module" constrained
    check "$unit: SystemVerilog has no warning" sv_quiet
    check "$unit: every module has its checks" checks_whole
    check "$unit: the same again, to the byte" same_again --unit "$unit" $narrow
    ! is_codec "$unit" || check "$unit: with ready_i too the Verilog keeps the rules of style" styled_with_ready --unit "$unit" $narrow
done
[ $# = 0 ] || { plan; exit; }

check "every port and parameter of every template has a comment" heads_told rtl_templates/*/*.v
unit=$(first_with is_codec --lanes 4)
check "$unit: gen with arrays and wrappers" gen --unit "$unit" --lanes 4 --encs 2 --decs 2 --dec-ports 3 --wrapper 1 --name unit
check "$unit: every port and parameter of arrays and wrappers has a comment" heads_told "$work"/d/rtl/*.v
check "$unit: SystemVerilog of arrays and wrappers has no warning" sv_quiet
check "$unit: OpenSTA takes the constraints of arrays and wrappers" constrained
check "$unit: every module has its checks, arrays and wrappers too" checks_whole
check "$unit: structs hold what the ports hold, of all modules" sv_same 7
check "a struct with two fields swapped is noticed" sv_differs unit_enc "$work/d/sv/unit_pkg.sv" \
    '/enc: what comes out/,/enc_out_t/{/user_t user/d; s/\( *\)tag_t tag;/\1user_t user;\n&/; }'
check "a field of a struct at another port is noticed" sv_differs unit_dec "$work/d/sv/unit_dec_sv.sv" 's/in_i\.user/in_i.payload/'
unit=$(first_with is_codec --line 32)
check "$unit: gen with stall" gen --unit "$unit" --line 32 --stall 1 --name unit
check "$unit: structs hold what the ports hold, with stall" sv_same 1 unit_dec
unit=$(first_with is_codec --lanes 4 --inflight 1)
check "$unit: gen with the table of writes under way" gen --unit "$unit" --lanes 4 --inflight 1 --name unit
check "$unit: the data sheet has the ports of the table" sheet_ports
check "$unit: the data sheet and SystemVerilog have the table" grep -q "^### unit_inflight$" "$work/d/unit.md"
check "$unit: SystemVerilog of the table has no warning" sv_quiet
check "$unit: OpenSTA takes the constraints of the table" constrained
unit=$(first_with is_block --lanes 4)
check "$unit: gen, 4 lanes" gen --unit "$unit" --lanes 4 --name unit
check "$unit: structs hold what the ports hold" sv_same 1
unit=$(least_with has_names)
check "$unit: gen, streams with names" gen --unit "$unit" --name unit
check "$unit: structs hold what the ports hold, of every stream" sv_same 1
unit=$(first_with on_core --lanes 4)
check "$unit: gen, with a core" gen --unit "$unit" --lanes 4 --bank 32 --compress off --name unit
check "$unit: arrays of structs hold what the ports hold, cast to the vectors of the core" sv_same 1
check "a field of these in another place is noticed" sv_differs "unit_$unit" "$work/d/sv/unit_pkg.sv" \
    '/, write: what goes in/,/write_t/{/ mask;/d; s/.* warp;/&\n        logic [3:0] mask;/; }'
check "$unit: the checks are bound below structs too" checks_below "unit_$unit"
plan
