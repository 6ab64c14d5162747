// SPDX-License-Identifier: Apache-2.0
//
// What operations of avc do with one word (docs/avc.md, "What a request does"): lane 1 of one block, of which bit 0 is followed. The stages look to the last
// one, for one operation at a time, 10 cycles each; what the stages before them, ring, loads, walk and memories do stands here. Which operation comes is free,
// as far as the page lets it come: a request that is held comes again; of a fill come reading, gather if the caches have words of it, an answer for each load,
// put; nothing of a block that is asked for is evicted, but for its put; another block may take the way of its line. Proven in every state: each lane that
// was asked for is answered once; a load gets what was written last; and so does memory, as soon as neither cache has the word.
`default_nettype none
module formal (
    input wire       clk_i,
    input wire [7:0] kind_i,        // of the next operation, one-hot, from bit 0: evict | drop | gather | answer | put | request | read | other block
    input wire       last_i,        // an evict is the last one of a line
    input wire       which_i,       // an answer is that of the load that joined
    input wire       write_i,
    input wire [3:0] mask_i,
    input wire       bit_i,         // of a store: the word
    input wire [2:0] code_i,        // from bit 0: affine | the code's bit, if the lane is not in the mask | what else codes have
    input wire [1:0] room_i,        // there is an invalid way in the AVC | in the L1
    input wire [1:0] busy_i,        // what would leave the AVC is busy | the L1
    input wire       free_i,        // an entry of the misses is free
    input wire       load_free_i,   // an entry of the loads is free
    input wire [7:0] state_i,       // of a line of another block
    input wire       memory_i       // what memory has at first
);
`ifdef DIRTY_VECTOR
    localparam DIRTY = 1;
`else
    localparam DIRTY = 0;
`endif
    localparam LANES = 4, ADDRESS = 8, USER = 1, BLOCK = 128, VECTOR = LANES + 35 + DIRTY;
    localparam [7:0] MINE = 8'd1, OTHER = 8'd2;
    localparam [3:0] AT_LOOK = 4'd1, AT_DECIDE = 4'd2, LAST = 4'd9;
    localparam EVICT = 0, DROP = 1, GATHER = 2, ANSWER = 3, PUT = 4, REQUEST = 5, READ = 6, SWAP = 7;   // bits of a kind

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    // ---- The operation: step 0 it is in vector, 1 in look, 2 in decide ----

    reg  [3:0] step_q;
    reg  [7:0] kind_q;
    reg        last_q, which_q, write_q, bit_q;
    reg  [3:0] mask_q;
    reg  [2:0] code_q;
    reg        held_q;                  // a request comes again
    reg  [1:0] under_q;                 // the block: 0 is not asked for, 1 memory is asked, 2 the fill is read, 3 its words are the newest
    reg        mixed_q, job_q;          // the caches have words of it; its put waits for an eviction
    reg  [1:0] waits_q;                 // loads that wait for it: the one that asked | one that joined
    reg        avc_here_q, l1_here_q;
    wire [7:0] can;
    assign can[EVICT]   = under_q == 2'd0 || job_q;
    assign can[DROP]    = under_q == 2'd0;
    assign can[GATHER]  = under_q == 2'd2;
    assign can[ANSWER]  = under_q == 2'd3 && waits_q[which_i];
    assign can[PUT]     = under_q == 2'd3 && waits_q == 2'd0;
    assign can[REQUEST] = 1'b1;
    assign can[READ]    = under_q == 2'd1;
    assign can[SWAP]    = under_q == 2'd0 && l1_here_q;
    wire [7:0] kind      = kind_i & can;
    wire       one       = kind != 8'd0 && (kind & (kind - 8'd1)) == 8'd0;
    wire       starts    = run_q && step_q == 4'd0 && one;
    wire       asks      = starts && kind[REQUEST] && !held_q;      // a new request
    wire       reads     = starts && kind[READ];
    always @(posedge clk_i)
        if (!run_q) step_q <= 4'd0;
        else if (starts || step_q != 4'd0) step_q <= step_q == LAST ? 4'd0 : step_q + 4'd1;
    always @(posedge clk_i)
        if (starts) {kind_q, last_q, which_q} <= {kind, last_i && kind[EVICT], which_i};

    // ---- Memories: the vector and the line of the block, if they are in the caches ----

    wire              vectors_read, state_read, vectors_write, state_write, words_read, store_read;
    wire [VECTOR-1:0] vectors;
    wire [3:0]        words_write;
    wire [7:0]        state;
    wire [BLOCK-1:0]  words;
    wire [2:0]        avc_change, l1_change;
    reg               word_q, memory_q;
    reg  [VECTOR-1:0] vector_q, vectors_read_q;
    reg  [7:0]        state_q, state_read_q;
    reg               word_read_q, store_read_q;
    always @(posedge clk_i) begin
        if (!run_q) {avc_here_q, l1_here_q} <= 2'b00;
        else begin
            if (!kind_q[SWAP]) avc_here_q <= (avc_here_q || avc_change[1]) && !avc_change[2];
            l1_here_q <= kind_q[SWAP] ? l1_here_q && !l1_change[1] : (l1_here_q || l1_change[1]) && !l1_change[2];
        end
        if (vectors_write && !kind_q[SWAP]) vector_q <= vectors;
        if (state_write)    state_q  <= state;
        if (words_write[1]) word_q   <= words[32];
        if (vectors_read)   vectors_read_q <= vector_q;
        if (state_read)     state_read_q <= l1_here_q ? state_q : state_i;
        if (words_read)     word_read_q  <= word_q;
        if (store_read)     store_read_q <= bit_q;
    end

    // ---- Look, and from there on ----

    wire               valid, go, done, restart, rest, misses, joins, mixed, ends, waits, response, miss, put;
    wire [ADDRESS+USER+6:0] op;
    wire [3:0]         mask, rest_mask, kept_mask;
    wire [35:0]        code, kept_code;
    wire [LANES+35:0]  vector;
    wire [7:0]         look_state;
    wire [ADDRESS+2:0] avc;
    wire [ADDRESS+3:0] l1;
    wire [15:0]        facts;
    wire [ADDRESS+2:0] job;
    wire [LANES+BLOCK+USER-1:0] answer;
    wire [ADDRESS+LANES+BLOCK:0] command;
    wire               other     = starts ? kind[SWAP] : kind_q[SWAP];      // a store of another block, which takes the way of this one's line
    wire [35:0]        look_code = kind_q[PUT] ? kept_code : {33'd0, code_q[2], mask_q[1] ? bit_q : code_q[1], code_q[0] && !other};
    reg  [3:0]         asked_q, own_mask_q, wait_mask_q, join_mask_q;
    wire               has_l1    = l1_here_q && !other;
    unit_avc_look #(
        .LANES(4), .AVC_WAYS(1), .L1_WAYS(1), .SETS(1), .VECTORS(1), .ADDRESS(8), .USER(1), .VECTOR(VECTOR)
    ) look_unit (
        .clk_i(clk_i), .rst_ni(run_q), .go_i(go), .restart_i(restart),
        .vector_moves_i(starts && !kind[READ]), .vector_block_i(other ? OTHER : MINE),
        .vector_avc_i({avc_here_q && !other, room_i[0] && !avc_here_q && !other, 8'd0}),
        .vector_l1_i({has_l1, room_i[1] && !l1_here_q, 1'b1, other ? MINE : OTHER}),
        .vectors_read_o(vectors_read), .state_read_o(state_read),
        .valid_i(step_q == AT_LOOK && !kind_q[READ]), .kind_i(kind_q[4:0]), .last_i(last_q),
        .write_i((kind_q[REQUEST] && write_q) || other), .block_i(other ? OTHER : MINE),
        .mask_i(kind_q[PUT] ? kept_mask : kind_q[ANSWER] ? (which_q ? join_mask_q : wait_mask_q) : other ? 4'd15 : mask_q), .user_i(1'b0),
        .affine_i(look_code[0]), .base_i(look_code[32:1]), .stride_i(look_code[35:33]),
        .busy_i(under_q != 2'd0 && !other), .avc_busy_i(busy_i[0]), .l1_busy_i(busy_i[1] && !other), .vectors_i(vectors_read_q),
        .state_i(state_read_q),
        .valid_o(valid), .op_o(op), .mask_o(mask), .code_o(code), .vector_o(vector), .state_o(look_state), .avc_o(avc), .l1_o(l1), .facts_o(facts)
    );
    assign put = step_q == 4'd0 && kind_q[PUT];
    unit_avc_back #(
        .LANES(4), .AVC_WAYS(1), .L1_WAYS(1), .SETS(1), .VECTORS(1), .ADDRESS(8), .USER(1), .VECTOR(VECTOR)
    ) back (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(valid), .op_i(op), .mask_i(mask), .code_i(code), .vector_i(vector), .state_i(look_state),
        .avc_i(avc), .l1_i(l1), .facts_i(facts), .free_i(free_i), .joinable_i(under_q == 2'd1), .load_free_i(load_free_i && !waits_q[1]),
        .go_o(go), .done_o(done), .restart_o(restart), .rest_o(rest),
        .rest_mask_o(rest_mask), .asks_o(misses), .joins_o(joins), .mixed_o(mixed), .ends_o(ends), .job_o(job), .waits_o(waits),
        .store_read_o(store_read), .avc_change_o(avc_change), .vectors_write_o(vectors_write), .vectors_o(vectors), .l1_change_o(l1_change),
        .state_write_o(state_write), .state_o(state), .words_read_o(words_read), .words_write_o(words_write), .words_o(words),
        .reads_fill_i(reads), .store_words_i({95'd0, store_read_q, 32'd0}), .l1_words_i({95'd0, word_read_q, 32'd0}),
        .fill_words_i({95'd0, memory_q, 32'd0}), .own_mask_i(own_mask_q), .put_i(put), .kept_mask_o(kept_mask), .kept_code_o(kept_code),
        .response_valid_o(response), .response_ready_i(1'b1), .response_o(answer), .miss_valid_o(miss), .miss_ready_i(1'b1), .miss_o(command)
    );

    // ---- What was written last; lanes that are not answered, of the request and of the loads that wait ----

    reg       newest_q;
    reg [3:0] left_q, wait_left_q, join_left_q;
    reg       empty_q;          // the request has no lanes, and is not answered
    wire      mine = command[ADDRESS:1] == MINE;
    wire      of_request = kind_q[REQUEST], of_wait = kind_q[ANSWER] && !which_q, of_join = kind_q[ANSWER] && which_q;
    always @(posedge clk_i)
        if (!run_q) begin
            {memory_q, newest_q, held_q, under_q, job_q} <= {memory_i, memory_i, 4'd0};
            waits_q <= 2'd0;
            {left_q, wait_left_q, join_left_q, empty_q} <= 13'd0;
        end else begin
            if (miss && command[0] && mine && command[1+ADDRESS+1]) memory_q <= command[1+ADDRESS+LANES+32];
            if (asks) begin
                {write_q, mask_q, bit_q, code_q} <= {write_i, mask_i, bit_i, code_i};
                {left_q, empty_q} <= {mask_i, mask_i == 4'd0};
                held_q <= 1'b1;
            end
            if (done && !other) held_q <= 1'b0;
            if (rest) mask_q <= rest_mask;
            if (done && !other && write_q && mask_q[1]) newest_q <= bit_q;
            if (misses) begin
                {under_q, mixed_q, asked_q, wait_mask_q, wait_left_q, left_q} <= {2'd1, mixed, mask, mask, left_q, 4'd0};
                waits_q[0] <= 1'b1;
            end
            if (joins) begin
                {asked_q, join_mask_q, join_left_q, left_q} <= {asked_q | mask, mask, left_q, 4'd0};
                waits_q[1] <= 1'b1;
            end
            if (reads) {under_q, own_mask_q} <= {mixed_q ? 2'd2 : 2'd3, asked_q};
            if (step_q == AT_DECIDE && kind_q[GATHER]) under_q <= 2'd3;
            if (step_q == AT_DECIDE && kind_q[ANSWER]) waits_q[which_q] <= 1'b0;
            if (step_q == AT_DECIDE && kind_q[PUT])    job_q <= job[ADDRESS+1];
            if (step_q == AT_DECIDE && kind_q[EVICT])  job_q <= 1'b0;
            if (ends) under_q <= 2'd0;
            if (response && of_wait) wait_left_q <= wait_left_q & ~answer[3:0];
            if (response && of_join) join_left_q <= join_left_q & ~answer[3:0];
            if (response && of_request) {left_q, empty_q} <= {left_q & ~answer[3:0], 1'b0};
        end

    // ---- Where the word is ----

    wire       in_avc = avc_here_q && vector_q[1];
    wire       in_l1  = l1_here_q && state_q[1];
    wire       is     = in_avc ? vector_q[LANES] : in_l1 ? word_q : memory_q;
    wire       clean  = in_avc ? DIRTY != 0 && !vector_q[VECTOR-1] : !in_l1 || !state_q[LANES+1];
    wire [3:0] due    = of_request ? left_q : of_wait ? wait_left_q : join_left_q;

    always @(posedge clk_i)
        if (run_q) begin
            assert (go);
            if (response && !other) begin
                assert ((answer[3:0] & ~due) == 4'd0);                                      // no lane is answered that is not due
                assert (answer[3:0] != 4'd0 || (empty_q && of_request));
                assert (!answer[1] || (of_request && write_q) || answer[LANES+32] == newest_q);
            end
            if (asks) assert (left_q == 4'd0 && !empty_q);                                  // none is lost
            if (ends) assert (wait_left_q == 4'd0 && join_left_q == 4'd0);
            if (valid && of_request) assert (done || restart);                              // a request is done or comes again
            if (valid && other) assert (done);
            if (miss && command[0] && !mine) assert (command[ADDRESS:1] == OTHER && !other);    // the line that left for this block
            if (step_q == 4'd0) begin
                assert (is == newest_q);
                assert (!clean || memory_q == newest_q);
                assert (!(in_avc && l1_here_q && state_q[LANES+1]));                        // a word is dirty in one cache
            end
        end
endmodule
`default_nettype wire
