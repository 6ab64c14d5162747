# Prints the worst slack of candidate netlists of the search, until enough of them meet the clock. @ENOUGH@ of 0: of all.
read_liberty lib.lib
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
set met 0
foreach run {@RUNS@} {
    foreach file {@FILES@} { read_verilog $file }
    read_verilog $run.v
    link_design @TOP@
    constrain
    set ends [find_timing_paths -path_delay max]
    set slack none
    if {[llength $ends] > 0} { set slack [get_property [lindex $ends 0] slack] }
    puts "@ $run $slack"
    if {$slack == "none" || $slack >= 0} {
        incr met
        if {$met == @ENOUGH@} { break }
    }
}
