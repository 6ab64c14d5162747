# Of one finished netlist with @LIBRARY@, by @DO@:
#   nets      the slew and the load at each pin of each cell, in s and F
#   carried   the power, if the measured activity of the inputs is carried through the gates
#   measured  the power at the measured activity of each pin. The library must have gates that carry nothing (liberty_power.h): else the
#             tool replaces what it is given
read_liberty @LIBRARY@
set_cmd_units -time ns -capacitance fF -power mW
source @UNIT@.constrain.tcl
source print_power.tcl
read_verilog @UNIT@.v
link_design @TOP@
# A net's load is its pins'. What wires add would be set on the nets here, before anything is measured.
constrain
set corner [sta::cmd_corner]
proc plain {object} { return [string map {\\ {}} [get_full_name $object]] }
if {"@DO@" == "nets"} {
    report_checks > /dev/null
    foreach cell [get_cells *] {
        foreach pin [get_pins -of_objects $cell] {
            set net [$pin net]
            if {$net == "NULL"} { continue }
            foreach vertex [$pin vertices] {
                puts "@ pin [plain $pin] [lindex [$vertex slews rise] 1] [lindex [$vertex slews fall] 1] [$net capacitance rise $corner max] [$net capacitance fall $corner max]"
            }
        }
    }
} else {
    source @UNIT@.power_activity.tcl
    foreach port [all_inputs] {
        set name [plain $port]
        if {[info exists activity($name)]} {
            set_power_activity -input_ports $port -activity [lindex $activity($name) 0] -duty [lindex $activity($name) 1]
        }
    }
    if {"@DO@" == "measured"} {
        foreach cell [get_cells *] {
            foreach pin [get_pins -of_objects $cell] {
                set name [plain $pin]
                if {[info exists activity($name)]} {
                    sta::set_power_pin_activity $pin [lindex $activity($name) 0] [lindex $activity($name) 1]
                }
            }
        }
    }
    print_power power
}
