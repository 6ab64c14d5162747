// SPDX-License-Identifier: Apache-2.0
//
// What gsrf promises of order and time (docs/gsrf.md, "What it promises", 1 to 3 and 7, and "Bounds"). It binds to the ports of gsrf_slice alone.
// The bit that tells whether a write is the first or a later one is in its tag, of which the side arrays keep it; with --compress off in lane 0 of its
// values, of which the arrays keep it.
`default_nettype none
`include "gsrf_head.svh"
    localparam [15:0] MOST = 32 * (SLOTS + 3 * ISSUES * `COLLECTORS + 2);
`ifdef COMPRESS_ON
    localparam LATER = 3 * BLOCK + FIRST_BASE + 1;      // formal_tag has bit 1 of lane 0 there
`else
    localparam LATER = 1;
`endif
`include "file_order.svh"

    // ---- Bit 1 of lane 0, in the values and in the tag, and what keeps it ----

    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_value
            wire [WRITE-1:0]  it     = write_i[p*WRITE +: WRITE];
            wire [BLOCK-1:0]  values = {it[NUMBER+LANES+2 +: BLOCK-2], later[p], it[NUMBER+LANES]};
`ifdef COMPRESS_ON
            wire [GROUPS-1:0] known = it[NUMBER+LANES+BLOCK+1 +: GROUPS];
            wire [TAG-1:0]    tag;          // that of the write if all of it is known, else anything
            formal_tag #(.LANES(LANES), .GROUPS(GROUPS)) code (.mask_i(it[NUMBER +: LANES]), .block_i(values), .tag_o(tag));
            assign writes[p*WRITE +: WRITE] = {it[WRITE-1 -: USER], &known ? tag : it[WRITE-USER-1 -: TAG], known, it[NUMBER+LANES+BLOCK], values,
                                               it[0 +: NUMBER+LANES]};
`else
            assign writes[p*WRITE +: WRITE] = {it[WRITE-1 -: USER], values, it[0 +: NUMBER+LANES]};
`endif
        end
`ifdef VALUES
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_memory
            reg [ROWS-1:0] kept_q;
            reg            shown_q;
`ifdef COMPRESS_ON
            (* anyseq *) wire [TAG-1:0] any;
            always @(posedge clk_i) begin
                if (side_write[c]) kept_q[side_write_row[c*ROW +: ROW]] <= side_data[c*TAG + FIRST_BASE + 1];
                if (side_read[c]) shown_q <= kept_q[side_read_row[c*ROW +: ROW]];
            end
            assign side_words[c*TAG +: TAG] = {any[TAG-1:FIRST_BASE+2], shown_q, any[FIRST_BASE:0]};
`else
            always @(posedge clk_i) begin
                if (write[c*4*LANES]) kept_q[row[c*ROW +: ROW]] <= data[c*BLOCK+1];
                if (read[c*ARRAYS]) shown_q <= kept_q[row[c*ROW +: ROW]];
            end
            assign words[c*BLOCK +: BLOCK] = {{BLOCK-2{1'b0}}, shown_q, 1'b0};
`endif
        end
`endif
    endgenerate
`ifdef VALUES
    // The first write has what keeps the bit
`ifdef COMPRESS_ON
    always @* assume (!is_first[0] || |write_i[NUMBER +: LANES]);
    assign words = {CLUSTERS*BLOCK{1'b0}};      // no value is looked at
`else
    always @* assume (!is_first[0] || write_i[NUMBER]);
`endif
`else
    (* anyseq *) wire [CLUSTERS*BLOCK-1:0] any_words;
    assign words = any_words;
`ifdef COMPRESS_ON
    (* anyseq *) wire [CLUSTERS*TAG-1:0] any_tags;
    assign side_words = any_tags;
`endif
`endif
endmodule
`default_nettype wire
