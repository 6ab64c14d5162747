// SPDX-License-Identifier: Apache-2.0
// wf_fold as a loop.
`default_nettype none
module wf_fold_ref #(
    parameter WIDTH = 1,
    parameter COUNT = 2
) (
    input  wire [COUNT*WIDTH-1:0] data_i,
    output reg  [WIDTH-1:0]       all_o,
    output reg  [WIDTH-1:0]       any_o
);
    integer k;
    always @* begin
        all_o = {WIDTH{1'b1}};
        any_o = {WIDTH{1'b0}};
        for (k = 0; k < COUNT; k = k + 1) begin
            all_o = all_o & data_i[k*WIDTH +: WIDTH];
            any_o = any_o | data_i[k*WIDTH +: WIDTH];
        end
    end
endmodule
`default_nettype wire
