#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synth.sh [all] - synthesises a small design from end to end, simulates its netlist, reports it, and tries bad libraries.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/cli/quick.sh
. tests/tools/sdc.sh
d=$work/d
check "gen and synth at 4 lanes" sh -c '"$1" gen --lanes 4 --bank 32 --modes 4-0 -o "$2" && "$1" synth "$2" --effort 0' - "$warpfold" "$d"
check "both netlists are proven equal to their RTL" sh -c "grep -q '\"enc__equivalent\": 1' '$d/synth.json' && grep -q '\"dec__equivalent\": 1' '$d/synth.json'"
# one_name DIR: on the critical paths the registers of ranks have one name each, not that of their port or of their flip-flop
one_name() { grep -q '__path": ".*rank [0-9]* ([^)]*) [a-z]*_q' "$1/synth.json" && ! grep '__path": ".*rank [0-9]* ([^)]*) [a-z]*\(_o\|_q_ff\)' "$1/synth.json"; }
check "a register has one name at either end of a path" one_name "$d"
check "the netlists agree with the golden model" "$warpfold" cosim "$d" --sim gates --vectors 20
# small: a codec of registers of 16 bits
small=$(for unit in $(all_units); do
    [ -f "rtl_templates/$unit/${unit}_enc.v" ] && "$warpfold" gen --unit "$unit" --lanes 4 --word 4 -o "$work/small" > "$log" 2>&1 && echo "--unit $unit --lanes 4 --word 4" && break
done)
# shellcheck disable=SC2086
check "combinational units too" sh -c 'd=$1 && shift && "$@" -o "$d" && "$1" synth "$d" --effort 0' - "$work/comb" "$warpfold" gen $small --enc-stages 0 --dec-stages 0
# sdc_of DIR: OpenSTA takes the emitted constraints of each netlist
sdc_of() { for m in enc dec move; do sdc_read "$1"/syn/*.sdc "$1/syn/$m.v" "$(sed -n 's/^module \([a-z0-9_]*_'$m'\)(.*/\1/p' "$1/syn/$m.v")" || return 1; done; }
check "OpenSTA takes the emitted constraints of netlists with ranks" sdc_of "$d"
check "... and of combinational ones" sdc_of "$work/comb"
# search: chooses cuts for a clock that one rank meets
search() {
    # shellcheck disable=SC2086
    "$warpfold" flow $small --module dec --cuts auto --clock-ns $clock --effort 0 --sim icarus --vectors 50 -o "$work/cut" > "$work/said" && cat "$work/said"
}
# searched: of the sets of one cut the smallest that meets the clock is in the design; a set has a line, its synthesis none
searched() {
    search && best=$(sed -n 's/^  dec  1  \([a-z]*\)  *\([0-9.]*\) um2  slack +.*/\2 \1/p' "$work/said" | sort -n | head -n 1) || return 1
    [ "$(grep -c '^  dec  1  ' "$work/said")" = 4 ] && [ "$(grep -c '^synth dec: ' "$work/said")" = 1 ] && [ "$(value "$work/cut/manifest.json" dec_cuts_on)" = "${best#* }" ]
}
clock=2
# searched_broken: a synthesis in the search that did not end is done again, and no other; the choice is the same
searched_broken() {
    of=$(basename "$work"/cut.cuts/dec-out-*) && cut=$(find "$work/cut.cuts" -type f -name "${of##*-}*") && sed -i 's/"dec__slack_ns"/"another"/' "$cut" &&
        touch "$work/mark" && search 2> "$work/errors" && grep -q "$(basename "$cut") is damaged; it is made again" "$work/errors" &&
        grep '^  ' "$work/said" | cmp - "$work/first" && [ "$(find "$work/cut.cuts" -name synth.json -newer "$work/mark" | wc -l)" = 1 ]
}
# only_says TOOL FLAG VERSION: makes $work/only, which says this version and fails at all else
only_says() { printf '#!/bin/sh\ncase "$*" in *%s) echo "%s" ;; *) echo "ERROR: no work"; exit 1 ;; esac\n' "$2" "$3" > "$work/only" && chmod +x "$work/only"; }
# version TOOL FLAG...: as the tool says it
version() { "$@" | head -n 1; }
# kept: the search takes the results of the first one and does no synthesis, which would fail; that of the flow, after it, does. It does not
# believe what somebody else may have synthesised since in the folders of the sets
kept() {
    sed -i 's/\("dec__total_area_um2": \).*/\11,/; s/\("dec__slack_ns": \).*/\1-9,/' "$work"/cut.cuts/dec-*/synth.json
    ! search && grep '^  dec  1  ' "$work/first" > "$work/sets" && grep '^  dec  1  ' "$work/said" | cmp - "$work/sets"
}
# not_kept: the search begins its first synthesis, which fails
not_kept() { ! search 2> "$work/errors" && ! grep '^  dec  ' "$work/said" && grep 'no work' "$work/errors"; }
other_yosys() { only_says yosys -V "Yosys 9.9" && (export YOSYS="$work/only" && not_kept); }
same_yosys() { only_says yosys -V "$(version yosys -V)" && (export YOSYS="$work/only" && kept); }
other_abc() { only_says yosys-abc version "ABC 9.9" && (export YOSYS_ABC="$work/only" && not_kept); }
other_sta() { only_says sta -version 9.9 && (export STA="$work/only" && not_kept); }
# other_template: a program with another comment in the decoder's template, of the same length
other_template() {
    only_says yosys -V "$(version yosys -V)" &&
        LC_ALL=C sed 's,^// Decoder of ,// DECODER of ,' "$warpfold" > "$work/warpfold" && chmod +x "$work/warpfold" &&
        ! cmp -s "$warpfold" "$work/warpfold" && (export YOSYS="$work/only" && warpfold=$work/warpfold && rm -rf "$work/cut" && not_kept)
}
check "cuts for a clock" searched
grep '^  ' "$work/said" > "$work/first"
# The chosen one is the design of what follows: a decoder with one rank
cp -r "$work/cut" "$work/ranked" && rm -f "$work"/ranked/report.html
[ -z "$all" ] || check "the search goes on where it was, and does again what did not end" searched_broken
check "a search with the same tools and templates takes what it had" same_yosys
check "a search with another Yosys does not" other_yosys
check "a search with another ABC does not" other_abc
check "a search with another OpenSTA does not" other_sta
check "a search with another template does not" other_template

# edited DIR WIRE FLAGS...: another run, with 900 lines of comments, so that lines have four digits from there on, and with another name of a
# wire, leaves every figure of ASICs as it was
edited() {
    dir=$1 wire=$2 && shift 2 && rm -rf "$work/edited" && cp -r "$dir" "$work/edited" && rm "$work/edited/synth.json" || return 1
    seq 900 | sed 's:^:// :' > "$work/comments"
    for file in "$work"/edited/rtl/*.v; do
        sed -e "s/\<$wire\>/a_$wire/g" -e "60r $work/comments" "$file" > "$work/file.v" && mv "$work/file.v" "$file"
    done
    grep -q "wire.*a_$wire" "$work"/edited/rtl/*.v && "$warpfold" synth "$work/edited" --edited --effort 0 "$@" || return 1
    for kind in "$dir" "$work/edited"; do grep -v -e __ecp5__ -e __xilinx__ "$kind/synth.json" | sed 's/,$//' | sort > "$kind/figures"; done
    [ "$(wc -l < "$dir/figures")" -gt 20 ] && diff "$dir/figures" "$work/edited/figures"
}
check "the combinational netlists agree with it too" "$warpfold" cosim "$work/comb" --sim gates --vectors 20
check "the report takes them" "$warpfold" report "$d" "$work/comb" -o "$work/both.html"
# stages DIR: on each path of DIR the delays add up to the last arrival, no stage arrives after its delay, and lines and nets of the RTL are there
stages() {
    for paths in "$1"/syn/*.paths.json; do
        awk -F '[":, ]+' '/__delay_ns/ { sum[substr($2, 1, index($2, "__hop"))] += $3 } /__arrival_ns/ { at[substr($2, 1, index($2, "__hop"))] = $3 }
            END { for (s in sum) { n++; if ((sum[s] - at[s]) ^ 2 > 1e-9) { print "the delays of " s " do not add up"; exit 1 } } exit !n }' "$paths" || return 1
        sed -n 's/.*__line": "\([^:]*\):\([0-9]*\)".*/\1 \2/p' "$paths" > "$work/lines"
        [ -s "$work/lines" ] || { echo "$paths names no line"; return 1; }
        while read -r file line; do
            [ "$line" -le "$(wc -l < "$1/rtl/$file")" ] || { echo "$file has no line $line"; return 1; }
        done < "$work/lines"
        sed -n 's/.*__net": "!*\(.*\)".*/\1/p' "$paths" | sed 's/.*\.//; s/\[.*//' | while read -r net; do
            cat "$1"/rtl/*.v | grep -q -w "$net" || { echo "no RTL has $net"; exit 1; }
        done || return 1
    done
    for stage in 1 2; do
        arrival=$(sed -n "s/.*enc__stage${stage}__hop[0-9]*__arrival_ns\": \([0-9.]*\).*/\1/p" "$1/syn/enc.paths.json" | tail -n 1)
        awk -v a="$arrival" -v d="$(value "$1/synth.json" enc__stage${stage}__delay_ns)" 'BEGIN { exit !(a > 0 && a < d && d - a < 0.4) }' || return 1
    done
}
# same_nets DIR UNIT [INVERTED]: in Icarus each net of a path has the value of the net of the RTL that is named beside it; with INVERTED, of its inverse
same_nets() {
    top=$(sed -n 's/^module \([a-z0-9_]*_'"$2"'\)(.*/\1/p' "$1/syn/$2.v")
    sed "s/^module $top(/module gate(/" "$1/syn/$2.v" > "$work/gate.v"
    awk -F '"' '/__pin"/ { pin = $4 } /__net"/ && pin ~ "/" { print pin, $4 }' "$1/syn/$2.paths.json" | sort -u > "$work/pairs"
    [ "$(wc -l < "$work/pairs")" -ge 5 ] || return 1
    sed -n 's/^  input \(\[[0-9:]*\]\)* *\([a-z_]*\);/\2 \1/p' "$work/gate.v" > "$work/inputs"
    {
        echo 'module tb; integer n, i; reg [31:0] word;'
        awk '{ print "reg " ($2 ? $2 : "[0:0]") " " $1 ";" }' "$work/inputs"
        for module in "$top rtl" "gate gate"; do awk -v m="$module" '{ p = p sep "." $1 "(" $1 ")"; sep = ", " } END { print m " (" p ");" }' "$work/inputs"; done
        echo 'initial begin for (n = 0; n < 400; n = n + 1) begin word = $random;'
        awk '{ print "for (i = 0; i < $bits(" $1 "); i = i + 1) " $1 "[i] = n & 1 ? $random : word >> i % 32 ^ ($random % 64 == 0);" }' "$work/inputs"
        echo '#1;'
        awk -v flip="${3:+1}" '{ cell = $1; pin = $1; sub("/.*", "", cell); sub(".*/", "", pin); inverse = sub("^!", "", $2)
            printf "if (gate.\\%s .%s !== (1%sb%d ^ rtl.%s)) begin $display(\"%s is not %s\"); $finish; end\n", cell, pin, "\047", flip ? !inverse : inverse, $2, $1, $2 }' "$work/pairs"
        echo 'end $display("the same"); end endmodule'
    } > "$work/same.v"
    iverilog -g2012 -o "$work/same" "$work/same.v" "$work/gate.v" "$1/syn/cells.v" "$1"/rtl/*.v && vvp -n "$work/same" | tee "$work/said" && grep -q '^the same' "$work/said"
}
check "the cells of each stage's longest path add up to it" stages "$d"
check "the page shows them" grep -q 'cell by cell' "$work/comb/report.html"
check "nets of a path are those of the RTL: encoder" same_nets "$work/comb" enc
check "nets of a path are those of the RTL: decoder" same_nets "$work/comb" dec
wrong_nets() { ! same_nets "$work/comb" enc inverted && grep -q ' is not ' "$work/said"; }
check "a wrong net is noticed" wrong_nets
check "every key of the contract is there" sh -c '"$1" cosim "$2" --vectors 300 && "$1" stats traces/sort-t16.wft > /dev/null && "$1" report "$2" &&
    for k in enc__area_um2 enc__area_ge enc__delay_ns enc__slack_ns enc__power_mw enc__energy_pj dec__area_um2 dec__area_ge dec__delay_ns \
        dec__slack_ns dec__power_mw dec__energy_pj array__area_um2 cosim__verilator__vectors cosim__verilator__mismatches \
        cosim__icarus__vectors cosim__icarus__mismatches run__liberty run__clock_ns run__lanes run__codec; do
        grep -q "\"$k\": " "$2/metrics.json" || { echo "no $k"; exit 1; }; done' - "$warpfold" "$d"
check "a folder named from here is simulated twice" sh -c '
    w=$(realpath "$1"); cd "$2" && "$w" gen --lanes 4 --encs 1 --decs 1 -o here && "$w" cosim here --vectors 20 && "$w" cosim here --vectors 20' \
    - "$warpfold" "$work"
# netlists: synthesis of these designs is proven
netlists() {
    n=0 && read_cases netlist || return 1
    while next_case; do
        # shellcheck disable=SC2086
        "$warpfold" gen $selection $rest -o "$work/netlist$n" && "$warpfold" synth "$work/netlist$n" --allow-slack --effort 0 || return 1
        n=$((n + 1))
    done
    [ "$n" -gt 0 ]
}
[ -z "$all" ] || check "netlists of systems are proven" netlists
[ -z "$all" ] || check "decoders that several ports share" sh -c \
    '"$1" gen --lanes 4 --bank 32 --modes 4-0 --decs 2 --dec-ports 3 -o "$2" && "$1" synth "$2" --effort 0 && grep -q "\"arb__equivalent\": 1" "$2/synth.json"' \
    - "$warpfold" "$work/shared"
check "a tag that comes a cycle early, where flip-flops of it are equal" sh -c \
    '"$1" gen --lanes 4 --early-tag 1 -o "$2" && "$1" synth "$2" --effort 0 --module dec --fpga' - "$warpfold" "$work/early"
# on_fpgas FILE: flip-flops on either family, no more than in the netlist, LUTs, and no memory
on_fpgas() {
    for family in ecp5 xilinx; do
        flops=$(value "$1" "dec__${family}__flops")
        [ "$flops" -gt 0 ] && [ "$flops" -le "$(value "$1" dec__reg_count)" ] && [ "$(value "$1" "dec__${family}__luts")" -gt 0 ] &&
            [ "$(value "$1" "dec__${family}__rams")" = 0 ] || return 1
    done
}
check "another run, names and comments leave the figures as they are" edited "$work/ranked" lanes_1 --module dec --clock-ns $clock
check "figures on FPGAs" on_fpgas "$work/early/synth.json"

lib=$(find /usr/share/qflow -name osu018_stdcells.lib 2> /dev/null | head -n 1)
# scaled FACTOR FILE: the default library with all numbers of its tables times this: another corner
scaled() {
    awk -v factor="$1" '/values/ { inside = 1 }
        inside { out = ""; rest = $0
                 while (match(rest, /[0-9]+\.[0-9e+-]+/)) { out = out substr(rest, 1, RSTART - 1) sprintf("%.7g", substr(rest, RSTART, RLENGTH) * factor); rest = substr(rest, RSTART + RLENGTH) }
                 $0 = out rest }
        { print }
        /\)/ { inside = 0 }' "$lib" > "$2"
}
# merged: a library in two halves, its cells in turn, becomes whole again (docs/libraries.md)
merged() {
    for half in 0 1; do
        awk -v half=$half '{ line = $0; before = depth; depth += gsub(/{/, "{", line) - gsub(/}/, "}", line) }
            before == 1 && depth > 1 { skip = /cell *\(/ && n++ % 2 == half }
            !skip { print }
            depth == 1 && before > 1 { skip = 0 }' "$lib" > "$work/half$half.lib"
    done
    awk -f examples/liberty/join.awk "$work/half0.lib" "$work/half1.lib" > "$work/whole.lib" && sort "$lib" > "$work/sorted" &&
        ! sort "$work/half0.lib" | cmp -s - "$work/sorted" && sort "$work/whole.lib" | cmp - "$work/sorted"
}
check "a library of several files is merged" merged
# as_found: what some tools do not read changes no figure, and neither do cells that nobody can use
as_found() {
    awk -f tests/rtl/as_found.awk "$lib" > "$work/found.lib" && cp -r "$work/ranked" "$work/found" && rm "$work/found/synth.json" &&
        "$warpfold" synth "$work/found" --effort 0 --module dec --clock-ns $clock --liberty "$work/found.lib" || return 1
    for kind in "$work/ranked" "$work/found"; do grep '"dec__' "$kind/synth.json" | sed 's/,$//' | sort > "$kind/figures"; done
    [ "$(wc -l < "$work/ranked/figures")" -gt 10 ] && grep -q dec__power_mw "$work/ranked/figures" && diff "$work/ranked/figures" "$work/found/figures" &&
        [ -z "$(value "$work/found/synth.json" run__no_clock_energy)" ]
}
check "a library with what some tools do not read" as_found
# no_clock_energy: a library that tells nothing of its clock pins
no_clock_energy() {
    awk '/^cell *\(/ { flop = /DFFPOSX1/ } /pin\(/ { clock = /pin\(CLK\)/ } flop && clock && /values/ { gsub(/[0-9]+\.[0-9]+/, "0.0") } { print }' "$lib" > "$work/no-clock.lib"
    cp -r "$work/ranked" "$work/rank" && "$warpfold" synth "$work/rank" --effort 0 --module dec --clock-ns $clock --liberty "$work/no-clock.lib" > "$work/said" && cat "$work/said" &&
        grep -q '^  power lacks the energy of clock pins: the library tells none of DFFPOSX1$' "$work/said" && [ "$(value "$work/rank/synth.json" run__no_clock_energy)" = DFFPOSX1 ]
}
check "a library that tells no energy of clock pins" no_clock_energy
scaled 1.4 "$work/slow.lib" && scaled 0.7 "$work/fast.lib"
# corners: the slow one first, in table and keys, and what the mapped library says as it is without corners; leakage is not in tables
corners() {
    "$warpfold" synth "$work/comb" --effort 0 --module dec --wires --curve 5 --liberty "$lib,$work/fast.lib,$work/slow.lib" > "$work/said" && cat "$work/said" || return 1
    json=$work/comb/synth.json
    [ "$(sed -n 's/.*"run__corner__\([a-z0-9_]*\)".*/\1/p' "$json" | tr '\n' ' ')" = "slow osu018_stdcells fast " ] &&
        [ "$(sed -n 's/^    dec  *\([a-z0-9_]*\)\.lib .*/\1/p' "$work/said" | tr '\n' ' ')" = "slow osu018_stdcells fast " ] &&
        [ "$(value "$json" dec__corner__osu018_stdcells__delay_ns)" = "$(value "$json" dec__delay_ns)" ] &&
        [ "$(value "$json" dec__corner__slow__power_leak_mw)" = "$(value "$json" dec__power_leak_mw)" ] &&
        awk -v slow="$(value "$json" dec__corner__slow__delay_ns)" -v fast="$(value "$json" dec__corner__fast__delay_ns)" -v at="$(value "$json" dec__delay_ns)" \
            -v power="$(value "$json" dec__power_mw)" -v more="$(value "$json" dec__corner__slow__power_mw)" \
            'BEGIN { exit !(slow > 1.3 * at && slow < 1.7 * at && fast > 0.5 * at && fast < 0.8 * at && more > power) }'
}
check "corners, the worst first" corners
# powerless: a corner without tables of internal power has its delay and says that there is no power
powerless() {
    sed '/internal_power *()/,/^    }/d' "$lib" > "$work/plain.lib" &&
        "$warpfold" synth "$work/early" --effort 0 --module move --liberty "$lib,$work/plain.lib" > "$work/said" && cat "$work/said" &&
        grep -q '^    move *plain.lib .*no power: the library lacks its tables' "$work/said" &&
        [ -n "$(value "$work/early/synth.json" move__corner__plain__delay_ns)" ] && [ -z "$(value "$work/early/synth.json" move__corner__plain__power_mw)" ] &&
        [ -n "$(value "$work/early/synth.json" move__corner__osu018_stdcells__power_mw)" ]
}
check "a corner without tables of power" powerless
# no_flops: refused in one line, and the figures of before stay
no_flops() {
    sed 's/^\([ \t]*\)ff *(/\1statetable (/' "$lib" > "$work/no-flops.lib" && cp "$work/early/synth.json" "$work/before.json" || return 1
    "$warpfold" synth "$work/early" --effort 0 --module dec --liberty "$work/no-flops.lib" 2> "$work/errors"
    [ $? = 2 ] && [ "$(wc -l < "$work/errors")" = 1 ] && grep -q 'has no flip-flop, which register ranks need' "$work/errors" &&
        cmp "$work/early/synth.json" "$work/before.json"
}
check "a library without a flip-flop" no_flops
# wire_load: a library's default wire load is told, and delays have it
wire_load() {
    sed '0,/^ *cell *(/s//  wire_load ("far") { capacitance : 1; resistance : 0; slope : 1; fanout_length (1, 0.1); }\n  default_wire_load : "far";\n&/' "$lib" > "$work/far.lib" &&
        "$warpfold" synth "$work/early" --effort 0 --module move --liberty "$lib" > /dev/null && near=$(value "$work/early/synth.json" move__delay_ns) &&
        [ -z "$(value "$work/early/synth.json" run__wire_load)" ] &&
        "$warpfold" synth "$work/early" --effort 0 --module move --liberty "$work/far.lib" > "$work/said" && cat "$work/said" &&
        grep -q '^  wire load: far, the default of the library' "$work/said" && [ "$(value "$work/early/synth.json" run__wire_load)" = far ] &&
        awk -v near="$near" -v far="$(value "$work/early/synth.json" move__delay_ns)" 'BEGIN { exit !(far > 1.2 * near) }'
}
check "a default wire load" wire_load
# loaded: what an output drives costs delay
loaded() {
    cp -r "$d" "$work/loaded" && near=$(value "$work/loaded/synth.json" move__delay_ns) &&
        "$warpfold" synth "$work/loaded" --effort 0 --module move --load-ff 500 > /dev/null &&
        awk -v near="$near" -v far="$(value "$work/loaded/synth.json" move__delay_ns)" 'BEGIN { print near, far; exit !(near > 0 && far > 1.5 * near) }'
}
check "a load on the outputs" loaded
# curve: points get slower and smaller, and the chosen netlist is not below all of them
curve() {
    json=$work/comb/synth.json
    awk -F '[":, ]+' -v area="$(value "$json" dec__area_um2)" -v delay="$(value "$json" dec__delay_ns)" '
        /dec__curve[0-9]*__delay_ns/ { d = $3 } /dec__curve[0-9]*__area_um2/ { n++; if (n > 1 && (d <= last || $3 >= least)) exit bad = 1; last = d; least = $3
            if (d <= delay + 1e-9 && $3 <= area + 1e-6) reached = 1 }
        END { exit bad || n < 2 || n > 5 || !reached }' "$json" && "$warpfold" report "$work/comb" > /dev/null && grep -q 'class="dot on"' "$work/comb/report.html" &&
        grep -q 'all corners, the worst first' "$work/comb/report.html" && grep -q 'with estimated ones' "$work/comb/report.html"
}
check "area against delay" curve
# wires: they cost delay and energy, twice the capacitance costs more, and lengths do not depend on it
wires() {
    json=$work/comb/synth.json
    for key in length_mm delay_ns power_mw; do eval "first_$key=$(value "$json" dec__wires__$key)"; done
    bare=$(value "$json" dec__delay_ns)
    "$warpfold" synth "$work/comb" --effort 0 --module dec --wire-ff-um 0.3 > "$work/said" && cat "$work/said" || return 1
    [ "$(value "$json" dec__wires__length_mm)" = "$first_length_mm" ] && [ "$(value "$json" dec__delay_ns)" = "$bare" ] && ! grep -q corner "$json" && ! grep -q curve "$json" &&
        awk -v a="$bare" -v b="$first_delay_ns" -v c="$(value "$json" dec__wires__delay_ns)" -v p="$(value "$json" dec__power_mw)" -v q="$first_power_mw" \
            -v r="$(value "$json" dec__wires__power_mw)" 'BEGIN { exit !(a < b && b < c && p < q && q < r && (r - p) / (q - p) > 1.8 && (r - p) / (q - p) < 2.2) }'
}
[ -z "$all" ] || check "estimated wires" wires
missed_corner() {
    ! "$warpfold" synth "$d" --effort 0 --module move --clock-ns 0.25 --liberty "$lib,$work/slow.lib" 2> "$work/errors" && cat "$work/errors" &&
        grep -q 'warpbdi4_move does not meet the clock of 0.250 ns with slow.lib' "$work/errors" && [ "$(wc -l < "$work/errors")" = 2 ]
}
cp "$d/synth.json" "$work/all.json"
check "a clock that is missed in a corner is missed" missed_corner
cp "$work/all.json" "$d/synth.json"
# kept: the figures of the run before are as they were, those of the other clock stand beside them, and the report shows both
kept() {
    stem=$(basename "$lib" .lib) clock=$(value "$work/all.json" run__clock_ns)
    before=$d/synth/$stem-${clock}ns.json now=$d/synth/$stem-0.25ns.json
    cmp "$before" "$work/all.json" && [ -n "$(value "$now" move__delay_ns)" ] && [ -z "$(value "$now" enc__delay_ns)" ] && cp -r "$d" "$work/kept" &&
        "$warpfold" report "$work/kept" > "$work/said" && cat "$work/said" && grep -q "^ *$stem-0.25ns  *$stem-${clock}ns$" "$work/said" &&
        grep -q "^Synthesis  *clock  *0.250  *$clock  *ns$" "$work/said" && grep -q '<h2>Libraries and clocks</h2>' "$work/kept/report.html"
}
check "one folder keeps the figures of two clocks" kept
# added: a run of one module adds to what was kept of its library and clock, but not where the load was another one
added() {
    file=$work/kept/synth/$(basename "$before") load=$work/loaded/synth/$(basename "$before")
    cp "$now" "$work/kept/synth.json" && "$warpfold" synth "$work/kept" --effort 0 --module move > /dev/null && grep -v array "$before" | sed 's/,$//' > "$work/before" &&
        sed 's/,$//' "$file" | diff "$work/before" - &&
        [ "$(value "$load" run__load_ff)" = 500 ] && [ -n "$(value "$load" move__delay_ns)" ] && [ -z "$(value "$load" dec__delay_ns)" ]
}
check "one module adds to what was kept" added

# inverted_flops: a library whose plain flip-flop has only the inverse of what it holds
inverted_flops() {
    awk '/^ *cell *\(/ { flop = /DFFPOSX1/ } flop { sub(/function : "DS0000"/, "function : \"P0002\"") } { print }' "$lib" > "$work/inverted.lib"
    ! cmp -s "$lib" "$work/inverted.lib" && cp -r "$d" "$work/inverted" && "$warpfold" synth "$work/inverted" --effort 0 --module dec --liberty "$work/inverted.lib" &&
        one_name "$work/inverted" && value "$work/inverted/synth.json" dec__stage1__path | grep 'rank 1 ([^)]*) data_q bit [0-9]*$' &&
        [ "$(value "$work/inverted/synth.json" dec__stage2__path_named)" = "$(value "$work/inverted/synth.json" dec__stage2__path_cells)" ]
}
[ -z "$all" ] || check "flip-flops with inverted outputs alone" inverted_flops

# parts: the areas of the modules in a decoder are those of its cells in one flat netlist, mapped in the same way
parts() {
    "$warpfold" gen --lanes 4 -o "$work/parts" && "$warpfold" synth "$work/parts" --module dec --parts > "$work/said" && cat "$work/said" || return 1
    library=$(dpkg -L qflow-tech-osu018 | grep '/osu018_stdcells.lib$')
    { sed "s|@FILES@|$work/parts/rtl/*.v|; s|@TOP@|warpbdi4_dec|; s|[a-z]*\.lib|$library|; /^tee/d; /^@LATCHES@/d" synth/parts.ys && echo "flatten; tee -q -o $work/flat stat -liberty $library"; } > "$work/parts.ys"
    yosys -q -s "$work/parts.ys" || return 1
    [ "$(sed -n 's/.*Chip area for module.*: \([0-9]*\)\..*/\1/p' "$work/flat")" = $(($(value "$work/parts/syn/parts.json" dec__part__dec__area_um2) + \
        $(value "$work/parts/syn/parts.json" dec__part__dec__reg_area_um2))) ] &&
        [ "$(grep -c '^    dec_residues  *1 ' "$work/said")" = 1 ]
}
check "areas of modules" parts

# with_gate FILE: the default library with a clock gate, which it lacks
with_gate() {
    awk '/^cell *\(AND2X2\)/ { inside = 1 }
        inside { text = $0
                 if (sub(/AND2X2/, "GATED", text)) text = text "\n  dont_use : true;\n  clock_gating_integrated_cell : \"latch_posedge\";"
                 if (/pin\(A\)/) text = text " clock_gate_clock_pin : true;"
                 if (/pin\(B\)/) text = text " clock_gate_enable_pin : true;"
                 if (/pin\(Y\)/) text = text " clock_gate_out_pin : true;"
                 cell = cell text "\n" }
        /^}/ { if (!inside) last = NR; inside = 0 }
        { lines[NR] = $0 }
        END { for (i = 1; i <= NR; i++) { if (i == last) printf "%s", cell; print lines[i] } }' "$lib" > "$1"
}
# parts_timed DIR CACHE FLAGS...: figures and netlist of $work/DIR
parts_timed() { dir=$work/$1 cache=$work/$2 && shift 2 && mkdir -p "$cache" && XDG_CACHE_HOME=$cache "$warpfold" synth "$dir" --parts --timed --liberty "$work/gate.lib" "$@" > "$work/said" && cat "$work/said"; }
# timed: one netlist has all figures: the slowest path into a module is that of the log, all power is in some module, the areas are those of its
# cells, a module directly in the decoder has its figures, and the input that may come last leaves no slack
timed() {
    with_gate "$work/gate.lib" && cp -r "$d" "$work/timed" && parts_timed timed warm --module dec || return 1
    json=$work/timed/syn/parts.json netlist=$work/timed/syn/dec.timed.v
    yosys -q -p "read_liberty -lib $work/gate.lib; read_verilog $netlist; tee -q -o $work/flat stat -top warpbdi4_dec -liberty $work/gate.lib" || return 1
    area=$(sed -n 's/.*Chip area for .*: \([0-9]*\)\..*/\1/p' "$work/flat" | tail -n 1)
    awk -v clock="$(value "$json" run__clock_ns)" -v delay="$(value "$json" dec__delay_ns)" -v power="$(value "$json" dec__power_mw)" \
        -v tag="$(value "$json" dec__input__tag_i__latest_ns)" -v payload="$(value "$json" dec__input__payload_i__latest_ns)" '
        /^@ path/ { slack = $(NF - 1) + 0; if (clock - slack > most) most = clock - slack }
        /^@ path .* {ports}$/ { if (from == "" || slack < from) from = slack }
        /^@ power/ { sum += $(NF - 1) * 1000 }
        END { first = tag < payload ? tag : payload
              exit !(most > 0 && sum > 0 && (most - delay) ^ 2 < 1e-8 && (sum / power - 1) ^ 2 < 1e-8 && from < clock && (from - first) ^ 2 < 1e-8) }' "$work/timed/syn/dec.timed.sta.log" &&
        [ "$area" -gt 0 ] && [ "$(value "$json" dec__total_area_um2)" = "$area" ] && grep -q ' .GATED ' "$netlist" &&
        for figure in delay_ns power_mw area_um2 reg_area_um2; do [ -n "$(value "$json" "dec__part__dec_residues__$figure")" ] || return 1; done
}
# again: what Yosys and ABC made is taken from the cache, so neither runs but for the hierarchy; without it all is as it was
again() {
    for tool in yosys yosys-abc; do
        printf '#!/bin/sh\necho x >> "%s/calls"\nexec %s "$@"\n' "$work" "$(command -v $tool)" > "$work/$tool" && chmod +x "$work/$tool" || return 1
    done
    for cache in cold cold other; do
        cp "$work/timed/syn/parts.json" "$work/timed/syn/dec.timed.v" "$work" && : > "$work/calls" &&
            YOSYS=$work/yosys YOSYS_ABC=$work/yosys-abc parts_timed timed $cache --module dec && cmp "$work/parts.json" "$work/timed/syn/parts.json" &&
            cmp "$work/dec.timed.v" "$work/timed/syn/dec.timed.v" && calls="${calls:-} $(wc -l < "$work/calls")" || return 1
    done
    echo "$calls" && echo "$calls" | awk '{ exit !($1 > 5 && $2 == 1 && $3 == $1) }'
}
# gated: the netlist simulates as its Verilog does
gated() {
    cp "$work/timed/syn/dec.timed.v" "$work/timed/syn/dec.v" && cat > "$work/gate.v" << 'END' &&
module GATED(input A, B, output Y); reg held; always @* if (!A) held = B; assign Y = A & held; endmodule
module wf_zero(output Y); assign Y = 1'b0; endmodule
module wf_one(output Y); assign Y = 1'b1; endmodule
END
        yosys -q -p "read_liberty -ignore_miss_func $work/gate.lib; delete GATED; read_verilog $work/gate.v; proc; opt_clean; write_verilog -noattr $work/timed/syn/cells.v" &&
        "$warpfold" cosim "$work/timed" --sim gates --vectors 20
}
# paced: where the clock is too short for one round, a later one that knows the arrival times is faster; with --effort 0 there is one, and the first
# netlist
paced() {
    json=$work/comb/syn/parts.json logs=$work/comb/syn/enc.timed.round
    parts_timed comb warm --module enc --clock-ns 2 &&
        cat "$logs"*.log | awk -v delay="$(value "$json" enc__delay_ns)" '/^@ slack/ { slack[n++] = $3 }
            END { best = slack[0]; for (i = 1; i < n; i++) if (slack[i] > best) best = slack[i]; exit !(n == 3 && best > slack[0] && (2 - best - delay) ^ 2 < 1e-8) }' &&
        first=$(sed -n 's/^@ slack //p' "${logs}0.log") && parts_timed comb warm --module enc --clock-ns 2 --effort 0 && [ ! -f "${logs}0.log" ] &&
        awk -v slack="$first" -v delay="$(value "$json" enc__delay_ns)" 'BEGIN { exit !((2 - slack - delay) ^ 2 < 1e-8) }'
}
check "areas, paths into modules, power and latest inputs of one netlist" timed
check "what tools have made is not made again" again
check "it has clock gates, and simulates as its Verilog does" gated
check "modules are mapped again with the times of their inputs" paced

# without_latch, with_low_latch: the default library without its latch; with one that is open while its enable is 0
without_latch() { sed 's/latch (/no_latch (/' "$lib"; }
with_low_latch() { awk '/^cell *\(/ { latch = /LATCH/ } latch { sub(/enable : "CLK"/, "enable : \"!CLK\"") } { print }' "$lib"; }
# cells_of DIR CELL: how many of this type the netlist in $work/DIR has
cells_of() { cat "$work/$1"/syn/*.timed.v | grep -c "^ *.\{0,1\}$2 "; }
# latched: in the place of flip-flops there are as many latches, each 64 with a clock gate. The longest path is as long, for data come as late, and values
# are used as late: where OpenSTA let data borrow time there would be no slack. The clock leaves the enables of clock gates their half of the cycle
latched() {
    n=0 && read_cases latched || return 1
    while next_case; do
        # shellcheck disable=SC2086
        "$warpfold" gen $selection $rest -o "$work/latched$n" > "$work/said" && parts_timed latched$n warm --effort 0 --clock-ns 3 || return 1
        delay="${delay:-} $(value "$work/latched$n/syn/parts.json" "${unit}__delay_ns")" n=$((n + 1))
    done
    latches=$(cells_of latched1 LATCH) flops="$(cells_of latched0 DFFPOSX1) $(cells_of latched1 DFFPOSX1)"
    echo "delays$delay; latches 0 $latches; flip-flops $flops"
    [ "$n" = 2 ] && [ "$latches" -gt 0 ] && [ "$(cells_of latched0 LATCH)" = 0 ] && [ $((${flops% *} - ${flops#* })) = "$latches" ] &&
        [ $(($(grep -c 'gated.drive ' "$work"/latched1/syn/*.timed.v) * 64)) = "$latches" ] &&
        echo "$delay" | awk '{ exit !($1 > 0 && ($2 / $1 - 1) ^ 2 < 0.01) }'
}
# two_cycles: what a latch shows has until the edge after the one that closes it, by the emitted constraints, and by those of a synthesis
two_cycles() {
    netlist=$(ls "$work"/latched1/syn/*.timed.v)
    for constraints in "set wf_period 3; read_sdc $(ls "$work"/latched1/syn/*.sdc)" \
        "create_clock -name clk -period 3 [get_ports clk_i]; set_output_delay 0 -clock clk [all_outputs]; source synth/latches.tcl; close_latches 3"; do
        printf 'read_liberty %s\nread_verilog %s\nlink_design %s\n%s\nreport_checks -through [all_registers -level_sensitive -output_pins]\n' "$work/gate.lib" "$netlist" \
            "$(sed -n '1s/^module .\([a-z0-9_]*\) .*/\1/p' "$netlist")" "$constraints" > "$work/cycles.tcl"
        "${STA:-sta}" -no_splash -exit "$work/cycles.tcl" > "$work/said" 2>&1 && grep -q 'level-sensitive latch' "$work/said" &&
            grep -q '^ *6.00  *6.00  *clock clk (rise edge)' "$work/said" || { cat "$work/said"; return 1; }
    done
}
# no_latch: one line, and nothing is made
no_latch() {
    without_latch > "$work/no-latch.lib" && "$warpfold" synth "$work/latched1" --parts --liberty "$work/no-latch.lib" > "$work/said" 2>&1
    [ $? = 1 ] && cat "$work/said" && [ "$(wc -l < "$work/said")" = 1 ] && grep -q 'keeps values in latches, and the library .* has no latch' "$work/said"
}
# latches_proven LIBRARY: a whole synthesis is proven, and OpenSTA takes the constraints of its netlist
latches_proven() {
    "$warpfold" synth "$work/latched1" --effort 0 --liberty "$1" > "$work/said" && cat "$work/said" || return 1
    netlist=$(ls "$work"/latched1/syn/*.v | grep -v -e timed -e cells) && grep -q '"[a-z]*__equivalent": 1' "$work/latched1/synth.json" &&
        [ "$(grep -c ' LATCH ' "$netlist")" = "$latches" ] && sdc_library=$1 sdc_read "$work"/latched1/syn/*.sdc "$netlist" "$(sed -n 's/^module \([a-z0-9_]*\)(.*/\1/p' "$netlist")"
}
check "latches in place of flip-flops" latched
check "the values of latches have two cycles" two_cycles
check "a library without a latch is refused" no_latch
with_low_latch > "$work/low-latch.lib"
[ -z "$all" ] || check "latches and their clock gates are proven equal to the RTL" latches_proven "$lib"
[ -z "$all" ] || check "... of a library whose latches are open while 0, too" latches_proven "$work/low-latch.lib"

# A table of constants in the RTL, which Yosys makes a memory of: a case, and an array that an initial block fills
cp -r "$d" "$work/table"
move=$work/table/rtl/warpbdi4_move.v
sed '/assign move_o/,$d' "$move" > "$work/head.v"
last='assign move_o = valid_i && partial && compressed && row[1]; endmodule'
{
    cat "$work/head.v"
    echo 'reg [3:0] row; always @* case (mask_i[3:0])'
    for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo "4'd$i: row = 4'd$((i * 7 % 16));"; done
    echo "default: row = 4'd9; endcase $last"
} > "$move"
check "a case of constants" "$warpfold" synth "$work/table" --edited --effort 0 --module move
# A proof that fails: the Yosys before the real one changes the netlist that is to be proven
cat > "$work/yosys" << EOF
#!/bin/sh
case "\$*" in *move.gate.ys) sed -i 's/ NAND2X1 / NOR2X1 /' move.v ;; esac
exec "${YOSYS:-yosys}" "\$@"
EOF
chmod +x "$work/yosys"
check "a netlist that is not its RTL is found" sh -c '! YOSYS="$2/yosys" "$1" synth "$2/table" --edited --effort 0 --module move 2> "$2/out" && cat "$2/out" &&
    grep -q "not equivalent" "$2/out"' - "$warpfold" "$work"
{
    cat "$work/head.v"
    echo 'reg [3:0] rows [0:15]; integer i; initial for (i = 0; i < 16; i = i + 1) rows[i] = i * 7;'
    echo "wire [3:0] row = rows[mask_i[3:0]]; $last"
} > "$move"
check "an array of constants" "$warpfold" synth "$work/table" --edited --effort 0 --module move


# A search that is interrupted once a candidate is kept goes on: candidates that were finished are not made again, and the figures are the same
cp -r "$d" "$work/cut" && mkdir "$work/cache" "$work/cache2"
cat > "$work/abc" << EOF
#!/bin/sh
echo x >> "$work/calls"
[ ! -f "$work/pid" ] || [ -z "\$(ls "$work/cache/warpfold" 2> /dev/null)" ] || { kill -TERM "\$(cat "$work/pid")"; sleep 5; exit 1; }
exec "${YOSYS_ABC:-yosys-abc}" "\$@"
EOF
chmod +x "$work/abc"
# move CACHE: how often ABC runs
move() {
    rm -f "$work/calls"
    XDG_CACHE_HOME=$1 YOSYS_ABC=$work/abc "$warpfold" synth "$work/cut" --module move --effort 1 > "$work/out" 2> "$log" || return 1
    calls=$(wc -l < "$work/calls")
}
interrupted() {
    XDG_CACHE_HOME=$work/cache YOSYS_ABC=$work/abc sh -c 'echo $$ > "$1/pid"; exec "$2" synth "$1/cut" --module move --effort 1' - "$work" "$warpfold" &&
        return 1
    rm "$work/pid"
    move "$work/cache2" && whole=$calls && cp "$work/cut/synth.json" "$work/whole.json" &&
        move "$work/cache" && echo "$calls of $whole" && [ "$calls" -lt "$whole" ] && cmp "$work/cut/synth.json" "$work/whole.json" &&
        [ -z "$(ls "$work/cache/warpfold")" ]
}
check "an interrupted search goes on" interrupted

# refuses NAME PATTERN FLAGS...: gives one line on standard error and exit code 1 or 2, and leaves the old figures
refuses() {
    name=$1 pattern=$2 && shift 2
    cp "$d/synth.json" "$work/before"
    "$warpfold" synth "$d" --effort 0 "$@" > "$work/out" 2> "$log"
    code=$?
    if [ $code != 1 ] && [ $code != 2 ]; then echo "exit code $code" >> "$log"; fail "$name"
    elif [ "$(wc -l < "$log")" != 1 ] || ! grep -q "$pattern" "$log"; then echo "expected one line with: $pattern" >> "$log"; fail "$name"
    elif ! cmp -s "$d/synth.json" "$work/before"; then echo "synth.json changed" >> "$log"; fail "$name"
    else pass "$name"; fi
}
refuses "no Liberty file" 'none.lib' --liberty "$work/none.lib"
head -c 100000 "$lib" > "$work/cut.lib"
sed 's/(NAND2X1)/(NAND2X9)/' "$lib" > "$work/other.lib"
refuses "a corner with other cells" 'other.lib is no corner of osu018_stdcells.lib: it has no cell NAND2X1' --liberty "$lib,$work/other.lib"
refuses "a corner that is missing" 'none.lib' --liberty "$lib,$work/none.lib"
refuses "two corners of one name" 'osu018_stdcells' --liberty "$lib,$lib"
refuses "no name behind a comma" 'comma' --liberty "$lib,"
refuses "a curve of one point" 'curve' --curve 1
refuses "a block filled twice" 'utilisation' --utilisation 2
sed 's/^cell *(INVX1).*/&\ninclude_file (more.lib);/' "$lib" > "$work/more.lib"
refuses "a Liberty file that includes another" "more.lib: line $(grep -n include_file "$work/more.lib" | cut -d : -f 1): include_file: a file that is whole" --liberty "$work/more.lib"
# Nothing is changed where OpenSTA alone finds what is wrong, in the library or in a corner
sed '/input_threshold_pct_rise/d' "$lib" > "$work/unread.lib"
find "$d" | sort > "$work/files"
refuses "a library that OpenSTA does not read" 'unread.lib: line [0-9]*: OpenSTA does not read it: Library osu018_stdcells is missing' --liberty "$work/unread.lib"
refuses "a corner that OpenSTA does not read" 'unread.lib: line [0-9]*: OpenSTA does not read it: ' --liberty "$lib,$work/unread.lib"
untouched() { find "$d" | sort | diff "$work/files" -; }
check "... without a new file" untouched
refuses "a truncated Liberty file" 'cut.lib' --liberty "$work/cut.lib"
echo 'library (empty) { }' > "$work/empty.lib"
refuses "a Liberty file without cells" 'empty.lib' --liberty "$work/empty.lib"
refuses "a driving cell that the library lacks" 'BUF_X99' --driver BUF_X99
refuses "a clock of 0" 'clock-ns' --clock-ns 0
refuses "an effort of 7" 'effort' --effort 7
export STA=/nonexistent/sta
refuses "OpenSTA missing" 'apt-get install opensta'
unset STA
nangate=../shared/liberty/nangate45_typ.lib
if [ -f $nangate ]; then
    check "another library, whose driving cell and NAND2 are found" sh -c '"$1" synth "$2" --effort 0 --module move --liberty "$3" && grep -q "BUF_X2" "$2/synth.json"' - "$warpfold" "$d" $nangate
else
    skip "another library" "no nangate45_typ.lib beside the project"
fi
plan
