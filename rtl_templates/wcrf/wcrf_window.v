// SPDX-License-Identifier: Apache-2.0
// The reads of a cluster without collectors. A read is reserved two to four cycles ahead, and nothing stops it. The move goes first, then a write that
// was held back, for which a cycle is left free, then the sources of the oldest instruction, the lowest first.
// In: requests, each with its row, or the slot that is read in place of it, and which of their instructions are allocated; the indicator of the
// register at the stage "bank".
// Out: when each request may be read; what is read in the next cycle; the banks that are read, or the slot; the code at the stage "data".
//
//   cycle          0  1  2  3
//   request_i      1
//   lags_o        001
//   take_i         1
//   next_o            1         the store must not write this row in the next cycle
//   read_o               1      the stage "bank"
//   data_valid_o            1   the stage "data"
//
// More: docs/wcrf-fixed.md
`default_nettype none
module `WF_WCRF_WINDOW #(
    parameter LANES   = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter BANK    = `WF_BANK,         // bits of a bank: 32, 64 or 128
    parameter ROWS    = `WF_ROWS,         // rows of a bank
    parameter SLOTS   = `WF_SLOTS,        // write slots
    parameter ENTRIES = 1,                // issue ports
    parameter READERS = 3 * ENTRIES + 1,  // who may ask: three sources of each, and the move as the last one; not to be set
    parameter ROW     = $clog2(ROWS),     // bits of a row's number; not to be set
    parameter BANKS   = LANES * 32 / BANK // banks of the cluster; not to be set
) (
    input  wire                   clk_i,         // clock, rising edge
    input  wire                   rst_ni,        // reset, low, asynchronous

    // Reserve
    input  wire [READERS-1:0]     request_i,     // bit r: reader r asks
    input  wire [READERS*ROW-1:0] rows_i,        // the row of each, reader 0 lowest
    input  wire [READERS*SLOTS-1:0] befores_i,   // the slot that it reads in place of it, one-hot, or 0
    input  wire [ENTRIES*ENTRIES-1:0] older_i,   // bit i * ENTRIES + j: port j has an older instruction than port i
    input  wire                   held_back_i,   // 1: a write is held back in this cycle
    output wire [READERS*3-1:0]   lags_o,        // bit 3 r + j: reader r may be read j + 2 cycles from now, one-hot, or 0
    input  wire [ENTRIES-1:0]     take_i,        // bit i: the instruction of port i is allocated

    // Bank
    output wire [ROW-1:0]         row_o,         // the row of the request at this stage
    input  wire                   known_i,       // 1: the register there is valid
    input  wire [1:0]             tag_i,         // its tag
    input  wire [SLOTS-1:0]       written_i,     // bit s: what slot s held is stored in this cycle, and in the banks from the next one on
    input  wire [1:0]             slot_tag_i,    // the tag of the code in the slot that is read
    output wire                   next_o,        // 1: in the next cycle there is a request that reads banks
    output wire [ROW-1:0]         next_row_o,    // its row
    output wire [BANKS-1:0]       read_o,        // bit b: bank b is read in this cycle
    output wire [SLOTS-1:0]       slot_o,        // the slot that is read, one-hot, or 0
    output wire                   forwards_o,    // 1: one is

    // Data
    output wire                   data_valid_o,  // 1: there is a code
    output wire                   data_bank_o,   // 1: its words are from the banks
    output wire                   data_slot_o,   // 1: from a slot; neither: of an invalid register
    output wire [1:0]             data_tag_o,    // its tag; 0 of an invalid register
    output wire                   data_move_o    // 1: it is for the move
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

    // ---- Claim: the first free cycles, in the order of the claims. One whose instruction is not allocated stands in this cycle all the same ----

    wire [3:0] reserved, for_write;     // bit i: the i-th cycle from now is, and for a write
    wire [2:0] free = {1'b1, ~reserved[3:2]};
    wire [2:0] first, second;           // the free cycles, one-hot
    wire [2:0] third = free & ~first & ~second;
    wire [5:0] unused_below;
    wire [1:0] unused_any;
    `WF_FIRST #(.WIDTH(3)) pick_first (.bits_i(free), .first_o(first), .below_o(unused_below[2:0]), .any_o(unused_any[0]));
    `WF_FIRST #(.WIDTH(3)) pick_second (.bits_i(free & ~first), .first_o(second), .below_o(unused_below[5:3]), .any_o(unused_any[1]));

    wire       move = request_i[READERS-1];
    reg        held_back_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) held_back_q <= 1'b0;
        else         held_back_q <= held_back_i;
    wire       leave       = held_back_q && for_write[3:1] == 3'd0;     // a cycle is left to a write
    wire [2:0] lag_write   = (move ? second : first) & {3{leave}};
    wire [READERS*3-1:0] reads;         // those of the requests that are reserved
    assign reads[3*(READERS-1) +: 3]  = first & {3{move}};
    assign lags_o[3*(READERS-1) +: 3] = first & {3{move}};
    genvar n, i, s, j, r;
    generate
        for (n = 0; n < ENTRIES; n = n + 1) begin : gen_port
            wire [READERS-1:0] earlier;     // claims of older instructions, and of the move
            for (i = 0; i < ENTRIES; i = i + 1) begin : gen_other
                assign earlier[3*i +: 3] = request_i[3*i +: 3] & {3{older_i[n*ENTRIES + i] && i != n}};
            end
            assign earlier[READERS-1] = move;
            for (s = 0; s < 3; s = s + 1) begin : gen_source
                localparam [2:0]  LOWER = (1 << s) - 1;
                wire [READERS+3:0] ahead = {earlier, request_i[3*n +: 3] & LOWER, leave};
                reg  [2:0]         rank;    // how many claims are ahead, one-hot: 0, 1 or 2
                integer            k;
                always @* begin
                    rank = 3'd1;
                    for (k = 0; k < READERS + 4; k = k + 1) if (ahead[k]) rank = rank << 1;
                end
                wire [2:0] lag = (first & {3{rank[0]}}) | (second & {3{rank[1]}}) | (third & {3{rank[2]}});
                assign lags_o[3*(3*n + s) +: 3] = lag & {3{request_i[3*n + s]}};
                assign reads[3*(3*n + s) +: 3]  = lags_o[3*(3*n + s) +: 3] & {3{take_i[n]}};
            end
        end
    endgenerate

    // ---- The window: what the stage "bank" does in so many cycles. What is not reserved any more reads nothing ----

    wire [3:0]         valid, moves;                // a read; of the move
    wire [4*ROW-1:0]   rows;
    wire [4*SLOTS-1:0] slots;
    generate
        for (j = 0; j < 4; j = j + 1) begin : gen_stage
            reg             valid_q, for_write_q, move_q;
            reg [ROW-1:0]   row_q;
            assign {valid[j], for_write[j], moves[j], rows[j*ROW +: ROW]} = {valid_q, for_write_q, move_q, row_q};
            assign reserved[j] = valid_q || for_write_q;
            wire               comes, comes_write, comes_move;     // from the stage before, and what is reserved now
            wire [ROW-1:0]     comes_row;
            wire [READERS-1:0] grant;
            wire [ROW-1:0]     row;
            for (r = 0; r < READERS; r = r + 1) begin : gen_reader
                assign grant[r] = j > 0 && reads[3*r + (j > 0 ? j - 1 : 0)];
            end
            if (j < 3) begin : gen_shift
                assign {comes, comes_write, comes_move, comes_row} = {valid[j+1], for_write[j+1], moves[j+1], rows[(j+1)*ROW +: ROW]};
            end else begin : gen_last
                assign {comes, comes_write, comes_move, comes_row} = {3+ROW{1'b0}};
            end
            `WF_MUX #(.WIDTH(ROW), .COUNT(READERS)) mux (.select_i(grant), .data_i(rows_i), .data_o(row));
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) {valid_q, for_write_q} <= 2'd0;
                else         {valid_q, for_write_q} <= {comes || |grant, comes_write || (j > 0 && lag_write[j > 0 ? j - 1 : 0])};
            always @(posedge clk_i) begin
                move_q <= |grant ? grant[READERS-1] : comes_move;
                row_q  <= |grant ? row : comes_row;
            end
`ifdef WF_WITH_FORWARD_ON
            reg  [SLOTS-1:0] slot_q;
            wire [SLOTS-1:0] slot, comes_slot;
            `WF_MUX #(.WIDTH(SLOTS), .COUNT(READERS)) mux_before (.select_i(grant), .data_i(befores_i), .data_o(slot));
            if (j < 3) begin : gen_slot
                assign comes_slot = slots[(j+1)*SLOTS +: SLOTS];
            end else begin : gen_none
                assign comes_slot = {SLOTS{1'b0}};
            end
            always @(posedge clk_i)
                slot_q <= (|grant ? slot : comes_slot) & ~written_i;    // from the slot until its write is stored
            assign slots[j*SLOTS +: SLOTS] = slot_q;
`else
            assign slots[j*SLOTS +: SLOTS] = {SLOTS{1'b0}};
`endif
        end
    endgenerate
`ifndef WF_WITH_FORWARD_ON
    wire unused_slots = &{1'b0, befores_i, written_i, slot_tag_i, slots};
`endif
    assign next_o     = valid[1] && (slots[SLOTS +: SLOTS] & ~written_i) == {SLOTS{1'b0}};
    assign next_row_o = rows[ROW +: ROW];

    // ---- Bank ----

    wire             slot = |slots[0 +: SLOTS];
    wire             bank = known_i && !slot;
    wire [BANKS-1:0] units;
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) banks (.tag_i(tag_i), .units_o(units));
    assign row_o      = rows[0 +: ROW];
    assign read_o     = units & {BANKS{valid[0] && bank}};
    assign forwards_o = valid[0] && slot;
    assign slot_o     = slots[0 +: SLOTS];
    wire [1:0]       tag = (tag_i & {2{bank}}) | (slot_tag_i & {2{slot}});
    `WF_RANK #(.WIDTH(5)) rank_data (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(valid[0]), .data_i({moves[0], tag, bank, slot}),
        .valid_o(data_valid_o), .data_o({data_move_o, data_tag_o, data_bank_o, data_slot_o})
    );
    wire unused = &{1'b0, for_write[0], reserved[1:0]};
endmodule
`default_nettype wire
