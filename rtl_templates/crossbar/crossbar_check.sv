// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its outputs promise: docs/crossbar.md. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
module `WF_CHECK_OWN (
`WF_CHECK_PORTS
);
    localparam WIDTH = 32 * `WF_LANES;
    localparam SELECT = `WF_PORTS <= 2 ? 1 : `WF_PORTS <= 4 ? 2 : `WF_PORTS <= 8 ? 3 : `WF_PORTS <= 16 ? 4 : 5;  // bits of a port's number

    wire [`WF_PORTS-1:0] used;  // the output is enabled, and its input is there
    wire [`WF_PORTS-1:0] used_then;  // of the result
    genvar j;
    generate
        if (`WF_STAGES == 0) begin : gen_same
            assign used_then = used;
        end else begin : gen_later
            reg [`WF_PORTS-1:0] used_q;
            always @(posedge clk_i) used_q <= used;
            assign used_then = used_q;
        end
        for (j = 0; j < `WF_PORTS; j = j + 1) begin : gen_output
            assign used[j] = en_i[j] && {1'b0, from_i[SELECT*j +: SELECT]} < `WF_PORTS;
            always @(posedge clk_i)
                if (rst_ni && valid_o) `CHECK(used_then[j] || data_o[WIDTH*j +: WIDTH] == 0, "an output that is not enabled, or has no input, is 0");
        end
    endgenerate
`ifdef WF_WITH_ENABLES_ON
    localparam BYTES = `WF_LANES < 16 ? `WF_LANES : 16;  // of an array
    localparam ARRAYS = 4 * `WF_LANES / BYTES;  // of a register

    wire [`WF_PORTS*ARRAYS-1:0] carries;  // of each output, the arrays of its input
    wire [`WF_PORTS*ARRAYS-1:0] carries_then;  // of the result
    genvar b;
    generate
        if (`WF_STAGES == 0) begin : gen_arrays_same
            assign carries_then = carries;
        end else begin : gen_arrays_later
            reg [`WF_PORTS*ARRAYS-1:0] carries_q;
            always @(posedge clk_i) carries_q <= carries;
            assign carries_then = carries_q;
        end
        for (j = 0; j < `WF_PORTS; j = j + 1) begin : gen_arrays
            wire [`WF_PORTS*ARRAYS-1:0] moved = arrays_i >> ARRAYS * from_i[SELECT*j +: SELECT];  // the input's arrays lowest
            assign carries[ARRAYS*j +: ARRAYS] = moved[ARRAYS-1:0];
            wire unused_moved = &{1'b0, moved[`WF_PORTS*ARRAYS-1:ARRAYS]};
            for (b = 0; b < 4 * `WF_LANES; b = b + 1) begin : gen_byte
                // In the banks it is byte PLACE
                localparam PLACE = `WF_REORDER != 0 && `WF_READ != 0 ? `WF_LANES * (b % 4) + b / 4 : b;
                always @(posedge clk_i)
                    if (rst_ni && valid_o) `CHECK(carries_then[ARRAYS*j + PLACE/BYTES] || data_o[WIDTH*j + 8*b +: 8] == 0, "a byte of an array that is not enabled is 0");
            end
        end
    endgenerate
`endif
    wire unused = &{1'b0, valid_i`WF_CHECK_UNUSED};
endmodule
`undef CHECK
`default_nettype wire
