`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// A register rank as synthesis implements it if the library has an integrated clock gate. Ports and behaviour are those of wf_rank.v. A
// clock gate for every 64 data registers takes the place of an enable multiplexer for each. One gate for a whole rank would have clock
// edges too slow for the tables of the flip-flops.

module `WF_RANK #(
    parameter WIDTH  = 1,
    parameter STALLS = 0
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             move_i,
    input  wire             valid_i,
    input  wire [WIDTH-1:0] data_i,
    output wire             valid_o,
    output wire [WIDTH-1:0] data_o
);

    localparam BITS = 64;

    wire            move = STALLS == 0 || move_i;
    wire            enable;
    reg             valid_q;
    reg [WIDTH-1:0] data_q;

    // The enable has a whole cycle to reach the gates. The buffer keeps their load off the nets of valid_i and move_i.
    `WF_BUFFER enable_buffer (
        .`WF_BUFFER_IN (valid_i && move),
        .`WF_BUFFER_OUT(enable)
    );

    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)   valid_q <= 1'b0;
        else if (move) valid_q <= valid_i;
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
