# Puts an estimated wire on every net but those of clocks, and prints slack and power again. A wire of two pins is `two` um long, one of p pins
# (p - 1) to the power of `growth` times as long (wires.c).
proc add_wires {two growth ff_um gates} {
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
        set length [expr $two * pow($count - 1, $growth)]
        set total [expr $total + $length]
        set_load [expr $length * $ff_um] $net
    }
    puts "@ wires $total"
    set ends [find_timing_paths -path_delay max]
    if {[llength $ends] > 0} { puts "@ wired_slack [get_property [lindex $ends 0] slack]" } else { puts "@ wired_slack none" }
    print_power wired_power
}
