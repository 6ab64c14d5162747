// SPDX-License-Identifier: Apache-2.0
// What is staged of a row of the store: the instructions from an address to its end, up to the first last one or branch; of high priority as many as there
// is room for, of low priority one; and no more than an instance may have.
//
//   WIDTH 4, address_i 9, high priority, room for 2, words 8 to 11 are A B C D  ->  count_o 2, instructions_o B C, next_o 11
//
// More: docs/assist.md, "Row"
`default_nettype none
module `WF_ASSIST_ROW #(
    parameter WIDTH   = `WF_WIDTH,      // instructions of a row: 1, 2 or 4
    parameter BITS    = `WF_BITS,       // bits of an instruction, from 1
    parameter ROOM    = `WF_ROOM,       // instructions that the parent's part has room for: 1 to 4
    parameter MOST    = `WF_MOST,       // instructions of an instance: 16, 32 .. 4096
    parameter ADDRESS = 4,              // bits of an address in the store, from 4
    parameter COUNTED = $clog2(MOST)    // bits of a number of instructions; not to be set
) (
    input  wire                      high_i,         // 1: its priority is high
    input  wire [ADDRESS-1:0]        address_i,      // of the first instruction
    input  wire [COUNTED-1:0]        staged_i,       // the instance's instructions so far
    input  wire [ROOM-1:0]           room_i,         // bit k: the parent's part has room for more than k; bit 0 is 1
    input  wire [WIDTH*(BITS+2)-1:0] words_i,        // the row: each {branch, last, instruction}
    output wire [2:0]                count_o,        // instructions that are staged: from 1
    output wire [WIDTH*BITS-1:0]     instructions_o, // they are; 0 from count on
    output wire [ADDRESS-1:0]        next_o,         // the address behind them
    output wire [COUNTED-1:0]        staged_o,       // the instance's instructions with them
    output wire                      last_o,         // 1: no other follows
    output wire                      branch_o,       // 1: resume says what follows
    output wire                      cut_o,          // 1: none follows, as the instance has had MOST
    output wire                      over_o          // 1: none follows, or resume says which
);
    generate
        if (WIDTH != 1 && WIDTH != 2 && WIDTH != 4) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (BITS < 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (ROOM < 1 || ROOM > 4) begin : gen_bad_room wf_illegal_ROOM bad (); end
        if (MOST < 16 || MOST > 4096 || 4096 % MOST != 0) begin : gen_bad_most wf_illegal_MOST bad (); end
        if (ADDRESS < 4) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (COUNTED != $clog2(MOST)) begin : gen_bad_counted wf_illegal_COUNTED bad (); end
    endgenerate
    localparam WORD = BITS + 2;

    // Word k of the row is the one at the address, and those behind it; there are none behind the row
    wire [WIDTH*WORD-1:0] words;
    wire [WIDTH-1:0]      there;
    generate
        if (WIDTH == 1) begin : gen_one
            assign words = words_i;
            assign there = 1'b1;
        end else begin : gen_some
            wire [$clog2(WIDTH)-1:0] place = address_i[$clog2(WIDTH)-1:0];
            wire [WIDTH-1:0]         all   = {WIDTH{1'b1}};
            assign words = words_i >> (WORD * {{32-$clog2(WIDTH){1'b0}}, place});
            assign there = all >> place;
        end
    endgenerate

    // Instruction k is staged if those before it neither end the row nor fill the room. It is the final one if the next one is not staged
    wire [WIDTH-1:0] lasts, branches, finals, reached;  // reached: MOST, with instruction k
    genvar k;
    generate
        for (k = 0; k < WIDTH; k = k + 1) begin : gen_word
            localparam [31:0] REACHED = MOST - 1 - k;
            wire here;
            assign lasts[k]    = words[k*WORD + BITS];
            assign branches[k] = words[k*WORD + BITS + 1];
            assign reached[k]  = staged_i == REACHED[COUNTED-1:0];
            if (k == 0) begin : gen_first
                assign here = 1'b1;
            end else if (k < ROOM) begin : gen_next
                assign here = gen_word[k-1].here && there[k] && !lasts[k-1] && !branches[k-1] && !reached[k-1] && high_i && room_i[k];
            end else begin : gen_never
                assign here = 1'b0;
            end
            if (k == WIDTH - 1) begin : gen_end
                assign finals[k] = here;
            end else begin : gen_inner
                assign finals[k] = here && !gen_word[k+1].here;
            end
            assign instructions_o[k*BITS +: BITS] = words[k*WORD +: BITS] & {BITS{here}};
        end
    endgenerate

    // What comes behind it is known for each before it is known which is the final one
    localparam BEHIND = 3 + COUNTED + ADDRESS;
    wire [WIDTH*BEHIND-1:0] behind;
    generate
        for (k = 0; k < WIDTH; k = k + 1) begin : gen_behind
            localparam [31:0] COUNT = k + 1;
            wire [ADDRESS-1:0] next   = address_i + COUNT[ADDRESS-1:0];
            wire [COUNTED-1:0] staged = staged_i + COUNT[COUNTED-1:0];
            assign behind[k*BEHIND +: BEHIND] = {COUNT[2:0], staged, next};
        end
    endgenerate
    `WF_MUX #(.WIDTH(BEHIND), .COUNT(WIDTH)) of_final (.select_i(finals), .data_i(behind), .data_o({count_o, staged_o, next_o}));

    // Each by itself, so that none waits for another
    assign last_o   = |(finals & (lasts | reached));
    assign cut_o    = |(finals & reached & ~lasts);
    assign branch_o = |(finals & branches & ~lasts & ~reached);
    assign over_o   = |(finals & (lasts | branches | reached));
    wire unused = &{1'b0, there, high_i, room_i};
endmodule
`default_nettype wire
