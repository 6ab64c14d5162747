// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, form pipeline: all planes of a line in one pass, a line a cycle. Before each third step there is a place for a rank.
//
// Of the rest of the payload only what the planes to come can have counts, WORDS bits each. It becomes shorter as base and planes, the parts,
// become longer.
`default_nettype none
module `WF_DEC_PIPELINE #(
    parameter LINE      = `WF_LINE,           // bytes of the cache line: 32, 64 or 128
    parameter CUTS      = `WF_DEC_CUTS,       // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,           // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS,      // bits of user, 1 or more
    parameter PARTS     = 33 * (LINE / 4) - 1 // bits of base and planes; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: the inputs are a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [31:0]          base_i,     // word 0
    input  wire [LINE*8-1:0]    rest_i,     // the payload behind it

    output wire                 valid_o,    // 1: the outputs mean something in this cycle
    input  wire                 ready_i,    // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this code
    output wire                 coded_o,    // the coded_i that came in with it
    output wire [PARTS-1:0]     parts_o     // the base, then the planes from slot 0 (plane 32) on
);
    localparam W = LINE / 4;
    localparam N = W - 1;   // bits of a plane

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if ((CUTS >> 15) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (PARTS != 33 * (LINE / 4) - 1) begin : gen_bad_parts wf_illegal_PARTS bad (); end
    endgenerate

    // Step q reads slot q
    genvar q;
    generate
        for (q = 0; q <= 33; q = q + 1) begin : gen_step
            localparam DONE = 32 + N * q;                                       // bits of the parts so far
            localparam REST = q == 0 ? 32 * W : q == 33 ? 1 : (33 - q) * W;     // bits of the rest that count
            localparam ON   = q < 33 && q % 3 == 0 ? CUTS[q/3] : 0;
            wire                 valid, ready, coded, going;
            wire [USER_BITS-1:0] user;
            wire [4:0]           run;
            wire [REST-1:0]      rest;
            wire [DONE-1:0]      parts;
            if (q == 0) begin : gen_first
                wire ready_in;
                assign ready_o = ready_in;
                `WF_CUT #(.ON(ON), .WIDTH(USER_BITS + 1 + REST + DONE), .FLOW(FLOW)) cut_base (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_in), .data_i({user_i, coded_i, rest_i, base_i}),
                    .valid_o(valid), .ready_i(ready), .data_o({user, coded, rest, parts})
                );
                assign {going, run} = 6'd0;
            end else begin : gen_next
                localparam BEFORE = q == 1 ? 32 * W : (34 - q) * W;
                wire           going_d;
                wire [4:0]     run_d;
                wire [REST-1:0] rest_d;
                wire [N-1:0]   above, plane;
                if (q == 1) begin : gen_top
                    assign above = {N{1'b0}};
                end else begin : gen_lower
                    assign above = gen_step[q-1].parts[DONE-N-1 -: N];
                end
                `WF_DEC_PLANE #(.WORDS(W)) plane_of (
                    .coded_i(gen_step[q-1].coded), .going_i(gen_step[q-1].going), .code_i(gen_step[q-1].rest[W-1:0]), .above_i(above),
                    .plane_o(plane)
                );
                if (q < 33) begin : gen_rest
                    `WF_DEC_STEP #(.WORDS(W), .IN(BEFORE), .OUT(REST)) step (
                        .coded_i(gen_step[q-1].coded), .going_i(gen_step[q-1].going), .run_i(gen_step[q-1].run), .rest_i(gen_step[q-1].rest),
                        .going_o(going_d), .run_o(run_d), .rest_o(rest_d)
                    );
                end else begin : gen_end
                    wire unused_run = &{1'b0, gen_step[q-1].run};
                    assign {going_d, run_d, rest_d} = 7'd0;
                end
                `WF_CUT #(.ON(ON), .WIDTH(USER_BITS + 1 + 6 + REST + DONE), .FLOW(FLOW)) cut_step (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[q-1].valid), .ready_o(gen_step[q-1].ready),
                    .data_i({gen_step[q-1].user, gen_step[q-1].coded, going_d, run_d, rest_d, plane, gen_step[q-1].parts}),
                    .valid_o(valid), .ready_i(ready), .data_o({user, coded, going, run, rest, parts})
                );
            end
        end
    endgenerate
    wire unused_end = &{1'b0, gen_step[33].going, gen_step[33].run, gen_step[33].rest};

    `WF_CUT #(.ON(CUTS[11]), .WIDTH(USER_BITS + 1 + PARTS), .FLOW(FLOW)) cut_planes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[33].valid), .ready_o(gen_step[33].ready),
        .data_i({gen_step[33].user, gen_step[33].coded, gen_step[33].parts}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, coded_o, parts_o})
    );
endmodule
`default_nettype wire
