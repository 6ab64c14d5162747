# SPDX-License-Identifier: Apache-2.0
# as_found.awk - osu018 with what libraries have and not all tools read, and with the same figures: values without quotation marks and a comment at
# its head, no default operating conditions, small cells that nobody can use, and energies of a clock pin under conditions of the data.
/default_operating_conditions/ { next }
# The energies at the clock pin are those of D; the same once more are those of !D
/^cell *\(/ { flop = /DFFPOSX1/ }
/pin\(/ { clock = /pin\(CLK\)/ }
flop && clock && /internal_power/ { inside = 1; block = "" }
inside {
    block = block $0 "\n"
    line = $0
    depth += gsub(/{/, "{", line) - gsub(/}/, "}", line)
    if (depth > 0) next
    inside = 0
    for (i = 0; i < 2; i++) { text = block; sub(/{/, "{ when : \"" (i ? "!" : "") "D\";", text); printf "%s", text }
    next
}
/^cell *\(/ && !cells++ {
    input = "{ direction : input; capacitance : 0.001; } "
    ff = "ff (M, MN) { clocked_on : \"CK\"; next_state : \"D\"; clear : \"!RT * !S\"; } "
    print "cell (KEEP) { area : 1; " ff "latch (S, SN) { enable : \"RT\"; data_in : \"M\"; } pin (RT, CK, D) " input "pin (Q) { direction : output; function : \"M\"; } }"
    print "cell (PAIR) { area : 1; pin (\"A\", \"B\") " input "pin (Y) { direction : output; function : \"A B\"; } }"
    print "cell (HALF) { area : 1; pin (A, B) " input "pin (Y) { direction : output; function : \"!(A B)\"; timing () { related_pin : \"A\"; cell_rise (scalar) { values (\"0.001\"); } cell_fall (scalar) { values (\"0.001\"); } } } }"
    print "cell (SRLATCH) { area : 1; latch (S, SN) { preset : \"A\"; clear : \"B\"; } pin (A, B) " input "pin (Y) { direction : output; function : \"S\"; } }"
}
{ print }
/^library/ {
    print "  // a comment to the end of the line; revision : .1.x ;"
    print "  revision : .1.x ; date : \"a \\\"b\\\" // c\"; voltage_map (vdd!, 1.55);"
    print "  define_group (odd_group, library); odd_group (\"a:b\") { odd_mode : high:low ; _own : 1 ; }"
}
/^cell *\(INVX1\)/ { print "  power_down_function : !vdd+gnd ;" }
