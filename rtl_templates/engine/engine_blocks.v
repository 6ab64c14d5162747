// SPDX-License-Identifier: Apache-2.0
// The blocks of counts that are asked for. A miss asks for its block, unless that is asked for already or all places are in use. The place's number waits to
// be fetched; when all bursts have come it waits to be filled.
//
//   a miss of block 5, nothing asked for  ->  fetch_valid_o 1 in the next cycle, with place 0 and block 5
//   a miss of block 5 again               ->  nothing
//
// More: docs/engine.md, "Counts" and "Return"
`default_nettype none
module `WF_ENGINE_BLOCKS #(
    parameter BLOCKS = `WF_BLOCKS,                      // places: 1, 2, 4 or 8
    parameter ID     = 6,                               // bits of an id
    parameter FETCH  = `WF_FETCH,                       // bytes of a block: 32 or 64
    parameter NUMBER = 16,                              // bits of a block's number
    parameter PLACE  = BLOCKS > 1 ? $clog2(BLOCKS) : 1, // bits of a place; not to be set
    parameter DATA   = 8 * FETCH                        // bits of a block; not to be set
) (
    input  wire              clk_i,           // clock, rising edge
    input  wire              rst_ni,          // reset, low, asynchronous: nothing is asked for
    input  wire              miss_i,          // 1: an operation misses
    input  wire [NUMBER-1:0] miss_block_i,    // in this block
    input  wire              answered_i,      // 1: the fill of this place has been answered
    input  wire [PLACE-1:0]  answered_place_i, // the place
    output wire              fetch_valid_o,   // 1: a block is to be read
    input  wire              fetch_pop_i,     // 1: the command is given
    output wire [PLACE-1:0]  fetch_place_o,   // its place
    output wire [NUMBER-1:0] fetch_block_o,   // its number
    input  wire              return_i,        // 1: a burst comes
    input  wire [ID-1:0]     return_id_i,     // with this id: of a place a 1, and its number in the lowest bits
    input  wire [255:0]      return_data_i,   // the burst
    output wire              filled_valid_o,  // 1: a block waits to be filled
    input  wire              filled_pop_i,    // 1: it enters the cache
    output wire [PLACE-1:0]  filled_place_o,  // its place
    output wire [NUMBER-1:0] filled_block_o,  // its number
    output wire [DATA-1:0]   filled_data_o,   // its counts
    output wire              idle_o           // 1: no block is asked for
);
    generate
        if (BLOCKS != 1 && BLOCKS != 2 && BLOCKS != 4 && BLOCKS != 8) begin : gen_bad_blocks wf_illegal_BLOCKS bad (); end
        if (ID <= PLACE) begin : gen_bad_id wf_illegal_ID bad (); end
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
        if (NUMBER < 1) begin : gen_bad_number wf_illegal_NUMBER bad (); end
        if (PLACE != (BLOCKS > 1 ? $clog2(BLOCKS) : 1)) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (DATA != 8 * FETCH) begin : gen_bad_data wf_illegal_DATA bad (); end
    endgenerate
    localparam              BURSTS = FETCH / 32;
    localparam              QUEUE  = BLOCKS > 1 ? BLOCKS : 2;
    localparam [BLOCKS-1:0] ONE    = 1;

    reg  [BLOCKS-1:0]        used_q, owed_q;     // owed: bursts were asked for and have not all come
    reg  [BLOCKS*NUMBER-1:0] block_q;
    reg  [BLOCKS*DATA-1:0]   data_q;

    // ---- A miss: the lowest free place, unless the block has one ----

    wire [BLOCKS-1:0] same, free, unused_below, take;
    wire              any_free, asks;
    `WF_SAME #(.COUNT(BLOCKS), .KEY(NUMBER)) known (.key_i(miss_block_i), .held_i(used_q), .keys_i(block_q), .same_o(same));
    `WF_FIRST #(.WIDTH(BLOCKS)) first (.bits_i(~used_q), .first_o(free), .below_o(unused_below), .any_o(any_free));
    assign asks = miss_i && any_free && !(|same);
    assign take = free & {BLOCKS{asks}};
    wire [PLACE-1:0] place;
    genvar b, p;
    generate
        if (BLOCKS == 1) begin : gen_one
            assign place = 1'b0;
        end else begin : gen_places
            wire [PLACE*BLOCKS-1:0] has;
            for (p = 0; p < PLACE; p = p + 1) begin : gen_bit
                for (b = 0; b < BLOCKS; b = b + 1) begin : gen_has
                    assign has[p*BLOCKS+b] = free[b] && ((b >> p) & 1) != 0;
                end
                assign place[p] = |has[p*BLOCKS +: BLOCKS];
            end
        end
    endgenerate

    // ---- Fetch ----

    wire             unused_more, unused_more_filled;
    wire [PLACE-1:0] unused_slot, unused_slot_filled;
    `WF_ENGINE_QUEUE #(.WIDTH(PLACE), .DEPTH(QUEUE)) fetches (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(asks), .first_word_i(place), .second_i(1'b0), .second_word_i(place),
        .valid_o(fetch_valid_o), .pop_i(fetch_pop_i), .word_o(fetch_place_o), .more_o(unused_more), .slot_o(unused_slot)
    );
    wire [BLOCKS-1:0] fetched = ONE << fetch_place_o;
    `WF_MUX #(.WIDTH(NUMBER), .COUNT(BLOCKS)) mux_fetch (.select_i(fetched), .data_i(block_q), .data_o(fetch_block_o));

    // ---- Return: a burst goes to its place in the block; the last one sends it to be filled ----

    localparam [ID-1:0] FIRST = {1'b1, {ID-1{1'b0}}};
    wire [PLACE-1:0]  return_place = return_id_i[PLACE-1:0];
    wire [BLOCKS-1:0] comes;
    generate
        for (b = 0; b < BLOCKS; b = b + 1) begin : gen_comes
            assign comes[b] = return_i && owed_q[b] && return_id_i == (FIRST | b);
        end
    endgenerate
    wire [BLOCKS-1:0] upper, ends;      // upper: its second burst comes
    assign ends = comes & upper;
    generate
        if (BURSTS == 1) begin : gen_whole
            assign upper = {BLOCKS{1'b1}};
            for (b = 0; b < BLOCKS; b = b + 1) begin : gen_data
                always @(posedge clk_i)
                    if (comes[b]) data_q[b*DATA +: 256] <= return_data_i;
            end
        end else begin : gen_halves
            reg [BLOCKS-1:0] upper_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) upper_q <= {BLOCKS{1'b0}};
                else         upper_q <= upper_q ^ comes;
            assign upper = upper_q;
            for (b = 0; b < BLOCKS; b = b + 1) begin : gen_data
                always @(posedge clk_i) begin
                    if (comes[b] && !upper[b]) data_q[b*DATA +: 256]          <= return_data_i;
                    if (comes[b] && upper[b])  data_q[b*DATA + DATA/2 +: 256] <= return_data_i;
                end
            end
        end
    endgenerate

    // ---- Fill ----

    `WF_ENGINE_QUEUE #(.WIDTH(PLACE), .DEPTH(QUEUE)) filled (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(|ends), .first_word_i(return_place), .second_i(1'b0), .second_word_i(return_place),
        .valid_o(filled_valid_o), .pop_i(filled_pop_i), .word_o(filled_place_o), .more_o(unused_more_filled), .slot_o(unused_slot_filled)
    );
    wire [BLOCKS-1:0] fills = ONE << filled_place_o;
    `WF_MUX #(.WIDTH(NUMBER), .COUNT(BLOCKS)) mux_block (.select_i(fills), .data_i(block_q), .data_o(filled_block_o));
    `WF_MUX #(.WIDTH(DATA), .COUNT(BLOCKS)) mux_data (.select_i(fills), .data_i(data_q), .data_o(filled_data_o));

    assign idle_o = !(|used_q);
    generate
        for (b = 0; b < BLOCKS; b = b + 1) begin : gen_number
            always @(posedge clk_i)
                if (take[b]) block_q[b*NUMBER +: NUMBER] <= miss_block_i;
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q <= {BLOCKS{1'b0}};
            owed_q <= {BLOCKS{1'b0}};
        end else begin
            used_q <= (used_q & ~(ONE << answered_place_i & {BLOCKS{answered_i}})) | take;
            owed_q <= (owed_q & ~ends) | (fetched & {BLOCKS{fetch_pop_i}});
        end
endmodule
`default_nettype wire
