// SPDX-License-Identifier: Apache-2.0
// wf_first as a loop.
`default_nettype none
module wf_first_ref #(
    parameter WIDTH = 1
) (
    input  wire [WIDTH-1:0] bits_i,
    output reg  [WIDTH-1:0] first_o,
    output reg  [WIDTH-1:0] below_o,
    output reg              any_o
);
    integer b;
    always @* begin
        any_o = 1'b0;
        for (b = 0; b < WIDTH; b = b + 1) begin
            first_o[b] = bits_i[b] && !any_o;
            any_o      = any_o || bits_i[b];
            below_o[b] = !any_o;
        end
    end
endmodule
`default_nettype wire
