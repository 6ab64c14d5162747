// SPDX-License-Identifier: Apache-2.0
`ifdef WF_BPC_ENC
// Encoder of bestof, bursts: the member with the code of the fewest bursts. Among equals the order is cpack, fpc, linebdi, bpc: the faster
// decoder first.
`else
// Encoder of bestof, bursts: the member with the code of the fewest bursts. Among equals the order is cpack, fpc, linebdi: the faster decoder
// first.
`endif
//
//   128 bytes, units of linebdi 0111, of fpc 0011, of cpack 1111 (raw)  ->  code_o 010
//   64 bytes, units of linebdi 01, of fpc 11, of cpack 01               ->  code_o 100
//
// A code has the lowest bursts of the line, so it has fewer than another one if it lacks a burst of the other. A raw line has all.
`default_nettype none
module `WF_ENC_BURSTS #(
    parameter LINE = `WF_LINE  // bytes of the cache line: 32, 64 or 128
) (
`ifdef WF_BPC_ENC
    input  wire [3:0]           coded_i,  // bit k: member k has a code; 0 linebdi, 1 fpc, 2 cpack, 3 bpc
    input  wire [4*LINE/32-1:0] units_i,  // the bursts of each member; all if it has no code
    output wire [3:0]           code_o    // one-hot: the member whose code is used; 0: raw
`else
    input  wire [2:0]           coded_i,  // bit k: member k has a code; 0 linebdi, 1 fpc, 2 cpack
    input  wire [3*LINE/32-1:0] units_i,  // the bursts of each member; all if it has no code
    output wire [2:0]           code_o    // one-hot: the member whose code is used; 0: raw
`endif
);
    localparam UNITS = LINE / 32;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [UNITS-1:0] linebdi = units_i[0 +: UNITS];
    wire [UNITS-1:0] fpc     = units_i[UNITS +: UNITS];
    wire [UNITS-1:0] cpack   = units_i[2*UNITS +: UNITS];

    wire fpc_below_cpack     = |(cpack & ~fpc);     // fpc has fewer bursts than cpack
    wire linebdi_below_cpack = |(cpack & ~linebdi);
    wire linebdi_below_fpc   = |(fpc & ~linebdi);

`ifdef WF_BPC_ENC
    wire [UNITS-1:0] bpc = units_i[3*UNITS +: UNITS];

    wire bpc_below_cpack   = |(cpack & ~bpc);
    wire bpc_below_fpc     = |(fpc & ~bpc);
    wire bpc_below_linebdi = |(linebdi & ~bpc);

    assign code_o[3] = coded_i[3] && (bpc_below_cpack || !coded_i[2]) && (bpc_below_fpc || !coded_i[1]) && (bpc_below_linebdi || !coded_i[0]);
    assign code_o[2] = coded_i[2] && !fpc_below_cpack && !linebdi_below_cpack && !bpc_below_cpack;
    assign code_o[1] = coded_i[1] && !linebdi_below_fpc && !bpc_below_fpc && (fpc_below_cpack || !coded_i[2]);
    assign code_o[0] = coded_i[0] && !bpc_below_linebdi && (linebdi_below_cpack || !coded_i[2]) && (linebdi_below_fpc || !coded_i[1]);
`else
    assign code_o[2] = coded_i[2] && !fpc_below_cpack && !linebdi_below_cpack;
    assign code_o[1] = coded_i[1] && !linebdi_below_fpc && (fpc_below_cpack || !coded_i[2]);
    assign code_o[0] = coded_i[0] && (linebdi_below_cpack || !coded_i[2]) && (linebdi_below_fpc || !coded_i[1]);
`endif
endmodule
`default_nettype wire
