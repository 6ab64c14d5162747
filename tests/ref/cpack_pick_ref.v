// SPDX-License-Identifier: Apache-2.0
//
// Reference of cpack_pick: section 7.6 of CABA the long way round. The plain reading of the decoder gives the whole line, then the values are
// taken out of it.
//   line of words 3 2 1 0 .., word 1  ->  2
`default_nettype none
module cpack_pick_ref #(
    parameter LINE       = 128,
    parameter ZERO_ENTRY = 0,
    parameter HEAD       = 0,
    parameter PICKS      = 1,
    parameter BYTES      = 4,
    parameter AT         = $clog2(LINE / BYTES)
) (
    input  wire                     tag_i,
    input  wire [LINE*8-1:0]        payload_i,
    input  wire [PICKS*AT-1:0]      at_i,
    output reg  [PICKS*8*BYTES-1:0] value_o
);
    wire [LINE*8-1:0] line;
    cpack_ref_dec #(.LINE(LINE), .PARALLEL(1), .ZERO_ENTRY(ZERO_ENTRY), .HEAD(HEAD)) dec (
        .tag_i(tag_i), .payload_i(payload_i), .block_o(line)
    );

    integer      p;
    reg [AT-1:0] at;
    always @*
        for (p = 0; p < PICKS; p = p + 1) begin
            at = at_i[AT*p +: AT];
            value_o[8*BYTES*p +: 8*BYTES] = line[8*BYTES*at +: 8*BYTES];
        end
endmodule
`default_nettype wire
