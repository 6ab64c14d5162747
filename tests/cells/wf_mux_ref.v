// SPDX-License-Identifier: Apache-2.0
// wf_mux as a loop.
`default_nettype none
module wf_mux_ref #(
    parameter WIDTH = 1,
    parameter COUNT = 2
) (
    input  wire [COUNT-1:0]       select_i,
    input  wire [COUNT*WIDTH-1:0] data_i,
    output reg  [WIDTH-1:0]       data_o
);
    integer k;
    always @* begin
        data_o = {WIDTH{1'b0}};
        for (k = 0; k < COUNT; k = k + 1)
            if (select_i[k]) data_o = data_o | data_i[k*WIDTH +: WIDTH];
    end
endmodule
`default_nettype wire
