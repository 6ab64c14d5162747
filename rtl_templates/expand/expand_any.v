// SPDX-License-Identifier: Apache-2.0
// Block expand, any stride: lane i of one vector is base + i * stride, modulo 2^WORD.
//
//   WIDTH 8, base 30, stride 3  ->  30 33 36 39 3C 3F 42 45
//
// Each lane adds the stride once, shifted: lane 6 (110) is lane 4 (100) plus 2 * stride, lane 4 is lane 0 plus 4 * stride.
`default_nettype none
module `WF_EXPAND_ANY #(
    parameter WIDTH = 4,  // lanes of the vector: a power of two
    parameter WORD  = 4   // bits of a lane
) (
    input  wire [WORD-1:0]       base_i,    // lane 0
    input  wire [WORD-1:0]       stride_i,  // any word
    output wire [WORD*WIDTH-1:0] sums_o     // lane 0 lowest
);
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
            wire [WORD-1:0] sum;
            if (i == 0) begin : gen_base
                assign sum = base_i;
            end else begin : gen_sum
                // i & (i - 1) is i without its lowest 1, which is i & -i
                assign sum = gen_lane[i & (i - 1)].sum + (stride_i << $clog2(i & -i));
            end
            assign sums_o[WORD*i +: WORD] = sum;
        end
    endgenerate
endmodule
`default_nettype wire
