`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Encoder of warpbdi: lane 0 (the base) as it is, then one or two bytes of difference to it a lane, in byte planes.
//   4 lanes 100 101 99 107, mode <4,1> usable  ->  tag 2, payload bytes 100 0 0 0 1 -1 7
//   4 lanes 7 7 7 7  ->  tag 1, the base only;  a lane masked off, raw_only_i, or no fit  ->  tag 0, the block
// Differences of D bits fit iff every lane lies in the window of 2^D values from floor = base - 2^(D-1) on: the
// lane's upper part is floor's, or one more where its lower part is below floor's. Neighbours differ in one Gray
// bit, so the upper parts must agree in every Gray bit but that one, and their lowest bits must follow the borrows.

module `WF_ENC #(
    parameter       LANES     = `WF_LANES,
    parameter       BANK_BITS = `WF_BANK,
    parameter [2:0] MODES     = `WF_MODES,
    parameter       PACKED    = `WF_PACKED,
    parameter       ISOLATE   = `WF_ISOLATE,
    parameter       STAGES    = `WF_ENC_STAGES,
    parameter       USER_BITS = `WF_USER_BITS
) (
`ifdef WF_WITH_ENC_CLOCK
    input  wire                          clk_i,
    input  wire                          rst_ni,
`endif
    input  wire                          valid_i,
    input  wire [USER_BITS-1:0]          user_i,
    input  wire                          raw_only_i,
    input  wire [LANES-1:0]              mask_i,
    input  wire [LANES*32-1:0]           block_i,

    output wire                          valid_o,
    output wire [USER_BITS-1:0]          user_o,
    output wire [1:0]                    tag_o,
    output wire [LANES*32-1:0]           payload_o,
    output wire [LANES*32/BANK_BITS-1:0] units_o,
    output wire [LANES-1:0]              wen_o
);

    localparam BLOCK = LANES * 32;
    localparam UNITS = BLOCK / BANK_BITS;
    localparam BYTES = BANK_BITS / 8;
    localparam LEVELS = $clog2(LANES);

    // Banks of each code; it is used if its range indicator is enabled and it saves a bank
    localparam       BANKS_40 = (4 + BYTES - 1) / BYTES;
    localparam       BANKS_41 = (LANES + 3 + BYTES - 1) / BYTES;
    localparam       BANKS_42 = (2 * LANES + 2 + BYTES - 1) / BYTES;
    localparam [0:0] USE_40   = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41   = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42   = MODES[2] && BANKS_42 < UNITS;

    // D: bits of the widest difference in use; all banks that a code uses lie below CODE_BYTES
    localparam D          = USE_42 ? 16 : USE_41 ? 8 : 0;
    localparam CODE_BYTES = USE_42 ? BYTES * BANKS_42 : USE_41 ? BYTES * BANKS_41 : USE_40 ? BYTES * BANKS_40 : 0;

`ifdef WF_WITH_ENC_CLOCK
    localparam CLOCKED = 1;
`else
    localparam CLOCKED = 0;
`endif

    genvar i;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                (BANK_BITS != 32 && BANK_BITS != 64 && BANK_BITS != 128) ||
                PACKED < 0 || PACKED > 1 || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 4 || (STAGES != 0) != (CLOCKED != 0)) begin : gen_illegal
            wf_illegal_parameter u_illegal ();
        end
    endgenerate

    // Borrows of the subtraction x - y: bit k is the borrow into bit k, bit 8 the one out of the byte, that is
    // x < y + borrow_in. A bit makes a borrow (x = 0, y = 1) or hands one on (x <= y); three levels double the reach.
    function [8:0] borrows;
        input [7:0] x;
        input [7:0] y;
        input       borrow_in;
        reg   [7:0] make_1, make_2, make_4, make_8;
        reg   [7:0] pass_1, pass_2, pass_4, pass_8;
        begin
            make_1 = ~x & y;
            pass_1 = ~x | y;
            make_2 = make_1 | pass_1 & {make_1[6], 1'b0, make_1[4], 1'b0, make_1[2], 1'b0, make_1[0], 1'b0};
            pass_2 =          pass_1 & {pass_1[6], 1'b1, pass_1[4], 1'b1, pass_1[2], 1'b1, pass_1[0], 1'b1};
            make_4 = make_2 | pass_2 & {{2{make_2[5]}}, 2'b00, {2{make_2[1]}}, 2'b00};
            pass_4 =          pass_2 & {{2{pass_2[5]}}, 2'b11, {2{pass_2[1]}}, 2'b11};
            make_8 = make_4 | pass_4 & {{4{make_4[3]}}, 4'b0000};
            pass_8 =          pass_4 & {{4{pass_4[3]}}, 4'b1111};
            borrows = {make_8 | pass_8 & {8{borrow_in}}, borrow_in};
        end
    endfunction

    // ----------------------------------------------------------------------------------------------------
    // Classify: a warp that is not whole stays raw

    wire raw_0 = raw_only_i || !(&mask_i);

    wire                 valid_1;
    wire                 raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;

`ifdef WF_WITH_ENC_CLOCK
    generate
        if (STAGES >= 4) begin : gen_rank_operands
            `WF_RANK #(.WIDTH(1 + USER_BITS + LANES + BLOCK)) u_rank (
                .clk_i  (clk_i),
                .rst_ni (rst_ni),
                .valid_i(valid_i),
                .data_i ({raw_0, user_i, mask_i, block_i}),
                .valid_o(valid_1),
                .data_o ({raw_1, user_1, mask_1, block_1})
            );
        end else begin : gen_no_rank_operands
            assign {valid_1, raw_1, user_1, mask_1, block_1} =
                   {valid_i, raw_0, user_i, mask_i, block_i};
        end
    endgenerate
`else
    assign {valid_1, raw_1, user_1, mask_1, block_1} =
           {valid_i, raw_0, user_i, mask_i, block_i};
`endif

    // ----------------------------------------------------------------------------------------------------
    // Classify: Gray columns of the upper parts, borrows out of the lower bytes

    wire             columns_fit_1;
    wire             raw_to_2 = raw_1 || !columns_fit_1;
    wire [LANES-1:1] middle_1;

    generate
        if (CODE_BYTES == 0) begin : gen_no_columns
            assign columns_fit_1 = 1'b0;
        end else begin : gen_columns
            // Upper parts in Gray code, lane by lane; the whole lanes, in plain binary, if only equal lanes fit
            wire [LANES*(32-D)-1:0] gray;
            for (i = 0; i < LANES; i = i + 1) begin : gen_gray
                wire [31:D] upper = block_1[32*i+D +: 32-D];
                assign gray[(32-D)*i +: 32-D] = (D == 0) ? upper : upper ^ (upper >> 1);
            end

            // A column agrees if all lanes have its bit or none has: no exclusive-or between lanes
            for (i = 0; i < LEVELS; i = i + 1) begin : gen_tree
                localparam HALF = (LANES >> (i + 1)) * (32 - D);
                wire [HALF-1:0] all_set;
                wire [HALF-1:0] any_set;
                if (i == 0) begin : gen_leaves
                    assign all_set = gray[HALF +: HALF] & gray[0 +: HALF];
                    assign any_set = gray[HALF +: HALF] | gray[0 +: HALF];
                end else begin : gen_nodes
                    assign all_set = gen_tree[i-1].all_set[HALF +: HALF] & gen_tree[i-1].all_set[0 +: HALF];
                    assign any_set = gen_tree[i-1].any_set[HALF +: HALF] | gen_tree[i-1].any_set[0 +: HALF];
                end
            end

            // The column that may differ is that of the lowest bit of base's upper part that is unlike the top bit
            // of its lower part (floor's upper part is base's, or one less, as that bit is 1 or 0)
            wire [31:D] may_differ;
            if (D == 0) begin : gen_exact
                assign may_differ = 32'd0;
            end else begin : gen_window
                for (i = D; i < 32; i = i + 1) begin : gen_may_differ
                    wire like_below = (block_1[i-1:D-1] == {i-D+1{block_1[D-1]}});
                    if (i == 31) assign may_differ[i] = like_below;
                    else         assign may_differ[i] = like_below && block_1[i] != block_1[D-1];
                end
            end

            assign columns_fit_1 = &(gen_tree[LEVELS-1].all_set | ~gen_tree[LEVELS-1].any_set | may_differ);
        end
    endgenerate

    generate
        if (D == 0) begin : gen_no_middle
            assign middle_1 = {LANES-1{1'b0}};
        end else begin : gen_middle
            wire       live  = (ISOLATE == 0) || (valid_1 && !raw_1);
            wire [7:0] floor = block_1[7:0] & {8{live}} ^ ((D == 8) ? 8'h80 : 8'h00);
            for (i = 1; i < LANES; i = i + 1) begin : gen_lane
                wire [7:0] x = block_1[32*i +: 8] & {8{live}};
                wire [7:0] unused_inner;
                assign {middle_1[i], unused_inner} = borrows(x, floor, 1'b0);
            end
        end
    endgenerate

    wire                 valid_2;
    wire                 raw_2;
    wire [LANES-1:1]     middle_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;

`ifdef WF_WITH_ENC_CLOCK
    generate
        if (STAGES >= 2) begin : gen_rank_borrows
            `WF_RANK #(.WIDTH(LANES + USER_BITS + LANES + BLOCK)) u_rank (
                .clk_i  (clk_i),
                .rst_ni (rst_ni),
                .valid_i(valid_1),
                .data_i ({raw_to_2, middle_1, user_1, mask_1, block_1}),
                .valid_o(valid_2),
                .data_o ({raw_2, middle_2, user_2, mask_2, block_2})
            );
        end else begin : gen_no_rank_borrows
            assign {valid_2, raw_2, middle_2, user_2, mask_2, block_2} =
                   {valid_1, raw_to_2, middle_1, user_1, mask_1, block_1};
        end
    endgenerate
`else
    assign {valid_2, raw_2, middle_2, user_2, mask_2, block_2} =
           {valid_1, raw_to_2, middle_1, user_1, mask_1, block_1};
`endif

    // ----------------------------------------------------------------------------------------------------
    // Classify: verdict on the widest difference, as the lowest bits of the upper parts follow the borrows

    wire             links_fit_2;
    wire             raw_to_3    = raw_2 || !links_fit_2;
    wire [LANES-1:1] middle_to_3 = (D == 16) ? middle_2 : {LANES-1{1'b0}};

    generate
        if (D == 0) begin : gen_no_links
            assign links_fit_2 = 1'b1;
        end else begin : gen_links
            wire [LANES-1:0] below;
            wire [LANES-1:0] link;
            assign below[0] = !block_2[D-1];
            if (D == 8) begin : gen_byte
                assign below[LANES-1:1] = middle_2;
            end else begin : gen_half
                wire       live  = (ISOLATE == 0) || (valid_2 && !raw_2);
                wire [7:0] floor = block_2[15:8] & {8{live}} ^ 8'h80;
                for (i = 1; i < LANES; i = i + 1) begin : gen_lane
                    wire [7:0] x = block_2[32*i+8 +: 8] & {8{live}};
                    wire [7:0] unused_inner;
                    assign {below[i], unused_inner} = borrows(x, floor, middle_2[i]);
                end
            end
            for (i = 0; i < LANES; i = i + 1) begin : gen_link
                assign link[i] = block_2[32*i+D] ^ below[i];
            end
            assign links_fit_2 = (&link) || !(|link);
        end
    endgenerate

    wire                 valid_3;
    wire                 raw_3;
    wire [LANES-1:1]     middle_3;
    wire [USER_BITS-1:0] user_3;
    wire [LANES-1:0]     mask_3;
    wire [BLOCK-1:0]     block_3;

`ifdef WF_WITH_ENC_CLOCK
    generate
        if (STAGES >= 3) begin : gen_rank_verdict
            `WF_RANK #(.WIDTH(LANES + USER_BITS + LANES + BLOCK)) u_rank (
                .clk_i  (clk_i),
                .rst_ni (rst_ni),
                .valid_i(valid_2),
                .data_i ({raw_to_3, middle_to_3, user_2, mask_2, block_2}),
                .valid_o(valid_3),
                .data_o ({raw_3, middle_3, user_3, mask_3, block_3})
            );
        end else begin : gen_no_rank_verdict
            assign {valid_3, raw_3, middle_3, user_3, mask_3, block_3} =
                   {valid_2, raw_to_3, middle_to_3, user_2, mask_2, block_2};
        end
    endgenerate
`else
    assign {valid_3, raw_3, middle_3, user_3, mask_3, block_3} =
           {valid_2, raw_to_3, middle_to_3, user_2, mask_2, block_2};
`endif

    // ----------------------------------------------------------------------------------------------------
    // Select: differences, and the narrowest code that holds them

    wire [LANES*16-1:16] difference_3;
    wire                 is_zero_3;
    wire                 is_byte_3;

    generate
        if (D == 0) begin : gen_no_difference
            assign difference_3 = {(LANES-1)*16{1'b0}};
            assign is_zero_3    = 1'b1;
            assign is_byte_3    = 1'b1;
        end else begin : gen_difference
            wire             live  = (ISOLATE == 0) || (valid_3 && !raw_3);
            wire [D-1:0]     base  = block_3[D-1:0] & {D{live}};
            wire [D-1:0]     floor = base ^ {1'b1, {D-1{1'b0}}};
            wire [LANES-1:0] byte_fits;
            wire [LANES-1:0] zero_fits;
            assign byte_fits[0] = 1'b1;
            assign zero_fits[0] = 1'b1;
            for (i = 1; i < LANES; i = i + 1) begin : gen_lane
                wire [D-1:0] x = block_3[32*i +: D] & {D{live}};
                wire [D-1:0] unlike = x ^ base;
                wire [7:0]   into_low;
                wire         unused_middle;
                wire [7:0]   low;
                assign {unused_middle, into_low} = borrows(x[7:0], floor[7:0], 1'b0);
                assign low = unlike[7:0] ^ into_low;
                assign difference_3[16*i +: 8] = low;
                if (D == 8) begin : gen_byte
                    assign difference_3[16*i+8 +: 8] = 8'd0;
                    assign byte_fits[i] = 1'b1;
                    assign zero_fits[i] = !(|unlike);
                end else begin : gen_half
                    wire [7:0] into_high;
                    wire       unused_below;
                    wire [7:0] high;
                    assign {unused_below, into_high} = borrows(x[15:8], floor[15:8], middle_3[i]);
                    assign high = unlike[15:8] ^ into_high;
                    assign difference_3[16*i+8 +: 8] = high;
                    assign byte_fits[i] = (&{high, low[7]}) || !(|{high, low[7]});
                    assign zero_fits[i] = USE_41 ? !(|unlike[7:0]) : !(|unlike);
                end
            end
            assign is_byte_3 = &byte_fits;
            assign is_zero_3 = (&zero_fits) && (is_byte_3 || !USE_41);
        end
    endgenerate

    // tag  is_zero is_byte  (of those that are in use)
    //  0      -       -     raw
    //  1      1       1
    //  2      0       1
    //  3      0       0
    wire tag_is_1 = USE_40 && !raw_3 && is_zero_3;
    wire tag_is_2 = USE_41 && !raw_3 && is_byte_3 && !(USE_40 && is_zero_3);
    wire tag_is_3 = USE_42 && !raw_3 && !(USE_41 && is_byte_3) && !(USE_40 && is_zero_3);

    wire [1:0] tag_3 = {tag_is_2 || tag_is_3, tag_is_1 || tag_is_3};

    // ----------------------------------------------------------------------------------------------------
    // Pack: byte planes, or pairs of bytes where packed; pad bytes are zero, banks never in use stay the block

    wire             unused_some = &{1'b0, difference_3, middle_3, is_zero_3, is_byte_3};
    wire [BLOCK-1:0] code_3;
    wire [BLOCK-1:0] payload_3 = raw_3 ? block_3 : code_3;
    wire [UNITS-1:0] units_3;
    wire [LANES-1:0] wen_3;

    generate
        for (i = 0; i < LANES * 4; i = i + 1) begin : gen_byte
            // The difference byte that stands here: of the low plane, of the high plane, of the pairs
            localparam LOW   = i - 3;
            localparam HIGH  = i - BYTES * BANKS_41 + 1;
            localparam PAIR  = (i - 2) / 2;
            localparam UPPER = i % 2;
            localparam [0:0] IS_LOW  = D != 0 && LOW >= 1 && LOW < LANES;
            localparam [0:0] IS_HIGH = D == 16 && HIGH >= 1 && HIGH < LANES;
            localparam [0:0] IS_PAIR = D == 16 && PAIR >= 1 && PAIR < LANES;
            if (i < 4 || i >= CODE_BYTES) begin : gen_block
                assign code_3[8*i +: 8] = block_3[8*i +: 8];
            end else if (PACKED != 0 && IS_PAIR && USE_41 && i < BYTES * BANKS_41) begin : gen_both
                wire [7:0] narrow;
                if (IS_LOW) assign narrow = difference_3[16*LOW +: 8];
                else        assign narrow = 8'd0;
                assign code_3[8*i +: 8] = is_byte_3 ? narrow : difference_3[16*PAIR+8*UPPER +: 8];
            end else if (PACKED != 0 && IS_PAIR) begin : gen_pair
                assign code_3[8*i +: 8] = difference_3[16*PAIR+8*UPPER +: 8];
            end else if (IS_LOW && (PACKED == 0 || D == 8)) begin : gen_low
                assign code_3[8*i +: 8] = difference_3[16*LOW +: 8];
            end else if (IS_HIGH && PACKED == 0) begin : gen_high
                assign code_3[8*i +: 8] = difference_3[16*HIGH+8 +: 8];
            end else begin : gen_pad
                assign code_3[8*i +: 8] = 8'd0;
            end
        end

        // A compressed warp is whole, so its mask bits are all set
        for (i = 0; i < UNITS; i = i + 1) begin : gen_unit
            assign units_3[i] = !(tag_is_1 && i >= BANKS_40) && !(tag_is_2 && i >= BANKS_41) &&
                                !(tag_is_3 && i >= BANKS_42);
            assign wen_3[BANK_BITS/32*i +: BANK_BITS/32] =
                mask_3[BANK_BITS/32*i +: BANK_BITS/32] & {BANK_BITS/32{units_3[i]}};
        end
    endgenerate

`ifdef WF_WITH_ENC_CLOCK
    generate
        if (STAGES >= 1) begin : gen_rank_outputs
            `WF_RANK #(.WIDTH(USER_BITS + 2 + BLOCK + UNITS + LANES)) u_rank (
                .clk_i  (clk_i),
                .rst_ni (rst_ni),
                .valid_i(valid_3),
                .data_i ({user_3, tag_3, payload_3, units_3, wen_3}),
                .valid_o(valid_o),
                .data_o ({user_o, tag_o, payload_o, units_o, wen_o})
            );
        end else begin : gen_no_rank_outputs
            assign {valid_o, user_o, tag_o, payload_o, units_o, wen_o} =
                   {valid_3, user_3, tag_3, payload_3, units_3, wen_3};
        end
    endgenerate
`else
    assign {valid_o, user_o, tag_o, payload_o, units_o, wen_o} =
           {valid_3, user_3, tag_3, payload_3, units_3, wen_3};
`endif

endmodule
`default_nettype wire
