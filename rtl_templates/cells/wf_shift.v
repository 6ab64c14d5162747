// SPDX-License-Identifier: Apache-2.0
// wf_shift: a word shifted by a multiple of STEP bits that is given as one-hot, with zeros from behind. No bit selected: 0.
//
//   WIDTH 16, STEP 4, COUNT 3, data_i ABCD, select_i 010  ->  LEFT 1: BCD0        LEFT 0: 0ABC
`default_nettype none
module `WF_SHIFT #(
    parameter WIDTH = 1,    // bits of the word, from 1
    parameter STEP  = 1,    // bits, from 1
    parameter COUNT = 2,    // shifts: 0, STEP, 2 STEP ..
    parameter LEFT  = 1     // 1: towards the highest bit; 0: towards bit 0
) (
    input  wire [COUNT-1:0] select_i,   // bit k: by k * STEP bits
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
    generate
        if (WIDTH < 1 || STEP < 1 || COUNT < 1 || LEFT < 0 || LEFT > 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [COUNT*WIDTH-1:0] shifted;
    genvar k;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_shift
            if (LEFT != 0) assign shifted[k*WIDTH +: WIDTH] = data_i << (k * STEP);
            else           assign shifted[k*WIDTH +: WIDTH] = data_i >> (k * STEP);
        end
    endgenerate
    `WF_MUX #(.WIDTH(WIDTH), .COUNT(COUNT)) mux (.select_i(select_i), .data_i(shifted), .data_o(data_o));
endmodule
`default_nettype wire
