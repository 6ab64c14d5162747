# Prints the timing of every end point and the power of one finished netlist, and writes its worst path, and that of each stage, to files.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
source print_power.tcl
read_verilog @UNIT@.v
link_design @TOP@
constrain
# The stage that ends there: that before a rank, from 1, or that before the outputs.
set ranks {@RANKS@}
proc stage_of {name} {
    global ranks
    set stage 1
    foreach rank $ranks {
        if {[string first "$rank." $name] == 0} { return $stage }
        incr stage
    }
    return $stage
}
foreach end [find_timing_paths -path_delay max -group_count 100000] {
    set from [get_full_name [get_property $end startpoint]]
    set to [get_full_name [get_property $end endpoint]]
    set slack [get_property $end slack]
    puts "@ end $slack $from $to"
    set stage [stage_of [string map {\\ {}} $to]]
    if {![info exists worst($stage)] || $slack < $worst($stage)} {
        set worst($stage) $slack
        set last($stage) [get_property $end endpoint]
    }
}
foreach stage [array names last] {
    report_checks -path_delay max -format full -fields {capacitance slew} -digits 6 -to $last($stage) > @UNIT@.stage$stage.txt
}
report_checks -path_delay max -format full -fields {capacitance slew fanout} > @UNIT@.path.txt
set_power_activity -input -activity @ACTIVITY@ -duty @DUTY@
source @UNIT@.activity.tcl
print_power power
@WIRES@
