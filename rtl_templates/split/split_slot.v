// SPDX-License-Identifier: Apache-2.0
// A slot: an access from the cycle after it is taken to the cycle in which its last request is picked.
// It keeps the lanes that are left and the word of the lowest one of them, which leads. The lanes that are left and have this word are the
// request. The lowest of the others leads next: its word is found in the same cycle.
//
//   4 lanes, words 2 2 1 2 (lane 0 first), pick_i 1 from cycle 1 on:
//   cycle    0     1     2     3
//   load_i   1     0     0     0
//   busy_o   0     1     1     0
//   left_q   -     1111  0100  -
//   lead_q   -     2     1     -
//   mask_o   -     1011  0100  -
//   last_o   -     0     1     -
//
// More: docs/split.md
`default_nettype none
module `WF_SPLIT_SLOT #(
    parameter LANES   = `WF_LANES,      // lanes of the warp
    parameter ADDRESS = `WF_ADDRESS,    // bits of the number of a block
    parameter WORD    = 11,             // bits of the number of a word
    parameter USER    = `WF_USER        // bits of user
) (
    input  wire                  clk_i,         // clock, rising edge
    input  wire                  rst_ni,        // reset, low, asynchronous
    input  wire                  load_i,        // 1: an access goes in here; the slot is free
    input  wire                  pick_i,        // 1: a request is picked, if there is an access

    input  wire                  write_i,       // the access
    input  wire [ADDRESS-1:0]    base_i, // the block of the warp's word 0
    input  wire [LANES-1:0]      mask_i, // its lanes
    input  wire [LANES*WORD-1:0] words_i,       // the word of each lane
    input  wire [LANES-1:0]      low_i,         // its offset is no multiple of 4
    input  wire [WORD-1:0]       lead_i,        // the word of the lowest lane of mask_i; 0 if it is empty
    input  wire [LANES*32-1:0]   data_i, // the words of a store
    input  wire [USER-1:0]       user_i, // any bits

    output wire                  busy_o,        // 1: there is an access
    output wire                  write_o,       // its next request
    output wire [ADDRESS-1:0]    address_o, // the block of the next request
    output wire [LANES-1:0]      mask_o, // its lanes
    output wire [LANES*32-1:0]   data_o, // the words of the access
    output wire                  unaligned_o, // 1: a lane of it is not aligned
    output wire                  last_o, // 1: no lane is left after it
    output wire [USER-1:0]       user_o // the user of the access
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 1) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (WORD < 1) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
    endgenerate

    // ---- The access ----

    reg                  busy_q, write_q;
    reg [ADDRESS-1:0]    base_q;
    reg [LANES*WORD-1:0] words_q;
    reg [LANES-1:0]      low_q;
    reg [LANES*32-1:0]   data_q;
    reg [USER-1:0]       user_q;
    always @(posedge clk_i)
        if (load_i) {write_q, base_q, words_q, low_q, data_q, user_q} <= {write_i, base_i, words_i, low_i, data_i, user_i};

    // ---- The lanes of the word that leads ----

    reg  [LANES-1:0] left_q;
    reg  [WORD-1:0]  lead_q;
    wire [LANES-1:0] same;
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            assign same[l] = words_q[l*WORD +: WORD] == lead_q;
        end
    endgenerate

    // ---- What is left of it, and what leads then ----

    wire [LANES-1:0] rest = left_q & ~same;
    wire [WORD-1:0]  lead;
    wire             more;
    `WF_SPLIT_LEAD #(.LANES(LANES), .WORD(WORD)) follows (.lanes_i(rest), .words_i(words_q), .word_o(lead), .any_o(more));
    always @(posedge clk_i)
        if (load_i)      {left_q, lead_q} <= {mask_i, lead_i};
        else if (pick_i) {left_q, lead_q} <= {rest, lead};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) busy_q <= 1'b0;
        else         busy_q <= load_i || (busy_q && !(pick_i && !more));

    // ---- The request ----

    wire [ADDRESS+WORD-1:0] sum = {{WORD{1'b0}}, base_q} + {{ADDRESS{1'b0}}, lead_q};
    wire unused_sum = &{1'b0, sum[ADDRESS+WORD-1:ADDRESS]};   // modulo 2^ADDRESS
    assign busy_o      = busy_q;
    assign write_o     = write_q;
    assign address_o   = sum[ADDRESS-1:0];
    assign mask_o      = left_q & same;
    assign data_o      = data_q;
    assign unaligned_o = |(mask_o & low_q);
    assign last_o      = !more;
    assign user_o      = user_q;
endmodule
`default_nettype wire
