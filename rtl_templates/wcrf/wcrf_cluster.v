// SPDX-License-Identifier: Apache-2.0
// A cluster without its memories: the stages of its reads, its store, its indicators, the power of its banks.
// In: requests of reads and of stores, of which it takes its own; what release, decoders and the move unit do.
// Out: what is taken, what the banks do, and what has been stored.
// More: docs/wcrf.md
`default_nettype none
module `WF_WCRF_CLUSTER #(
    parameter HERE        = 0,                   // number of this cluster
    parameter CLUSTERS    = `WF_CLUSTERS,        // clusters: 1, 2, 4 or 8
    parameter LANES       = `WF_LANES,           // lanes of the warp
    parameter BANK        = `WF_BANK,            // bits of a bank
    parameter ROWS        = `WF_ROWS,            // rows of a bank
    parameter PORTS       = `WF_PORTS,           // ports of a bank
    parameter WRITE_FIRST = `WF_WRITE_FIRST,     // who goes first where a read and a write exclude each other: 0 the read, 1 the write
    parameter ISSUES      = `WF_ISSUES,          // issue ports
    parameter SLOTS       = `WF_SLOTS,           // write slots
`ifdef WF_WITH_GATE_ON
    parameter WAKE        = `WF_WAKE,            // cycles that a bank takes to wake up
`endif
    parameter USER        = `WF_USER,            // bits of user
    parameter READERS     = 1,                   // who may ask to read: sources, and the move as the last one
    parameter WRITERS     = SLOTS + 1,           // who may ask to store: slots, and the move as the last one; not to be set
    parameter BLOCK       = 32 * LANES,          // bits of a value; not to be set
    parameter CLUSTER     = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,   // bits of a cluster's number; not to be set
    parameter ROW         = $clog2(ROWS),        // bits of a row's number; not to be set
    parameter PLACE       = ROW + CLUSTER,       // bits of a place; not to be set
    parameter BANKS       = LANES * 32 / BANK    // banks of the cluster; not to be set
) (
    input  wire                     clk_i,           // clock, rising edge
    input  wire                     rst_ni,          // reset, low, asynchronous

    // Read
    input  wire [READERS-1:0]       ask_i,           // bit r: reader r asks
    input  wire [READERS*PLACE-1:0] ask_places_i,    // for the register at this place, reader 0 lowest
    output wire [READERS-1:0]       chosen_o,        // bit r: its request is taken
    output wire [BANKS-1:0]         read_o,          // bit b: bank b is read in this cycle
    output wire [ROW-1:0]           read_row_o,      // that row
    output wire                     data_valid_o,    // 1: there is a code at the stage "data"
    output wire                     data_known_o,    // 1: of a valid register
    output wire [1:0]               data_tag_o,      // its tag
    output wire [READERS-1:0]       data_to_o,       // who asked, one-hot
    input  wire                     data_moves_i,    // 1: it moves on

    // Store
    input  wire [WRITERS-1:0]       held_i,          // bit s: slot s holds a write; bit SLOTS: a move is under way
    input  wire [WRITERS-1:0]       request_i,       // bit s: it asks to be stored
    input  wire [WRITERS*PLACE-1:0] places_i,        // where its register is, slot 0 lowest
    input  wire [WRITERS*LANES-1:0] masks_i,         // its mask
    input  wire [WRITERS*USER-1:0]  users_i,         // its user
    input  wire [WRITERS*2-1:0]     tags_i,          // its tag
    input  wire [WRITERS*BLOCK-1:0] data_i,          // its values or payload
    output wire                     late_o,          // 1: a store needs a late move
    input  wire                     late_starts_i,   // 1: that starts in this cycle
    output wire [SLOTS-1:0]         late_slot_o,     // bit s: slot s waits for it
    output wire [SLOTS-1:0]         freed_o,         // bit s: slot s is stored in this cycle
    output wire                     ends_o,          // 1: the move ends in this cycle
    output wire [LANES-1:0]         write_o,         // write enables of the banks, a bit for each word of 32 bits
    output wire [ROW-1:0]           write_row_o,     // the row
    output wire [BLOCK-1:0]         write_data_o,    // the words
    output wire                     stored_valid_o,  // 1: a write was stored in the cycle before
    output wire [USER-1:0]          stored_user_o,   // its user

    // Indicators and power
    input  wire [ISSUES*PLACE-1:0]  dest_places_i,   // where the destination at each issue port is, port 0 lowest
    output wire [ISSUES-1:0]        compressed_o,    // bit k: the register in that row here is valid and compressed
    input  wire                     clear_i,         // 1: a release clears a row in this cycle
    input  wire [ROW-1:0]           clear_row_i,     // that row
    output wire [BANKS-1:0]         power_o,         // bit b: bank b is waking or on
    output wire [BANKS-1:0]         on_o,            // bit b: bank b is on
    output wire [BANKS-1:0]         waking_o,        // bit b: bank b is waking
    output wire [BANKS-1:0]         begins_o         // bit b: bank b begins to wake up
);
    generate
        if (HERE < 0 || HERE >= CLUSTERS || CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1) || PLACE != ROW + CLUSTER ||
                LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || (BANK != 32 && BANK != 64 && BANK != 128) ||
                ROWS < 2 || ROWS > 1024 || ISSUES < 1 || SLOTS < 1 || USER < 1 || READERS < 1 || WRITERS != SLOTS + 1 || BLOCK != 32 * LANES ||
                ROW != $clog2(ROWS) || BANKS != LANES * 32 / BANK) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Who is of this cluster, and its row ----

    localparam [31:0] NUMBER = HERE;
    wire [READERS-1:0]     ask;
    wire [READERS*ROW-1:0] ask_rows;
    wire [WRITERS-1:0]     held, request;
    wire [WRITERS*ROW-1:0] rows;
    wire [ISSUES*ROW-1:0]  dest_rows;
    wire                   unused_dest = &{1'b0, dest_places_i};
    genvar r, s, k;
    generate
        for (r = 0; r < READERS; r = r + 1) begin : gen_reader
            assign ask[r]                  = ask_i[r] && ask_places_i[r*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
            assign ask_rows[r*ROW +: ROW]  = ask_places_i[r*PLACE + CLUSTER +: ROW];
        end
        for (s = 0; s < WRITERS; s = s + 1) begin : gen_writer
            assign held[s]                 = held_i[s] && places_i[s*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
            assign request[s]              = request_i[s] && held[s];
            assign rows[s*ROW +: ROW]      = places_i[s*PLACE + CLUSTER +: ROW];
        end
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            assign dest_rows[k*ROW +: ROW] = dest_places_i[k*PLACE + CLUSTER +: ROW];
        end
    endgenerate

    // ---- Read ----

    wire       read_known, read_wants, read_can, read_waits;
    wire [1:0] read_tag;
    `WF_WCRF_READ #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .READERS(READERS)) read (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_i(ask), .rows_i(ask_rows), .chosen_o(chosen_o),
        .row_o(read_row_o), .known_i(read_known), .tag_i(read_tag), .wants_o(read_wants), .can_o(read_can), .waits_i(read_waits),
        .read_o(read_o),
        .data_valid_o(data_valid_o), .data_known_o(data_known_o), .data_tag_o(data_tag_o), .data_to_o(data_to_o),
        .data_moves_i(data_moves_i)
    );

    // ---- Store ----

    wire             store_known, set;
    wire [1:0]       store_tag, set_tag;
    wire [BANKS-1:0] wake;
    `WF_WCRF_STORE #(
        .LANES(LANES), .BANK(BANK), .ROWS(ROWS), .PORTS(PORTS), .WRITE_FIRST(WRITE_FIRST), .SLOTS(SLOTS), .USER(USER)
    ) store (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_i(request), .rows_i(rows), .masks_i(masks_i), .users_i(users_i), .tags_i(tags_i), .data_i(data_i),
        .row_o(write_row_o), .known_i(store_known), .tag_i(store_tag), .clear_i(clear_i), .clear_row_i(clear_row_i), .on_i(on_o),
        .read_i(read_wants), .read_row_i(read_row_o), .read_can_i(read_can), .read_waits_o(read_waits),
        .late_o(late_o), .late_starts_i(late_starts_i), .late_slot_o(late_slot_o), .wake_o(wake), .freed_o(freed_o), .ends_o(ends_o),
        .set_o(set), .set_tag_o(set_tag), .write_o(write_o), .write_data_o(write_data_o),
        .stored_valid_o(stored_valid_o), .stored_user_o(stored_user_o)
    );

    // ---- Indicators: of the read, of the store, and of each destination ----

    wire [ISSUES-1:0]   dest_known;
    wire [2*ISSUES-1:0] dest_tag;
`ifdef WF_WITH_GATE_ON
    wire [BANKS-1:0]    used;
`endif
    `WF_WCRF_INDICATORS #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .LOOKS(ISSUES + 2)) indicators (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .rows_i({dest_rows, write_row_o, read_row_o}), .known_o({dest_known, store_known, read_known}),
        .tag_o({dest_tag, store_tag, read_tag}),
`ifdef WF_WITH_GATE_ON
        .used_o(used),
`endif
        .set_i(set), .set_row_i(write_row_o), .set_tag_i(set_tag), .clear_i(clear_i), .clear_row_i(clear_row_i)
    );
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_dest
            assign compressed_o[k] = dest_known[k] && dest_tag[2*k +: 2] != 2'd0;
        end
    endgenerate

    // ---- Power of the banks ----

`ifdef WF_WITH_GATE_ON
    wire [BANKS-1:0] data_units;
    wire [BANKS-1:0] shown = data_units & {BANKS{data_valid_o && data_known_o}};
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) units (.tag_i(data_tag_o), .units_o(data_units));
    `WF_WCRF_BANKS #(.BANKS(BANKS), .WAKE(WAKE)) banks (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .used_i(used), .shown_i(shown), .busy_i(|held), .wake_i(wake), .power_o(power_o), .on_o(on_o), .waking_o(waking_o), .begins_o(begins_o)
    );
`else
    wire unused_wake = &{1'b0, wake};
    assign power_o   = {BANKS{1'b1}};
    assign on_o      = {BANKS{1'b1}};
    assign waking_o  = {BANKS{1'b0}};
    assign begins_o  = {BANKS{1'b0}};
`endif
endmodule
`default_nettype wire
