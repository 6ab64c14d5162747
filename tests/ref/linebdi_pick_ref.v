// SPDX-License-Identifier: Apache-2.0
//
// Reference of linebdi_pick: section 7.6 of CABA the long way round. The plain reading of the decoder gives the whole line, then the values are
// taken out of it.
//   line of words 3 2 1 0 .., word 1  ->  2
`default_nettype none
module linebdi_pick_ref #(
    parameter       LINE       = 128,
    parameter [7:0] ENCODINGS  = 8'hff,
    parameter       FIRSTNZ    = 0,
    parameter       ZERO_BASE  = 1,
    parameter       SELECT_TAG = 0,
    parameter       RESIDUE    = 1,
    parameter       SAVE       = 0,
    parameter       HEAD       = 0,
    parameter       PICKS      = 1,
    parameter       BYTES      = 4,
    parameter       TAG_BITS   = HEAD != 0 ? 1 : ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4,
    parameter       AT         = $clog2(LINE / BYTES)
) (
    input  wire [TAG_BITS-1:0]      tag_i,
    input  wire [LINE*8-1:0]        payload_i,
    input  wire [PICKS*AT-1:0]      at_i,
    output reg  [PICKS*8*BYTES-1:0] value_o
);
    wire [LINE*8-1:0] line;
    linebdi_ref_dec #(
        .LINE(LINE), .ENCODINGS(ENCODINGS), .FIRSTNZ(FIRSTNZ), .ZERO_BASE(ZERO_BASE), .SELECT_TAG(SELECT_TAG), .RESIDUE(RESIDUE), .SAVE(SAVE),
        .HEAD(HEAD)
    ) dec (.tag_i(tag_i), .payload_i(payload_i), .block_o(line));

    integer      p;
    reg [AT-1:0] at;
    always @*
        for (p = 0; p < PICKS; p = p + 1) begin
            at = at_i[AT*p +: AT];
            value_o[8*BYTES*p +: 8*BYTES] = line[8*BYTES*at +: 8*BYTES];
        end
endmodule
`default_nettype wire
