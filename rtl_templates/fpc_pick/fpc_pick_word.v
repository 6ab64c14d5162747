// SPDX-License-Identifier: Apache-2.0
// fpc_pick, word: a word of the line. Its data begin at the nibble of its segment, and behind those of the words before it in the segment. Of a
// raw line they are the word. Bits behind the payload are 0.
//
//   segments of 4 words, word 6: the third one of segment 1; nibbles from nibble 10 on: its data are nibble 12. Data 3  ->  00000003
`default_nettype none
module `WF_FPC_PICK_WORD #(
    parameter LINE     = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter SEGMENTS = `WF_SEGMENTS   // segments of a line: 2, 4, 8 or 16
) (
    input  wire                      compressed_i,  // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]         payload_i,     // the payload, byte 0 lowest
    input  wire [SEGMENTS*3-1:0]     pattern_i,     // for each segment, segment 0 lowest, its pattern
    input  wire [SEGMENTS*9-1:0]     from_i,        // for each segment the nibble at which its data begin
    input  wire [$clog2(LINE/4)-1:0] word_i,        // the number of the word
    output wire [31:0]               value_o        // the word
);
    localparam WORDS = LINE / 4;
    localparam S     = $clog2(SEGMENTS);        // bits of a segment's number
    localparam I     = $clog2(WORDS) - S;       // bits of a word's number in its segment
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SEGMENTS < 2 || SEGMENTS > LINE / 4) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
    endgenerate

    // ---- Place: in nibbles ----

    wire [S-1:0] segment = word_i[I +: S];
    wire [2:0]   pattern = compressed_i ? pattern_i[3*segment +: 3] : 3'd7;
    wire [8:0]   from    = from_i[9*segment +: 9];
    wire [8:0]   index;                         // words before it in its segment; of a raw line in the line
    generate
        if (I > 0) begin : gen_index
            wire [8:0] number = {{9-I{1'b0}}, word_i[I-1:0]};
            assign index = compressed_i ? number : {{9-I-S{1'b0}}, word_i};
        end else begin : gen_only
            assign index = compressed_i ? 9'd0 : {{9-S{1'b0}}, word_i};
        end
    endgenerate
    wire is1 = pattern == 3'd1;
    wire is2 = pattern == 3'd2 || pattern == 3'd6;
    wire is4 = pattern == 3'd3 || pattern == 3'd4 || pattern == 3'd5;
    wire is8 = pattern == 3'd7;
    wire [8:0] ahead  = (index & {9{is1}}) | ({index[7:0], 1'b0} & {9{is2}}) | ({index[6:0], 2'b0} & {9{is4}}) |
                        ({index[5:0], 3'b0} & {9{is8}});
    wire [8:0] place  = (from & {9{compressed_i}}) + ahead;

    // ---- Fetch: eight nibbles from any place are in a word and the lower seven nibbles of the next one ----

    wire [WORDS-1:0]    select = {{WORDS-1{1'b0}}, 1'b1} << place[8:3];
    wire [WORDS*60-1:0] words;
    wire [LINE*8+27:0]  padded = {28'd0, payload_i};
    wire [59:0]         around;
    genvar              w;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : gen_word
            assign words[60*w +: 60] = padded[32*w +: 60];
        end
    endgenerate
    `WF_MUX #(.WIDTH(60), .COUNT(WORDS)) mux (.select_i(select), .data_i(words), .data_o(around));
    wire [31:0] data = around[4*place[2:0] +: 32];

    // ---- Rebuild: what the pattern says of the data ----

    reg [31:0] value;
    always @*
        case (pattern)
            3'd0:    value = 32'd0;
            3'd1:    value = {{28{data[3]}}, data[3:0]};
            3'd2:    value = {{24{data[7]}}, data[7:0]};
            3'd3:    value = {{16{data[15]}}, data[15:0]};
            3'd4:    value = {data[15:0], 16'd0};
            3'd5:    value = {{8{data[15]}}, data[15:8], {8{data[7]}}, data[7:0]};
            3'd6:    value = {4{data[7:0]}};
            default: value = data;
        endcase
    assign value_o = value;
endmodule
`default_nettype wire
