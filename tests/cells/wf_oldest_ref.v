// SPDX-License-Identifier: Apache-2.0
// wf_oldest as a loop: a request is the oldest unless an older one asks.
`default_nettype none
module wf_oldest_ref #(
    parameter WIDTH = 2
) (
    input  wire [WIDTH-1:0]       request_i,
    input  wire [WIDTH*WIDTH-1:0] older_i,
    output reg  [WIDTH-1:0]       oldest_o
);
    integer i, j;
    always @* begin
        oldest_o = request_i;
        for (i = 0; i < WIDTH; i = i + 1)
            for (j = 0; j < WIDTH; j = j + 1)
                if (request_i[j] && older_i[i*WIDTH + j]) oldest_o[i] = 1'b0;
    end
endmodule
`default_nettype wire
