// SPDX-License-Identifier: Apache-2.0
// The store of a cluster. One of the ready writes of the cluster, or the move, is chosen. What becomes of it:
//
//   the row is being released              it waits, and stays chosen
//   a partial write, compressed register   it needs a late move
//   a bank that it writes is not on        the banks wake up
//   a read excludes it                     one of the two waits, by WRITE_FIRST and who lost before; the write stays chosen
//   else                                   it is stored. A move of an invalid register ends without a store
//
// In: the requests: the slots, and as the last one the move, which has a full mask and the tag raw.
// More: docs/wcrf.md, "Store"
`default_nettype none
module `WF_WCRF_STORE #(
    parameter LANES       = `WF_LANES,           // lanes of the warp
    parameter BANK        = `WF_BANK,            // bits of a bank: 32, 64 or 128
    parameter ROWS        = `WF_ROWS,            // rows of a bank
    parameter PORTS       = `WF_PORTS,           // ports of a bank: 1 or 2
    parameter WRITE_FIRST = `WF_WRITE_FIRST,     // who goes first where a read and a write exclude each other: 0 the read, 1 the write
    parameter SLOTS       = `WF_SLOTS,           // write slots
    parameter USER        = `WF_USER,            // bits of user
    parameter WRITERS     = SLOTS + 1,           // requests; not to be set
    parameter BLOCK       = 32 * LANES,          // bits of a value; not to be set
    parameter ROW         = $clog2(ROWS),        // bits of a row's number; not to be set
    parameter BANKS       = LANES * 32 / BANK    // banks of the cluster; not to be set
) (
    input  wire                     clk_i,           // clock, rising edge
    input  wire                     rst_ni,          // reset, low, asynchronous

    input  wire [WRITERS-1:0]       request_i,       // bit s: slot s asks; bit SLOTS: the move
    input  wire [WRITERS*ROW-1:0]   rows_i,          // the row of each, slot 0 lowest
    input  wire [WRITERS*LANES-1:0] masks_i,         // its mask
    input  wire [WRITERS*USER-1:0]  users_i,         // its user
    input  wire [WRITERS*2-1:0]     tags_i,          // its tag
    input  wire [WRITERS*BLOCK-1:0] data_i,          // its values or payload

    output wire [ROW-1:0]           row_o,           // the row of the chosen one
    input  wire                     known_i,         // 1: the register there is valid
    input  wire [1:0]               tag_i,           // its tag
    input  wire                     clear_i,         // 1: a release clears a row in this cycle
    input  wire [ROW-1:0]           clear_row_i,     // that row
    input  wire [BANKS-1:0]         on_i,            // bit b: bank b is on
    input  wire                     read_i,          // 1: the stage "bank" holds a read of a valid register
    input  wire [ROW-1:0]           read_row_i,      // its row
    input  wire                     read_can_i,      // 1: it could move on
    output wire                     read_waits_o,    // 1: it waits for the store

    output wire                     late_o,          // 1: it needs a late move
    input  wire                     late_starts_i,   // 1: that starts in this cycle
    output wire [SLOTS-1:0]         late_slot_o,     // bit s: slot s waits for a move that starts in this cycle
    output wire [BANKS-1:0]         wake_o,          // bit b: bank b is needed and not on
    output wire [SLOTS-1:0]         freed_o,         // bit s: slot s is stored in this cycle
    output wire                     ends_o,          // 1: the move ends in this cycle
    output wire                     set_o,           // 1: the register becomes valid and has set_tag_o
    output wire [1:0]               set_tag_o,       // the new tag
    output wire [LANES-1:0]         write_o,         // write enables, a bit for each word of 32 bits
    output wire [BLOCK-1:0]         write_data_o,    // the words

    output wire                     stored_valid_o,  // 1: a write was stored in the cycle before
    output wire [USER-1:0]          stored_user_o    // its user
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || (BANK != 32 && BANK != 64 && BANK != 128) || ROWS < 2 ||
                ROWS > 1024 || PORTS < 1 || PORTS > 2 || WRITE_FIRST < 0 || WRITE_FIRST > 1 || SLOTS < 1 || USER < 1 ||
                WRITERS != SLOTS + 1 || BLOCK != 32 * LANES || ROW != $clog2(ROWS) || BANKS != LANES * 32 / BANK) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Choose ----

    wire               take;
    wire [WRITERS-1:0] grant;
    wire [LANES-1:0]   mask;
    wire [USER-1:0]    user;
    wire [1:0]         tag;
    wire [BLOCK-1:0]   data;
    `WF_ARB #(.PORTS(WRITERS)) arb (.clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .take_i(take), .grant_o(grant));
    `WF_MUX #(.WIDTH(ROW), .COUNT(WRITERS)) mux_row (.select_i(grant), .data_i(rows_i), .data_o(row_o));
    `WF_MUX #(.WIDTH(LANES), .COUNT(WRITERS)) mux_mask (.select_i(grant), .data_i(masks_i), .data_o(mask));
    `WF_MUX #(.WIDTH(USER), .COUNT(WRITERS)) mux_user (.select_i(grant), .data_i(users_i), .data_o(user));
    `WF_MUX #(.WIDTH(2), .COUNT(WRITERS)) mux_tag (.select_i(grant), .data_i(tags_i), .data_o(tag));
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(WRITERS)) mux_data (.select_i(grant), .data_i(data_i), .data_o(data));

    // ---- Words and banks that it writes ----

    wire             move    = grant[SLOTS];
    wire             full    = &mask;
    wire             partial = |mask && !full;
    wire [BANKS-1:0] units, needed;     // the code's banks; those of which a bit is written
    wire [LANES-1:0] words;
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) banks (.tag_i(tag), .units_o(units));
    genvar n, w;
    generate
        for (n = 0; n < BANKS; n = n + 1) begin : gen_bank
            localparam EACH = BANK / 32;    // words
            assign words[n*EACH +: EACH] = full                ? {EACH{units[n]}} :
                                           partial && !known_i ? {EACH{1'b1}}     : mask[n*EACH +: EACH];
            assign needed[n] = |words[n*EACH +: EACH];
        end
        for (w = 0; w < LANES; w = w + 1) begin : gen_lane
            assign write_data_o[32*w +: 32] = data[32*w +: 32] & {32{full || mask[w]}};
        end
    endgenerate

    // ---- Decide: the first that holds ----

    wire valid    = |grant;
    wire cleared  = valid && clear_i && clear_row_i == row_o;
    wire open     = valid && !cleared;
    wire late     = partial && known_i && tag_i != 2'd0;
    wire gone     = move && !known_i;
    wire asleep   = |(needed & ~on_i) && !gone;
    wire last     = open && !late && !asleep;                  // nothing but a read is in its way
    wire clash    = last && !gone && read_i && read_can_i && (PORTS == 1 || read_row_i == row_o);
    wire done     = last && !(clash && !read_waits_o);
    wire stored   = done && !gone;
    assign take         = !cleared && (done || !last);
    assign late_o       = open && late;
    assign late_slot_o  = grant[SLOTS-1:0] & {SLOTS{late_o && late_starts_i}};
    assign wake_o       = needed & ~on_i & {BANKS{open && !late && asleep}};
    assign freed_o      = grant[SLOTS-1:0] & {SLOTS{done}};
    assign ends_o       = move && done;
    assign set_o        = stored && |mask;
    assign set_tag_o    = tag;
    assign write_o      = words & {LANES{stored}};

    // ---- Conflicts with reads: who lost the last one goes ----

    reg read_lost_q, store_lost_q;
    assign read_waits_o = clash && (store_lost_q || (WRITE_FIRST != 0 && !read_lost_q));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            read_lost_q  <= 1'b0;
            store_lost_q <= 1'b0;
        end else begin
            read_lost_q  <= read_waits_o;
            store_lost_q <= clash && !read_waits_o;
        end

    `WF_RANK #(.WIDTH(USER)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
        .valid_i(stored && !move), .data_i(user), .valid_o(stored_valid_o), .data_o(stored_user_o)
    );
endmodule
`default_nettype wire
