# The surroundings of a unit: every input comes from the driving cell at time 0, every output drives the load and has the whole cycle.
proc constrain {} {
    if {[llength [get_ports -quiet clk_i]] > 0} {
        create_clock -name clock -period @CLOCK_NS@ [get_ports clk_i]
        set_false_path -from [get_ports rst_ni]
    } else {
        create_clock -name clock -period @CLOCK_NS@
    }
    set data [list]
    foreach port [all_inputs] {
        if {[get_full_name $port] != "clk_i"} { lappend data $port }
    }
    set_driving_cell -lib_cell @DRIVER@ $data
    set_input_delay 0 -clock clock $data
    set_output_delay 0 -clock clock [all_outputs]
    set_load @LOAD_FF@ [all_outputs]
@LATCHES@}
