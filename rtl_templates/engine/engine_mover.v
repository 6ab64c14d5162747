// SPDX-License-Identifier: Apache-2.0
// The mover: it has a line or a block and gives its bursts one by one, from a first one to a last one, through a queue of two.
//
//   load_i 1 in cycle 0, first_i 1, last_i 2, data taken at once  ->  valid_o 1 in cycles 2 and 3, with bursts 1 and 2; free_o 1 in cycle 2
//
// More: docs/engine.md, "Mover"
`default_nettype none
module `WF_ENGINE_MOVER #(
    parameter LINE  = `WF_LINE,             // bytes of a line: 64 or 128
    parameter BURST = $clog2(LINE / 32)     // bits of a burst's place in a line; not to be set
) (
    input  wire              clk_i,     // clock, rising edge
    input  wire              rst_ni,    // reset, low, asynchronous: it is empty
    output wire              free_o,    // 1: it is empty, or gives its last burst in this cycle
    input  wire              load_i,    // 1: a line or a block comes; only while free_o is 1
    input  wire [BURST-1:0]  first_i,   // its first burst
    input  wire [BURST-1:0]  last_i,    // its last one
    input  wire [8*LINE-1:0] data_i,    // its bytes
    input  wire [LINE-1:0]   mask_i,    // those that are written
    output wire              empty_o,   // 1: it is empty
    output wire              valid_o,   // 1: a burst
    input  wire              ready_i,   // 1: it is taken
    output wire [255:0]      data_o,    // its bytes
    output wire [31:0]       mask_o     // those that are written
);
    generate
        if (LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (BURST != $clog2(LINE / 32)) begin : gen_bad_burst wf_illegal_BURST bad (); end
    endgenerate
    localparam [BURST-1:0]   ONE    = 1;
    localparam               BURSTS = LINE / 32;
    localparam [BURSTS-1:0]  PLACE  = 1;

    reg               busy_q, ends_q;       // ends: the next burst is the last one
    reg  [BURST-1:0]  next_q, last_q;
    reg  [8*LINE-1:0] data_q;
    reg  [LINE-1:0]   mask_q;
    wire              room;
    assign free_o  = !busy_q || (ends_q && room);
    assign empty_o = !busy_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)     busy_q <= 1'b0;
        else if (free_o) busy_q <= load_i;
    always @(posedge clk_i)
        if (load_i) begin
            next_q <= first_i;
            last_q <= last_i;
            ends_q <= first_i == last_i;
            data_q <= data_i;
            mask_q <= mask_i;
        end else if (busy_q && room) begin
            next_q <= next_q + ONE;
            ends_q <= next_q + ONE == last_q;
        end

    wire [255:0] data;
    wire [31:0]  mask;
    `WF_MUX #(.WIDTH(256), .COUNT(BURSTS)) mux_data (.select_i(PLACE << next_q), .data_i(data_q), .data_o(data));
    `WF_MUX #(.WIDTH(32), .COUNT(BURSTS)) mux_mask (.select_i(PLACE << next_q), .data_i(mask_q), .data_o(mask));
    `WF_SPILL #(.WIDTH(288), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(busy_q), .ready_o(room), .data_i({mask, data}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({mask_o, data_o})
    );
endmodule
`default_nettype wire
