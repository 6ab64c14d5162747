# SPDX-License-Identifier: Apache-2.0
# conditions.awk - the clock pin's energy of the flip-flop under both values of D, for either edge one table: the mean of the two that it had.
/^cell \(/ { flop = $0 ~ /\(DFFPOSX1\)/ }
flop && /^  pin\(CLK\)/ { clock = 1 }
clock && /internal_power/ {
    split("\"D\"|!D", when, "|")
    for (i = 1; i <= 2; i++) {
        print "    internal_power() {"
        print "      when : " when[i] " ;"
        print "      power (passive_energy_template_6x1) {"
        print "        index_1 (\"0.06, 0.24, 0.48, 0.9, 1.2, 1.8\");"
        print "        values (\"0.0586025, 0.068356, 0.095362, 0.1462105, 0.1851665, 0.2607575\");"
        print "      }"
        print "    }"
    }
    clock = 0
    dropping = 1
}
!dropping { print }
dropping && /^    }/ { dropping = 0 }
