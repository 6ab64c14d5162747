// SPDX-License-Identifier: Apache-2.0
// One operand collector: its three sources ask for a read one after the other; what comes goes through the
// collector's part of the crossbar and through its decoder, and is kept.
//
//   cycle        0  1  2  3  4  5  6        SIDE_LATENCY 1, a decoder of 1 cycle
//   take_i       1                          used_i 001, before_i 0
//   bank_o          1                       the bank of the source is asked
//   chosen_i           1                    it chose that
//   from_i                   1              the words come
//   there_o                     1           from the next cycle on the value is there
//
// More: docs/gsrf.md, "Ask" and "Words"
`default_nettype none
module `WF_GSRF_COLLECTOR #(
    parameter LANES        = `WF_LANES,         // lanes of the warp
    parameter BANKS        = `WF_BANKS,         // banks
    parameter WRITES       = `WF_WRITES,        // write ports
    parameter SLOTS        = `WF_SLOTS,         // write slots
    parameter GROUPS       = `WF_GROUPS,        // codes of a register
    parameter UNIT         = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array
    parameter ROW          = $clog2(`WF_ROWS),  // bits of a row's number
    parameter SIDE_LATENCY = 1,                 // cycles from the side array to the arrays: 0 or 1
`ifdef WF_WITH_COMPRESS_ON
    parameter DEC_LATENCY  = `WF_DEC_LATENCY,   // cycles of the decoder: 0 to 8
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter BLOCK        = 32 * LANES,        // bits of a value; not to be set
    parameter ARRAYS       = 4 * LANES / UNIT,  // arrays of a bank; not to be set
    parameter PLACE        = ROW + (BANKS > 1 ? $clog2(BANKS) : 1)  // bits of a place; not to be set
) (
    input  wire                    clk_i,      // clock, rising edge
    input  wire                    rst_ni,     // reset, low, asynchronous

    input  wire                    take_i,     // 1: it takes an instruction; the next three inputs belong to it
    input  wire [2:0]              used_i,     // bit s: it reads source s
    input  wire [3*PLACE-1:0]      place_i,    // where the register of each source is, source 0 lowest
    input  wire [3*SLOTS-1:0]      before_i,   // the slot with the youngest older write of each source, source 0 lowest
    input  wire [WRITES*SLOTS-1:0] asked_i,    // the slot for which each write port asked in the cycle before, one-hot, or 0, port 0 lowest
    input  wire [WRITES-1:0]       stored_i,   // bit p: a bank chose that of port p

    output wire [BANKS-1:0]        bank_o,     // the bank that is asked, one-hot, or 0
    output wire [ROW-1:0]          row_o,      // for this row
    input  wire                    chosen_i,   // 1: a bank chose what was asked for in the cycle before

    input  wire [BANKS-1:0]        from_i,     // the bank whose words are for this collector, one-hot, or 0
    input  wire [BANKS*ARRAYS-1:0] read_i,     // the arrays that were read, array 0 of bank 0 lowest
    input  wire [BANKS*BLOCK-1:0]  words_i,    // what they have read, bank 0 lowest
`ifdef WF_WITH_COMPRESS_ON
    input  wire [BANKS*TAG-1:0]    tags_i,     // the tags of what they have read, bank 0 lowest
    output wire [3*TAG-1:0]        tags_o,     // the tags of the sources that are used, source 0 lowest
`endif
    output wire [2:0]              used_o,     // bit s: the instruction reads source s
    output wire                    there_o,    // 1: from the next cycle on all values are there
    output wire [3*BLOCK-1:0]      values_o    // the values of the sources that are used, source 0 lowest
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (BANKS < 1) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (SIDE_LATENCY < 0 || SIDE_LATENCY > 1) begin : gen_bad_side_latency wf_illegal_SIDE_LATENCY bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (DEC_LATENCY < 0 || DEC_LATENCY > 8) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
        if (PLACE != ROW + (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- Ask, and know for which source the words come: as many cycles behind the choice as they are ----

    reg  [2:0] used_q, lacks_q, coming_2_q, coming_3_q;     // lacks_q: the value is not there yet
    wire [2:0] asked, arrives;
    wire [2:0] comes = SIDE_LATENCY == 1 ? coming_3_q : coming_2_q;
    `WF_GSRF_ASK #(.BANKS(BANKS), .WRITES(WRITES), .SLOTS(SLOTS), .ROW(ROW)) ask (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .take_i(take_i), .used_i(used_i), .place_i(place_i), .before_i(before_i), .asked_i(asked_i), .stored_i(stored_i),
        .bank_o(bank_o), .row_o(row_o), .chosen_i(chosen_i), .source_o(asked)
    );
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) lacks_q <= 3'b000;
        else         lacks_q <= take_i ? used_i : lacks_q & ~arrives;
    always @(posedge clk_i) begin
        {coming_3_q, coming_2_q} <= {coming_2_q, asked};
        if (take_i) used_q <= used_i;
    end
    assign used_o  = used_q;
    assign there_o = (lacks_q & ~arrives) == 3'b000;

    // ---- The crossbar: of the arrays that were read, and no others ----

    wire [BLOCK-1:0] planes;
    genvar a, c, s;
    generate
        for (a = 0; a < ARRAYS; a = a + 1) begin : gen_array
            wire [BANKS-1:0]        select;
            wire [BANKS*8*UNIT-1:0] bytes;
            for (c = 0; c < BANKS; c = c + 1) begin : gen_bank
                assign select[c] = from_i[c] && read_i[c*ARRAYS + a];
                assign bytes[c*8*UNIT +: 8*UNIT] = words_i[c*BLOCK + a*8*UNIT +: 8*UNIT];
            end
            `WF_MUX #(.WIDTH(8 * UNIT), .COUNT(BANKS)) mux (.select_i(select), .data_i(bytes), .data_o(planes[a*8*UNIT +: 8*UNIT]));
        end
    endgenerate

    // ---- Decode, and keep ----

    wire [BLOCK-1:0] value;
    wire [2:0]       to;
    wire             valid;
`ifdef WF_WITH_COMPRESS_ON
    localparam RANKS = DEC_LATENCY < 2 ? DEC_LATENCY : 2;
    localparam CUTS  = RANKS == 0 ? 0 : RANKS == 1 ? 1 : 5;     // none; tag; tag, kept
    wire [TAG-1:0]   tag_now, tag, tag_1;
    wire [BLOCK-1:0] value_1;
    wire [2:0]       to_1;
    wire             valid_1;
    `WF_MUX #(.WIDTH(TAG), .COUNT(BANKS)) mux_tag (.select_i(from_i), .data_i(tags_i), .data_o(tag_now));
    `WF_BYTEWISE_DEC #(.LANES(LANES), .GROUPS(GROUPS), .CUTS(CUTS), .USER_BITS(3 + TAG)) decoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(|from_i), .user_i({comes, tag_now}), .tag_i(tag_now), .payload_i(planes),
        .valid_o(valid_1), .user_o({to_1, tag_1}), .block_o(value_1)
    );
    `WF_DELAY #(.WIDTH(3 + TAG + BLOCK), .DEPTH(DEC_LATENCY - RANKS)) delay (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .data_i({to_1, tag_1, value_1}), .valid_o(valid), .data_o({to, tag, value})
    );
`else
    assign {valid, to} = {|from_i, comes};
    genvar i, p;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            for (p = 0; p < 4; p = p + 1) begin : gen_byte
                assign value[32*i + 8*p +: 8] = planes[8*(LANES*p + i) +: 8];
            end
        end
    endgenerate
`endif
    assign arrives = to & {3{valid}};
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_kept
            reg [BLOCK-1:0] value_q;
            always @(posedge clk_i)
                if (arrives[s]) value_q <= value;
            assign values_o[s*BLOCK +: BLOCK] = value_q;
`ifdef WF_WITH_COMPRESS_ON
            reg [TAG-1:0] tag_q;
            always @(posedge clk_i)
                if (arrives[s]) tag_q <= tag;
            assign tags_o[s*TAG +: TAG] = tag_q;
`endif
        end
    endgenerate
endmodule
`default_nettype wire
