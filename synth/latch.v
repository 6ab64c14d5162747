`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// The library's latch in place of Yosys' own, as dfflibmap does for flip-flops: the one that latches.c has found. With WF_LATCH_LOW its enable is
// inverted, so a latch of the other kind gets an inverter; latches of one enable share it.

(* techmap_celltype = "$_DLATCH_P_ $_DLATCH_N_" *)
module wf_latch (
    input  wire E,
    input  wire D,
    output wire Q
);
    parameter _TECHMAP_CELLTYPE_ = "";
`ifdef WF_LATCH_LOW
    localparam INVERTED = _TECHMAP_CELLTYPE_ == "$_DLATCH_P_";
`else
    localparam INVERTED = _TECHMAP_CELLTYPE_ == "$_DLATCH_N_";
`endif

    wire enable;
    generate
        if (INVERTED) begin : gen_inverted
            \$_NOT_ inverter (.A(E), .Y(enable));
        end else begin : gen_plain
            assign enable = E;
        end
    endgenerate
    `WF_LATCH _TECHMAP_REPLACE_ (
        .`WF_LATCH_ENABLE(enable),
        .`WF_LATCH_DATA  (D),
        .`WF_LATCH_OUT   (Q)
    );

endmodule
`default_nettype wire
