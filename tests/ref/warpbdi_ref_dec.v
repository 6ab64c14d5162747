// SPDX-License-Identifier: Apache-2.0
// warpbdi decoder read plainly: every lane is the 32-bit base plus the lane's sign-extended delta. The proofs' reference.
//   tag 1 <4,0>: base 0x10 -> every lane 0x10.   tag 2 <4,1>: base 0x10, low byte of lane 3 = 0xFE -> lane 3 = 0x0E.
//   tag 3 <4,2>: base 0x10, bytes of lane 3 = 0x80 (high), 0x00 (low) -> lane 3 = 0xFFFF8010.
//   tag 0, or a tag whose mode is disabled or saves no bank: the block verbatim.
`default_nettype none

module warpbdi_ref_dec #(
    parameter LANES = 32,
    parameter BANK_BITS = 128,
    parameter [2:0] MODES = 3'b111,
    parameter PACKED = 0
) (
    input  wire [1:0]          tag_i,
    input  wire [LANES*32-1:0] payload_i,
    output wire [LANES*32-1:0] block_o
);

    // Banks of B bytes that each code takes. A code that takes them all is never used.
    localparam B = BANK_BITS / 8;
    localparam UNITS = LANES * 4 / B;
    localparam BANKS_40 = (4 + B - 1) / B;
    localparam BANKS_41 = (LANES + 3 + B - 1) / B;
    localparam BANKS_42 = (2 * LANES + 2 + B - 1) / B;
    localparam USE_40 = MODES[0] && BANKS_40 < UNITS;
    localparam USE_41 = MODES[1] && BANKS_41 < UNITS;
    localparam USE_42 = MODES[2] && BANKS_42 < UNITS;

    wire [31:0] base = payload_i[31:0];
    assign block_o[31:0] = base;

    genvar i;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_lane
            // Where the lane's delta bytes are; a byte that the configuration never uses is read from place 0.
            localparam LOW_41 = 3 + i;
            localparam LOW_42 = PACKED != 0 ? 4 + 2 * (i - 1) : 3 + i;
            localparam HIGH_42 = PACKED != 0 ? 5 + 2 * (i - 1) : B * BANKS_41 + i - 1;
            localparam HIGH_AT = USE_42 ? HIGH_42 : 0;

            wire [7:0]  delta_41 = payload_i[8*LOW_41 +: 8];
            wire [15:0] delta_42 = {payload_i[8*HIGH_AT +: 8], payload_i[8*LOW_42 +: 8]};
            wire [31:0] raw = payload_i[32*i +: 32];
            reg  [31:0] value;

            always @* begin
                case (tag_i)
                    2'd1: value = USE_40 ? base : raw;
                    2'd2: value = USE_41 ? base + {{24{delta_41[7]}}, delta_41} : raw;
                    2'd3: value = USE_42 ? base + {{16{delta_42[15]}}, delta_42} : raw;
                    default: value = raw;
                endcase
            end

            assign block_o[32*i +: 32] = value;
        end
    endgenerate

endmodule

`default_nettype wire
