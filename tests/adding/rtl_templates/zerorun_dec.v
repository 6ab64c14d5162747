// SPDX-License-Identifier: Apache-2.0
// Decoder of zerorun: the words that the tag leaves out are 0.
//   32 bytes, tag 4, payload 1 2 0 3 ..  ->  words 1 2 0 3 0 0 0 0
`default_nettype none
module `WF_DEC #(
    parameter LINE      = `WF_LINE,
    parameter ISOLATE   = `WF_ISOLATE,
    parameter STAGES    = `WF_DEC_STAGES,
    parameter USER_BITS = `WF_USER_BITS
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      valid_i,
    input  wire [USER_BITS-1:0]      user_i,
    input  wire [$clog2(LINE/4)-1:0] tag_i,
    input  wire [LINE*8-1:0]         payload_i,

    output wire                      valid_o,
    output wire [USER_BITS-1:0]      user_o,
    output wire [LINE*8-1:0]         block_o
);
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;    // words

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 5) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Rebuild: bit w of `kept_0` where word w is not left out ----

    wire [W-1:0]     kept_0 = {W{1'b1}} >> tag_i;
    wire [BLOCK-1:0] block_0;
    genvar           w;
    generate
        for (w = 0; w < W; w = w + 1) begin : gen_word
            assign block_0[32*w +: 32] = payload_i[32*w +: 32] & {32{kept_0[w] && (ISOLATE == 0 || valid_i)}};
        end
    endgenerate

    // ---- Ranks, all at the outputs ----

    localparam WIDTH = USER_BITS + BLOCK;
    wire [STAGES:0]             valid;
    wire [WIDTH*(STAGES+1)-1:0] data;
    assign valid[0]        = valid_i;
    assign data[WIDTH-1:0] = {user_i, block_0};
    genvar s;
    generate
        for (s = 0; s < STAGES; s = s + 1) begin : gen_rank
            `WF_CUT #(.ON(1), .WIDTH(WIDTH)) cut (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid[s]), .data_i(data[WIDTH*s +: WIDTH]),
                .valid_o(valid[s+1]), .data_o(data[WIDTH*(s+1) +: WIDTH])
            );
        end
    endgenerate
    assign valid_o           = valid[STAGES];
    assign {user_o, block_o} = data[WIDTH*STAGES +: WIDTH];
    wire unused = &{1'b0, clk_i, rst_ni};
endmodule
`default_nettype wire
