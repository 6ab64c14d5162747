// SPDX-License-Identifier: Apache-2.0
//
// What stands in place of encoder, decoding unit and memories where properties of avc are proven. Of the words one bit is followed, bit 0 of lane 1. A code is
// that bit of its line and one bit more, by which codes differ that agree in it: what the encoder gives of a lane of its mask is that lane's, all else is free.
`default_nettype none
module unit_avc_encode #(
    parameter LANES       = 4,
    parameter ENC_LATENCY = 0,
    parameter USER        = 3
) (
    input  wire                clk_i, rst_ni, valid_i,
    input  wire [USER-1:0]     user_i,
    input  wire [LANES-1:0]    mask_i,
    input  wire [32*LANES-1:0] data_i,
    output wire                valid_o, affine_o,
    output wire [USER-1:0]     user_o,
    output wire [31:0]         base_o,
    output wire [2:0]          stride_o
);
    (* anyseq *) wire [2:0] any;
    wire [1:0] code = {any[1], mask_i[1] ? data_i[32] : any[0]};
    assign {valid_o, user_o, affine_o} = {valid_i, user_i, any[2]};
    assign {stride_o, base_o} = affine_o ? {33'd0, code} : 35'd0;
endmodule
module unit_avc_affine_expand #(
    parameter LANES  = 4,
    parameter STAGES = 1
) (
    input  wire                clk_i, rst_ni, valid_i,
    input  wire [31:0]         base_i,
    input  wire [2:0]          stride_i,
    output wire                valid_o,
    output wire [32*LANES-1:0] block_o
);
    reg bit_q;
    always @(posedge clk_i) if (valid_i) bit_q <= base_i[0];
    assign {block_o, valid_o} = {{32*LANES-33{1'b0}}, bit_q, 33'd0};
endmodule
// A row that is read while it is written gives any word
module unit_ram #(
    parameter WORDS   = 2,
    parameter BITS    = 1,
    parameter PART    = BITS,
    parameter PORTS   = 2,
    parameter ADDRESS = $clog2(WORDS)
) (
    input  wire                 clk_i, on_i, read_i,
    input  wire [ADDRESS-1:0]   read_addr_i, write_addr_i,
    input  wire [BITS/PART-1:0] write_i,
    input  wire [BITS-1:0]      write_data_i,
    output wire [BITS-1:0]      read_data_o
);
    (* anyseq *) wire [BITS-1:0] any;
    reg  [BITS-1:0]       data_q;
    wire [WORDS*BITS-1:0] words;
    wire                  clash = |write_i && (PORTS == 1 || read_addr_i == write_addr_i);
    always @(posedge clk_i) if (read_i) data_q <= clash ? any : words[read_addr_i*BITS +: BITS];
    assign read_data_o = data_q;
    genvar w, p;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : gen_word
            reg [BITS-1:0] word_q;
            for (p = 0; p < BITS / PART; p = p + 1) begin : gen_part
                always @(posedge clk_i) if (write_i[p] && write_addr_i == w) word_q[p*PART +: PART] <= write_data_i[p*PART +: PART];
            end
            assign words[w*BITS +: BITS] = word_q;
        end
    endgenerate
endmodule
`default_nettype wire
