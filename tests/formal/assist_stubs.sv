// SPDX-License-Identifier: Apache-2.0
//
// In place of assist's memories: where routines begin is kept, anything else that they give is free.
`default_nettype none
module unit_assist_memories #(
    parameter LANES = 4, parameter STORE = 16, parameter BITS = 16, parameter ENTRIES = 4, parameter WAITING = 4, parameter WIDTH = 2,
    parameter LIVE = 1, parameter DATA = 1, parameter ENTRY = $clog2(ENTRIES), parameter PLACE = $clog2(WAITING),
    parameter ROW = $clog2(STORE / WIDTH)
) (
    input  wire                          clk_i,
    input  wire                          store_i,
    input  wire [$clog2(STORE)-1:0]      store_address_i,
    input  wire [BITS+1:0]               store_word_i,
    input  wire                          take_i,
    input  wire [PLACE-1:0]              take_row_i,
    input  wire [LANES+16*LIVE+DATA-1:0] take_with_i,
    input  wire                          placed_i,
    input  wire [PLACE-1:0]              placed_row_i,
    input  wire [$clog2(STORE)-1:0]      placed_begin_i,
    input  wire                          chosen_i,
    input  wire [PLACE-1:0]              chosen_row_i,
    output wire [$clog2(STORE)-1:0]      begin_o,
    input  wire                          enter_i,
    input  wire [ENTRY-1:0]              enter_entry_i,
    input  wire                          pick_i,
    input  wire [ROW-1:0]                pick_row_i,
    input  wire [ENTRY-1:0]              pick_entry_i,
    output wire [WIDTH*(BITS+2)-1:0]     words_o,
    output wire [LANES+16*LIVE+DATA-1:0] with_o,
    input  wire                          ends_i,
    input  wire [ENTRY-1:0]              ends_entry_i,
    output wire [DATA-1:0]               ends_data_o
);
    localparam ADDRESS = $clog2(STORE);
    (* anyseq *) wire [WIDTH*(BITS+2)-1:0]     words;
    (* anyseq *) wire [LANES+16*LIVE+DATA-1:0] with_any;
    (* anyseq *) wire [DATA-1:0]               ends_any;
    assign {words_o, with_o, ends_data_o} = {words, with_any, ends_any};
    reg [WAITING*ADDRESS-1:0] begins_q;
    reg [ADDRESS-1:0]         begin_q;
    assign begin_o = begin_q;
    always @(posedge clk_i) begin
        if (placed_i) begins_q[placed_row_i*ADDRESS +: ADDRESS] <= placed_begin_i;
        if (chosen_i) begin_q <= begins_q[chosen_row_i*ADDRESS +: ADDRESS];
    end
endmodule
`default_nettype wire
