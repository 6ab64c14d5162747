// SPDX-License-Identifier: Apache-2.0
// Breaks a warp's access to private memory into masked requests, one for each block: word k of all lanes is block base + k.
// In: accesses. Out: requests; those of an access in rising order of their lowest lanes.
// An access is in one of two slots, in turn, until its last request is picked. One request is picked a cycle, while fewer than two wait
// behind the slots. So all outputs and readies depend on registers alone.
//
//   4 lanes:  access base 16, mask 1111, offsets 8 8 4 8 (lane 0 first), in cycle 0
//         ->  request 18, mask 1011, in cycle 2; request 17, mask 0100, last, in cycle 3
//
// Source: Affine Vector Cache (2011), section 2.2. More: docs/split.md
`default_nettype none
module `WF_SPLIT #(
    parameter LANES   = `WF_LANES,      // lanes of the warp: a power of two, 4 to 128
    parameter ADDRESS = `WF_ADDRESS,    // bits of the number of a block: 8 to 32
    parameter OFFSET  = `WF_OFFSET,     // bits of a lane's byte offset: 4 to 24
    parameter USER    = `WF_USER        // bits of user: 1 to 128
) (
    input  wire                    clk_i,                // clock, rising edge
    input  wire                    rst_ni,               // reset, low, asynchronous

    input  wire                    access_valid_i,       // 1: an access of a warp
    output wire                    access_ready_o,       // 1: it is taken
    input  wire                    access_write_i,       // 1: a store, 0: a load
    input  wire [ADDRESS-1:0]      access_base_i,        // the block of the warp's word 0
    input  wire [LANES-1:0]        access_mask_i,        // the lanes that access, bit i is lane i
    input  wire [LANES*OFFSET-1:0] access_offset_i,      // their byte offsets, lane 0 lowest; any bits in the other lanes
    input  wire [LANES*32-1:0]     access_data_i,        // any bits, lane 0 lowest
    input  wire [USER-1:0]         access_user_i,        // any bits

    output wire                    request_valid_o,      // 1: a request
    input  wire                    request_ready_i,      // 1: it is taken
    output wire                    request_write_o,      // write of its access
    output wire [ADDRESS-1:0]      request_address_o,    // its block
    output wire [LANES-1:0]        request_mask_o,       // the lanes whose word is in this block
    output wire [LANES*32-1:0]     request_data_o,       // data of its access, all lanes
    output wire                    request_unaligned_o,  // 1: the offset of one of its lanes is no multiple of 4
    output wire                    request_last_o,       // 1: the last one of its access
    output wire [USER-1:0]         request_user_o        // user of its access
);
    localparam WORD    = OFFSET - 2;
    localparam REQUEST = 1 + ADDRESS + LANES + 32 * LANES + 1 + 1 + USER;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (OFFSET < 4 || OFFSET > 24) begin : gen_bad_offset wf_illegal_OFFSET bad (); end
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
    endgenerate

    // ---- Access: the word of its lowest lane leads; it goes into the slot whose turn it is ----

    wire [LANES*WORD-1:0] words;
    wire [LANES-1:0]      low;          // the offset is no multiple of 4
    wire [WORD-1:0]       lead;
    wire                  unused_any;   // an empty mask is an access as any other
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            assign words[l*WORD +: WORD] = access_offset_i[l*OFFSET + 2 +: WORD];
            assign low[l] = |access_offset_i[l*OFFSET +: 2];
        end
    endgenerate
    `WF_SPLIT_LEAD #(.LANES(LANES), .WORD(WORD)) begins (
        .lanes_i(access_mask_i), .words_i(words), .word_o(lead), .any_o(unused_any)
    );

    reg        next_q;      // the slot of the next access
    wire [1:0] busy;
    wire       accepted = access_valid_i && access_ready_o;
    assign access_ready_o = !(&busy);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) next_q <= 1'b0;
        else         next_q <= next_q ^ accepted;

    // ---- Slots: the older one has the turn ----

    reg                  turn_q;
    wire                 room;
    wire [1:0]           last;
    wire [2*REQUEST-1:0] requests;
    wire [REQUEST-1:0]   request  = turn_q ? requests[REQUEST +: REQUEST] : requests[0 +: REQUEST];
    wire                 waits    = turn_q ? busy[1] : busy[0];
    wire                 finishes = waits && room && (turn_q ? last[1] : last[0]);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) turn_q <= 1'b0;
        else         turn_q <= turn_q ^ finishes;

    genvar s;
    generate
        for (s = 0; s < 2; s = s + 1) begin : gen_slot
            wire [ADDRESS-1:0]  address;
            wire [LANES-1:0]    mask;
            wire [32*LANES-1:0] data;
            wire [USER-1:0]     user;
            wire                write, unaligned;
            `WF_SPLIT_SLOT #(.LANES(LANES), .ADDRESS(ADDRESS), .WORD(WORD), .USER(USER)) slot (
                .clk_i(clk_i), .rst_ni(rst_ni), .load_i(accepted && next_q == s), .pick_i(room && turn_q == s),
                .write_i(access_write_i), .base_i(access_base_i), .mask_i(access_mask_i), .words_i(words), .low_i(low),
                .lead_i(lead), .data_i(access_data_i), .user_i(access_user_i), .busy_o(busy[s]),
                .write_o(write), .address_o(address), .mask_o(mask), .data_o(data), .unaligned_o(unaligned),
                .last_o(last[s]), .user_o(user)
            );
            assign requests[s*REQUEST +: REQUEST] = {user, last[s], unaligned, data, mask, address, write};
        end
    endgenerate

    // ---- Request: what is picked leaves in this order ----

    `WF_SPILL #(.WIDTH(REQUEST), .BYPASS(0)) queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(waits), .ready_o(room), .data_i(request),
        .valid_o(request_valid_o), .ready_i(request_ready_i),
        .data_o({request_user_o, request_last_o, request_unaligned_o, request_data_o, request_mask_o, request_address_o,
                 request_write_o})
    );
endmodule
`default_nettype wire
