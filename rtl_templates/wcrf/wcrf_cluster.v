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
    parameter WRITES      = `WF_WRITES,          // write ports
    parameter SLOTS       = `WF_SLOTS,           // write slots
`ifdef WF_WITH_GATE_ON
    parameter WAKE        = `WF_WAKE,            // cycles that a bank takes to wake up
`endif
    parameter USER        = `WF_USER,            // bits of user
    parameter ENTRIES     = 1,                   // collectors
    parameter READERS     = 3 * ENTRIES + 1,     // who may ask to read: three sources of each, and the move as the last one; not to be set
    parameter WRITERS     = SLOTS + 1,           // who may ask to store: slots, and the move as the last one; not to be set
    parameter BLOCK       = 32 * LANES,          // bits of a value; not to be set
    parameter CLUSTER     = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,   // bits of a cluster's number; not to be set
    parameter ROW         = $clog2(ROWS),        // bits of a row's number; not to be set
    parameter PLACE       = ROW + CLUSTER,       // bits of a place; not to be set
    parameter LOOKS       = 1 + WRITES,          // registers to look up; not to be set
    parameter BANKS       = LANES * 32 / BANK    // banks of the cluster; not to be set
) (
    input  wire                     clk_i,           // clock, rising edge
    input  wire                     rst_ni,          // reset, low, asynchronous

    // Read
    input  wire [READERS-1:0]       ask_i,           // bit r: reader r asks
    input  wire [READERS*PLACE-1:0] ask_places_i,    // for the register at this place, reader 0 lowest
    input  wire [READERS*SLOTS-1:0] ask_befores_i,   // or for what this slot holds, one-hot, if it is not 0
    input  wire [ENTRIES*ENTRIES-1:0] ask_older_i,   // bit i * ENTRIES + j: collector j has an older instruction than collector i
`ifdef WF_WITH_COLLECT_FIXED
    output wire [READERS*3-1:0]     lags_o,          // bit 3 r + j: it may be read j + 2 cycles from now, one-hot, or 0
    input  wire [ENTRIES-1:0]       take_i,          // bit k: the instruction of issue port k is allocated
`else
    output wire [READERS-1:0]       chosen_o,        // bit r: its request is taken
`endif
    output wire [BANKS-1:0]         read_o,          // bit b: bank b is read in this cycle
    output wire [ROW-1:0]           read_row_o,      // that row
    output wire                     data_valid_o,    // 1: there is a code at the stage "data"
    output wire                     next_valid_o,    // 1: there is one in the next cycle
    output wire                     next_raw_o,      // 1: which is not compressed
    output wire [READERS-1:0]       next_to_o,       // who asked for it, one-hot
    output wire [1:0]               next_from_o,     // where its words are from: bit 0 the banks, bit 1 a slot
    output wire [1:0]               data_tag_o,      // its tag; 0 of an invalid register
    output wire [READERS-1:0]       data_to_o,       // who asked, one-hot
    output wire [1:0]               data_from_o,     // where its words are from; none: of an invalid register, 0
    output wire [BLOCK-1:0]         slot_words_o,    // what was read from a slot last
    output wire                     forwards_o,      // 1: a slot is read in place of banks
    input  wire                     data_moves_i,    // 1: it moves on

    // Store
    input  wire [WRITERS-1:0]       held_i,          // bit s: slot s holds a write; bit SLOTS: a move is under way
    input  wire [WRITERS-1:0]       request_i,       // bit s: it can be stored, if its banks are on; of the move: its value is there
    input  wire [WRITERS*4-1:0]     needs_i,         // bit 4 s + t: these are the banks of tag t
    input  wire [SLOTS*SLOTS-1:0]   older_i,         // bit s * SLOTS + t: slot t is older than slot s
    input  wire [WRITERS*PLACE-1:0] places_i,        // where its register is, slot 0 lowest
    input  wire [SLOTS*LANES-1:0]   masks_i,         // its mask
    input  wire [WRITERS-1:0]       some_i,          // bit s: that is not empty
    input  wire [SLOTS-1:0]         partial_i,       // bit s: nor full
    input  wire [WRITERS*USER-1:0]  users_i,         // its user
    input  wire [WRITERS*2-1:0]     tags_i,          // its tag
    input  wire [SLOTS*2-1:0]       shown_tags_i,    // the tag that belongs to data_i, of a slot
    input  wire [WRITERS*BLOCK-1:0] data_i,          // its values or payload
    input  wire [WRITERS-1:0]       known_i,         // bit s: its register is valid
    output wire [SLOTS-1:0]         freed_o,         // bit s: slot s is chosen to be stored
    output wire [SLOTS-1:0]         written_o,       // bit s: it is stored
    input  wire [SLOTS-1:0]         written_i,       // bit s: it is, in any cluster
    output wire                     ends_o,          // 1: the move is
    output wire [LANES-1:0]         write_o,         // write enables of the banks, a bit for each word of 32 bits
    output wire [ROW-1:0]           write_row_o,     // the row
    output wire [BLOCK-1:0]         write_data_o,    // the words
    output wire                     stored_valid_o,  // 1: a write is stored in this cycle
    output wire [USER-1:0]          stored_user_o,   // its user

    // Indicators and power
    input  wire [LOOKS*PLACE-1:0]   look_places_i,   // registers to look up in the next cycle
    output wire [LOOKS-1:0]         known_o,         // bit k: the register of the cycle before is here, and valid at the end of this one
    output wire [LOOKS-1:0]         compressed_o,    // bit k: and compressed
    input  wire                     clear_i,         // 1: a release clears a row in this cycle
    input  wire [ROW-1:0]           clear_row_i,     // that row
    output wire [BANKS-1:0]         power_o,         // bit b: bank b is waking or on
    output wire [BANKS-1:0]         on_o,            // bit b: bank b is on
    output wire [BANKS-1:0]         waking_o,        // bit b: bank b is waking
    output wire [BANKS-1:0]         begins_o         // bit b: bank b begins to wake up
);
    generate
        if (HERE < 0) begin : gen_bad_here wf_illegal_HERE bad (); end
        if (HERE >= CLUSTERS) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (READERS != 3 * ENTRIES + 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (WRITERS != SLOTS + 1) begin : gen_bad_writers wf_illegal_WRITERS bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (PLACE != ROW + CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (LOOKS != 1 + WRITES) begin : gen_bad_looks wf_illegal_LOOKS bad (); end
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    // ---- Who is of this cluster, and its row ----

    localparam [31:0] NUMBER = HERE;
    wire [READERS-1:0]     ask;
    wire [READERS*ROW-1:0] ask_rows;
    wire [WRITERS-1:0]     held, request;
    wire [WRITERS*ROW-1:0] rows;
    wire [LOOKS*ROW-1:0]   look_rows;
    reg  [LOOKS*ROW-1:0]   look_rows_q;
    reg  [LOOKS-1:0]       look_here_q;
    genvar r, s, k;
    generate
        for (r = 0; r < READERS; r = r + 1) begin : gen_reader
            assign ask[r]                  = ask_i[r] && ask_places_i[r*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
            assign ask_rows[r*ROW +: ROW]  = ask_places_i[r*PLACE + CLUSTER +: ROW];
        end
        for (s = 0; s < WRITERS; s = s + 1) begin : gen_writer
            wire here = places_i[s*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
            assign held[s]                 = held_i[s] && here;
            assign request[s]              = request_i[s] && here;
            assign rows[s*ROW +: ROW]      = places_i[s*PLACE + CLUSTER +: ROW];
        end
        for (k = 0; k < LOOKS; k = k + 1) begin : gen_look
            assign look_rows[k*ROW +: ROW] = look_places_i[k*PLACE + CLUSTER +: ROW];
            always @(posedge clk_i)
                look_here_q[k] <= look_places_i[k*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
        end
    endgenerate
    always @(posedge clk_i)
        look_rows_q <= look_rows;

    // ---- Read ----

    wire             read_loads, read_known, read_valid, read_waits;
    wire [ROW-1:0]   next_row;
    wire [1:0]       read_tag, slot_tag;
    wire [SLOTS-1:0] slot;
`ifdef WF_WITH_COLLECT_FIXED
    wire             next_read, data_move;
    wire [WRITERS-1:0] excluded;    // a write that could be stored, but for the read of the next cycle
    `WF_WCRF_WINDOW #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .SLOTS(SLOTS), .ENTRIES(ENTRIES)) window (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_i(ask), .rows_i(ask_rows), .befores_i(ask_befores_i), .older_i(ask_older_i), .held_back_i(|excluded), .lags_o(lags_o),
        .take_i(take_i), .row_o(read_row_o), .known_i(read_known), .tag_i(read_tag), .written_i(written_o), .slot_tag_i(slot_tag),
        .next_o(next_read), .next_row_o(next_row), .read_o(read_o), .slot_o(slot), .forwards_o(forwards_o),
        .data_valid_o(data_valid_o), .data_bank_o(data_from_o[0]), .data_slot_o(data_from_o[1]), .data_tag_o(data_tag_o), .data_move_o(data_move)
    );
    assign data_to_o = {data_move, {READERS-1{1'b0}}};
    assign {next_valid_o, next_raw_o, read_valid} = 3'd0;       // every value takes the time of a decoder; no read waits
    assign {next_to_o, next_from_o, read_loads}   = {{READERS+2{1'b0}}, 1'b1};
    wire unused_read = &{1'b0, data_moves_i, read_waits, written_i};
`else
    `WF_WCRF_READ #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .SLOTS(SLOTS), .ENTRIES(ENTRIES)) read (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_i(ask), .rows_i(ask_rows), .befores_i(ask_befores_i), .older_i(ask_older_i), .chosen_o(chosen_o),
        .loads_o(read_loads), .next_row_o(next_row), .row_o(read_row_o), .known_i(read_known), .tag_i(read_tag), .written_i(written_i), .slot_tag_i(slot_tag),
        .valid_o(read_valid), .waits_i(read_waits), .read_o(read_o), .slot_o(slot), .forwards_o(forwards_o),
        .next_valid_o(next_valid_o), .next_raw_o(next_raw_o), .next_to_o(next_to_o), .next_bank_o(next_from_o[0]), .next_slot_o(next_from_o[1]),
        .data_valid_o(data_valid_o), .data_bank_o(data_from_o[0]), .data_slot_o(data_from_o[1]), .data_tag_o(data_tag_o), .data_to_o(data_to_o),
        .data_moves_i(data_moves_i)
    );
`endif
`ifdef WF_WITH_FORWARD_ON
    `WF_WCRF_FORWARD #(.SLOTS(SLOTS), .BLOCK(BLOCK)) forward (
        .clk_i(clk_i), .slot_i(slot), .load_i(forwards_o), .tags_i(shown_tags_i), .data_i(data_i[0 +: SLOTS*BLOCK]),
        .tag_o(slot_tag), .words_o(slot_words_o)
    );
`else
    wire unused_slot = &{1'b0, slot, shown_tags_i};
    assign slot_tag   = 2'd0;
    assign slot_words_o = {BLOCK{1'b0}};
`endif

    // ---- Store. A move stores a raw code, if its register is still valid ----

    wire               write_busy, set;
    wire [1:0]         set_tag;
    wire [3:0]         on_tags;     // bit t: the banks of a code with tag t are on; from flip-flops, since the choice waits for it
    wire [WRITERS-1:0] can;
    generate
        for (s = 0; s < WRITERS; s = s + 1) begin : gen_can
            wire awake = request[s] && (needs_i[4*s +: 4] == 4'd0 || |(needs_i[4*s +: 4] & on_tags));
`ifdef WF_WITH_COLLECT_FIXED
            assign excluded[s] = awake && next_read && (PORTS == 1 || rows[s*ROW +: ROW] == next_row);
            assign can[s]      = awake && !excluded[s];
`else
            assign can[s]      = awake;
`endif
        end
    endgenerate
    `WF_WCRF_STORE #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .PORTS(PORTS), .SLOTS(SLOTS), .USER(USER)) store (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_i(can), .older_i(older_i), .freed_o(freed_o), .written_o(written_o), .ends_o(ends_o),
        .rows_i(rows), .masks_i(masks_i), .users_i(users_i), .tags_i(tags_i), .data_i(data_i), .known_i(known_i),
        .some_i(some_i), .partial_i(partial_i), .busy_o(write_busy), .row_o(write_row_o), .set_o(set), .set_tag_o(set_tag), .write_o(write_o), .write_data_o(write_data_o),
        .read_i(read_valid), .read_row_i(read_row_o), .read_waits_o(read_waits),
        .stored_valid_o(stored_valid_o), .stored_user_o(stored_user_o)
    );

    // ---- Indicators: of the read as they are; of the others with what is written and cleared in this cycle ----

    wire [LOOKS-1:0]   known;
    wire [2*LOOKS-1:0] tag;
`ifdef WF_WITH_GATE_ON
    wire [BANKS-1:0]   used;
`endif
    `WF_WCRF_INDICATORS #(.LANES(LANES), .BANK(BANK), .ROWS(ROWS), .LOOKS(LOOKS + 1)) indicators (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .load_i({{LOOKS{1'b1}}, read_loads}), .rows_i({look_rows, next_row}), .known_o({known, read_known}), .tag_o({tag, read_tag}),
`ifdef WF_WITH_GATE_ON
        .used_o(used),
`endif
        .set_i(set), .set_row_i(write_row_o), .set_tag_i(set_tag), .clear_i(clear_i), .clear_row_i(clear_row_i)
    );
    generate
        for (k = 0; k < LOOKS; k = k + 1) begin : gen_seen
            wire [ROW-1:0] row   = look_rows_q[k*ROW +: ROW];
            wire           now   = set && write_row_o == row;
            assign known_o[k]      = look_here_q[k] && (known[k] || now) && !(clear_i && clear_row_i == row);
            assign compressed_o[k] = known_o[k] && (now ? set_tag != 2'd0 : tag[2*k +: 2] != 2'd0);
        end
    endgenerate

    // ---- Power of the banks ----

`ifdef WF_WITH_GATE_ON
    wire [BANKS-1:0]   data_units, wake, unused_all;
    wire [BANKS-1:0]   shown = data_units & {BANKS{data_valid_o && data_from_o[0]}};
    wire [BANKS-1:0]   next_on;
    wire [3:0]         next_on_tags;
    reg  [3:0]         on_tags_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) on_tags_q <= 4'd0;
        else         on_tags_q <= next_on_tags;
    assign on_tags = on_tags_q;
    wire [4*BANKS-1:0] wanted;      // the banks of each tag that a write, or the move, needs
    genvar t;
    generate
        for (t = 0; t < 4; t = t + 1) begin : gen_tag
            localparam [1:0] TAG = t;
            wire [WRITERS-1:0] with_tag;
            wire [BANKS-1:0]   banks_of;
            for (s = 0; s < WRITERS; s = s + 1) begin : gen_writer
                assign with_tag[s] = request[s] && needs_i[4*s + t];
            end
            `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) units (.tag_i(TAG), .units_o(banks_of));
            assign wanted[t*BANKS +: BANKS] = banks_of & {BANKS{|with_tag}};
            assign next_on_tags[t]          = (banks_of & ~next_on) == {BANKS{1'b0}};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(BANKS), .COUNT(4)) fold (.data_i(wanted), .all_o(unused_all), .any_o(wake));
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) units (.tag_i(data_tag_o), .units_o(data_units));
    `WF_WCRF_BANKS #(.BANKS(BANKS), .WAKE(WAKE)) banks (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .used_i(used), .shown_i(shown), .busy_i(|held || write_busy), .wake_i(wake & ~on_o),
        .power_o(power_o), .on_o(on_o), .next_on_o(next_on), .waking_o(waking_o), .begins_o(begins_o)
    );
`else
    wire unused_power = &{1'b0, held, write_busy};
    assign on_tags   = 4'd15;
    assign power_o   = {BANKS{1'b1}};
    assign on_o      = {BANKS{1'b1}};
    assign waking_o  = {BANKS{1'b0}};
    assign begins_o  = {BANKS{1'b0}};
`endif
endmodule
`default_nettype wire
