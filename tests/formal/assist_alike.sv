// SPDX-License-Identifier: Apache-2.0
//
// Of instances that are like each other (docs/assist.md, "What it promises", 3 and 4): of one warp, and both of high priority, or both of low priority and of
// one routine. Proven in every state, of any such kind: at most one instance or trigger has the turn: it is in an entry, or on its way there, or free to
// enter; or one has ended and the next one is about to be woken. All others stand behind it, and none stands there without one before it, so none is forgotten.
// A warp is held exactly while something of high priority is there, and while an instruction of high priority is offered.
`default_nettype none
`include "assist_head.svh"
    localparam KEY = 1 + WARP + ROUTINE, WAITING = `WAITING, PLACE = $clog2(WAITING);

    reg [KEY-1:0] kind_q;   // any kind: an input tells it in the first cycle
    always @(posedge clk_i) if (!run_q) kind_q <= store_i[KEY-1:0];
    function alike;
        input [KEY-1:0] a, b;
        alike = a[KEY-1:ROUTINE] == b[KEY-1:ROUTINE] && (a[KEY-1] || a[ROUTINE-1:0] == b[ROUTINE-1:0]);
    endfunction

    // ---- Entries ----

    (* hierconn *) wire [ENTRIES-1:0] \assist.slice.instances.entries.used_q , \assist.slice.instances.entries.has_q , \assist.slice.instances.entries.enter_q ;
    (* hierconn *) wire [ENTRIES-1:0] \assist.slice.instances.entries.runs_q , \assist.slice.instances.entries.stops_q , \assist.slice.instances.entries.waits_q ;
    (* hierconn *) wire [ENTRIES-1:0] \assist.slice.instances.entries.over_q , \assist.slice.instances.entries.row_q ;
    (* hierconn *) wire               \assist.slice.instances.entries.row_there_q ;
    (* hierconn *) wire [ENTRIES*KEY-1:0] \assist.slice.instances.entries.key_q ;
    (* hierconn *) wire [KEY-1:0]     \assist.slice.instances.entries.gen_group[0].of_taken.key_q ;
    wire [ENTRIES-1:0] has   = \assist.slice.instances.entries.has_q , enter = \assist.slice.instances.entries.enter_q , row = \assist.slice.instances.entries.row_q ;
    wire [ENTRIES-1:0] runs  = \assist.slice.instances.entries.runs_q , stops = \assist.slice.instances.entries.stops_q ;
    wire [ENTRIES-1:0] waits = \assist.slice.instances.entries.waits_q , over = \assist.slice.instances.entries.over_q ;
    wire [ENTRIES*KEY-1:0] entry_keys = \assist.slice.instances.entries.key_q ;

    // ---- Places ----

    (* hierconn *) wire [WAITING-1:0] \assist.slice.places.used_q , \assist.slice.places.placed_q , \assist.slice.places.behind_q , \assist.slice.places.last_q ;
    (* hierconn *) wire [WAITING-1:0] \assist.slice.places.fresh_q , \assist.slice.places.chosen_q , \assist.slice.places.like_q ;
    (* hierconn *) wire               \assist.slice.places.last_there_q , \assist.slice.places.fresh_behind_q , \assist.slice.places.any_like_q ;
    (* hierconn *) wire [WAITING*KEY-1:0] \assist.slice.places.key_q ;
    (* hierconn *) wire [KEY-1:0]     \assist.slice.places.last_key_q , \assist.slice.places.gen_group[0].of_taken.key_q , \assist.slice.places.gen_group[0].of_ending.key_q ;
    (* hierconn *) wire [KEY-1:0]     \assist.slice.places.of_last.key_q ;
    wire [WAITING-1:0] placed = \assist.slice.places.placed_q , last = \assist.slice.places.last_q , fresh = \assist.slice.places.fresh_q ;
    wire [WAITING-1:0] chosen = \assist.slice.places.chosen_q , like = \assist.slice.places.like_q ;
    wire [WAITING-1:0] behind = (\assist.slice.places.behind_q & ~fresh) | (fresh & {WAITING{ \assist.slice.places.fresh_behind_q }});
    wire [WAITING*KEY-1:0] place_keys = \assist.slice.places.key_q ;
    wire [KEY-1:0]     last_key = \assist.slice.places.last_key_q ;
    (* hierconn *) wire [WAITING*WAITING-1:0] \assist.slice.places.older ;  // bit p * WAITING + q: q was placed before p
    wire [WAITING*WAITING-1:0] older = \assist.slice.places.older ;

    // ---- Ends, kills and who is held ----

    (* hierconn *) wire                 \assist.slice.instances.of_ends.ending_q , \assist.slice.instances.of_ends.told_q , \assist.slice.asked_q ;
    (* hierconn *) wire [ENTRY+KEY:0]   \assist.slice.instances.of_ends.ending_data_q , \assist.slice.instances.of_ends.told_data_q ;
    (* hierconn *) wire                 \assist.slice.held.took_q ;
    (* hierconn *) wire [WARP-1:0]      \assist.slice.held.took_warp_q ;
    wire           ending     = \assist.slice.instances.of_ends.ending_q , told = \assist.slice.instances.of_ends.told_q ;
    wire [KEY-1:0] ending_key = \assist.slice.instances.of_ends.ending_data_q [KEY-1:0], told_key = \assist.slice.instances.of_ends.told_data_q [KEY-1:0];

    // ---- Who has the turn ----

    wire [ENTRIES-1:0] in_entry;
    wire [WAITING-1:0] in_place, enters, free, woken;
    wire               last_is = |last && alike(kind_q, last_key), ended = ending && alike(kind_q, ending_key), telling = told && alike(kind_q, told_key);
    wire [ENTRIES+3*WAITING+1:0] turns = {in_entry, enters, free, ended, |woken};
    genvar e, p, q, r;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            assign in_entry[e] = has[e] && alike(kind_q, entry_keys[e*KEY +: KEY]);
            always @(posedge clk_i)
                if (run_q) begin
                    assert (\assist.slice.instances.entries.used_q [e] == (has[e] || enter[e]));
                    assert (has[e] + enter[e] < 2 && runs[e] + stops[e] + waits[e] + over[e] == has[e]);
                    assert (!row[e] || runs[e]);
                end
        end
        for (p = 0; p < WAITING; p = p + 1) begin : gen_place
            wire [KEY-1:0] key = place_keys[p*KEY +: KEY];
            assign in_place[p] = placed[p] && alike(kind_q, key);
            for (q = 0; q < WAITING; q = q + 1) begin : gen_second
                for (r = 0; r < WAITING; r = r + 1) begin : gen_third
                    if (p != q && q != r && p != r)
                        always @(posedge clk_i)
                            if (run_q)
                                assert (!(placed[p] && placed[q] && placed[r] && older[p*WAITING + q] && older[q*WAITING + r] && older[r*WAITING + p]));
                end
            end
            assign enters[p]   = chosen[p] && in_place[p];
            assign free[p]     = in_place[p] && !chosen[p] && !behind[p];
            assign woken[p]    = like[p] && in_place[p];
            always @(posedge clk_i)
                if (run_q) begin
                    assert (\assist.slice.places.used_q [p] == (placed[p] || last[p]));
                    assert (!(placed[p] && last[p]));
                    assert (!chosen[p] || placed[p]);
                    assert (!(like[p] && placed[p]) || (told && alike(told_key, key) && !fresh[p]));
                end
        end
    endgenerate
    integer n;
    reg     one;    // one of the turns, and no more
    reg     many;
    always @* begin
        {one, many} = 2'b00;
        for (n = 0; n < ENTRIES + 3 * WAITING + 2; n = n + 1) begin
            many = many || (one && turns[n]);
            one  = one || turns[n];
        end
    end
    always @(posedge clk_i)
        if (run_q) begin
            assert ((row & (row - 1'b1)) == 0 && (enter & (enter - 1'b1)) == 0 && (last & (last - 1'b1)) == 0);
            assert ((chosen & (chosen - 1'b1)) == 0 && (fresh & (fresh - 1'b1)) == 0);
            assert (\assist.slice.instances.entries.row_there_q == |row && \assist.slice.places.last_there_q == |last);
            assert (|enter == |chosen);
            assert (! \assist.slice.asked_q || !(|chosen));
            assert (!(|last) || (last_key == \assist.slice.places.gen_group[0].of_taken.key_q && last_key == \assist.slice.instances.entries.gen_group[0].of_taken.key_q ));
            assert (\assist.slice.held.took_q == (|last && last_key[KEY-1]) && (! \assist.slice.held.took_q || \assist.slice.held.took_warp_q == last_key[ROUTINE +: WARP]));
            assert (!ending || (ending_key == \assist.slice.places.gen_group[0].of_ending.key_q && ending_key == \assist.slice.places.of_last.key_q ));

            assert (!many);
            assert (!(|in_place) || one);
            assert (!telling || !(|in_entry || |enters || ended));

            if (kind_q[KEY-1]) begin
                assert (held[kind_q[ROUTINE +: WARP]] == (one || last_is || telling));
                assert (!telling || \assist.slice.places.any_like_q == |in_place);
            end
        end

    // ---- What is staged, and what has left, is of an instance of the table: from bit 0 a word has address | entry | routine | .. | last | branch | .. | warp ----

    localparam TAIL = 2 + LANES + 16 * LIVE + DATA + ROUTINE + ENTRY + ADDRESS, DEPLOY = 3 + 2 * BITS + TAIL, IDLE = BITS + TAIL;
    (* hierconn *) wire [1:0]           \assist.slice.instances.front.used_q , \assist.slice.instances.low_part.used_q ;
    (* hierconn *) wire [DEPLOY+WARP-1:0] \assist.slice.instances.front.first_q , \assist.slice.instances.front.second_q ;
    (* hierconn *) wire [IDLE+WARP-1:0] \assist.slice.instances.low_part.first_q , \assist.slice.instances.low_part.second_q ;
    (* hierconn *) wire                 \assist.slice.instances.row_high ;
    (* hierconn *) wire [WARP-1:0]      \assist.slice.kill_warp_q ;
    wire [3:0]         used  = { \assist.slice.instances.low_part.used_q , \assist.slice.instances.front.used_q };
    wire [4*TAIL-1:0]  tails = { \assist.slice.instances.low_part.second_q [TAIL-1:0], \assist.slice.instances.low_part.first_q [TAIL-1:0],
                                 \assist.slice.instances.front.second_q [TAIL-1:0], \assist.slice.instances.front.first_q [TAIL-1:0]};
    wire [4*WARP-1:0]  warps = { \assist.slice.instances.low_part.second_q [IDLE +: WARP], \assist.slice.instances.low_part.first_q [IDLE +: WARP],
                                 \assist.slice.instances.front.second_q [DEPLOY +: WARP], \assist.slice.instances.front.first_q [DEPLOY +: WARP]};
    always @(posedge clk_i)
        if (run_q) begin
            assert (used[0] >= used[1] && used[2] >= used[3]);
            assert (\assist.slice.asked_q == waits_q[0] && (!waits_q[0] || \assist.slice.kill_warp_q == kill_q[1 +: WARP]));
        end
    genvar w, k;
    generate
        for (w = 0; w < 2; w = w + 1) begin : gen_left
            wire [ENTRY-1:0] of     = watched_q[w*ENTRY +: ENTRY];
            wire [KEY-1:0]   key    = entry_keys[of*KEY +: KEY];
            wire [3:0]       staged, ends_it, branches;
            for (k = 0; k < 4; k = k + 1) begin : gen_word
                wire [TAIL-1:0] tail = tails[k*TAIL +: TAIL];
                assign staged[k]   = used[k] && tail[ADDRESS +: ENTRY] == of;
                assign ends_it[k]  = staged[k] && tail[TAIL-2];
                assign branches[k] = staged[k] && tail[TAIL-1];
                always @(posedge clk_i)
                    if (run_q && staged[k]) begin
                        assert (has[of] && !over[of] && key[KEY-1] == (k < 2) && key[ROUTINE +: WARP] == warps[k*WARP +: WARP]);
                        assert (key[ROUTINE-1:0] == tail[ADDRESS+ENTRY +: ROUTINE]);
                    end
            end
            wire [KEY-1:0] seen = {high_q[w], warp_q[w*WARP +: WARP], routine_q[w*ROUTINE +: ROUTINE]};
            wire           is       = alike(kind_q, seen);
            wire           ends_now = ending && \assist.slice.instances.of_ends.ending_data_q [KEY +: ENTRY] == of;
            wire           told_now = told && \assist.slice.instances.of_ends.told_data_q [KEY +: ENTRY] == of;
            always @(posedge clk_i)
                if (run_q) begin
                    assert (!row[of] || \assist.slice.instances.row_high == key[KEY-1]);
                    assert (!(|ends_it) || waits[of]);
                    assert (!(|branches) || stops[of]);
                    assert (!((ends_it[0] || branches[0]) && staged[1]) && !((ends_it[2] || branches[2]) && staged[3]));
                    assert (!last_q[w] || (waits[of] && here_q[w] && !(|staged)));
                    assert (!stops_q[w] || (stops[of] && here_q[w] && !(|staged)));
                    assert (!here_q[w] || (has[of] && seen == key) || (ends_now && seen == ending_key) || (told_now && seen == told_key));
                    assert (!(here_q[w] && has[of]) || seen == key);
                    if (kind_q[KEY-1]) assert (!(deploys[w] && deploy_warp == kind_q[ROUTINE +: WARP]) || held[deploy_warp]);
                end
        end
    endgenerate
    always @(posedge clk_i)
        if (run_q) assert (!(here_q[0] && here_q[1] && gen_left[0].is && gen_left[1].is));
endmodule
`default_nettype wire
