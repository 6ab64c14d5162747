// SPDX-License-Identifier: Apache-2.0
//
// What order promises of rate (docs/order.md, "What it promises", 3). Beside it a table of what is under way, by port and id. One instruction is
// watched, any one, and which of the others it must wait for, and which of its port are older. When it need not wait any more, its port offers one in
// every cycle: it, one that is older, or what was offered before and not taken. Two ports.
`default_nettype none
`include "order_head.svh"

    localparam ALL = 2 * ENTRIES;       // entry e of port k is k * ENTRIES + e

    // ---- The table ----

    reg  [ALL-1:0]             under_q, out_q;      // an instruction is under way; it was handed over
    reg  [ALL*INSTRUCTION-1:0] fields_q;
    reg  [ALL-1:0]             takes, leaves, gives;
    reg                        found;
    integer                    k, e, x, s;
    always @* begin
        takes  = {ALL{1'b0}};
        leaves = {ALL{1'b0}};
        gives  = {ALL{1'b0}};
        for (k = 0; k < 2; k = k + 1) begin
            found = 1'b0;
            for (e = 0; e < ENTRIES; e = e + 1) begin
                takes[k*ENTRIES+e]  = taken[k] && !found && !under_q[k*ENTRIES+e];
                leaves[k*ENTRIES+e] = left_i[k] && left_id_i[k*ID +: ID] == e && under_q[k*ENTRIES+e] && out_q[k*ENTRIES+e];
                gives[k*ENTRIES+e]  = given[k] && id[k*ID +: ID] == e;
                found               = found || !under_q[k*ENTRIES+e];
            end
        end
    end
    always @(posedge clk_i)
        if (!run_q) {under_q, out_q} <= {ALL{2'b00}};
        else begin
            under_q <= (under_q & ~leaves) | takes;
            out_q   <= (out_q | gives) & ~takes;
        end
    always @(posedge clk_i)
        for (x = 0; x < ALL; x = x + 1)
            if (takes[x]) fields_q[x*INSTRUCTION +: INSTRUCTION] <= instruction_i[(x/ENTRIES)*INSTRUCTION +: INSTRUCTION];

    // ---- The one that is watched: the only one with this user ----

    localparam [USER-1:0] WATCHED = 1;
    wire [1:0]             is_watched;
    wire                   comes  = |(is_watched & taken);
    wire [INSTRUCTION-1:0] watched = is_watched[0] ? instruction_i[0 +: INSTRUCTION] : instruction_i[INSTRUCTION +: INSTRUCTION];
    genvar p;
    generate
        for (p = 0; p < 2; p = p + 1) begin : gen_watched
            assign is_watched[p] = valid_i[p] && instruction_i[p*INSTRUCTION + USERS +: USER] == WATCHED;
        end
    endgenerate
    reg            came_q, given_q;
    reg  [1:0]     port_q;
    reg  [ALL-1:0] at_q, before_q, older_q;     // its entry; those that it waits for; those of its port that are older
    always @* assume (is_watched != 2'b11 && (!(|is_watched) || !came_q));

    // Whom it must wait for: all that are under way and those that lower ports take, as the fields tell
    reg  [ALL-1:0]         must;
    reg  [INSTRUCTION-1:0] other;
    reg                    reads;
    always @* begin
        must = {ALL{1'b0}};
        for (x = 0; x < ALL; x = x + 1) begin
            other = takes[x] ? instruction_i[(x/ENTRIES)*INSTRUCTION +: INSTRUCTION] : fields_q[x*INSTRUCTION +: INSTRUCTION];
            reads = 1'b0;
            for (s = 0; s < 3; s = s + 1)
                reads = reads || (other[USED+s] && other[WARP+s*REGISTER +: REGISTER] == watched[DEST +: REGISTER]);
            must[x] = ((under_q[x] && !leaves[x]) || (takes[x] && x / ENTRIES == 0 && is_watched[1])) && other[0 +: WARP] == watched[0 +: WARP] &&
                      ((other[KIND] && watched[KIND]) || other[KIND+1] || watched[KIND+1] || (watched[HAS] && reads));
        end
    end
    wire [ALL-1:0] own = {{ENTRIES{is_watched[1]}}, {ENTRIES{is_watched[0]}}};      // entries of its port, when it comes
    always @(posedge clk_i)
        if (!run_q) {came_q, given_q} <= 2'b00;
        else begin
            if (comes) {came_q, port_q, at_q} <= {1'b1, is_watched, takes & own};
            before_q <= comes ? must : before_q & ~leaves;
            older_q  <= comes ? under_q & own & ~leaves : older_q & ~leaves;
            if (came_q && |(at_q & gives)) given_q <= 1'b1;
        end

    // ---- What is promised ----

    reg  [1:0]     stays_q;     // what was offered and not taken
    reg  [ALL-1:0] now;         // what is offered
    always @* begin
        now = {ALL{1'b0}};
        for (x = 0; x < ALL; x = x + 1)
            now[x] = offered[x/ENTRIES] && id[(x/ENTRIES)*ID +: ID] == x % ENTRIES;
    end
    always @(posedge clk_i) stays_q <= offered & ~ready_i & {2{run_q}};
    wire waits = came_q && !given_q;
    always @(posedge clk_i)
        if (run_q && waits) begin
            assert (before_q != {ALL{1'b0}} || |(port_q & offered));                                      // one is offered
            assert (before_q != {ALL{1'b0}} || |(port_q & stays_q) || |(now & (at_q | older_q)));         // it or an older one
            assert (!(|(now & at_q)) || before_q == {ALL{1'b0}});                                         // it is not, as long as it must wait
        end
endmodule
`default_nettype wire
