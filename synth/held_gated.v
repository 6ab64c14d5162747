`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// Registers that hold their value, as --parts --timed implements them if the library has an integrated clock gate: Yosys replaces its flip-flops
// with an enable by these. A clock gate for every 64 bits, as in rank_gated.v; registers of a few bits keep their multiplexers.

(* techmap_celltype = "$dffe" *)
module wf_held #(
    parameter WIDTH        = 1,
    parameter CLK_POLARITY = 1,
    parameter EN_POLARITY  = 1
) (
    input  wire             CLK,
    input  wire             EN,
    input  wire [WIDTH-1:0] D,
    output wire [WIDTH-1:0] Q
);
    localparam BITS  = 64;
    localparam LEAST = 8;

    wire _TECHMAP_FAIL_ = WIDTH < LEAST || !CLK_POLARITY;
    wire enable = EN_POLARITY ? EN : !EN;

    genvar g;
    generate
        for (g = 0; g < WIDTH; g = g + BITS) begin : gen_gate
            localparam HERE = WIDTH - g < BITS ? WIDTH - g : BITS;
            wire gated;
            `WF_GATE gate (
`ifdef WF_GATE_TEST
                .`WF_GATE_TEST (1'b0),
`endif
                .`WF_GATE_CLOCK (CLK),
                .`WF_GATE_ENABLE(enable),
                .`WF_GATE_OUT   (gated)
            );
            \$dff #(.WIDTH(HERE), .CLK_POLARITY(1'b1)) held (.CLK(gated), .D(D[g +: HERE]), .Q(Q[g +: HERE]));
        end
    endgenerate

endmodule
`default_nettype wire
