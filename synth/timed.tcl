# Prints the longest path of a netlist of modules; of each part of it, a module directly in the unit, the longest path into its flip-flops, and its
# power; of each input of the unit, how late it may come.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
read_verilog @UNIT@.timed.v
link_design @TOP@
constrain
# The module of the part that a pin is in. Pins of cells beside the parts have one part less in their names, ports none.
proc module_of {name} {
    set path [split $name /]
    if {[llength $path] < 2} { return "ports" }
    if {[llength $path] < 3} { return "itself" }
    return [get_property [get_cells [lindex $path 0]] ref_name]
}
report_checks -path_delay max -format full -fields {capacitance slew fanout}
foreach end [find_timing_paths -path_delay max -group_count 1000000] {
    set into [module_of [get_full_name [get_property $end endpoint]]]
    set slack [get_property $end slack]
    if {![info exists worst($into)] || $slack < $worst($into)} {
        set worst($into) $slack
        set from($into) [get_full_name [get_property $end startpoint]]
    }
}
foreach into [array names worst] { puts "@ path {$into} $worst($into) {[module_of $from($into)]}" }
# An input comes at the clock edge, so its slack is how much later it may come
foreach port [all_inputs] {
    set name [get_full_name $port]
    regsub {\[[0-9]+\]$} $name {} input
    foreach edge {max_rise_slack max_fall_slack} {
        set slack [get_property $port $edge]
        if {$name eq "clk_i" || $slack > 1e6} { continue }
        if {![info exists latest($input)] || $slack < $latest($input)} { set latest($input) $slack }
    }
}
foreach input [array names latest] { puts "@ input {$input} $latest($input)" }
set_power_activity -input -activity @ACTIVITY@ -duty @DUTY@
set corner [sta::cmd_corner]
# Only of cells of the library can the power be asked
foreach cell [get_lib_cells */*] { set is_cell([get_property $cell name]) 1 }
foreach cell [get_cells -hierarchical *] {
    if {![info exists is_cell([get_property $cell ref_name])]} { continue }
    set power [sta::instance_power $cell $corner]
    set of [module_of "[get_full_name $cell]/pin"]
    if {[string match -nocase *nan* $power]} { continue }
    if {![info exists dynamic($of)]} { set dynamic($of) 0; set leakage($of) 0 }
    set dynamic($of) [expr $dynamic($of) + [lindex $power 0] + [lindex $power 1]]
    set leakage($of) [expr $leakage($of) + [lindex $power 2]]
}
foreach of [array names dynamic] { puts "@ power {$of} $dynamic($of) $leakage($of)" }
