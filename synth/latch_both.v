// SPDX-License-Identifier: Apache-2.0
// A latch of either kind, to prove what takes their place (latch_gate.ys).
`default_nettype none
module latch_both (
    input  wire       enable_i,
    input  wire [1:0] data_i,
    output reg  [1:0] data_o
);
    always @* if (enable_i) data_o[0] = data_i[0];
    always @* if (!enable_i) data_o[1] = data_i[1];
endmodule
`default_nettype wire
