// SPDX-License-Identifier: Apache-2.0
// The write ports and the write slots. Each port has slots of its own, those of port 0 are the lowest. It is ready while one of them is free, and
// takes the free one with the lowest number.
// Writes with a full mask go to an encoder and come back as codes.
// In: writes, and what their registers hold; which slots are stored; the move; the release. Out: what each slot holds and asks for.
//
//   2 ports, 5 slots, slots 0 and 2 are held: port 0 takes slot 1, port 1 slot 3
//
// More: docs/wcrf.md, "Write"
`default_nettype none
module `WF_WCRF_SLOTS #(
    parameter LANES       = `WF_LANES,                               // lanes of the warp
    parameter WARPS       = `WF_WARPS,                               // warps
    parameter REGISTERS   = `WF_REGISTERS,                           // registers of a warp
    parameter CLUSTERS    = `WF_CLUSTERS,                            // clusters
    parameter ROWS        = `WF_ROWS,                                // rows of a bank
    parameter WRITES      = `WF_WRITES,                              // write ports: 1 to 4
    parameter SLOTS       = `WF_SLOTS,                               // slots: WRITES to 32
`ifdef WF_WITH_COMPRESS_ON
    parameter BANK        = `WF_BANK,                                // bits of a bank
    parameter COMPRESSORS = `WF_COMPRESSORS,                         // encoders: 1 to SLOTS
    parameter LATENCY     = `WF_ENC_LATENCY,                         // cycles of an encoder
`endif
`ifdef WF_WITH_MERGE
    parameter MERGE       = `WF_MERGE,                               // open results of a write port: 1 to 16
`endif
    parameter USER        = `WF_USER,                                // bits of user
    parameter BLOCK       = 32 * LANES,                              // bits of a value; not to be set
    parameter WARP        = WARPS > 1 ? $clog2(WARPS) : 1,           // bits of a warp's number; not to be set
    parameter REGISTER    = REGISTERS > 1 ? $clog2(REGISTERS) : 1,   // bits of a register's number; not to be set
    parameter ROW         = $clog2(ROWS),                            // bits of a row's number; not to be set
    parameter PLACE       = ROW + (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1),   // bits of a place; not to be set
`ifdef WF_WITH_MERGE
    parameter WRITE       = WARP + REGISTER + LANES + BLOCK + USER,  // bits of a write; not to be set
    parameter PACKET      = WRITE + 1                                // bits of a packet; not to be set
`else
    parameter WRITE       = WARP + REGISTER + LANES + BLOCK + USER   // bits of a write; not to be set
`endif
) (
    input  wire                           clk_i,         // clock, rising edge
    input  wire                           rst_ni,        // reset, low, asynchronous

`ifdef WF_WITH_MERGE
    input  wire [WRITES-1:0]              valid_i,       // bit p: a packet at port p
    output wire [WRITES-1:0]              ready_o,       // bit p: port p is ready
    input  wire [WRITES*PACKET-1:0]       write_i,       // the packets, port 0 lowest; from bit 0: warp | register | mask | values | last | user
    output wire [WRITES-1:0]              accepted_o,    // bit p: the packet at port p gives a write, which is accepted in this cycle
    output wire [WRITES-1:0]              evicts_o,      // bit p: that of a result whose last packet has not come
`else
    input  wire [WRITES-1:0]              valid_i,       // bit p: a write at port p
    output wire [WRITES-1:0]              ready_o,       // bit p: port p is ready
    input  wire [WRITES*WRITE-1:0]        write_i,       // the writes, port 0 lowest; from bit 0: warp | register | mask | values | user
    output wire [WRITES-1:0]              accepted_o,    // bit p: the write at port p is accepted in this cycle
`endif
    output wire [WRITES*PLACE-1:0]        places_o,      // where its register is, port 0 lowest
    input  wire [WRITES-1:0]              known_i,       // bit p: that of the cycle before is valid at the end of this one
    input  wire [WRITES-1:0]              compressed_i,  // bit p: and compressed

    input  wire [SLOTS-1:0]               freed_i,       // bit s: slot s is chosen to be stored in this cycle
    input  wire [SLOTS-1:0]               written_i,     // bit s: what slot s held is stored in this cycle
    input  wire [SLOTS-1:0]               late_i,        // bit s: a move starts for which slot s waits
    input  wire                           move_busy_i,   // 1: a move is under way
    input  wire [PLACE-1:0]               move_place_i,  // where its register is
    input  wire                           move_ends_i,   // 1: it ends in this cycle
    input  wire                           clear_i,       // 1: a release makes a row invalid
    input  wire [ROW-1:0]                 clear_row_i,   // that row

    output wire [SLOTS-1:0]               held_o,        // bit s: slot s holds a write
    output wire [SLOTS-1:0]               last_o,        // bit s: and no younger one of its register is held
    output wire [SLOTS*SLOTS-1:0]         older_o,       // bit s * SLOTS + t: the write in slot t is older than that in slot s
`ifdef WF_WITH_COMPRESS_ON
    output wire [COMPRESSORS-1:0]         encodes_o,     // bit k: encoder k takes a block in this cycle
`endif
    output wire [SLOTS-1:0]               may_o,         // bit s: it can be stored, if its banks are on
    output wire [SLOTS-1:0]               late_o,        // bit s: it could be, after a move of its register
    output wire [SLOTS-1:0]               shows_o,       // bit s: a read of its register can have what it holds
    output wire [SLOTS*PLACE-1:0]         place_o,       // where its register is, slot 0 lowest
    output wire [SLOTS*LANES-1:0]         mask_o,        // its mask
    output wire [SLOTS*USER-1:0]          user_o,        // its user
    output wire [SLOTS-1:0]               some_o,        // bit s: its mask is not empty
    output wire [SLOTS-1:0]               partial_o,     // bit s: nor full
    output wire [SLOTS*4-1:0]             needs_o,       // bit 4 s + t: it needs the banks of tag t
    output wire [SLOTS*2-1:0]             tag_o,         // its tag
    output wire [SLOTS*2-1:0]             shown_tag_o,   // the tag that belongs to data_o
    output wire [SLOTS*BLOCK-1:0]         data_o,        // its values, or the payload of its code
    output wire [SLOTS-1:0]               known_o        // bit s: its register is valid
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < WRITES || SLOTS > 32) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
`ifdef WF_WITH_MERGE
        if (MERGE < 1 || MERGE > 16) begin : gen_bad_merge wf_illegal_MERGE bad (); end
        if (PACKET != WRITE + 1) begin : gen_bad_packet wf_illegal_PACKET bad (); end
`endif
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register
            wf_illegal_REGISTER bad ();
        end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (PLACE != ROW + (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (WRITE != WARP + REGISTER + LANES + BLOCK + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
    endgenerate

    // ---- Ports: the slot of each, where its register is, and what is before it ----

    wire [WRITES*SLOTS-1:0] free;       // bit p * SLOTS + s: port p has slot s
    wire [WRITES*SLOTS-1:0] take;       // and a write for it
    wire [WRITES*SLOTS-1:0] befores;    // the slot with the youngest older write of the register
    wire [WRITES-1:0]       moved;      // a move of the register is under way
    wire [WRITES*LANES-1:0] masks;
    wire [WRITES*USER-1:0]  users;
    wire [WRITES*BLOCK-1:0] values, masked;     // as they are; 0 in lanes that are not in the mask
`ifndef WF_WITH_MERGE
    assign accepted_o = valid_i & ready_o;
`endif
    `WF_ACCEPT #(.WRITES(WRITES), .SLOTS(SLOTS), .KEY(PLACE)) accept (
`ifdef WF_WITH_MERGE
        .valid_i(accepted_o),
`else
        .valid_i(valid_i),
`endif
        .clk_i(clk_i), .ready_o(ready_o), .keys_i(places_o), .held_i(held_o), .slots_i(place_o),
        .free_o(free), .take_o(take), .befores_o(befores), .last_o(last_o), .older_o(older_o)
    );
    genvar p, s, i;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_port
`ifdef WF_WITH_MERGE
            wire [WRITE-1:0] write;     // that the packet gives in this cycle
`else
            wire [WRITE-1:0] write = write_i[p*WRITE +: WRITE];
`endif
            wire [PLACE-1:0] place = places_o[p*PLACE +: PLACE];
`ifdef WF_WITH_MERGE
            `WF_RESULTS #(.LANES(LANES), .ENTRIES(MERGE), .USER(USER), .KEY(WARP + REGISTER)) results (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i[p] && ready_o[p]), .packet_i(write_i[p*PACKET +: PACKET]),
                .valid_o(accepted_o[p]), .evicts_o(evicts_o[p]), .write_o(write)
            );
`endif
            `WF_PLACE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS)) where (
                .warp_i(write[0 +: WARP]), .register_i(write[WARP +: REGISTER]), .place_o(places_o[p*PLACE +: PLACE])
            );
            assign moved[p]                  = move_busy_i && move_place_i == place && !move_ends_i;
            assign masks[p*LANES +: LANES]   = write[WARP+REGISTER +: LANES];
            assign users[p*USER +: USER]     = write[WRITE-1 -: USER];
            assign values[p*BLOCK +: BLOCK]  = write[WARP+REGISTER+LANES +: BLOCK];
            for (i = 0; i < LANES; i = i + 1) begin : gen_lane
                assign masked[p*BLOCK + 32*i +: 32] = values[p*BLOCK + 32*i +: 32] & {32{masks[p*LANES + i]}};
            end
        end
    endgenerate

    // ---- Encode ----

    wire [SLOTS-1:0]       encode, chosen;          // slots that wait for an encoder in the next cycle, that one takes
    wire [SLOTS-1:0]       coded, comes;            // whose tag it brings; whose payload comes, a cycle later
    wire [SLOTS*2-1:0]     codes_tag;               // slot 0 lowest
    wire [SLOTS*BLOCK-1:0] codes_payload;
`ifdef WF_WITH_COMPRESS_ON
    localparam SHARED = COMPRESSORS < WRITES;       // encoders are shared, so that writes wait for one in their slots
    wire [WRITES-1:0]      full;                    // a write with a full mask
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_full
            assign full[p] = accepted_o[p] && &masks[p*LANES +: LANES];
        end
    endgenerate
    `WF_WCRF_ENCODE #(.LANES(LANES), .BANK(BANK), .WRITES(WRITES), .SLOTS(SLOTS), .COMPRESSORS(COMPRESSORS), .LATENCY(LATENCY)) encoders (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .full_i(full), .slots_i(free), .blocks_i(values), .ask_i(encode), .values_i(data_o), .chosen_o(chosen), .encodes_o(encodes_o),
        .coded_o(coded), .tag_o(codes_tag), .comes_o(comes), .payload_o(codes_payload)
    );
`else
    localparam SHARED = 0;
    wire unused_encode = &{1'b0, encode, values, free};
    assign {chosen, coded, comes, codes_tag, codes_payload} = {SLOTS{{5+BLOCK{1'b0}}}};
`endif

    // ---- Slots ----

    wire [SLOTS-1:0] after_known, after_compressed;      // after the write in a slot its register is valid, and compressed
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
            localparam PORT = ((s + 1) * WRITES - 1) / SLOTS;
            `WF_WCRF_SLOT #(.LANES(LANES), .CLUSTERS(CLUSTERS), .SLOTS(SLOTS), .USER(USER), .ROW(ROW)) slot (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take[PORT*SLOTS + s]), .place_i(places_o[PORT*PLACE +: PLACE]), .mask_i(masks[PORT*LANES +: LANES]),
                .user_i(users[PORT*USER +: USER]), .before_i(befores[PORT*SLOTS +: SLOTS]), .move_i(moved[PORT]),
                .waits_i(SHARED != 0), .known_i(known_i[PORT]), .compressed_i(compressed_i[PORT]),
                .chosen_i(chosen[s]), .coded_i(coded[s]), .tag_i(codes_tag[2*s +: 2]), .payload_i(comes[s]),
                .data_i(comes[s] ? codes_payload[s*BLOCK +: BLOCK] : masked[PORT*BLOCK +: BLOCK]),
                .written_i(written_i), .stored_i(freed_i[s]), .late_i(late_i[s]), .ends_i(move_ends_i),
                .clear_i(clear_i), .clear_row_i(clear_row_i), .after_known_i(after_known), .after_compressed_i(after_compressed),
                .held_o(held_o[s]), .waits_o(encode[s]), .may_o(may_o[s]), .late_o(late_o[s]), .shows_o(shows_o[s]),
                .place_o(place_o[s*PLACE +: PLACE]), .mask_o(mask_o[s*LANES +: LANES]), .user_o(user_o[s*USER +: USER]),
                .some_o(some_o[s]), .partial_o(partial_o[s]), .needs_o(needs_o[4*s +: 4]), .tag_o(tag_o[2*s +: 2]), .data_o(data_o[s*BLOCK +: BLOCK]), .shown_tag_o(shown_tag_o[2*s +: 2]),
                .known_o(known_o[s]), .after_known_o(after_known[s]), .after_compressed_o(after_compressed[s])
            );
        end
    endgenerate
endmodule
`default_nettype wire
