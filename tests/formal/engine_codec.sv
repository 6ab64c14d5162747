// SPDX-License-Identifier: Apache-2.0
//
// The codec in the engine (docs/engine.md, "How the Verilog works", "Codecs"): encoder and decoder between whoever gives them each entry once and takes when it likes.
// Proven in every state: both keep what engine_codec.svh says, with two bits beside a line besides the entry and one byte's first bit of the line and of its
// code, BYTE; the encoder tells of no more bursts than a line has, and of all of them if and only if the code is raw; a raw code leaves the decoder as it came;
// and without its ranks the encoder makes such a code of a line as it stands.
`default_nettype none
`include "engine_codec.svh"
module formal (
    input wire               clk_i,
    input wire               encode_i, code_ready_i, decode_i, compressed_i, line_ready_i,
    input wire [8*`LINE-1:0] line_i, code_i,
    input wire [$clog2(`OUTSTANDING)-1:0] line_entry_i, code_entry_i,
    input wire [1:0]         beside_line_i,
    input wire [2:0]         beside_code_i
);
    localparam N = `OUTSTANDING, ENTRY = $clog2(N), LINE = `LINE, RAW = LINE == 64 ? 1 : 3, HERE = 8 * `BYTE;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire encode_ready, code_valid, encode_owed, encode_kept, decode_ready, line_valid, decode_owed, decode_kept;
    wire [ENTRY+1:0]  line_side = {beside_line_i, line_entry_i}, code_side;
    wire [1:0]        count;
    wire [8*LINE-1:0] payload, line;
    wire [N-1:0]      encodes, decodes;
    wire [N*(ENTRY+2)-1:0] line_sides;
    unit_engine_encoder #(.LINE(LINE), .SIDE(ENTRY + 2)) encoder (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(encode_i), .ready_o(encode_ready), .side_i(line_side), .block_i(line_i), .valid_o(code_valid),
        .ready_i(code_ready_i), .side_o(code_side), .count_o(count), .payload_o(payload)
    );
    codec_contract #(.N(N), .SIDE(ENTRY + 2), .REST(3)) encodes_so (
        .clk_i(clk_i), .run_i(run_q), .enters_i(encode_i && encode_ready), .side_i(line_side), .valid_i(code_valid), .ready_i(code_ready_i),
        .out_side_i(code_side), .out_rest_i({count, payload[HERE]}), .owed_o(encode_owed), .kept_o(encode_kept), .in_o(encodes), .sides_o(line_sides)
    );

    wire [ENTRY+2:0]  in_side = {beside_code_i, code_entry_i}, out_side;
    wire [N*(ENTRY+3)-1:0] code_sides;
    unit_engine_decoder #(.LINE(LINE), .HEAD(ENTRY + 1), .SIDE(ENTRY + 3)) decoder (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(decode_i), .ready_o(decode_ready), .compressed_i(compressed_i), .side_i(in_side), .payload_i(code_i),
        .valid_o(line_valid), .ready_i(line_ready_i), .side_o(out_side), .block_o(line)
    );
    codec_contract #(.N(N), .SIDE(ENTRY + 3), .REST(1)) decodes_so (
        .clk_i(clk_i), .run_i(run_q), .enters_i(decode_i && decode_ready), .side_i(in_side), .valid_i(line_valid), .ready_i(line_ready_i),
        .out_side_i(out_side), .out_rest_i(line[HERE]), .owed_o(decode_owed), .kept_o(decode_kept), .in_o(decodes), .sides_o(code_sides)
    );
    wire              plain_ready, plain_valid, plain_user, plain_tag;
    wire [8*LINE-1:0] plain_payload;
    wire [LINE/32-1:0] plain_units, plain_wen;
    unit_engine_linebdi_enc #(.CUTS(0), .FLOW(0)) plain (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(1'b1), .ready_o(plain_ready), .user_i(1'b0), .raw_only_i(1'b0), .block_i(line_i), .valid_o(plain_valid),
        .ready_i(1'b1), .user_o(plain_user), .tag_o(plain_tag), .payload_o(plain_payload), .units_o(plain_units), .wen_o(plain_wen)
    );
    (* hierconn *) wire \encoder.valid , \encoder.unused_tag ;
    (* hierconn *) wire [LINE/32-1:0] \encoder.units ;
    reg [N-1:0] raw_q, bit_q;       // of each code that is in the decoder
    always @(posedge clk_i) begin
        if (decode_i && decode_ready) raw_q[code_entry_i] <= !compressed_i;
        if (decode_i && decode_ready) bit_q[code_entry_i] <= code_i[HERE];
        assume (encode_owed && decode_owed);
        if (run_q) begin
            assert (encode_kept && (!code_valid || count <= RAW));
            assert (!\encoder.valid || \encoder.units [LINE/32-1] == !\encoder.unused_tag );
            assert (decode_kept);
            assert (plain_tag || plain_payload[HERE] == line_i[HERE]);
            assert (!(line_valid && raw_q[out_side[ENTRY-1:0]]) || line[HERE] == bit_q[out_side[ENTRY-1:0]]);
        end
    end
    wire unused = &{1'b0, encodes, decodes, line_sides, code_sides, plain_ready, plain_valid, plain_user, plain_units, plain_wen};
endmodule
`default_nettype wire
