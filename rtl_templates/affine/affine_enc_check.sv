// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its tag promises: docs/affine.md has the fields. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
module `WF_CHECK_OWN #(
    parameter USER_BITS = `WF_CHECK_USER_BITS  // bits of user
) (
`WF_CHECK_PORTS
);
    localparam WORD   = `WF_WORD;
    localparam COUNT  = `WF_VECTOR == 0 ? 1 : `WF_LANES / (4 << `WF_VECTOR);           // vectors
    localparam WIDTH  = `WF_LANES / COUNT;                                             // lanes of a vector
    localparam CODE   = `WF_ANY_STRIDE != 0 ? WORD : 3;                                // bits of a stride
    localparam UNIT   = (`WF_BANK < WIDTH * WORD ? `WF_BANK : WIDTH * WORD) / WORD;    // lanes of a bank
    localparam STRIDE = COUNT, BASE = STRIDE + COUNT * CODE, VALID = BASE + COUNT * WORD;  // first bits of the tag's fields

    genvar k, u;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_vector
            wire             flag   = tag_o[k];
            wire [CODE-1:0]  stride = tag_o[STRIDE + k*CODE +: CODE];
            wire [WORD-1:0]  base   = tag_o[BASE + k*WORD +: WORD];
            wire [WIDTH-1:0] lanes  = tag_o[VALID + k*WIDTH +: WIDTH];
            always @(posedge clk_i)
                if (rst_ni && valid_o) begin
                    `CHECK(flag || (stride == 0 && base == 0 && lanes == 0), "stride, base and valid lanes of a vector without its flag are 0");
                    `CHECK(!flag || |lanes, "a vector with its flag has a valid lane");
                end
        end
        for (u = 0; u < `WF_UNITS; u = u + 1) begin : gen_bank
            always @(posedge clk_i)
                if (rst_ni && valid_o) `CHECK(units_o[u] == !(&tag_o[VALID + u*UNIT +: UNIT]), "a bank is in use if it has a lane that is not valid");
        end
    endgenerate
    always @(posedge clk_i)
        if (rst_ni && valid_o) `CHECK((wen_o & tag_o[VALID +: `WF_LANES]) == 0, "a valid lane is not written");
    wire unused = &{1'b0, valid_i`WF_CHECK_UNUSED};
endmodule
`undef CHECK
`default_nettype wire
