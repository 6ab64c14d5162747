#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synth.sh [all] - synthesises a small design from end to end, simulates its netlist, reports it, and tries bad libraries.
. tests/tools/tap.sh
. tests/cli/quick.sh
d=$work/d
check "gen and synth at 4 lanes" sh -c '"$1" gen --lanes 4 --bank 32 --modes 4-0 -o "$2" && "$1" synth "$2" --effort 0' - "$warpfold" "$d"
lib=$(find /usr/share/qflow -name osu018_stdcells.lib 2> /dev/null | head -n 1)
# parts: the areas of the modules in a decoder are those of its cells in one flat netlist, mapped in the same way
parts() {
    "$warpfold" gen --lanes 4 -o "$work/parts" && "$warpfold" synth "$work/parts" --module dec --parts > "$work/said" && cat "$work/said" || return 1
    library=$(dpkg -L qflow-tech-osu018 | grep '/osu018_stdcells.lib$')
    { sed "s|@FILES@|$work/parts/rtl/*.v|; s|@TOP@|warpbdi4_dec|; s|[a-z]*\.lib|$library|; /^tee/d" synth/parts.ys && echo "flatten; tee -q -o $work/flat stat -liberty $library"; } > "$work/parts.ys"
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
# timed: one netlist has all figures: the slowest path into a module is that of the log, all power is in some module, the areas are those of its
# cells, and a module directly in the decoder has its figures
timed() {
    with_gate "$work/gate.lib" && cp -r "$d" "$work/timed" && "$warpfold" synth "$work/timed" --module dec --parts --timed --liberty "$work/gate.lib" || return 1
    json=$work/timed/syn/parts.json netlist=$work/timed/syn/dec.timed.v
    yosys -q -p "read_liberty -lib $work/gate.lib; read_verilog $netlist; tee -q -o $work/flat stat -top warpbdi4_dec -liberty $work/gate.lib" || return 1
    area=$(sed -n 's/.*Chip area for .*: \([0-9]*\)\..*/\1/p' "$work/flat" | tail -n 1)
    awk -v clock="$(value "$json" run__clock_ns)" -v delay="$(value "$json" dec__delay_ns)" -v power="$(value "$json" dec__power_mw)" '
        /^@ path/ { slack = $(NF - 1) + 0; if (clock - slack > most) most = clock - slack }
        /^@ power/ { sum += $(NF - 1) * 1000 }
        END { exit !(most > 0 && sum > 0 && (most - delay) ^ 2 < 1e-8 && (sum / power - 1) ^ 2 < 1e-8) }' "$work/timed/syn/dec.timed.sta.log" &&
        [ "$area" -gt 0 ] && [ "$(value "$json" dec__total_area_um2)" = "$area" ] && grep -q ' .GATED ' "$netlist" &&
        for figure in delay_ns power_mw area_um2 reg_area_um2; do [ -n "$(value "$json" "dec__part__dec_residues__$figure")" ] || return 1; done
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
# paced: where the clock is too short for one round, a later one that knows the arrival times is faster
paced() {
    "$warpfold" synth "$work/timed" --module enc --parts --timed --liberty "$work/gate.lib" --clock-ns 1 > "$work/said" && cat "$work/said" &&
        cat "$work"/timed/syn/enc.timed.round*.log | awk -v delay="$(value "$work/timed/syn/parts.json" enc__delay_ns)" '/^@ slack/ { slack[n++] = $3 }
            END { best = slack[0]; for (i = 1; i < n; i++) if (slack[i] > best) best = slack[i]; exit !(n == 3 && best > slack[0] && (1 - best - delay) ^ 2 < 1e-8) }'
}
check "areas, paths into modules and power of one netlist" timed
check "it has clock gates, and simulates as its Verilog does" gated
check "modules are mapped again with the times of their inputs" paced

# search: chooses cuts for a clock that one rank meets
