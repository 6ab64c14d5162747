// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, deltas: which code holds all lanes, and its payload: the low bytes of every lane's difference from the base, lane by
// lane. Pad bytes are 0. A word that no code uses keeps the block.
//
//   8 lanes, banks of 32 bits, digit: lane    <4,1>              <4,2>
//   word 0                                    the base           the base
//   words 1 and 2                             1 2 3 4 5 6 7 pad  low 1 high 1 low 2 high 2 low 3 high 3 low 4 high 4
//   words 3 and 4                                                low 5 high 5 low 6 high 6 low 7 high 7 pad pad
//
// The verdict: the widest delta in use fits by windows and Gray columns (`WF_ENC.v). A narrower one fits if the deltas are so
// short, since they are there anyway.
`default_nettype none
module `WF_ENC_DELTAS #(
    parameter LANES     = `WF_LANES,       // lanes of the warp: a power of two, 4 to 128
    parameter WORDS     = LANES,           // words that the longest code in use uses
    parameter MODES     = 7,               // modes in use: bit 0 <4,0>, bit 1 <4,1>, bit 2 <4,2>
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: the inputs are a block of this cycle
    output wire                 ready_o,    // 1: the next rank takes what valid_i offers
    input  wire                 live_i,     // 0: the unit is idle, or the warp stays raw as far as is known
    input  wire                 raw_i,      // 1: the warp stays raw
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [LANES-1:0]     mask_i,     // active mask, bit i is lane i
    input  wire [LANES*32-1:0]  block_i,    // a word of 32 bits for each lane, lane 0 lowest

    output wire                 valid_o,    // 1: the outputs mean something in this cycle
    input  wire                 ready_i,    // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES-1:0]     mask_o,     // the block's active mask
    output wire [LANES*32-1:0]  block_o,    // the block, as it came in
    output wire                 coded_o,    // 1: it has a code
    output wire [3:1]           mode_o,     // one-hot, its code: <4,0>, <4,1>, <4,2>; 0 if it stays raw
    output wire [LANES*32-1:0]  code_o      // the payload if it has one
);
    localparam BLOCK = LANES * 32;
    localparam PLANE = LANES * 8;                               // one byte of every lane
    localparam D     = MODES[2] ? 16 : MODES[1] ? 8 : 0;        // bits of the widest delta in use

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WORDS < 1 || WORDS > LANES ||
                (D > 0 && 4 * WORDS < 4 + D / 8 * (LANES - 1))) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (MODES < 0 || MODES > 7) begin : gen_bad_modes wf_illegal_MODES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    genvar i, q;


    // With ISOLATE, gates hold lanes and floor at zero while the unit is idle and while the warp is known to stay raw. Behind a rank, what was
    // found before it says so too. No stage waits for its own findings.

    // ---- Classify: Gray columns of the upper parts, borrows out of the low bytes ----

    wire same_1, near_1, far_1;
    `WF_ENC_COLUMNS #(.LANES(LANES), .D(D == 0 ? 32 : D)) columns (.block_i(block_i), .same_o(same_1), .near_o(near_1), .far_o(far_1));
    wire columns_fit_1 = D == 16 ? far_1 : D == 8 ? near_1 : MODES[0] && same_1;
    wire unused_1      = &{1'b0, same_1, near_1, far_1};

    wire [7:0]       low_floor_1 = block_i[7:0] & {8{live_i}} ^ (D == 8 ? 8'h80 : 8'h00);
    wire [LANES-1:0] below_1;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_low
            wire [31:0] low = {block_i[32*q+96 +: 8], block_i[32*q+64 +: 8], block_i[32*q+32 +: 8], block_i[32*q +: 8]};
            wire [31:0] unused_borrow;
            `WF_ENC_SUBTRACT subtract (
                .x_i(low & {32{live_i}}), .y_i(low_floor_1), .into_i(4'd0), .borrow_o(unused_borrow), .below_o(below_1[q +: 4])
            );
        end
    endgenerate
    wire unused_below_1 = below_1[0];   // lane 0 is the base

    wire                 valid_2, ready_2, raw_2;
    wire [LANES-1:1]     borrow_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;
    wire                 raw_to_2 = raw_i || !columns_fit_1;

    `WF_CUT #(.ON(CUTS[1]), .WIDTH(LANES + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_borrows (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_to_2, below_1[LANES-1:1], user_i, mask_i, block_i}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, borrow_2, user_2, mask_2, block_2})
    );

    // ---- Classify: do the lowest bits of the upper parts follow the borrows? ----

    // Lane 0 is the base. Its lower part is below floor's if and only if the top bit of that part is 0
    wire             live_2       = ISOLATE == 0 || (CUTS[1] ? valid_2 && !raw_2 : live_i);
    wire [7:0]       high_floor_2 = block_2[15:8] & {8{live_2}} ^ 8'h80;
    wire [LANES-1:0] low_below_2  = {borrow_2, D == 8 && !block_2[7]};
    wire [LANES-1:0] below_2, link_2;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_high
            if (D == 8) begin : gen_low_is_all
                assign below_2[q +: 4] = low_below_2[q +: 4];
            end else begin : gen_subtract
                wire [31:0] high = {block_2[32*q+104 +: 8], block_2[32*q+72 +: 8], block_2[32*q+40 +: 8], block_2[32*q+8 +: 8]};
                wire [31:0] unused_borrow;
                `WF_ENC_SUBTRACT subtract (
                    .x_i(high & {32{live_2}}), .y_i(high_floor_2), .into_i(low_below_2[q +: 4]),
                    .borrow_o(unused_borrow), .below_o(below_2[q +: 4])
                );
            end
        end
        for (i = 0; i < LANES; i = i + 1) begin : gen_link
            assign link_2[i] = block_2[32*i + D] ^ below_2[i];
        end
    endgenerate
    wire unused_floor = &{1'b0, high_floor_2};
    wire links_fit_2 = D == 0 || &link_2 || !(|link_2);

    wire                 raw_3;
    wire [LANES-1:1]     borrow_3;
    wire                 raw_to_3 = raw_2 || !links_fit_2;

    `WF_CUT #(.ON(CUTS[2]), .WIDTH(LANES + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_verdict (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({raw_to_3, borrow_2, user_2, mask_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({raw_3, borrow_3, user_o, mask_o, block_o})
    );

    // ---- Select: the deltas, and the narrowest code that holds them ----

    wire             live_3  = ISOLATE == 0 || (CUTS[2] ? valid_o && !raw_3 : live_2);
    wire [15:0]      base_3  = block_o[15:0] & {16{live_3}};
    wire [15:0]      floor_3 = base_3 ^ (D == 8 ? 16'h0080 : 16'h8000);
    wire [PLANE-1:0] low_3, high_3;
    wire             bytes_3, low_zero_3, high_zero_3;
    `WF_ENC_DIFFERENCES #(.LANES(LANES)) differences (
        .block_i(block_o), .live_i(live_3), .base_i(base_3), .floor_i(floor_3), .borrow_i({borrow_3, 1'b0}),
        .low_o(low_3), .high_o(high_3), .byte_o(bytes_3), .low_zero_o(low_zero_3), .high_zero_o(high_zero_3)
    );
    wire unused_planes = &{1'b0, low_3, high_3};    // of lane 0, which is the base, and of a byte that no mode stores
    wire is_byte_3 = !MODES[1] || D != 16 || bytes_3;
    wire is_zero_3 = D == 0 || (low_zero_3 && (MODES[1] || high_zero_3));

    // is_byte is_zero   tag: the lowest that fits. A mode that is not in use does not fit
    //    1       1       1
    //    1       0       2
    //    0       -       3
    assign mode_o[1] = MODES[0] && !raw_3 && is_byte_3 && is_zero_3;
    assign mode_o[2] = MODES[1] && !raw_3 && is_byte_3 && !(MODES[0] && is_zero_3);
    assign mode_o[3] = MODES[2] && !raw_3 && !(MODES[1] ? is_byte_3 : MODES[0] && is_zero_3);
    assign coded_o   = !raw_3;

    // ---- Pack: deltas lane by lane. Pad bytes are 0. A bank that no code uses keeps the block ----

    localparam [BLOCK-1:0] CODED = ({BLOCK{1'b1}} >> (BLOCK - 32 * WORDS)) & ~{{BLOCK-32{1'b0}}, 32'hffffffff};   // deltas and pads

    wire [BLOCK-1:0] deltas_3;
    assign code_o = (block_o & ~CODED) | deltas_3;
    generate
        if (D == 0) begin : gen_no_deltas
            assign deltas_3 = {BLOCK{1'b0}};
        end else if (D == 8) begin : gen_bytes
            assign deltas_3 = {{BLOCK-PLANE-24{1'b0}}, low_3[PLANE-1:8], 32'd0};
        end else begin : gen_pairs
            wire [2*PLANE-17:0] bytes = {{PLANE-8{1'b0}}, low_3[PLANE-1:8]};
            wire [2*PLANE-17:0] pairs;
            for (i = 1; i < LANES; i = i + 1) begin : gen_pair
                assign pairs[16*(i-1) +: 16] = {high_3[8*i +: 8], low_3[8*i +: 8]};
            end
            assign deltas_3 = {{BLOCK-2*PLANE-16{1'b0}}, MODES[1] && is_byte_3 ? bytes : pairs, 32'd0};
        end
    endgenerate
endmodule
`default_nettype wire
