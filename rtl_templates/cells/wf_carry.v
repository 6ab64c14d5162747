// SPDX-License-Identifier: Apache-2.0
// The carry into every bit of COUNT numbers side by side, of a sum or, as borrows, of a difference; in logarithmic depth.
// A bit makes a carry whatever comes in, or it passes on the carry that comes in:
//   x + y: make x & y, pass x | y, sum x ^ y ^ into_o
//   x - y: make ~x & y, pass ~x | y, difference x ^ y ^ into_o
//   out of the number: make_o | pass_o & into_i
//
//   WIDTH 4, COUNT 1, 0110 + 0011: make 0010, pass 0111, into_i 0  ->  into_o 1100 (the sum is 1001), make_o 0, pass_o 0
//   To leave out a bit, make 0 and pass 1: with bit 3 left out make_o is the carry into it, 1.
`default_nettype none
module `WF_CARRY #(
    parameter WIDTH = 8,    // bits of a number, from 1
    parameter COUNT = 1     // numbers, from 1
) (
    input  wire [COUNT*WIDTH-1:0] make_i,   // bits that make a carry; number k is bits k*WIDTH +: WIDTH
    input  wire [COUNT*WIDTH-1:0] pass_i,   // bits that pass on the carry that comes in, likewise
    input  wire [COUNT-1:0]       into_i,   // the carry into bit 0 of each number

    output wire [COUNT*WIDTH-1:0] into_o,   // the carry into each bit
    output wire [COUNT-1:0]       make_o,   // the number makes a carry out of its top bit
    output wire [COUNT-1:0]       pass_o    // the number passes on the carry that comes in
);
    localparam LEVELS = $clog2(WIDTH);
    localparam SPAN   = 1 << LEVELS;    // a number has this many bits here; those above WIDTH are left out
    localparam BITS   = COUNT * SPAN;
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
    endgenerate

    // A bit of each number in its place, and the carries into the numbers
    wire [BITS-1:0] make_bits, pass_bits, first;
    genvar k, l;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_number
            if (WIDTH < SPAN) begin : gen_fill
                assign make_bits[SPAN*k + SPAN-1 -: SPAN - WIDTH] = {SPAN-WIDTH{1'b0}};
                assign pass_bits[SPAN*k + SPAN-1 -: SPAN - WIDTH] = {SPAN-WIDTH{1'b1}};
            end
            if (SPAN > 1) begin : gen_others
                assign first[SPAN*k + SPAN-1 -: SPAN - 1] = {SPAN-1{1'b0}};
            end
            assign make_bits[SPAN*k +: WIDTH] = make_i[WIDTH*k +: WIDTH];
            assign pass_bits[SPAN*k +: WIDTH] = pass_i[WIDTH*k +: WIDTH];
            assign first[SPAN*k]              = into_i[k];
            assign into_o[WIDTH*k +: WIDTH]   = gen_into[0].into[SPAN*k +: WIDTH];
            assign make_o[k]                  = gen_level[LEVELS].make[SPAN*k + SPAN-1];
            assign pass_o[k]                  = gen_level[LEVELS].pass[SPAN*k + SPAN-1];
        end

        // make, pass: of the 2^l bits that end at a bit. They count where these bits are one of the 2^l-bit parts of a number
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [BITS-1:0] make, pass;
            if (l == 0) begin : gen_bits
                assign make = make_bits;
                assign pass = pass_bits;
            end else begin : gen_pairs
                assign make = gen_level[l-1].make | gen_level[l-1].pass & (gen_level[l-1].make << (1 << (l - 1)));
                assign pass = gen_level[l-1].pass & (gen_level[l-1].pass << (1 << (l - 1)));
            end
        end

        // into: the carries into the lowest bit of each part. That into the upper half of a part comes out of the lower half
        for (l = LEVELS; l >= 0; l = l - 1) begin : gen_into
            wire [BITS-1:0] into;
            if (l == LEVELS) begin : gen_first
                assign into = first;
            end else begin : gen_halves
                localparam [(2<<l)-1:0] LOWEST = {{(2<<l)-1{1'b0}}, 1'b1} << (1 << l);   // of the upper half
                wire [BITS-1:0] out = gen_level[l].make | gen_level[l].pass & (gen_into[l+1].into << ((1 << l) - 1));
                assign into = gen_into[l+1].into | (out << 1) & {BITS>>(l+1){LOWEST}};
            end
        end
    endgenerate
    wire unused = &{1'b0, gen_into[0].into, gen_level[LEVELS].make, gen_level[LEVELS].pass};
endmodule
`default_nettype wire
