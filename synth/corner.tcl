# Times finished netlists with the library of another corner, and prints their power there.
read_liberty @LIBRARY@
set_cmd_units -time ns -capacitance fF -power mW
source print_power.tcl
foreach {unit top} {@UNITS@} {
    source $unit.constrain.tcl
    read_verilog $unit.v
    link_design $top
    constrain
    set ends [find_timing_paths -path_delay max]
    if {[llength $ends] > 0} { puts "@ slack $unit [get_property [lindex $ends 0] slack]" } else { puts "@ slack $unit none" }
    set_power_activity -input -activity @ACTIVITY@ -duty @DUTY@
    source $unit.activity.tcl
    print_power "power $unit"
}
