// SPDX-License-Identifier: Apache-2.0
// warpbdi decoder read plainly: every lane is the 32-bit base plus the lane's sign-extended delta. The proofs' reference. With RESIDUE the
// code has the lane's low bytes; the delta is these less the base's.
//   tag 1 <4,0>: base 0x10 -> every lane 0x10.   tag 2 <4,1>: base 0x10, low byte of lane 3 = 0xFE -> lane 3 = 0x0E.
//   tag 3 <4,2>: base 0x10, bytes of lane 3 = 0x80 (high), 0x00 (low) -> lane 3 = 0xFFFF8010.
//   tag 0, or a tag whose mode is disabled or saves no bank: the block verbatim.
`default_nettype none

module warpbdi_ref_dec #(
    parameter LANES = 32,
    parameter BANK = 128,
    parameter [2:0] MODES = 3'b111,
    parameter RESIDUE = 1
) (
    input  wire [1:0]          tag_i,
    input  wire [LANES*32-1:0] payload_i,
    output wire [LANES*32-1:0] block_o
);

    // Banks of B bytes that each code takes. A code that takes them all is never used.
    localparam B = BANK / 8;
    localparam UNITS = LANES * 4 / B;
    localparam BANKS_40 = (4 + B - 1) / B;
    localparam BANKS_41 = (LANES + 3 + B - 1) / B;
    localparam BANKS_42 = (2 * LANES + 2 + B - 1) / B;
    localparam USE_40 = MODES[0] && BANKS_40 < UNITS;
    localparam USE_41 = MODES[1] && BANKS_41 < UNITS;
    localparam USE_42 = MODES[2] && BANKS_42 < UNITS;

    // Residues: where the low byte and the second byte of each lane are. The bytes that do not stay in their place walk through the free
    // ones: low bytes through bytes 2 and 3 of words 1 to A - 1, then through bytes 1; second bytes through bytes 0, 2 and 3 of words from A on.
    localparam A = BANKS_41 < UNITS ? BANKS_41 * B / 4 : LANES;      // words of <4,1>, LANES if it saves no bank
    localparam C = BANKS_42 < UNITS ? BANKS_42 * B / 4 : LANES;   // words of <4,2>
    function [LANES*20-1:0] places(input integer which);    // ten bits for each lane: of its low byte, then of its second byte
        integer               lane, at;
        reg     [4*LANES-1:0] taken;
        begin
            places = {LANES*20{1'b0}};
            taken = {4*LANES{1'b0}};
            at = 6;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                places[10*lane +: 10] = lane < A ? 4 * lane : at;
                if (lane >= A) begin
                    taken[at] = 1'b1;
                    at = at % 4 == 2 ? at + 1 : at % 4 == 1 ? at + 4 : at + 3 < 4 * A ? at + 3 : 5;
                end
            end
            at = 4 * A;
            for (lane = 1; lane < LANES; lane = lane + 1) begin
                if (lane < C && !taken[4*lane+1]) places[10*(LANES+lane) +: 10] = 4 * lane + 1;
                else begin
                    places[10*(LANES+lane) +: 10] = at;
                    at = at % 4 == 0 ? at + 2 : at + 1;
                end
            end
        end
    endfunction
    localparam [LANES*20-1:0] PLACES = places(0);

    wire [31:0] base = payload_i[31:0];
    assign block_o[31:0] = base;

    genvar i;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_lane
            // Where the lane's delta bytes are; a byte that the configuration never uses is read from place 0.
            localparam LOW_41 = RESIDUE == 0 ? 3 + i : USE_41 ? PLACES[10*i +: 10] : 0;
            localparam LOW_42 = RESIDUE != 0 ? (USE_42 ? PLACES[10*i +: 10] : 0) : 4 + 2 * (i - 1);
            localparam HIGH_AT = !USE_42 ? 0 : RESIDUE != 0 ? PLACES[10*(LANES+i) +: 10] : 5 + 2 * (i - 1);

            wire [7:0]  stored_41 = payload_i[8*LOW_41 +: 8];
            wire [15:0] stored_42 = {payload_i[8*HIGH_AT +: 8], payload_i[8*LOW_42 +: 8]};
            wire [7:0]  delta_41  = stored_41 - (RESIDUE != 0 ? base[7:0] : 8'd0);
            wire [15:0] delta_42  = stored_42 - (RESIDUE != 0 ? base[15:0] : 16'd0);
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
