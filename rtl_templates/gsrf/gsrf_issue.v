// SPDX-License-Identifier: Apache-2.0
// An issue port with its collectors. An instruction takes the free one of the lowest number; its sources ask the banks; when all of them are there, it
// is offered, the oldest instruction first.
// In: an instruction; the writes that are held; what the banks choose and bring. Out: a request of each collector; the operands of one instruction.
// More: docs/gsrf.md, "Issue" and "Operands"
`default_nettype none
module `WF_GSRF_ISSUE #(
    parameter LANES        = `WF_LANES,                                // lanes of the warp
    parameter WARPS        = `WF_WARPS,                                // warps
    parameter REGISTERS    = `WF_REGISTERS,                            // registers of a warp
    parameter BANKS        = `WF_BANKS,                                // banks
    parameter ROWS         = `WF_ROWS,                                 // rows of a bank
    parameter GROUPS       = `WF_GROUPS,                               // codes of a register
    parameter COLLECTORS   = `WF_COLLECTORS,                           // collectors of the port
    parameter WRITES       = `WF_WRITES,                               // write ports
    parameter SLOTS        = `WF_SLOTS,                                // write slots
    parameter UNIT         = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array
    parameter SIDE_LATENCY = 1,                                        // cycles from the side array to the arrays: 0 or 1
`ifdef WF_WITH_COMPRESS_ON
    parameter DEC_LATENCY  = `WF_DEC_LATENCY,                          // cycles of a decoder: 0 to 8
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter USER         = `WF_USER,                                 // bits of user
    parameter BLOCK        = 32 * LANES,                               // bits of a value; not to be set
    parameter ARRAYS       = 4 * LANES / UNIT,                         // arrays of a bank; not to be set
    parameter WARP         = WARPS > 1 ? $clog2(WARPS) : 1,            // bits of a warp's number; not to be set
    parameter REGISTER     = REGISTERS > 1 ? $clog2(REGISTERS) : 1,    // bits of a register's number; not to be set
    parameter NUMBER       = WARP + REGISTER,                          // bits of both; not to be set
    parameter ROW          = $clog2(ROWS),                             // bits of a row's number; not to be set
    parameter PLACE        = ROW + (BANKS > 1 ? $clog2(BANKS) : 1),    // bits of a place; not to be set
    parameter ISSUE        = WARP + 4 * REGISTER + 4 + LANES + USER,   // bits of an instruction; not to be set
`ifdef WF_WITH_COMPRESS_ON
    parameter OPERANDS     = 3 * (BLOCK + TAG) + LANES + USER          // bits of operands; not to be set
`else
    parameter OPERANDS     = 3 * BLOCK + LANES + USER                  // bits of operands; not to be set
`endif
) (
    input  wire                        clk_i,          // clock, rising edge
    input  wire                        rst_ni,         // reset, low, asynchronous

    input  wire                        valid_i,        // 1: an instruction
    output wire                        ready_o,        // 1: a collector is free
    input  wire [ISSUE-1:0]            issue_i,        // from bit 0: warp | source0 | source1 | source2 | used | dest | writes | mask | user

    input  wire [SLOTS-1:0]            last_i,         // bit s: slot s holds a write, and no younger one of its register is held
    input  wire [SLOTS*NUMBER-1:0]     numbers_i,      // the register of each slot, slot 0 lowest; from bit 0: warp | register
    input  wire [WRITES*SLOTS-1:0]     asked_i,        // the slot for which each write port asked in the cycle before, one-hot, or 0, port 0 lowest
    input  wire [WRITES-1:0]           stored_i,       // bit p: a bank chose that of port p

    output wire [COLLECTORS-1:0]       busy_o,         // bit n: collector n has an instruction
    output wire [COLLECTORS*BANKS-1:0] banks_o,        // the bank that each collector asks, one-hot, or 0, collector 0 lowest
    output wire [COLLECTORS*ROW-1:0]   rows_o,         // for this row, collector 0 lowest
    input  wire [COLLECTORS-1:0]       chosen_i,       // bit n: a bank chose what it asked for in the cycle before

    input  wire [COLLECTORS*BANKS-1:0] from_i,         // bit n * BANKS + c: the words of bank c are for collector n
    input  wire [BANKS*ARRAYS-1:0]     read_i,         // the arrays that were read, array 0 of bank 0 lowest
    input  wire [BANKS*BLOCK-1:0]      words_i,        // what they have read, bank 0 lowest
`ifdef WF_WITH_COMPRESS_ON
    input  wire [BANKS*TAG-1:0]        tags_i,         // the tags of what they have read, bank 0 lowest
`endif

    output wire                        valid_o,        // 1: operands
    input  wire                        ready_i,        // 1: they are taken
`ifdef WF_WITH_COMPRESS_ON
    output wire [OPERANDS-1:0]         operands_o      // from bit 0: value0 | value1 | value2 | tag0 | tag1 | tag2 | mask | user
`else
    output wire [OPERANDS-1:0]         operands_o      // from bit 0: value0 | value1 | value2 | mask | user
`endif
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (COLLECTORS < 1 || COLLECTORS > 16) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (SIDE_LATENCY < 0 || SIDE_LATENCY > 1) begin : gen_bad_side_latency wf_illegal_SIDE_LATENCY bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (DEC_LATENCY < 0 || DEC_LATENCY > 8) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (OPERANDS != 3 * (BLOCK + TAG) + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
`else
        if (OPERANDS != 3 * BLOCK + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
`endif
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register wf_illegal_REGISTER bad (); end
        if (NUMBER != WARP + REGISTER) begin : gen_bad_number wf_illegal_NUMBER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (PLACE != ROW + (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (ISSUE != WARP + 4 * REGISTER + 4 + LANES + USER) begin : gen_bad_issue wf_illegal_ISSUE bad (); end
    endgenerate
    localparam REST = LANES + USER;
`ifdef WF_WITH_COMPRESS_ON
    localparam SOURCE = BLOCK + TAG;        // bits of a source in what is offered
`else
    localparam SOURCE = BLOCK;
`endif

    // ---- Sources: where they are, and the writes before them ----

    wire [WARP-1:0]       warp;
    wire [3*REGISTER-1:0] source;       // source 0 lowest
    wire [2:0]            uses;
    wire [REGISTER-1:0]   dest;
    wire                  writes;
    wire [REST-1:0]       rest;         // mask | user
    wire [3*PLACE-1:0]    places;
    wire [3*SLOTS-1:0]    befores;
    wire                  unused_dest = &{1'b0, dest, writes};
    assign {rest, writes, dest, uses, source, warp} = issue_i;
    genvar n, s;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            `WF_PLACE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(BANKS), .ROWS(ROWS)) place (
                .warp_i(warp), .register_i(source[s*REGISTER +: REGISTER]), .place_o(places[s*PLACE +: PLACE])
            );
            `WF_SAME #(.COUNT(SLOTS), .KEY(NUMBER)) older (
                .key_i({source[s*REGISTER +: REGISTER], warp}), .held_i(last_i), .keys_i(numbers_i), .same_o(befores[s*SLOTS +: SLOTS])
            );
        end
    endgenerate

    // ---- Collect ----

    wire [COLLECTORS-1:0]          take, there;  // collector n takes the instruction; in the next cycle all of its sources are there
    wire [3*COLLECTORS-1:0]        reads;       // bit 3 n + s: collector n reads source s
    wire [3*COLLECTORS*SOURCE-1:0] sources;     // source s of collector n is word s * COLLECTORS + n: value | tag
    generate
        for (n = 0; n < COLLECTORS; n = n + 1) begin : gen_collector
            wire [3*BLOCK-1:0] values;
`ifdef WF_WITH_COMPRESS_ON
            wire [3*TAG-1:0]   tags;
`endif
            `WF_GSRF_COLLECTOR #(
`ifdef WF_WITH_COMPRESS_ON
                .DEC_LATENCY(DEC_LATENCY), .TAG(TAG),
`endif
                .LANES(LANES), .BANKS(BANKS), .WRITES(WRITES), .SLOTS(SLOTS), .GROUPS(GROUPS), .UNIT(UNIT), .ROW(ROW), .SIDE_LATENCY(SIDE_LATENCY)
            ) collector (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take[n]), .used_i(uses), .place_i(places), .before_i(befores),
                .asked_i(asked_i), .stored_i(stored_i),
                .bank_o(banks_o[n*BANKS +: BANKS]), .row_o(rows_o[n*ROW +: ROW]), .chosen_i(chosen_i[n]),
                .from_i(from_i[n*BANKS +: BANKS]), .read_i(read_i), .words_i(words_i),
`ifdef WF_WITH_COMPRESS_ON
                .tags_i(tags_i), .tags_o(tags),
`endif
                .used_o(reads[3*n +: 3]), .there_o(there[n]), .values_o(values)
            );
            for (s = 0; s < 3; s = s + 1) begin : gen_source
`ifdef WF_WITH_COMPRESS_ON
                assign sources[(s*COLLECTORS + n)*SOURCE +: SOURCE] = {tags[s*TAG +: TAG], values[s*BLOCK +: BLOCK]};
`else
                assign sources[(s*COLLECTORS + n)*SOURCE +: SOURCE] = values[s*BLOCK +: BLOCK];
`endif
            end
        end
    endgenerate

    // ---- Take: the free collector of the lowest number; and offer ----

    wire [3*SOURCE-1:0] shown;
    `WF_OFFER #(.ENTRIES(COLLECTORS), .PARTS(3), .WIDTH(SOURCE), .REST(REST)) offer (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .rest_i(rest), .take_o(take), .busy_o(busy_o), .there_i(there), .used_i(reads), .parts_i(sources),
        .valid_o(valid_o), .ready_i(ready_i), .parts_o(shown), .rest_o(operands_o[3*SOURCE +: REST])
    );
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_shown
            assign operands_o[s*BLOCK +: BLOCK] = shown[s*SOURCE +: BLOCK];
`ifdef WF_WITH_COMPRESS_ON
            assign operands_o[3*BLOCK + s*TAG +: TAG] = shown[s*SOURCE + BLOCK +: TAG];
`endif
        end
    endgenerate
endmodule
`default_nettype wire
