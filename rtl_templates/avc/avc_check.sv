// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/avc.md. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
module `WF_CHECK_OWN (
`WF_CHECK_PORTS
);
    // ---- Flush: one at a time, and no request while it is under way ----

    reg flushing_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) flushing_q <= 1'b0;
        else flushing_q <= flushing_q ? !(flushed_valid_o && flushed_ready_i) : flush_valid_i && flush_ready_o;
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(flush_ready_o == !flushing_q, "a flush is taken if none is under way, and only then");
            `CHECK(!(request_ready_o && flushing_q), "no request is taken while a flush is under way");
            `CHECK(!flushed_valid_o || flushing_q, "what is flushed was asked for");
        end

    // ---- Commands to memory have lanes ----

    always @(posedge clk_i)
        if (rst_ni) `CHECK(!miss_valid_o || miss_mask_o != 0, "what is asked of memory or written back has a lane");

`ifndef FORMAL
    // ---- Lanes that were asked for or written and are not answered; loads that memory has taken and not answered ----

    localparam MISSES = `WF_MISSES;
    reg     [31:0] lanes_q, asked_q, asked, answered;
    integer        i;
    always @* begin
        asked    = 0;
        answered = 0;
        for (i = 0; i < `WF_LANES; i = i + 1) begin
            asked    = asked + {31'd0, request_valid_i && request_ready_o && request_mask_i[i]};
            answered = answered + {31'd0, response_valid_o && response_ready_i && response_mask_o[i]};
        end
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {lanes_q, asked_q} <= 64'd0;
        else begin
            lanes_q <= lanes_q + asked - answered;
            asked_q <= asked_q + {31'd0, miss_valid_o && miss_ready_i && !miss_write_o} - {31'd0, fill_valid_i};
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(answered <= lanes_q, "no more lanes are answered than were asked for or written");
            `CHECK(asked_q <= MISSES, "no more loads wait for memory than there are entries, and each fill was asked for");
        end
`endif
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
