// SPDX-License-Identifier: Apache-2.0
//
// What gsrf promises of an instruction's sources (docs/gsrf.md, "Issue", "Ask", "Words", "Operands"): none is lost, none is another's. It binds to the ports
// of gsrf_slice alone. The side array of each bank shows the number of the bank and the row that was read last, as the base of a divergent register, and
// the arrays show the same in lane 0; with --compress off the arrays alone.
// Of a port with one collector the reads are counted: one for each source that comes. A register that a marked write made valid comes.
`default_nettype none
`include "gsrf_head.svh"
    localparam PLACE = ROW + 4, SEEN = PLACE;
`ifdef COMPRESS_ON
    localparam FIELD = TAG, SOURCES = 3 * BLOCK + FIRST_BASE;
`else
    localparam FIELD = BLOCK, SOURCES = 0;
`endif
`include "file_collect.svh"

    // ---- Memories. Arrays that are not read show something else ----

    genvar c;
    wire [CLUSTERS-1:0] reads;      // bit c: bank c reads for an instruction
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_bank
            localparam [2:0] HERE = c;
            reg [ROW-1:0] row_q;
            reg           read_q;
            always @(posedge clk_i) begin
                read_q <= read[c*ARRAYS];
                if (read[c*ARRAYS]) row_q <= row[c*ROW +: ROW];
            end
            assign words[c*BLOCK +: BLOCK] = read_q ? {row_q, HERE, 1'b1} : {BLOCK{1'b1}};
`ifdef COMPRESS_ON
            localparam [FIRST_BASE-1:0] DIVERGENT = 1 << (4 * GROUPS);
            reg [ROW-1:0] side_row_q;
            always @(posedge clk_i) if (side_read[c]) side_row_q <= side_read_row[c*ROW +: ROW];
            assign side_words[c*TAG +: TAG] = {side_row_q, HERE, 1'b1, DIVERGENT};
            assign reads[c] = side_read[c] && !stored_valid[c];
`else
            assign reads[c] = read[c*ARRAYS];
`endif
        end
    endgenerate
    assign writes = write_i;        // nothing of them is kept

    // ---- What a register comes of: a marked write that was told, and no release since ----

    reg              known_q;       // the register number_q is valid
    reg [NUMBER-1:0] number_q;      // of the marked write
    reg              entered_q;
    reg [2:0]        sure_q;        // sources of the marked instruction that are valid
    reg [CLUSTERS-1:0] tells;
    wire             marks = write_valid_i[0] && write_i[WRITE-1 -: USER] == MARK;
    wire             quiet = release_ready && !release_valid_i;
    integer          m;
    always @* begin
        for (m = 0; m < CLUSTERS; m = m + 1) tells[m] = stored_valid[m] && stored_user[m*USER +: USER] == MARK;
        for (m = 0; m < WRITES; m = m + 1)
            assume (!write_valid_i[m] || write_i[(m+1)*WRITE-1 -: USER] != MARK || (m == 0 && !entered_q && |write_i[NUMBER +: LANES]));
        assume (issue[0 +: WARP] < WARPS || !(|marked));
        for (m = 0; m < WRITES; m = m + 1) assume (write_i[m*WRITE +: WARP] < WARPS);
    end
    always @(posedge clk_i)
        if (!run_q) {known_q, entered_q, sure_q} <= 5'd0;
        else begin
            if (marks && write_ready[0]) {entered_q, number_q} <= {1'b1, write_i[0 +: NUMBER]};
            known_q <= quiet && (known_q || |tells);
            for (m = 0; m < 3; m = m + 1)
                sure_q[m] <= quiet && (takes ? known_q && {issue[WARP + m*REGISTER +: REGISTER], issue[0 +: WARP]} == number_q : sure_q[m]);
        end
    reg  [2:0] shown;       // sources that show a place
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_shown
            for (s = 0; s < 3; s = s + 1) begin : gen_source
                wire [SEEN-1:0] place = operands[k*OPERANDS + SOURCES + s*FIELD +: SEEN];
                always @(posedge clk_i)
                    if (run_q && offers[k]) begin
                        assert (!(used_q[s] && sure_q[s]) || place[0]);                     // it comes
`ifdef COMPRESS_ON
                        assert (operands[k*OPERANDS + s*BLOCK +: SEEN] == place);           // and its value with its tag
`endif
                    end
            end
        end
    endgenerate

    // ---- Each is read once. Of one collector all reads are its instruction's ----

    reg [1:0] count_q;
    always @* for (m = 0; m < 3; m = m + 1) shown[m] = operands[SOURCES + m*FIELD];
    always @(posedge clk_i)
        if (takes) count_q <= 2'd0;
        else if (reads_q && |reads) count_q <= count_q + 2'd1;
    always @(posedge clk_i)
        if (run_q && ISSUES == 1 && `COLLECTORS == 1) begin
            assert (!(reads_q && !left_q) || {1'b0, count_q} + {2'b00, |reads} <= {2'b00, used_q[0]} + {2'b00, used_q[1]} + {2'b00, used_q[2]});
            assert (!(|offers) || count_q == {1'b0, shown[0]} + {1'b0, shown[1]} + {1'b0, shown[2]});
        end
endmodule
`default_nettype wire
