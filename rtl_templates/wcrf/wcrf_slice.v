// SPDX-License-Identifier: Apache-2.0
// The compressed register file without the memories of its banks. Synthesis takes this module in place of the whole.
// In: instructions, writes and releases; the words that the banks have read.
// Out: operands, what has been stored, the state; what the banks read and write in this cycle.
//
`ifdef WF_WITH_COLLECT_COLLECTORS
//   instructions -> issue -> collectors -> cluster: choose, bank, data -> decode -> collectors -> operands
`else
//   instructions -> issue: allocate -> cluster: window, bank, data -> decode -> issue: operands
`endif
//   writes -> slots -> encode -> slots -> cluster: choose, write
//
// Readers: source 3 n + s of issue port k is reader 3 COLLECTORS k + 3 n + s, the move unit is the last one. Writers: the slots, and the move
// unit as the last one. Place: row | cluster, from bit 0 the cluster.
// More: docs/wcrf.md
`default_nettype none
module `WF_WCRF_SLICE #(
`WF_INCLUDE wcrf_head.vh
    output wire [CLUSTERS*USER-1:0]   stored_user_o,      // its user, cluster 0 lowest
`ifdef WF_WITH_COUNTS_ON
`ifdef WF_WITH_MERGE
    output wire [8*32-1:0]            state_counts_o,     // from bit 0: bank_reads | bank_writes | encodes | decodes | moves | wakes | forwards | evictions
`else
    output wire [7*32-1:0]            state_counts_o,     // from bit 0: bank_reads | bank_writes | encodes | decodes | moves | wakes | forwards
`endif
`endif
    output wire [CLUSTERS*BANKS-1:0]  state_on_o,         // bit c * BANKS + b: bank b of cluster c is on
    output wire [CLUSTERS*BANKS-1:0]  state_waking_o,     // bit c * BANKS + b: it is waking

    output wire [CLUSTERS*BANKS-1:0]  power_o,            // bit c * BANKS + b: bank b of cluster c is waking or on
    output wire [CLUSTERS*BANKS-1:0]  read_o,             // bit c * BANKS + b: bank b of cluster c is read
    output wire [CLUSTERS*ROW-1:0]    read_row_o,         // at this row, cluster 0 lowest
    input  wire [CLUSTERS*BLOCK-1:0]  words_i,            // what the banks have read last, cluster 0 lowest
    output wire [CLUSTERS*LANES-1:0]  write_o,            // bit c * LANES + i: word i of cluster c is written
    output wire [CLUSTERS*ROW-1:0]    write_row_o,        // at this row, cluster 0 lowest
    output wire [CLUSTERS*BLOCK-1:0]  write_data_o        // the words, cluster 0 lowest
);
    localparam PLACE   = ROW + CLUSTER;
    localparam PORT    = 3 * COLLECTORS;        // sources of an issue port
    localparam ENTRIES = ISSUES * COLLECTORS;
    localparam READERS = ISSUES * PORT + 1;
    localparam WRITERS = SLOTS + 1;
    localparam MOVE    = ISSUES * PORT;         // the reader that is the move unit
    localparam BACK    = CLUSTERS + 1;
    localparam LOOKS   = 1 + WRITES;            // registers that are looked up: of an early move, of writes
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (CLUSTERS != 1 && CLUSTERS != 2 && CLUSTERS != 4 && CLUSTERS != 8) begin : gen_bad_clusters
            wf_illegal_CLUSTERS bad ();
        end
        if (ROWS < 2 || ROWS > 1024 ||
                WARPS * ((REGISTERS + CLUSTERS - 1) / CLUSTERS) > ROWS) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ISSUES < 1 || ISSUES > 4) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
`ifdef WF_WITH_COLLECT_COLLECTORS
        if (COLLECTORS < 1 || COLLECTORS > 16) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
`else
        if (COLLECTORS != 1) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (DECOMPRESSORS != CLUSTERS) begin : gen_bad_decompressors wf_illegal_DECOMPRESSORS bad (); end
`endif
`endif
        if (SLOTS < WRITES || SLOTS > 32) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (COMPRESSORS < 1 || COMPRESSORS > WRITES) begin : gen_bad_compressors wf_illegal_COMPRESSORS bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (ENC_LATENCY < 1 || ENC_LATENCY > 8) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
        if (DEC_LATENCY < 1 || DEC_LATENCY > 8) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
`endif
`ifdef WF_WITH_MERGE
        if (PACKET != WRITE + 1) begin : gen_bad_packet wf_illegal_PACKET bad (); end
`endif
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register
            wf_illegal_REGISTER bad ();
        end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANKS != BLOCK / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (ISSUE != WARP + 4 * REGISTER + 4 + LANES + USER) begin : gen_bad_issue wf_illegal_ISSUE bad (); end
        if (WRITE != WARP + REGISTER + LANES + BLOCK + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (OPERANDS != 3 * BLOCK + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
    endgenerate

    // ---- Issue, and the collectors ----

    wire [SLOTS-1:0]            held, last, shows, freed, written;
    wire [WRITERS*PLACE-1:0]    store_places;   // where the registers of the slots are, and that of the move
    wire [WRITES-1:0]           accepted;
    wire [WRITES*PLACE-1:0]     write_places;
    wire [ISSUES*PLACE-1:0]     dest_places;
    wire [LOOKS*PLACE-1:0]      look_places;
    wire [CLUSTERS*2*LOOKS-1:0] looked_by;      // of each cluster, cluster 0 lowest: known | compressed
    wire [LOOKS-1:0]            known, compressed;
    wire                        unused_known = &{1'b0, known[0]};
    wire [ISSUES-1:0]           partial;        // bit k: an instruction of port k is taken that writes some lanes
    wire [ENTRIES-1:0]          take;           // bit i: collector i takes an instruction, those of port 0 lowest
    wire [ENTRIES*ENTRIES-1:0]  ask_older;
    wire [READERS-1:0]          ask, chosen;
`ifdef WF_WITH_COLLECT_FIXED
    wire [3*READERS-1:0]        lags;           // bit 3 r + j: reader r may be read j + 2 cycles from now
    wire [ISSUES-1:0]           allocated;      // bit k: the instruction of port k reserves its reads
`endif
    wire [READERS*PLACE-1:0]    ask_places;
    wire [READERS*SLOTS-1:0]    ask_befores;
    wire [READERS*BACK-1:0]     back;           // bit r * BACK + c: cluster c brings it to reader r; c CLUSTERS: any
    wire [CLUSTERS*BLOCK-1:0]   values;
    genvar k, c;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            `WF_WCRF_ISSUE #(
                .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS),
`ifdef WF_WITH_COLLECT_FIXED
`ifdef WF_WITH_COMPRESS_ON
                .LATENCY(DEC_LATENCY),
`else
                .LATENCY(0),
`endif
`endif
                .COLLECTORS(COLLECTORS), .SLOTS(SLOTS), .USER(USER)
            ) issue (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(issue_valid_i[k]), .ready_o(issue_ready_o[k]), .issue_i(issue_i[k*ISSUE +: ISSUE]),
                .last_i(last), .slot_places_i(store_places[0 +: SLOTS*PLACE]), .written_i(written), .shows_i(shows),
                .dest_place_o(dest_places[k*PLACE +: PLACE]), .partial_o(partial[k]),
                .ask_befores_o(ask_befores[k*PORT*SLOTS +: PORT*SLOTS]), .take_o(take[k*COLLECTORS +: COLLECTORS]),
                .ask_o(ask[k*PORT +: PORT]), .ask_places_o(ask_places[k*PORT*PLACE +: PORT*PLACE]),
`ifdef WF_WITH_COLLECT_FIXED
                .lags_i(lags[k*3*PORT +: 3*PORT]), .allocated_o(allocated[k]), .values_i(values), .valid_o(operands_valid_o[k]),
`else
                .chosen_i(chosen[k*PORT +: PORT]), .back_i(back[k*PORT*BACK +: PORT*BACK]), .values_i(values),
                .valid_o(operands_valid_o[k]), .ready_i(operands_ready_i[k]),
`endif
                .operands_o(operands_o[k*OPERANDS +: OPERANDS])
            );
        end
    endgenerate

    `WF_AGE #(.ENTRIES(ENTRIES)) age (.clk_i(clk_i), .take_i(take), .older_o(ask_older));

    // ---- Writers: the slots with the encoders, and the move unit ----

    wire [WRITERS-1:0]          may;            // who can be stored, if its banks are on
    wire [WRITERS-1:0]          valid;          // whose register is valid
    wire [SLOTS*LANES-1:0]      masks;
    wire [WRITERS-1:0]          some;           // whose mask is not empty
    wire [SLOTS-1:0]            partly;         // nor full
    wire [WRITERS*USER-1:0]     users;
    wire [WRITERS*4-1:0]        needs;
    wire [WRITERS*2-1:0]        tags;
    wire [SLOTS*2-1:0]          shown_tags;
    wire [WRITERS*BLOCK-1:0]    data;
    wire [SLOTS*SLOTS-1:0]      older;
    wire [SLOTS-1:0]            late, late_starts;      // slots that need a move; whose move starts
    wire [COMPRESSORS-1:0]      encodes;
`ifdef WF_WITH_MERGE
    wire [WRITES-1:0]           evicts;
`endif
    wire [CLUSTERS-1:0]         ends, data_valid, next_valid, next_raw, data_moves, decodes, forwards;
    wire                        move_starts, move_busy, move_gone, move_ask, clear;
    wire [ROW-1:0]              clear_row;
    assign look_places[PLACE +: WRITES*PLACE] = write_places;
    assign {some[SLOTS], users[SLOTS*USER +: USER], tags[SLOTS*2 +: 2]} = {1'b1, {USER{1'b0}}, 2'd0};
    assign {ask[MOVE], ask_places[MOVE*PLACE +: PLACE], ask_befores[MOVE*SLOTS +: SLOTS]} = {move_ask, store_places[SLOTS*PLACE +: PLACE], {SLOTS{1'b0}}};
    assign needs[SLOTS*4 +: 4] = {3'd0, !move_gone};       // a move of a register that was released needs none
    `WF_WCRF_SLOTS #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS), .WRITES(WRITES),
        .SLOTS(SLOTS),
`ifdef WF_WITH_COMPRESS_ON
        .BANK(BANK), .COMPRESSORS(COMPRESSORS), .LATENCY(ENC_LATENCY),
`endif
`ifdef WF_WITH_MERGE
        .MERGE(MERGE),
`endif
        .USER(USER)
    ) slots (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(write_valid_i), .ready_o(write_ready_o), .write_i(write_i), .accepted_o(accepted),
        .places_o(write_places), .known_i(known[1 +: WRITES]),
        .compressed_i(compressed[1 +: WRITES]), .freed_i(freed), .written_i(written), .late_i(late_starts),
        .move_busy_i(move_busy), .move_place_i(store_places[SLOTS*PLACE +: PLACE]), .move_ends_i(|ends),
        .clear_i(clear), .clear_row_i(clear_row),
`ifdef WF_WITH_COMPRESS_ON
        .encodes_o(encodes),
`endif
`ifdef WF_WITH_MERGE
        .evicts_o(evicts),
`endif
        .held_o(held), .last_o(last), .older_o(older), .may_o(may[0 +: SLOTS]), .late_o(late), .shows_o(shows),
        .place_o(store_places[0 +: SLOTS*PLACE]), .mask_o(masks), .user_o(users[0 +: SLOTS*USER]),
        .some_o(some[0 +: SLOTS]), .partial_o(partly), .needs_o(needs[0 +: SLOTS*4]), .tag_o(tags[0 +: SLOTS*2]), .shown_tag_o(shown_tags),
        .data_o(data[0 +: SLOTS*BLOCK]), .known_o(valid[0 +: SLOTS])
    );

    // ---- Clusters, and the release of their rows ----

`ifdef WF_WITH_COLLECT_FIXED
    wire [CLUSTERS*3*READERS-1:0] lags_by;                  // of each cluster, cluster 0 lowest
    wire [3*READERS+2*SLOTS+2*LOOKS-1:0] unused_all;
`else
    wire [CLUSTERS*READERS-1:0] chosen_by;                  // of each cluster, cluster 0 lowest
    wire [READERS+2*SLOTS+2*LOOKS-1:0] unused_all;
`endif
    wire [CLUSTERS*READERS-1:0] data_to, next_to;
    wire [CLUSTERS*2*SLOTS-1:0] stored_by;                  // written | freed
    wire [CLUSTERS*BANKS-1:0]   begins;
    wire [CLUSTERS*BLOCK-1:0]   slot_words;
    wire [CLUSTERS*2-1:0]       data_tag, data_from, next_from;
    `WF_RELEASE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS)) release_unit (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(release_valid_i), .ready_o(release_ready_o), .warp_i(release_warp_i), .clear_o(clear),
        .row_o(clear_row)
    );
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            `WF_WCRF_CLUSTER #(
                .HERE(c), .CLUSTERS(CLUSTERS), .LANES(LANES), .BANK(BANK), .ROWS(ROWS), .PORTS(PORTS),
`ifdef WF_WITH_GATE_ON
                .WAKE(WAKE),
`endif
                .WRITES(WRITES), .SLOTS(SLOTS), .USER(USER), .ENTRIES(ENTRIES)
            ) cluster (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .ask_i(ask), .ask_places_i(ask_places), .ask_befores_i(ask_befores), .ask_older_i(ask_older),
`ifdef WF_WITH_COLLECT_FIXED
                .lags_o(lags_by[c*3*READERS +: 3*READERS]), .take_i(allocated), .read_o(read_o[c*BANKS +: BANKS]),
`else
                .chosen_o(chosen_by[c*READERS +: READERS]), .read_o(read_o[c*BANKS +: BANKS]),
`endif
                .read_row_o(read_row_o[c*ROW +: ROW]), .slot_words_o(slot_words[c*BLOCK +: BLOCK]), .forwards_o(forwards[c]),
                .data_valid_o(data_valid[c]), .next_valid_o(next_valid[c]), .next_raw_o(next_raw[c]),
                .next_to_o(next_to[c*READERS +: READERS]), .next_from_o(next_from[2*c +: 2]), .data_tag_o(data_tag[2*c +: 2]), .data_from_o(data_from[2*c +: 2]),
                .data_to_o(data_to[c*READERS +: READERS]), .data_moves_i(data_moves[c]), .held_i({move_busy, held}),
                .request_i(may), .needs_i(needs), .older_i(older), .places_i(store_places), .masks_i(masks),
                .some_i(some), .partial_i(partly), .users_i(users), .tags_i(tags), .shown_tags_i(shown_tags), .data_i(data), .known_i(valid),
                .freed_o(stored_by[c*2*SLOTS +: SLOTS]), .written_o(stored_by[c*2*SLOTS + SLOTS +: SLOTS]),
                .written_i(written), .ends_o(ends[c]), .write_o(write_o[c*LANES +: LANES]),
                .write_row_o(write_row_o[c*ROW +: ROW]), .write_data_o(write_data_o[c*BLOCK +: BLOCK]),
                .stored_valid_o(stored_valid_o[c]), .stored_user_o(stored_user_o[c*USER +: USER]),
                .look_places_i(look_places), .known_o(looked_by[c*2*LOOKS +: LOOKS]),
                .compressed_o(looked_by[c*2*LOOKS + LOOKS +: LOOKS]), .clear_i(clear), .clear_row_i(clear_row),
                .power_o(power_o[c*BANKS +: BANKS]), .on_o(state_on_o[c*BANKS +: BANKS]),
                .waking_o(state_waking_o[c*BANKS +: BANKS]), .begins_o(begins[c*BANKS +: BANKS])
            );
        end
    endgenerate
    `WF_FOLD #(.WIDTH(2 * LOOKS), .COUNT(CLUSTERS)) fold_looked (.data_i(looked_by), .all_o(unused_all[2*SLOTS +: 2*LOOKS]), .any_o({compressed, known}));
`ifdef WF_WITH_COLLECT_FIXED
    `WF_FOLD #(.WIDTH(3 * READERS), .COUNT(CLUSTERS)) fold_lags (.data_i(lags_by), .all_o(unused_all[2*SLOTS+2*LOOKS +: 3*READERS]), .any_o(lags));
    assign chosen = {|lags[3*MOVE +: 3], {MOVE{1'b0}}};
    wire unused_back = &{1'b0, chosen, back};
`else
    `WF_FOLD #(.WIDTH(READERS), .COUNT(CLUSTERS)) fold_chosen (.data_i(chosen_by), .all_o(unused_all[2*SLOTS+2*LOOKS +: READERS]), .any_o(chosen));
`endif
    `WF_FOLD #(.WIDTH(2 * SLOTS), .COUNT(CLUSTERS)) fold_stored (
        .data_i(stored_by), .all_o(unused_all[0 +: 2*SLOTS]), .any_o({written, freed})
    );

    // ---- Decoders, and the move unit ----

`ifdef WF_WITH_COMPRESS_ON
    `WF_WCRF_DECODE #(
        .LANES(LANES), .BANK(BANK), .CLUSTERS(CLUSTERS), .DECOMPRESSORS(DECOMPRESSORS), .LATENCY(DEC_LATENCY),
        .READERS(READERS)
    ) decoders (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(data_valid), .tag_i(data_tag), .to_i(data_to), .from_i(data_from),
        .next_i(next_valid), .next_raw_i(next_raw), .next_to_i(next_to), .next_from_i(next_from),
        .words_i(words_i), .slot_words_i(slot_words), .moves_o(data_moves), .decodes_o(decodes), .back_o(back), .values_o(values)
    );
    `WF_WCRF_MOVES #(.BLOCK(BLOCK), .CLUSTERS(CLUSTERS), .ISSUES(ISSUES), .WRITES(WRITES), .SLOTS(SLOTS), .ROWS(ROWS)) move_unit (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .late_i(late), .slots_i(store_places[0 +: SLOTS*PLACE]), .older_i(older), .late_o(late_starts), .partial_i(partial),
        .dests_i(dest_places), .look_o(look_places[0 +: PLACE]), .compressed_i(compressed[0]), .last_i(last),
        .accepted_i(accepted), .writes_i(write_places), .starts_o(move_starts), .clear_i(clear),
        .clear_row_i(clear_row), .busy_o(move_busy), .place_o(store_places[SLOTS*PLACE +: PLACE]), .ask_o(move_ask),
        .chosen_i(chosen[MOVE]), .back_i(back[MOVE*BACK +: BACK]), .values_i(values), .have_o(may[SLOTS]),
        .value_o(data[SLOTS*BLOCK +: BLOCK]), .known_o(valid[SLOTS]), .gone_o(move_gone), .ends_i(|ends)
    );
`else
    wire unused_moves = &{1'b0, partial, dest_places, compressed[0], accepted, write_places, older, late, ends, chosen[MOVE], data_tag, next_valid, next_raw, next_to, next_from, back};
    assign look_places[0 +: PLACE] = {PLACE{1'b0}};
    assign data_moves = data_valid;
    assign {decodes, encodes, late_starts, move_starts, move_busy, move_ask, may[SLOTS], valid[SLOTS], move_gone} = {CLUSTERS+COMPRESSORS+SLOTS+6{1'b0}};
    assign {store_places[SLOTS*PLACE +: PLACE], data[SLOTS*BLOCK +: BLOCK]} = {PLACE+BLOCK{1'b0}};
    genvar r;
    generate
        for (r = 0; r < READERS; r = r + 1) begin : gen_back
            wire [CLUSTERS-1:0] from;
            for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_from
                assign from[c] = data_to[c*READERS + r] && data_valid[c];
            end
            assign back[r*BACK +: BACK] = {|from, from};
        end
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_value
            assign values[c*BLOCK +: BLOCK] = (words_i[c*BLOCK +: BLOCK] & {BLOCK{data_from[2*c]}}) | (slot_words[c*BLOCK +: BLOCK] & {BLOCK{data_from[2*c+1]}});
        end
    endgenerate
`endif

    // ---- Counts ----

`ifdef WF_WITH_COUNTS_ON
`ifdef WF_WITH_MERGE
    `WF_WCRF_COUNTS #(.LANES(LANES), .BANK(BANK), .CLUSTERS(CLUSTERS), .COMPRESSORS(COMPRESSORS), .WRITES(WRITES)) counts (
        .evicts_i(evicts),
`else
    `WF_WCRF_COUNTS #(.LANES(LANES), .BANK(BANK), .CLUSTERS(CLUSTERS), .COMPRESSORS(COMPRESSORS)) counts (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .read_i(read_o), .write_i(write_o), .encodes_i(encodes), .decodes_i(decodes), .move_i(move_starts),
        .begins_i(begins), .forwards_i(forwards), .counts_o(state_counts_o)
    );
`else
    wire unused_counts = &{1'b0, encodes, decodes, move_starts, begins, forwards};
`ifdef WF_WITH_MERGE
    wire unused_evicts = &{1'b0, evicts};
`endif
`endif
endmodule
`default_nettype wire
