// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, any stride: which vectors are affine, and their strides and bases. Each vector gives a guess. The decoding unit expands
// the guess, and every active lane is compared with it.
//
//   One vector of 4 lanes 3 8 13 18, all active  ->  guess: stride 8 - 3 = 5, base 3  ->  expanded 3 8 13 18: flag_o 1
`default_nettype none
module `WF_ENC_ANY #(
    parameter COUNT     = 1,               // vectors, from 1
    parameter WIDTH     = 4,               // lanes of a vector: a power of two, from 4
    parameter WORD      = `WF_WORD,        // bits of a lane
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                        clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                        rst_ni,      // reset, low, asynchronous
    input  wire                        valid_i,     // 1: the inputs are a block of this cycle
    output wire                        ready_o,     // 1: the next rank takes what valid_i offers
    input  wire                        raw_i,       // 1: the block stays raw
    input  wire [USER_BITS-1:0]        user_i,      // any bits; they come out with this block's result
    input  wire [COUNT*WIDTH-1:0]      mask_i,      // active mask, bit i is lane i
    input  wire [COUNT*WIDTH*WORD-1:0] block_i,     // a word of WORD bits for each lane, lane 0 lowest

    output wire                        valid_o,     // 1: the outputs mean something in this cycle
    input  wire                        ready_i,     // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0]        user_o,      // the bits that came in with this block
    output wire [COUNT*WIDTH-1:0]      mask_o,      // the block's active mask
    output wire [COUNT*WIDTH*WORD-1:0] block_o,     // the block, as it came in
    output wire [COUNT-1:0]            flag_o,      // 1: the vector is affine, and the block need not stay raw
    output wire [COUNT*WORD-1:0]       code_o,      // its stride
    output wire [COUNT*WORD-1:0]       base_o       // its base
);
    localparam LANES  = COUNT * WIDTH;
    localparam BLOCK  = LANES * WORD;
    localparam VBITS  = WIDTH * WORD;
    localparam VECTOR = COUNT == 1 ? 0 : $clog2(WIDTH) - 2;     // lanes of a vector as `WF_EXPAND.v takes them

    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0 ||
                (COUNT > 1 && (WIDTH < 8 || WIDTH > 32))) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate


    // ---- Classify: guess base and stride of each vector ----

    // With ISOLATE no lane counts as active, and all are held at zero, while the unit is idle or the block stays raw
    wire                  live_1  = ISOLATE == 0 || (valid_i && !raw_i);
    wire [LANES-1:0]      lanes_1 = mask_i & {LANES{live_1}};
    wire [BLOCK-1:0]      held_1  = ISOLATE == 0 ? block_i : block_i & {BLOCK{live_1}};
    wire [COUNT-1:0]      some_1;       // a lane is active
    wire [COUNT*WORD-1:0] stride_1, base_1;
    genvar                v, i;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_guess
            `WF_ENC_GUESS #(.WIDTH(WIDTH), .WORD(WORD)) guess (
                .active_i(lanes_1[WIDTH*v +: WIDTH]), .lanes_i(held_1[VBITS*v +: VBITS]),
                .some_o(some_1[v]), .stride_o(stride_1[WORD*v +: WORD]), .base_o(base_1[WORD*v +: WORD])
            );
        end
    endgenerate

    wire                  valid_2, ready_2, raw_2;
    wire [COUNT-1:0]      some_2;
    wire [COUNT*WORD-1:0] stride_2, base_2;
    wire [USER_BITS-1:0]  user_2;
    wire [LANES-1:0]      mask_2;
    wire [BLOCK-1:0]      block_2;

    `WF_CUT #(.ON(CUTS[1]), .WIDTH(1 + COUNT * (1 + 2 * WORD) + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_guess (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_i, some_1, stride_1, base_1, user_i, mask_i, block_i}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, some_2, stride_2, base_2, user_2, mask_2, block_2})
    );

    // ---- Classify: does the guess give back every active lane? ----

    wire             live_2 = ISOLATE == 0 || (CUTS[1] ? valid_2 && !raw_2 : live_1);
    wire [BLOCK-1:0] held_2 = ISOLATE == 0 ? block_2 : block_2 & {BLOCK{live_2}};
    wire [BLOCK-1:0] guess_2;
    wire             expanded;

    `WF_EXPAND #(.LANES(LANES), .VECTOR(VECTOR), .ANY(1), .WORD(WORD), .STAGES(0)) expand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .base_i(base_2), .stride_i(stride_2), .valid_o(expanded), .block_o(guess_2)
    );

    wire [COUNT-1:0] flag_2;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_verdict
            wire [WIDTH-1:0] miss;      // bit i: lane i is active and not what the guess says
            for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
                assign miss[i] = guess_2[VBITS*v + WORD*i +: WORD] != held_2[VBITS*v + WORD*i +: WORD] && mask_2[WIDTH*v + i];
            end
            assign flag_2[v] = some_2[v] && !raw_2 && !(|miss);
        end
    endgenerate

    `WF_CUT #(.ON(CUTS[2]), .WIDTH(COUNT * (1 + 2 * WORD) + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_verdict (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(expanded), .ready_o(ready_2), .data_i({flag_2, stride_2, base_2, user_2, mask_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({flag_o, code_o, base_o, user_o, mask_o, block_o})
    );
endmodule
`default_nettype wire
