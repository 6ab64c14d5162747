// SPDX-License-Identifier: Apache-2.0
// The stages vector and look: the vector and the state of the L1's line are read, come out, and are compared with the lanes that are asked for or written.
// In: what compare found, in vector; the operation in look; its mask, user and code; the two words. Out, in decide: all of that, and the facts that decide
// needs.
//
//   4 lanes, mask 0110, valid lanes of the vector 1100  ->  some of them: fact 2; some not: fact 3; other lanes: fact 5
//
// More: docs/avc.md, "Vector", "Look" and "Decide"
`default_nettype none
module `WF_AVC_LOOK #(
    parameter LANES    = `WF_LANES,                             // lanes of the warp
    parameter AVC_WAYS = 1,                                     // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,                           // ways of the L1
    parameter SETS     = `WF_SETS,                              // sets of both
    parameter VECTORS  = `WF_VECTORS,                           // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,                           // bits of a block number
    parameter USER     = `WF_USER,                              // bits of user
    parameter VECTOR   = LANES + 36,                            // bits of a vector, LANES + 36 with a dirty bit, or LANES + 35
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,                           // bits of a set's number; not to be set
    parameter AVC_TAG  = ADDRESS - $clog2(SETS) - $clog2(VECTORS),              // bits of a tag of the AVC; not to be set
    parameter L1_TAG   = ADDRESS - $clog2(SETS),                                // bits of a tag of the L1; not to be set
    parameter AVC_ROW  = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,     // bits of a row of vectors; not to be set
    parameter L1_ROW   = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,       // bits of a row of the L1; not to be set
    parameter LINE     = ADDRESS - $clog2(VECTORS),                             // bits of the number of a line; not to be set
    parameter LANE     = $clog2(LANES)                                          // bits of a lane's number; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous
    input  wire                      go_i,              // 1: the stages move
    input  wire                      restart_i,         // 1: what is in look comes again

    // Vector
    input  wire                      vector_moves_i,    // 1: an operation goes on to look
    input  wire [ADDRESS-1:0]        vector_block_i,    // its block
    input  wire [2*AVC_WAYS+AVC_TAG-1:0] vector_avc_i,  // of the AVC, from bit 0: tag of the way that leaves | lowest invalid way | way that has the block
    input  wire [3*L1_WAYS+L1_TAG-1:0] vector_l1_i,     // of the L1: tag of the way that leaves | this way | lowest invalid way | way that has the block
    output wire [VECTORS-1:0]        vectors_read_o,    // bit v: a vector v is read
    output wire [AVC_ROW-1:0]        vectors_row_o,     // in this row
    output wire [LINE-1:0]           vector_line_o,     // the line that leaves the AVC
    output wire [ADDRESS-1:0]        vector_drop_o,     // the block that leaves the L1
    output wire                      state_read_o,      // 1: the state of a line is read
    output wire [L1_ROW-1:0]         state_row_o,       // in this row

    // Look
    input  wire                      valid_i,           // 1: an operation
    input  wire [4:0]                kind_i,            // of an own operation, from bit 0: evict | drop | gather | answer | put
    input  wire                      last_i,            // it is the last one of a line
    input  wire                      write_i,           // it is a store
    input  wire [ADDRESS-1:0]        block_i,           // its block
    input  wire [LANES-1:0]          mask_i,            // its lanes; of a put those that would become valid in the AVC
    input  wire [USER-1:0]           user_i,            // its user
    input  wire                      affine_i,          // its words are affine
    input  wire [31:0]               base_i,            // base of their code
    input  wire [2:0]                stride_i,          // stride of their code
    input  wire                      busy_i,            // its block is asked for
    output wire [LINE-1:0]           avc_leaving_o,     // the line that leaves the AVC
    input  wire                      avc_busy_i,        // a block of it is asked for
    output wire [ADDRESS-1:0]        l1_leaving_o,      // the block that leaves the L1
    input  wire                      l1_busy_i,         // it is asked for
    input  wire [VECTORS*VECTOR-1:0] vectors_i,         // the vectors that were read, vector 0 lowest; from bit 0: valid | base | stride | dirty
    input  wire [2*LANES-1:0]        state_i,           // the state that was read, from bit 0: valid | dirty
`ifdef WF_WITH_DIRTY_LINE

    // Act: the dirty bits of lines
    input  wire [SET-1:0]            act_set_i,         // a set of the AVC
    input  wire [AVC_WAYS-1:0]       act_write_i,       // its way of which a vector is written, one-hot, or 0
    input  wire [AVC_WAYS-1:0]       act_take_i,        // the same, if its line is new
    input  wire                      act_dirty_i,       // 1: the vector is dirty
`endif

    // Decide
    output wire                      valid_o,           // 1: an operation
    output wire [ADDRESS+USER+6:0]   op_o,              // from bit 0: block | user | write | last | kind
    output wire [LANES-1:0]          mask_o,            // its lanes
    output wire [35:0]               code_o,            // from bit 0: affine | base | stride
    output wire [LANES+35:0]         vector_o,          // from bit 0: valid | base | stride | dirty; without one no lane is valid
    output wire [2*LANES-1:0]        state_o,           // from bit 0: valid | dirty; without a line no lane is valid, and dirty is that of the line that leaves
    output wire [2*AVC_WAYS+LINE:0]  avc_o,             // from bit 0: leaving line | busy | invalid | hit
    output wire [3*L1_WAYS+ADDRESS:0] l1_o,             // from bit 0: leaving block | busy | leaves | invalid | hit
`ifdef WF_WITH_AGREE_LINE
    output wire [2*LANE+1:0]         singles_o,         // from bit 0: the lane of the mask | it is the only one | other lane that is valid | the only one
`endif
    output wire [15:0]               facts_o            // as listed below
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (VECTOR != LANES + 35 && VECTOR != LANES + 36) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (AVC_ROW != (AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1)) begin : gen_bad_avc_row
            wf_illegal_AVC_ROW bad ();
        end
        if (L1_ROW != (L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1)) begin : gen_bad_l1_row
            wf_illegal_L1_ROW bad ();
        end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
    endgenerate
    localparam SET_BITS = $clog2(SETS);

    // ---- Vector ----

    wire [VECTORS-1:0]  read_vector;
    wire [SET-1:0]      read_avc_set, read_l1_set;
    wire [AVC_TAG-1:0]  unused_read_avc_tag;
    wire [L1_TAG-1:0]   unused_read_l1_tag;
    wire [AVC_WAYS-1:0] read_avc = vector_avc_i[AVC_WAYS+AVC_TAG +: AVC_WAYS];
    wire [L1_WAYS-1:0]  has_l1   = vector_l1_i[2*L1_WAYS+L1_TAG +: L1_WAYS];
    wire [L1_WAYS-1:0]  read_l1  = |has_l1 ? has_l1 : vector_l1_i[L1_TAG +: L1_WAYS];      // its line, or the one that leaves
    `WF_AVC_PLACE #(.SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) vector_place (
        .block_i(vector_block_i), .vector_o(read_vector), .avc_set_o(read_avc_set), .avc_tag_o(unused_read_avc_tag),
        .l1_set_o(read_l1_set), .l1_tag_o(unused_read_l1_tag)
    );
    `WF_AVC_ROW #(.WAYS(AVC_WAYS), .SETS(SETS)) avc_row (.way_i(read_avc), .set_i(read_avc_set), .row_o(vectors_row_o));
    `WF_AVC_ROW #(.WAYS(L1_WAYS), .SETS(SETS)) l1_row (.way_i(read_l1), .set_i(read_l1_set), .row_o(state_row_o));
    assign vectors_read_o = read_vector & {VECTORS{vector_moves_i && |read_avc}};
    assign state_read_o   = vector_moves_i;

    wire [AVC_WAYS-1:0] avc_hit, avc_invalid;
    wire [L1_WAYS-1:0]  l1_hit, l1_invalid, l1_leaves;
    wire [AVC_TAG-1:0]  avc_leaving;
    wire [L1_TAG-1:0]   l1_leaving;
    wire [1:0]          unused_valid;
    `WF_RANK #(.WIDTH(2 * AVC_WAYS + 3 * L1_WAYS + AVC_TAG + L1_TAG)) rank_vector (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(vector_moves_i), .data_i({vector_avc_i, vector_l1_i}),
        .valid_o(unused_valid[0]), .data_o({avc_hit, avc_invalid, avc_leaving, l1_hit, l1_invalid, l1_leaves, l1_leaving})
    );
    generate
        if (SET_BITS > 0) begin : gen_set
            assign avc_leaving_o = {avc_leaving, block_i[$clog2(VECTORS) +: SET_BITS]};
            assign l1_leaving_o  = {l1_leaving, block_i[SET_BITS-1:0]};
            assign vector_line_o = {vector_avc_i[AVC_TAG-1:0], vector_block_i[$clog2(VECTORS) +: SET_BITS]};
            assign vector_drop_o = {vector_l1_i[L1_TAG-1:0], vector_block_i[SET_BITS-1:0]};
        end else begin : gen_one_set
            assign avc_leaving_o = avc_leaving;
            assign l1_leaving_o  = l1_leaving;
            assign vector_line_o = vector_avc_i[AVC_TAG-1:0];
            assign vector_drop_o = vector_l1_i[L1_TAG-1:0];
        end
    endgenerate

    // ---- Look: vector and state ----

    wire [VECTORS-1:0] of_line;         // the vector of the block, one-hot
    wire [LANES-1:0]   valid, l1_valid, l1_dirty;
    wire [31:0]        base;
    wire [2:0]         stride;
    wire [SET-1:0]     look_set, unused_l1_set;
    wire [AVC_TAG-1:0] unused_avc_tag;
    wire [L1_TAG-1:0]  unused_l1_tag;
    wire [VECTOR-1:0]  vector;
    wire               dirty;
    `WF_AVC_PLACE #(.SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) look_place (
        .block_i(block_i), .vector_o(of_line), .avc_set_o(look_set), .avc_tag_o(unused_avc_tag),
        .l1_set_o(unused_l1_set), .l1_tag_o(unused_l1_tag)
    );
    `WF_MUX #(.WIDTH(VECTOR), .COUNT(VECTORS)) mux_vector (
        .select_i(of_line & {VECTORS{|avc_hit}}), .data_i(vectors_i), .data_o(vector)
    );
    assign {stride, base, valid} = vector[LANES+34:0];
    assign l1_valid = state_i[LANES-1:0] & {LANES{|l1_hit}};
    assign l1_dirty = state_i[2*LANES-1:LANES] & {LANES{|l1_hit || !(|l1_invalid || kind_i[0] || kind_i[1])}};
`ifdef WF_WITH_DIRTY_LINE
    `WF_AVC_DIRTY #(.WAYS(AVC_WAYS), .SETS(SETS)) lines (
        .clk_i(clk_i), .set_i(look_set), .way_i(avc_hit), .dirty_o(dirty),
        .act_set_i(act_set_i), .write_i(act_write_i), .take_i(act_take_i), .dirty_i(act_dirty_i)
    );
`else
    assign dirty    = `WF_DIRTY == 0 || vector[VECTOR-1];
    wire unused_set = &{1'b0, look_set};
`endif

    // ---- Facts ----

    wire [LANES-1:0] others   = valid & ~mask_i;
    wire             same     = {stride, base} == {stride_i, base_i};
    wire             l1_lacks = |(mask_i & ~l1_valid);
    wire [15:0]      facts    = {
        kind_i == 5'd0,             // 15: a request
        |l1_invalid,                // 14: the L1 has an invalid way for it
        |l1_hit,                    // 13: the L1 has its line
        |avc_invalid,               // 12: the AVC has an invalid way for it
        |avc_hit,                   // 11: the AVC has its line
        |l1_hit && |(mask_i & l1_dirty),    // 10: a lane of the mask is dirty in the L1
        |l1_dirty,                  //  9: the L1 has dirty words, or the line that leaves it
        |(l1_valid & ~valid),       //  8: the L1 has valid words beside the vector
        !l1_lacks,                  //  7: the L1 has all lanes of the mask
        same,                       //  6: the codes are equal
        |others,                    //  5: lanes beside the mask are valid in the AVC
        |valid,                     //  4: the vector has a valid lane
        |(mask_i & ~valid),         //  3: some lanes of the mask are not in the AVC
        |(mask_i & valid),          //  2: some are
        busy_i,                     //  1: the block is busy
        |mask_i                     //  0: the mask is not empty
    };

    // ---- The rank to decide ----

    reg valid_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   valid_q <= 1'b0;
        else if (go_i) valid_q <= valid_i && !restart_i;
    assign valid_o = valid_q;
    localparam DECIDE = 2 * ADDRESS + USER + 4 * LANES + 2 * AVC_WAYS + LINE + 3 * L1_WAYS + 97;
    `WF_RANK #(.WIDTH(DECIDE)) rank_look (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(go_i && valid_i),
        .data_i({kind_i, last_i, write_i, user_i, block_i, mask_i, stride_i, base_i, affine_i, dirty, stride, base, valid, l1_dirty, l1_valid,
                 avc_hit, avc_invalid, avc_busy_i, avc_leaving_o, l1_hit, l1_invalid, l1_leaves, l1_busy_i, l1_leaving_o, facts}),
        .valid_o(unused_valid[1]), .data_o({op_o, mask_o, code_o, vector_o, state_o, avc_o, l1_o, facts_o})
    );
`ifdef WF_WITH_AGREE_LINE
    wire            mask_single, other_single, unused_single;
    wire [LANE-1:0] mask_lane, other_lane;
    `WF_AVC_SINGLE #(.LANES(LANES)) single_mask (.lanes_i(mask_i), .single_o(mask_single), .lane_o(mask_lane));
    `WF_AVC_SINGLE #(.LANES(LANES)) single_other (.lanes_i(others), .single_o(other_single), .lane_o(other_lane));
    `WF_RANK #(.WIDTH(2 * LANE + 2)) rank_singles (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(go_i && valid_i), .data_i({other_single, other_lane, mask_single, mask_lane}),
        .valid_o(unused_single), .data_o(singles_o)
    );
`endif
endmodule
`default_nettype wire
