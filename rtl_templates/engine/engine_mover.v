// SPDX-License-Identifier: Apache-2.0
// The mover: it has a line or a block and gives its bursts one by one, from a first one on, through a queue of two.
//
//   load_i 1 in cycle 0, first_i 1, count_i 1, data taken at once  ->  valid_o 1 in cycles 2 and 3, with bursts 1 and 2; free_o 1 in cycle 2
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
    input  wire [1:0]        count_i,   // it has so many bursts and one
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
    localparam              BURSTS = LINE / 32;
    localparam [BURSTS-1:0] PLACE  = 1;

    reg               busy_q, free_q, ends_q;   // ends: the next burst is the last one
    reg  [BURSTS-1:0] next_q;                   // one-hot: the next burst
    reg  [1:0]        left_q;                   // so many bursts behind it
    reg  [8*LINE-1:0] data_q;
    reg  [LINE-1:0]   mask_q;
    wire              room;
    assign free_o  = free_q;
    assign empty_o = !busy_q;

    // Free: it is empty, or gives its last burst. keeps: in the next cycle the queue has no room
    wire keeps = (!room || busy_q) && !(ready_i || !valid_o);
    wire ends  = room ? left_q == 2'd1 : ends_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {busy_q, free_q} <= 2'b01;
        else begin
            if (free_q) busy_q <= load_i;
            free_q <= free_q ? !load_i || (count_i == 2'd0 && !keeps) : ends && !keeps;
        end
    // What is narrow loads whenever it may, since whether a line comes is known late
    always @(posedge clk_i)
        if (free_q) begin
            next_q <= PLACE << first_i;
            left_q <= count_i;
            ends_q <= count_i == 2'd0;
        end else if (room) begin
            next_q <= next_q << 1;
            left_q <= left_q - 2'd1;
            ends_q <= ends;
        end
    always @(posedge clk_i)
        if (load_i) begin
            data_q <= data_i;
            mask_q <= mask_i;
        end

    wire [255:0] data;
    wire [31:0]  mask;
    `WF_MUX #(.WIDTH(256), .COUNT(BURSTS)) mux_data (.select_i(next_q), .data_i(data_q), .data_o(data));
    `WF_MUX #(.WIDTH(32), .COUNT(BURSTS)) mux_mask (.select_i(next_q), .data_i(mask_q), .data_o(mask));
    `WF_SPILL #(.WIDTH(288), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(busy_q), .ready_o(room), .data_i({mask, data}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({mask_o, data_o})
    );
endmodule
`default_nettype wire
