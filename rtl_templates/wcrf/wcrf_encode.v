// SPDX-License-Identifier: Apache-2.0
// The encoders. With as many as write ports each port has its own, which takes a block when its write is accepted. With fewer, the slots share
// them: each cycle an arbiter gives up to COMPRESSORS of those that will wait in the next one an encoder each, so that the choice stands in
// registers when the values come. The tag is there LATENCY cycles later, with the number of its slot, one-hot, and the payload in the cycle after
// it. The encoder has up to two register ranks, the first in front of it; ranks of delay follow, and one for the payload.
//
//   a port, an encoder, LATENCY 2, full_i 1 and slots_i 01 in cycle 0  ->  coded_o 01 in cycle 2, comes_o 01 in cycle 3
//   2 ports, an encoder, LATENCY 2, ask_i 011 in cycle 0, 010 in cycle 1  ->  chosen_o 001 in cycle 1, 010 in cycle 2; coded_o 001 in cycle 3, 010 in cycle 4
//
// More: docs/wcrf.md, "Encode", and docs/warpbdi.md
`default_nettype none
module `WF_WCRF_ENCODE #(
    parameter LANES       = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter BANK        = `WF_BANK,         // bits of a bank: 32, 64 or 128
    parameter WRITES      = `WF_WRITES,       // write ports
    parameter SLOTS       = `WF_SLOTS,        // write slots
    parameter COMPRESSORS = `WF_COMPRESSORS,  // encoders: 1 to WRITES
    parameter LATENCY     = `WF_ENC_LATENCY,  // cycles from an encoder's input to its output: 1 to 8
    parameter BLOCK       = 32 * LANES        // bits of a value; not to be set
) (
    input  wire                     clk_i,      // clock, rising edge
    input  wire                     rst_ni,     // reset, low, asynchronous
    input  wire [WRITES-1:0]        full_i,     // bit p: port p has a write with a full mask
    input  wire [WRITES*SLOTS-1:0]  slots_i,    // the slot that it takes, one-hot, port 0 lowest
    input  wire [WRITES*BLOCK-1:0]  blocks_i,   // its values, port 0 lowest
    input  wire [SLOTS-1:0]         ask_i,      // bit s: slot s waits for an encoder in the next cycle
    input  wire [SLOTS*BLOCK-1:0]   values_i,   // its values in this one, slot 0 lowest
    output wire [SLOTS-1:0]         chosen_o,   // bit s: an encoder takes it
    output wire [COMPRESSORS-1:0]   encodes_o,  // bit k: encoder k takes a block
    output wire [SLOTS-1:0]         coded_o,    // bit s: the tag of slot s is there in this cycle
    output wire [SLOTS*2-1:0]       tag_o,      // its tag, slot 0 lowest
    output wire [SLOTS-1:0]         comes_o,    // bit s: the payload of slot s is
    output wire [SLOTS*BLOCK-1:0]   payload_o   // the payload, slot 0 lowest
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (COMPRESSORS < 1 || COMPRESSORS > WRITES) begin : gen_bad_compressors wf_illegal_COMPRESSORS bad (); end
        if (LATENCY < 1 || LATENCY > 8) begin : gen_bad_latency wf_illegal_LATENCY bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate
    localparam UNITS = BLOCK / BANK;
    localparam RANKS = LATENCY < 2 ? LATENCY : 2;
    localparam CUTS  = RANKS == 1 ? 8 : `WF_WARPBDI_STORE == 0 ? 5 : 3;   // out; operands, verdict of residues; operands, borrows of deltas

    // ---- What each encoder takes ----

    wire [COMPRESSORS*SLOTS-1:0] slots;     // the slot of the block, one-hot, or 0
    wire [COMPRESSORS*BLOCK-1:0] blocks;
    genvar k, s;
    generate
        if (COMPRESSORS == WRITES) begin : gen_own
            for (k = 0; k < COMPRESSORS; k = k + 1) begin : gen_port
                assign slots[k*SLOTS +: SLOTS] = slots_i[k*SLOTS +: SLOTS] & {SLOTS{full_i[k]}};
            end
            assign blocks   = blocks_i;
            assign chosen_o = {SLOTS{1'b0}};
            wire unused_slots = &{1'b0, ask_i, values_i};
        end else begin : gen_shared
            wire [COMPRESSORS*SLOTS-1:0] grants;
            reg  [COMPRESSORS*SLOTS-1:0] grants_q;
            wire [SLOTS-1:0]             unused_all;
            wire unused_ports = &{1'b0, full_i, slots_i, blocks_i};
            `WF_ARB #(.PORTS(SLOTS), .GRANTS(COMPRESSORS)) arb (
                .clk_i(clk_i), .rst_ni(rst_ni), .request_i(ask_i), .take_i(1'b1), .grant_o(grants)
            );
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) grants_q <= {COMPRESSORS*SLOTS{1'b0}};
                else         grants_q <= grants;
            assign slots = grants_q;
            `WF_FOLD #(.WIDTH(SLOTS), .COUNT(COMPRESSORS)) fold (.data_i(grants_q), .all_o(unused_all), .any_o(chosen_o));
            for (k = 0; k < COMPRESSORS; k = k + 1) begin : gen_encoder
                `WF_MUX #(.WIDTH(BLOCK), .COUNT(SLOTS)) mux (
                    .select_i(grants_q[k*SLOTS +: SLOTS]), .data_i(values_i), .data_o(blocks[k*BLOCK +: BLOCK])
                );
            end
        end
    endgenerate

    // ---- Encode ----

    wire [COMPRESSORS*SLOTS-1:0]     coded;     // bit k * SLOTS + s: encoder k brings the code of slot s
    reg  [COMPRESSORS*SLOTS-1:0]     comes_q;   // the same, a cycle later
    wire [COMPRESSORS*2-1:0]         tags;
    wire [COMPRESSORS*BLOCK-1:0]     payloads;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) comes_q <= {COMPRESSORS*SLOTS{1'b0}};
        else         comes_q <= coded;
    generate
        for (k = 0; k < COMPRESSORS; k = k + 1) begin : gen_encoder
            wire [SLOTS-1:0] slot = slots[k*SLOTS +: SLOTS];
            wire [BLOCK-1:0] payload, payload_2;
            reg  [BLOCK-1:0] payload_q;
            wire [SLOTS-1:0] slot_1, slot_2;
            wire             valid_1, valid_2;
            wire [1:0]       tag;
            wire [UNITS-1:0] unused_units;
            wire [LANES-1:0] unused_wen;
            `WF_WARPBDI_ENC #(.LANES(LANES), .BANK(BANK), .CUTS(CUTS), .USER_BITS(SLOTS)) enc (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(|slot), .user_i(slot), .raw_only_i(1'b0), .mask_i({LANES{1'b1}}), .block_i(blocks[k*BLOCK +: BLOCK]),
                .valid_o(valid_1), .user_o(slot_1), .tag_o(tag), .payload_o(payload), .units_o(unused_units), .wen_o(unused_wen)
            );
            `WF_DELAY #(.WIDTH(SLOTS + 2 + BLOCK), .DEPTH(LATENCY - RANKS)) delay (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .data_i({slot_1, tag, payload}),
                .valid_o(valid_2), .data_o({slot_2, tags[2*k +: 2], payload_2})
            );
            always @(posedge clk_i)
                if (valid_2) payload_q <= payload_2;
            assign payloads[k*BLOCK +: BLOCK] = payload_q;
            assign encodes_o[k]            = |slot;
            assign coded[k*SLOTS +: SLOTS] = slot_2 & {SLOTS{valid_2}};
        end
        for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
            localparam PORT = ((s + 1) * WRITES - 1) / SLOTS;
            wire [COMPRESSORS-1:0] from, back;      // a slot has the encoder of its port, or any of the shared ones
            for (k = 0; k < COMPRESSORS; k = k + 1) begin : gen_from
                assign from[k] = coded[k*SLOTS + s] && (COMPRESSORS < WRITES || PORT == k);
                assign back[k] = comes_q[k*SLOTS + s] && (COMPRESSORS < WRITES || PORT == k);
            end
            assign coded_o[s] = |from;
            assign comes_o[s] = |back;
            if (COMPRESSORS == WRITES) begin : gen_own
                assign tag_o[2*s +: 2]             = tags[2*PORT +: 2];
                assign payload_o[s*BLOCK +: BLOCK] = payloads[PORT*BLOCK +: BLOCK];
            end else begin : gen_any
                `WF_MUX #(.WIDTH(2), .COUNT(COMPRESSORS)) mux_tag (.select_i(from), .data_i(tags), .data_o(tag_o[2*s +: 2]));
                `WF_MUX #(.WIDTH(BLOCK), .COUNT(COMPRESSORS)) mux_payload (
                    .select_i(back), .data_i(payloads), .data_o(payload_o[s*BLOCK +: BLOCK])
                );
            end
        end
    endgenerate
endmodule
`default_nettype wire
