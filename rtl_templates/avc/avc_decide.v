// SPDX-License-Identifier: Apache-2.0
// The stage decide: what a load, a store, a fill and an eviction do. All of it in one cycle, from the facts of the stage look.
// A request is done, or it is held: it waits for a miss to end, an eviction becomes the job of the walk, or the rest of its lanes is looked up again.
//
//   a store that is affine, its line in the AVC, other lanes valid with another code  ->  held; job: evict this vector
//   a load of lanes 0110, lanes 0010 valid in the AVC                                 ->  lane 1 goes on to be answered; held, with lanes 0100
//
// More: docs/avc.md, "What a request does" and "Decide"
`default_nettype none
module `WF_AVC_DECIDE #(
    parameter LANES    = `WF_LANES,                     // lanes of the warp
    parameter AVC_WAYS = 1,                             // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,                   // ways of the L1
    parameter VECTORS  = `WF_VECTORS,                   // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,                   // bits of a block number
    parameter USER     = `WF_USER,                      // bits of user
    parameter LINE     = ADDRESS - $clog2(VECTORS),     // bits of the number of a line; not to be set
`ifdef WF_WITH_AGREE_LINE
    parameter LANE     = $clog2(LANES),                 // bits of a lane's number; not to be set
`endif
    parameter ACT      = 2 * ADDRESS + USER + 5 * LANES + AVC_WAYS + L1_WAYS + 55  // bits of what act gets; not to be set
) (
    input  wire                      clk_i,         // clock, rising edge
    input  wire                      rst_ni,        // reset, low, asynchronous
    input  wire                      go_i,          // 1: the stages move

    // From look (`WF_AVC_LOOK.v)
    input  wire                      valid_i,       // 1: an operation
    input  wire [ADDRESS+USER+6:0]   op_i,          // from bit 0: block | user | write | last | kind
    input  wire [LANES-1:0]          mask_i,        // its lanes
    input  wire [35:0]               code_i,        // from bit 0: affine | base | stride
    input  wire [LANES+35:0]         vector_i,      // from bit 0: valid | base | stride | dirty
    input  wire [2*LANES-1:0]        state_i,       // from bit 0: valid | dirty; without a line, dirty words of the one that leaves
    input  wire [2*AVC_WAYS+LINE:0]  avc_i,         // from bit 0: leaving line | busy | invalid | hit
    input  wire [3*L1_WAYS+ADDRESS:0] l1_i,         // from bit 0: leaving block | busy | leaves | invalid | hit
`ifdef WF_WITH_AGREE_LINE
    input  wire [2*LANE+1:0]         singles_i,     // from bit 0: the lane of the mask | it is the only one | other lane that is valid | the only one
`endif
    input  wire [15:0]               facts_i, // facts of look
    input  wire                      free_i,        // 1: an entry of the misses is free
    input  wire                      joinable_i,    // 1: the block is asked for, and a load may still wait for it
    input  wire                      load_free_i,   // 1: an entry of the loads is free

    // If the stages move
    output wire                      done_o,        // 1: a request is done
    output wire                      restart_o,     // 1: what is behind it comes again
    output wire                      rest_o,        // 1: a load is held with rest_mask_o
    output wire [LANES-1:0]          rest_mask_o,   // the lanes that are left
    output wire                      asks_o,        // 1: a block is asked for, by a load or by a store that fetches
    output wire                      joins_o,       // 1: a load joins those that wait for its block
    output wire                      ends_o,        // 1: a put is done

    // In this cycle
    output wire                      store_o,       // 1: decide has a store
    output wire                      mixed_o,       // the caches have words of its block
    output wire [2:0]                own_o,         // from bit 0: a gather | an eviction | the last one of a line
    output wire [ADDRESS+2:0]        job_o,         // from bit 0: its block, of a line the first one | of a line | 1: a job | 1: decide has what may have one
    output wire [15:0]               events_o,      // what is counted, in the order of the stream state

    output wire                      waits_o,       // 1: a request waits for a miss to end
    output wire                      act_o,         // in act: 1: an operation
    output wire                      act_misses_o,  // 1: it has a command for memory
    output wire [ACT-1:0]            act_op_o       // as `WF_AVC_ACT.v has it
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
`ifdef WF_WITH_AGREE_LINE
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
`endif
        if (ACT != 2 * ADDRESS + USER + 5 * LANES + AVC_WAYS + L1_WAYS + 55) begin : gen_bad_act wf_illegal_ACT bad (); end
    endgenerate

    wire                here = valid_i && go_i;
    wire [ADDRESS-1:0]  block;
    wire [USER-1:0]     user;
    wire                write, last, evict, drop, gather, answer, put, dirty, affine, avc_busy, l1_busy;
    wire                some, busy, hits, rests, has, others, same, l1_all, l1_some, l1_has_dirty, l1_dirty_here;
    wire                avc_in, avc_room, l1_in, l1_room, request;
    wire [LANES-1:0]    valid, l1_valid, l1_dirty;
    wire [31:0]         base, old_base;
    wire [2:0]          stride, old_stride;
    wire [AVC_WAYS-1:0] avc_hit, avc_invalid;
    wire [L1_WAYS-1:0]  l1_hit, l1_invalid, l1_leaves;
    wire [LINE-1:0]     avc_leaving;
    wire [ADDRESS-1:0]  l1_leaving;
    assign {put, answer, gather, drop, evict, last, write, user, block} = op_i;
    assign {stride, base, affine}                        = code_i;
    assign {dirty, old_stride, old_base, valid}          = vector_i;
    assign {l1_dirty, l1_valid}                          = state_i;
    assign {avc_hit, avc_invalid, avc_busy, avc_leaving} = avc_i;
    assign {l1_hit, l1_invalid, l1_leaves, l1_busy, l1_leaving} = l1_i;
    assign {request, l1_room, l1_in, avc_room, avc_in, l1_dirty_here, l1_has_dirty, l1_some, l1_all, same, others, has, rests, hits, busy,
            some} = facts_i;

    // ---- Agree ----

    wire agree, keeps_old;          // keeps_old: the older code stays
`ifdef WF_WITH_AGREE_LINE
    wire [LANE-1:0] mask_lane, other_lane;
    wire            mask_single, other_single, mask_meets, other_meets;
    assign {other_single, other_lane, mask_single, mask_lane} = singles_i;
    `WF_AVC_MEET #(.LANES(LANES)) meet_mask (
        .lane_i(mask_lane), .left_i({old_stride, old_base}), .right_i({stride, base}), .meet_o(mask_meets)
    );
    `WF_AVC_MEET #(.LANES(LANES)) meet_other (
        .lane_i(other_lane), .left_i({old_stride, old_base}), .right_i({stride, base}), .meet_o(other_meets)
    );
    assign keeps_old = others && !same && mask_single && mask_meets;
    assign agree     = !others || same || keeps_old || (other_single && other_meets);
`else
    assign keeps_old = 1'b0;
    assign agree     = !others || same;
`endif

    // ---- Where it goes ----

    wire load     = request && some && !write;
    wire store    = request && some && write && !busy;
    wire from_avc = load && hits;                           // the AVC answers, at least a part
    wire from_l1  = load && !hits && l1_all && l1_in;
    wire misses   = load && !hits && !(l1_all && l1_in);
    wire to_avc   = (put || store) && affine;
    wire to_l1    = (put || store) && !affine;
    wire conflict = to_avc && avc_in && !agree;
    wire avc_full = to_avc && !avc_in && !avc_room;
    wire keep_avc = to_avc && (avc_in ? agree : avc_room);
`ifdef WF_WITH_L1_STORE_THROUGH
    wire fetch    = 1'b0;
    wire through  = to_l1 && !put;                          // a store goes to memory, and into the line if there is one
`else
`ifdef WF_WITH_L1_STORE_FETCH
    wire fetch    = to_l1 && !put && !l1_in && !(&mask_i);  // a store lacks the rest of its block
`else
    wire fetch    = 1'b0;
`endif
    wire through  = 1'b0;
`endif
    wire needs_l1 = to_l1 && !l1_in && !fetch && !through;  // it needs a way of the L1
    wire keep_l1  = to_l1 && (l1_in || (needs_l1 && (l1_room || !l1_busy)));
    wire swap     = needs_l1 && !l1_room && !l1_busy && l1_has_dirty;   // and the line that leaves is written back
    wire stuck    = (avc_full && avc_busy) || (needs_l1 && !l1_room && l1_busy);    // what would leave is busy
    wire leave    = (keep_l1 || through) && !put && hits;   // lanes become invalid in the AVC
    wire clean    = keep_avc && l1_dirty_here;              // words of the L1 are not dirty any more

    // ---- Request: done, or held ----

    wire missed  = misses && !busy && free_i && load_free_i;
    wire joined  = misses && busy && joinable_i && load_free_i;
    wire waits   = request && ((some && busy && write) || (misses && !missed && !joined) || stuck || fetch);
    wire job     = conflict || (avc_full && !avc_busy);
    wire rest    = from_avc && rests;
    wire fetched = fetch && free_i;                         // the block is asked for
    wire takes   = (keep_avc && !avc_in) || (keep_l1 && !l1_in);
    wire plain   = !some || (write ? !busy && (affine ? avc_in && agree : l1_in || through)
                             : hits ? !rests : (l1_all && l1_in) || missed || joined);  // it takes no way, and is not held
    wire done    = request && (plain || takes);
    wire ends    = put && !job;
    assign store_o     = valid_i && write;
    assign done_o      = valid_i && done;
    assign restart_o   = valid_i && ((request && !plain) || put);
    assign rest_o      = valid_i && rest;
    assign rest_mask_o = mask_i & ~valid;
    assign asks_o      = valid_i && (missed || fetched);
    assign joins_o     = valid_i && joined;
    assign mixed_o     = has || l1_some;
    assign ends_o      = valid_i && ends;
    assign own_o       = {last, evict || drop, gather} & {3{valid_i}};
    wire [ADDRESS:0] line = {{ADDRESS+1-LINE{1'b0}}, avc_leaving} << (ADDRESS - LINE);
    assign job_o = {valid_i && (request || put), here && job, !avc_in, avc_in ? block : line[ADDRESS-1:0]};
    wire unused_line = &{1'b0, line[ADDRESS]};

    reg waits_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   waits_q <= 1'b0;
        else if (here) waits_q <= (waits_q || waits) && !ends;
    assign waits_o = waits_q;

    // ---- What leaves ----

    wire writes_back = (evict && has && (dirty || l1_has_dirty)) || (drop && l1_has_dirty);
    wire reads       = from_l1 || (gather && l1_some) || (((evict && has) || drop) && l1_has_dirty);

    // ---- Act ----

    wire [LANES-1:0] in_avc    = valid & {LANES{from_avc || (evict && dirty)}};
    wire [LANES-1:0] in_l1     = l1_dirty & {LANES{evict || drop}};
    wire [LANES-1:0] out       = evict || drop ? in_avc | in_l1 : from_avc ? mask_i & in_avc : fetch ? ~mask_i : mask_i;
    wire [LANES-1:0] valid_d   = to_avc ? valid | mask_i : leave ? valid & ~mask_i : valid;
    wire [LANES-1:0] stores    = mask_i & {LANES{write && !to_avc}};    // words that become dirty in the L1, of a store
    wire [LANES-1:0] dirty_now = l1_dirty & {LANES{l1_in}} & ~(mask_i & {LANES{to_avc}});
    wire [34:0]      code      = to_avc && !keeps_old ? {stride, base} : {old_stride, old_base};
    wire             dirty_d   = to_avc ? write || (dirty && has) || l1_dirty_here : dirty;
    wire             goes_on   = (done && !joined) || fetched || rest || evict || drop || gather || answer || ends;
    wire [ACT-1:0]   act_d     = {
        l1_leaving, l1_dirty, swap,
        l1_in ? l1_hit : l1_room ? l1_invalid : l1_leaves & {L1_WAYS{needs_l1}}, avc_in ? avc_hit : avc_invalid,
        dirty_d, code, valid_d, dirty_now | stores, l1_valid | stores | {LANES{put && !to_avc}}, out,
        reads, clean, keep_l1, drop || (evict && has), takes && keep_l1, from_l1 || keep_l1,
        keep_avc || leave || (evict && has), evict && last, takes && keep_avc, from_avc || keep_avc,
        drop, evict, put, answer, gather, write, writes_back || swap, (done && !missed) || rest || answer,
        user, block
    };
    reg  act_q, act_misses_q;
    wire unused_valid;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   {act_q, act_misses_q} <= 2'b00;
        else if (go_i) {act_q, act_misses_q} <= {valid_i && goes_on, valid_i && (missed || fetched || (through && done))};
    assign {act_o, act_misses_o} = {act_q, act_misses_q};
    `WF_RANK #(.WIDTH(ACT)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(here && goes_on), .data_i(act_d), .valid_o(unused_valid), .data_o(act_op_o)
    );

    // ---- Counts ----

    assign events_o = {16{here}} & {
        fetched, writes_back && l1_has_dirty && evict, (writes_back && drop) || swap, writes_back && evict, put && stuck, put && keep_l1,
        put && keep_avc, put && conflict, request && conflict, rest, request && (keep_l1 || through), request && keep_avc, joined, missed,
        from_l1, from_avc
    };
endmodule
`default_nettype wire
