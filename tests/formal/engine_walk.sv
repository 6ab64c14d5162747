// SPDX-License-Identifier: Apache-2.0
//
// A flush (docs/engine.md, "Flush"), between whoever sends flushes and a cache of counts that takes its fills when it likes. One set and way are followed, any.
// Proven in every state: a walk begins after a flush was taken and nothing was under way; when `flushed` is offered a fill of a block that no line has went to
// each set and way since then, and behind the last one, in one cycle, nothing was under way and nothing waited to leave.
`default_nettype none
module formal (
    input wire       clk_i, flush_valid_i, flushed_ready_i, enters_i, idle_i, empty_i
);
    localparam WAYS = `WAYS, COUNT = $clog2(4 * `FETCH), SET = $clog2(1024 * `KBYTES / `FETCH / WAYS), ADDRESS = `ADDRESS, WAY = $clog2(WAYS);
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    (* anyconst *) wire [SET-1:0] here_set;
    (* anyconst *) wire [2:0]     here_way;
    wire               ready, flushed, walk;
    wire               walked = walk && enters_i;
    wire [ADDRESS+3:0] line;
    unit_engine_flush #(.WAYS(WAYS), .ADDRESS(ADDRESS), .SET(SET), .COUNT(COUNT), .USER(1)) flush (
        .clk_i(clk_i), .rst_ni(run_q), .flush_valid_i(flush_valid_i), .flush_ready_o(ready), .flush_user_i(1'b0), .flushed_valid_o(flushed),
        .flushed_ready_i(flushed_ready_i), .walk_o(walk), .walked_i(walked), .walk_line_o(line), .idle_i(idle_i), .empty_i(empty_i)
    );
    reg asked_q, calm_q, here_q, ends_q;    // a flush was taken, and not told; since then nothing was under way; the place was filled; all has left
    always @(posedge clk_i) begin
        asked_q <= run_q && (asked_q ? !(flushed && flushed_ready_i) : flush_valid_i && ready);
        calm_q  <= run_q && asked_q && !(flushed && flushed_ready_i) && (calm_q || idle_i);
        here_q  <= run_q && asked_q && !(flushed && flushed_ready_i) && (here_q || (walked && line[COUNT +: SET] == here_set && line[ADDRESS +: 3] == here_way));
        ends_q  <= run_q && asked_q && !walk && (ends_q || (idle_i && empty_i));
    end
    (* hierconn *) wire [SET+WAY:0] \flush.walked_q ;
    (* hierconn *) wire \flush.walks_q ;
    always @(posedge clk_i) begin
        assume (here_way < WAYS);
        if (run_q) begin
            assert (ready == !asked_q);
            assert (!walk || (asked_q && calm_q));
            assert (!walk || line[ADDRESS+3]);
            assert (!flushed || (here_q && calm_q && ends_q));
            // Why
            assert (\flush.walks_q == calm_q && (asked_q || \flush.walked_q == 0) && !(walk && \flush.walked_q [SET+WAY]));
            assert (here_q == (\flush.walked_q > ((here_set << WAY) | here_way)));
        end
    end
endmodule
`default_nettype wire
