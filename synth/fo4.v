// SPDX-License-Identifier: Apache-2.0
// A chain of twelve inverters (s), each with three more (a, b, c) as load, so each drives four. fo4.tcl measures the delay from behind the
// fourth inverter (tap4) to behind the eighth (tap8). That is four times FO4, the unit of delay of docs/figures.md.
module fo4 (start, tap4, tap8);
    input start;
    output tap4, tap8;
    wire n1, n2, n3, n5, n6, n7, n9, n10, n11, n12;
    @INV@ s1 (.@A@(start), .@Y@(n1));
    @INV@ a1 (.@A@(n1)); @INV@ b1 (.@A@(n1)); @INV@ c1 (.@A@(n1));
    @INV@ s2 (.@A@(n1), .@Y@(n2));
    @INV@ a2 (.@A@(n2)); @INV@ b2 (.@A@(n2)); @INV@ c2 (.@A@(n2));
    @INV@ s3 (.@A@(n2), .@Y@(n3));
    @INV@ a3 (.@A@(n3)); @INV@ b3 (.@A@(n3)); @INV@ c3 (.@A@(n3));
    @INV@ s4 (.@A@(n3), .@Y@(tap4));
    @INV@ a4 (.@A@(tap4)); @INV@ b4 (.@A@(tap4)); @INV@ c4 (.@A@(tap4));
    @INV@ s5 (.@A@(tap4), .@Y@(n5));
    @INV@ a5 (.@A@(n5)); @INV@ b5 (.@A@(n5)); @INV@ c5 (.@A@(n5));
    @INV@ s6 (.@A@(n5), .@Y@(n6));
    @INV@ a6 (.@A@(n6)); @INV@ b6 (.@A@(n6)); @INV@ c6 (.@A@(n6));
    @INV@ s7 (.@A@(n6), .@Y@(n7));
    @INV@ a7 (.@A@(n7)); @INV@ b7 (.@A@(n7)); @INV@ c7 (.@A@(n7));
    @INV@ s8 (.@A@(n7), .@Y@(tap8));
    @INV@ a8 (.@A@(tap8)); @INV@ b8 (.@A@(tap8)); @INV@ c8 (.@A@(tap8));
    @INV@ s9 (.@A@(tap8), .@Y@(n9));
    @INV@ a9 (.@A@(n9)); @INV@ b9 (.@A@(n9)); @INV@ c9 (.@A@(n9));
    @INV@ s10 (.@A@(n9), .@Y@(n10));
    @INV@ a10 (.@A@(n10)); @INV@ b10 (.@A@(n10)); @INV@ c10 (.@A@(n10));
    @INV@ s11 (.@A@(n10), .@Y@(n11));
    @INV@ a11 (.@A@(n11)); @INV@ b11 (.@A@(n11)); @INV@ c11 (.@A@(n11));
    @INV@ s12 (.@A@(n11), .@Y@(n12));
    @INV@ a12 (.@A@(n12)); @INV@ b12 (.@A@(n12)); @INV@ c12 (.@A@(n12));
endmodule
