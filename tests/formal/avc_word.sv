// SPDX-License-Identifier: Apache-2.0
//
// What operations of avc do with one word (docs/avc.md, "What a request does"): lane 1 of one block, of which bit 0 is followed. The stages look to the last
// one, for one operation at a time, 10 cycles each; what the stages before them, ring, walk and memories do stands here. Which operation comes is free, as far
// as the page lets it come: a request that is held comes again, behind a load of the block nothing is evicted, gather and put come in this order. Proven in
// every state: each lane that was asked for is answered once; a load gets what was written last; and so does memory, as soon as neither cache has the word.
`default_nettype none
module formal (
    input wire       clk_i,
    input wire [4:0] kind_i,        // of the next operation, one-hot, from bit 0: evict | drop | gather | put | request
    input wire       last_i,        // an evict is the last one of a line
    input wire       write_i,
    input wire [3:0] mask_i,
    input wire       bit_i,         // of a store: the word
    input wire [2:0] code_i,        // from bit 0: affine | the code's bit, if the lane is not in the mask | what else codes have
    input wire [1:0] room_i,        // there is an invalid way in the AVC | in the L1
    input wire [1:0] busy_i,        // what would leave the AVC is busy | the L1
    input wire       free_i,        // an entry of the misses is free
    input wire       memory_i       // what memory has at first
);
`ifdef DIRTY_VECTOR
    localparam DIRTY = 1;
`else
    localparam DIRTY = 0;
`endif
    localparam LANES = 4, ADDRESS = 8, USER = 1, BLOCK = 128, VECTOR = LANES + 35 + DIRTY;
    localparam [7:0] MINE = 8'd1;
    localparam [3:0] AT_LOOK = 4'd1, AT_DECIDE = 4'd2, LAST = 4'd9;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    // ---- The operation: step 0 it is in vector, 1 in look, 2 in decide ----

    reg  [3:0] step_q;
    reg  [4:0] kind_q;
    reg        last_q, write_q, bit_q;
    reg  [3:0] mask_q;
    reg  [2:0] code_q;
    reg        held_q;                  // a request comes again
    reg  [1:0] under_q;                 // a load of the block: 0 none, 1 memory is asked, 2 it is gathered
    wire       can_evict = under_q != 2'd1, can_drop = under_q == 2'd0, can_gather = under_q == 2'd1, can_put = under_q == 2'd2;
    wire       can_ask   = under_q != 2'd2;
    wire [4:0] kind      = kind_i & {can_ask, can_put, can_gather, can_drop, can_evict};
    wire       one       = kind == 5'd1 || kind == 5'd2 || kind == 5'd4 || kind == 5'd8 || kind == 5'd16;
    wire       starts    = run_q && step_q == 4'd0 && one;
    wire       asks      = starts && kind[4] && !held_q;        // a new request
    always @(posedge clk_i)
        if (!run_q) step_q <= 4'd0;
        else if (starts || step_q != 4'd0) step_q <= step_q == LAST ? 4'd0 : step_q + 4'd1;
    always @(posedge clk_i)
        if (starts) {kind_q, last_q} <= {kind, last_i && kind[0]};

    // ---- Memories: the vector and the line of the block, if they are in the caches ----

    wire              vectors_read, state_read, vectors_write, state_write, words_read, fill_read, store_read;
    wire [VECTOR-1:0] vectors;
    wire [3:0]        words_write;
    wire [7:0]        state;
    wire [BLOCK-1:0]  words;
    wire [2:0]        avc_change, l1_change;
    reg               avc_here_q, l1_here_q, word_q, memory_q;
    reg  [VECTOR-1:0] vector_q, vectors_read_q;
    reg  [7:0]        state_q, state_read_q;
    reg               word_read_q, store_read_q, fill_read_q;
    always @(posedge clk_i) begin
        if (!run_q) {avc_here_q, l1_here_q} <= 2'b00;
        else begin
            avc_here_q <= (avc_here_q || avc_change[1]) && !avc_change[2];
            l1_here_q  <= (l1_here_q || l1_change[1]) && !l1_change[2];
        end
        if (vectors_write)  vector_q <= vectors;
        if (state_write)    state_q  <= state;
        if (words_write[1]) word_q   <= words[32];
        if (vectors_read)   vectors_read_q <= vector_q;
        if (state_read)     state_read_q <= state_q;
        if (words_read)     word_read_q  <= word_q;
        if (store_read)     store_read_q <= bit_q;
        if (fill_read)      fill_read_q  <= memory_q;
    end

    // ---- Look, and from there on ----

    wire               valid, go, done, restart, rest, misses, ends, waits, response, miss, put;
    wire [ADDRESS+USER+5:0] op;
    wire [3:0]         mask, rest_mask, kept_mask;
    wire [35:0]        code, kept_code;
    wire [LANES+35:0]  vector;
    wire [7:0]         look_state;
    wire [ADDRESS+2:0] avc, l1;
    wire [15:0]        facts;
    wire [ADDRESS+3:0] job;
    wire [LANES+BLOCK+USER-1:0] answer;
    wire [ADDRESS+LANES+BLOCK:0] command;
    wire [35:0]        look_code = kind_q[3] ? kept_code : {33'd0, code_q[2], mask_q[1] ? bit_q : code_q[1], code_q[0]};
    reg  [3:0]         own_mask_q;
    unit_avc_look #(
        .LANES(4), .AVC_WAYS(1), .L1_WAYS(1), .SETS(1), .VECTORS(1), .ADDRESS(8), .USER(1), .VECTOR(VECTOR)
    ) look_unit (
        .clk_i(clk_i), .rst_ni(run_q), .go_i(go), .restart_i(restart),
        .vector_moves_i(starts), .vector_block_i(MINE), .vector_avc_i({avc_here_q, room_i[0] && !avc_here_q, 8'd0}),
        .vector_l1_i({l1_here_q, room_i[1] && !l1_here_q, 8'd0}),
        .vectors_read_o(vectors_read), .state_read_o(state_read),
        .valid_i(step_q == AT_LOOK), .kind_i(kind_q[3:0]), .last_i(last_q), .write_i(kind_q[4] && write_q), .block_i(MINE),
        .mask_i(kind_q[3] ? kept_mask : kind_q[2] ? own_mask_q : mask_q), .user_i(1'b0),
        .affine_i(look_code[0]), .base_i(look_code[32:1]), .stride_i(look_code[35:33]),
        .busy_i(under_q != 2'd0), .avc_busy_i(busy_i[0]), .l1_busy_i(busy_i[1]), .vectors_i(vectors_read_q), .state_i(state_read_q),
        .valid_o(valid), .op_o(op), .mask_o(mask), .code_o(code), .vector_o(vector), .state_o(look_state), .avc_o(avc), .l1_o(l1), .facts_o(facts)
    );
    assign put = step_q == 4'd0 && kind_q[3];
    unit_avc_back #(
        .LANES(4), .AVC_WAYS(1), .L1_WAYS(1), .SETS(1), .VECTORS(1), .ADDRESS(8), .USER(1), .VECTOR(VECTOR)
    ) back (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(valid), .op_i(op), .mask_i(mask), .code_i(code), .vector_i(vector), .state_i(look_state),
        .avc_i(avc), .l1_i(l1), .facts_i(facts), .free_i(free_i), .go_o(go), .done_o(done), .restart_o(restart), .rest_o(rest),
        .rest_mask_o(rest_mask), .misses_o(misses), .ends_o(ends), .job_o(job), .waits_o(waits), .store_read_o(store_read),
        .avc_change_o(avc_change), .vectors_write_o(vectors_write), .vectors_o(vectors), .l1_change_o(l1_change),
        .state_write_o(state_write), .state_o(state), .words_read_o(words_read), .words_write_o(words_write), .words_o(words),
        .fill_read_o(fill_read), .store_words_i({95'd0, store_read_q, 32'd0}), .l1_words_i({95'd0, word_read_q, 32'd0}),
        .fill_words_i({95'd0, fill_read_q, 32'd0}), .own_mask_i(own_mask_q), .put_i(put), .kept_mask_o(kept_mask), .kept_code_o(kept_code),
        .response_valid_o(response), .response_ready_i(1'b1), .response_o(answer), .miss_valid_o(miss), .miss_ready_i(1'b1), .miss_o(command)
    );

    // ---- What was written last; lanes that are not answered, of the request and of the load that waits for memory ----

    reg       newest_q;
    reg [3:0] left_q, own_left_q;
    reg       empty_q;          // the request has no lanes, and is not answered
    wire      of_load = kind_q[2];
    always @(posedge clk_i)
        if (!run_q) begin
            {memory_q, newest_q, held_q, under_q} <= {memory_i, memory_i, 3'd0};
            {left_q, own_left_q, empty_q} <= 9'd0;
        end else begin
            if (miss && command[0] && command[1+ADDRESS+1]) memory_q <= command[1+ADDRESS+LANES+32];
            if (asks) begin
                {write_q, mask_q, bit_q, code_q} <= {write_i, mask_i, bit_i, code_i};
                {left_q, empty_q} <= {mask_i, mask_i == 4'd0};
                held_q <= 1'b1;
            end
            if (done) held_q <= 1'b0;
            if (rest) mask_q <= rest_mask;
            if (done && write_q && mask_q[1]) newest_q <= bit_q;
            if (misses) {under_q, own_mask_q, own_left_q, left_q} <= {2'd1, mask, left_q, 4'd0};
            if (step_q == AT_DECIDE && kind_q[2]) under_q <= 2'd2;
            if (ends) under_q <= 2'd0;
            if (response && of_load) own_left_q <= own_left_q & ~answer[3:0];
            if (response && !of_load) {left_q, empty_q} <= {left_q & ~answer[3:0], 1'b0};
        end

    // ---- Where the word is ----

    wire in_avc = avc_here_q && vector_q[1];
    wire in_l1  = l1_here_q && state_q[1];
    wire is     = in_avc ? vector_q[LANES] : in_l1 ? word_q : memory_q;
    wire clean  = in_avc ? DIRTY != 0 && !vector_q[VECTOR-1] : !in_l1 || !state_q[LANES+1];

    always @(posedge clk_i)
        if (run_q) begin
            assert (go);
            if (response) begin
                assert ((answer[3:0] & ~(of_load ? own_left_q : left_q)) == 4'd0);      // no lane is answered that is not due
                assert (answer[3:0] != 4'd0 || (empty_q && !of_load));
                assert (!answer[1] || (kind_q[4] && write_q) || answer[LANES+32] == newest_q);
            end
            if (asks) assert (left_q == 4'd0 && !empty_q);                              // none is lost
            if (ends) assert (own_left_q == 4'd0);
            if (valid && kind_q[4]) assert (done || restart);                           // a request is done or comes again
            if (miss && command[0]) assert (command[ADDRESS:1] == MINE);
            if (step_q == 4'd0) begin
                assert (is == newest_q);
                assert (!clean || memory_q == newest_q);
            end
        end
endmodule
`default_nettype wire
