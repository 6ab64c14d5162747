// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, form stream, planes: the next RATE bit planes of the differences between successive words, which are rotated. A difference
// needs the bits of its planes and the borrow from all bits below them.
//
//   RATE 3, words rotated by 3  ->  planes 29, 28, 27. Bit 29 of a word is its bit 0 here, bits 28 and 27 are bits 31 and 30; bits 26 to 0
//   are bits 29 to 3. Bits 2 to 0 here had their planes before: left_i tells that they make no borrow.
`default_nettype none
module `WF_ENC_SERIAL_PLANES #(
    parameter WORDS = `WF_LINE / 4,  // words of the line
    parameter RATE  = `WF_RATE       // planes a cycle: 1, 3 or 11
) (
    input  wire                      first_i,  // 1: the line's first planes, 32 and those below it; the words are as they came
    input  wire [33/RATE-2:0]        left_i,   // bit d: the RATE bits of a word from RATE * d on are of planes to come
    input  wire [32*WORDS-1:0]       line_i,   // the line, each word rotated to the left
    output wire [RATE*(WORDS-1)-1:0] planes_o  // bits (WORDS-1)*k +: WORDS-1: the plane k below the highest; bit i is of words i + 1 and i
);
    localparam N     = WORDS - 1;
    localparam BELOW = 33 - RATE;   // bits below those of the planes

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
    endgenerate

    // Of each word the bits of these planes, from the lowest on. Plane 32 is of the words' signs
    wire [RATE*WORDS-1:0] digits;
    wire [BELOW*N-1:0]    make, pass, unused_into;
    wire [N-1:0]          borrow, unused_pass;
    wire [RATE*N-1:0]     make_here, pass_here, into;
    wire [N-1:0]          unused_make, unused_out;
    wire                  unused = &{1'b0, unused_into, unused_pass, unused_make, unused_out};
    genvar i, j;
    generate
        for (i = 0; i < WORDS; i = i + 1) begin : gen_word
            wire top = first_i ? line_i[32*i + 31] : line_i[32*i];
            if (RATE == 1) begin : gen_single
                assign digits[i] = top;
            end else begin : gen_several
                assign digits[RATE*i +: RATE] = {top, line_i[32*i + 31 -: RATE-1]};
            end
        end
        for (i = 0; i < N; i = i + 1) begin : gen_delta
            for (j = 0; j < BELOW; j = j + 1) begin : gen_below
                assign make[BELOW*i + j] = !line_i[32*(i+1) + j] && line_i[32*i + j] && left_i[j / RATE];
                assign pass[BELOW*i + j] = !line_i[32*(i+1) + j] || line_i[32*i + j];
            end
            wire [RATE-1:0] here = digits[RATE*i +: RATE];
            wire [RATE-1:0] next = digits[RATE*(i+1) +: RATE];
            assign make_here[RATE*i +: RATE] = ~next & here;
            assign pass_here[RATE*i +: RATE] = ~next | here;
            for (j = 0; j < RATE; j = j + 1) begin : gen_plane
                assign planes_o[N*j + i] = next[RATE-1-j] ^ here[RATE-1-j] ^ into[RATE*i + RATE-1-j];
            end
        end
    endgenerate
    `WF_CARRY #(.WIDTH(BELOW), .COUNT(N)) borrow_below (
        .make_i(make), .pass_i(pass), .into_i({N{1'b0}}), .into_o(unused_into), .make_o(borrow), .pass_o(unused_pass)
    );
    `WF_CARRY #(.WIDTH(RATE), .COUNT(N)) borrow_here (
        .make_i(make_here), .pass_i(pass_here), .into_i(borrow), .into_o(into), .make_o(unused_make), .pass_o(unused_out)
    );
endmodule
`default_nettype wire
