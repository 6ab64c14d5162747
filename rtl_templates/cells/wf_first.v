// SPDX-License-Identifier: Apache-2.0
// The lowest bit that is 1, in logarithmic depth.
//
//   bits_i 101100  ->  first_o 000100, below_o 000011 (the bits below it), any_o 1
//   bits_i 000000  ->  first_o 000000, below_o 111111,                     any_o 0
`default_nettype none
module `WF_FIRST #(
    parameter WIDTH = 1     // from 1
) (
    input  wire [WIDTH-1:0] bits_i,     // any bits
    output wire [WIDTH-1:0] first_o,    // one-hot, or 0
    output wire [WIDTH-1:0] below_o,    // no bit here or below is 1
    output wire             any_o       // some bit is 1
);
    localparam LEVELS = $clog2(WIDTH);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    // upto of level l: some bit of the same 2^l is 1, here or below. A level joins the upper half of 2^l bits with the top of the lower half.
    genvar l, b;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [WIDTH-1:0] upto;
            for (b = 0; b < WIDTH; b = b + 1) begin : gen_bit
                if (l == 0) begin : gen_leaf
                    assign upto[b] = bits_i[b];
                end else if (((b >> (l - 1)) & 1) == 0) begin : gen_lower
                    assign upto[b] = gen_level[l-1].upto[b];
                end else begin : gen_upper
                    assign upto[b] = gen_level[l-1].upto[b] | gen_level[l-1].upto[((b >> (l - 1)) << (l - 1)) - 1];
                end
            end
        end
    endgenerate
    wire [WIDTH-1:0] upto = gen_level[LEVELS].upto;
    assign below_o = ~upto;
    assign first_o = upto & ~(upto << 1);
    assign any_o   = upto[WIDTH-1];
endmodule
`default_nettype wire
