# SPDX-License-Identifier: Apache-2.0
# sdc.sh - sourced after tap.sh: an emitted SDC file in OpenSTA.

sdc_library=$(find /usr/share/qflow -name osu018_stdcells.lib 2> /dev/null | head -n 1)

# sdc_stub FILE: the module of a file of Verilog as a netlist for OpenSTA: its ports, and behind clock and reset a flip-flop
sdc_stub() {
    awk '/^module / { name = $2; inside = 1 }
         inside && /^ *(input|output) / {
             code = $0; sub(/,? *\/\/.*/, "", code); sub(/,? *$/, "", code)
             way = code ~ /^ *input/ ? "input" : "output"; port = code; sub(/.* /, "", port)
             wide = code ~ /\[/ || (code ~ /_t /)
             ports = ports (ports ? ", " : "") port; said = said way (wide ? " [1:0] " : " ") port ";\n"
             clocked = clocked || port == "clk_i"
         }
         inside && /^\);/ { exit }
         END { printf "module %s (%s);\n%s", name, ports, said
               if (clocked) print "DFFSR flop (.CLK(clk_i), .R(rst_ni), .S(1\047b1), .D(q), .Q(q));"
               print "endmodule" }' "$1"
}

# sdc_read SDC NETLIST MODULE: OpenSTA reads the file without a warning, each input and output is constrained, and where a flip-flop has the reset
# its end is checked
sdc_read() {
    cat > "$work/read.tcl" << END
read_liberty $sdc_library
read_verilog $2
link_design $3
puts "the constraints"
read_sdc $1
check_setup -verbose -no_input_delay -no_output_delay -no_clock -multiple_clock -loops -generated_clocks
report_check_types -recovery -removal
END
    "${STA:-sta}" -no_splash -exit "$work/read.tcl" > "$work/sta" 2>&1
    code=$? && sed -n '/^the constraints/,$p' "$work/sta" > "$work/read"
    if [ $code != 0 ] || [ ! -s "$work/read" ] || grep -q -e Warning -e Error "$work/read"; then tail -n 4 "$work/sta"; return 1; fi
    ! grep -q '(rst_ni)' "$2" || [ "$(grep -c async_default "$work/read")" = 2 ] || { echo "$3: the end of the reset is not checked"; return 1; }
}
