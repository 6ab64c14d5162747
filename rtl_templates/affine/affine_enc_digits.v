// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, digits: do the bits of all active lanes count up with the lane's number, from the stride's bit on? The digit of a lane is
// its bits from there, one more than a lane's number has. In an affine vector the digit of lane i is the base's digit plus i. So the digits
// less the lanes' numbers agree, and they are the base's digit.
//
//   WIDTH 4, lanes 12 14 16 18, stride 2  ->  digits of three bits 6 7 0 1, less 0 1 2 3: 6 in all lanes. agree_o 1, digit_o 6
`default_nettype none
module `WF_ENC_DIGITS #(
    parameter WIDTH = 4,                    // lanes of the vector: a power of two, from 4
    parameter WORD  = 4,                    // bits of a lane
    parameter STEPS = WORD < 7 ? WORD : 7,  // bits that a stride may be; not to be set
    parameter BITS  = $clog2(WIDTH) + 1     // bits of a digit; not to be set
) (
    input  wire [WIDTH-1:0]      active_i,  // active lanes
    input  wire [WIDTH*WORD-1:0] lanes_i,   // the lanes, lane 0 lowest
    input  wire [STEPS-1:0]      stride_i,  // the stride: one-hot
    output wire                  agree_o,   // 1: the digits fit one base
    output wire [BITS-1:0]       digit_o    // the base's digit if they do; bits beyond the word are 0
);
    localparam REACH = BITS + STEPS - 1;    // bits of a lane that a digit may come from

    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (STEPS != (WORD < 7 ? WORD : 7)) begin : gen_bad_steps wf_illegal_STEPS bad (); end
        if (BITS != $clog2(WIDTH) + 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
    endgenerate

    wire [WIDTH*BITS-1:0] starts;   // a digit less its lane's number
    wire [BITS-1:0]       ones, zeros;
    wire [BITS-1:0]       inner;    // the bits of a digit that lie in the word
    wire                  unused_lanes = &{1'b0, lanes_i};
    genvar                i, k;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
            localparam [BITS-1:0] NUMBER = i;
            wire [REACH-1:0] near, digit;
            if (REACH > WORD) begin : gen_fill
                assign near = {{REACH-WORD{1'b0}}, lanes_i[WORD*i +: WORD]};
            end else begin : gen_near
                assign near = lanes_i[WORD*i +: REACH];
            end
            `WF_SHIFT #(.WIDTH(REACH), .STEP(1), .COUNT(STEPS), .LEFT(0)) from_stride (.select_i(stride_i), .data_i(near), .data_o(digit));
            assign starts[BITS*i +: BITS] = digit[BITS-1:0] - NUMBER;
            wire unused_digit = &{1'b0, digit};
        end
        for (k = 0; k < BITS; k = k + 1) begin : gen_inner
            if (k + STEPS <= WORD) begin : gen_always
                assign inner[k] = 1'b1;
            end else if (k < WORD) begin : gen_low_strides
                assign inner[k] = |stride_i[WORD-1-k:0];
            end else begin : gen_never
                assign inner[k] = 1'b0;
            end
        end
    endgenerate
    `WF_ENC_COLUMNS #(.WIDTH(WIDTH), .BITS(BITS)) columns (.active_i(active_i), .words_i(starts), .ones_o(ones), .zeros_o(zeros));
    assign agree_o = !(|(ones & zeros & inner));
    assign digit_o = ones & inner;
endmodule
`default_nettype wire
