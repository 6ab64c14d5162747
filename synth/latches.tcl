# Latches that are open while the clock is low close with its rising edge, as flip-flops take their data, and nobody uses their values before it. OpenSTA
# would let data borrow from that time, and show no slack. So they must be there by the edge, less the setup time of a latch, and their values count
# from the edge on. OpenSTA adds the time at which a latch opens, half a cycle, to a set_max_delay that ends in one.
proc close_latches {clock} {
    set data [all_registers -level_sensitive -data_pins]
    set setup 0
    foreach end [find_timing_paths -path_delay max -to $data -group_count 100] { set setup [expr {max($setup, 1e9 * [$end margin])}] }
    set_multicycle_path 2 -setup -through [all_registers -level_sensitive -output_pins]
    set_max_time_borrow 0 [all_registers -level_sensitive -cells]
    set_max_delay [expr {$clock / 2 - $setup}] -to $data
}
