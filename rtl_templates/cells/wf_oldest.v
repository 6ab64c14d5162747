// SPDX-License-Identifier: Apache-2.0
// The oldest request, by an age matrix (`WF_AGE.v): the one of which no older one asks. Two levels of logic, however many ask.
//
//   WIDTH 3, request_i 011, entry 1 is older than entry 0  ->  oldest_o 010
`default_nettype none
module `WF_OLDEST #(
    parameter WIDTH = 2     // requests, from 1
) (
    input  wire [WIDTH-1:0]       request_i,    // any bits
    input  wire [WIDTH*WIDTH-1:0] older_i,      // bit i * WIDTH + j: request j is older than request i
    output wire [WIDTH-1:0]       oldest_o      // one-hot, or 0 without a request
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_request
            assign oldest_o[i] = request_i[i] && (request_i & older_i[i*WIDTH +: WIDTH]) == {WIDTH{1'b0}};
        end
    endgenerate
endmodule
`default_nettype wire
