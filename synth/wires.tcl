# Puts an estimated wire on every net but those of clocks, and prints slack and power again. The length of a wire
# grows with the pins on it as that of the smallest tree over pins that are spread evenly over a square (wires.c).
#
# Of p pins on a square of side s the half perimeter of the bounding box is 2 s (p - 1) / (p + 1) on average; a tree is longer by the factors of
# C.-L. E. Cheng, RISA, ICCAD 1994 (Table 1).
set factors {1 1 1 1 1.0828 1.1536 1.2206 1.2823 1.3385 1.3991 1.4493}
set factors_of_tens {{10 1.4493} {15 1.6899} {20 1.8924} {25 2.0743} {30 2.2334} {35 2.3895} {40 2.5356} {45 2.6625} {50 2.7933}}
proc tree_factor {pins} {
    global factors factors_of_tens
    if {$pins <= 10} { return [lindex $factors $pins] }
    set last {10 1.4493}
    foreach next $factors_of_tens {
        if {$pins <= [lindex $next 0]} {
            set share [expr double($pins - [lindex $last 0]) / ([lindex $next 0] - [lindex $last 0])]
            return [expr [lindex $last 1] + $share * ([lindex $next 1] - [lindex $last 1])]
        }
        set last $next
    }
    return [expr 2.7933 + 0.02616 * ($pins - 50)]
}
proc add_wires {side ff_um gates} {
    set total 0
    foreach net [get_nets *] {
        set pins [get_pins -quiet -of_objects $net]
        set count [expr [llength $pins] + [llength [get_ports -quiet -of_objects $net]]]
        set clock [expr {[get_full_name $net] == "clk_i"}]
        foreach pin $pins {
            if {[get_property $pin direction] == "output"} {
                set cell [get_property [get_cells -of_objects $pin] ref_name]
                if {[lsearch -exact $gates $cell] >= 0} { set clock 1 }
            }
        }
        if {$clock || $count < 2} { continue }
        set length [expr [tree_factor $count] * 2 * $side * ($count - 1) / ($count + 1)]
        set total [expr $total + $length]
        set_load [expr $length * $ff_um] $net
    }
    puts "@ wires $total"
    set ends [find_timing_paths -path_delay max]
    if {[llength $ends] > 0} { puts "@ wired_slack [get_property [lindex $ends 0] slack]" } else { puts "@ wired_slack none" }
    print_power wired_power
}
