// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF: what its streams and its codes promise whatever the values are, as assertions at the clock edge. It is bound to the
// module in simulation, and instantiated beside it for formal tools, which define FORMAL. It drives nothing.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// What the environment owes: assumed where a tool chooses the inputs freely, asserted where something drives them
`define OWED(holds, text) if (ASSUME != 0) begin assume (holds); end else `CHECK(holds, text)
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
module `WF_CHECK_MODULE #(
`ifdef WF_WITH_CHECK_USER
    parameter USER_BITS = `WF_CHECK_USER_BITS,  // bits of user
`endif
    parameter FLOW      = `WF_CHECK_FLOW,       // what ready_i does: 0 nothing, 1 stall, 2 elastic
    parameter SHARED    = 0,                    // 1: one of the ports that share units; an arbiter says ready_o
    parameter ASSUME    = 0                     // what the environment owes is: 0 asserted, 1 assumed
) (
`WF_CHECK_PORTS
);
    localparam LATENCY = `WF_CHECK_LATENCY;                   // cycles from an input to its result
    localparam STEADY  = `WF_CHECK_STEADY;                    // 1: a block a cycle; 0: the unit iterates
    localparam EXACT   = STEADY != 0 && (FLOW != 2 || LATENCY == 0);  // a result never takes longer
    localparam HOLDS   = FLOW != 0 || SHARED != 0;            // the environment keeps an input until it is taken
    localparam SIDE    = `WF_CHECK_SIDE_BITS;                 // bits that belong to an input and are known of its result

    generate
`ifdef WF_WITH_CHECK_USER
        if (USER_BITS < 1) begin : gen_bad_user_bits $fatal(1, "USER_BITS is %0d: it must be 1 or more", USER_BITS); end
`endif
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow $fatal(1, "FLOW is %0d: it must be 0, 1 or 2", FLOW); end
        if (SHARED < 0 || SHARED > 1) begin : gen_bad_shared $fatal(1, "SHARED is %0d: it must be 0 or 1", SHARED); end
        if (ASSUME < 0 || ASSUME > 1) begin : gen_bad_assume $fatal(1, "ASSUME is %0d: it must be 0 or 1", ASSUME); end
    endgenerate

    wire moves = FLOW == 0 || ready_i;  // a result that is there is taken
    wire taken = valid_i && ready_o;

    // ---- Reset ----

    always @(posedge clk_i)
        if (!rst_ni) `CHECK(LATENCY == 0 || !valid_o, "reset clears valid_o");

    // ---- An input that waits: the environment keeps it ----

    generate
        if (HOLDS) begin : gen_held
            reg                         held_q;
            reg [`WF_CHECK_IN_BITS-1:0] input_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) held_q <= 1'b0;
                else held_q <= valid_i && !ready_o;
            always @(posedge clk_i)
                if (valid_i && !ready_o) input_q <= {`WF_CHECK_IN};
            always @(posedge clk_i)
                if (rst_ni && held_q) begin
                    `OWED(valid_i, "valid_i stays until the input is taken");
                    `OWED({`WF_CHECK_IN} == input_q, "an input stays until it is taken");
                end
        end
    endgenerate

    // ---- A result for each input, in order, and none without ----

`ifdef WF_WITH_CHECK_MASK
    wire empty = ~|mask_i;
`endif
`ifdef WF_WITH_CHECK_EARLY_MASK
    reg empty;                  // the mask came a cycle early
    always @(posedge clk_i) empty <= ~|mask_i;
`endif
    wire [SIDE-1:0] side = {`WF_CHECK_SIDE};
    wire [SIDE-1:0] side_then;  // of the input whose result is there
    wire            known;      // side_then means something
    generate
        if (EXACT && LATENCY == 0) begin : gen_wires
            assign side_then = side;
            assign known     = valid_o;
            always @(posedge clk_i)
                if (rst_ni) `CHECK(SHARED != 0 ? (valid_o && moves) == taken : valid_o == valid_i, "valid_o is valid_i");
        end else if (EXACT) begin : gen_pipe
            reg  [LATENCY-1:0]          valid_q;
            reg  [LATENCY*SIDE-1:0]     side_q;
            wire [LATENCY:0]            valid_all = {valid_q, taken};
            wire [(LATENCY+1)*SIDE-1:0] side_all  = {side_q, side};
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) valid_q <= {LATENCY{1'b0}};
                else if (moves) valid_q <= valid_all[LATENCY-1:0];
            always @(posedge clk_i)
                if (moves) side_q <= side_all[LATENCY*SIDE-1:0];
            assign side_then = side_all[LATENCY*SIDE +: SIDE];
            assign known     = valid_o && valid_all[LATENCY];
            always @(posedge clk_i)
                if (rst_ni) `CHECK(valid_o == valid_all[LATENCY], "valid_o is 1 the latency after an input, and only then");
        end else begin : gen_count
            localparam PLACES = LATENCY + 3;  // a rank for each cycle, and what stands behind them
            reg  [15:0]            under_way_q, waiting_q;
            reg  [PLACES*SIDE-1:0] side_q;  // of the inputs under way, the newest lowest
            wire [(PLACES+1)*SIDE-1:0] side_all = {side_q, side};
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    under_way_q <= 16'd0;
                    waiting_q   <= 16'd0;
                end else begin
                    under_way_q <= under_way_q + {15'd0, taken} - {15'd0, valid_o && moves};
                    waiting_q   <= under_way_q == 16'd0 || valid_o ? 16'd0 : waiting_q + {15'd0, moves};
                end
            always @(posedge clk_i)
                if (taken) side_q <= side_all[PLACES*SIDE-1:0];
            assign side_then = side_all[under_way_q*SIDE +: SIDE];
            assign known     = valid_o && under_way_q != 16'd0;
            always @(posedge clk_i)
                if (rst_ni) begin
                    `CHECK(under_way_q <= PLACES, "no more inputs are under way than there are places");
                    `CHECK(!valid_o || under_way_q != 16'd0, "valid_o is 1 only after an input that has no result yet");
                    `CHECK(waiting_q <= LATENCY, "a result comes within the latency");
                    `CHECK(ready_o || !moves || under_way_q != 16'd0, "a module that has nothing to do takes an input");
                end
        end
        if (EXACT) begin : gen_steady
            always @(posedge clk_i)
                if (rst_ni) `CHECK(SHARED != 0 ? moves || !ready_o : ready_o == moves, "ready_o is 1 where the ranks move, and only there");
        end
    endgenerate
`ifdef WF_WITH_CHECK_USER
    always @(posedge clk_i)
        if (rst_ni && known) `CHECK(user_o == side_then[USER_BITS-1:0], "user_o is what came in with the input");
`endif

    // ---- A result that waits ----

    generate
        if (FLOW != 0) begin : gen_stay
            reg                          waits_q;
            reg [`WF_CHECK_OUT_BITS-1:0] result_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) waits_q <= 1'b0;
                else waits_q <= valid_o && !ready_i;
            always @(posedge clk_i)
                if (valid_o && !ready_i && !waits_q) result_q <= {`WF_CHECK_OUT};
            always @(posedge clk_i)
                if (rst_ni && waits_q) begin
                    `CHECK(valid_o, "valid_o stays until the result is taken");
                    `CHECK({`WF_CHECK_OUT} == result_q, "a result stays until it is taken");
                end
        end
    endgenerate
`ifdef WF_WITH_CHECK_CODE

    // ---- Codes ----

    wire raw = tag_o[`WF_CODE_BITS-1:0] == {`WF_CODE_BITS{1'b0}}`WF_CHECK_OR_RAW_BIT;
    always @(posedge clk_i)
        if (rst_ni && valid_o) `CHECK(!raw || &units_o, "a raw block uses every storage unit");
    always @(posedge clk_i)
        if (rst_ni && known && side_then[USER_BITS]) `CHECK(raw, "raw_only_i gives a raw block");
`ifdef WF_WITH_MASK
    always @(posedge clk_i)
        if (rst_ni && known && side_then[USER_BITS+1]) `CHECK(wen_o == {`WF_WEN_BITS{1'b0}}, "an empty mask writes nothing");
`endif
`ifdef WF_WITH_CHECK_WEN
    wire [`WF_UNITS-1:0] written;  // storage units with a write enable
    genvar u;
    generate
        for (u = 0; u < `WF_UNITS; u = u + 1) begin : gen_unit
            assign written[u] = |wen_o[u*(`WF_WEN_BITS/`WF_UNITS) +: `WF_WEN_BITS/`WF_UNITS];
        end
    endgenerate
    always @(posedge clk_i)
        if (rst_ni && valid_o) `CHECK((written & ~units_o) == {`WF_UNITS{1'b0}}, "write enables lie in storage units that are in use");
`endif
`ifdef WF_WITH_CHECK_FIRST
    wire [`WF_UNITS:0] unit_above = {1'b0, units_o} + {{`WF_UNITS{1'b0}}, 1'b1};
    always @(posedge clk_i)
        if (rst_ni && valid_o) begin
            `CHECK((unit_above[`WF_UNITS-1:0] & units_o) == {`WF_UNITS{1'b0}} && units_o[0], "the units in use are the first ones");
            `CHECK(wen_o == units_o, "the units in use are written");
        end
    wire unused_above = unit_above[`WF_UNITS];
`endif
`ifdef WF_WITH_CHECK_TAGS
    localparam [`WF_CHECK_TAGS-1:0] WRITTEN_TAGS = `WF_CHECK_TAG_SET;  // bit v: an encoder writes the value v
    always @(posedge clk_i)
        if (rst_ni && valid_o) `CHECK(WRITTEN_TAGS[tag_o[`WF_CHECK_TAG_BITS-1:0]], "the tag is one of this configuration");
`endif
`ifdef WF_WITH_CHECK_DOWN
    genvar p;
    generate
        for (p = 0; p < `WF_CHECK_PARTS; p = p + 1) begin : gen_part
            wire [`WF_CHECK_TAG_BITS:0] none_below = {1'b0, ~tag_o[p*`WF_CHECK_TAG_BITS +: `WF_CHECK_TAG_BITS]} + 1;
            always @(posedge clk_i)
                if (rst_ni && valid_o)
                    `CHECK((none_below[`WF_CHECK_TAG_BITS-1:0] & ~tag_o[p*`WF_CHECK_TAG_BITS +: `WF_CHECK_TAG_BITS]) == 0,
                           "the ones in the tag's first fields stand at the top");
            wire unused_top = none_below[`WF_CHECK_TAG_BITS];
        end
    endgenerate
`endif
`ifdef WF_WITH_CHECK_BITS
    localparam [`WF_CHECK_TAGS*`WF_CHECK_BITS-1:0] BITS_OF_TAG = {`WF_CHECK_BITS_OF};  // of the highest value first
    always @(posedge clk_i)
        if (rst_ni && valid_o)
            `CHECK((tag_o[`WF_CHECK_TAG_BITS +: `WF_CHECK_BITS] & ~BITS_OF_TAG[tag_o[`WF_CHECK_TAG_BITS-1:0]*`WF_CHECK_BITS +: `WF_CHECK_BITS]) == 0,
                   "bits of the tag that the class does not use are 0");
`endif
`ifdef WF_WITH_HEAD
    localparam [`WF_CHECK_HEADS-1:0] WRITTEN_HEADS = `WF_CHECK_HEAD_SET;  // bit v: an encoder writes the head v
    always @(posedge clk_i)
        if (rst_ni && valid_o)
            `CHECK(raw || WRITTEN_HEADS[payload_o[`WF_CHECK_HEAD_BITS-1:0]], "the head of a compressed line is one of this configuration");
`endif
`ifdef WF_WITH_CHECK_UNITS
    localparam [`WF_CHECK_TAGS*`WF_UNITS-1:0] UNITS_OF_TAG = {`WF_CHECK_UNITS_OF};  // of the highest value first
    always @(posedge clk_i)
        if (rst_ni && valid_o)
            `CHECK(units_o == UNITS_OF_TAG[tag_o[`WF_CHECK_TAG_BITS-1:0]*`WF_UNITS +: `WF_UNITS], "the units in use are those of the tag");
`endif
`endif
`ifdef WF_WITH_CHECK_OWN

    // ---- What this unit promises beyond that ----

    `WF_CHECK_OWN own (
`WF_CHECK_OWN_PORTS
    );
`endif
    wire unused = &{1'b0, taken, moves, known, side_then`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef OWED
`undef CHECK
`default_nettype wire
