// SPDX-License-Identifier: Apache-2.0
// The write ports, their slots and encoders. A port is ready while one of its slots is free, and takes the free one with the lowest number. Each cycle
// it asks for one of them. What it asks for in the next cycle is chosen in this one: the oldest that can be stored but for the one that it asks for now,
// since it learns a cycle late whether a bank took that.
// In: writes; which port a bank chose. Out: what each port asks for; what it asked for in the cycle before (side), and in the one before that (late).
//
//   2 ports, 5 slots, slots 0 and 2 are held: port 0 takes slot 1, port 1 slot 3
//
// More: docs/gsrf.md, "Write", "Encode" and "Ask"
`default_nettype none
module `WF_GSRF_WRITES #(
    parameter LANES       = `WF_LANES,                              // lanes of the warp
    parameter WARPS       = `WF_WARPS,                              // warps
    parameter REGISTERS   = `WF_REGISTERS,                          // registers of a warp
    parameter BANKS       = `WF_BANKS,                              // banks
    parameter ROWS        = `WF_ROWS,                               // rows of a bank
    parameter WRITES      = `WF_WRITES,                             // write ports: 1 to 4
    parameter SLOTS       = `WF_SLOTS,                              // slots: WRITES to 32
`ifdef WF_WITH_COMPRESS_ON
    parameter GROUPS      = `WF_GROUPS,                             // codes of a register
    parameter ENC_LATENCY = `WF_ENC_LATENCY,                        // cycles of an encoder: 0 to 8
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter USER        = `WF_USER,                               // bits of user
    parameter BLOCK       = 32 * LANES,                             // bits of a value; not to be set
    parameter WARP        = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter REGISTER    = REGISTERS > 1 ? $clog2(REGISTERS) : 1,  // bits of a register's number; not to be set
    parameter NUMBER      = WARP + REGISTER,                        // bits of both; not to be set
    parameter ROW         = $clog2(ROWS),                           // bits of a row's number; not to be set
    parameter BANK        = BANKS > 1 ? $clog2(BANKS) : 1,          // bits of a bank's number; not to be set
    parameter PLACE       = ROW + BANK,                             // bits of a place; not to be set
`ifdef WF_WITH_COMPRESS_ON
    parameter WRITE       = WARP + REGISTER + LANES + BLOCK + 1 + GROUPS + TAG + USER,  // bits of a write; not to be set
    parameter CHOSEN      = TAG + 3 + LANES + BLOCK + USER          // bits of what a slot holds; not to be set
`else
    parameter WRITE       = WARP + REGISTER + LANES + BLOCK + USER, // bits of a write; not to be set
    parameter CHOSEN      = 2 + LANES + BLOCK + USER                // bits of what a slot holds; not to be set
`endif
) (
    input  wire                     clk_i,     // clock, rising edge
    input  wire                     rst_ni,    // reset, low, asynchronous

    input  wire [WRITES-1:0]        valid_i,   // bit p: a write at port p
    output wire [WRITES-1:0]        ready_o,   // bit p: port p is ready
    input  wire [WRITES*WRITE-1:0]  write_i,   // the writes, port 0 lowest

    output wire [SLOTS-1:0]         last_o,    // bit s: slot s holds a write, and no younger one of its register is held
    output wire [SLOTS*NUMBER-1:0]  numbers_o, // the register of each slot, slot 0 lowest; from bit 0: warp | register
    output wire [WRITES*BANKS-1:0]  banks_o,   // the bank that each port asks, one-hot, or 0, port 0 lowest
    output wire [WRITES*ROW-1:0]    rows_o,    // for this row, port 0 lowest
    output wire [WRITES*WRITES-1:0] older_o,   // bit p * WRITES + q: what port q asks for is older than what port p asks for
    output wire [WRITES*SLOTS-1:0]  asked_o,   // the slot for which each port asked in the cycle before
    input  wire [WRITES-1:0]        chosen_i,  // bit p: a bank chose that
`ifdef WF_WITH_COMPRESS_ON
    output wire [WRITES-1:0]        encodes_o, // bit p: the encoder of port p takes a write
`endif
    output wire [WRITES*CHOSEN-1:0] side_o,    // what was asked for in the cycle before; from bit 0: values | mask | full | some | user [| dead | tag]
    output wire [WRITES*CHOSEN-1:0] late_o     // what was in the one before that
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < WRITES || SLOTS > 32) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register wf_illegal_REGISTER bad (); end
        if (NUMBER != WARP + REGISTER) begin : gen_bad_number wf_illegal_NUMBER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANK != (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (PLACE != ROW + BANK) begin : gen_bad_place wf_illegal_PLACE bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (ENC_LATENCY < 0 || ENC_LATENCY > 8) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (WRITE != WARP + REGISTER + LANES + BLOCK + 1 + GROUPS + TAG + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (CHOSEN != TAG + 3 + LANES + BLOCK + USER) begin : gen_bad_chosen wf_illegal_CHOSEN bad (); end
`else
        if (WRITE != WARP + REGISTER + LANES + BLOCK + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (CHOSEN != 2 + LANES + BLOCK + USER) begin : gen_bad_chosen wf_illegal_CHOSEN bad (); end
`endif
    endgenerate

    // ---- Ports: the slot of each, where its register is, and what is before it ----

    wire [SLOTS-1:0]        slot_free, may, held;
    wire [SLOTS*SLOTS-1:0]  older;      // bit s * SLOTS + t: the write in slot t is older than that in slot s
    wire [WRITES*SLOTS-1:0] free;       // bit p * SLOTS + s: port p has slot s
    wire [WRITES*SLOTS-1:0] take;       // and a write for it
    wire [WRITES*SLOTS-1:0] follow;     // the write that it follows is in slot s
    wire [WRITES*SLOTS-1:0] befores;    // the slot with the youngest older write of the register
    wire [WRITES*PLACE-1:0] places;     // of the writes that come
    wire [SLOTS*PLACE-1:0]  slot_places;
    wire [WRITES*SLOTS-1:0] next_not, next_yes;     // what each port asks for in the next cycle, if what it asked for was not chosen, and if it was
    wire [WRITES*SLOTS-1:0] request;    // the slot for which each port asks
    wire [WRITES*SLOTS-1:0] chosen;     // a bank chose slot s of port p
    wire [WRITES-1:0]       accepted = valid_i & ready_o;
    wire [SLOTS-1:0]        taken, followed;    // slots that take a write; of which a younger write of their register is accepted
    wire [2*SLOTS-1:0]      unused_fold;
    genvar p, q, s;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_port
            wire [NUMBER-1:0]       number = write_i[p*WRITE +: NUMBER];
            wire [SLOTS-1:0]        own;    // its slots
            wire [SLOTS-1:0]        elder;  // the slot with the youngest write of this register, of those that are held
            wire [SLOTS-1:0]        ahead;  // the same, of those that lower ports take too
            wire [WRITES*SLOTS-1:0] lower;  // the slot of each lower port that takes a write of this register
            wire [WRITES-1:0]       same;   // lower ports that do
            wire [SLOTS-1:0]        newer, unused_below, unused_all;
            for (s = 0; s < SLOTS; s = s + 1) begin : gen_own
                assign own[s] = ((s + 1) * WRITES - 1) / SLOTS == p;
            end
            `WF_FIRST #(.WIDTH(SLOTS)) first (
                .bits_i(own & slot_free), .first_o(free[p*SLOTS +: SLOTS]), .below_o(unused_below), .any_o(ready_o[p])
            );
            `WF_PLACE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(BANKS), .ROWS(ROWS)) where (
                .warp_i(write_i[p*WRITE +: WARP]), .register_i(write_i[p*WRITE + WARP +: REGISTER]), .place_o(places[p*PLACE +: PLACE])
            );
            `WF_SAME #(.COUNT(SLOTS), .PLACE(NUMBER)) match (.place_i(number), .held_i(last_o), .places_i(numbers_o), .same_o(elder));
            for (q = 0; q < WRITES; q = q + 1) begin : gen_lower
                // The highest of the lower ports has the youngest write
                if (q < p) begin : gen_one
                    wire [WRITES-1:0] between;
                    assign same[q] = accepted[q] && write_i[q*WRITE +: NUMBER] == number;
                    assign between = same & ({WRITES{1'b1}} << (q + 1));
                    assign lower[q*SLOTS +: SLOTS] = free[q*SLOTS +: SLOTS] & {SLOTS{same[q] && !(|between)}};
                end else begin : gen_none
                    assign same[q] = 1'b0;
                    assign lower[q*SLOTS +: SLOTS] = {SLOTS{1'b0}};
                end
            end
            `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold (.data_i(lower), .all_o(unused_all), .any_o(newer));
            assign ahead                     = |same ? newer : elder;
            assign take[p*SLOTS +: SLOTS]    = free[p*SLOTS +: SLOTS] & {SLOTS{valid_i[p]}};
            assign follow[p*SLOTS +: SLOTS]  = ahead & {SLOTS{accepted[p]}};
            assign befores[p*SLOTS +: SLOTS] = ahead;

            `WF_GSRF_NEXT #(.BANKS(BANKS), .SLOTS(SLOTS), .ROW(ROW)) ask (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .may_i(may & own), .older_i(older), .places_i(slot_places), .chosen_i(chosen_i[p]),
                .request_o(request[p*SLOTS +: SLOTS]), .bank_o(banks_o[p*BANKS +: BANKS]), .row_o(rows_o[p*ROW +: ROW]),
                .asked_o(asked_o[p*SLOTS +: SLOTS]),
                .next_not_o(next_not[p*SLOTS +: SLOTS]), .next_yes_o(next_yes[p*SLOTS +: SLOTS])
            );
            assign chosen[p*SLOTS +: SLOTS] = asked_o[p*SLOTS +: SLOTS] & {SLOTS{chosen_i[p]}};
        end
    endgenerate
    `WF_GSRF_ORDER #(.WRITES(WRITES), .SLOTS(SLOTS)) order (
        .clk_i(clk_i), .next_not_i(next_not), .next_yes_i(next_yes), .chosen_i(chosen_i), .older_i(older), .older_o(older_o)
    );
    `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold_take (.data_i(take), .all_o(unused_fold[0 +: SLOTS]), .any_o(taken));
    `WF_FOLD #(.WIDTH(SLOTS), .COUNT(WRITES)) fold_follow (.data_i(follow), .all_o(unused_fold[SLOTS +: SLOTS]), .any_o(followed));
    `WF_AGE #(.ENTRIES(SLOTS)) age (.clk_i(clk_i), .take_i(taken), .older_o(older));
    reg  [SLOTS-1:0] followed_q;            // a younger write of the register was accepted
    always @(posedge clk_i)
        followed_q <= (followed_q & ~taken) | followed;
    assign last_o = held & ~followed_q;

    // ---- Encode ----

`ifdef WF_WITH_COMPRESS_ON
    localparam RANKS = ENC_LATENCY < 2 ? ENC_LATENCY : 2;
    localparam CUTS  = RANKS == 0 ? 0 : RANKS == 1 ? 8 : 10;    // none; out; code, out
    localparam UNIT  = LANES / GROUPS < 16 ? LANES / GROUPS : 16;
    wire [WRITES-1:0]       known;          // the code is known, or none is needed
    wire [WRITES*SLOTS-1:0] coded;          // bit p * SLOTS + s: the encoder of port p brings the code of slot s
    wire [WRITES*TAG-1:0]   codes;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_encoder
            localparam AT = p * WRITE + WARP + REGISTER;    // mask | values | dead | known | tag
            wire [LANES-1:0]    mask = write_i[AT +: LANES];
            wire [TAG-1:0]      tag;
            wire [SLOTS-1:0]    slot, slot_now;
            wire                valid, valid_now;
            wire [BLOCK-1:0]    unused_payload;
            wire [4*LANES-1:0]  unused_wen;
            wire [4*LANES/UNIT-1:0] unused_units;
            assign known[p]     = &write_i[AT + LANES + BLOCK + 1 +: GROUPS] || mask == {LANES{1'b0}};
            assign encodes_o[p] = accepted[p] && !known[p];
            `WF_BYTEWISE_ENC #(.LANES(LANES), .GROUPS(GROUPS), .CUTS(CUTS), .USER_BITS(SLOTS)) encoder (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(encodes_o[p]), .user_i(free[p*SLOTS +: SLOTS]), .raw_only_i(1'b0),
                .mask_i(mask), .block_i(write_i[AT + LANES +: BLOCK]),
                .valid_o(valid_now), .user_o(slot_now), .tag_o(tag), .payload_o(unused_payload), .units_o(unused_units), .wen_o(unused_wen)
            );
            `WF_DELAY #(.WIDTH(SLOTS + TAG), .DEPTH(ENC_LATENCY - RANKS)) delay (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_now), .data_i({slot_now, tag}),
                .valid_o(valid), .data_o({slot, codes[p*TAG +: TAG]})
            );
            assign coded[p*SLOTS +: SLOTS] = slot & {SLOTS{valid}};
        end
    endgenerate
`endif

    // ---- Slots ----

    localparam BODY = LANES + BLOCK;
    localparam HEAD = CHOSEN - BODY;
    wire [SLOTS*CHOSEN-1:0] holds;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
            localparam PORT = ((s + 1) * WRITES - 1) / SLOTS;
            localparam AT   = PORT * WRITE + WARP + REGISTER;   // mask | values | ..
            `WF_GSRF_SLOT #(
`ifdef WF_WITH_COMPRESS_ON
                .TAG(TAG),
`endif
                .LANES(LANES), .WRITES(WRITES), .SLOTS(SLOTS), .USER(USER), .NUMBER(NUMBER), .PLACE(PLACE)
            ) slot (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take[PORT*SLOTS + s]), .number_i(write_i[PORT*WRITE +: NUMBER]), .place_i(places[PORT*PLACE +: PLACE]), .mask_i(write_i[AT +: LANES]),
                .values_i(write_i[AT + LANES +: BLOCK]), .user_i(write_i[(PORT+1)*WRITE-1 -: USER]), .before_i(befores[PORT*SLOTS +: SLOTS]),
`ifdef WF_WITH_COMPRESS_ON
                .dead_i(write_i[AT + LANES + BLOCK]), .known_i(known[PORT]), .tag_i(write_i[AT + LANES + BLOCK + 1 + GROUPS +: TAG]),
                .coded_i(coded[PORT*SLOTS + s]), .code_i(codes[PORT*TAG +: TAG]),
                .dead_o(holds[s*CHOSEN + BLOCK+LANES+2+USER]), .tag_o(holds[s*CHOSEN + BLOCK+LANES+3+USER +: TAG]),
`endif
                .asked_i(asked_o), .stored_i(chosen_i), .chosen_i(chosen[PORT*SLOTS + s]), .held_o(held[s]), .free_o(slot_free[s]), .may_o(may[s]),
                .number_o(numbers_o[s*NUMBER +: NUMBER]), .place_o(slot_places[s*PLACE +: PLACE]), .mask_o(holds[s*CHOSEN + BLOCK +: LANES]), .some_o(holds[s*CHOSEN + BLOCK+LANES+1]),
                .full_o(holds[s*CHOSEN + BLOCK+LANES]), .user_o(holds[s*CHOSEN + BLOCK+LANES+2 +: USER]), .values_o(holds[s*CHOSEN +: BLOCK])
            );
        end

        // ---- What was asked for: full | some | user | dead | tag a cycle ahead, so that they stand at side in a register ----

        for (p = 0; p < WRITES; p = p + 1) begin : gen_asked
            wire [SLOTS*HEAD-1:0] heads;
            wire [SLOTS*BODY-1:0] bodies;       // values | mask
            wire [HEAD-1:0]       head;
            wire [BODY-1:0]       body;
            reg  [HEAD-1:0]       side_head_q, late_head_q;
            reg  [BODY-1:0]       late_body_q;
            for (s = 0; s < SLOTS; s = s + 1) begin : gen_hold
                assign {heads[s*HEAD +: HEAD], bodies[s*BODY +: BODY]} = holds[s*CHOSEN +: CHOSEN];
            end
            `WF_MUX #(.WIDTH(HEAD), .COUNT(SLOTS)) now (.select_i(request[p*SLOTS +: SLOTS]), .data_i(heads), .data_o(head));
            `WF_MUX #(.WIDTH(BODY), .COUNT(SLOTS)) side (.select_i(asked_o[p*SLOTS +: SLOTS]), .data_i(bodies), .data_o(body));
            always @(posedge clk_i) begin
                {late_head_q, side_head_q} <= {side_head_q, head};
                if (|asked_o[p*SLOTS +: SLOTS]) late_body_q <= body;
            end
            assign side_o[p*CHOSEN +: CHOSEN] = {side_head_q, body};
            assign late_o[p*CHOSEN +: CHOSEN] = {late_head_q, late_body_q};
        end
    endgenerate
endmodule
`default_nettype wire
