# Prints the worst slack of a netlist of modules; of each bit of their ports, and of its net in the whole, when its value arrives, when it is needed, and
# what its net loads.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
read_verilog @UNIT@.timed.v
link_design @TOP@
constrain
# A path a group: those to flip-flops and those to clock gates are two
set worst 1e9
foreach end [find_timing_paths -path_delay max] { set worst [expr min($worst, [get_property $end slack])] }
puts "@ slack $worst"
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
        set times "$arrival $required $load"
        puts "@ port {$module} [lindex [split [get_full_name $pin] /] end] $times"
        puts "@ net [string map {\\ {}} [get_full_name $net]] $times"
    }
}
