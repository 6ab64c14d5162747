// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, form iterate: RATE planes a cycle. ready_o is 1 when it can take the next code, 33 / RATE cycles after the one before.
//
// A register holds the rest of the payload, its next code at bit 0. For each plane it moves down by the length of that code. The planes enter
// another register from above, the rank `planes`; the plane above the next ones is there too.
`default_nettype none
module `WF_DEC_ITERATE #(
    parameter LINE      = `WF_LINE,           // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,           // planes a cycle: 1, 3 or 11
    parameter CUTS      = `WF_DEC_CUTS,       // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,           // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall
    parameter USER_BITS = `WF_USER_BITS,      // bits of user, 1 or more
    parameter PARTS     = 33 * (LINE / 4) - 1 // bits of base and planes; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge
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
    localparam W     = LINE / 4;
    localparam N     = W - 1;       // bits of a plane
    localparam TIMES = 33 / RATE;   // cycles between two lines
    localparam CODE  = W + 1;       // going, the next W bits

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if ((CUTS >> 5) != 0 || !CUTS[1]) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 1) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (PARTS != 33 * (LINE / 4) - 1) begin : gen_bad_parts wf_illegal_PARTS bad (); end
    endgenerate

    // ---- Unpack: the rest of the payload, its next code at bit 0; while going is 1, a run goes on, with run planes behind this one ----

    reg  [TIMES-1:0]     turn_q;        // one-hot: the step of the line; 0: idle
    reg  [USER_BITS-1:0] user_q;
    reg                  coded_q, going_q;
    reg  [4:0]           run_q;
    reg  [31:0]          base_q;
    reg  [LINE*8-1:0]    rest_q;
    wire                 ready_0;
    wire                 busy = |turn_q[TIMES-2:0];
    wire                 take = valid_i && ready_o;
    assign ready_o = ready_0 && !busy;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      turn_q <= {TIMES{1'b0}};
        else if (ready_0) turn_q <= {turn_q[TIMES-2:0], take};
    always @(posedge clk_i)
        if (take) {user_q, coded_q, base_q} <= {user_i, coded_i, base_i};
    always @(posedge clk_i)
        if (take || (busy && ready_0))
            {going_q, run_q, rest_q} <= take ? {6'd0, rest_i} : {gen_step[RATE].going, gen_step[RATE].run, gen_step[RATE].rest};

    wire [CODE*RATE-1:0] codes_0;
    genvar l;
    generate
        for (l = 0; l <= RATE; l = l + 1) begin : gen_step
            wire              going;
            wire [4:0]        run;
            wire [LINE*8-1:0] rest;
            if (l == 0) begin : gen_first
                assign {going, run, rest} = {going_q, run_q, rest_q};
            end else begin : gen_next
                `WF_DEC_STEP #(.WORDS(W), .IN(32 * W), .OUT(32 * W)) step (
                    .coded_i(coded_q), .going_i(gen_step[l-1].going), .run_i(gen_step[l-1].run), .rest_i(gen_step[l-1].rest),
                    .going_o(going), .run_o(run), .rest_o(rest)
                );
                assign codes_0[CODE*(l-1) +: CODE] = {gen_step[l-1].going, gen_step[l-1].rest[W-1:0]};
            end
        end
    endgenerate

    wire                 valid_1, ready_1, first_1, last_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [31:0]          base_1;
    wire [CODE*RATE-1:0] codes_1;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(3 + USER_BITS + 32 + CODE * RATE), .FLOW(FLOW)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(|turn_q), .ready_o(ready_0),
        .data_i({turn_q[0], turn_q[TIMES-1], coded_q, user_q, base_q, codes_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({first_1, last_1, coded_1, user_1, base_1, codes_1})
    );

    // ---- Rebuild: the planes of the codes, each from the one above it, collected in a register ----

    reg                  valid_q, coded_p;
    reg  [USER_BITS-1:0] user_p;
    reg  [31:0]          base_p;
    reg  [33*N-1:0]      planes_q;
    wire [N*RATE-1:0]    planes_1;
    generate
        for (l = 0; l < RATE; l = l + 1) begin : gen_plane
            wire [N-1:0] above;
            if (l == 0) begin : gen_before
                assign above = planes_q[33*N-1 -: N] & {N{!first_1}};
            end else begin : gen_here
                assign above = planes_1[N*(l-1) +: N];
            end
            `WF_DEC_PLANE #(.WORDS(W)) plane_of (
                .coded_i(coded_1), .going_i(codes_1[CODE*l+W]), .code_i(codes_1[CODE*l +: W]), .above_i(above), .plane_o(planes_1[N*l +: N])
            );
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      valid_q <= 1'b0;
        else if (ready_1) valid_q <= valid_1 && last_1;
    always @(posedge clk_i)
        if (valid_1 && ready_1) {user_p, coded_p, base_p, planes_q} <= {user_1, coded_1, base_1, planes_1, planes_q[33*N-1:N*RATE]};
    assign ready_1 = FLOW == 0 || ready_i;
    assign valid_o = valid_q;
    assign user_o  = user_p;
    assign coded_o = coded_p;
    assign parts_o = {planes_q, base_p};
endmodule
`default_nettype wire
