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
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
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

    // Arithmetic works on planes. A plane has one byte of every lane, side by side. ONE marks the lowest bit of each byte. A plane that
    // holds one bit for each lane holds it there.
    genvar                 i;
    localparam [PLANE-1:0] ONE = {LANES{8'h01}};

    function [LANES-1:1] bits_of;       // the lowest bit of each byte, of lanes 1 and up
        input [PLANE-1:0] plane;
        integer           k;
        for (k = 1; k < LANES; k = k + 1)
            bits_of[k] = plane[8*k];
    endfunction

    function [PLANE-1:0] spread;        // the reverse of bits_of; 0 in lane 0
        input [LANES-1:1] bits;
        integer           k;
        begin
            spread[7:0] = 8'd0;
            for (k = 1; k < LANES; k = k + 1)
                spread[8*k +: 8] = {7'd0, bits[k]};
        end
    endfunction

    // Subtraction x - y - into, in every byte of a plane at once. A bit makes a borrow where x is 0 and y is 1. It passes a borrow on
    // unless x is 1 and y is 0. Steps of 1, 2 and 4 bits give the same for pairs, nibbles and bytes, at the top bit of each.
    // below: the borrow out of each byte. It is 1 where x < y + into.
    function [PLANE-1:0] below;
        input [PLANE-1:0] x, y, into;
        reg   [PLANE-1:0] make, pass;
        begin
            make  = ~x & y;
            pass  = ~x | y;
            make  = make | pass & (make << 1);
            pass  = pass & (pass << 1);
            make  = make | pass & (make << 2);
            pass  = pass & (pass << 2);
            make  = make | pass & (make << 4);
            pass  = pass & (pass << 4);
            below = ((make >> 7) | (pass >> 7) & into) & ONE;
        end
    endfunction

    // borrows: the borrow into each bit of a byte. Those into even bits come from the tree, those into odd bits from the even bit below.
    // They are less urgent than the borrow out of the byte.
    function [PLANE-1:0] borrows;
        input [PLANE-1:0] x, y, into;
        reg   [PLANE-1:0] make_1, pass_1, make_2, pass_2, make_4, pass_4, into_2, into_4, into_6, even;
        begin
            make_1  = ~x & y;
            pass_1  = ~x | y;
            make_2  = make_1 | pass_1 & (make_1 << 1);
            pass_2  = pass_1 & (pass_1 << 1);
            make_4  = make_2 | pass_2 & (make_2 << 2);
            pass_4  = pass_2 & (pass_2 << 2);
            into_2  = ((make_2 | pass_2 & (into << 1)) << 1) & (ONE << 2);
            into_4  = ((make_4 | pass_4 & (into << 3)) << 1) & (ONE << 4);
            into_6  = ((make_2 | pass_2 & (into_4 << 1)) << 1) & (ONE << 6);
            even    = into | into_2 | into_4 | into_6;
            borrows = even | (((make_1 | pass_1 & even) << 1) & {LANES{8'haa}});
        end
    endfunction

    function [PLANE-1:0] all_of;        // all bits of a byte are 1
        input [PLANE-1:0] plane;
        reg   [PLANE-1:0] pairs, fours;
        begin
            pairs  = plane & (plane >> 1);
            fours  = pairs & (pairs >> 2);
            all_of = fours & (fours >> 4) & ONE;
        end
    endfunction

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
            // A column is one bit position of all lanes. It agrees if all lanes have a 1 there or none has, so no lane is XORed with
            // another. The upper parts are in Gray code. If <4,0> is the only mode in use (D is 0), they are the whole lanes in plain
            // code.
            localparam U = 32 - D;
            reg [LANES*U-1:0] gray;
            reg [U-1:0]       upper;
            integer           k;
            always @*
                for (k = 0; k < LANES; k = k + 1) begin
                    upper = block_1[32*k+D +: U];
                    gray[U*k +: U] = D == 0 ? upper : upper ^ (upper >> 1);
                end

            // AND and OR over all lanes: one half of the lanes is folded onto the other, until one lane is left
            genvar h;
            for (h = LANES / 2; h > 0; h = h / 2) begin : gen_fold
                wire [U*h-1:0] all_set, any_set;
                if (h == LANES / 2) begin : gen_lanes
                    assign all_set = gray[U*h +: U*h] & gray[0 +: U*h];
                    assign any_set = gray[U*h +: U*h] | gray[0 +: U*h];
                end else begin : gen_halves
                    assign all_set = gen_fold[2*h].all_set[U*h +: U*h] & gen_fold[2*h].all_set[0 +: U*h];
                    assign any_set = gen_fold[2*h].any_set[U*h +: U*h] | gen_fold[2*h].any_set[0 +: U*h];
                end
            end

            // The one column that may differ. Floor's upper part is base's if the top bit of base's lower part is 1, else one less. So the
            // window spans base's upper part U and U + 1, or U - 1 and U. Their Gray codes differ at the lowest bit of U that is unlike
            // that top bit. With D = 8 and base 0180 (U = 1, top bit 1): U + 1 = 2, and the lowest 0 of U is bit 1.
            wire [31:D] may_differ;
            if (D == 0) begin : gen_exact
                assign may_differ = 32'd0;
            end else begin : gen_window
                genvar b;
                for (b = D; b < 32; b = b + 1) begin : gen_may_differ
                    wire like_below = block_1[b-1:D-1] == {b-D+1{block_1[D-1]}};
                    if (b == 31) assign may_differ[b] = like_below;
                    else         assign may_differ[b] = like_below && block_1[b] != block_1[D-1];
                end
            end
            assign columns_fit_1 = &(gen_fold[1].all_set | ~gen_fold[1].any_set | may_differ);
        end
    endgenerate

    wire [PLANE-1:0] low_of_1;          // byte 0 of every lane
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_planes_1
            assign low_of_1[8*i +: 8] = block_1[32*i +: 8];
        end
    endgenerate
    wire [7:0]       low_floor_1 = block_1[7:0] & {8{live_1}} ^ (D == 8 ? 8'h80 : 8'h00);
    wire [PLANE-1:0] low_below_1 = below(low_of_1 & {PLANE{live_1}}, {LANES{low_floor_1}}, {PLANE{1'b0}});
    wire [LANES-1:1] borrow_to_2 = bits_of(low_below_1);

    wire                 valid_2, ready_2, raw_2;
    wire [LANES-1:1]     borrow_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;
    wire                 raw_to_2 = raw_1 || !columns_fit_1;

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(LANES + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_borrows (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_to_2, borrow_to_2, user_1, mask_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, borrow_2, user_2, mask_2, block_2})
    );

    // ---- Classify: do the lowest bits of the upper parts follow the borrows? ----

    wire [PLANE-1:0] high_of_2;         // byte 1 of every lane
    wire [PLANE-1:0] upper_of_2;        // the lowest bit of every upper part
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_planes_2
            assign high_of_2[8*i +: 8]  = block_2[32*i+8 +: 8];
            assign upper_of_2[8*i +: 8] = {7'd0, block_2[32*i+D]};
        end
    endgenerate
    wire             live_2       = ISOLATE == 0 || (STAGES >= 2 ? valid_2 && !raw_2 : live_1);
    wire [7:0]       high_floor_2 = block_2[15:8] & {8{live_2}} ^ 8'h80;
    wire [PLANE-1:0] low_below_2  = spread(borrow_2);
    // Lane 0 is the base. Its lower part is below floor's if and only if the top bit of that part is 0
    wire [PLANE-1:0] below_2      = D == 8 ? low_below_2 | {{PLANE-1{1'b0}}, !block_2[7]}
        : below(high_of_2 & {PLANE{live_2}}, {LANES{high_floor_2}}, low_below_2);
    wire [PLANE-1:0] link_2       = upper_of_2 ^ below_2;
    wire             links_fit_2  = D == 0 || link_2 == ONE || link_2 == {PLANE{1'b0}};

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

    wire [PLANE-1:0] low_of_3;          // byte 0 of every lane
    wire [PLANE-1:0] high_of_3;         // byte 1 of every lane
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_planes_3
            assign low_of_3[8*i +: 8]  = block_3[32*i +: 8];
            assign high_of_3[8*i +: 8] = block_3[32*i+8 +: 8];
        end
    endgenerate
    wire             live_3  = ISOLATE == 0 || (STAGES >= 3 ? valid_3 && !raw_3 : live_2);
    wire [15:0]      base_3  = block_3[15:0] & {16{live_3}};
    wire [15:0]      floor_3 = base_3 ^ (D == 8 ? 16'h0080 : 16'h8000);
    wire [PLANE-1:0] x_low   = low_of_3 & {PLANE{live_3}};
    wire [PLANE-1:0] x_high  = high_of_3 & {PLANE{live_3}};
    wire [PLANE-1:0] unlike_low  = x_low ^ {LANES{base_3[7:0]}};
    wire [PLANE-1:0] unlike_high = x_high ^ {LANES{base_3[15:8]}};
    wire [PLANE-1:0] low_3   = unlike_low ^ borrows(x_low, {LANES{floor_3[7:0]}}, {PLANE{1'b0}});
    wire [PLANE-1:0] high_3  = unlike_high ^ borrows(x_high, {LANES{floor_3[15:8]}}, spread(borrow_3));

    // A delta fits a byte if its high byte and the sign bit of its low byte are all ones or all zeros
    wire [PLANE-1:0] sign_3    = (low_3 >> 7) & ONE;
    wire [PLANE-1:0] ones_3    = all_of(high_3) & sign_3;
    wire [PLANE-1:0] zeros_3   = all_of(~high_3) & ~sign_3 & ONE;
    wire             is_byte_3 = !USE_41 || D != 16 || &(ones_3 | zeros_3 | ~ONE);
    wire             is_zero_3 = D == 0 || (!(|unlike_low) && (USE_41 || !(|unlike_high)));

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
