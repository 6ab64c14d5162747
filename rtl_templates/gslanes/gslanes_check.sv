// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/gslanes.md. They hold for the design's parameters. The lanes owe a result for
// each beat and no other: formal tools assume that.
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
    localparam LANES   = `WF_LANES;
    localparam GROUPS  = `WF_GROUPS;
    localparam ENTRIES = `WF_ENTRIES;
    localparam BEATS   = LANES / `WF_WIDTH;
    localparam DEPTH   = ENTRIES * BEATS;
    localparam [DEPTH-1:0] OLDEST = 1;

    // ---- Beats without a result, the oldest lowest: is each the last one of its instruction ----

    wire             take = instruction_valid_i && instruction_ready_o, send = beat_valid_o && beat_ready_i;
    wire             come = result_valid_i && result_ready_o, leave = write_valid_o && write_ready_i;
    reg  [DEPTH-1:0] lasts_q;
    reg  [9:0]       beats_q;
    reg  [4:0]       unsent_q, waits_q, under_q;    // instructions with beats to send; writes that wait; instructions under way
    wire             owed      = beats_q != 10'd0 || send;
    wire [DEPTH-1:0] lasts     = send ? lasts_q | (({DEPTH{beat_last_o}} & OLDEST) << beats_q) : lasts_q;
    wire             completes = come && lasts[0];
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            lasts_q <= {DEPTH{1'b0}};
            beats_q <= 10'd0;
            {unsent_q, waits_q, under_q} <= 15'd0;
        end else begin
            lasts_q  <= come ? lasts >> 1 : lasts;
            beats_q  <= beats_q + {9'd0, send} - {9'd0, come};
            unsent_q <= unsent_q + {4'd0, take} - {4'd0, send && beat_last_o};
            waits_q  <= waits_q + {4'd0, completes} - {4'd0, leave};
            under_q  <= under_q + {4'd0, take} - {4'd0, leave};
        end

    localparam [31:0] FULL = ENTRIES;
    wire partial = |write_mask_o && !(&write_mask_o);
    always @(posedge clk_i)
        if (rst_ni) begin
`ifdef FORMAL
            assume (!result_valid_i || owed);
`endif
            `CHECK(!result_valid_i || owed, "a result comes for each beat that was taken, and for nothing else");
            `CHECK(beat_valid_o == (unsent_q != 5'd0), "an instruction has a beat as long as one is not taken, and only then");
            `CHECK(write_valid_o == (waits_q != 5'd0), "an instruction whose results have come is offered, and nothing else");
            `CHECK(instruction_ready_o == (unsent_q < 5'd2 && under_q < FULL[4:0]),
                "an instruction is taken if fewer than two have beats and an entry is free, and only then");
            `CHECK(result_ready_o == (waits_q < 5'd2), "a result is taken if fewer than two writes wait, and only then");
            `CHECK(!beat_valid_o || {22'd0, beats_q} < DEPTH, "no more beats are out than the instructions under way have");
            `CHECK(!write_valid_o || !write_memory_o || write_known_o == {GROUPS{1'b0}}, "nothing is known of what comes from memory");
            `CHECK(!write_valid_o || write_known_o == {GROUPS{1'b0}} || write_tag_o[4*GROUPS] == partial, "D is that of the mask");
            `CHECK(state_valid_o, "the state is always there");
        end

    // ---- The count of instructions: those of a cycle show three cycles later ----

`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    reg [31:0] count_q;
    reg [1:0]  taken_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            count_q <= ``WF_COUNT_RESET;
            taken_q <= 2'b00;
        end else begin
            count_q <= count_q + {31'd0, taken_q[1]};
            taken_q <= {taken_q[0], take};
        end
    always @(posedge clk_i)
        if (rst_ni) `CHECK(state_instructions_o == count_q, "instructions that were taken are counted");
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
