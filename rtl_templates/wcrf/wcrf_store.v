// SPDX-License-Identifier: Apache-2.0
// The store of a cluster, in two stages: choose one of the writes that can be stored, the oldest, or the move before all; write it. What is chosen
// is written in the next cycle, whatever happens.
//
//   cycle         0  1
//   request_i     1
//   freed_o       1
//   write_o          1
//   stored_valid_o   1
//
// In: the requests: the slots, and as the last one the move, which has a full mask and the tag raw.
// More: docs/wcrf.md, "Store"
`default_nettype none
module `WF_WCRF_STORE #(
    parameter LANES       = `WF_LANES,           // lanes of the warp
    parameter BANK        = `WF_BANK,            // bits of a bank: 32, 64 or 128
    parameter ROWS        = `WF_ROWS,            // rows of a bank
    parameter PORTS       = `WF_PORTS,           // ports of a bank: 1 or 2
    parameter SLOTS       = `WF_SLOTS,           // write slots
    parameter USER        = `WF_USER,            // bits of user
    parameter WRITERS     = SLOTS + 1,           // requests; not to be set
    parameter BLOCK       = 32 * LANES,          // bits of a value; not to be set
    parameter ROW         = $clog2(ROWS),        // bits of a row's number; not to be set
    parameter BANKS       = LANES * 32 / BANK    // banks of the cluster; not to be set
) (
    input  wire                     clk_i,           // clock, rising edge
    input  wire                     rst_ni,          // reset, low, asynchronous

    // Choose
    input  wire [WRITERS-1:0]       request_i,       // bit s: slot s can be stored here; bit SLOTS: the move
    input  wire [SLOTS*SLOTS-1:0]   older_i,         // bit s * SLOTS + t: slot t is older than slot s
    output wire [SLOTS-1:0]         freed_o,         // bit s: slot s is chosen
    output wire [SLOTS-1:0]         written_o,       // bit s: it was chosen in the cycle before, and is written
    output wire                     ends_o,          // 1: the move is

    input  wire [WRITERS*ROW-1:0]   rows_i,          // its row, slot 0 lowest
    input  wire [WRITERS*2-1:0]     tags_i,          // its tag
    input  wire [WRITERS-1:0]       some_i,          // bit s: its mask is not empty
    input  wire [SLOTS-1:0]         partial_i,       // bit s: nor full

    // Write: what these show belongs to the request that was chosen in the cycle before
    input  wire [SLOTS*LANES-1:0]   masks_i,         // its mask
    input  wire [WRITERS*USER-1:0]  users_i,         // its user
    input  wire [WRITERS*BLOCK-1:0] data_i,          // its values, 0 in lanes that are not in the mask, or its payload
    input  wire [WRITERS-1:0]       known_i,         // 1: its register is valid
    output wire                     busy_o,          // 1: there is one
    output wire [ROW-1:0]           row_o,           // its row
    output wire                     set_o,           // 1: the register becomes valid and has set_tag_o
    output wire [1:0]               set_tag_o,       // the new tag
    output wire [LANES-1:0]         write_o,         // write enables, a bit for each word of 32 bits
    output wire [BLOCK-1:0]         write_data_o,    // the words

    input  wire                     read_i,          // 1: the stage "bank" holds a read
    input  wire [ROW-1:0]           read_row_i,      // its row
    output wire                     read_waits_o,    // 1: it waits for this write

    output wire                     stored_valid_o,  // 1: a write is stored in this cycle
    output wire [USER-1:0]          stored_user_o    // its user
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (PORTS < 1 || PORTS > 2) begin : gen_bad_ports wf_illegal_PORTS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (WRITERS != SLOTS + 1) begin : gen_bad_writers wf_illegal_WRITERS bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    // ---- Choose. With one port a read that waits has the next turn ----

    wire               turn = PORTS == 1 && read_waits_o;
    wire [SLOTS-1:0]   oldest;
    wire [WRITERS-1:0] grant;
    reg  [WRITERS-1:0] write_q;     // what is written, one-hot
    reg                busy_q;
    reg  [ROW-1:0]     row_q;
    reg  [1:0]         tag_q;
    reg                some_q, full_q;
    reg  [SLOTS-1:0]   part_q;      // the slot of a write of some lanes, one-hot; in the write stage few things wait for it
    wire [ROW-1:0]     row;
    wire [1:0]         tag;
    wire               some;
    wire [SLOTS-1:0]   part;
    `WF_OLDEST #(.WIDTH(SLOTS)) pick (.request_i(request_i[SLOTS-1:0]), .older_i(older_i), .oldest_o(oldest));
    assign grant   = {request_i[SLOTS], oldest & {SLOTS{!request_i[SLOTS]}}} & {WRITERS{!turn}};
    assign freed_o = grant[SLOTS-1:0];
    assign ends_o  = grant[SLOTS];
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {busy_q, write_q, some_q, full_q, part_q} <= {WRITERS+SLOTS+3{1'b0}};      // a bank without power is not written
        else         {busy_q, write_q, some_q, full_q, part_q} <= {|grant, grant, some, some && !(|part), part};
    `WF_MUX #(.WIDTH(ROW), .COUNT(WRITERS)) mux_row (.select_i(grant), .data_i(rows_i), .data_o(row));
    `WF_MUX #(.WIDTH(2), .COUNT(WRITERS)) mux_tag (.select_i(grant), .data_i(tags_i), .data_o(tag));
    assign some = |(grant & some_i);
    assign part = grant[SLOTS-1:0] & partial_i;
    always @(posedge clk_i)
        {row_q, tag_q} <= {row, tag};
    assign row_o = row_q;

    // ---- Write ----

    wire [LANES-1:0] mask;      // of a write of some lanes
    wire [USER-1:0]  user;
    `WF_MUX #(.WIDTH(LANES), .COUNT(SLOTS)) mux_mask (.select_i(part_q), .data_i(masks_i), .data_o(mask));
    `WF_MUX #(.WIDTH(USER), .COUNT(WRITERS)) mux_user (.select_i(write_q), .data_i(users_i), .data_o(user));
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(WRITERS)) mux_data (.select_i(write_q), .data_i(data_i), .data_o(write_data_o));

    wire             fill = |(part_q & ~known_i[SLOTS-1:0]);            // of an invalid register: the other lanes become 0
    wire             gone = write_q[SLOTS] && !known_i[SLOTS];          // a move of a register that was released
    wire [BANKS-1:0] units;                                // the code's banks
    wire [LANES-1:0] words;
    `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) banks (.tag_i(tag_q), .units_o(units));
    genvar n;
    generate
        for (n = 0; n < BANKS; n = n + 1) begin : gen_bank
            localparam EACH = BANK / 32;    // words
            assign words[n*EACH +: EACH] = mask[n*EACH +: EACH] | {EACH{fill || (full_q && units[n])}};
        end
    endgenerate
    assign busy_o    = busy_q;
    assign set_o     = some_q && !gone;
    assign set_tag_o = tag_q;
    assign write_o   = words & {LANES{!gone}};

    // ---- A read that a write excludes waits for it ----

    assign read_waits_o = read_i && busy_q && (PORTS == 1 || read_row_i == row_q);

    assign written_o      = write_q[SLOTS-1:0];
    assign stored_valid_o = |write_q[SLOTS-1:0];
    assign stored_user_o  = user;
endmodule
`default_nettype wire
