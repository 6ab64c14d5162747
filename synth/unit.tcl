# Prints the timing of every end point and the power of one finished netlist, and writes its worst path to a file.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
read_verilog @UNIT@.v
link_design @TOP@
constrain
foreach end [find_timing_paths -path_delay max -group_count 100000] {
    set from [get_full_name [get_property $end startpoint]]
    set to [get_full_name [get_property $end endpoint]]
    puts "@ end [get_property $end slack] $from $to"
}
report_checks -path_delay max -format full -fields {capacitance slew fanout} > @UNIT@.path.txt
set_power_activity -input -activity @ACTIVITY@ -duty @DUTY@
source @UNIT@.activity.tcl
# Sum the power cell by cell. A gate whose inputs never change can have NaN as its power, and then the tool's own sum would be NaN too.
set corner [sta::cmd_corner]
set internal 0
set switching 0
set leakage 0
set unknown 0
foreach cell [get_cells *] {
    set power [lrange [sta::instance_power $cell $corner] 0 2]
    if {[string match -nocase *nan* $power]} {
        incr unknown
    } else {
        set internal [expr $internal + [lindex $power 0]]
        set switching [expr $switching + [lindex $power 1]]
        set leakage [expr $leakage + [lindex $power 2]]
    }
}
puts "@ power $internal $switching $leakage"
puts "cells without a figure: $unknown"
