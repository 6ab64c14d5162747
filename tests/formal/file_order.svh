// SPDX-License-Identifier: Apache-2.0
//
// What a register file promises of order and time. The inputs are free, even where one waits. Some transactions are marked by their user, any ones: two
// writes of a register, the first accepted before the second, and an instruction that reads this register, accepted in a later cycle than the first
// write. Nothing in the register file depends on user, so what holds of the marked ones holds of all. With VALUES each write has a bit that tells whether
// it is the first or a later one of this register, and no warp is released. Where packets come, the marked ones are the last of their results, and
// give a write when they are accepted.
//
// The file that includes it says before: LATER, where this bit is in operands, of source 0; MOST, cycles of the page's bound. Behind it that file gives each
// write the bit later[p], and what the memories show of it, or anything.

    // ---- What is marked: writes 1 and 2, instruction 1 ----

    localparam [USER-1:0] FIRST = 1, SECOND = 2;
    reg                first_q, second_q, reads_q;      // it was accepted
    reg                first_told_q, second_told_q, left_q;
    reg  [NUMBER-1:0]  number_q;                        // register and warp of the writes
    reg  [ISSUES-1:0]  port_q;                          // of the instruction
    wire [WRITES-1:0]  is_first, is_second, later;
    wire [ISSUES-1:0]  is_read, offers;
    wire [CLUSTERS-1:0] tells_first, tells_second;
    wire [WRITES*NUMBER-1:0] numbers;
    wire               first_now = is_first[0] && write_ready[0];
    genvar p, k, c;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_write
            wire [USER-1:0] user = write_i[(p+1)*WRITE-1 -: USER];
            assign numbers[p*NUMBER +: NUMBER] = write_i[p*WRITE +: NUMBER];
            assign is_first[p]  = write_valid_i[p] && user == FIRST;
            assign is_second[p] = write_valid_i[p] && user == SECOND;
            assign later[p]     = (first_q || first_now) && numbers[p*NUMBER +: NUMBER] == (first_q ? number_q : numbers[0 +: NUMBER]);
            always @* assume (write_i[p*WRITE +: WARP] < WARPS);
            always @* assume (PACKETS == 0 || !(is_first[p] || is_second[p]) || write_i[(p+1)*WRITE-USER-1]);
            // The first is the only one; the second, of the same register, comes later or at a higher port
            if (p == 0) begin : gen_lowest
                always @* assume (!is_second[0] || (first_q && numbers[0 +: NUMBER] == number_q));
            end else begin : gen_higher
                always @* assume (!is_first[p]);
                always @* assume (!is_second[p] || (first_q && numbers[p*NUMBER +: NUMBER] == number_q) ||
                                  (first_now && numbers[p*NUMBER +: NUMBER] == numbers[0 +: NUMBER]));
            end
        end
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_issue
            wire [ISSUE-1:0]    issue  = issue_i[k*ISSUE +: ISSUE];
            wire [REGISTER-1:0] source = issue[WARP +: REGISTER];
            assign is_read[k] = issue_valid_i[k] && issue[ISSUE-1 -: USER] == FIRST;
            assign offers[k]  = operands_valid[k] && operands[(k+1)*OPERANDS-1 -: USER] == FIRST;
            // It reads the register of the writes, as its source 0, and comes after the first
            always @* assume (!is_read[k] || (first_q && !reads_q && issue[WARP+3*REGISTER] &&
                                              {source, issue[0 +: WARP]} == number_q));
        end
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            assign tells_first[c]  = stored_valid[c] && stored_user[c*USER +: USER] == FIRST;
            assign tells_second[c] = stored_valid[c] && stored_user[c*USER +: USER] == SECOND;
        end
    endgenerate
    wire [ISSUES-1:0] reads = is_read & issue_ready;
    always @* begin
        assume (!(first_q && |is_first));
        assume (!(second_q && |is_second));
        assume (!(|(is_second & (is_second - 1'b1))) && !(|(is_read & (is_read - 1'b1))));
    end
    always @(posedge clk_i)
        if (!run_q) begin
            {first_q, second_q, reads_q, first_told_q, second_told_q, left_q} <= 6'd0;
        end else begin
            if (first_now) {first_q, number_q} <= {1'b1, numbers[0 +: NUMBER]};
            if (|(is_second & write_ready)) second_q <= 1'b1;
            if (|reads) {reads_q, port_q} <= {1'b1, reads};
            if (|tells_first) first_told_q <= 1'b1;
            if (|tells_second) second_told_q <= 1'b1;
            if (|(offers & operands_ready_i)) left_q <= 1'b1;
        end
    generate
        for (k = 0; k < ISSUES; k = k + 1) begin : gen_mask
            reg [LANES-1:0] mask_q;
            always @(posedge clk_i) if (reads[k]) mask_q <= issue_i[k*ISSUE + WARP + 4*REGISTER + 4 +: LANES];
            always @(posedge clk_i) if (run_q && offers[k]) assert (operands[(k+1)*OPERANDS-USER-LANES +: LANES] == mask_q);   // and its mask
`ifdef VALUES
            always @(posedge clk_i) if (run_q && offers[k]) assert (operands[k*OPERANDS + LATER]);  // it has the first write, or a later one
`endif
        end
    endgenerate

    // ---- What is promised ----

    wire [31:0]         sum     = number_q[0 +: WARP] + number_q[WARP +: REGISTER];
    wire [CLUSTERS-1:0] cluster = {{CLUSTERS-1{1'b0}}, 1'b1} << (sum % CLUSTERS);
    always @(posedge clk_i)
        if (run_q) begin
            assert (!(|tells_first) || (first_q && !first_told_q && tells_first == cluster));        // told once, by its cluster, and
            assert (!(|tells_second) || (second_q && !second_told_q && tells_second == cluster));    // not before it was accepted
            assert (!(|tells_second) || first_told_q);                                               // in the order of acceptance
            assert (!(|offers) || (reads_q && !left_q && offers == port_q));                         // leaves once, at its port
        end
`ifdef VALUES
    always @* assume (!release_valid_i);
`endif
`ifdef TIMED

    // ---- In time ("Bounds"); cycles in which the operands of the port are not taken do not count ----

    reg [15:0] write_time_q, read_time_q;
    always @(posedge clk_i)
        if (!run_q) {write_time_q, read_time_q} <= 32'd0;
        else begin
            if (first_q && !first_told_q) write_time_q <= write_time_q + 16'd1;
            if (reads_q && !left_q && !(|(port_q & operands_valid & ~operands_ready_i))) read_time_q <= read_time_q + 16'd1;
        end
    always @(posedge clk_i)
        if (run_q) begin
            assert (write_time_q <= MOST);
            assert (read_time_q <= MOST);
        end
`endif
