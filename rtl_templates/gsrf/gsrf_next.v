// SPDX-License-Identifier: Apache-2.0
// What a write port asks of the banks: one of its slots a cycle. What it asks for in the next cycle is picked in this one: the oldest that can be stored,
// but for the one that it asks for now. Without one it asks for that again: a bank does not choose a port in two cycles after one another.
//
//   cycle      0    1    2    3    4       slots 0 and 1, 0 is older, banks take each request at once
//   may_i      011  011  011  010  000
//   request_o       001  010  010  000     010 in cycle 3: it is not known yet that it was chosen
//   chosen_i             1    1            what was asked for in the cycle before was chosen
//
// More: docs/gsrf.md, "Ask"
`default_nettype none
module `WF_GSRF_NEXT #(
    parameter BANKS = `WF_BANKS,                        // banks
    parameter SLOTS = `WF_SLOTS,                        // write slots
    parameter ROW   = $clog2(`WF_ROWS),                 // bits of a row's number
    parameter BANK  = BANKS > 1 ? $clog2(BANKS) : 1,    // bits of a bank's number; not to be set
    parameter PLACE = ROW + BANK                        // bits of a place; not to be set
) (
    input  wire                   clk_i,      // clock, rising edge
    input  wire                   rst_ni,     // reset, low, asynchronous

    input  wire [SLOTS-1:0]       may_i,      // bit s: slot s is of this port and can be stored
    input  wire [SLOTS*SLOTS-1:0] older_i,    // bit s * SLOTS + t: the write in slot t is older than that in slot s
    input  wire [SLOTS*PLACE-1:0] places_i,   // where the register of each is, slot 0 lowest; from bit 0: bank | row
    input  wire                   chosen_i,   // 1: a bank chose what was asked for in the cycle before

    output wire [SLOTS-1:0]       request_o,  // the slot that is asked for, one-hot, or 0
    output wire [BANKS-1:0]       bank_o,     // its bank, one-hot, or 0
    output wire [ROW-1:0]         row_o,      // its row
    output wire [SLOTS-1:0]       asked_o,    // the slot that was asked for in the cycle before
    output wire [SLOTS-1:0]       next_not_o,   // the slot that is asked for in the next one, if chosen_i is 0
    output wire [SLOTS-1:0]       next_yes_o    // if it is 1
);
    generate
        if (BANKS < 1) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANK != (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (PLACE != ROW + BANK) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- The next request, if what was asked for in the cycle before was chosen, and if not ----

    reg  [SLOTS-1:0] request_q, asked_q;
    reg              again_q;
    wire [SLOTS-1:0] others = may_i & ~request_q;
    wire [SLOTS-1:0] left   = others & ~asked_q;
    wire [SLOTS-1:0] oldest_not, oldest_yes;
    `WF_OLDEST #(.WIDTH(SLOTS)) pick_not (.request_i(others), .older_i(older_i), .oldest_o(oldest_not));
    `WF_OLDEST #(.WIDTH(SLOTS)) pick_yes (.request_i(left), .older_i(older_i), .oldest_o(oldest_yes));
    wire [SLOTS-1:0] next_not = |others ? oldest_not : request_q;
    wire [SLOTS-1:0] next_yes = |left ? oldest_yes : request_q & {SLOTS{!again_q}};
    wire [SLOTS-1:0] next   = chosen_i ? next_yes : next_not;
    wire [PLACE-1:0] place_not, place_yes;
    wire [BANKS-1:0] one    = 1;
    wire [BANKS-1:0] bank_not = one << place_not[BANK-1:0] & {BANKS{|next_not}};
    wire [BANKS-1:0] bank_yes = one << place_yes[BANK-1:0] & {BANKS{|next_yes}};
    `WF_MUX #(.WIDTH(PLACE), .COUNT(SLOTS)) where_not (.select_i(next_not), .data_i(places_i), .data_o(place_not));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(SLOTS)) where_yes (.select_i(next_yes), .data_i(places_i), .data_o(place_yes));

    reg  [BANKS-1:0] bank_q;
    reg  [ROW-1:0]   row_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            request_q <= {SLOTS{1'b0}};
            asked_q   <= {SLOTS{1'b0}};
            bank_q    <= {BANKS{1'b0}};
        end else begin
            request_q <= next;
            asked_q   <= request_q;
            bank_q    <= chosen_i ? bank_yes : bank_not;
        end
    always @(posedge clk_i) begin
        row_q   <= chosen_i ? place_yes[BANK +: ROW] : place_not[BANK +: ROW];
        again_q <= chosen_i ? !(|left) && !again_q : !(|others);
    end
    assign {next_not_o, next_yes_o} = {next_not, next_yes};
    assign {request_o, bank_o, row_o, asked_o} = {request_q, bank_q, row_q, asked_q};
endmodule
`default_nettype wire
