// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi: base-delta-immediate over a warp register. Lane 0 is the base. Every other lane is stored as its difference from lane
// 0, in one or two bytes, if all the differences fit. Otherwise the register is stored raw.
// In: a register a cycle, its active mask, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag,
// payload, the banks in use (units_o) and a write enable for each 32-bit word of the payload (wen_o).
//
//   8 lanes, banks of 64 bits, hexadecimal       tag       payload bytes                         banks in use
//   100 101 102 103 104 105 106 0FF              2 <4,1>   00 01 00 00 | 01 02 03 04 05 06 FF    0 and 1
//   7 7 7 7 7 7 7 7                              1 <4,0>   07 00 00 00                           0
//   no fit, or a lane masked off, or raw_only_i  0 raw     the block                             all
//
// Window form: deltas of D bits fit if and only if every lane lies in the window of 2^D values that begins at floor = base - 2^(D-1). The
// upper part of a lane (bit D and above) is then floor's, or one more where the lane's lower part is below floor's. With base 100 and D =
// 8, floor is 080. Lane 0FF has floor's upper part 0, since FF is not below 80. Lane 106 has 1, since 06 is below 80.
// Gray columns: two consecutive numbers differ in one bit of their Gray code. So the upper parts, in Gray code, must agree in every column
// but one, and the base tells which one. Besides, the lowest bit of each upper part must follow that lane's borrow. No lane needs a wide
// subtractor, and no lane is compared with another.
// Source: Warped-Compression (ISCA 2015), sections 4 and 5.1. More: docs/warpbdi.md
`default_nettype none
module `WF_ENC #(
    parameter       LANES     = `WF_LANES,       // lanes of the warp: a power of two, 4 to 128
    parameter       BANK_BITS = `WF_BANK,        // bits of a bank: 32, 64 or 128
    parameter [2:0] MODES     = `WF_MODES,       // modes that may be used: bit 0 <4,0>, bit 1 <4,1>, bit 2 <4,2>
    parameter       PACKED    = `WF_PACKED,      // order of the delta bytes: 0 planes, 1 packed
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter       STAGES    = `WF_ENC_STAGES,  // register ranks, 0 to 4: the latency in cycles
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                          clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                          rst_ni,      // reset, low, asynchronous
    input  wire                          valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                          ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0]          user_i,      // any bits; they come out with this block's result
    input  wire                          raw_only_i,  // 1: store the block raw
    input  wire [LANES-1:0]              mask_i,      // active mask, bit i is lane i
    input  wire [LANES*32-1:0]           block_i,     // a word of 32 bits for each lane, lane 0 lowest

    output wire                          valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                          ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0]          user_o,      // the bits that came in with this block
    output wire [1:0]                    tag_o,       // 0 raw, 1 <4,0>, 2 <4,1>, 3 <4,2>
    output wire [LANES*32-1:0]           payload_o,   // base and deltas, or the block; banks that are not in use: any bits
    output wire [LANES*32/BANK_BITS-1:0] units_o,     // the banks in use, bit u is bank u
    output wire [LANES-1:0]              wen_o        // write enables, bit i is word i of the payload
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LANES * 32;
    localparam UNITS = BLOCK / BANK_BITS;
    localparam BYTES = BANK_BITS / 8;
    localparam PLANE = LANES * 8;       // one byte of every lane

    // Banks of each code; a mode is in use if it is enabled and saves a bank
    localparam       BANKS_40 = (4 + BYTES - 1) / BYTES;
    localparam       BANKS_41 = (LANES + 3 + BYTES - 1) / BYTES;
    localparam       BANKS_42 = (2 * LANES + 2 + BYTES - 1) / BYTES;
    localparam [0:0] USE_40   = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41   = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42   = MODES[2] && BANKS_42 < UNITS;

    // Bits of the widest delta in use; all banks that a code uses lie below CODE_BYTES
    localparam D          = USE_42 ? 16 : USE_41 ? 8 : 0;
    localparam HIGH       = D == 16 ? BYTES * BANKS_41 : 4;     // first byte of the high plane
    localparam CODE_BYTES = USE_42 ? BYTES * BANKS_42 : USE_41 ? BYTES * BANKS_41 : USE_40 ? BYTES * BANKS_40 : 0;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                (BANK_BITS != 32 && BANK_BITS != 64 && BANK_BITS != 128) || MODES == 3'd0 ||
                PACKED < 0 || PACKED > 1 || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 4) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    genvar i, q;

    // Cuts with a register rank, by STAGES: 1: out  2: borrows, out  3: borrows, verdict, out  4: operands, borrows, verdict, out

    // With ISOLATE, gates hold lanes and floor at zero while the unit is idle and while the warp is known to stay raw. Before the first
    // rank only the mask and raw_only_i say so. Behind a rank, what was found before it says so too. No stage waits for its own findings.

    // ---- Classify: a warp with an inactive lane stays raw ----

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;
    wire                 raw_to_1 = raw_only_i || !(&mask_i);

    `WF_CUT #(.ON(STAGES >= 4), .WIDTH(1 + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_operands (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_to_1, user_i, mask_i, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, mask_1, block_1})
    );

    // ---- Classify: Gray columns of the upper parts, borrows out of the low bytes ----

    wire             live_1 = ISOLATE == 0 || (valid_1 && !raw_1);
    wire             columns_fit_1;
    generate
        if (CODE_BYTES == 0) begin : gen_no_columns
            assign columns_fit_1 = 1'b0;
        end else begin : gen_columns
            `WF_ENC_COLUMNS #(.LANES(LANES), .D(D)) columns (.block_i(block_1), .fit_o(columns_fit_1));
        end
    endgenerate

    wire [7:0]       low_floor_1 = block_1[7:0] & {8{live_1}} ^ (D == 8 ? 8'h80 : 8'h00);
    wire [LANES-1:0] below_1;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_low
            wire [31:0] low = {block_1[32*q+96 +: 8], block_1[32*q+64 +: 8], block_1[32*q+32 +: 8], block_1[32*q +: 8]};
            wire [31:0] unused_borrow;
            `WF_ENC_SUBTRACT subtract (
                .x_i(low & {32{live_1}}), .y_i(low_floor_1), .into_i(4'd0), .borrow_o(unused_borrow), .below_o(below_1[q +: 4])
            );
        end
    endgenerate
    wire unused_below_1 = below_1[0];   // lane 0 is the base

    wire                 valid_2, ready_2, raw_2;
    wire [LANES-1:1]     borrow_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;
    wire                 raw_to_2 = raw_1 || !columns_fit_1;

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(LANES + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_borrows (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_to_2, below_1[LANES-1:1], user_1, mask_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, borrow_2, user_2, mask_2, block_2})
    );

    // ---- Classify: do the lowest bits of the upper parts follow the borrows? ----

    // Lane 0 is the base. Its lower part is below floor's if and only if the top bit of that part is 0
    wire             live_2       = ISOLATE == 0 || (STAGES >= 2 ? valid_2 && !raw_2 : live_1);
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

    wire                 valid_3, ready_3, raw_3;
    wire [LANES-1:1]     borrow_3;
    wire [USER_BITS-1:0] user_3;
    wire [LANES-1:0]     mask_3;
    wire [BLOCK-1:0]     block_3;
    wire                 raw_to_3 = raw_2 || !links_fit_2;

    `WF_CUT #(.ON(STAGES >= 3), .WIDTH(LANES + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_verdict (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({raw_to_3, borrow_2, user_2, mask_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({raw_3, borrow_3, user_3, mask_3, block_3})
    );

    // ---- Select: the deltas, and the narrowest code that holds them ----

    wire             live_3  = ISOLATE == 0 || (STAGES >= 3 ? valid_3 && !raw_3 : live_2);
    wire [15:0]      base_3  = block_3[15:0] & {16{live_3}};
    wire [15:0]      floor_3 = base_3 ^ (D == 8 ? 16'h0080 : 16'h8000);
    wire [PLANE-1:0] low_3, high_3;
    wire             bytes_3, low_zero_3, high_zero_3;
    `WF_ENC_DELTAS #(.LANES(LANES)) deltas (
        .block_i(block_3), .live_i(live_3), .base_i(base_3), .floor_i(floor_3), .borrow_i({borrow_3, 1'b0}),
        .low_o(low_3), .high_o(high_3), .byte_o(bytes_3), .low_zero_o(low_zero_3), .high_zero_o(high_zero_3)
    );
    wire unused_planes = &{1'b0, low_3, high_3};    // of lane 0, which is the base, and of a byte that no mode stores
    wire is_byte_3 = !USE_41 || D != 16 || bytes_3;
    wire is_zero_3 = D == 0 || (low_zero_3 && (USE_41 || high_zero_3));

    // is_byte is_zero   tag: the lowest that fits. A mode that is not in use does not fit
    //    1       1       1
    //    1       0       2
    //    0       -       3
    wire       tag_is_1 = USE_40 && !raw_3 && is_byte_3 && is_zero_3;
    wire       tag_is_2 = USE_41 && !raw_3 && is_byte_3 && !(USE_40 && is_zero_3);
    wire       tag_is_3 = USE_42 && !raw_3 && !(USE_41 ? is_byte_3 : USE_40 && is_zero_3);
    wire [1:0] tag_3    = {tag_is_2 || tag_is_3, tag_is_1 || tag_is_3};

    // ---- Pack: deltas as byte planes, or as byte pairs if PACKED. Pad bytes are 0. A bank that no code uses keeps the block ----

    localparam [BLOCK-1:0] CODED = ({BLOCK{1'b1}} >> (BLOCK - 8 * CODE_BYTES)) & ~{{BLOCK-32{1'b0}}, 32'hffffffff};   // deltas and pads

    wire [BLOCK-1:0] deltas_3;
    wire [BLOCK-1:0] code_3 = (block_3 & ~CODED) | deltas_3;
    generate
        if (D == 0) begin : gen_no_deltas
            assign deltas_3 = {BLOCK{1'b0}};
        end else if (D == 8) begin : gen_bytes
            assign deltas_3 = {{BLOCK-PLANE-24{1'b0}}, low_3[PLANE-1:8], 32'd0};
        end else if (PACKED == 0) begin : gen_planes
            assign deltas_3 = {{BLOCK-8*HIGH-PLANE+8{1'b0}}, high_3[PLANE-1:8], {8*HIGH-PLANE-24{1'b0}}, low_3[PLANE-1:8], 32'd0};
        end else begin : gen_pairs
            wire [2*PLANE-17:0] bytes = {{PLANE-8{1'b0}}, low_3[PLANE-1:8]};
            wire [2*PLANE-17:0] pairs;
            for (i = 1; i < LANES; i = i + 1) begin : gen_pair
                assign pairs[16*(i-1) +: 16] = {high_3[8*i +: 8], low_3[8*i +: 8]};
            end
            assign deltas_3 = {{BLOCK-2*PLANE-16{1'b0}}, USE_41 && is_byte_3 ? bytes : pairs, 32'd0};
        end
    endgenerate

    // The mask of a compressed warp is full, so its write enables are those of the banks in use
    wire [UNITS-1:0] units_3;
    wire [LANES-1:0] wen_3;
    generate
        for (i = 0; i < UNITS; i = i + 1) begin : gen_unit
            assign units_3[i] = !(tag_is_1 && i >= BANKS_40) && !(tag_is_2 && i >= BANKS_41) && !(tag_is_3 && i >= BANKS_42);
            assign wen_3[BANK_BITS/32*i +: BANK_BITS/32] = mask_3[BANK_BITS/32*i +: BANK_BITS/32] & {BANK_BITS/32{units_3[i]}};
        end
    endgenerate
    wire [BLOCK-1:0] payload_3 = raw_3 ? block_3 : code_3;

    `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + 2 + UNITS + LANES + BLOCK), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, tag_3, units_3, wen_3, payload_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, wen_o, payload_o})
    );
endmodule
`default_nettype wire
