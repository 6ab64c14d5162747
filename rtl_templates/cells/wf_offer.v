// SPDX-License-Identifier: Apache-2.0
// Entries that collect the parts of something, and are offered when they are complete. A new one takes the free entry of the lowest number; of those that
// are complete the oldest is offered, and what is offered and not taken stays.
//
//   ENTRIES 2:
//   cycle      0   1   2   3   4
//   valid_i    1   1   0   0   0
//   take_o     01  10
//   there_i            10  11         entry 1 has all parts from cycle 3 on, entry 0 from cycle 4 on
//   valid_o                1   1      entry 1, then entry 0; ready_i 1
//
// What is offered in the next cycle is chosen in this one. Parts that are not used are 0.
`default_nettype none
module `WF_OFFER #(
    parameter ENTRIES = 2,  // from 1
    parameter PARTS   = 3,  // parts of an entry
    parameter WIDTH   = 32, // bits of a part
    parameter REST    = 1   // bits that come with it and leave with it
) (
    input  wire                           clk_i,      // clock, rising edge
    input  wire                           rst_ni,     // reset, low, asynchronous

    input  wire                           valid_i,    // 1: a new one
    output wire                           ready_o,    // 1: an entry is free
    input  wire [REST-1:0]                rest_i,     // its rest
    output wire [ENTRIES-1:0]             take_o,     // bit n: entry n takes it
    output wire [ENTRIES-1:0]             busy_o,     // bit n: entry n has one

    input  wire [ENTRIES-1:0]             there_i,    // bit n: from the next cycle on all parts of entry n are there
    input  wire [ENTRIES*PARTS-1:0]       used_i,     // bit n * PARTS + s: entry n uses part s
    input  wire [PARTS*ENTRIES*WIDTH-1:0] parts_i,    // part s of entry n is word s * ENTRIES + n

    output wire                           valid_o,    // 1: one is offered
    input  wire                           ready_i,    // 1: it is taken
    output wire [PARTS*WIDTH-1:0]         parts_o,    // its parts, part 0 lowest; 0 if not used
    output wire [REST-1:0]                rest_o      // its rest
);
    generate
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (PARTS < 1) begin : gen_bad_parts wf_illegal_PARTS bad (); end
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (REST < 1) begin : gen_bad_rest wf_illegal_REST bad (); end
    endgenerate

    // ---- Take ----

    reg  [ENTRIES-1:0] busy_q;
    wire [ENTRIES-1:0] free, leave, unused_below;
    wire [ENTRIES-1:0] take = free & {ENTRIES{valid_i}};
    assign {take_o, busy_o} = {take, busy_q};
    `WF_FIRST #(.WIDTH(ENTRIES)) first (.bits_i(~busy_q), .first_o(free), .below_o(unused_below), .any_o(ready_o));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) busy_q <= {ENTRIES{1'b0}};
        else         busy_q <= (busy_q | take) & ~leave;

    // ---- Choose ----

    reg  [ENTRIES-1:0]         offered_q;
    wire [ENTRIES-1:0]         complete = busy_q & ~leave & there_i;
    wire [ENTRIES-1:0]         chosen;
    wire                       free_offer = !valid_o || ready_i;
    wire [ENTRIES*ENTRIES-1:0] older;
    `WF_AGE #(.ENTRIES(ENTRIES)) age (.clk_i(clk_i), .take_i(take), .older_o(older));
    `WF_OLDEST #(.WIDTH(ENTRIES)) pick (.request_i(complete), .older_i(older), .oldest_o(chosen));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)         offered_q <= {ENTRIES{1'b0}};
        else if (free_offer) offered_q <= chosen;
    assign valid_o = |offered_q;
    assign leave   = offered_q & {ENTRIES{ready_i}};

    // ---- Offer ----

    reg  [ENTRIES*PARTS-1:0] shown_q;       // the parts of what is offered that are used
    wire [ENTRIES*REST-1:0]  rests;
    genvar n, s;
    generate
        for (n = 0; n < ENTRIES; n = n + 1) begin : gen_entry
            reg [REST-1:0] rest_q;
            always @(posedge clk_i) begin
                if (take[n])    rest_q <= rest_i;
                if (free_offer) shown_q[n*PARTS +: PARTS] <= used_i[n*PARTS +: PARTS] & {PARTS{chosen[n]}};
            end
            assign rests[n*REST +: REST] = rest_q;
        end
        for (s = 0; s < PARTS; s = s + 1) begin : gen_part
            wire [ENTRIES-1:0] select;      // none, if the part is not used
            for (n = 0; n < ENTRIES; n = n + 1) begin : gen_select
                assign select[n] = shown_q[n*PARTS + s];
            end
            `WF_MUX #(.WIDTH(WIDTH), .COUNT(ENTRIES)) offer (
                .select_i(select), .data_i(parts_i[s*ENTRIES*WIDTH +: ENTRIES*WIDTH]), .data_o(parts_o[s*WIDTH +: WIDTH])
            );
        end
    endgenerate
    `WF_MUX #(.WIDTH(REST), .COUNT(ENTRIES)) offer_rest (.select_i(offered_q), .data_i(rests), .data_o(rest_o));
endmodule
`default_nettype wire
