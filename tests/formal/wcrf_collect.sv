// SPDX-License-Identifier: Apache-2.0
//
// What wcrf promises of an instruction's sources (docs/wcrf.md, "Issue", "Read", "Operands"): none is lost, none is another's. It binds to the ports of
// wcrf_slice alone. Each write has in lane 0 the place of its register, and so a value from a slot tells where it is from, too. Which code is decoded how
// does not matter here. With LOW only the bits that tell the place are held to it: each bit of a value goes the same way, and those of the others
// are many.
`default_nettype none
`include "wcrf_head.svh"
    localparam PLACE = ROW + 4, FIELD = BLOCK, SOURCES = 0;
`ifdef LOW
    localparam SEEN = PLACE;
`else
    localparam SEEN = BLOCK;
`endif
`include "file_collect.svh"

    // ---- Memories: 1, the cluster, the row that was read last, in the lowest word, which every code has. The other words are 0. A bank that is
    // off shows something else ----

    genvar c;
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            localparam [2:0] HERE = c;
            reg [ROW-1:0] row_q;
            always @(posedge clk_i) if (read[c*BANKS]) row_q <= read_row[c*ROW +: ROW];
            assign words[c*BLOCK +: BLOCK] = on[c*BANKS] ? {row_q, HERE, 1'b1} : {BLOCK{1'b1}};
        end
    endgenerate

    // ---- A write has the place of its register in lane 0, and 0 in the others ----

    genvar p;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_write
            wire [WRITE-1:0] it       = write_i[p*WRITE +: WRITE];
            wire [31:0]      warp     = it[0 +: WARP];
            wire [31:0]      register = it[WARP +: REGISTER];
            wire [31:0]      cluster  = (warp + register) % CLUSTERS;
            wire [31:0]      row      = warp * EACH + register / CLUSTERS;
            wire [BLOCK-1:0] shows    = {row[ROW-1:0], cluster[2:0], 1'b1};
            assign writes[p*WRITE +: WRITE] = {it[WRITE-1 -: USER], shows, it[0 +: NUMBER+LANES]};
        end
    endgenerate
endmodule
`default_nettype wire
