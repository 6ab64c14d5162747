// SPDX-License-Identifier: Apache-2.0
// crossbar read plainly: a byte of an output is the byte of the input that the output's number names. The proofs' reference.
//   2 lanes, written: byte 1 of lane 0 goes to place 1 * 2 + 0 = 2.   Read: place 2 goes back to byte 1 of lane 0, place 1.
`default_nettype none

module crossbar_ref #(
    parameter LANES = 32,
    parameter PORTS = 16,
    parameter READ = 0,
    parameter REORDER = 1,
    parameter SELECT = 4,
    parameter ENABLES = 0,
    parameter BYTES = LANES < 16 ? LANES : 16,
    parameter ARRAYS = 4 * LANES / BYTES
) (
    input  wire [PORTS-1:0]          en_i,
    input  wire [PORTS*SELECT-1:0]   from_i,
    input  wire [PORTS*ARRAYS-1:0]   arrays_i,
    input  wire [PORTS*LANES*32-1:0] data_i,
    output wire [PORTS*LANES*32-1:0] data_o
);

    genvar j, i, p;
    generate
        for (j = 0; j < PORTS; j = j + 1) begin : gen_port
            wire [SELECT-1:0] from = from_i[SELECT*j +: SELECT];
            for (i = 0; i < LANES; i = i + 1) begin : gen_lane
                for (p = 0; p < 4; p = p + 1) begin : gen_byte
                    // Place of byte p of lane i in lane order and in byte planes
                    localparam LANE_ORDER = 4 * i + p;
                    localparam PLANES = LANES * p + i;
                    localparam BEFORE = REORDER != 0 && READ != 0 ? PLANES : LANE_ORDER;
                    localparam AFTER = REORDER != 0 && READ == 0 ? PLANES : LANE_ORDER;
                    localparam HELD = REORDER != 0 ? PLANES : LANE_ORDER;  // in the banks
                    reg [7:0] value;
                    integer   k;
                    always @* begin
                        value = 8'd0;
                        for (k = 0; k < PORTS; k = k + 1)
                            if (en_i[j] && from == k && (ENABLES == 0 || arrays_i[ARRAYS*k + HELD/BYTES]))
                                value = data_i[32*LANES*k + 8*BEFORE +: 8];
                    end
                    assign data_o[32*LANES*j + 8*AFTER +: 8] = value;
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
