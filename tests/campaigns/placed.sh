#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# placed.sh FLAGS... - how far the wires of `synth --wires` are from placed ones: maps the decoder of the codec that `warpfold gen FLAGS...` makes, without
# ranks, once for osu018, places it with graywolf (Debian's packages qflow and graywolf), and prints lengths, delay and power without wires, placed,
# placed inside (nets of ports estimated: their pins stand around the block) and estimated. Not a test.
set -eu
[ $# -gt 0 ] || { echo "placed.sh: flags of warpfold gen are expected, for instance --lanes 4 --bank 32" >&2; exit 2; }
warpfold=${WARPFOLD:-build/bin/warpfold}
tech=/usr/share/qflow/tech/osu018
for need in graywolf tclsh yosys sta; do command -v $need > /dev/null || { echo "placed.sh: $need is not installed" >&2; exit 1; }; done
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
"$warpfold" gen "$@" --enc-stages 0 --dec-stages 0 --name w -o "$work/w"
cd "$work"
echo 'strash; ifraig; dch; map -B 0.9; topo; buffer -c -N 16; upsize -D 1500; dnsize -D 1500' > map.abc
printf 'set_driving_cell BUFX2\nset_load 10\n' > map.constr
cat > map.ys << END
read_verilog w/rtl/*.v
hierarchy -check -top w_dec
proc -norom
flatten
opt -full
techmap
opt -full
abc -liberty $tech/osu018_stdcells.lib -constr map.constr -script map.abc
splitnets -ports
opt_clean -purge
rename -enumerate -pattern c%
rename -hide w:* x:* %d
rename -enumerate -pattern n%
write_verilog -noattr -simple-lhs net.v
write_blif -gates dec.blif
read_liberty -lib $tech/osu018_stdcells.lib
tee -q -o area stat -liberty $tech/osu018_stdcells.lib
END
yosys -q -s map.ys
# graywolf's input has no constants
sed -i '/^.names \$\(false\|true\|undef\)/d; /^1$/d' dec.blif
tclsh /usr/lib/qflow/scripts/blif2cel.tcl --blif dec.blif --lef $tech/osu018_stdcells.lef --cel dec.cel > cel.log 2>&1
cp $tech/osu018.par dec.par
graywolf -n dec > place.log 2>&1 || { tail -n 3 place.log >&2; exit 1; }
# dec.pin: "NET GROUP CELL PIN X Y ..", in units of 0.01 um; a pin may have two places, of which the mean is taken. dec.pl1: "CELL LEFT BOTTOM RIGHT TOP ..".
awk -v cells="$(awk '/Number of cells/ { print $NF }' area)" -v area="$(sed -n 's/.*Chip area.*: //p' area)" '
    FILENAME == "dec.pl1" {
        if ($1 ~ /^twpin/) next
        if (!n++) { l = $2; b = $3; r = $4; t = $5 }
        if ($2 < l) l = $2; if ($3 < b) b = $3; if ($4 > r) r = $4; if ($5 > t) t = $5
        next
    }
    $4 ~ /^twfeed/ || $1 ~ /^TW/ { next }
    { key = $1 SUBSEP $3 SUBSEP $4; x[key] += $5; y[key] += $6; places[key]++; if ($3 ~ /^twpin/) port[$1] = 1 }
    function tree(pins) { return pins <= 3 ? 1 : pins <= 10 ? f[pins] : pins <= 50 ? 1.4493 + (2.7933 - 1.4493) * ((pins - 10) / 40) ^ 0.9 : 2.7933 + 0.02616 * (pins - 50) }
    END {
        f[4] = 1.0828; f[5] = 1.1536; f[6] = 1.2206; f[7] = 1.2823; f[8] = 1.3385; f[9] = 1.3991; f[10] = 1.4493
        for (key in places) {
            split(key, part, SUBSEP); net = part[1]; px = x[key] / places[key]; py = y[key] / places[key]
            if (!pins[net]++) { x1[net] = x2[net] = px; y1[net] = y2[net] = py }
            if (px < x1[net]) x1[net] = px; if (px > x2[net]) x2[net] = px; if (py < y1[net]) y1[net] = py; if (py > y2[net]) y2[net] = py
        }
        box = (r - l) * (t - b) / 1e4
        donath = 2 / 9 * (7 * (cells ^ 0.1 - 1) / (4 ^ 0.1 - 1) - (1 - cells ^ -0.9) / (1 - 4 ^ -0.9)) * (1 - 4 ^ -0.4) / (1 - cells ^ -0.4)
        two = 0.45 * donath * sqrt(box / cells)   # synth/wires.c
        for (net in pins) {
            if (pins[net] < 2) continue
            placed = (x2[net] - x1[net] + y2[net] - y1[net]) / 100 * tree(pins[net]); guess = two * (pins[net] - 1) ^ 1.25
            kind = port[net] ? "with a port" : "inside"
            sum[kind] += placed; told[kind] += guess
            if (kind == "inside" && pins[net] >= 8) { sum["inside, 8 pins or more"] += placed; told["inside, 8 pins or more"] += guess }
            printf "set_load %.5g [get_nets {%s}]\n", placed * 0.15, net > "placed.tcl"
            printf "set_load %.5g [get_nets {%s}]\n", guess * 0.15, net > "estimated.tcl"
            printf "set_load %.5g [get_nets {%s}]\n", (port[net] ? guess : placed) * 0.15, net > "inside.tcl"
        }
        printf "%d cells fill %.0f %% of %.0f x %.0f um\n", cells, 100 * area / box, (r - l) / 100, (t - b) / 100
        for (kind in sum) printf "  nets %-24s placed %8.2f mm, estimate over placed %.2f\n", kind, sum[kind] / 1000, told[kind] / sum[kind]
    }' dec.pl1 dec.pin
: > none.tcl
for wires in none placed inside estimated; do
    cat > time.tcl << END
read_liberty $tech/osu018_stdcells.lib
set_cmd_units -time ns -capacitance fF -power mW
read_verilog net.v
link_design w_dec
create_clock -name clock -period 4
set inputs [all_inputs]
set_driving_cell -lib_cell BUFX2 \$inputs
set_input_delay 0 -clock clock \$inputs
set_output_delay 0 -clock clock [all_outputs]
set_load 10 [all_outputs]
source $wires.tcl
puts "@ [expr 4 - [get_property [lindex [find_timing_paths -path_delay max] 0] slack]]"
set_power_activity -input -activity 0.1 -duty 0.5
report_power
END
    sta -no_splash -exit time.tcl | awk -v wires=$wires '/^@/ { delay = $2 } /^Total/ { power = $2 + $3 } END { printf "  wires: %-10s %.3f ns  %.2f mW at 250 MHz\n", wires, delay, 1000 * power }'
done
