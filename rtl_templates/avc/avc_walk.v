// SPDX-License-Identifier: Apache-2.0
// The walk: what the unit does of its own, evictions, fills and a flush, as operations that it brings to tags; and the streams flush and flushed.
// It rests, or it runs a job, a fill (it is read, gathered if the caches have words of its block, answered and put), or a flush, which may wait for the tag
// of a way (peek).
//
//   a job that evicts a line of 4 vectors, made in decide in cycle 0  ->  begins in cycle 1; operations in tags in cycles 2 to 5; the last one is in decide
//                                                                         in cycle 9; requests enter from cycle 10 on
//
// More: docs/avc.md, "Walk"
`default_nettype none
module `WF_AVC_WALK #(
`ifdef WF_WITH_AVC_WAYS
    parameter AVC_WAYS = `WF_AVC_WAYS,              // ways of the AVC
`endif
    parameter L1_WAYS  = `WF_L1_WAYS,               // ways of the L1
    parameter SETS     = `WF_SETS,                  // sets of both
    parameter VECTORS  = `WF_VECTORS,               // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,               // bits of a block number
    parameter USER     = `WF_USER,                  // bits of user
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,               // bits of a set's number; not to be set
`ifdef WF_WITH_AVC_WAYS
    parameter WAYS     = AVC_WAYS + L1_WAYS                         // ways of both; not to be set
`else
    parameter WAYS     = L1_WAYS                                    // ways of both; not to be set
`endif
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous
    input  wire               go_i,             // 1: the stages move
    input  wire               restart_i,        // 1: if they do, what is before decide comes again
    input  wire               open_i,           // 1: tags takes what comes

    // What it waits for
    input  wire               empty_i,          // compare to act are empty
    input  wire               stages_empty_i,   // compare to the last stage are empty
    input  wire               ring_empty_i,     // no request is under way
    input  wire               spill_empty_i,    // the spill of miss is empty
    input  wire               misses_i,         // a block is asked for
    input  wire               filled_i,         // an entry has its fill
    output wire               begins_fill_o,    // 1: if the stages move, the walk takes the one whose turn it is
    output wire               reads_fill_o,     // 1: its words, which have come out of their memory, are kept
    input  wire [ADDRESS-1:0] fill_block_i,     // the block of the entry that it took
    input  wire               mixed_i,          // the caches have words of this block
    input  wire               answers_i,        // a load waits for it whose answer is not in the stages
    output wire               answer_o,         // 1: if the stages move, that answer enters tags
    input  wire [2:0]         decide_i,         // decide has, from bit 0: a gather | an eviction | the last one of a line
    input  wire               keeps_i,          // 1: the last stage has a gather
    input  wire               ends_i,           // 1: if the stages move, the put is done

    // Jobs, from decide; a tag that a flush asked for
    input  wire               job_i,            // 1: a job
    input  wire               job_asks_i,       // 1: decide has what may have one: what follows here is of that
    input  wire               job_line_i,       // 1: of a line
    input  wire [ADDRESS-1:0] job_block_i,      // its block, of a line of the AVC the first one
    input  wire [ADDRESS-1:0] peek_block_i,     // in peek: the block of the way that was looked at

    // Flush: the way that it looks at
    output wire               looks_o,          // 1: it looks at a way
    output wire [SET-1:0]     set_o,            // of this set
    output wire [WAYS-1:0]    way_o,            // one-hot; those of the AVC are lower
    input  wire [WAYS-1:0]    valid_i,          // the valid ways of this set

    // Tags
    output wire               admits_o,         // 1: requests may enter, where it brings nothing
    output wire               valid_o,          // 1: an operation enters
    output wire [5:0]         kind_o,           // one-hot, from bit 0: evict | drop | gather | answer | put | peek
    output wire               last_o,           // it is the last one of a line
    output wire [ADDRESS-1:0] block_o,          // its block

    // The streams flush and flushed
    input  wire               flush_valid_i,    // 1: a flush
    output wire               flush_ready_o,    // 1: none is under way
    input  wire [USER-1:0]    flush_user_i,     // any bits
    output wire               flushed_valid_o,  // 1: it is done
    input  wire               flushed_ready_i,  // 1: that is taken
    output wire [USER-1:0]    flushed_user_o,   // its user
    output wire               flushing_o        // 1: a flush is under way
);
    generate
`ifdef WF_WITH_AVC_WAYS
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (WAYS != AVC_WAYS + L1_WAYS) begin : gen_bad_ways wf_illegal_WAYS bad (); end
`else
        if (WAYS != L1_WAYS) begin : gen_bad_ways wf_illegal_WAYS bad (); end
`endif
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
    endgenerate
    localparam REST = 0, JOB = 1, READ = 2, KEEP = 3, GATHER = 4, PUT = 5, FLUSH = 6, PEEK = 7;   // bits of state
    localparam VECTOR = $clog2(VECTORS);
    localparam [31:0] LAST_VECTOR = VECTORS - 1;
    localparam [31:0] LAST_SET    = SETS - 1;
    localparam [WAYS:0] LOWEST = {{WAYS{1'b0}}, 1'b1};          // the lowest way, one-hot
    localparam [WAYS:0] L1     = LOWEST << (WAYS - L1_WAYS);    // the lowest way of the L1

    // ---- State ----

    reg  [7:0]         state_q;                     // one-hot
    reg                back_put_q, back_flush_q;    // where it goes on after the job; neither: it rests
    reg                brought_q;                   // all operations of this state are brought; of a fill, its put
    reg                gathered_q;                  // decide has had the gather
    reg                over_q;                      // decide has had the last operation of the job
    reg                job_q, job_evict_q, job_line_q;
    reg  [ADDRESS-1:0] job_block_q;
    reg                flushing_q, flushed_q;
    reg  [USER-1:0]    flush_user_q;
    reg  [WAYS-1:0]    way_q;                       // one-hot; 0 behind the last way
    reg  [SET-1:0]     set_q;
`ifdef WF_WITH_AVC_WAYS
    reg                l1_q;                        // the way is one of the L1
`else
    wire               l1_q;
`endif

    wire               at_end  = way_q == {WAYS{1'b0}};
    wire               valid   = |(way_q & valid_i);
    wire               peeks   = state_q[FLUSH] && !at_end && valid;
    wire               of_line = job_evict_q && job_line_q;
    wire               last    = !of_line || (job_block_q & LAST_VECTOR[ADDRESS-1:0]) == LAST_VECTOR[ADDRESS-1:0];
    wire               fills   = state_q[REST] && !job_q && filled_i;
    wire               flushes = state_q[REST] && !job_q && !filled_i && flushing_q && !flushed_q && ring_empty_i && !misses_i && empty_i;
    wire               answers = state_q[PUT] && answers_i;
    wire               puts    = state_q[PUT] && !answers_i && !job_q && !brought_q;
    wire               brings  = open_i && (((state_q[JOB] || state_q[GATHER]) && !brought_q) || answers || puts);
    wire               runs    = job_q && (state_q[REST] || (state_q[PUT] && !answers_i && !ends_i)); // the job begins
    wire               done    = state_q[JOB] && over_q;                                   // it ends
    wire               tells   = state_q[FLUSH] && at_end && stages_empty_i && spill_empty_i;
    wire               steps   = state_q[PEEK] || (state_q[FLUSH] && !at_end && !valid);    // to the next way

    wire [7:0] state_d;
    assign state_d[REST]   = (state_q[REST] && !runs && !fills && !flushes) || (done && !back_put_q && !back_flush_q)
                             || (state_q[PUT] && ends_i) || tells;
    assign state_d[JOB]    = runs || (state_q[JOB] && !done) || state_q[PEEK];
    assign state_d[READ]   = fills;
    assign state_d[KEEP]   = state_q[READ];
    assign state_d[GATHER] = (state_q[KEEP] && mixed_i) || (state_q[GATHER] && !keeps_i);
    assign state_d[PUT]    = (state_q[KEEP] && !mixed_i) || (state_q[GATHER] && keeps_i) || (state_q[PUT] && !ends_i && !runs) || (done && back_put_q);
    assign state_d[FLUSH]  = flushes || (state_q[FLUSH] && !peeks && !tells) || (done && back_flush_q);
    assign state_d[PEEK]   = peeks;
    assign begins_fill_o   = fills;
    assign reads_fill_o    = state_q[KEEP];        // again and again while the stages stand: what needs the words before them has moved on
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            state_q                        <= 8'b1 << REST;
            {brought_q, gathered_q, over_q, job_q} <= 4'b0000;
        end else if (go_i) begin
            state_q    <= state_d;
            over_q     <= state_q[JOB] && decide_i[1] && (decide_i[2] || !of_line);
            gathered_q <= state_q[GATHER] && (gathered_q || decide_i[0]);
            if (state_q[JOB])         brought_q <= !done && (brought_q || (brings && last));
            else if (state_q[GATHER]) brought_q <= !keeps_i && (brought_q || brings) && !(restart_i && !gathered_q);
            else                      brought_q <= (brought_q || (puts && open_i)) && !restart_i;
            job_q      <= job_i || state_q[PEEK] || (job_q && !done);
        end
    always @(posedge clk_i)
        if (go_i && !state_q[JOB]) {back_put_q, back_flush_q} <= {state_q[PUT], state_q[PEEK]};

`ifdef FORMAL
    // Proofs of the whole are short once this one is there
    always @(posedge clk_i)
        if (rst_ni) assert (state_q != 8'd0 && (state_q & (state_q - 8'd1)) == 8'd0);
`endif

    // ---- Jobs: a line goes on from vector to vector ----

    always @(posedge clk_i)
        if (go_i) begin
            if (job_asks_i)                      {job_evict_q, job_line_q, job_block_q} <= {1'b1, job_line_i, job_block_i};
            else if (state_q[PEEK])              {job_evict_q, job_line_q, job_block_q} <= {!l1_q, 1'b1, peek_block_i};
            else if (state_q[JOB] && brings && of_line && !last) job_block_q <= job_block_q + 1'b1;
        end

    // ---- Flush: the ways of the AVC set by set, then those of the L1 ----

    wire last_set = set_q == LAST_SET[SET-1:0];
`ifdef WF_WITH_AVC_WAYS
    wire last_way = l1_q ? way_q[WAYS-1] : way_q[AVC_WAYS-1];
    wire to_l1    = last_way && last_set || l1_q;
    always @(posedge clk_i)
        if (go_i && flushes)    l1_q <= 1'b0;
        else if (go_i && steps) l1_q <= to_l1;
`else
    assign l1_q   = 1'b1;
    wire last_way = way_q[WAYS-1];
    wire to_l1    = 1'b1;
`endif
    always @(posedge clk_i)
        if (go_i && flushes) begin
            way_q <= LOWEST[WAYS-1:0];
            set_q <= {SET{1'b0}};
        end else if (go_i && steps) begin
            if (!last_way)                  way_q <= way_q << 1;
            else if (last_set && l1_q)      way_q <= {WAYS{1'b0}};
            else                            way_q <= to_l1 ? L1[WAYS-1:0] : LOWEST[WAYS-1:0];
            if (last_way) set_q <= last_set ? {SET{1'b0}} : set_q + 1'b1;
        end

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {flushing_q, flushed_q} <= 2'b00;
        else begin
            flushing_q <= flushing_q ? !(flushed_q && flushed_ready_i) : flush_valid_i;
            flushed_q  <= flushed_q ? !flushed_ready_i : go_i && tells;
        end
    always @(posedge clk_i)
        if (flush_valid_i && !flushing_q) flush_user_q <= flush_user_i;

    // ---- Out ----

    wire [ADDRESS-1:0] set_block;       // a block of the set that a flush looks at
    assign set_block       = {{ADDRESS-SET{1'b0}}, set_q} << (l1_q ? 0 : VECTOR);
    assign looks_o         = state_q[FLUSH];
    assign {set_o, way_o}  = {set_q, way_q};
    assign admits_o        = !job_q && (state_q[REST] || state_q[READ] || state_q[KEEP] || state_q[GATHER] || state_q[PUT]);
    assign answer_o        = brings && answers;
    assign valid_o         = brings || peeks;
    assign kind_o          = {state_q[FLUSH], puts, answers, state_q[GATHER], state_q[JOB] && !job_evict_q, state_q[JOB] && job_evict_q};
    assign last_o          = state_q[JOB] && of_line && last;
    assign block_o         = state_q[JOB] ? job_block_q : state_q[FLUSH] ? set_block : fill_block_i;
    assign flush_ready_o   = !flushing_q;
    assign flushing_o      = flushing_q;
    assign flushed_valid_o = flushed_q;
    assign flushed_user_o  = flush_user_q;
endmodule
`default_nettype wire
