// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its outputs promise: docs/eligible.md. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
module `WF_CHECK_OWN (
`WF_CHECK_PORTS
);
    wire [`WF_LANES:0] then;  // of the result: a load, and its mask
    generate
        if (`WF_STAGES == 0) begin : gen_same
            assign then = {load_i, mask_i};
        end else begin : gen_later
            reg [`WF_LANES:0] then_q;
            always @(posedge clk_i) then_q <= {load_i, mask_i};
            assign then = then_q;
        end
    endgenerate

    always @(posedge clk_i)
        if (rst_ni && valid_o) begin
            `CHECK((lanes_o & ~then[`WF_LANES-1:0]) == 0, "only active lanes work");
            `CHECK(!(full_o && divergent_o), "no instruction is on one lane for the warp and for its active lanes");
            `CHECK(!(full_o || |group_o) || &then[`WF_LANES-1:0], "one lane works for the warp or for a group only under a full mask");
            `CHECK(!divergent_o || (|then[`WF_LANES-1:0] && !(&then[`WF_LANES-1:0])), "one lane works for the active ones only under a partial mask");
            `CHECK(!then[`WF_LANES] || known_o == 0, "nothing is known of the result of a load");
        end
    wire unused = &{1'b0, valid_i`WF_CHECK_UNUSED};
endmodule
`undef CHECK
`default_nettype wire
