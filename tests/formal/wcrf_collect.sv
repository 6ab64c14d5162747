// SPDX-License-Identifier: Apache-2.0
//
// What wcrf promises of an instruction's sources (docs/wcrf.md, "Issue", "Read", "Operands"): none is lost, none is another's. The memories show
// in each bank the number of the cluster and row that was read last, and each write has that of its register, so a value tells where it is from. One
// instruction is marked by its user, any one. Its operands must be the places of its sources, or 0 where the register is invalid or the source is not
// used. Which code is decoded how does not matter here. With LOW only the bits that tell the place are held to it: each bit of a value goes the same
// way, and those of the others are many.
`default_nettype none
`include "wcrf_head.svh"

    // ---- Memories: 1, the cluster, the row that was read last, in the lowest word, which every code has. The other words are 0. A bank that is
    // off shows something else ----

    genvar c, k, s;
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            localparam [2:0] HERE = c;
            reg [ROW-1:0] row_q;
            always @(posedge clk_i) if (read[c*BANKS]) row_q <= read_row[c*ROW +: ROW];
            assign words[c*BLOCK +: BLOCK] = on[c*BANKS] ? {row_q, HERE, 1'b1} : {BLOCK{1'b1}};
        end
    endgenerate

    // ---- The marked instruction ----

    localparam [USER-1:0] MARK = 1;
    localparam PLACE = ROW + 4;     // bits that tell a place
`ifdef LOW
    localparam SEEN = PLACE;        // bits of an operand that are looked at
`else
    localparam SEEN = BLOCK;
`endif
    reg                reads_q, left_q;
    reg  [2:0]         used_q;
    reg  [3*PLACE-1:0] places_q;    // what its sources show
    reg  [LANES-1:0]   mask_q;
    reg  [ISSUES-1:0]  port_q;
    wire [ISSUES-1:0]  marked, offers;
    reg  [ISSUE-1:0]   issue;       // the marked one
    integer            n;
    always @* begin
        issue = {ISSUE{1'b0}};
        for (n = 0; n < ISSUES; n = n + 1) issue = issue | (issue_i[n*ISSUE +: ISSUE] & {ISSUE{marked[n]}});
    end
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_mark
            assign marked[k] = issue_valid_i[k] && issue_i[(k+1)*ISSUE-1 -: USER] == MARK;
            assign offers[k] = operands_valid[k] && operands[(k+1)*OPERANDS-1 -: USER] == MARK;
        end
    endgenerate
    always @* assume (!(reads_q && |marked) && !(|(marked & (marked - 1'b1))));
    wire takes = |(marked & issue_ready);
    always @(posedge clk_i)
        if (!run_q) {reads_q, left_q} <= 2'd0;
        else begin
            if (takes) {reads_q, port_q} <= {1'b1, marked};
            if (|(offers & operands_taken)) left_q <= 1'b1;
        end
    always @(posedge clk_i)
        if (takes) begin
            used_q <= issue[WARP+3*REGISTER +: 3];
            mask_q <= issue[WARP+4*REGISTER+4 +: LANES];
        end
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            wire [31:0] warp     = issue[0 +: WARP];
            wire [31:0] register = issue[WARP+s*REGISTER +: REGISTER];
            wire [31:0] cluster  = (warp + register) % CLUSTERS;
            wire [31:0] row      = warp * EACH + register / CLUSTERS;
            always @(posedge clk_i) if (takes) places_q[PLACE*s +: PLACE] <= {row[ROW-1:0], cluster[2:0], 1'b1};
            for (k = 0; k < ISSUES; k = k + 1) begin : gen_port
                wire [BLOCK-1:0] value = operands[k*OPERANDS + s*BLOCK +: BLOCK];
                always @(posedge clk_i)
                    if (run_q && offers[k])
                        assert (value[0 +: SEEN] == {SEEN{1'b0}} || (used_q[s] && value[0 +: SEEN] == places_q[PLACE*s +: PLACE]));
            end
        end
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_offer
            always @(posedge clk_i) if (run_q && offers[k]) assert (operands[k*OPERANDS + 3*BLOCK +: LANES] == mask_q);
        end
    endgenerate
    always @(posedge clk_i)
        if (run_q) assert (!(|offers) || (reads_q && !left_q && offers == port_q));

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
