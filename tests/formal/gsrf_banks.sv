// SPDX-License-Identifier: Apache-2.0
//
// What gsrf asks of its arrays and side arrays (docs/gsrf.md, "Side" and "Arrays"). The whole, its inputs free. The memories keep the tags whole, and bit 0
// of each byte of one plane, PLANE. Beside them stands what a register is to be: valid, and this bit of one lane, any one. What is read, told by tag
// and arrays as a decoder has it, must be this bit. From bit 0 a write's user tells: its mask has the lane; that is full; empty; dead; the bit. Strides none.
`default_nettype none
`include "gsrf_head.svh"
    localparam [15:0] LAST = EACH - 1;
    localparam LANE = $clog2(LANES);

    (* anyseq *) wire [LANE-1:0] any_lane;
    reg  [LANE-1:0] lane_q;
    always @(posedge clk_i) if (!run_q) lane_q <= any_lane;

    // ---- A write: no bits of values but those of the plane, a tag of the right form, and the marks ----

    genvar p, c, r, i, a;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_write
            wire [WRITE-1:0] it   = write_i[p*WRITE +: WRITE];
            wire [LANES-1:0] mask = it[NUMBER +: LANES];
            wire [BLOCK-1:0] values;
            wire [TAG-1:0]   tag;
            wire [LANES-1:0] bits;
            wire             dead = it[NUMBER+LANES+BLOCK];
            for (i = 0; i < LANES; i = i + 1) begin : gen_lane
                assign bits[i] = it[NUMBER + LANES + 32*i + 8*`PLANE];
                assign values[32*i +: 32] = {31'd0, bits[i]} << (8 * `PLANE);
            end
            formal_tag #(.LANES(LANES), .GROUPS(GROUPS)) known (.mask_i(mask), .block_i(values), .tag_o(tag));
            wire [GROUPS-1:0] code_known = it[NUMBER+LANES+BLOCK+1 +: GROUPS] & {GROUPS{|mask}};     // with less than all of it the tag is anything
            assign writes[p*WRITE +: WRITE] = {bits[lane_q], dead, mask == {LANES{1'b0}}, &mask, mask[lane_q], &code_known ? tag : it[WRITE-USER-1 -: TAG],
                                               code_known, dead, values, it[0 +: NUMBER+LANES]};
        end
    endgenerate

    // ---- The row that a release clears, from the second cycle after its acceptance on ----

    reg             releases_q;
    reg [ROW-1:0]   clear_row_q;
    reg [15:0]      left_q;
    reg             clears_q;
    reg [ROW-1:0]   cleared_q;
    always @(posedge clk_i) {clears_q, cleared_q} <= {run_q && releases_q, clear_row_q};
    wire [31:0]     first = release_warp_i * EACH;
    always @(posedge clk_i)
        if (!run_q) releases_q <= 1'b0;
        else if (!releases_q) {releases_q, clear_row_q, left_q} <= {release_valid_i && release_ready, first[ROW-1:0], LAST};
        else {releases_q, clear_row_q, left_q} <= {left_q != 16'd0, clear_row_q + 1'b1, left_q - 16'd1};

    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_bank
            wire [ARRAYS-1:0]  reads    = read[c*ARRAYS +: ARRAYS];
            wire [4*LANES-1:0] writes_c = write[c*4*LANES +: 4*LANES];
            wire [ROW-1:0]     at       = row[c*ROW +: ROW];

            // ---- The memories ----

            reg  [ROWS*TAG-1:0] tags_q;
            reg  [TAG-1:0]      shown_q;
            wire [LANES-1:0]    told;
            assign side_words[c*TAG +: TAG] = shown_q;
            always @(posedge clk_i) begin
                if (side_write[c]) tags_q[side_write_row[c*ROW +: ROW]*TAG +: TAG] <= side_data[c*TAG +: TAG];
                if (side_read[c]) shown_q <= tags_q[side_read_row[c*ROW +: ROW]*TAG +: TAG];
            end
            for (i = 0; i < LANES; i = i + 1) begin : gen_lane
                reg [ROWS-1:0] kept_q;
                reg            word_q;
                always @(posedge clk_i) begin
                    if (writes_c[`PLANE*LANES + i]) kept_q[at] <= data[c*BLOCK + 8*(`PLANE*LANES + i)];
                    if (reads[(`PLANE*LANES + i)/UNIT]) word_q <= kept_q[at];
                end
                assign told[i] = word_q;
            end

            // ---- What a register is to be: known_q, its bit is not undefined ----

            reg  [ROWS-1:0]  valid_q, bit_q, known_q;
            wire             has, full, empty, dead, value;
            assign {value, dead, empty, full, has} = stored_user[c*USER +: 5];
            // What is at the stage side stands at the row of the choice: both write and read have it in the side array's read row
            wire [ROW-1:0]   here   = side_read_row[c*ROW +: ROW];
            wire             stores = stored_valid[c] && !empty;
            wire             was    = valid_q[here];
            for (r = 0; r < ROWS; r = r + 1) begin : gen_row
                always @(posedge clk_i)
                    if (!run_q) {valid_q[r], bit_q[r], known_q[r]} <= 3'b000;
                    else begin
                        if (stores && here == r) begin
                            valid_q[r] <= 1'b1;
                            bit_q[r]   <= has ? value : was && bit_q[r];
                            known_q[r] <= has || (!dead && (!was || known_q[r]));
                        end
                        if (clears_q && cleared_q == r) valid_q[r] <= 1'b0;
                    end
            end

            // ---- What is read, and what the code has ----

            reg              reads_q, stores_q, full_q, was_q, dead_q, bits_q, sure_q, words_q, bits_2_q, sure_2_q, common_q, base_q;
            reg  [TAG-1:0]   code_q;        // of the write in the cycle before
            always @(posedge clk_i) begin
                reads_q  <= run_q && side_read[c] && !stored_valid[c];
                stores_q <= run_q && stores;
                code_q   <= side_data[c*TAG +: TAG];
                {full_q, was_q, dead_q, bits_q, sure_q} <= {full, was, dead, bit_q[here], known_q[here]};
            end
            wire [4*GROUPS-1:0] common = shown_q[0 +: 4*GROUPS] & {4*GROUPS{!shown_q[4*GROUPS]}};    // planes that the code does not have
            wire [31:0]         group  = lane_q / WIDTH;
            wire                base   = shown_q[FIRST_BASE + group*BASE + 8*`PLANE];
            always @(posedge clk_i)
                {words_q, bits_2_q, sure_2_q, common_q, base_q} <= {reads_q && run_q, bits_q, sure_q, common[4*group + `PLANE], base};
            always @(posedge clk_i)
                if (run_q) begin
                    assert (!(|reads && |writes_c));                                                    // no array is asked for two things at once
                    assert (!(side_read[c] && side_write[c] &&                                          // and no side array
                              (`SIDE_PORTS == 1 || side_read_row[c*ROW +: ROW] == side_write_row[c*ROW +: ROW])));
                    assert (!(side_read[c] && !stored_valid[c]) || was);                                // an invalid register is not looked up
                    if (SIDE == 1) assert (!words_q || !sure_2_q || bits_2_q == (common_q ? base_q : told[lane_q]));     // the value
                    else assert (!reads_q || !sure_q || bits_q == (common[4*group + `PLANE] ? base : told[lane_q]));
                    if (SIDE == 0) assert (!(side_read[c] && stored_valid[c] && |writes_c));            // a write that needs the old tag waits for it
                end
            for (a = 0; a < ARRAYS; a = a + 1) begin : gen_array
                localparam IN = 4 * (a * UNIT % LANES / WIDTH) + a * UNIT / LANES;     // its group and plane
                always @(posedge clk_i)
                    if (run_q) begin
                        if (SIDE == 1) begin
                            assert (reads[a] == (reads_q && !common[IN]));                              // a read takes the arrays of its code
                            assert (!(stores_q && full_q) ||                                            // and a full write
                                    writes_c[a*UNIT +: UNIT] == {UNIT{!code_q[IN] || code_q[4*GROUPS]}});
                        end else assert (reads[a] == (side_read[c] && !stored_valid[c]));               // of all, or none
                    end
            end
        end
    endgenerate
    assign words = {CLUSTERS*BLOCK{1'b0}};      // no value leaves that is looked at
endmodule
`default_nettype wire
