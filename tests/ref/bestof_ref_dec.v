// SPDX-License-Identifier: Apache-2.0
// Plain reading of bestof's decoder: the member that the tag names; the payload as it stands where it names none.
`default_nettype none
module bestof_ref_dec #(
    parameter       LINE     = 64,
    parameter [2:0] MEMBERS  = 3'b111,
    parameter       SAVE     = 0,
    parameter       TAG_BITS = MEMBERS[0] ? 6 : 3
) (
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire [LINE*8-1:0]   payload_i,
    output reg  [LINE*8-1:0]   block_o
);
    wire [3:0]        member = tag_i >> 2;
    wire [LINE*8-1:0] linebdi_block, fpc_block, cpack_block;
    linebdi_ref_dec #(.LINE(LINE), .SAVE(SAVE)) linebdi (.tag_i(member), .payload_i(payload_i), .block_o(linebdi_block));
    fpc_ref_dec #(.LINE(LINE)) fpc (.tag_i(member[0]), .payload_i(payload_i), .block_o(fpc_block));
    cpack_ref_dec #(.LINE(LINE)) cpack (.tag_i(member[0]), .payload_i(payload_i), .block_o(cpack_block));
    always @*
        if (tag_i[1:0] == 1 && MEMBERS[0])      block_o = linebdi_block;
        else if (tag_i[1:0] == 2 && MEMBERS[1]) block_o = fpc_block;
        else if (tag_i[1:0] == 3 && MEMBERS[2]) block_o = cpack_block;
        else                                    block_o = payload_i;
endmodule
`default_nettype wire
