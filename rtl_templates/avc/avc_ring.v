// SPDX-License-Identifier: Apache-2.0
// The ring of 8 requests, the encoder for the data of stores, and the port of the memory that keeps these data.
// An entry is in use from acceptance on until decide is done with it. first: the oldest entry in use; next: the one that goes to tags; end: the one
// behind the youngest.
//
//   a store is accepted in cycle 0  ->  in its entry from cycle 1 on; data in a register in cycle 1, in the memory from cycle 2 on;
//                                       its code in its entry from cycle 2 + ENC_LATENCY on
//
// More: docs/avc.md, "Request" and "Encode"
`default_nettype none
module `WF_AVC_RING #(
    parameter LANES       = `WF_LANES,          // lanes of the warp
    parameter ADDRESS     = `WF_ADDRESS,        // bits of a block number
`ifdef WF_WITH_AVC_WAYS
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in the encoder: 0, 1 or 2
`endif
    parameter USER        = `WF_USER,           // bits of user
    parameter BLOCK       = 32 * LANES          // bits of the data; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous

    // The stream request
    input  wire               valid_i,          // 1: a request
    output wire               ready_o,          // 1: an entry is free, and no flush is under way
    input  wire               write_i,          // 1: a store
    input  wire [ADDRESS-1:0] address_i,        // its block
    input  wire [LANES-1:0]   mask_i,           // its lanes
    input  wire [BLOCK-1:0]   data_i,           // of a store the words, lane 0 lowest
    input  wire [USER-1:0]    user_i,           // any bits
    input  wire               flushing_i,       // 1: a flush is under way
    output wire               empty_o,          // 1: no entry is in use

    // Tags
    output wire               next_valid_o,     // 1: a request waits to go to tags
    output wire               next_write_o,     // it is a store
    output wire [ADDRESS-1:0] next_block_o,     // its block
    output wire [2:0]         next_row_o,       // its entry
    input  wire               enter_i,          // 1: if the stages move, it goes there

    // Look
    input  wire [2:0]         look_row_i,       // the entry of the request in look
    output wire [LANES-1:0]   look_mask_o,      // its mask
    output wire [USER-1:0]    look_user_o,      // its user
    output wire               look_affine_o,    // of a store: its data are affine
    output wire [31:0]        look_base_o,      // base of its code
    output wire [2:0]         look_stride_o,    // stride of its code

    // Decide, which has the first entry in use; what it says happens if the stages move
    input  wire               go_i,             // 1: they do
    input  wire               done_i,           // 1: it is done
    input  wire               restart_i,        // 1: what is behind it comes again, and so does it unless it is done
    input  wire               rest_i,           // 1: rest_mask_i is what is left of it
    input  wire [LANES-1:0]   rest_mask_i, // the lanes that are left
    output wire [2:0]         first_row_o,      // its entry

    // The memory of data
    output wire               store_write_o,    // 1: it is written
    output wire [2:0]         store_row_o,      // in this row
    output wire [BLOCK-1:0]   store_data_o      // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
`ifdef WF_WITH_AVC_WAYS
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
`endif
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate
    localparam ENTRIES = 8;
    localparam HEAD    = 1 + ADDRESS;           // write | block
    localparam BODY    = LANES + USER + 36;     // mask | user | affine | base | stride

    // ---- Places: numbers modulo 16, the entry is their lower bits ----

    reg  [3:0] first_q, next_q, end_q;
    wire [3:0] behind = first_q + 4'd1;
    wire       accept = valid_i && ready_o;
    reg        again_q;                         // the stages pause after a restart; next is the first entry in use when they go on
    assign ready_o      = (end_q ^ first_q) != 4'd8 && !flushing_i;
    assign empty_o      = end_q == first_q;
    assign next_valid_o = end_q != next_q;
    assign next_row_o   = next_q[2:0];
    assign first_row_o  = first_q[2:0];
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {again_q, first_q, next_q, end_q} <= 13'd0;
        else begin
            if (accept) end_q <= end_q + 4'd1;
            if (go_i) again_q <= restart_i;
            if (go_i && done_i) first_q <= behind;
            if (go_i && (again_q || enter_i)) next_q <= again_q ? first_q : next_q + 4'd1;
        end

    // ---- Data: to the memory and to the encoder ----

    reg             data_valid_q;
    reg [2:0]       data_row_q;
    reg [BLOCK-1:0] data_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) data_valid_q <= 1'b0;
        else         data_valid_q <= accept && write_i;
    always @(posedge clk_i)
        if (accept && write_i) {data_row_q, data_q} <= {end_q[2:0], data_i};
    assign {store_write_o, store_row_o, store_data_o} = {data_valid_q, data_row_q, data_q};

`ifdef WF_WITH_AVC_WAYS
    reg  [LANES-1:0] data_mask_q;
    wire             coded, affine;
    wire [2:0]       coded_row, stride;
    wire [31:0]      base;
    always @(posedge clk_i)
        if (accept && write_i) data_mask_q <= mask_i;
    `WF_AVC_ENCODE #(.LANES(LANES), .ENC_LATENCY(ENC_LATENCY), .USER(3)) encode (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(data_valid_q), .user_i(data_row_q), .mask_i(data_mask_q), .data_i(data_q),
        .valid_o(coded), .user_o(coded_row), .affine_o(affine), .base_o(base), .stride_o(stride)
    );
`endif

    // ---- Entries ----

    wire [ENTRIES-1:0]      next_entry, look_entry;     // one-hot
    wire [ENTRIES*HEAD-1:0] heads;
    wire [ENTRIES*BODY-1:0] bodies;
    genvar n;
    generate
        for (n = 0; n < ENTRIES; n = n + 1) begin : gen_entry
            wire              take = accept && end_q[2:0] == n;
            reg  [HEAD-1:0]   head_q;
            reg  [USER-1:0]   user_q;
            reg  [LANES-1:0]  mask_q;
            always @(posedge clk_i) begin
                if (take) {head_q, user_q} <= {address_i, write_i, user_i};
                if (take || (go_i && rest_i && first_q[2:0] == n)) mask_q <= take ? mask_i : rest_mask_i;
            end
`ifdef WF_WITH_AVC_WAYS
            reg  [35:0]       code_q;
            always @(posedge clk_i)
                if (coded && coded_row == n) code_q <= {stride, base, affine};
`else
            wire [35:0]       code_q = 36'd0;
`endif
            assign next_entry[n]            = next_q[2:0] == n;
            assign look_entry[n]            = look_row_i == n;
            assign heads[n*HEAD +: HEAD]    = head_q;
            assign bodies[n*BODY +: BODY]   = {code_q, user_q, mask_q};
        end
    endgenerate
    `WF_MUX #(.WIDTH(HEAD), .COUNT(ENTRIES)) mux_next (.select_i(next_entry), .data_i(heads), .data_o({next_block_o, next_write_o}));
    `WF_MUX #(.WIDTH(BODY), .COUNT(ENTRIES)) mux_look (
        .select_i(look_entry), .data_i(bodies), .data_o({look_stride_o, look_base_o, look_affine_o, look_user_o, look_mask_o})
    );
endmodule
`default_nettype wire
