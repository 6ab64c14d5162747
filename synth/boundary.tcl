# Prints the worst slack of a netlist of modules; of each bit of their ports, when its value arrives, when it is needed, and what its net loads.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
read_verilog @UNIT@.timed.v
link_design @TOP@
constrain
puts "@ slack [get_property [lindex [find_timing_paths -path_delay max] 0] slack]"
foreach cell [get_cells *] {
    if {[$cell is_leaf]} { continue }
    set module [get_property $cell ref_name]
    foreach pin [sta::instance_pins $cell] {
        set net [$pin net]
        set driver [expr {$net eq "NULL" ? "" : [lindex [sta::net_driver_pins $net] 0]}]
        if {$driver eq ""} { continue }
        set path [sta::vertex_worst_arrival_path [lindex [$driver vertices] 0] max]
        if {$path eq "NULL"} { continue }
        set arrival [expr [$path arrival] * 1e9]
        set required 1e9
        foreach edge {max_rise_slack max_fall_slack} {
            set slack [get_property $driver $edge]
            if {[string is double -strict $slack] && $slack < 1e6} { set required [expr min($required, $arrival + $slack)] }
        }
        set load [expr [$net capacitance rise [sta::cmd_corner] max] * 1e15]
        puts "@ port {$module} [lindex [split [get_full_name $pin] /] end] $arrival $required $load"
    }
}
