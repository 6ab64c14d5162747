// SPDX-License-Identifier: Apache-2.0
//
// What a register file promises of an instruction's sources: none is lost, none is another's. The memories show the number of the cluster and row that was
// read last, so what comes tells where it is from. One instruction is marked by its user, any one. Its operands must be the places of its sources,
// or what stands for an invalid register or a source that is not used.
//
// The file that includes it has before: PLACE, bits that tell a place, {row, cluster in 3 bits, 1}; SEEN, bits of an operand that are held to it, the
// place lowest; FIELD bits of a field of a source in operands, SOURCES the lowest of them.

    // ---- The marked instruction ----

    localparam [USER-1:0] MARK = 1;
    reg                reads_q, left_q;
    reg  [2:0]         used_q;
    reg  [3*PLACE-1:0] places_q;    // what its sources show
    reg  [LANES-1:0]   mask_q;
    reg  [ISSUES-1:0]  port_q;
    wire [ISSUES-1:0]  marked, offers;
    reg  [ISSUE-1:0]   issue;       // the marked one
    integer            n;
    genvar             k, s;
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
                wire [FIELD-1:0] value = operands[k*OPERANDS + SOURCES + s*FIELD +: FIELD];
                always @(posedge clk_i)
                    if (run_q && offers[k])
                        assert (value[0 +: SEEN] == {SEEN{1'b0}} || (used_q[s] && value[0 +: SEEN] == places_q[PLACE*s +: PLACE]));
            end
        end
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_offer
            always @(posedge clk_i) if (run_q && offers[k]) assert (operands[(k+1)*OPERANDS-USER-LANES +: LANES] == mask_q);
        end
    endgenerate
    always @(posedge clk_i)
        if (run_q) assert (!(|offers) || (reads_q && !left_q && offers == port_q));
