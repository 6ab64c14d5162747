// SPDX-License-Identifier: Apache-2.0
// The number of the one bit that is set.
//
//   COUNT 8, bits_i 00001000  ->  number_o 3
//
// More: docs/avc.md
`default_nettype none
module `WF_AVC_NUMBER #(
    parameter COUNT  = 16,                              // bits, from 1
    parameter NUMBER = COUNT > 1 ? $clog2(COUNT) : 1    // bits of a number; not to be set
) (
    input  wire [COUNT-1:0]  bits_i,    // one-hot, or 0
    output wire [NUMBER-1:0] number_o   // its place; 0 without one
);
    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (NUMBER != (COUNT > 1 ? $clog2(COUNT) : 1)) begin : gen_bad_number wf_illegal_NUMBER bad (); end
    endgenerate

    wire [COUNT*NUMBER-1:0] numbers;
    genvar n;
    generate
        for (n = 0; n < COUNT; n = n + 1) begin : gen_number
            localparam [31:0] VALUE = n;
            assign numbers[n*NUMBER +: NUMBER] = VALUE[NUMBER-1:0];
        end
    endgenerate
    `WF_MUX #(.WIDTH(NUMBER), .COUNT(COUNT)) mux (.select_i(bits_i), .data_i(numbers), .data_o(number_o));
endmodule
`default_nettype wire
