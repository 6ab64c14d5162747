// SPDX-License-Identifier: Apache-2.0
// A slice of the block crossbar: SLICE lanes of every port, in and out. Synthesis takes it in place of the whole where that is too
// wide. Lanes share nothing but the selects, so the area and the energy of the whole are those of its slices. Ports and latency are those
// of the whole. More: docs/crossbar.md
`default_nettype none
module `WF_CROSSBAR_SLICE #(
    parameter SLICE  = `WF_SLICE,   // lanes of the slice: 1, 2, 4 or 8
    parameter PORTS  = `WF_PORTS,   // inputs, and as many outputs: 2 to 32
    parameter STAGES = `WF_STAGES,  // register ranks at the outputs, 0 or 1: the latency in cycles
    parameter SELECT = PORTS <= 2 ? 1 : PORTS <= 4 ? 2 : PORTS <= 8 ? 3 : PORTS <= 16 ? 4 : 5  // bits of a port's number; not to be set
) (
    input  wire                      clk_i,    // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                      rst_ni,   // reset, low, asynchronous
    input  wire                      valid_i,  // 1: the inputs mean something in this cycle
    input  wire [PORTS-1:0]          en_i,     // bit j: output j is in use, else it is 0
    input  wire [PORTS*SELECT-1:0]   from_i,   // for each output, output 0 lowest, the number of its input
`ifdef WF_WITH_ENABLES_ON
    input  wire [PORTS*4-1:0]        arrays_i,  // for each input a bit an array: the slice has a plane in each
`endif
    input  wire [PORTS*SLICE*32-1:0] data_i,   // the inputs, input 0 lowest

    output wire                      valid_o,  // 1: the outputs mean something in this cycle
    output wire [PORTS*SLICE*32-1:0] data_o    // the outputs, output 0 lowest
);
    generate
        if (SLICE != 1 && SLICE != 2 && SLICE != 4 && SLICE != 8) begin : gen_bad_slice wf_illegal_SLICE bad (); end
        if (SELECT != (PORTS <= 2 ? 1 : PORTS <= 4 ? 2 : PORTS <= 8 ? 3 : PORTS <= 16 ? 4 : 5)) begin : gen_bad_select
            wf_illegal_SELECT bad ();
        end
    endgenerate

    `WF_CROSSBAR #(.LANES(SLICE), .PORTS(PORTS), .STAGES(STAGES)) crossbar (
        .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_ENABLES_ON
        .arrays_i(arrays_i),
`endif
        .valid_i(valid_i), .en_i(en_i), .from_i(from_i), .data_i(data_i), .valid_o(valid_o), .data_o(data_o)
    );
endmodule
`default_nettype wire
