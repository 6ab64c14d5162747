# Prints "@ power INTERNAL SWITCHING LEAKAGE" of the linked netlist, in W. It sums cell by cell: a gate whose inputs never change can have NaN as its
# power, and then the tool's own sum would be NaN too.
proc print_power {prefix} {
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
    puts "@ $prefix $internal $switching $leakage"
    puts "cells without a figure: $unknown"
}
