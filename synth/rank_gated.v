`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// A register rank as it is implemented where the library has an integrated clock gate: the same ports and behaviour as
// the emitted rank, a gate for every 64 data registers instead of an enable multiplexer each. (One gate for a whole
// rank would have clock edges so slow that the flip-flops' power is far off their tables.)

module `WF_RANK #(
    parameter WIDTH = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             valid_i,
    input  wire [WIDTH-1:0] data_i,
    output wire             valid_o,
    output wire [WIDTH-1:0] data_o
);

    localparam BITS = 64;

    wire            enable;
    reg             valid_q;
    reg [WIDTH-1:0] data_q;

    // The gates' enables wait for a whole cycle; without the buffer they would load what else valid_i drives.
    `WF_BUFFER enable_buffer (
        .`WF_BUFFER_IN (valid_i),
        .`WF_BUFFER_OUT(enable)
    );

    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else         valid_q <= valid_i;
    end

    genvar g, i;
    generate
        for (g = 0; g < WIDTH; g = g + BITS) begin : gen_gate
            wire gated;
            `WF_GATE gate (
`ifdef WF_GATE_TEST
                .`WF_GATE_TEST (1'b0),
`endif
                .`WF_GATE_CLOCK (clk_i),
                .`WF_GATE_ENABLE(enable),
                .`WF_GATE_OUT   (gated)
            );
            for (i = g; i < g + BITS && i < WIDTH; i = i + 1) begin : gen_bit
                always @(posedge gated) data_q[i] <= data_i[i];
            end
        end
    endgenerate

    assign valid_o = valid_q;
    assign data_o  = data_q;

endmodule
`default_nettype wire
