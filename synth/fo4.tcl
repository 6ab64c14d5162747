# Prints the delays of the chain in fo4.v, to tap4 and to tap8, for both edges. Each inverter there drives four.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF
read_verilog fo4.v
link_design fo4
create_clock -name clock -period 1000
set_input_delay 0 -clock clock [all_inputs]
set_output_delay 0 -clock clock [all_outputs]
foreach tap {tap4 tap8} {
    foreach edge {rise fall} {
        set end [lindex [find_timing_paths -${edge}_to [get_ports $tap]] 0]
        puts "@ $tap [expr 1000 - [get_property $end slack]]"
    }
}
