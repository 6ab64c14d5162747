// SPDX-License-Identifier: Apache-2.0
// The reads of a cluster, in three stages: choose a request, read the banks, hand the code on. The move goes first, then the sources of the
// oldest instruction, the lowest first.
// In: requests, each with its row, or the slot that is read in place of it; the indicator of the register at the stage "bank"; what the store
// and the decoders allow.
// Out: the request that is taken; the banks that are read, or the slot; the code at the stage "data", whose words the banks or the slot gave.
//
//   cycle          0  1  2  3
//   request_i      1
//   chosen_o       1
//   read_o            1         the stage "bank"
//   data_valid_o         1      the stage "data"; it stays until data_moves_i is 1
//
// More: docs/wcrf.md, "Read"
`default_nettype none
module `WF_WCRF_READ #(
    parameter LANES   = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter BANK    = `WF_BANK,         // bits of a bank: 32, 64 or 128
    parameter ROWS    = `WF_ROWS,         // rows of a bank
    parameter SLOTS   = `WF_SLOTS,        // write slots
    parameter ENTRIES = 1,                // collectors
    parameter READERS = 3 * ENTRIES + 1,  // who may ask: three sources of each, and the move as the last one; not to be set
    parameter ROW     = $clog2(ROWS),     // bits of a row's number; not to be set
    parameter BANKS   = LANES * 32 / BANK // banks of the cluster; not to be set
) (
    input  wire                   clk_i,         // clock, rising edge
    input  wire                   rst_ni,        // reset, low, asynchronous

    // Choose
    input  wire [READERS-1:0]     request_i,     // bit r: reader r asks
    input  wire [READERS*ROW-1:0] rows_i,        // the row of each, reader 0 lowest
    input  wire [READERS*SLOTS-1:0] befores_i,   // the slot that it reads in place of it, one-hot, or 0
    input  wire [ENTRIES*ENTRIES-1:0] older_i,   // bit i * ENTRIES + j: collector j has an older instruction than collector i
    output wire [READERS-1:0]     chosen_o,      // bit r: its request is taken

    // Bank
    output wire                   loads_o,       // 1: in the next cycle this stage has a new request
    output wire [ROW-1:0]         next_row_o,    // its row
    output wire [ROW-1:0]         row_o,         // the row of the request at this stage
    input  wire                   known_i,       // 1: the register there is valid
    input  wire [1:0]             tag_i,         // its tag
    input  wire [SLOTS-1:0]       written_i,     // bit s: what slot s held is stored in this cycle, and in the banks from the next one on
    input  wire [1:0]             slot_tag_i,    // the tag of the code in the slot that is read
    output wire                   valid_o,       // 1: there is a request that reads banks
    input  wire                   waits_i,       // 1: a write excludes it in this cycle
    output wire [BANKS-1:0]       read_o,        // bit b: bank b is read in this cycle
    output wire [SLOTS-1:0]       slot_o,        // the slot that is to be read, one-hot, or 0
    output wire                   forwards_o,    // 1: and is, in this cycle

    // Data
    output wire                   data_valid_o,  // 1: there is a code
    output wire                   next_valid_o,  // 1: there is one in the next cycle that was not there in this one
    output wire                   next_raw_o,    // 1: which is not compressed
    output wire [READERS-1:0]     next_to_o,     // who asked for it, one-hot
    output wire                   next_bank_o,   // 1: its words are from the banks
    output wire                   next_slot_o,   // 1: from a slot
    output wire                   data_bank_o,   // 1: its words are from the banks
    output wire                   data_slot_o,   // 1: from a slot; neither: of an invalid register
    output wire [1:0]             data_tag_o,    // its tag; 0 of an invalid register
    output wire [READERS-1:0]     data_to_o,     // who asked, one-hot
    input  wire                   data_moves_i   // 1: it moves on
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (READERS != 3 * ENTRIES + 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    // ---- Choose ----

    wire                     bank_valid, bank_moves;
    wire                     bank_free = !bank_valid || bank_moves;
    wire [READERS-1:0]       grant, bank_to;
    wire [ROW-1:0]           row;
    wire [ENTRIES-1:0]       asks, oldest;
    wire [(ENTRIES+1)*ROW-1:0]   rows;      // of the source of each collector that would be chosen; and of the move
    wire [(ENTRIES+1)*SLOTS-1:0] befores;
    wire                     move = request_i[READERS-1];
    wire [ENTRIES:0]         first = {move, oldest & {ENTRIES{!move}}};
    genvar n;
    generate
        for (n = 0; n < ENTRIES; n = n + 1) begin : gen_entry
            wire [2:0] request = request_i[3*n +: 3];
            wire [2:0] lowest  = {request[2] && request[1:0] == 2'd0, request[1] && !request[0], request[0]};
            assign asks[n]         = |request;
            assign grant[3*n +: 3] = lowest & {3{first[n]}};
            `WF_MUX #(.WIDTH(ROW), .COUNT(3)) mux_source (.select_i(lowest), .data_i(rows_i[3*n*ROW +: 3*ROW]), .data_o(rows[n*ROW +: ROW]));
            `WF_MUX #(.WIDTH(SLOTS), .COUNT(3)) mux_source_before (
                .select_i(lowest), .data_i(befores_i[3*n*SLOTS +: 3*SLOTS]), .data_o(befores[n*SLOTS +: SLOTS])
            );
        end
    endgenerate
    assign grant[READERS-1]               = move;
    assign rows[ENTRIES*ROW +: ROW]       = rows_i[(READERS-1)*ROW +: ROW];
    assign befores[ENTRIES*SLOTS +: SLOTS] = befores_i[(READERS-1)*SLOTS +: SLOTS];
    `WF_OLDEST #(.WIDTH(ENTRIES)) pick (.request_i(asks), .older_i(older_i), .oldest_o(oldest));
    `WF_MUX #(.WIDTH(ROW), .COUNT(ENTRIES + 1)) mux (.select_i(first), .data_i(rows), .data_o(row));
    assign chosen_o = grant & {READERS{bank_free}};
    assign {loads_o, next_row_o} = {|first && bank_free, row};
    `WF_RANK #(.WIDTH(READERS + ROW), .STALLS(1)) rank_bank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(bank_free),
        .valid_i(|first), .data_i({grant, row}), .valid_o(bank_valid), .data_o({bank_to, row_o})
    );

    // ---- Bank: from the slot until its write is stored ----

    wire             slot;
`ifdef WF_WITH_FORWARD_ON
    wire [SLOTS-1:0] earlier;
    reg  [SLOTS-1:0] slot_q;
    `WF_MUX #(.WIDTH(SLOTS), .COUNT(ENTRIES + 1)) mux_before (.select_i(first), .data_i(befores), .data_o(earlier));
    always @(posedge clk_i)
        slot_q <= (bank_free ? earlier : slot_q) & ~written_i;
    assign slot_o = slot_q;
    assign slot   = |slot_q;
`else
    wire unused_slots = &{1'b0, befores, written_i, slot_tag_i};
    assign slot_o = {SLOTS{1'b0}};
    assign slot   = 1'b0;
`endif
    wire             bank = known_i && !slot;
    wire [BANKS-1:0] units;
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) banks (.tag_i(tag_i), .units_o(units));
    wire             can = !data_valid_o || data_moves_i;   // the stage "data" would take it
    assign valid_o    = bank_valid && !slot;
    assign bank_moves = bank_valid && can && !waits_i;
    assign read_o     = units & {BANKS{bank_moves && bank}};
    assign forwards_o = bank_moves && slot;
    wire [1:0]       tag  = (tag_i & {2{bank}}) | (slot_tag_i & {2{slot}});
    assign next_valid_o = bank_moves;
    assign next_raw_o   = tag == 2'd0;
    assign {next_to_o, next_bank_o, next_slot_o} = {bank_to, bank, slot};
    `WF_RANK #(.WIDTH(READERS + 4), .STALLS(1)) rank_data (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(can),
        .valid_i(bank_moves), .data_i({bank_to, tag, bank, slot}),
        .valid_o(data_valid_o), .data_o({data_to_o, data_tag_o, data_bank_o, data_slot_o})
    );
endmodule
`default_nettype wire
