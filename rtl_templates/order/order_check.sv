// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/order.md. They hold for the design's parameters.
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
    localparam ISSUES  = `WF_ISSUES;
    localparam ENTRIES = `WF_ENTRIES;
    localparam USER    = `WF_USER;
    localparam ID      = ENTRIES > 1 ? $clog2(ENTRIES) : 1;

    // ---- Streams of a kind, number 0 lowest ----

    wire [ISSUES-1:0]    ready, taken, offered, given, left;
    wire [ISSUES*ID-1:0] ids, left_ids;     // of what is offered, and of what leaves
`WF_FOR k ISSUES
    assign {ready[`{k}], taken[`{k}]}   = {instruction`{k}_ready_o, instruction`{k}_valid_i && instruction`{k}_ready_o};
    assign {offered[`{k}], given[`{k}]} = {issue`{k}_valid_o, issue`{k}_valid_o && issue`{k}_ready_i};
    assign {left[`{k}], left_ids[`{k}*ID +: ID], ids[`{k}*ID +: ID]} =
        {left`{k}_valid_i, left`{k}_id_i, issue`{k}_user_o[USER +: ID]};
`WF_END

    // ---- Instructions of a port: those that wait, and those that were handed over, by their ids ----

    genvar k, e;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            reg  [4:0]         waits_q, out;
            reg  [ENTRIES-1:0] out_q;
            wire [ENTRIES-1:0] is_given, is_left;
            integer            i;
            for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
                localparam [31:0] NUMBER = e;
                assign is_given[e] = given[k] && ids[k*ID +: ID] == NUMBER[ID-1:0];
                assign is_left[e]  = left[k] && left_ids[k*ID +: ID] == NUMBER[ID-1:0];
            end
            always @* begin
                out = 5'd0;
                for (i = 0; i < ENTRIES; i = i + 1) out = out + {4'd0, out_q[i]};
            end
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    waits_q <= 5'd0;
                    out_q   <= {ENTRIES{1'b0}};
                end else begin
                    waits_q <= waits_q + {4'd0, taken[k]} - {4'd0, given[k]};
                    out_q   <= (out_q & ~is_left) | is_given;
                end
            always @(posedge clk_i)
                if (rst_ni) begin
                    `CHECK(!offered[k] || waits_q != 5'd0, "what is offered was taken, and not handed over");
                    `CHECK((out_q & is_given) == {ENTRIES{1'b0}}, "an id is that of one instruction under way");
                    `CHECK(!given[k] || |is_given, "an id is the number of an entry");
                    `CHECK(ready[k] == ({1'b0, waits_q} + {1'b0, out} < ENTRIES),
                        "an instruction is taken if an entry is free, and only then");
                end
        end
    endgenerate

    // ---- The count of instructions: those of a cycle show three cycles later ----

`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    reg     [2:0]  now, then_q, before_q;
    reg     [31:0] due_q;
    integer        p;
    always @* begin
        now = 3'd0;
        for (p = 0; p < ISSUES; p = p + 1) now = now + {2'd0, taken[p]};
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            {then_q, before_q} <= 6'd0;
            due_q <= ``WF_COUNT_RESET;
        end else begin
            {then_q, before_q} <= {now, then_q};
            due_q <= due_q + {29'd0, before_q};
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(state_instructions_o == due_q, "instructions that were taken are counted");
            `CHECK(state_valid_o, "the state is always there");
        end
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
