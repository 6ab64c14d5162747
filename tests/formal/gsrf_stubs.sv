// SPDX-License-Identifier: Apache-2.0
//
// What stands in place of the encoder where properties of gsrf are proven. formal_tag gives any tag of the form that bytewise gives: planes are common
// from byte 3 down, and only where bit 0 of their bytes is the same in all lanes of the group, which the base then has. Bit 1 of the first base is that
// of lane 0: it marks a tag where the order of writes is proven. All other bits are free.
`default_nettype none
module formal_tag #(
    parameter LANES  = 4,
    parameter GROUPS = 1,
    parameter BASE   = LANES / GROUPS > 32 ? LANES / GROUPS : 32,
    parameter START  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1),
    parameter TAG    = START + GROUPS * BASE
) (
    input  wire [LANES-1:0]    mask_i,
    input  wire [32*LANES-1:0] block_i,
    output wire [TAG-1:0]      tag_o
);
    localparam WIDTH = LANES / GROUPS;
    (* anyseq *) wire [TAG-1:0] any;
    assign tag_o[4*GROUPS] = !(&mask_i);
    genvar g, p, i, b;
    generate
        if (GROUPS > 1) begin : gen_scalar
            assign tag_o[4*GROUPS+1] = any[4*GROUPS+1];
        end
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            wire [4:0] common;
            assign common[4] = 1'b1;
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                wire [WIDTH-1:0] bits;
                for (i = 0; i < WIDTH; i = i + 1) assign bits[i] = block_i[32*(g*WIDTH+i) + 8*p];
                assign common[p] = common[p+1] && any[4*g+p] && (&bits || !(|bits));
                assign tag_o[4*g+p] = common[p];
                assign tag_o[START + g*BASE + 8*p] = &mask_i ? bits[0] : any[START + g*BASE + 8*p];
            end
            for (b = 0; b < BASE; b = b + 1) if (b >= 32 || b % 8 != 0)
                assign tag_o[START + g*BASE + b] = g == 0 && b == 1 ? block_i[1] : any[START + g*BASE + b];
        end
    endgenerate
endmodule

// The encoder with one rank
module unit_gsrf_bytewise_enc #(
    parameter LANES     = 4,
    parameter GROUPS    = 1,
    parameter CUTS      = 8,
    parameter USER_BITS = 1,
    parameter BASE      = LANES / GROUPS > 32 ? LANES / GROUPS : 32,
    parameter UNIT      = LANES / GROUPS < 16 ? LANES / GROUPS : 16,
    parameter TAG       = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BASE
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,
    input  wire                    valid_i,
    input  wire [USER_BITS-1:0]    user_i,
    input  wire                    raw_only_i,
    input  wire [LANES-1:0]        mask_i,
    input  wire [32*LANES-1:0]     block_i,
    output reg                     valid_o,
    output reg  [USER_BITS-1:0]    user_o,
    output reg  [TAG-1:0]          tag_o,
    output wire [32*LANES-1:0]     payload_o,
    output wire [LANES*4/UNIT-1:0] units_o,
    output wire [LANES*4-1:0]      wen_o
);
    wire [TAG-1:0] tag;
    formal_tag #(.LANES(LANES), .GROUPS(GROUPS)) code (.mask_i(mask_i), .block_i(block_i), .tag_o(tag));
    always @(posedge clk_i) valid_o <= rst_ni && valid_i;
    always @(posedge clk_i) {user_o, tag_o} <= {user_i, tag};
    assign {payload_o, units_o, wen_o} = 0;
endmodule
`default_nettype wire
