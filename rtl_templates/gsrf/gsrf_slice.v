// SPDX-License-Identifier: Apache-2.0
// All of the register file but its memories: issue ports with their collectors, write ports with their slots, banks with their choice and valid bits, the
// release of their rows.
// More: docs/gsrf.md, "Cycle by cycle"
`default_nettype none
module `WF_GSRF_SLICE #(
`WF_INCLUDE gsrf_head.vh
    output wire [BANKS*USER-1:0]      stored_user_o,        // its user, bank 0 lowest
`ifdef WF_WITH_COUNTS_ON
`ifdef WF_WITH_COMPRESS_ON
    output wire [7*32-1:0]            state_counts_o,       // from bit 0: array_reads | array_writes | side_reads | side_writes | encodes | decodes | fills
`else
    output wire [2*32-1:0]            state_counts_o,       // from bit 0: array_reads | array_writes
`endif
`endif
`ifdef WF_WITH_COMPRESS_ON
    output wire [BANKS-1:0]           side_read_o,          // bit c: the side array of bank c is read
    output wire [BANKS*ROW-1:0]       side_read_row_o,      // at this row, bank 0 lowest
    input  wire [BANKS*TAG-1:0]       side_words_i,         // what it has read last, bank 0 lowest
    output wire [BANKS-1:0]           side_write_o,         // bit c: it is written
    output wire [BANKS*ROW-1:0]       side_write_row_o,     // at this row, bank 0 lowest
    output wire [BANKS*TAG-1:0]       side_data_o,          // the tag, bank 0 lowest
`endif
    output wire [BANKS*ARRAYS-1:0]    read_o,               // bit c * ARRAYS + a: array a of bank c is read
    output wire [BANKS*ROW-1:0]       row_o,                // the row at which bank c is read or written, bank 0 lowest
    input  wire [BANKS*BLOCK-1:0]     words_i,              // what each array has read last, array 0 of bank 0 lowest
    output wire [BANKS*4*LANES-1:0]   write_o,              // bit c * 4 * LANES + b: byte b of bank c is written
    output wire [BANKS*BLOCK-1:0]     data_o                // the bytes
);
    localparam NUMBER  = WARP + REGISTER;
    localparam READERS = ISSUES * COLLECTORS;
`ifdef WF_WITH_COMPRESS_ON
    localparam CHOSEN  = TAG + 3 + LANES + BLOCK + USER;
    localparam SIDE    = SIDE_LATENCY;
`else
    localparam CHOSEN  = 2 + LANES + BLOCK + USER;
    localparam SIDE    = 0;
`endif
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (BANKS < 1 || BANKS > 16 || (BANKS & (BANKS - 1)) != 0) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (ROWS < 2 || ROWS > 1024 || WARPS * ((REGISTERS + BANKS - 1) / BANKS) > ROWS) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (GROUPS < 1 || GROUPS > 8 || LANES % GROUPS != 0) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (ISSUES < 1 || ISSUES > 4) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (COLLECTORS < 1 || COLLECTORS > 16) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
        if (SLOTS < WRITES || SLOTS > 32) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (WRITE_FIRST < 0 || WRITE_FIRST > 1) begin : gen_bad_write_first wf_illegal_WRITE_FIRST bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (SIDE_LATENCY < 0 || SIDE_LATENCY > 1) begin : gen_bad_side_latency wf_illegal_SIDE_LATENCY bad (); end
        if (SIDE_PORTS < 1 || SIDE_PORTS > 2) begin : gen_bad_side_ports wf_illegal_SIDE_PORTS bad (); end
        if (ENC_LATENCY < 0 || ENC_LATENCY > 8) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
        if (DEC_LATENCY < 0 || DEC_LATENCY > 8) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (BVR != (LANES / GROUPS > 32 ? LANES / GROUPS : 32)) begin : gen_bad_bvr wf_illegal_BVR bad (); end
        if (TAG != 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (WRITE != WARP + REGISTER + LANES + BLOCK + 1 + GROUPS + TAG + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (OPERANDS != 3 * (BLOCK + TAG) + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
`else
        if (WRITE != WARP + REGISTER + LANES + BLOCK + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (OPERANDS != 3 * BLOCK + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
`endif
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (UNIT != (LANES / GROUPS < 16 ? LANES / GROUPS : 16)) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register wf_illegal_REGISTER bad (); end
        if (BANK != (BANKS > 1 ? $clog2(BANKS) : 1)) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (ISSUE != WARP + 4 * REGISTER + 4 + LANES + USER) begin : gen_bad_issue wf_illegal_ISSUE bad (); end
    endgenerate

    // ---- Issue, and the collectors ----

    wire [SLOTS-1:0]           last;
    wire [WRITES*SLOTS-1:0]    asked;
    wire [WRITES-1:0]          write_chosen;
    wire [SLOTS*NUMBER-1:0]    numbers;
    wire [READERS-1:0]         take, busy, read_chosen;   // bit k * COLLECTORS + n: collector n of port k
    wire [READERS*BANKS-1:0]   read_banks;
    wire [READERS*ROW-1:0]     read_rows;
    wire [READERS*READERS-1:0] read_older;
    wire [READERS*BANKS-1:0]   from;            // bit r * BANKS + c: the words of bank c are for collector r
    wire [BANKS*ARRAYS-1:0]    words_read;
`ifdef WF_WITH_COMPRESS_ON
    wire [BANKS*TAG-1:0]       words_tags;
`endif
    genvar k, c, r;
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            `WF_GSRF_ISSUE #(
                .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .BANKS(BANKS), .ROWS(ROWS), .GROUPS(GROUPS), .COLLECTORS(COLLECTORS),
                .WRITES(WRITES), .SLOTS(SLOTS), .UNIT(UNIT), .SIDE_LATENCY(SIDE),
`ifdef WF_WITH_COMPRESS_ON
                .DEC_LATENCY(DEC_LATENCY), .TAG(TAG),
`endif
                .USER(USER)
            ) issue (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(issue_valid_i[k]), .ready_o(issue_ready_o[k]), .issue_i(issue_i[k*ISSUE +: ISSUE]),
                .last_i(last), .numbers_i(numbers), .asked_i(asked), .stored_i(write_chosen),
                .busy_o(busy[k*COLLECTORS +: COLLECTORS]),
                .banks_o(read_banks[k*COLLECTORS*BANKS +: COLLECTORS*BANKS]), .rows_o(read_rows[k*COLLECTORS*ROW +: COLLECTORS*ROW]),
                .chosen_i(read_chosen[k*COLLECTORS +: COLLECTORS]), .from_i(from[k*COLLECTORS*BANKS +: COLLECTORS*BANKS]),
                .read_i(words_read), .words_i(words_i),
`ifdef WF_WITH_COMPRESS_ON
                .tags_i(words_tags),
`endif
                .valid_o(operands_valid_o[k]), .ready_i(operands_ready_i[k]), .operands_o(operands_o[k*OPERANDS +: OPERANDS])
            );
            // Which one takes it, once more: from here to the order of all collectors it is far
            wire [COLLECTORS-1:0] first, unused_below;
            wire                  unused_any;
            `WF_FIRST #(.WIDTH(COLLECTORS)) free (
                .bits_i(~busy[k*COLLECTORS +: COLLECTORS]), .first_o(first), .below_o(unused_below), .any_o(unused_any)
            );
            assign take[k*COLLECTORS +: COLLECTORS] = first & {COLLECTORS{issue_valid_i[k]}};
        end
    endgenerate
    `WF_AGE #(.ENTRIES(READERS)) age (.clk_i(clk_i), .take_i(take), .older_o(read_older));

    // ---- Writes ----

    wire [WRITES*BANKS-1:0]  write_banks;
    wire [WRITES*ROW-1:0]    write_rows;
    wire [WRITES*WRITES-1:0] write_older;
    wire [WRITES*CHOSEN-1:0] side, late;
`ifdef WF_WITH_COMPRESS_ON
    wire [WRITES-1:0]        encodes;
    wire [BANKS-1:0]         decodes, fills;
`endif
    `WF_GSRF_WRITES #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .BANKS(BANKS), .ROWS(ROWS), .WRITES(WRITES), .SLOTS(SLOTS),
`ifdef WF_WITH_COMPRESS_ON
        .GROUPS(GROUPS), .ENC_LATENCY(ENC_LATENCY), .TAG(TAG),
`endif
        .USER(USER)
    ) writes (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(write_valid_i), .ready_o(write_ready_o), .write_i(write_i), .last_o(last), .numbers_o(numbers),
        .banks_o(write_banks), .rows_o(write_rows), .older_o(write_older), .asked_o(asked), .chosen_i(write_chosen),
`ifdef WF_WITH_COMPRESS_ON
        .encodes_o(encodes),
`endif
        .side_o(side), .late_o(late)
    );

    // ---- Banks, and the release of their rows ----

    wire                      clears, release_free;
    reg                       clears_q;
    wire [ROW-1:0]            clear_row;
    reg  [ROWS-1:0]           clear_q;                      // the row that is cleared, one-hot, or 0
    wire [BANKS*READERS-1:0]  read_chosen_by, words_to;     // of each bank, bank 0 lowest
    wire [BANKS*WRITES-1:0]   write_chosen_by;
    wire [READERS+WRITES-1:0] unused_all;
    `WF_RELEASE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(BANKS), .ROWS(ROWS)) release_unit (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(release_valid_i && !clears_q), .ready_o(release_free), .warp_i(release_warp_i),
        .clear_o(clears), .row_o(clear_row)
    );
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {clears_q, clear_q} <= {1+ROWS{1'b0}};
        else         {clears_q, clear_q} <= {clears, {{ROWS-1{1'b0}}, clears} << clear_row};
    assign release_ready_o = release_free && !clears_q;
    generate
        for (c = 0; c < BANKS; c = c + 1) begin : gen_bank
            wire [READERS-1:0] reads_here;
            wire [WRITES-1:0]  writes_here;
            for (r = 0; r < READERS; r = r + 1) begin : gen_read
                assign reads_here[r] = read_banks[r*BANKS + c];
            end
            for (r = 0; r < WRITES; r = r + 1) begin : gen_write
                assign writes_here[r] = write_banks[r*BANKS + c];
            end
            `WF_GSRF_BANK #(
                .LANES(LANES), .ROWS(ROWS), .GROUPS(GROUPS), .UNIT(UNIT), .READERS(READERS), .WRITES(WRITES),
                .WRITE_FIRST(WRITE_FIRST), .SIDE_LATENCY(SIDE),
`ifdef WF_WITH_COMPRESS_ON
                .SIDE_PORTS(SIDE_PORTS), .TAG(TAG),
`endif
                .CHOSEN(CHOSEN), .USER(USER)
            ) bank (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .read_i(reads_here), .read_rows_i(read_rows), .read_older_i(read_older),
                .write_i(writes_here), .write_rows_i(write_rows), .write_older_i(write_older),
                .read_chosen_o(read_chosen_by[c*READERS +: READERS]), .write_chosen_o(write_chosen_by[c*WRITES +: WRITES]),
                .side_i(side), .late_i(late), .clear_i(clear_q),
                .read_o(read_o[c*ARRAYS +: ARRAYS]), .row_o(row_o[c*ROW +: ROW]), .write_o(write_o[c*4*LANES +: 4*LANES]),
                .data_o(data_o[c*BLOCK +: BLOCK]),
`ifdef WF_WITH_COMPRESS_ON
                .side_read_o(side_read_o[c]), .side_read_row_o(side_read_row_o[c*ROW +: ROW]), .side_word_i(side_words_i[c*TAG +: TAG]),
                .side_write_o(side_write_o[c]), .side_write_row_o(side_write_row_o[c*ROW +: ROW]), .side_data_o(side_data_o[c*TAG +: TAG]),
                .words_tag_o(words_tags[c*TAG +: TAG]), .decodes_o(decodes[c]), .fills_o(fills[c]),
`endif
                .words_to_o(words_to[c*READERS +: READERS]), .words_read_o(words_read[c*ARRAYS +: ARRAYS]),
                .stored_valid_o(stored_valid_o[c]), .stored_user_o(stored_user_o[c*USER +: USER])
            );
            for (r = 0; r < READERS; r = r + 1) begin : gen_from
                assign from[r*BANKS + c] = words_to[c*READERS + r];
            end
        end
    endgenerate
    `WF_FOLD #(.WIDTH(READERS), .COUNT(BANKS)) fold_reads (.data_i(read_chosen_by), .all_o(unused_all[0 +: READERS]), .any_o(read_chosen));
    `WF_FOLD #(.WIDTH(WRITES), .COUNT(BANKS)) fold_writes (
        .data_i(write_chosen_by), .all_o(unused_all[READERS +: WRITES]), .any_o(write_chosen)
    );

    // ---- Counts ----

`ifdef WF_WITH_COUNTS_ON
    `WF_GSRF_COUNTS #(
`ifdef WF_WITH_COMPRESS_ON
        .WRITES(WRITES),
`endif
        .LANES(LANES), .BANKS(BANKS), .UNIT(UNIT)
    ) counts (
        .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_COMPRESS_ON
        .side_read_i(side_read_o), .side_write_i(side_write_o), .encodes_i(encodes), .decodes_i(decodes), .fills_i(fills),
`endif
        .read_i(read_o), .write_i(write_o), .counts_o(state_counts_o)
    );
`else
`ifdef WF_WITH_COMPRESS_ON
    wire unused_counts = &{1'b0, encodes, decodes, fills};
`endif
`endif
endmodule
`default_nettype wire
