// SPDX-License-Identifier: Apache-2.0
//
// What stands in place of the codecs where properties of wcrf are proven. The encoder has one rank; its payload is the values, and its tag is free.
// The decoder has one rank too, and gives the payload back.
`default_nettype none
module unit_wcrf_warpbdi_enc #(
    parameter LANES     = 4,
    parameter BANK = 32,
    parameter CUTS      = 8,
    parameter USER_BITS = 1
) (
    input  wire                          clk_i,
    input  wire                          rst_ni,
    input  wire                          valid_i,
    input  wire [USER_BITS-1:0]          user_i,
    input  wire                          raw_only_i,
    input  wire [LANES-1:0]              mask_i,
    input  wire [32*LANES-1:0]           block_i,
    output reg                           valid_o,
    output reg  [USER_BITS-1:0]          user_o,
    output reg  [1:0]                    tag_o,
    output reg  [32*LANES-1:0]           payload_o,
    output wire [LANES*32/BANK-1:0] units_o,
    output wire [LANES-1:0]              wen_o
);
    always @(posedge clk_i) valid_o <= rst_ni && valid_i;
    (* anyseq *) wire [1:0] any;
    always @(posedge clk_i) {user_o, tag_o, payload_o} <= {user_i, any, block_i};
    assign {units_o, wen_o} = 0;
endmodule

module unit_wcrf_warpbdi_dec #(
    parameter LANES     = 4,
    parameter BANK = 32,
    parameter CUTS      = 8,
    parameter USER_BITS = 1
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 valid_i,
    input  wire [USER_BITS-1:0] user_i,
    input  wire [1:0]           tag_i,
    input  wire [32*LANES-1:0]  payload_i,
    output reg                  valid_o,
    output reg  [USER_BITS-1:0] user_o,
    output reg  [32*LANES-1:0]  block_o
);
    always @(posedge clk_i) valid_o <= rst_ni && valid_i;
    always @(posedge clk_i) {user_o, block_o} <= {user_i, payload_i};
endmodule
`default_nettype wire
