// SPDX-License-Identifier: Apache-2.0
// What a collector asks of the banks: one source a cycle. What it asks for in the next cycle is picked in this one, so it learns a cycle late that a bank
// chose it. Meanwhile it asks for another source, or for the same again: a bank does not choose a collector in two cycles after one another. In the cycle
// after its acceptance an instruction asks only for a source without older write, since it is not looked at then whether that is being stored.
//
//   cycle       0    1    2    3    4       two sources, banks take each request at once
//   take_i      1                           used_i 011, before_i 0
//   request          001  010  010  000     010 in cycle 3: it is not known yet that it was chosen
//   chosen_i              1    1            what was asked for in the cycle before was chosen
//
// In: an instruction's sources, with the older write of each; which of these is stored. Out: the request.
// More: docs/gsrf.md, "Ask"
`default_nettype none
module `WF_GSRF_ASK #(
    parameter BANKS  = `WF_BANKS,                       // banks
    parameter WRITES = `WF_WRITES,                      // write ports
    parameter SLOTS  = `WF_SLOTS,                       // write slots
    parameter ROW    = $clog2(`WF_ROWS),                // bits of a row's number
    parameter BANK   = BANKS > 1 ? $clog2(BANKS) : 1,   // bits of a bank's number; not to be set
    parameter PLACE  = ROW + BANK                       // bits of a place; not to be set
) (
    input  wire                    clk_i,       // clock, rising edge
    input  wire                    rst_ni,      // reset, low, asynchronous

    input  wire                    take_i,      // 1: an instruction; the next three inputs belong to it
    input  wire [2:0]              used_i,      // bit s: it reads source s
    input  wire [3*PLACE-1:0]      place_i,     // where the register of each source is, source 0 lowest; from bit 0: bank | row
    input  wire [3*SLOTS-1:0]      before_i,    // the slot with the youngest older write of each source, source 0 lowest

    input  wire [WRITES*SLOTS-1:0] asked_i,     // the slot for which each write port asked in the cycle before, one-hot, or 0, port 0 lowest
    input  wire [WRITES-1:0]       stored_i,    // bit p: a bank chose that of port p

    output wire [BANKS-1:0]        bank_o,      // the bank that is asked, one-hot, or 0
    output wire [ROW-1:0]          row_o,       // for this row
    input  wire                    chosen_i,    // 1: a bank chose what was asked for in the cycle before
    output wire [2:0]              source_o     // the source for which it asked then, one-hot, or 0
);
    generate
        if (BANKS < 1) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANK != (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (PLACE != ROW + BANK) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- Wait for older writes ----

    reg  [3*PLACE-1:0]  place_q;
    reg  [3*SLOTS-1:0]  before_q;
    reg  [2:0]          behind_q;
    wire [2:0]          stored;     // the older write was chosen
    wire [2:0]          has_before; // there is one
    wire [2:0]          behind = behind_q & ~stored;
    genvar s, w;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_behind
            wire [SLOTS-1:0]  earlier = take_i ? before_i[s*SLOTS +: SLOTS] : before_q[s*SLOTS +: SLOTS];
            wire [WRITES-1:0] hits;
            for (w = 0; w < WRITES; w = w + 1) begin : gen_hit
                assign hits[w] = |(earlier & asked_i[w*SLOTS +: SLOTS]);
            end
            assign stored[s] = |(hits & stored_i);
            assign has_before[s] = |before_i[s*SLOTS +: SLOTS];
        end
    endgenerate
    always @(posedge clk_i) begin
        behind_q <= take_i ? has_before & ~stored : behind;
        if (take_i) {place_q, before_q} <= {place_i, before_i};
    end

    // ---- The next request: if what was asked for in the cycle before was not chosen; if it was; of an instruction that comes ----

    reg  [2:0] to_read_q, request_q, asked_q;
    reg        again_q;
    wire [2:0] others = to_read_q & ~request_q;
    wire [2:0] left   = others & ~asked_q;
    wire [2:0] ready_not, ready_yes, ready_left, first, unused_below_not, unused_below_yes, unused_below_left, unused_below_first;
    wire       any_not, any_yes, unused_any_left, unused_any_first;
    `WF_FIRST #(.WIDTH(3)) pick_not (.bits_i(others & ~behind_q), .first_o(ready_not), .below_o(unused_below_not), .any_o(any_not));
    `WF_FIRST #(.WIDTH(3)) pick_yes (.bits_i(left & ~behind_q), .first_o(ready_yes), .below_o(unused_below_yes), .any_o(any_yes));
    `WF_FIRST #(.WIDTH(3)) pick_left (.bits_i(left), .first_o(ready_left), .below_o(unused_below_left), .any_o(unused_any_left));
    `WF_FIRST #(.WIDTH(3)) pick_first (.bits_i(used_i), .first_o(first), .below_o(unused_below_first), .any_o(unused_any_first));
    wire [2:0] next_not = any_not ? ready_not : request_q;
    wire [2:0] next_yes = any_yes ? ready_yes : again_q ? ready_left : request_q;
    wire [2:0] next     = take_i ? first : chosen_i ? next_yes : next_not;
    wire       again    = !take_i && (chosen_i ? !any_yes && !again_q : !any_not);      // the same

    wire [PLACE-1:0] place_not, place_yes, place_first;
    `WF_MUX #(.WIDTH(PLACE), .COUNT(3)) where_not (.select_i(next_not), .data_i(place_q), .data_o(place_not));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(3)) where_yes (.select_i(next_yes), .data_i(place_q), .data_o(place_yes));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(3)) where_first (.select_i(first), .data_i(place_i), .data_o(place_first));
    wire [BANKS-1:0] one        = 1;
    wire [BANKS-1:0] bank_not   = one << place_not[BANK-1:0] & {BANKS{|(next_not & ~behind)}};
    wire [BANKS-1:0] bank_yes   = one << place_yes[BANK-1:0] & {BANKS{|(next_yes & ~behind)}};
    wire [BANKS-1:0] bank_first = one << place_first[BANK-1:0];
    wire             starts     = take_i && |(first & ~has_before);     // late, so it selects and no more

    reg  [BANKS-1:0] bank_q;
    reg  [ROW-1:0]   row_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            to_read_q <= 3'b000;
            request_q <= 3'b000;
            asked_q   <= 3'b000;
            bank_q    <= {BANKS{1'b0}};
        end else begin
            to_read_q <= take_i ? used_i : to_read_q & ~(asked_q & {3{chosen_i}});
            request_q <= next;
            asked_q   <= request_q;
            bank_q    <= (bank_first & {BANKS{starts}}) | (bank_yes & {BANKS{!take_i && chosen_i}}) | (bank_not & {BANKS{!take_i && !chosen_i}});
        end
    always @(posedge clk_i) begin
        row_q   <= take_i ? place_first[BANK +: ROW] : chosen_i ? place_yes[BANK +: ROW] : place_not[BANK +: ROW];
        again_q <= again;
    end
    assign {bank_o, row_o, source_o} = {bank_q, row_q, asked_q};
endmodule
`default_nettype wire
