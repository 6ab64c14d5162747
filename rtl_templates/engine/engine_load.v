// SPDX-License-Identifier: Apache-2.0
// What the mover gets: the block that waits to be written back, else the straight line, else the line at the encoder's output. It is chosen by what waits, which is
// known before it is known what goes.
//
//   no block waits; a partial write of bursts 1 and 2  ->  first_o 1, count_o 1, its line and its mask
//
// More: docs/engine.md, "Command" and "Mover"
`default_nettype none
module `WF_ENGINE_LOAD #(
    parameter LINE  = `WF_LINE,             // bytes of a line: 64 or 128
    parameter FETCH = `WF_FETCH,            // bytes of a block of counts: 32 or 64
    parameter BURST = $clog2(LINE / 32)     // bits of a burst's place in a line; not to be set
) (
    input  wire               back_i,           // 1: a block waits to be written back
    input  wire [8*FETCH-1:0] back_data_i,      // the block
    input  wire               straight_i,       // 1: a line waits that needs no encoder
    input  wire [BURST-1:0]   straight_first_i, // its first burst
    input  wire [1:0]         straight_count_i, // it has so many bursts and one
    input  wire [8*LINE-1:0]  straight_data_i,  // the line
    input  wire [LINE-1:0]    straight_mask_i,  // the bytes that are written
    input  wire [1:0]         code_count_i,     // the line at the encoder's output has so many bursts and one
    input  wire [8*LINE-1:0]  code_data_i,      // that line
    output wire [BURST-1:0]   first_o,          // the first burst
    output wire [1:0]         count_o,          // so many bursts and one
    output wire [8*LINE-1:0]  data_o,           // the bytes
    output wire [LINE-1:0]    mask_o            // those that are written
);
    generate
        if (LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
        if (BURST != $clog2(LINE / 32)) begin : gen_bad_burst wf_illegal_BURST bad (); end
    endgenerate
    localparam [1:0]   BLOCK_LAST = FETCH == 64 ? 2'd1 : 2'd0;
    wire               straight = straight_i && !back_i;
    wire [8*LINE-1:0]  back;
    generate
        if (FETCH == LINE) begin : gen_line
            assign back = back_data_i;
        end else begin : gen_part
            assign back = {{8*(LINE-FETCH){1'b0}}, back_data_i};
        end
    endgenerate
    assign first_o = straight ? straight_first_i : {BURST{1'b0}};
    assign count_o = back_i ? BLOCK_LAST : straight ? straight_count_i : code_count_i;
    assign mask_o  = straight_mask_i | {LINE{!straight}};
    `WF_MUX #(.WIDTH(8 * LINE), .COUNT(3)) mux (
        .select_i({back_i, straight, !back_i && !straight}), .data_i({back, straight_data_i, code_data_i}), .data_o(data_o)
    );
endmodule
`default_nettype wire
