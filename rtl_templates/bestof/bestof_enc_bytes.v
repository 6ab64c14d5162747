// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof, bytes: the member with the code of the fewest bytes, the first of equals. All pairs are compared at once.
//
//   64 bytes, codes of 1, 2 and 8 bytes  ->  code_o 001
`default_nettype none
module `WF_ENC_BYTES #(
    parameter LINE = `WF_LINE  // bytes of the cache line: 32, 64 or 128
) (
    input  wire [`WF_MEMBERS-1:0]   coded_i,  // bit k: member k has a code
    input  wire [`WF_MEMBERS*8-1:0] size_i,   // the bytes of each code; any bits if a member has none
    output wire [`WF_MEMBERS-1:0]   code_o    // one-hot: the member whose code is used; 0: raw
);
    localparam MEMBERS = `WF_MEMBERS;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    genvar i, j;
    generate
        for (i = 0; i < MEMBERS; i = i + 1) begin : gen_member
            wire [7:0]         bytes = coded_i[i] ? size_i[8*i +: 8] : LINE;
            wire [MEMBERS-1:0] beats;   // bit j: it is better than member j
            for (j = 0; j < MEMBERS; j = j + 1) begin : gen_other
                if (i == j) begin : gen_itself
                    assign beats[j] = 1'b1;
                end else if (i < j) begin : gen_no_more
                    assign beats[j] = !(gen_member[j].bytes < bytes);
                end else begin : gen_fewer
                    assign beats[j] = bytes < gen_member[j].bytes;
                end
            end
            assign code_o[i] = coded_i[i] && (&beats);
        end
    endgenerate
endmodule
`default_nettype wire
