// SPDX-License-Identifier: Apache-2.0
// The instructions of a port that are under way: they go in, are offered when they need not wait, the oldest first, and
// leave. The choice of what is offered is made a cycle ahead. An instruction that goes in is chosen in that cycle if no
// other can go.
//
//   nothing waits; one that need not wait is taken in cycle 0  ->  it is offered in cycle 1, with its entry's number
//
// More: docs/order.md
`default_nettype none
module `WF_ORDER_PORT #(
    parameter LANES       = `WF_LANES,      // lanes of the warp
    parameter ISSUES      = `WF_ISSUES,     // ports
    parameter ENTRIES     = `WF_ENTRIES,    // entries of a port
    parameter USER        = `WF_USER,       // bits of user
    parameter WARP        = 5,              // bits of a warp's number
    parameter REGISTER    = 5,              // bits of a register's number
    parameter ID          = ENTRIES > 1 ? $clog2(ENTRIES) : 1,              // bits of an entry's number; not to be set
    parameter ALL         = ISSUES * ENTRIES,                               // entries of all ports; not to be set
    parameter YOUNGER     = WARP + REGISTER + 3,                            // bits of a younger one; not to be set
    parameter INSTRUCTION = WARP + 4 * REGISTER + 4 + LANES + USER + 2,     // bits of an instruction; not to be set
    parameter ISSUE       = INSTRUCTION - 2 + ID                            // bits of an issue; not to be set
) (
    input  wire                      clk_i,           // clock, rising edge
    input  wire                      rst_ni,          // reset, low, asynchronous

    input  wire                      valid_i,         // 1: an instruction
    output wire                      ready_o,         // 1: an entry is free
    input  wire [INSTRUCTION-1:0]    instruction_i,   // warp | sources | used | dest | writes | mask | user | kind
    input  wire [ALL-1:0]            before_i,        // the entries that it must wait for
    output wire [ENTRIES-1:0]        take_o,          // the entry that takes it

    input  wire                      left_valid_i,    // 1: operands of the port have left
    input  wire [ID-1:0]             left_id_i,       // of the instruction in this entry
    output wire [ENTRIES-1:0]        leaves_o,        // the entry whose instruction leaves
    input  wire [ALL-1:0]            leaves_i,        // those of all ports

    input  wire [ISSUES*YOUNGER-1:0] younger_i,       // what comes at each port, port 0 lowest
    output wire [ALL-1:0]            memory_o,        // bit k * ENTRIES + e: port k waits for entry e: memory
    output wire [ALL-1:0]            control_o,       // so too: one of them is of control
    output wire [ALL-1:0]            war_o,           // so too: it writes a register that the entry's one reads

    output wire                      valid_o,         // 1: an instruction is offered
    input  wire                      ready_i,         // 1: it is handed over
    output wire [ISSUE-1:0]          issue_o          // warp | sources | used | dest | writes | mask | user | id
);
    generate
        if (ISSUES < 1) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (ID != (ENTRIES > 1 ? $clog2(ENTRIES) : 1)) begin : gen_bad_id wf_illegal_ID bad (); end
        if (ALL != ISSUES * ENTRIES) begin : gen_bad_all wf_illegal_ALL bad (); end
        if (YOUNGER != WARP + REGISTER + 3) begin : gen_bad_younger wf_illegal_YOUNGER bad (); end
        if (INSTRUCTION != WARP + 4 * REGISTER + 4 + LANES + USER + 2) begin : gen_bad_instruction
            wf_illegal_INSTRUCTION bad ();
        end
        if (ISSUE != INSTRUCTION - 2 + ID) begin : gen_bad_issue wf_illegal_ISSUE bad (); end
    endgenerate

    // ---- Take: into the lowest free entry ----

    wire [ENTRIES-1:0] open, free, unused_below;
    `WF_FIRST #(.WIDTH(ENTRIES)) first (.bits_i(~open), .first_o(free), .below_o(unused_below), .any_o(ready_o));
    assign take_o = free & {ENTRIES{valid_i}};

    // ---- The entries ----

    reg  [ENTRIES-1:0]       offer_q;
    wire [ENTRIES-1:0]       go, oldest;
    wire [ENTRIES-1:0]       can = go & ~offer_q;   // they can be offered next, beside what is offered
    wire [ENTRIES*ISSUE-1:0] issues;
    genvar e, k;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            localparam [31:0] NUMBER = e;
            wire [ISSUES-1:0]      memory, control, war;
            wire [INSTRUCTION-3:0] issue;
            `WF_ORDER_ENTRY #(
                .LANES(LANES), .ISSUES(ISSUES), .ENTRIES(ENTRIES), .USER(USER), .WARP(WARP), .REGISTER(REGISTER)
            ) entry (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take_o[e]), .instruction_i(instruction_i), .before_i(before_i),
                .given_i(offer_q[e] && ready_i), .left_i(left_valid_i && left_id_i == NUMBER[ID-1:0]),
                .leaves_i(leaves_i), .younger_i(younger_i),
                .open_o(open[e]), .leaves_o(leaves_o[e]), .go_o(go[e]), .issue_o(issue),
                .memory_o(memory), .control_o(control), .war_o(war)
            );
            assign issues[e*ISSUE +: ISSUE] = {NUMBER[ID-1:0], issue};
            for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
                assign {memory_o[k*ENTRIES+e], control_o[k*ENTRIES+e], war_o[k*ENTRIES+e]} =
                    {memory[k], control[k], war[k]};
            end
        end
    endgenerate

    // ---- Offer: what stays, else the oldest that can go, else what is taken if that can go ----

    wire [ENTRIES*ENTRIES-1:0] older;
    wire               stays = valid_o && !ready_i;
    `WF_AGE #(.ENTRIES(ENTRIES)) age (.clk_i(clk_i), .take_i(take_o), .older_o(older));
    `WF_OLDEST #(.WIDTH(ENTRIES)) pick (.request_i(can), .older_i(older), .oldest_o(oldest));
    wire [ENTRIES-1:0] fresh = take_o & {ENTRIES{before_i == {ALL{1'b0}}}};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) offer_q <= {ENTRIES{1'b0}};
        else         offer_q <= stays ? offer_q : |can ? oldest : fresh;
    assign valid_o = |offer_q;
    `WF_MUX #(.WIDTH(ISSUE), .COUNT(ENTRIES)) mux (.select_i(offer_q), .data_i(issues), .data_o(issue_o));
endmodule
`default_nettype wire
