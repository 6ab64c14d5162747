// SPDX-License-Identifier: Apache-2.0
// cpack_pick, head: the bytes of the words. They stand behind the entries, whose number is the highest that a code names: 0 to 4.
//
//   32 bytes, codes of 4 bits: 4 bytes of codes, 2 entries, so the bytes are from byte 4 + 2 x 4 = 12 on
`default_nettype none
module `WF_CPACK_PICK_HEAD #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0] payload_i, // the payload, byte 0 lowest
    output wire [LINE*2-1:0] bytes_o    // for each word, word 0 lowest, its byte, if it needs one
);
    localparam W = LINE / 4;    // words
`ifdef WF_WITH_TAG_HEAD
    localparam HEAD = 8;        // bits of the head
`else
    localparam HEAD = 0;        // bits of the head
`endif
`ifdef WF_WITH_ZERO_ENTRY
    localparam CODE = 3;        // bits of a code
`else
    localparam CODE = 4;        // bits of a code
`endif
    localparam ENTRIES = HEAD + CODE * W;   // the bit at which the entries begin
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // some[k]: a code names entry k
    wire [4*W-1:0] names;
    genvar         i;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_word
            wire [CODE-1:0] code = payload_i[HEAD+CODE*i +: CODE];
`ifdef WF_WITH_ZERO_ENTRY
            assign names[4*i +: 4] = {1'b0, code[2:1] == 2'd3, code[2:1] == 2'd2, code[2:1] == 2'd1};
`else
            assign names[4*i +: 4] = {code[3:1] == 3'd6, code[3:1] == 3'd4, code[3:1] == 3'd2, code[3:1] == 3'd0};
`endif
            wire unused_partial = code[0];
        end
    endgenerate
    wire [3:0] some;
    `WF_MUX #(.WIDTH(4), .COUNT(W)) any (.select_i({W{1'b1}}), .data_i(names), .data_o(some));

    wire [4:0] entries = {some[3], some[2] & ~some[3], some[1] & ~|some[3:2], some[0] & ~|some[3:1], ~|some};  // one-hot: how many
    assign bytes_o = (payload_i[ENTRIES +: 8*W] & {8*W{entries[0]}}) | (payload_i[ENTRIES+32 +: 8*W] & {8*W{entries[1]}}) |
                     (payload_i[ENTRIES+64 +: 8*W] & {8*W{entries[2]}}) | (payload_i[ENTRIES+96 +: 8*W] & {8*W{entries[3]}}) |
                     (payload_i[ENTRIES+128 +: 8*W] & {8*W{entries[4]}});
    wire unused = &{1'b0, payload_i};
endmodule
`default_nettype wire
