// SPDX-License-Identifier: Apache-2.0
//
// Of each line and code the first bit of one byte, BYTE, on its way through the engine of engine_places.svh.
`include "engine_places.svh"

    // ---- What each entry has: of its request the bit, whether it is written, and its user; the bit that came, and the one that was merged ----

    localparam [1:0] HERE = `BYTE / 32;     // its burst
    reg  [N-1:0]   data_q, mask_q, user_q, came_q, merged_q;
    reg  [3*N-1:0] due_q;                   // so many bursts are owed by DRAM
    (* hierconn *) wire \engine.slice.asks , \engine.slice.merges , \engine.slice.commands.room ;
    (* hierconn *) wire [ENTRY+2:0] \engine.slice.asks_word ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.merged_entry ;
    (* hierconn *) wire [8*LINE-1:0] \engine.slice.merged_data ;
    wire [ENTRY-1:0] return_entry = return_id_i[ENTRY-1:0];
    wire             returns = return_valid_i && !return_id_i[ENTRY];
    wire [1:0]       return_count = count_q[2*return_entry +: 2];
    always @(posedge clk_i) assume (!(run_q && returns && due_q[3*return_entry +: 3] == 0));
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_bits
            wire asked = \engine.slice.asks && \engine.slice.asks_word [ENTRY-1:0] == e, comes = returns && return_entry == e;
            always @(posedge clk_i) begin
                if (\engine.slice.take_o && \engine.slice.take_row_o == e)
                    {data_q[e], mask_q[e], user_q[e]} <= {request_data_i[`BIT], request_mask_i[`BYTE], request_user_i};
                if (comes && {1'b0, return_count} + 3'd1 - due_q[3*e +: 3] == HERE) came_q[e] <= return_data_i[`BIT % 256];
                if (\engine.slice.merges && \engine.slice.merged_entry == e) merged_q[e] <= \engine.slice.merged_data [`BIT];
                due_q[3*e +: 3] <= !run_q ? 3'd0 : asked ? {1'b0, \engine.slice.asks_word [ENTRY+1 +: 2]} + 3'd1 : due_q[3*e +: 3] - {2'd0, comes};
            end
        end
    endgenerate

    // ---- Where they are ----

    (* hierconn *) wire [N*8*LINE-1:0] \engine.memories.lines.rows_q , \engine.memories.codes.rows_q ;
    (* hierconn *) wire [8*LINE-1:0]   \engine.memories.lines.data_q , \engine.memories.codes.data_q , \engine.slice.encodes.data_q , \engine.slice.decodes.code ;
    (* hierconn *) wire [N*LINE-1:0]   \engine.memories.masks.rows_q , \engine.memories.code_masks.rows_q ;
    (* hierconn *) wire [LINE-1:0]     \engine.memories.masks.data_q , \engine.memories.code_masks.data_q , \engine.slice.encodes.mask_q ;
    (* hierconn *) wire [N-1:0]        \engine.memories.users.rows_q ;
    (* hierconn *) wire                \engine.memories.users.data_q ;
    (* hierconn *) wire \engine.memories.lines.clash , \engine.memories.codes.clash , \engine.memories.users.clash ;
    (* hierconn *) wire \engine.memories.masks.clash , \engine.memories.code_masks.clash ;
    (* hierconn *) wire [255:0] \engine.slice.codes_o ;
    (* hierconn *) wire [N*2*BURST-1:0] \engine.slice.spans ;
    (* hierconn *) wire [2*BURST-1:0]   \engine.slice.entries.span ;
    function covers(input [2*BURST-1:0] span);
        covers = span[BURST-1:0] <= HERE && HERE <= {1'b0, span[BURST-1:0]} + {1'b0, span[BURST +: BURST]};
    endfunction
    function fits(input [2*BURST-1:0] span);
        fits = {1'b0, span[BURST-1:0]} + {1'b0, span[BURST +: BURST]} < LINE / 32;
    endfunction
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_row
            wire [1:0] count = count_q[2*e +: 2], next = \engine.slice.returns.next_q [2*e +: 2];
            wire       came  = \engine.slice.came && \engine.slice.came_id == e;
            wire       line  = \engine.memories.lines.rows_q [e*8*LINE+`BIT], code = \engine.memories.codes.rows_q [e*8*LINE+`BIT];
            wire       merged = gen_place[e].oldest[MERGEDS] || gen_place[e].next[MERGEDS] ||
                                ((gen_place[e].in[R] || gen_place[e].in[L]) && !whole_q[e] && count < RAW);
            wire       bit_ = merged && !mask_q[e] ? merged_q[e] : data_q[e];      // its line
            wire       mask = mask_q[e] || whole_q[e];
            always @(posedge clk_i)
                if (run_q) begin
                    // Its rows, until the last one is read
                    if (!is_free[e]) assert ({\engine.memories.masks.rows_q [e*LINE+`BYTE], \engine.memories.code_masks.rows_q [e*LINE+`BYTE]} == {2{mask_q[e]}});
                    if (!is_free[e]) assert (\engine.memories.users.rows_q [e] == user_q[e] && (!whole_q[e] || mask_q[e]) && !(empty_q[e] && mask_q[e]));
                    if (!is_free[e] && !(encodes[e] || sets[e] || gen_place[e].in[LEFT] || done[e] || release[e])) assert (line == bit_);
                    if (gen_place[e].in[TAKES]) assert ((!mask_q[e] || covers(\engine.slice.entries.span )) && (empty_q[e] || fits(\engine.slice.entries.span )));
                    if (used[e]) assert ((!mask_q[e] || covers(\engine.slice.spans [e*2*BURST +: 2*BURST])) &&
                                         (empty_q[e] || fits(\engine.slice.spans [e*2*BURST +: 2*BURST])));
                    // What comes
                    assert ({1'b0, due_q[3*e +: 3]} + {3'd0, came} == (asks[e] ? {2'd0, count} + 4'd1 :
                            owed[e] ? {2'd0, \engine.slice.returns.left_q [2*e +: 2]} + 4'd1 : 4'd0));
                    if (asks[e]) assert (!came);
                    if (owed[e] && came && next == HERE) assert (\engine.slice.codes_o [`BIT % 256] == came_q[e]);
                    if ((owed[e] && next > HERE) || ((gen_place[e].oldest[DECODES] || gen_place[e].next[DECODES] || gen_place[e].in[D]) && count >= HERE))
                        assert (code == came_q[e]);
                    if (gen_place[e].in[D]) begin
                        assert (count < HERE || \engine.memories.codes.data_q [`BIT] == came_q[e]);
                        assert (\engine.memories.code_masks.data_q [`BYTE] == mask_q[e] && \engine.memories.users.data_q == user_q[e]);
                        assert (\engine.slice.decodes.code [`BIT] == (count >= HERE && came_q[e]));
                    end
                    if (decodes[e]) assert (\engine.slice.decodes.decoder.contract.sides_q [e*IN+ENTRY+1 +: 1] == user_q[e] &&
                                            \engine.slice.decodes.decoder.contract.sides_q [e*IN+ENTRY+2+`BYTE] == mask_q[e]);
                    // What goes
                    if (gen_place[e].in[R]) assert (\engine.memories.lines.data_q [`BIT] == bit_ && \engine.memories.masks.data_q [`BYTE] == mask_q[e]);
                    if (gen_place[e].in[L]) assert (\engine.slice.encodes.data_q [`BIT] == bit_);
                    if (gen_place[e].in[L] && \engine.slice.encodes.in_straight_q )
                        assert (\engine.slice.encodes.mask_q [`BYTE] == mask_q[e] && \engine.slice.straight_count < LINE / 32 &&
                                (!mask || covers({\engine.slice.straight_count [BURST-1:0], \engine.slice.straight_first })) &&
                                fits({\engine.slice.straight_count [BURST-1:0], \engine.slice.straight_first }));
                end
        end
    endgenerate
    (* hierconn *) wire \engine.slice.mover_free ;
    (* hierconn *) wire \engine.slice.code_pop , \engine.slice.straight_pop , \engine.slice.back_pop , \engine.slice.loads ;
    (* hierconn *) wire [8*LINE-1:0] \engine.slice.load_data , \engine.slice.code_data ;
    (* hierconn *) wire [LINE-1:0]   \engine.slice.load_mask ;
    (* hierconn *) wire [8*`FETCH-1:0] \engine.slice.back_data ;
    (* hierconn *) wire [BURST-1:0]  \engine.slice.straight_first ;
    (* hierconn *) wire [1:0]        \engine.slice.straight_count , \engine.slice.load_count ;
    (* hierconn *) wire [BURST-1:0]  \engine.slice.load_first ;
    wire [ENTRY-1:0] leaver = \engine.slice.encodes.entry_q ;
    always @(posedge clk_i)
        if (run_q) begin
            assert (!(\engine.memories.lines.clash || \engine.memories.codes.clash || \engine.memories.users.clash ));
            assert (!(\engine.memories.masks.clash || \engine.memories.code_masks.clash ));
            // The mover gets no more bursts than a line has, and only while it is free
            if (\engine.slice.loads )        assert (\engine.slice.mover_free && {3'd0, \engine.slice.load_first } + \engine.slice.load_count < LINE / 32);
            if (\engine.slice.code_pop )     assert (\engine.slice.load_data [`BIT] == \engine.slice.code_data [`BIT]);
            if (\engine.slice.straight_pop ) assert (\engine.slice.load_data [`BIT] == data_q[leaver] && \engine.slice.load_mask [`BYTE] == mask_q[leaver]);
            if (\engine.slice.back_pop && HERE * 32 < `FETCH) assert (\engine.slice.load_data [`BIT] == \engine.slice.back_data [`BIT % (8 * `FETCH)]);
        end

    // ---- Responses: the decoder's line with the request's user, in a queue of two ----

    (* hierconn *) wire \engine.slice.answered , \engine.slice.decodes.spill.kept_q , \engine.slice.response_valid_o ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.answered_entry ;
    (* hierconn *) wire [8*LINE-1:0] \engine.slice.decodes.block , \engine.slice.response_data_o ;
    (* hierconn *) wire \engine.slice.response_user_o ;
    (* hierconn *) wire [8*LINE:0] \engine.slice.decodes.spill.kept_data_q ;
    reg [1:0] answer_q, behind_answer_q;    // user, bit
    reg [1:0] answers_q;
    wire      answers = \engine.slice.answered , leaves = \engine.slice.response_valid_o && response_ready_i;
    wire [1:0] answer = {user_q[\engine.slice.answered_entry ], \engine.slice.decodes.block [`BIT]};
    always @(posedge clk_i) begin
        answers_q <= !run_q ? 2'd0 : answers_q + {1'b0, answers} - {1'b0, leaves};
        if (answers && (answers_q == 0 || (answers_q == 1 && leaves))) answer_q <= answer;
        else if (leaves) answer_q <= behind_answer_q;
        if (answers && (answers_q == 2 || (answers_q == 1 && !leaves))) behind_answer_q <= answer;
        if (run_q) begin
            assert ({\engine.slice.decodes.spill.kept_q , \engine.slice.response_valid_o } == (answers_q == 0 ? 2'b00 : answers_q == 1 ? 2'b01 : 2'b11) && answers_q != 3);
            if (answers_q != 0) assert ({\engine.slice.response_user_o , \engine.slice.response_data_o [`BIT]} == answer_q);
            if (answers_q == 2) assert ({\engine.slice.decodes.spill.kept_data_q [8*LINE], \engine.slice.decodes.spill.kept_data_q [`BIT]} == behind_answer_q);
        end
    end
