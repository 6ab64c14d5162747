// SPDX-License-Identifier: Apache-2.0
// Block crossbar: switches PORTS warp registers to PORTS outputs, and puts their bytes into planes on the way to the banks (READ = 0) or
// back into lanes on the way from them (READ = 1).
// In: PORTS registers, and for each output the number of its input (from_i) and an enable (en_i). Out, STAGES cycles later (0: in the same
// cycle): output j is input from_i[j]. It is 0 if en_i[j] is 0 or if there is no input of that number.
// REORDER = 1: byte p of lane i becomes byte i of plane p, or the reverse for READ = 1. That is wiring and costs no cell. REORDER = 0:
// bytes keep their places.
//
//   2 lanes, written, most significant byte first:  lane 1, lane 0      b3 b2 b1 b0   a3 a2 a1 a0
//                                                   planes 3, 2, 1, 0   b3 a3   b2 a2   b1 a1   b0 a0
//
`ifdef WF_WITH_ENABLES_ON
// arrays_i tells for each input which of its arrays carry bytes. Array a is bytes a*BYTES +: BYTES of the register as the
// banks hold it. Bytes of other arrays leave as 0: no output selects them.
//
`endif
// Source: G-Scalar (HPCA 2017), section 3.2, Figures 3 and 4. More: docs/crossbar.md
`default_nettype none
module `WF_CROSSBAR #(
    parameter LANES   = `WF_LANES,    // lanes of a register: a power of two, 1 to 128
    parameter PORTS   = `WF_PORTS,    // inputs, and as many outputs: 2 to 32
    parameter READ    = `WF_READ,     // direction: 0 to the banks, 1 from them
    parameter REORDER = `WF_REORDER,  // 1: lanes to byte planes, or back if READ = 1
    parameter STAGES  = `WF_STAGES,   // register ranks at the outputs, 0 or 1: the latency in cycles
`ifdef WF_WITH_ENABLES_ON
    parameter BYTES   = LANES < 16 ? LANES : 16,  // bytes of an array; not to be set
    parameter ARRAYS  = 4 * LANES / BYTES,        // arrays of a register; not to be set
`endif
    parameter SELECT  = PORTS <= 2 ? 1 : PORTS <= 4 ? 2 : PORTS <= 8 ? 3 : PORTS <= 16 ? 4 : 5  // bits of a port's number; not to be set
) (
    input  wire                      clk_i,    // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                      rst_ni,   // reset, low, asynchronous
    input  wire                      valid_i,  // 1: the inputs mean something in this cycle
    input  wire [PORTS-1:0]          en_i,     // bit j: output j is in use, else it is 0
    input  wire [PORTS*SELECT-1:0]   from_i,   // for each output, output 0 lowest, the number of its input
`ifdef WF_WITH_ENABLES_ON
    input  wire [PORTS*ARRAYS-1:0]   arrays_i, // for each input, input 0 lowest, a bit an array: 1 if it carries bytes
`endif
    input  wire [PORTS*LANES*32-1:0] data_i,   // the inputs, input 0 lowest

    output wire                      valid_o,  // 1: the outputs mean something in this cycle
    output wire [PORTS*LANES*32-1:0] data_o    // the outputs, output 0 lowest
);
    localparam WIDTH = LANES * 32;

    generate
        if (LANES < 1 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (PORTS < 2 || PORTS > 32) begin : gen_bad_ports wf_illegal_PORTS bad (); end
        if (READ < 0 || READ > 1) begin : gen_bad_read wf_illegal_READ bad (); end
        if (REORDER < 0 || REORDER > 1) begin : gen_bad_reorder wf_illegal_REORDER bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (SELECT != (PORTS <= 2 ? 1 : PORTS <= 4 ? 2 : PORTS <= 8 ? 3 : PORTS <= 16 ? 4 : 5)) begin : gen_bad_select
            wf_illegal_SELECT bad ();
        end
`ifdef WF_WITH_ENABLES_ON
        if (BYTES != (LANES < 16 ? LANES : 16) || ARRAYS != 4 * LANES / BYTES) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
`endif
    endgenerate

`ifdef WF_WITH_ENABLES_ON
    // Of each array the inputs side by side, in the order of the banks: byte b of array a is at byte `place` there, and at byte `here` at an input
    genvar a;
    generate
        for (a = 0; a < ARRAYS; a = a + 1) begin : gen_array
            reg [PORTS-1:0]         carries;
            reg [PORTS*8*BYTES-1:0] held;
            always @* begin : side_by_side
                integer from, b, place, here;
                for (from = 0; from < PORTS; from = from + 1) begin
                    carries[from] = arrays_i[ARRAYS*from + a];
                    for (b = 0; b < BYTES; b = b + 1) begin
                        place = BYTES * a + b;
                        here  = REORDER != 0 && READ == 0 ? 4 * (place % LANES) + place / LANES : place;
                        held[8*(BYTES*from + b) +: 8] = data_i[WIDTH*from + 8*here +: 8];
                    end
                end
            end
        end
    endgenerate

    // An array that carries nothing is not selected: one gate a select, none in the data's way
`endif
    // The input of an output is selected one-hot: the enable moves up by from_i. It leaves the vector if there is no such input
    wire [PORTS*WIDTH-1:0] data;
    genvar                 to, p, lane;
    generate
        for (to = 0; to < PORTS; to = to + 1) begin : gen_output
            wire [PORTS-1:0] select = {{PORTS-1{1'b0}}, en_i[to]} << from_i[SELECT*to +: SELECT];
            wire [WIDTH-1:0] chosen;
`ifdef WF_WITH_ENABLES_ON
            for (a = 0; a < ARRAYS; a = a + 1) begin : gen_switch
                `WF_MUX #(.WIDTH(8 * BYTES), .COUNT(PORTS)) mux (
                    .select_i(select & gen_array[a].carries), .data_i(gen_array[a].held), .data_o(chosen[8*BYTES*a +: 8*BYTES])
                );
            end
            if (REORDER == 0 || READ == 0) begin : gen_as_is
`else
            `WF_MUX #(.WIDTH(WIDTH), .COUNT(PORTS)) mux (.select_i(select), .data_i(data_i), .data_o(chosen));
            if (REORDER == 0) begin : gen_as_is
`endif
                assign data[WIDTH*to +: WIDTH] = chosen;
            end else begin : gen_reordered
                for (p = 0; p < 4; p = p + 1) begin : gen_plane
                    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_byte
                        if (READ != 0) begin : gen_lanes
                            assign data[WIDTH*to + 32*lane + 8*p +: 8] = chosen[8*LANES*p + 8*lane +: 8];
                        end else begin : gen_planes
                            assign data[WIDTH*to + 8*LANES*p + 8*lane +: 8] = chosen[32*lane + 8*p +: 8];
                        end
                    end
                end
            end
        end
    endgenerate

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(PORTS * WIDTH)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i(data),
        .valid_o(valid_o), .ready_i(1'b1), .data_o(data_o)
    );
endmodule
`default_nettype wire
