// SPDX-License-Identifier: Apache-2.0
// The stages tags, compare, vector and look: which operation is in each. Requests come from the ring, own operations from the walk.
//
//   a store in look, an operation of the same set of the L1 in vector  ->  that waits for 3 cycles, and so do compare and tags behind it
//
// More: docs/avc.md, "Cycle by cycle"
`default_nettype none
module `WF_AVC_STAGES #(
    parameter ADDRESS = `WF_ADDRESS,                    // bits of a block number
    parameter SETS    = `WF_SETS,                       // sets of the L1
    parameter ROW     = 3,                              // bits of an entry's number, of the ring or of the loads
    parameter SET     = SETS > 1 ? $clog2(SETS) : 1     // bits of a set's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous
    input  wire               go_i,             // 1: the stages move
    input  wire               restart_i,        // 1: what is before decide comes again, after a pause of a cycle

    // Tags: the next request, or an own operation
    output wire               open_o,           // 1: tags takes what comes
    input  wire               request_i,        // 1: a request may enter
    input  wire               write_i,          // it is a store
    input  wire [ROW-1:0]     row_i,            // its entry in the ring
    input  wire [ADDRESS-1:0] block_i,          // its block
    input  wire               own_i,            // 1: an own operation enters, in place of a request
    input  wire [5:0]         own_kind_i,       // one-hot, from bit 0: evict | drop | gather | answer | put | peek
    input  wire [ROW-1:0]     own_row_i,        // of an answer, its entry of the loads
    input  wire               own_last_i,       // it is the last one of a line
    input  wire [ADDRESS-1:0] own_block_i,      // its block
    output wire               enters_o,         // 1: if they move, the request enters
    output wire               tags_read_o,      // 1: tags are read
    output wire [ADDRESS-1:0] tags_block_o,     // of the sets of this block

    // Compare
    output wire               compare_moves_o,  // 1: an operation goes on to vector
    output wire [ADDRESS-1:0] compare_block_o,  // its block

    // Vector
    output wire               vector_moves_o,   // 1: an operation goes on to look
    output wire               vector_put_o,     // it is a put
    output wire               vector_answer_o,  // it is an answer
    output wire [ROW-1:0]     vector_row_o,     // of this entry
    output wire [ADDRESS-1:0] vector_block_o,   // its block

    // Look
    output wire               look_o,           // 1: an operation
    output wire               look_write_o,     // it is a store
    output wire [ROW-1:0]     look_row_o,       // the entry of a request, or of an answer
    output wire [4:0]         look_kind_o,      // of an own operation, as above
    output wire               look_last_o,      // it is the last one of a line
    output wire [ADDRESS-1:0] look_block_o,     // its block
    output wire               empty_o,          // 1: compare, vector and look are empty

    // Stores behind look
    input  wire               decide_store_i,   // 1: decide has a store
    input  wire [SET-1:0]     decide_set_i,     // of this set of the L1
    input  wire               act_store_i,      // 1: act has a store
    input  wire [SET-1:0]     act_set_i         // of this set
);
    generate
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (ROW < 3 || ROW > 6) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
    endgenerate
    localparam OP   = ADDRESS + ROW + 8;    // block | row | write | last | kind, with peek in compare alone
    localparam NEXT = OP - 1;
    localparam PEEK = 5;

    reg               compare_q, vector_q, look_q, paused_q;
    wire              compare_write, compare_last, vector_write, vector_last;
    wire [ROW-1:0]    compare_row;
    wire [5:0]        compare_kind;
    wire [4:0]        vector_kind;
    wire [2:0]        unused_valid;

    // ---- Tags ----

    wire              waits;            // what is in vector waits
    wire              open    = !paused_q && !waits;
    wire              enters  = request_i && open && !own_i;
    wire [OP-1:0]     tags_op = own_i ? {own_kind_i, own_last_i, 1'b0, own_row_i, own_block_i} : {7'd0, write_i, row_i, block_i};
    assign open_o       = open;
    assign enters_o     = enters;
    assign tags_read_o  = go_i && (own_i || enters);
    assign tags_block_o = tags_op[ADDRESS-1:0];

    // ---- The operations ----

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {compare_q, vector_q, look_q, paused_q} <= 4'd0;
        else if (go_i) begin
            compare_q <= !restart_i && (waits ? compare_q : own_i || enters);
            vector_q  <= !restart_i && (waits || (compare_q && !compare_kind[PEEK]));
            look_q    <= !restart_i && vector_q && !waits;
            paused_q  <= restart_i;
        end
    assign compare_moves_o = go_i && !waits && compare_q;
    assign vector_moves_o  = go_i && !waits && vector_q;
    `WF_RANK #(.WIDTH(OP)) rank_compare (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(tags_read_o), .data_i(tags_op),
        .valid_o(unused_valid[0]), .data_o({compare_kind, compare_last, compare_write, compare_row, compare_block_o})
    );
    `WF_RANK #(.WIDTH(NEXT)) rank_vector (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(compare_moves_o),
        .data_i({compare_kind[4:0], compare_last, compare_write, compare_row, compare_block_o}),
        .valid_o(unused_valid[1]), .data_o({vector_kind, vector_last, vector_write, vector_row_o, vector_block_o})
    );
    `WF_RANK #(.WIDTH(NEXT)) rank_look (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(vector_moves_o),
        .data_i({vector_kind, vector_last, vector_write, vector_row_o, vector_block_o}),
        .valid_o(unused_valid[2]), .data_o({look_kind_o, look_last_o, look_write_o, look_row_o, look_block_o})
    );
    assign vector_put_o    = vector_q && vector_kind[4];
    assign vector_answer_o = vector_kind[3];
    assign look_o          = look_q;
    assign empty_o         = !compare_q && !vector_q && !look_q;

    // ---- Vector: an operation waits for stores of its set of the L1 ----

    wire [SET-1:0] set           = vector_block_o[SET-1:0];
    wire           behind_look   = look_q && look_write_o && (SETS == 1 || look_block_o[SET-1:0] == set);
    wire           behind_decide = decide_store_i && (SETS == 1 || decide_set_i == set);
    wire           behind_act    = act_store_i && (SETS == 1 || act_set_i == set);
    assign waits = vector_q && (behind_look || behind_decide || behind_act);
endmodule
`default_nettype wire
