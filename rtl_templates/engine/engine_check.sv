// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/engine.md. They hold for the design's parameters.
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

    // ---- A write has id 0 ----

    always @(posedge clk_i)
        if (rst_ni) `CHECK(!(command_valid_o && command_write_o) || command_id_o == 0, "the id of a write is 0");

`ifndef FORMAL
    // ---- Beside counts of their own: bursts that DRAM owes to each id, reads that are not answered, bursts that commands told and that have not left ----

    localparam IDS = 2 * `WF_OUTSTANDING;
    reg [3*IDS-1:0] owed_q;     // of each id
    reg [31:0] all_q, reads_q, written_q;
    wire       asks   = command_valid_o && command_ready_i && !command_write_o;
    wire       writes = command_valid_o && command_ready_i && command_write_o;
    wire [2:0] bursts = {1'b0, command_bursts_o} + 3'd1;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            {owed_q, all_q, reads_q, written_q} <= {3*IDS+96{1'b0}};
        end else begin
            if (return_valid_i) owed_q[3*return_id_i +: 3] <= owed_q[3*return_id_i +: 3] - 3'd1;
            if (asks)           owed_q[3*command_id_o +: 3] <= bursts;
            all_q     <= all_q + (asks ? {29'd0, bursts} : 32'd0) - {31'd0, return_valid_i};
            reads_q   <= reads_q + {31'd0, request_valid_i && request_ready_o && !request_write_i} - {31'd0, response_valid_o && response_ready_i};
            written_q <= written_q + (writes ? {29'd0, bursts} : 32'd0) - {31'd0, data_valid_o && data_ready_i};
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(!return_valid_i || owed_q[3*return_id_i +: 3] != 0, "what DRAM returns was asked for");
            `CHECK(!asks || owed_q[3*command_id_o +: 3] == 0, "an id is used again when all of its bursts have come");
            `CHECK(!response_valid_o || reads_q != 0, "what is answered was asked for");
            `CHECK($signed(written_q) >= -32'sd8, "no more bursts leave than commands tell, but those of two commands that wait");
            `CHECK(!(flushed_valid_o && (command_valid_o || data_valid_o)), "nothing waits to leave when a flush is told");
            `CHECK(!flushed_valid_o || (all_q == 0 && written_q == 0), "DRAM owes nothing and gets nothing more when a flush is told");
        end
`endif
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
