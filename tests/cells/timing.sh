# SPDX-License-Identifier: Apache-2.0
# timing.sh - sourced by cells.sh: the least delay of each cell and the area with it, at 4 to 64 ports
default_library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib default_driver=BUFX2

# timed NAME PARAMETERS: the least delay (ns) that ABC reaches, and the area (um2) with it; from and to registers or ports
timed() {
    plain_cells
    cp tests/cells/*_ref.v "$work/cells"
    cp "${LIBERTY:-$default_library}" "$work/lib.lib"
    sed -e 's/@CLOCK_NS@/1000/' -e "s/@DRIVER@/${DRIVER:-$default_driver}/" -e "s/@LOAD_FF@/${LOAD_FF:-3}/" -e 's/@LATCHES@//' \
        -e "$(grep -q rst_ni "$work/cells/$1.v" || echo /rst_ni/d)" synth/constrain.tcl > "$work/constrain.tcl"
    printf 'set_driving_cell %s\nset_load %s\n' "${DRIVER:-$default_driver}" "${LOAD_FF:-3}" > "$work/abc.constr"
    # shellcheck disable=SC2046,SC2086
    yosys -q -p "read_verilog $(module_files $1 | sort -u | tr '\n' ' '); $(for_yosys $1 $2) hierarchy -check -top $1; rename -top top
        synth -flatten -top top; dfflibmap -liberty $work/lib.lib; opt_clean; write_rtlil $work/top.il" > "$log" 2>&1 || return 1
    for target in 1 100 200 400; do
        for fanout in 8 16; do
            printf 'strash; ifraig; dch; map -B 0.9; topo; buffer -c -N %s; upsize -D %s; dnsize -D %s; stime -p\n' $fanout $target $target > "$work/abc.script"
            yosys -q -p "read_rtlil $work/top.il; abc -liberty $work/lib.lib -constr $work/abc.constr -script $work/abc.script
                opt_clean -purge; splitnets -ports; write_verilog -noattr -simple-lhs $work/top.v; tee -q -o $work/area stat -liberty $work/lib.lib" >> "$log" 2>&1 || return 1
            printf 'read_liberty %s/lib.lib\nset_cmd_units -time ns -capacitance fF\nread_verilog %s/top.v\nlink_design top\nsource %s/constrain.tcl
                constrain\nputs "@ [expr 1000 - [get_property [lindex [find_timing_paths -path_delay max] 0] slack]]"\n' \
                "$work" "$work" "$work" > "$work/time.tcl"
            sta -no_splash -exit "$work/time.tcl" > "$log" 2>&1
            grep -q '^@ ' "$log" || { tail -n 2 "$log" >&2; return 1; }
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

echo "sh tests/rtl/cells.sh timing: least delay (ns) and its area (um2), $(basename "${LIBERTY:-$default_library}"), ${DRIVER:-$default_driver}, ${LOAD_FF:-3} fF"
printf '%-52s' "@ ports, words, bits or entries"
printf '  %16d' 4 8 16 32 64
echo
for cell in $cells; do
    cases time "$cell" | while read -r module parameters; do growth "$module" "$parameters" < /dev/null; done
done
