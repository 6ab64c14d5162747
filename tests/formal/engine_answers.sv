// SPDX-License-Identifier: Apache-2.0
//
// What reads answer (docs/engine.md, "What it promises", 1): the engine as in engine_bits.sv, and of one line, any that is not of the region, one bit of a byte, BYTE.
// Proven in every state: a read of the line answers with the newest write of the byte that was accepted before it, else with what DRAM had; it asks for
// as many bursts as the line's last write has; a write of its bytes alone finds it raw; and when a flush tells of it, DRAM has the newest.
//
// DRAM keeps the order of commands of the line, so it is a bit and a count that each write changes as its command goes. What the codec is trusted in: what it
// decodes of what it encoded, or of a raw line, is the line.
`default_nettype none
`include "engine_bits.svh"

    // ---- The line in DRAM, the flat memory, and what each entry finds and leaves there ----

    (* anyconst *) wire first_bit;
    (* hierconn *) wire [ADDRESS+1:0]  \engine.slice.cache.followed ;
    (* hierconn *) wire [1:0]          \engine.slice.cache.contract.newest_q ;
    (* hierconn *) wire [ADDRESS-1:0]  \engine.slice.code_line , \engine.slice.straight_line , \engine.slice.commands.ask_line ;
    (* hierconn *) wire [ENTRY-1:0]    \engine.slice.code_entry ;
    (* hierconn *) wire [1:0]          \engine.slice.code_count ;
    (* hierconn *) wire                \engine.slice.encodes.encoder_ready , \engine.slice.decodes.decoded ;
    (* hierconn *) wire [ENTRY-1:0]    \engine.slice.decodes.block_entry ;
    wire [ADDRESS-1:0] here = \engine.slice.cache.followed [ADDRESS-1:0];
    wire [1:0] first_count = \engine.slice.cache.followed [ADDRESS +: 2];
    reg        flat_q, dram_q;
    reg  [1:0] dram_count_q;
    reg  [N-1:0] finds_q, leaves_q, read_q, encoded_q;      // what it finds, and leaves; what it has read; what went into the encoder
    wire [N-1:0] mine, changed;
    wire       takes = \engine.slice.take_o && request_address_i == here;
    wire       flat = takes && request_write_i && request_mask_i[`BYTE] ? request_data_i[`BIT] : flat_q;
    wire       code_goes = \engine.slice.code_pop && \engine.slice.code_line == here, straight_goes = \engine.slice.straight_pop && \engine.slice.straight_line == here;
    always @(posedge clk_i) begin
        flat_q <= run_q ? flat : first_bit;
        if (!run_q) {dram_count_q, dram_q} <= {first_count, first_bit};
        else if (code_goes) {dram_count_q, dram_q} <= {\engine.slice.code_count , encoded_q[\engine.slice.code_entry ]};
        else if (straight_goes && \engine.slice.load_mask [`BYTE]) dram_q <= \engine.slice.load_data [`BIT];
    end
    wire [1:0] dram_count = dram_count_q < RAW ? dram_count_q : RAW;
    always @(posedge clk_i) begin
        assume (!(&here[ADDRESS-1 -: 2+$clog2(LINE)]));
        assume (!(run_q && \engine.slice.decodes.decoded && mine[\engine.slice.decodes.block_entry ] &&
                  \engine.slice.decodes.block [`BIT] != read_q[\engine.slice.decodes.block_entry ]));
    end
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_answer
            wire reads = \engine.slice.asks && \engine.slice.asks_word [ENTRY-1:0] == e;
            wire asking = gen_place[e].oldest[ASKS] || gen_place[e].next[ASKS], merged = gen_row[e].merged;
            wire asked = asks[e] || owed[e] || gen_place[e].oldest[DECODES] || gen_place[e].next[DECODES] || gen_place[e].in[D] || decodes[e];
            wire straight = gen_place[e].oldest[STRAIGHTS] || gen_place[e].next[STRAIGHTS] || (gen_place[e].in[R] && \engine.slice.encodes.row_straight_q ) ||
                            (gen_place[e].in[L] && \engine.slice.encodes.in_straight_q );
            assign mine[e]    = line_q[e*ADDRESS +: ADDRESS] == here && !is_free[e];
            assign changed[e] = sets[e] || gen_place[e].in[LEFT] || done[e] || release[e];
            always @(posedge clk_i) begin
                if (takes && \engine.slice.take_row_o == e) {finds_q[e], leaves_q[e]} <= {flat_q, flat};
                if (reads) read_q[e] <= dram_q;
                if (gen_place[e].in[L] && \engine.slice.encodes.in_encode_q && \engine.slice.encodes.encoder_ready )
                    encoded_q[e] <= \engine.slice.encodes.data_q [`BIT];
            end
            wire [N-1:0] before, behind_it;     // another one of the line that is before it, or behind it
            for (f = 0; f < N; f = f + 1) begin : gen_order
                assign before[f]    = f != e && mine[f] && (gen_place[e].after[f] || (gen_place[e].in[TAKES] && used[f]));
                assign behind_it[f] = f != e && mine[f] && (gen_place[f].after[e] || (gen_place[f].in[TAKES] && used[e]));
                always @(posedge clk_i)
                    if (run_q && mine[e] && before[f]) assert (finds_q[e] == leaves_q[f]);
            end
            always @(posedge clk_i)
                if (run_q && mine[e]) begin
                    if (before == 0) assert ((changed[e] ? leaves_q[e] : finds_q[e]) == dram_q);
                    if (behind_it == 0) assert (leaves_q[e] == flat_q);
                    assert (leaves_q[e] == (write_q[e] && mask_q[e] ? data_q[e] : finds_q[e]));
                    // Why: the count, and what was read, merged and encoded
                    if (asking || asked || merged || straight) assert (count_q[2*e +: 2] == dram_count);
                    if (asked)  assert (read_q[e] == dram_q);
                    if (merged) assert (merged_q[e] == finds_q[e]);
                    if (encodes[e]) assert (encoded_q[e] == leaves_q[e]);
                    if (reads) assert (\engine.slice.asks_word [ENTRY+1 +: 2] == dram_count && \engine.slice.commands.ask_line == here);
                    // The answer
                    if (\engine.slice.answered && \engine.slice.answered_entry == e) assert (!write_q[e] && \engine.slice.decodes.block [`BIT] == finds_q[e]);
                end
        end
    endgenerate
    always @(posedge clk_i)
        if (run_q) begin
            assert (dram_count == (\engine.slice.cache.contract.newest_q < RAW ? \engine.slice.cache.contract.newest_q : RAW));
            assert (!straight_goes || dram_count == RAW);
            assert (mine != 0 || dram_q == flat_q);
            assert (!\engine.slice.flush.flushed_q || (mine == 0 && dram_q == flat_q));
        end
endmodule
`default_nettype wire
