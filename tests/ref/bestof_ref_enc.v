// SPDX-License-Identifier: Apache-2.0
// Plain reading of bestof's encoder: the members' plain readings one after another, each counted in bytes; the first of the
// fewest wins.
`default_nettype none
module bestof_ref_enc #(
    parameter       LINE     = 64,
    parameter [2:0] MEMBERS  = 3'b111,
    parameter       SAVE     = 0,
    parameter       TAG_BITS = MEMBERS[0] ? 6 : 3
) (
    input  wire [LINE*8-1:0]   block_i,
    input  wire                raw_only_i,
    output reg  [TAG_BITS-1:0] tag_o,
    output reg  [LINE*8-1:0]   payload_o,
    output reg  [LINE/32-1:0]  units_o,
    output wire [LINE/32-1:0]  wen_o
);
    wire [3:0]         linebdi_tag;
    wire               fpc_tag, cpack_tag;
    wire [LINE*8-1:0]  linebdi_payload, fpc_payload, cpack_payload;
    wire [LINE/32-1:0] linebdi_units, fpc_units, cpack_units, linebdi_wen, fpc_wen, cpack_wen;

    linebdi_ref_enc #(.LINE(LINE), .SAVE(SAVE)) linebdi (
        .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(linebdi_tag), .payload_o(linebdi_payload), .units_o(linebdi_units),
        .wen_o(linebdi_wen));
    fpc_ref_enc #(.LINE(LINE), .SAVE(SAVE)) fpc (
        .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(fpc_tag), .payload_o(fpc_payload), .units_o(fpc_units),
        .wen_o(fpc_wen));
    cpack_ref_enc #(.LINE(LINE), .SAVE(SAVE)) cpack (
        .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(cpack_tag), .payload_o(cpack_payload), .units_o(cpack_units),
        .wen_o(cpack_wen));

    assign wen_o = units_o;

    integer bytes, least, base, delta, chunks, i, entries, partial;
    always @* begin
        tag_o     = 0;
        payload_o = block_i;
        units_o   = ~0;
        least     = LINE;

        if (MEMBERS[0] && linebdi_tag != 0) begin
            base   = linebdi_tag <= 5 ? 8 : linebdi_tag <= 7 ? 4 : 2;
            delta  = linebdi_tag == 5 ? 4 : linebdi_tag == 4 || linebdi_tag == 7 ? 2 : 1;
            chunks = LINE / base;
            bytes  = linebdi_tag == 1 ? 1 : linebdi_tag == 2 ? 8 : base + delta * chunks + (chunks + 7) / 8;
            if (bytes < least) begin
                least     = bytes;
                tag_o     = {linebdi_tag, 2'd1};
                payload_o = linebdi_payload;
                units_o   = linebdi_units;
            end
        end

        if (MEMBERS[1] && fpc_tag) begin
            bytes = 2;
            for (i = 0; i < 4; i = i + 1)
                case (fpc_payload[3*i +: 3])
                    0:       bytes = bytes;
                    1:       bytes = bytes + LINE / 32;
                    2, 6:    bytes = bytes + LINE / 16;
                    7:       bytes = bytes + LINE / 4;
                    default: bytes = bytes + LINE / 8;
                endcase
            if (bytes < least) begin
                least     = bytes;
                tag_o     = 6;
                payload_o = fpc_payload;
                units_o   = fpc_units;
            end
        end

        if (MEMBERS[2] && cpack_tag) begin
            entries = 0;
            partial = 0;
            for (i = 0; i < LINE / 4; i = i + 1) begin
                if (cpack_payload[4*i]) partial = 1;
                if (!cpack_payload[4*i+1] && cpack_payload[4*i+2 +: 2] >= entries)
                    entries = cpack_payload[4*i+2 +: 2] + 1;
            end
            bytes = LINE / 8 + 4 * entries + (partial != 0 ? LINE / 4 : 0);
            if (bytes < least) begin
                tag_o     = 7;
                payload_o = cpack_payload;
                units_o   = cpack_units;
            end
        end
    end
endmodule
`default_nettype wire
