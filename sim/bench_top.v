// SPDX-License-Identifier: Apache-2.0
// What a bench drives: ENCS encoders and PORTS decoder requesters behind records of 32-bit words, each field of a record
// starting at a word of its own (gen/emit.h lists the fields). ARRAY = 0: one unit a port; 1: the arrays.
`default_nettype none
module `WF_BENCH #(
    parameter ARRAY = 0,
    parameter ENCS  = (ARRAY != 0) ? `WF_ENCS_COUNT : 1,
    parameter PORTS = (ARRAY != 0) ? `WF_DEC_PORTS : 1
) (
    input  wire                            clk_i,
    input  wire                            rst_ni,
    input  wire [ENCS*`WF_WORDS_ENC_I*32-1:0]  enc_i,
    output wire [ENCS*`WF_WORDS_ENC_O*32-1:0]  enc_o,
    input  wire [PORTS*`WF_WORDS_DEC_I*32-1:0] dec_i,
    output wire [PORTS*`WF_WORDS_DEC_O*32-1:0] dec_o
);
    // First word of each field
    localparam EI_USER    = 1;
    localparam EI_MASK    = EI_USER + `WF_WORDS_USER;
    localparam EI_BLOCK   = EI_MASK + `WF_WORDS_MASK;
`ifdef WF_WITH_MASK
    localparam EI_TAG     = EI_BLOCK + `WF_WORDS_BLOCK;     // of the destination: for the move
`endif
    localparam DI_USER    = 1;
    localparam DI_TAG     = DI_USER + `WF_WORDS_USER;
    localparam DI_PAYLOAD = DI_TAG + `WF_WORDS_TAG;

    // Bits of each field's words
    localparam UW = `WF_WORDS_USER*32;
    localparam TW = `WF_WORDS_TAG*32;
    localparam BW = `WF_WORDS_BLOCK*32;
    localparam PW = `WF_WORDS_PAYLOAD*32;
    localparam NW = `WF_WORDS_UNITS*32;
    localparam WW = `WF_WORDS_WEN*32;

    wire [ENCS-1:0]                   enc_valid_i, enc_raw_only, enc_valid, enc_ready, move;
    wire [ENCS*`WF_USER_BITS-1:0]     enc_user_i, enc_user;
`ifdef WF_WITH_MASK
    wire [ENCS*`WF_MASK_BITS-1:0]     enc_mask;
`endif
    wire [ENCS*`WF_BLOCK_BITS-1:0]    enc_block;
    wire [ENCS*`WF_TAG_BITS-1:0]      enc_tag;
    wire [ENCS*`WF_PAYLOAD_BITS-1:0]  enc_payload;
    wire [ENCS*`WF_UNITS-1:0]         enc_units;
    wire [ENCS*`WF_WEN_BITS-1:0]      enc_wen;
    wire [PORTS-1:0]                  dec_valid_i, dec_ready, dec_valid;
`ifdef WF_WITH_DEC_READY
    wire [PORTS-1:0]                  dec_idle;     // of decoders that iterate
    assign dec_ready = dec_valid_i & dec_idle;
`endif
    wire [PORTS*`WF_USER_BITS-1:0]    dec_user_i, dec_user;
    wire [PORTS*`WF_TAG_BITS-1:0]     dec_tag;
    wire [PORTS*`WF_PAYLOAD_BITS-1:0] dec_payload;
    wire [PORTS*`WF_BLOCK_BITS-1:0]   dec_block;

    genvar j;
    generate
        for (j = 0; j < ENCS; j = j + 1) begin : gen_enc_port
            wire [`WF_WORDS_ENC_I*32-1:0] in = enc_i[j*`WF_WORDS_ENC_I*32 +: `WF_WORDS_ENC_I*32];
            wire unused_in = &{1'b0, in};
            // Each field in whole words, and a bit more so that there is always something to pad with
            wire [UW:0] user    = {{(UW+1-`WF_USER_BITS){1'b0}}, enc_user[j*`WF_USER_BITS +: `WF_USER_BITS]};
            wire [TW:0] tag     = {{(TW+1-`WF_TAG_BITS){1'b0}}, enc_tag[j*`WF_TAG_BITS +: `WF_TAG_BITS]};
            wire [PW:0] payload = {{(PW+1-`WF_PAYLOAD_BITS){1'b0}},
                                   enc_payload[j*`WF_PAYLOAD_BITS +: `WF_PAYLOAD_BITS]};
            wire [NW:0] units   = {{(NW+1-`WF_UNITS){1'b0}}, enc_units[j*`WF_UNITS +: `WF_UNITS]};
            wire [WW:0] wen     = {{(WW+1-`WF_WEN_BITS){1'b0}}, enc_wen[j*`WF_WEN_BITS +: `WF_WEN_BITS]};
            wire unused_pad = &{1'b0, user[UW], tag[TW], payload[PW], units[NW], wen[WW]};
            assign enc_valid_i[j]  = in[0];
            assign enc_raw_only[j] = in[1];
            assign enc_user_i[j*`WF_USER_BITS +: `WF_USER_BITS] = in[EI_USER*32 +: `WF_USER_BITS];
`ifdef WF_WITH_MASK
            assign enc_mask[j*`WF_MASK_BITS +: `WF_MASK_BITS] = in[EI_MASK*32 +: `WF_MASK_BITS];
`endif
            assign enc_block[j*`WF_BLOCK_BITS +: `WF_BLOCK_BITS] = in[EI_BLOCK*32 +: `WF_BLOCK_BITS];
`ifdef WF_WITH_MASK
            `WF_MOVE move_unit (
                .valid_i (in[0]),
                .mask_i  (in[EI_MASK*32 +: `WF_MASK_BITS]),
                .tag_i   (in[EI_TAG*32 +: `WF_TAG_BITS]),
                .move_o  (move[j])
            );
`else
            assign move[j] = 1'b0;
`endif
            assign enc_o[j*`WF_WORDS_ENC_O*32 +: `WF_WORDS_ENC_O*32] =
                {wen[WW-1:0], units[NW-1:0], payload[PW-1:0], tag[TW-1:0], user[UW-1:0], 29'd0, enc_ready[j], move[j], enc_valid[j]};
        end
        for (j = 0; j < PORTS; j = j + 1) begin : gen_dec_port
            wire [`WF_WORDS_DEC_I*32-1:0] in = dec_i[j*`WF_WORDS_DEC_I*32 +: `WF_WORDS_DEC_I*32];
            wire unused_in = &{1'b0, in};
            wire [UW:0] user  = {{(UW+1-`WF_USER_BITS){1'b0}}, dec_user[j*`WF_USER_BITS +: `WF_USER_BITS]};
            wire [BW:0] block = {{(BW+1-`WF_BLOCK_BITS){1'b0}}, dec_block[j*`WF_BLOCK_BITS +: `WF_BLOCK_BITS]};
            wire unused_pad = &{1'b0, user[UW], block[BW]};
            assign dec_valid_i[j] = in[0];
            assign dec_user_i[j*`WF_USER_BITS +: `WF_USER_BITS] = in[DI_USER*32 +: `WF_USER_BITS];
            assign dec_tag[j*`WF_TAG_BITS +: `WF_TAG_BITS] = in[DI_TAG*32 +: `WF_TAG_BITS];
            assign dec_payload[j*`WF_PAYLOAD_BITS +: `WF_PAYLOAD_BITS] = in[DI_PAYLOAD*32 +: `WF_PAYLOAD_BITS];
            assign dec_o[j*`WF_WORDS_DEC_O*32 +: `WF_WORDS_DEC_O*32] =
                {block[BW-1:0], user[UW-1:0], 30'd0, dec_ready[j], dec_valid[j]};
        end

        if (ARRAY != 0) begin : gen_array
            `WF_ENCS encs (
`ifdef WF_WITH_ENC_CLOCK
                .clk_i(clk_i), .rst_ni(rst_ni),
`endif
`ifdef WF_WITH_MASK
                .mask_i(enc_mask),
`endif
`ifdef WF_WITH_ENC_READY
                .ready_o(enc_ready),
`endif
                .valid_i(enc_valid_i), .user_i(enc_user_i), .raw_only_i(enc_raw_only), .block_i(enc_block),
                .valid_o(enc_valid), .user_o(enc_user), .tag_o(enc_tag), .payload_o(enc_payload), .units_o(enc_units),
                .wen_o(enc_wen)
            );
            `WF_DECS decs (
`ifdef WF_WITH_SHARED_DECS
                .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(dec_ready),
`else
`ifdef WF_WITH_DEC_CLOCK
                .clk_i(clk_i), .rst_ni(rst_ni),
`endif
`ifdef WF_WITH_DEC_READY
                .ready_o(dec_idle),
`endif
`endif
                .valid_i(dec_valid_i), .user_i(dec_user_i), .tag_i(dec_tag), .payload_i(dec_payload),
                .valid_o(dec_valid), .user_o(dec_user), .block_o(dec_block)
            );
`ifndef WF_WITH_SHARED_DECS
`ifndef WF_WITH_DEC_READY
            assign dec_ready = dec_valid_i;
`endif
`endif
        end else begin : gen_units
            `WF_ENC enc (
`ifdef WF_WITH_ENC_CLOCK
                .clk_i(clk_i), .rst_ni(rst_ni),
`endif
`ifdef WF_WITH_MASK
                .mask_i(enc_mask),
`endif
`ifdef WF_WITH_ENC_READY
                .ready_o(enc_ready),
`endif
                .valid_i(enc_valid_i), .user_i(enc_user_i), .raw_only_i(enc_raw_only), .block_i(enc_block),
                .valid_o(enc_valid), .user_o(enc_user), .tag_o(enc_tag), .payload_o(enc_payload), .units_o(enc_units),
                .wen_o(enc_wen)
            );
            `WF_DEC dec (
`ifdef WF_WITH_DEC_CLOCK
                .clk_i(clk_i), .rst_ni(rst_ni),
`endif
`ifdef WF_WITH_DEC_READY
                .ready_o(dec_idle),
`endif
                .valid_i(dec_valid_i), .user_i(dec_user_i), .tag_i(dec_tag), .payload_i(dec_payload),
                .valid_o(dec_valid), .user_o(dec_user), .block_o(dec_block)
            );
`ifndef WF_WITH_DEC_READY
            assign dec_ready = dec_valid_i;
`endif
        end
    endgenerate

`ifndef WF_WITH_ENC_READY
    assign enc_ready = {ENCS{1'b1}};
`endif

    wire unused_clock = &{1'b0, clk_i, rst_ni};
endmodule

`default_nettype wire
