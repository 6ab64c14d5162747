// SPDX-License-Identifier: Apache-2.0
// The order of a warp's instructions in front of the issue ports of the register file wcrf, whose collectors let them
// overtake each other.
// In: instructions, with what they are: memory, control or other; which operands have left.
// Out: the instructions, each when those of its warp that it must wait for have left; counts.
// A memory instruction waits for older memory instructions, a control instruction for all and all for it, and one that
// writes a register for those that read it. All else goes on, the oldest first. All outputs and readies depend on
// registers alone.
//
//   memory instructions of a warp in cycles 0 and 1, the first one leaves in cycle 6  ->  handed over in cycles 1 and 7
//
// Source: this project's. More: docs/order.md
`default_nettype none
module `WF_ORDER #(
    parameter LANES     = `WF_LANES,                               // lanes of the warp: a power of two, 4 to 128
    parameter WARPS     = `WF_WARPS,                               // warps: 1 to 64
    parameter REGISTERS = `WF_REGISTERS,                           // registers of a warp: 1 to 256
    parameter ENTRIES   = `WF_ENTRIES,                             // instructions of a port under way: 1 to 16
    parameter USER      = `WF_USER,                                // bits of user, without the id: 1 to 124
    parameter W         = WARPS > 1 ? $clog2(WARPS) : 1,           // bits of a warp's number; not to be set
    parameter G         = REGISTERS > 1 ? $clog2(REGISTERS) : 1,   // bits of a register's number; not to be set
    parameter I         = ENTRIES > 1 ? $clog2(ENTRIES) : 1        // bits of an id; not to be set
) (
    input  wire                clk_i,                     // clock, rising edge
    input  wire                rst_ni,                    // reset, low, asynchronous

`WF_FOR k ISSUES
    input  wire                instruction`{k}_valid_i,      // 1: an instruction at port `{k}
    output wire                instruction`{k}_ready_o,      // 1: an entry of port `{k} is free
    input  wire [W-1:0]        instruction`{k}_warp_i,       // its warp
    input  wire [G-1:0]        instruction`{k}_source0_i,    // source 0
    input  wire [G-1:0]        instruction`{k}_source1_i,    // source 1
    input  wire [G-1:0]        instruction`{k}_source2_i,    // source 2
    input  wire [2:0]          instruction`{k}_used_i,       // bit s: source s is read
    input  wire [G-1:0]        instruction`{k}_dest_i,       // the destination
    input  wire                instruction`{k}_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    instruction`{k}_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     instruction`{k}_user_i,       // any bits
    input  wire [1:0]          instruction`{k}_kind_i,       // bit 0: memory, bit 1: control
`WF_END

`WF_FOR k ISSUES
    input  wire                left`{k}_valid_i,             // 1: operands of port `{k} are taken in this cycle
    input  wire [I-1:0]        left`{k}_id_i,                // the highest bits of their user
`WF_END

`WF_FOR k ISSUES
    output wire                issue`{k}_valid_o,            // 1: an instruction of port `{k} is offered
    input  wire                issue`{k}_ready_i,            // 1: it is handed over
    output wire [W-1:0]        issue`{k}_warp_o,             // its warp
    output wire [G-1:0]        issue`{k}_source0_o,          // source 0
    output wire [G-1:0]        issue`{k}_source1_o,          // source 1
    output wire [G-1:0]        issue`{k}_source2_o,          // source 2
    output wire [2:0]          issue`{k}_used_o,             // bit s: source s is read
    output wire [G-1:0]        issue`{k}_dest_o,             // the destination
    output wire                issue`{k}_writes_o,           // 1: it has a destination
    output wire [LANES-1:0]    issue`{k}_mask_o,             // its mask
    output wire [USER+I-1:0]   issue`{k}_user_o,             // its user, and above that its id
`WF_END

    output wire                state_valid_o,             // always 1
    output wire [31:0]         state_instructions_o,      // instructions that were taken, from reset on, modulo 2^32
    output wire [31:0]         state_memory_o,            // those that had to wait for another one of memory
    output wire [31:0]         state_control_o,           // for one of control, or being one of control
    output wire [31:0]         state_war_o                // for one that reads their destination
);
    localparam ISSUES      = `WF_ISSUES;
    localparam ALL         = ISSUES * ENTRIES;
    localparam YOUNGER     = W + G + 3;
    localparam INSTRUCTION = W + 4 * G + 4 + LANES + USER + 2;
    localparam ISSUE       = INSTRUCTION - 2 + I;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (ENTRIES < 1 || ENTRIES > 16) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1 || USER > 124) begin : gen_bad_user wf_illegal_USER bad (); end
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (G != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_g wf_illegal_G bad (); end
        if (I != (ENTRIES > 1 ? $clog2(ENTRIES) : 1)) begin : gen_bad_i wf_illegal_I bad (); end
    endgenerate

    // ---- Ports side by side: those of number 0 lowest ----

    wire [ISSUES-1:0]             instruction_valid, instruction_ready, left_valid, issue_valid, issue_ready;
    wire [ISSUES*INSTRUCTION-1:0] instruction;
    wire [ISSUES*YOUNGER-1:0]     younger;
    wire [ISSUES*I-1:0]           left_id;
    wire [ISSUES*ISSUE-1:0]       issue;
`WF_FOR k ISSUES
    assign {instruction_valid[`{k}], instruction`{k}_ready_o} = {instruction`{k}_valid_i, instruction_ready[`{k}]};
    assign instruction[`{k}*INSTRUCTION +: INSTRUCTION] = {
        instruction`{k}_kind_i, instruction`{k}_user_i, instruction`{k}_mask_i, instruction`{k}_writes_i,
        instruction`{k}_dest_i, instruction`{k}_used_i, instruction`{k}_source2_i, instruction`{k}_source1_i,
        instruction`{k}_source0_i, instruction`{k}_warp_i};
    assign younger[`{k}*YOUNGER +: YOUNGER] =
        {instruction`{k}_kind_i, instruction`{k}_writes_i, instruction`{k}_dest_i, instruction`{k}_warp_i};
    assign {left_valid[`{k}], left_id[`{k}*I +: I]} = {left`{k}_valid_i, left`{k}_id_i};
    assign {issue`{k}_valid_o, issue_ready[`{k}]} = {issue_valid[`{k}], issue`{k}_ready_i};
    assign {issue`{k}_user_o, issue`{k}_mask_o, issue`{k}_writes_o, issue`{k}_dest_o, issue`{k}_used_o,
            issue`{k}_source2_o, issue`{k}_source1_o, issue`{k}_source0_o, issue`{k}_warp_o} =
        issue[`{k}*ISSUE +: ISSUE];
`WF_END

    // ---- Each port: what comes waits for those in the entries of all ports, and for what comes at lower ports ----

    wire [ISSUES*ALL-1:0] memory, control, war;     // port p from bit p * ALL on, as its port tells
    wire [ALL-1:0]        take, leaves;
    wire [4*ISSUES-1:0]   events;                   // of each port, from bit 0: taken | memory | control | war
    wire                  unused_take = &{1'b0, take};   // nothing is above the highest port
    genvar p, k;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_port
            wire [ALL-1:0] by_memory, by_control, by_war, now;      // now: those that lower ports take in this cycle
            wire [ISSUES-1:0] now_memory, now_control, now_war;
            for (p = 0; p < ISSUES; p = p + 1) begin : gen_older
                assign by_memory[p*ENTRIES +: ENTRIES]  = memory[p*ALL + k*ENTRIES +: ENTRIES];
                assign by_control[p*ENTRIES +: ENTRIES] = control[p*ALL + k*ENTRIES +: ENTRIES];
                assign by_war[p*ENTRIES +: ENTRIES]     = war[p*ALL + k*ENTRIES +: ENTRIES];
                if (p < k) begin : gen_lower
                    wire is_memory, is_control, is_war;
                    wire taken = instruction_valid[p] && instruction_ready[p];
                    `WF_ORDER_RULE #(.WARP(W), .REGISTER(G)) rule (
                        .older_warp_i(instruction[p*INSTRUCTION +: W]),
                        .older_sources_i(instruction[p*INSTRUCTION + W +: 3*G]),
                        .older_used_i(instruction[p*INSTRUCTION + W + 3*G +: 3]),
                        .older_kind_i(instruction[(p+1)*INSTRUCTION - 2 +: 2]),
                        .warp_i(younger[k*YOUNGER +: W]), .dest_i(younger[k*YOUNGER + W +: G]),
                        .writes_i(younger[k*YOUNGER + W + G]), .kind_i(younger[k*YOUNGER + W + G + 1 +: 2]),
                        .memory_o(is_memory), .control_o(is_control), .war_o(is_war)
                    );
                    assign {now_memory[p], now_control[p], now_war[p]} = {is_memory, is_control, is_war} & {3{taken}};
                    assign now[p*ENTRIES +: ENTRIES] =
                        take[p*ENTRIES +: ENTRIES] & {ENTRIES{is_memory || is_control || is_war}};
                end else begin : gen_higher
                    assign {now_memory[p], now_control[p], now_war[p]} = 3'b000;
                    assign now[p*ENTRIES +: ENTRIES] = {ENTRIES{1'b0}};
                end
            end
            `WF_ORDER_PORT #(
                .LANES(LANES), .ISSUES(ISSUES), .ENTRIES(ENTRIES), .USER(USER), .WARP(W), .REGISTER(G)
            ) port (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(instruction_valid[k]), .ready_o(instruction_ready[k]),
                .instruction_i(instruction[k*INSTRUCTION +: INSTRUCTION]),
                .before_i(by_memory | by_control | by_war | now), .take_o(take[k*ENTRIES +: ENTRIES]),
                .left_valid_i(left_valid[k]), .left_id_i(left_id[k*I +: I]),
                .leaves_o(leaves[k*ENTRIES +: ENTRIES]), .leaves_i(leaves), .younger_i(younger),
                .memory_o(memory[k*ALL +: ALL]), .control_o(control[k*ALL +: ALL]), .war_o(war[k*ALL +: ALL]),
                .valid_o(issue_valid[k]), .ready_i(issue_ready[k]), .issue_o(issue[k*ISSUE +: ISSUE])
            );
            assign events[4*k +: 4] = {|{by_war, now_war}, |{by_control, now_control}, |{by_memory, now_memory}, 1'b1} &
                                      {4{instruction_valid[k] && instruction_ready[k]}};
        end
    endgenerate

    // ---- State ----

    wire [127:0] counts;        // from bit 0: instructions | memory | control | war
    genvar c;
    generate
        for (c = 0; c < 4; c = c + 1) begin : gen_count
            wire [ISSUES-1:0] happens;
            for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
                assign happens[k] = events[4*k + c];
            end
            `WF_COUNT #(.WIDTH(ISSUES)) count (
                .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(happens), .count_o(counts[32*c +: 32])
            );
        end
    endgenerate
    assign {state_valid_o, state_war_o, state_control_o, state_memory_o, state_instructions_o} = {1'b1, counts};
endmodule
`default_nettype wire
