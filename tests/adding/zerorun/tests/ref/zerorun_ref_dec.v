// SPDX-License-Identifier: Apache-2.0
// Plain reading of zerorun's decoder.
`default_nettype none
module zerorun_ref_dec #(
    parameter LINE = 64
) (
    input  wire [$clog2(LINE/4)-1:0] tag_i,
    input  wire [LINE*8-1:0]         payload_i,
    output reg  [LINE*8-1:0]         block_o
);
    integer word;
    always @* begin
        block_o = payload_i;
        for (word = 0; word < LINE / 4; word = word + 1)
            if (word + tag_i >= LINE / 4) block_o[32*word +: 32] = 32'd0;
    end
endmodule
`default_nettype wire
