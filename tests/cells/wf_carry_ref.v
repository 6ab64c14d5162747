// SPDX-License-Identifier: Apache-2.0
// wf_carry as a loop, bit after bit.
`default_nettype none
module wf_carry_ref #(
    parameter WIDTH = 8,
    parameter COUNT = 1
) (
    input  wire [COUNT*WIDTH-1:0] make_i,
    input  wire [COUNT*WIDTH-1:0] pass_i,
    input  wire [COUNT-1:0]       into_i,
    output reg  [COUNT*WIDTH-1:0] into_o,
    output reg  [COUNT-1:0]       make_o,
    output reg  [COUNT-1:0]       pass_o
);
    reg     carry;
    integer k, b;
    always @*
        for (k = 0; k < COUNT; k = k + 1) begin
            carry     = into_i[k];
            make_o[k] = 1'b0;
            pass_o[k] = 1'b1;
            for (b = WIDTH * k; b < WIDTH * k + WIDTH; b = b + 1) begin
                into_o[b] = carry;
                carry     = make_i[b] || (pass_i[b] && carry);
                make_o[k] = make_i[b] || (pass_i[b] && make_o[k]);
                pass_o[k] = pass_i[b] && pass_o[k];
            end
        end
endmodule
`default_nettype wire
