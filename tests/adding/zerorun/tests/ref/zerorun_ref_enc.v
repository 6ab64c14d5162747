// SPDX-License-Identifier: Apache-2.0
// Plain reading of zerorun's encoder: words from the last one on, as long as they are 0.
`default_nettype none
module zerorun_ref_enc #(
    parameter LINE = 64,
    parameter SAVE = 0
) (
    input  wire [LINE*8-1:0]         block_i,
    input  wire                      raw_only_i,
    output reg  [$clog2(LINE/4)-1:0] tag_o,
    output wire [LINE*8-1:0]         payload_o,
    output reg  [LINE/32-1:0]        units_o,
    output wire [LINE/32-1:0]        wen_o
);
    integer run, word, burst;
    reg     zeros;
    always @* begin
        run   = 0;
        zeros = 1'b1;
        for (word = LINE / 4 - 1; word > 0; word = word - 1) begin
            if (block_i[32*word +: 32] != 0) zeros = 1'b0;
            if (zeros) run = run + 1;
        end
        if (raw_only_i || (SAVE != 0 && run < 8)) run = 0;
        tag_o = run;
        for (burst = 0; burst < LINE / 32; burst = burst + 1)
            units_o[burst] = 8 * burst < LINE / 4 - run;
    end
    assign payload_o = block_i;
    assign wen_o     = units_o;
endmodule
`default_nettype wire
