# SPDX-License-Identifier: Apache-2.0
# retention.awk - behind the library's flip-flop two that look better: one that keeps its state in a latch when the power goes, which also clears
# it (the shape of a commercial library's), and one with a lock-up latch. Neither is a plain flip-flop.
/^cell \(DFFPOSX1\)/ { inside = 1 }
inside { cell = cell $0 "\n" }
{ print }
inside && /^}/ {
    inside = 0
    ballooned = cell
    sub(/DFFPOSX1/, "\"RDFF_BALLOON\"", ballooned)
    sub(/area : 96/, "retention_cell : \"balloon\" ;\n  area : 1", ballooned)
    sub(/clocked_on : "CLK";\n  }/, "clocked_on : \"CLK\";\n" \
        "    clear : \"(((!B2B) * !Q2) + !RD)\";\n    preset : \"((!B2B) * Q2)\";\n    clear_preset_var1 : \"L\";\n    clear_preset_var2 : \"H\";\n  }\n" \
        "  latch (Q2,QN2) {\n    enable : \"B1\";\n    data_in : \"DS0000\";\n  }\n" \
        "  pin (B1) { direction : input ; capacitance : 0.01 ; }\n  pin (B2B) { direction : input ; capacitance : 0.01 ; }\n" \
        "  pin (RD) { direction : input ; capacitance : 0.01 ; }", ballooned)
    printf "%s", ballooned
    twice = cell
    sub(/DFFPOSX1/, "DFF_LOCKUP", twice)
    sub(/area : 96/, "area : 1", twice)
    sub(/  ff \(DS0000/, "  latch (\"LU\",\"LUN\") { data_in : \"DS0000\" ; enable : \"!CLK\" ; }\n&", twice)
    printf "%s", twice
}
