// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/gsrf.md. They hold for the design's parameters.
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
    localparam ISSUES     = `WF_ISSUES;
    localparam WRITES     = `WF_WRITES;
    localparam BANKS      = `WF_BANKS;
    localparam COLLECTORS = `WF_COLLECTORS;
    localparam SLOTS      = `WF_SLOTS;
    localparam RELEASE    = (`WF_REGISTERS + BANKS - 1) / BANKS + 1;    // cycles of a release

    // ---- Streams of a kind, number 0 lowest ----

    wire [ISSUES-1:0] issue_ready, issued, offered, given;  // issued, given: an instruction enters, or its operands leave
    wire [WRITES-1:0] write_ready, written;
    wire [BANKS-1:0]  stored;
`WF_FOR k ISSUES
    assign {issue_ready[`{k}], issued[`{k}]} = {issue`{k}_ready_o, issue`{k}_valid_i && issue`{k}_ready_o};
    assign {offered[`{k}], given[`{k}]}      = {operands`{k}_valid_o, operands`{k}_valid_o && operands`{k}_ready_i};
`WF_END
`WF_FOR k WRITES
    assign {write_ready[`{k}], written[`{k}]} = {write`{k}_ready_o, write`{k}_valid_i && write`{k}_ready_o};
`WF_END
`WF_FOR c BANKS
    assign stored[`{c}] = stored`{c}_valid_o;
`WF_END

    // ---- Instructions of a port: as many as are in its collectors ----

    genvar k;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            reg [7:0] under_way_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) under_way_q <= 8'd0;
                else under_way_q <= under_way_q + {7'd0, issued[k]} - {7'd0, given[k]};
            always @(posedge clk_i)
                if (rst_ni) begin
                    `CHECK(!offered[k] || under_way_q != 8'd0, "operands are of an instruction that has not left");
                    `CHECK(issue_ready[k] == (under_way_q < COLLECTORS), "an instruction is taken if a collector is free, and only then");
                end
        end
    endgenerate

    // ---- Writes: those that are accepted are in slots up to the cycle in which `stored` tells them ----

    reg     [7:0]  held_q, accepted, told;
    reg     [31:0] taken, most;     // slots of the ports that are not ready; as many may be taken in all
    integer        p;
    always @* begin
        accepted = 8'd0;
        told     = 8'd0;
        taken    = 0;
        most     = SLOTS;
        for (p = 0; p < WRITES; p = p + 1) begin
            accepted = accepted + {7'd0, written[p]};
            if (write_ready[p]) most = most - 1;
            else taken = taken + (p + 1) * SLOTS / WRITES - p * SLOTS / WRITES;
        end
        for (p = 0; p < BANKS; p = p + 1) told = told + {7'd0, stored[p]};
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) held_q <= 8'd0;
        else held_q <= held_q + accepted - told;
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(told <= held_q, "what is stored was accepted, and is told once");
            `CHECK(taken <= {24'd0, held_q} && {24'd0, held_q} <= most, "a write is taken if its port has a free slot, and only then");
        end

    // ---- Release ----

    reg [15:0] release_q;  // cycles of this release so far
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) release_q <= 16'd0;
        else release_q <= release_ready_o ? 16'd0 : release_q + 16'd1;
    always @(posedge clk_i)
        if (rst_ni) `CHECK(release_ready_o || release_q < RELEASE, "a release takes a cycle a row and one more, and no longer");
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
