// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, places: base, select bits and deltas from their places, once for all picks. The select bits stand before the base, the deltas
// behind it.
//
//   128 bytes, code 8-1, select bits in the payload: select bits at byte 0, base at byte 2, deltas from byte 10 on
`default_nettype none
module `WF_LINEBDI_PICK_PLACES #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [8:0]        is_i,      // one-hot: the tag
    input  wire [LINE/2-1:0] given_i,   // select bits in the tag; 0 if there are none
    input  wire [LINE*8-1:0] payload_i, // the payload, byte 0 lowest
    output wire [63:0]       base_o,    // the base, from bit 0; above one of 4 or 2 bytes: any bits
    output wire [LINE/2-1:0] string_o,  // select bits, chunk i is bit i: 1 on the zero base
    output wire [LINE*8-1:0] deltas_o   // the deltas of all chunks, from byte 0 on; the raw line
);
`ifdef WF_WITH_TAG_HEAD
    localparam HEAD = 1;            // bytes of the head
`else
    localparam HEAD = 0;            // bytes of the head
`endif
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
    endgenerate

    // The byte at which the base of so many bytes begins
    function integer base_at;
        input integer width;
        base_at = HEAD + (STORED != 0 ? (LINE / width + 7) / 8 : 0);
    endfunction
    localparam AT8 = base_at(8);
    localparam AT4 = base_at(4);
    localparam AT2 = base_at(2);

    wire is8 = |is_i[5:3];
    wire is4 = |is_i[7:6];
    wire is2 = is_i[8];
    assign base_o   = (payload_i[8*HEAD +: 64] & {64{is_i[2]}}) | (payload_i[8*AT8 +: 64] & {64{is8}}) |
                      (payload_i[8*AT4 +: 64] & {64{is4}}) | (payload_i[8*AT2 +: 64] & {64{is2}});
    assign string_o = STORED != 0 ? payload_i[8*HEAD +: LINE/2] : given_i;

    // All deltas together have at most half a line
    wire [LINE*4-1:0] moved = (payload_i[8*(AT8+8) +: LINE*4] & {LINE*4{is8}}) | (payload_i[8*(AT4+4) +: LINE*4] & {LINE*4{is4}}) |
                              (payload_i[8*(AT2+2) +: LINE*4] & {LINE*4{is2}});
    assign deltas_o = {payload_i[LINE*8-1:LINE*4], moved | (payload_i[LINE*4-1:0] & {LINE*4{is_i[0]}})};
    wire unused = &{1'b0, is_i, given_i};
endmodule
`default_nettype wire
