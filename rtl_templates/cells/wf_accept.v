// SPDX-License-Identifier: Apache-2.0
// Write ports that put their writes into slots, and the order of writes of a register. Each port has slots of its own, takes the free one with the lowest
// number, and is ready while there is one. A write follows the youngest older one of its register that is still held; of two ports in one cycle the lower
// has the older write.
//
//   2 ports, 5 slots, slots 0 and 2 are held: port 0 takes slot 1, port 1 slot 3
//   both write the register that slot 2 holds: the write of port 0 follows slot 2, that of port 1 slot 1
`default_nettype none
module `WF_ACCEPT #(
    parameter WRITES = 2,   // ports: 1 to 4
    parameter SLOTS  = 4,   // slots: WRITES to 32; port p has those from p * SLOTS / WRITES on, up to those of the next
    parameter KEY    = 10   // bits of what tells a register
) (
    input  wire                     clk_i,      // clock, rising edge

    input  wire [WRITES-1:0]        valid_i,    // bit p: a write at port p
    output wire [WRITES-1:0]        ready_o,    // bit p: port p has a free slot
    input  wire [WRITES*KEY-1:0]    keys_i,     // the register of each, port 0 lowest
    input  wire [SLOTS-1:0]         held_i,     // bit s: slot s holds a write
    input  wire [SLOTS*KEY-1:0]     slots_i,    // its register, slot 0 lowest

    output wire [WRITES*SLOTS-1:0]  free_o,     // the slot that each port would take, one-hot, or 0, port 0 lowest
    output wire [WRITES*SLOTS-1:0]  take_o,     // that it takes
    output wire [WRITES*SLOTS-1:0]  befores_o,  // the slot with the write that it follows, one-hot, or 0
    output wire [SLOTS-1:0]         last_o,     // bit s: slot s holds a write, and no younger one of its register is held
    output wire [SLOTS*SLOTS-1:0]   older_o     // bit s * SLOTS + t: the write in slot t is older than that in slot s
);
    generate
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < WRITES || SLOTS > 32) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (KEY < 1) begin : gen_bad_key wf_illegal_KEY bad (); end
    endgenerate

    wire [WRITES-1:0]       accepted = valid_i & ready_o;
    wire [WRITES*SLOTS-1:0] follow;             // the write that it follows is in slot s
    wire [SLOTS-1:0]        taken, followed;    // slots that take a write; of which a younger write of their register is accepted
    wire [2*SLOTS-1:0]      unused_fold;
    genvar p, q, s;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_port
            wire [KEY-1:0]          key = keys_i[p*KEY +: KEY];
            wire [SLOTS-1:0]        own;        // its slots that are free
            wire [SLOTS-1:0]        older;      // the slot with the youngest write of this register, of those that are held
            wire [SLOTS-1:0]        ahead;      // the same, of those that lower ports take too
            wire [WRITES*SLOTS-1:0] lower;      // the slot of each lower port that takes a write of this register
            wire [WRITES-1:0]       same;       // lower ports that do
            wire [SLOTS-1:0]        newer, unused_below, unused_all;
            for (s = 0; s < SLOTS; s = s + 1) begin : gen_own
                assign own[s] = ((s + 1) * WRITES - 1) / SLOTS == p && !held_i[s];
            end
            `WF_FIRST #(.WIDTH(SLOTS)) first (
                .bits_i(own), .first_o(free_o[p*SLOTS +: SLOTS]), .below_o(unused_below), .any_o(ready_o[p])
            );
            `WF_SAME #(.COUNT(SLOTS), .KEY(KEY)) match (.key_i(key), .held_i(last_o), .keys_i(slots_i), .same_o(older));
            for (q = 0; q < WRITES; q = q + 1) begin : gen_lower
                // The highest of the lower ports has the youngest write
                if (q < p) begin : gen_one
                    wire [WRITES-1:0] between;
                    assign same[q] = accepted[q] && keys_i[q*KEY +: KEY] == key;
                    assign between = same & ({WRITES{1'b1}} << (q + 1));
                    assign lower[q*SLOTS +: SLOTS] = free_o[q*SLOTS +: SLOTS] & {SLOTS{same[q] && !(|between)}};
                end else begin : gen_none
                    assign same[q] = 1'b0;
                    assign lower[q*SLOTS +: SLOTS] = {SLOTS{1'b0}};
                end
            end
            `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold (.data_i(lower), .all_o(unused_all), .any_o(newer));
            assign ahead                       = |same ? newer : older;
            assign take_o[p*SLOTS +: SLOTS]    = free_o[p*SLOTS +: SLOTS] & {SLOTS{valid_i[p]}};
            assign follow[p*SLOTS +: SLOTS]    = ahead & {SLOTS{accepted[p]}};
            assign befores_o[p*SLOTS +: SLOTS] = ahead;
        end
    endgenerate
    `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold_take (.data_i(take_o), .all_o(unused_fold[0 +: SLOTS]), .any_o(taken));
    `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold_follow (.data_i(follow), .all_o(unused_fold[SLOTS +: SLOTS]), .any_o(followed));
    `WF_AGE #(.ENTRIES(SLOTS)) age (.clk_i(clk_i), .take_i(taken), .older_o(older_o));
    reg [SLOTS-1:0] followed_q;     // a younger write of the register was accepted
    always @(posedge clk_i)
        followed_q <= (followed_q & ~taken) | followed;
    assign last_o = held_i & ~followed_q;
endmodule
`default_nettype wire
