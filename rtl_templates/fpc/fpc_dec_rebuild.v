// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc, rebuild: a word from its pattern and its data. Each width of data has an input of its own.
//
//   pattern 2 (byte), byte_i 80    ->  FFFFFF80        pattern 6 (repeat), byte_i AB  ->  ABABABAB
//   pattern 4 (upper), half_i 1234  ->  12340000        pattern 0 or none              ->  0
`default_nettype none
module `WF_DEC_REBUILD (
    input  wire [7:1]  is_i,      // one-hot or 0: the pattern
    input  wire [3:0]  nibble_i,  // the data, if the pattern has 4 bits
    input  wire [7:0]  byte_i,    // 8 bits
    input  wire [15:0] half_i,    // 16 bits
    input  wire [31:0] word_i,    // 32 bits
    output wire [31:0] word_o     // the word; 0 if is_i is 0
);
    // 1 nibble, 2 byte, 3 half: sign-extended; 4 upper: the upper half; 5 two bytes, each sign-extended to a half; 6 repeated byte; 7 word
    wire        sign_n = nibble_i[3] && is_i[1];
    wire        sign_b = byte_i[7] && is_i[2];
    wire        sign_h = half_i[15] && is_i[3];
    wire [7:0]  low    = ({{4{nibble_i[3]}}, nibble_i} & {8{is_i[1]}} | byte_i & {8{is_i[2] || is_i[6]}})
                         | half_i[7:0] & {8{is_i[3] || is_i[5]}};
    wire [7:0]  high   = ({8{sign_n || sign_b || half_i[7] && is_i[5]}} | byte_i & {8{is_i[6]}}) | half_i[15:8] & {8{is_i[3]}};
    wire [15:0] upper  = ({16{sign_n || sign_b || sign_h}} | {byte_i, byte_i} & {16{is_i[6]}})
                         | (half_i & {16{is_i[4]}} | {{8{half_i[15]}}, half_i[15:8]} & {16{is_i[5]}});
    assign word_o = {upper, high, low} | word_i & {32{is_i[7]}};
endmodule
`default_nettype wire
