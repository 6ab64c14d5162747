// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/assist.md. They hold for the design's parameters.
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
    localparam ENTRIES = `WF_ENTRIES;
    localparam LOW     = `WF_LOW;
    localparam WIDTH   = `WF_WIDTH;

    // ---- Kill, what is dropped, what is offered ----

    reg asked_q, taken_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {asked_q, taken_q} <= 2'b00;
        else {asked_q, taken_q} <= {kill_valid_i && !kill_ready_o, trigger_valid_i && trigger_ready_o};
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(!kill_ready_o || !(deploy_valid_o || idle_valid_o), "a kill is taken where nothing is offered");
            `CHECK(kill_ready_o == (asked_q && !(deploy_valid_o || idle_valid_o)), "and where it waited in the cycle before, and only then");
            `CHECK(!dropped_valid_o || taken_q, "what is dropped was taken in the cycle before");
            `CHECK(!deploy_valid_o || (deploy_count_o >= 3'd1 && {29'd0, deploy_count_o} <= WIDTH), "a row has an instruction, and no more than its width");
            `CHECK(!deploy_valid_o || !(deploy_last_o && deploy_branch_o), "a last instruction of high priority is no branch");
            `CHECK(!idle_valid_o || !(idle_last_o && idle_branch_o), "a last instruction of low priority is no branch");
            `CHECK(!idle_valid_o || {{32-$clog2(ENTRIES){1'b0}}, idle_entry_o} < LOW, "low priority has its own entries alone");
            `CHECK(held_valid_o, "who is held is always told");
        end

`ifndef FORMAL
    // ---- Beside bits of their own: instances whose last instruction has left and was not retired ----

    reg [ENTRIES-1:0] last_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) last_q <= {ENTRIES{1'b0}};
        else begin
            if (retire_valid_i) last_q <= last_q & ~retire_instances_i;
            if (deploy_valid_o && deploy_ready_i) last_q[deploy_entry_o] <= deploy_last_o;
            if (idle_valid_o && idle_ready_i) last_q[idle_entry_o] <= idle_last_o;
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(!deploy_valid_o || held_warps_o[deploy_warp_o], "whose instructions have high priority is held");
            `CHECK(!done_valid_o || !last_q[done_entry_o], "what is done was retired");
        end
`endif
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
