// SPDX-License-Identifier: Apache-2.0
//
// What wcrf asks of its banks (docs/wcrf.md, "Storage", "Read", "Store", "Banks"). The whole without its memories, its inputs free. Beside it stands a
// valid bit for each row and bank, as the paper has them; what is read, written and switched off must agree with these bits. Bit 0 of a write's
// user tells that its mask is full.
`default_nettype none
`include "wcrf_head.svh"
    localparam WORDS = `BANK / 32;
    localparam [15:0] LAST = EACH - 1;
    assign words = {CLUSTERS*BLOCK{1'b0}};

    // ---- A write, with the mark of full masks ----

    genvar p, c, b, r;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_write
            localparam [WRITE-1:0] MARK = {{WRITE-1{1'b0}}, 1'b1} << (WRITE - USER);
            wire [WRITE-1:0] it = write_i[p*WRITE +: WRITE];
            assign writes[p*WRITE +: WRITE] = (it & ~MARK) | (&it[NUMBER +: LANES] ? MARK : {WRITE{1'b0}});
        end
    endgenerate

    // ---- The row that a release clears, from its acceptance ----

    reg             releases_q;
    reg [ROW-1:0]   clear_row_q;
    reg [15:0]      left_q;
    wire [31:0]     first = release_warp_i * EACH;
    always @(posedge clk_i)
        if (!run_q) releases_q <= 1'b0;
        else if (!releases_q) {releases_q, clear_row_q, left_q} <= {release_valid_i && release_ready, first[ROW-1:0], LAST};
        else {releases_q, clear_row_q, left_q} <= {left_q != 16'd0, clear_row_q + 1'b1, left_q - 16'd1};

    // ---- A valid bit for each row and bank ----

    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            reg  [ROWS*BANKS-1:0] valid_q;
            wire [LANES-1:0]      words   = write[c*LANES +: LANES];
            wire [BANKS-1:0]      reads   = read[c*BANKS +: BANKS];
            wire [BANKS-1:0]      is_on   = on[c*BANKS +: BANKS];
            wire [ROW-1:0]        from    = read_row[c*ROW +: ROW], to = write_row[c*ROW +: ROW];
            wire                  whole   = stored_valid[c] && stored_user[c*USER];     // a full write; a move is not told
            wire                  partial = stored_valid[c] && !stored_user[c*USER] && |words;
            wire [BANKS-1:0]      written, used, was;
            assign was = valid_q[to*BANKS +: BANKS];
            for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
                wire [ROWS-1:0] column;
                for (r = 0; r < ROWS; r = r + 1) assign column[r] = valid_q[r*BANKS + b];
                assign used[b]    = |column;
                assign written[b] = |words[b*WORDS +: WORDS];
            end
            for (r = 0; r < ROWS; r = r + 1) begin : gen_row
                always @(posedge clk_i)
                    if (!run_q) valid_q[r*BANKS +: BANKS] <= {BANKS{1'b0}};
                    else if (releases_q && clear_row_q == r) valid_q[r*BANKS +: BANKS] <= {BANKS{1'b0}};
                    else if (|words && to == r) valid_q[r*BANKS +: BANKS] <= whole ? written : {BANKS{1'b1}};
            end
            always @(posedge clk_i)
                if (run_q) begin
                    assert (reads == {BANKS{1'b0}} || reads == valid_q[from*BANKS +: BANKS]);       // a read takes the banks that are valid
                    assert (!(|reads && |words) || (`PORTS == 2 && from != to));                    // no bank is asked for two things at once
                    assert (!partial || (was == {BANKS{1'b0}} ? &words : &was));              // a partial write is of a raw register, or whole
                    assert (!(|words) || stored_valid[c] || (&words && |was && !(&was)));     // a move is of a compressed register, and whole
                    assert ((used & ~is_on) == {BANKS{1'b0}});                                      // what is valid is in banks that are on
                    assert ((written & ~is_on) == {BANKS{1'b0}});                                   // and what is written
                    assert ((is_on & waking[c*BANKS +: BANKS]) == {BANKS{1'b0}});
                end
        end
    endgenerate
endmodule
`default_nettype wire
