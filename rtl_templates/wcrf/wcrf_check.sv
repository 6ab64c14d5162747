// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/wcrf.md. They hold for the design's parameters.
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
    localparam CLUSTERS   = `WF_CLUSTERS;
`ifdef WF_WITH_COLLECT_COLLECTORS
    localparam COLLECTORS = `WF_COLLECTORS;
`else
`ifdef WF_WITH_COMPRESS_ON
    localparam FLIGHT     = 5 + `WF_DEC_LATENCY;                        // cycles from allocation to operands
`else
    localparam FLIGHT     = 5;
`endif
`endif
    localparam SLOTS      = `WF_SLOTS;
    localparam RELEASE    = (`WF_REGISTERS + CLUSTERS - 1) / CLUSTERS;  // cycles of a release

    // ---- Streams of a kind, number 0 lowest ----

    wire [ISSUES-1:0]   issue_ready, issued, offered, given;  // issued, given: an instruction enters, or its operands leave
    wire [WRITES-1:0]   write_ready, written;
    wire [CLUSTERS-1:0] stored;
`WF_FOR k ISSUES
    assign {issue_ready[`{k}], issued[`{k}]} = {issue`{k}_ready_o, issue`{k}_valid_i && issue`{k}_ready_o};
`ifdef WF_WITH_COLLECT_COLLECTORS
    assign {offered[`{k}], given[`{k}]}      = {operands`{k}_valid_o, operands`{k}_valid_o && operands`{k}_ready_i};
`else
    assign {offered[`{k}], given[`{k}]}      = {2{operands`{k}_valid_o}};
`endif
`WF_END
`ifdef WF_WITH_MERGE
    // A packet gives a write if it is the last one of its result, or evicts one: of each port a list of the open results' registers, oldest first
    localparam            MERGE = `WF_MERGE, KEY = $bits(write0_warp_i) + $bits(write0_dest_i);
    wire [WRITES-1:0]     taken_packet, last;
    wire [WRITES*KEY-1:0] keys;
`WF_FOR k WRITES
    assign {write_ready[`{k}], taken_packet[`{k}]} = {write`{k}_ready_o, write`{k}_valid_i && write`{k}_ready_o};
    assign {last[`{k}], keys[`{k}*KEY +: KEY]}     = {write`{k}_last_i, write`{k}_dest_i, write`{k}_warp_i};
`WF_END
    genvar w;
    generate
        for (w = 0; w < WRITES; w = w + 1) begin : gen_packets
            wire [KEY-1:0]       key = keys[w*KEY +: KEY];
            reg  [MERGE*KEY-1:0] list_q, list;
            reg  [4:0]           count_q;
            reg  [31:0]          found;
            integer              e;
            wire [31:0]          count  = {27'd0, count_q};
            wire                 begins = found == MERGE;
            wire                 enters = begins && !last[w];
            wire                 evicts = enters && count == MERGE;
            wire                 leaves = evicts || (!begins && last[w]);
            wire [31:0]          place  = evicts ? 32'd0 : found;
            wire [31:0]          left   = count - {31'd0, leaves};
            assign written[w] = taken_packet[w] && (last[w] || evicts);
            always @* begin
                found = MERGE;
                for (e = 0; e < MERGE; e = e + 1)
                    if (e < count && list_q[e*KEY +: KEY] == key) found = e;
                list = list_q;
                for (e = 0; e + 1 < MERGE; e = e + 1)
                    if (leaves && e >= place) list[e*KEY +: KEY] = list_q[(e+1)*KEY +: KEY];
                for (e = 0; e < MERGE; e = e + 1)
                    if (enters && e == left) list[e*KEY +: KEY] = key;
            end
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) count_q <= 5'd0;
                else if (taken_packet[w]) count_q <= left[4:0] + {4'd0, enters};
            always @(posedge clk_i) if (taken_packet[w]) list_q <= list;
        end
    endgenerate
`else
`WF_FOR k WRITES
    assign {write_ready[`{k}], written[`{k}]} = {write`{k}_ready_o, write`{k}_valid_i && write`{k}_ready_o};
`WF_END
`endif
`WF_FOR c CLUSTERS
    assign stored[`{c}] = stored`{c}_valid_o;
`WF_END

    // ---- Instructions of a port: as many as are in its collectors ----

    genvar k;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            reg [7:0] inside_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) inside_q <= 8'd0;
                else inside_q <= inside_q + {7'd0, issued[k]} - {7'd0, given[k]};
            always @(posedge clk_i)
                if (rst_ni) begin
                    `CHECK(!offered[k] || inside_q != 8'd0, "operands are of an instruction that has not left");
`ifdef WF_WITH_COLLECT_COLLECTORS
                    `CHECK(issue_ready[k] == (inside_q < COLLECTORS), "an instruction is taken if a collector is free, and only then");
`else
                    `CHECK(issue_ready[k] || inside_q > 8'd1, "an instruction waits behind another one only if that has not left");
                    `CHECK({24'd0, inside_q} <= 2 + FLIGHT, "as many are on their way as the fixed time has cycles, and two wait");
`endif
                end
        end
    endgenerate

    // ---- Writes: those that are accepted and not stored are in slots. What `stored` tells was freed in the cycle before ----

    reg     [7:0]  held_q, accepted, told;
    wire    [7:0]  held = held_q - told;
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
        for (p = 0; p < CLUSTERS; p = p + 1) told = told + {7'd0, stored[p]};
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) held_q <= 8'd0;
        else held_q <= held + accepted;
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(told <= held_q, "what is stored was accepted, and is told once");
            `CHECK(taken <= {24'd0, held} && {24'd0, held} <= most, "a write is taken if its port has a free slot, and only then");
        end

    // ---- Release, and the state ----

    reg [15:0] release_q;  // cycles of this release so far
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) release_q <= 16'd0;
        else release_q <= release_ready_o ? 16'd0 : release_q + 16'd1;
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(release_ready_o || release_q < RELEASE, "a release takes a cycle a row, and no longer");
            `CHECK(state_valid_o, "the state is always there");
            `CHECK((state_on_o & state_waking_o) == 0, "a bank that is waking is not on");
`ifdef WF_WITH_GATE_OFF
            `CHECK(&state_on_o, "without gates every bank is on");
`endif
        end
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
