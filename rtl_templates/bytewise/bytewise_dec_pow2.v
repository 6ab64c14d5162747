// SPDX-License-Identifier: Apache-2.0
// Part of the decoder of bytewise, strides=pow2: the lanes of a group from base and stride. Byte 0 of lane i is that of the base plus or
// minus i * stride, modulo 256; bytes 3 to 1 are the base's.
// In: base and step, {down, code of the stride: 7 to 1 for 1 to 64, 0 for 0}. Out: the lanes. expand takes the complement of the code.
//
//   4 lanes, base C0403901   step 0_101 (4)   ->  C0403901 C0403905 C0403909 C040390D
//                            step 1_111 (-1)  ->  C0403901 C0403900 C04039FF C04039FE
//                            step 0_000 (0)   ->  C0403901 in all lanes
//
// base - i * stride is the complement of ~base + i * stride, so a stride downwards has the base complemented, and all sums.
`default_nettype none
module `WF_DEC_POW2 #(
    parameter WIDTH = 4  // lanes of the group: a power of two
) (
    input  wire [31:0]         base_i,  // lane 0
    input  wire [3:0]          step_i,  // {down, code}
    output wire [32*WIDTH-1:0] sums_o   // lane 0 lowest
);
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    wire               down = step_i[3];
    wire [7:0]         base = base_i[7:0] ^ {8{down}};
    wire [8*WIDTH-1:0] sums;
    wire               unused_valid;
    `WF_EXPAND #(.LANES(WIDTH), .STAGES(0)) expand (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .base_i(base), .stride_i(~step_i[2:0]), .valid_o(unused_valid), .block_o(sums)
    );

    genvar i;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
            assign sums_o[32*i +: 32] = {base_i[31:8], sums[8*i +: 8] ^ {8{down}}};
        end
    endgenerate
endmodule
`default_nettype wire
