// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of linebdi: for each code, if the plain reading chooses it, so does the encoder (bits 17 to 9 of wrong_o, by tag); and if
// both do, the rest of their results is the same (bits 8 to 0). As the plain reading always chooses one of the nine, the two are equal.
`default_nettype none
module linebdi_code #(
    parameter       LINE       = 64,
    parameter [7:0] ENCODINGS  = 8'hff,
    parameter       FIRSTNZ    = 0,
    parameter       ZERO_BASE  = 1,
    parameter       SELECT_TAG = 0,
    parameter       RESIDUE    = 0,
    parameter       SAVE       = 0,
    parameter       HEAD       = 0
) (
    input  wire [LINE*8-1:0] block_i,
    input  wire              raw_only_i,
    output wire [17:0]       wrong_o
);
    localparam TAG_BITS = HEAD != 0 ? 1 : ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4;
    localparam UNITS    = LINE / 32;

    wire [TAG_BITS-1:0] tag, plain_tag;
    wire [LINE*8-1:0]   payload, plain_payload;
    wire [UNITS-1:0]    units, plain_units, wen, plain_wen, unlike;
    unit_enc enc (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(block_i), .raw_only_i(raw_only_i),
        .tag_o(tag), .payload_o(payload), .units_o(units), .wen_o(wen)
    );
    linebdi_ref_enc #(
        .LINE(LINE), .ENCODINGS(ENCODINGS), .FIRSTNZ(FIRSTNZ), .ZERO_BASE(ZERO_BASE), .SELECT_TAG(SELECT_TAG), .RESIDUE(RESIDUE),
        .SAVE(SAVE), .HEAD(HEAD)
    ) plain (
        .block_i(block_i), .raw_only_i(raw_only_i),
        .tag_o(plain_tag), .payload_o(plain_payload), .units_o(plain_units), .wen_o(plain_wen)
    );

    // The code's number: in the tag or in the head
    wire [3:0] code       = HEAD == 0 ? tag : tag[0] ? payload[3:0] : 4'd0;
    wire [3:0] plain_code = HEAD == 0 ? plain_tag : plain_tag[0] ? plain_payload[3:0] : 4'd0;

    genvar u, t;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : gen_unit
            assign unlike[u] = units[u] && payload[256*u +: 256] != plain_payload[256*u +: 256];
        end
        for (t = 0; t < 9; t = t + 1) begin : gen_code
            assign wrong_o[9 + t] = plain_code == t && code != t;
            assign wrong_o[t]     = plain_code == t && code == t &&
                                    (tag != plain_tag || units != plain_units || wen != plain_wen || |unlike);
        end
    endgenerate
endmodule
`default_nettype wire
