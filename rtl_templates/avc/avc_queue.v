// SPDX-License-Identifier: Apache-2.0
// What waits: the ring of requests, the blocks that memory is asked for, and the loads that wait for them.
// In: requests and fills; what decide does; what the walk and the stages take. Out: the next request; which blocks are busy; of the fill whose turn it is
// the block, and the next answer; words for the memories of stores, loads and fills.
//
//   a load misses in decide  ->  it leaves the ring for an entry of the loads, its block has an entry of the misses; the fill comes, the walk begins with it,
//                                and answer_row_o is that load's
//
// More: docs/avc.md, "Request" and "Fills"
`default_nettype none
module `WF_AVC_QUEUE #(
    parameter LANES   = `WF_LANES,              // lanes of the warp
`ifdef WF_WITH_AVC_WAYS
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in the encoder
`endif
    parameter ADDRESS = `WF_ADDRESS,            // bits of a block number
    parameter MISSES  = `WF_MISSES,             // blocks that are asked for at once
    parameter LOADS   = `WF_LOADS,              // loads that wait for them
    parameter VECTORS = `WF_VECTORS,            // vectors of a line of the AVC
    parameter USER    = `WF_USER,               // bits of user
    parameter BLOCK   = 32 * LANES,                         // bits of a block; not to be set
    parameter LINE    = ADDRESS - $clog2(VECTORS),          // bits of the number of a line; not to be set
    parameter ENTRY   = MISSES > 1 ? $clog2(MISSES) : 1,    // bits of the number of a miss; not to be set
    parameter LOAD    = LOADS > 1 ? $clog2(LOADS) : 1,      // bits of the number of a load that waits; not to be set
    parameter ROW     = LOAD > 3 ? LOAD : 3                 // bits of the number of an entry of ring or loads; not to be set
) (
    input  wire                  clk_i,             // clock, rising edge
    input  wire                  rst_ni,            // reset, low, asynchronous
    input  wire                  go_i,              // 1: the stages move
    input  wire                  restart_i,         // 1: if they do, what is before decide comes again

    // Requests and fills
    input  wire                  request_valid_i,   // 1: a request
    output wire                  request_ready_o,   // 1: it is taken
    input  wire [USER+BLOCK+LANES+ADDRESS:0] request_i, // from bit 0: write | address | mask | data | user
    input  wire                  flushing_i,        // 1: a flush is under way
    output wire                  empty_o,           // 1: no request is in the ring
    input  wire                  fill_valid_i,      // 1: a fill
    input  wire [ADDRESS-1:0]    fill_address_i,    // its block
    input  wire [BLOCK-1:0]      fill_data_i,       // its words

    // The memories
    output wire                  store_write_o,     // 1: the words of a store are written
    output wire [2:0]            store_row_o,       // in this row
    output wire [BLOCK-1:0]      store_data_o,      // these words
    output wire [2:0]            store_read_row_o,  // the row of the store in decide
    output wire                  load_write_o,      // 1: mask and user of a load are written
    output wire [LOAD-1:0]       load_row_o,        // in this row
    output wire [USER+LANES-1:0] load_data_o,       // from bit 0: mask | user
    output wire [ENTRY-1:0]      fill_read_row_o,   // the row of the fill whose turn it is
    output wire                  fill_write_o,      // 1: the words of a fill are written
    output wire [ENTRY-1:0]      fill_row_o,        // in this row
    output wire [BLOCK-1:0]      fill_data_o,       // these words

    // Tags to look
    output wire                  next_valid_o,      // 1: a request waits to go to tags
    output wire                  next_write_o,      // it is a store
    output wire [ADDRESS-1:0]    next_block_o,      // its block
    output wire [2:0]            next_row_o,        // its entry
    input  wire                  enter_i,           // 1: if the stages move, it goes there
    input  wire [ADDRESS-1:0]    vector_block_i,    // in vector: the block
    input  wire [LINE-1:0]       vector_line_i,     // the line that would leave the AVC
    input  wire [ADDRESS-1:0]    vector_drop_i,     // the block that would leave the L1
    input  wire [ROW-1:0]        look_row_i,        // in look: the entry of a request, or of an answer
    input  wire [ADDRESS-1:0]    look_block_i,      // the block
    input  wire [LINE-1:0]       look_line_i,       // the line that would leave the AVC
    input  wire [ADDRESS-1:0]    look_drop_i,       // the block that would leave the L1
    output wire [2:0]            busy_o,            // asked for is, from bit 0: the block | a block of the line | the block that would leave
    output wire [LANES-1:0]      look_mask_o,       // of a request its mask
    output wire [USER-1:0]       look_user_o,       // its user
    output wire [35:0]           look_code_o,       // of a store its code, from bit 0: affine | base | stride
    input  wire                  answer_leaves_i,   // 1: if the stages move, an answer goes to decide

    // Decide
    input  wire [ADDRESS+USER:0] op_i,              // from bit 0: block | user | it is a store
    input  wire [LANES-1:0]      mask_i,            // its lanes
    input  wire                  busy_i,            // its block was busy in look
    input  wire                  mixed_i,           // the caches have words of it
    input  wire                  done_i,            // 1: if the stages move, a request is done
    input  wire                  rest_i,            // 1: the same: it is held with rest_mask_i
    input  wire [LANES-1:0]      rest_mask_i,       // the lanes that are left
    input  wire                  asks_i,            // 1: the same: a block is asked for
    input  wire                  joins_i,           // 1: the same: a load joins those that wait for its block
    input  wire                  ends_i,            // 1: the same: a put is done
    output wire                  free_o,            // 1: an entry of the misses is free
    output wire                  joinable_o,        // 1: the block is asked for, and a load may still wait for it
    output wire                  load_free_o,       // 1: an entry of the loads is free

    // Walk
    output wire                  used_o,            // 1: a block is asked for
    output wire                  filled_o,          // 1: a fill has come
    input  wire                  begin_i,           // 1: if the stages move, the walk takes the one whose turn it is
    output wire [ADDRESS-1:0]    own_block_o,       // its block
    output wire [LANES-1:0]      own_mask_o,        // the lanes of its loads
    output wire                  own_mixed_o,       // the caches have words of it
    output wire                  own_fetch_o,       // it is that of a store: it answers nothing and goes to the L1
    output wire                  answers_o,         // 1: a load waits for it whose answer is not in the stages
    output wire [LOAD-1:0]       answer_row_o,      // the entry of this load
    input  wire                  send_i             // 1: if the stages move, its answer enters
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
`ifdef WF_WITH_AVC_WAYS
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
`endif
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (LOADS < 1 || LOADS > 64 || (LOADS & (LOADS - 1)) != 0) begin : gen_bad_loads wf_illegal_LOADS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (LOAD != (LOADS > 1 ? $clog2(LOADS) : 1)) begin : gen_bad_load wf_illegal_LOAD bad (); end
        if (ROW != (LOAD > 3 ? LOAD : 3)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate

    wire [ENTRY-1:0] entry, own_entry;
    `WF_AVC_RING #(
`ifdef WF_WITH_AVC_WAYS
        .ENC_LATENCY(ENC_LATENCY),
`endif
        .LANES(LANES), .ADDRESS(ADDRESS), .USER(USER)
    ) ring (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(request_valid_i), .ready_o(request_ready_o),
        .write_i(request_i[0]), .address_i(request_i[1 +: ADDRESS]), .mask_i(request_i[1+ADDRESS +: LANES]),
        .data_i(request_i[1+ADDRESS+LANES +: BLOCK]), .user_i(request_i[1+ADDRESS+LANES+BLOCK +: USER]),
        .flushing_i(flushing_i), .empty_o(empty_o),
        .next_valid_o(next_valid_o), .next_write_o(next_write_o), .next_block_o(next_block_o), .next_row_o(next_row_o), .enter_i(enter_i),
        .look_row_i(look_row_i[2:0]), .look_mask_o(look_mask_o), .look_user_o(look_user_o),
        .look_affine_o(look_code_o[0]), .look_base_o(look_code_o[32:1]), .look_stride_o(look_code_o[35:33]),
        .go_i(go_i), .done_i(done_i), .restart_i(restart_i), .rest_i(rest_i), .rest_mask_i(rest_mask_i), .first_row_o(store_read_row_o),
        .store_write_o(store_write_o), .store_row_o(store_row_o), .store_data_o(store_data_o)
    );
    `WF_AVC_MISSES #(.LANES(LANES), .ADDRESS(ADDRESS), .MISSES(MISSES), .VECTORS(VECTORS)) blocks (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .free_o(free_o), .joinable_o(joinable_o), .ask_i(asks_i), .join_i(joins_i),
        .block_i(op_i[ADDRESS-1:0]), .mask_i(mask_i), .mixed_i(mixed_i),
`ifdef WF_WITH_L1_STORE_FETCH
        .fetch_i(op_i[ADDRESS+USER]), .own_fetch_o(own_fetch_o),
`endif
        .busy_i(busy_i), .entry_o(entry), .end_i(ends_i),
        .fill_valid_i(fill_valid_i), .fill_address_i(fill_address_i), .fill_data_i(fill_data_i),
        .vector_block_i(vector_block_i), .vector_line_i(vector_line_i), .vector_drop_i(vector_drop_i),
        .look_block_i(look_block_i), .look_line_i(look_line_i), .look_drop_i(look_drop_i),
        .busy_o(busy_o[0]), .busy_line_o(busy_o[1]), .busy_drop_o(busy_o[2]),
        .used_o(used_o), .filled_o(filled_o), .begin_i(begin_i), .own_block_o(own_block_o), .own_mask_o(own_mask_o), .own_mixed_o(own_mixed_o),
        .own_entry_o(own_entry), .fill_read_row_o(fill_read_row_o), .fill_write_o(fill_write_o), .fill_row_o(fill_row_o), .fill_data_o(fill_data_o)
    );
    `WF_AVC_LOADS #(.LANES(LANES), .LOADS(LOADS), .MISSES(MISSES), .USER(USER)) loads (
        .clk_i(clk_i), .rst_ni(rst_ni), .free_o(load_free_o), .take_i(((asks_i && !op_i[ADDRESS+USER]) || joins_i) && go_i), .entry_i(entry), .mask_i(mask_i),
        .user_i(op_i[ADDRESS +: USER]), .own_entry_i(own_entry), .any_o(answers_o), .answer_row_o(answer_row_o), .send_i(send_i && go_i),
        .restart_i(restart_i && go_i), .leaves_i(answer_leaves_i && go_i), .look_row_i(look_row_i[LOAD-1:0]),
        .write_o(load_write_o), .row_o(load_row_o), .data_o(load_data_o)
    );
`ifndef WF_WITH_L1_STORE_FETCH
    assign own_fetch_o = 1'b0;
`endif
    wire unused_row = &{1'b0, look_row_i};      // the rows of the larger one
endmodule
`default_nettype wire
