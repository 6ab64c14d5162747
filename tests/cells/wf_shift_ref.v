// SPDX-License-Identifier: Apache-2.0
// wf_shift as a loop over the bits.
`default_nettype none
module wf_shift_ref #(
    parameter WIDTH = 1,
    parameter STEP  = 1,
    parameter COUNT = 2,
    parameter LEFT  = 1
) (
    input  wire [COUNT-1:0] select_i,
    input  wire [WIDTH-1:0] data_i,
    output reg  [WIDTH-1:0] data_o
);
    integer k, b, from;
    always @*
        for (b = 0; b < WIDTH; b = b + 1) begin
            data_o[b] = 1'b0;
            for (k = 0; k < COUNT; k = k + 1) begin
                from = LEFT != 0 ? b - k * STEP : b + k * STEP;
                if (select_i[k] && from >= 0 && from < WIDTH && data_i[from]) data_o[b] = 1'b1;
            end
        end
endmodule
`default_nettype wire
