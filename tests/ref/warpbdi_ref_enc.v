`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of warpbdi: the plain reading of the paper, as slow and large as it comes. Every lane has a
// 32-bit subtractor (delta to lane 0) and a sign-extension comparator for each delta size; the tag chooses the code.
// Pad bytes are 0, here also in the banks that are not in use. With RESIDUE all codes are the block with low bytes of lanes in other lanes'
// upper bytes.
//   4 lanes 100 101 99 107, mode <4,1> usable  ->  tag 2, payload bytes 100 0 0 0 1 -1 7

module warpbdi_ref_enc #(
    parameter       LANES     = 32,
    parameter       BANK = 128,
    parameter [2:0] MODES     = 3'b111,
    parameter       RESIDUE   = 1
) (
    input  wire [LANES*32-1:0]           block_i,
    input  wire [LANES-1:0]              mask_i,
    input  wire                          raw_only_i,
    output reg  [1:0]                    tag_o,
    output reg  [LANES*32-1:0]           payload_o,
    output reg  [LANES*32/BANK-1:0] units_o,
    output reg  [LANES-1:0]              wen_o
);

    localparam UNITS      = LANES * 32 / BANK;
    localparam BANK_BYTES = BANK / 8;

    // Banks of each code
    localparam BANKS_40 = (4 + BANK_BYTES - 1) / BANK_BYTES;
    localparam BANKS_41 = (LANES + 3 + BANK_BYTES - 1) / BANK_BYTES;
    localparam BANKS_42 = (2 * LANES + 2 + BANK_BYTES - 1) / BANK_BYTES;

    // A code may be used if its range indicator is enabled and it saves a bank
    localparam [0:0] USE_40 = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41 = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42 = MODES[2] && BANKS_42 < UNITS;

    // Residues: where the low byte and the second byte of each lane are. The bytes that do not stay in their place walk through the free
    // ones: low bytes through bytes 2 and 3 of words 1 to A - 1, then through bytes 1; second bytes through bytes 0, 2 and 3 of words from A on.
    localparam A = BANKS_41 < UNITS ? BANKS_41 * BANK_BYTES / 4 : LANES;      // words of <4,1>, LANES if it saves no bank
    localparam C = BANKS_42 < UNITS ? BANKS_42 * BANK_BYTES / 4 : LANES;   // words of <4,2>
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

    // Subtraction, and bit comparison against the sign extension of each delta size
    wire [31:0]         base = block_i[31:0];
    wire [LANES*32-1:0] delta;
    wire [LANES-1:0]    lane_fits_40;
    wire [LANES-1:0]    lane_fits_41;
    wire [LANES-1:0]    lane_fits_42;

    genvar g;
    generate
        for (g = 0; g < LANES; g = g + 1) begin : gen_lane
            wire [31:0] difference = block_i[32*g +: 32] - base;
            assign delta[32*g +: 32] = difference;
            assign lane_fits_40[g] = difference == 32'd0;
            assign lane_fits_41[g] = difference == {{24{difference[7]}}, difference[7:0]};
            assign lane_fits_42[g] = difference == {{16{difference[15]}}, difference[15:0]};
        end
    endgenerate

    // The three codes
    reg [LANES*32-1:0] code_40;
    reg [LANES*32-1:0] code_41;
    reg [LANES*32-1:0] code_42;

    integer i;

    always @* begin
        tag_o = 2'd0;
        if (&mask_i && !raw_only_i) begin
            if (USE_40 && &lane_fits_40)      tag_o = 2'd1;
            else if (USE_41 && &lane_fits_41) tag_o = 2'd2;
            else if (USE_42 && &lane_fits_42) tag_o = 2'd3;
        end

        code_40       = {LANES*32{1'b0}};
        code_41       = {LANES*32{1'b0}};
        code_42       = {LANES*32{1'b0}};
        code_40[31:0] = base;
        code_41[31:0] = base;
        code_42[31:0] = base;
        for (i = 1; i < LANES; i = i + 1) begin
            code_41[8*(3+i) +: 8] = delta[32*i +: 8];
            if (USE_42) code_42[8*(2+2*i) +: 16] = delta[32*i +: 16];
        end

        if (RESIDUE != 0) begin
            code_40 = block_i;
            for (i = 1; i < LANES; i = i + 1) begin
                if (USE_41 || USE_42) code_40[8*PLACES[10*i +: 10] +: 8] = block_i[32*i +: 8];
                if (USE_42) code_40[8*PLACES[10*(LANES+i) +: 10] +: 8] = block_i[32*i+8 +: 8];
            end
            code_41 = code_40;
            code_42 = code_40;
        end

        case (tag_o)
            2'd1:    payload_o = code_40;
            2'd2:    payload_o = code_41;
            2'd3:    payload_o = code_42;
            default: payload_o = block_i;
        endcase

        for (i = 0; i < UNITS; i = i + 1) begin
            case (tag_o)
                2'd1:    units_o[i] = i < BANKS_40;
                2'd2:    units_o[i] = i < BANKS_41;
                2'd3:    units_o[i] = i < BANKS_42;
                default: units_o[i] = 1'b1;
            endcase
        end

        for (i = 0; i < LANES; i = i + 1) begin
            if (tag_o == 2'd0) wen_o[i] = mask_i[i];
            else               wen_o[i] = units_o[32*i/BANK];
        end
    end

endmodule
`default_nettype wire
