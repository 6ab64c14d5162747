// SPDX-License-Identifier: Apache-2.0
// An entry of a port: an instruction from the cycle after it is taken to the cycle in which it leaves.
// It compares itself with what comes at each port, and keeps which entries it must wait for.
//
//   The older one, in entry 1 of 2, leaves in cycle 2; this one is handed over in cycle 3 and leaves in cycle 4:
//   cycle      0   1   2   3   4   5
//   take_i     1   0   0   0   0   0
//   before_i   10  -   -   -   -   -
//   leaves_i   00  00  10  00  01  00
//   go_o       0   0   1   1   0   0     it is offered in cycle 3
//   given_i    0   0   0   1   0   0
//   left_i     0   0   0   0   1   0
//   open_o     0   1   1   1   1   0
//
// More: docs/order.md
`default_nettype none
module `WF_ORDER_ENTRY #(
    parameter LANES       = `WF_LANES,      // lanes of the warp
    parameter ISSUES      = `WF_ISSUES,     // ports
    parameter ENTRIES     = `WF_ENTRIES,    // entries of a port
    parameter USER        = `WF_USER,       // bits of user
    parameter WARP        = 5,              // bits of a warp's number
    parameter REGISTER    = 5,              // bits of a register's number
    parameter ALL         = ISSUES * ENTRIES,                               // entries of all ports; not to be set
    parameter YOUNGER     = WARP + REGISTER + 3,                            // bits of a younger one; not to be set
    parameter INSTRUCTION = WARP + 4 * REGISTER + 4 + LANES + USER + 2      // bits of an instruction; not to be set
) (
    input  wire                      clk_i,           // clock, rising edge
    input  wire                      rst_ni,          // reset, low, asynchronous
    input  wire                      take_i,          // 1: the instruction of the port goes in here
    input  wire [INSTRUCTION-1:0]    instruction_i,   // warp | sources | used | dest | writes | mask | user | kind
    input  wire [ALL-1:0]            before_i,        // the entries that it must wait for
    input  wire                      given_i,         // 1: it is handed over in this cycle
    input  wire                      left_i,          // 1: `left` has this entry's number
    input  wire [ALL-1:0]            leaves_i,        // the entries whose instruction leaves in this cycle
    input  wire [ISSUES*YOUNGER-1:0] younger_i,       // what comes at each port, each: warp | dest | writes | kind

    output wire                      open_o,          // 1: an instruction is under way here
    output wire                      leaves_o,        // 1: it leaves in this cycle
    output wire                      go_o,            // 1: it waits, and from the next cycle on for no other
    output wire [INSTRUCTION-3:0]    issue_o,         // the instruction without its kind
    output wire [ISSUES-1:0]         memory_o,        // bit k: what comes at port k must wait: both are of memory
    output wire [ISSUES-1:0]         control_o,       // bit k: one of them is of control
    output wire [ISSUES-1:0]         war_o            // bit k: it writes a register that this one reads
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ISSUES < 1) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ALL != ISSUES * ENTRIES) begin : gen_bad_all wf_illegal_ALL bad (); end
        if (YOUNGER != WARP + REGISTER + 3) begin : gen_bad_younger wf_illegal_YOUNGER bad (); end
        if (INSTRUCTION != WARP + 4 * REGISTER + 4 + LANES + USER + 2) begin : gen_bad_instruction
            wf_illegal_INSTRUCTION bad ();
        end
    endgenerate

    // ---- How far it is ----

    reg open_q, waits_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            open_q  <= 1'b0;
            waits_q <= 1'b0;
        end else begin
            open_q  <= take_i || (open_q && !leaves_o);
            waits_q <= take_i || (waits_q && !given_i);
        end
    assign open_o   = open_q;
    assign leaves_o = left_i && open_q && !waits_q;

    // ---- What it waits for ----

    reg  [ALL-1:0]     before_q;
    wire [ALL-1:0]     still = before_q & ~leaves_i;
    always @(posedge clk_i)
        before_q <= take_i ? before_i : still;
    assign go_o = waits_q && still == {ALL{1'b0}};

    // ---- The instruction, and what must wait for it ----

    reg  [INSTRUCTION-1:0]  instruction_q;
    wire [WARP-1:0]         warp;
    wire [3*REGISTER-1:0]   sources;
    wire [2:0]              used;
    wire [1:0]              kind;
    wire [REGISTER+LANES+USER:0] unused;
    wire                    counts = open_q && !leaves_o;
    always @(posedge clk_i) if (take_i) instruction_q <= instruction_i;
    assign {kind, unused, used, sources, warp} = instruction_q;
    assign issue_o = instruction_q[INSTRUCTION-3:0];
    genvar k;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            wire [WARP-1:0]     younger_warp;
            wire [REGISTER-1:0] younger_dest;
            wire                younger_writes, memory, control, war;
            wire [1:0]          younger_kind;
            assign {younger_kind, younger_writes, younger_dest, younger_warp} = younger_i[k*YOUNGER +: YOUNGER];
            `WF_ORDER_RULE #(.WARP(WARP), .REGISTER(REGISTER)) rule (
                .older_warp_i(warp), .older_sources_i(sources), .older_used_i(used), .older_kind_i(kind),
                .warp_i(younger_warp), .dest_i(younger_dest), .writes_i(younger_writes), .kind_i(younger_kind),
                .memory_o(memory), .control_o(control), .war_o(war)
            );
            assign {memory_o[k], control_o[k], war_o[k]} = {memory, control, war} & {3{counts}};
        end
    endgenerate
endmodule
`default_nettype wire
