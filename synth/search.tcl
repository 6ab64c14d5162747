# Prints the worst slack of each candidate netlist of the search.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
foreach run {@RUNS@} {
    foreach file {@FILES@} { read_verilog $file }
    read_verilog $run.v
    link_design @TOP@
    constrain
    set ends [find_timing_paths -path_delay max]
    if {[llength $ends] > 0} { puts "@ $run [get_property [lindex $ends 0] slack]" } else { puts "@ $run none" }
}
