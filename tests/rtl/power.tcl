# SPDX-License-Identifier: Apache-2.0
# power.tcl - an emitted UPF file (variable upf), read by procedures that are called as its commands: each memory of the netlist is in one domain, which
# has supplies, a switch and an isolation; what they name is there. `memories`: the paths of all memories. `nets`: vectors, the highest bit of each.
set domains [dict create]
set ports [list]

# The value of an option; fails if it is not there
proc option {words name} {
    set at [lsearch -exact $words $name]
    if {$at < 0} { error "no $name in: $words" }
    return [lindex $words [expr {$at + 1}]]
}
proc domain_of {words} {
    set name [option $words -domain]
    if {![dict exists $::domains $name]} { error "no domain $name" }
    return $name
}
proc remember {name key value} {
    if {[dict exists $::domains $name $key]} { error "two $key of $name" }
    dict set ::domains $name $key $value
}
proc net_exists {net} {
    if {![regexp {^(.*)\[([0-9]+)\]$} [flat $net] all name bit] || ![dict exists $::nets $name] || $bit > [dict get $::nets $name]} { error "no net $net" }
}
proc flat {path} { return [string map {/ .} $path] }
proc supply_exists {name net} {
    if {![dict exists $::domains $name net $net]} { error "no supply $net in $name" }
}

proc upf_version {version} {}
proc create_power_domain {name args} {
    if {[dict exists $::domains $name]} { error "two domains $name" }
    dict set ::domains $name elements [expr {[lsearch $args -elements] < 0 ? [list] : [option $args -elements]}]
}
proc create_supply_port {name args} { domain_of $args; lappend ::ports $name }
proc create_supply_net {name args} { dict set ::domains [domain_of $args] net $name 1 }
proc connect_supply_net {net args} {
    supply_exists TOP $net
    if {[lsearch $::ports [option $args -ports]] < 0} { error "no port: $args" }
}
proc set_domain_supply_net {name args} {
    supply_exists $name [option $args -primary_power_net]
    supply_exists $name [option $args -primary_ground_net]
    remember $name primary [option $args -primary_power_net]
}
proc create_power_switch {name args} {
    set domain [domain_of $args]
    supply_exists $domain [lindex [option $args -input_supply_port] 1]
    supply_exists $domain [lindex [option $args -output_supply_port] 1]
    net_exists [lindex [option $args -control_port] 1]
    if {[lindex [option $args -on_state] 2] != [lindex [option $args -control_port] 0]} { error "switch $name is not on where its control is" }
    remember $domain switched [lindex [option $args -output_supply_port] 1]
    remember $domain control [lindex [option $args -control_port] 1]
}
proc set_isolation {name args} { remember [domain_of $args] isolation $name }
proc set_isolation_control {name args} {
    set domain [domain_of $args]
    if {[dict get $::domains $domain isolation] != $name || [option $args -isolation_sense] != "low"} { error "isolation of $domain" }
    net_exists [option $args -isolation_signal]
    remember $domain isolated [option $args -isolation_signal]
}

if {[catch {
    source $upf
    set found [list]
    set controls [list]
    dict for {name domain} $domains {
        if {$name == "TOP"} { continue }
        foreach key {primary switched control isolated} { if {![dict exists $domain $key]} { error "$name has no $key" } }
        if {[dict get $domain primary] != [dict get $domain switched]} { error "$name is not switched" }
        foreach element [lindex [dict get $domain elements] 0] { lappend found [flat $element] }
        lappend controls [dict get $domain control]
    }
    if {[lsort $found] != [lsort $memories]} { error "in domains: [lsort $found]; in the design: [lsort $memories]" }
    if {[llength [lsort -unique $controls]] != [llength $found] || [llength $found] < 2} { error "controls: $controls" }
    puts "[llength $found] domains"
} why]} { puts "wrong: $why" }
exit
