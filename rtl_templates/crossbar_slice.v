// SPDX-License-Identifier: Apache-2.0
// A slice of the block crossbar: SLICE lanes of every port, in and out. Synthesis takes it in place of crossbar.v where the whole is too
// wide. Lanes share nothing but the selects, so the area and the energy of the whole are those of its slices. Ports and latency are those
// of crossbar.v. More: docs/crossbar.md
`default_nettype none
module `WF_CROSSBAR_SLICE #(
    parameter SLICE  = `WF_SLICE,
    parameter PORTS  = `WF_PORTS,
    parameter STAGES = `WF_STAGES,
    parameter SELECT = PORTS <= 2 ? 1 : PORTS <= 4 ? 2 : PORTS <= 8 ? 3 : PORTS <= 16 ? 4 : 5    // not to be set
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      valid_i,
    input  wire [PORTS-1:0]          en_i,
    input  wire [PORTS*SELECT-1:0]   from_i,
    input  wire [PORTS*SLICE*32-1:0] data_i,

    output wire                      valid_o,
    output wire [PORTS*SLICE*32-1:0] data_o
);
    `WF_CROSSBAR #(.LANES(SLICE), .PORTS(PORTS), .STAGES(STAGES)) crossbar (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .en_i(en_i), .from_i(from_i), .data_i(data_i), .valid_o(valid_o), .data_o(data_o)
    );
endmodule
`default_nettype wire
