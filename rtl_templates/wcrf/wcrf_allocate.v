// SPDX-License-Identifier: Apache-2.0
// An issue port without collectors. An instruction waits in the register "allocate" until its sources can be read and its clusters have a free cycle
// for each. From then on everything has its time: each value comes in one of three cycles, and all leave together in the third.
// In: an instruction, with the places of its sources and the older writes of each; the cycles that the clusters offer; what they bring.
// Out: the requests of its sources; the operands, which nobody can stop.
//
//   A source of a free cluster, decoders of one cycle; its value waits for two cycles, as if others were read later:
//   cycle        0  1  2  3  4  5  6  7
//   valid_i      1
//   ask_o           1
//   lags_i         001                     it is read in cycle 3
//   allocated_o     1
//   values_i                      1
//   valid_o                             1
//
// More: docs/wcrf-fixed.md
`default_nettype none
module `WF_WCRF_ALLOCATE #(
    parameter LANES    = `WF_LANES,        // lanes of the warp
    parameter CLUSTERS = `WF_CLUSTERS,     // clusters
    parameter SLOTS    = `WF_SLOTS,        // write slots
    parameter LATENCY  = 1,                // cycles of a decoder; 0: there is none
    parameter USER     = `WF_USER,         // bits of user
    parameter CLUSTER  = 1,                // bits of a cluster's number, the lowest of a place
    parameter PLACE    = 10,               // bits of a place
    parameter BLOCK    = 32 * LANES        // bits of a value; not to be set
) (
    input  wire                          clk_i,       // clock, rising edge
    input  wire                          rst_ni,      // reset, low, asynchronous

    input  wire                          valid_i,     // 1: an instruction
    output wire                          ready_o,     // 1: it is taken
    input  wire [2:0]                    used_i,      // bit s: it reads source s
    input  wire [3*PLACE-1:0]            place_i,     // where the register of each source is, source 0 lowest
`ifdef WF_WITH_INTERLOCK_ON
    input  wire [3*SLOTS-1:0]            before_i,    // the slot with the youngest older write of each source, source 0 lowest
    input  wire [SLOTS-1:0]              written_i,   // the slots whose writes are stored in this cycle
`endif
`ifdef WF_WITH_FORWARD_ON
    input  wire [SLOTS-1:0]              shows_i,     // the slots that can be read
`endif
    input  wire [LANES-1:0]              mask_i,      // its mask
    input  wire [USER-1:0]               user_i,      // its user

    output wire                          take_o,      // 1: the register takes it
    output wire [2:0]                    ask_o,       // bit s: source s asks its cluster
    output wire [3*PLACE-1:0]            places_o,    // where each source is, source 0 lowest
`ifdef WF_WITH_FORWARD_ON
    output wire [3*SLOTS-1:0]            befores_o,   // the slot that it reads in place of that, one-hot, or 0
`endif
    input  wire [3*3-1:0]                lags_i,      // bit 3 s + j: source s may be read j + 2 cycles from now, one-hot, or 0
    output wire                          allocated_o, // 1: all of them are
    input  wire [CLUSTERS*BLOCK-1:0]     values_i,    // what each cluster brings, cluster 0 lowest

    output wire                          valid_o,     // 1: operands
    output wire [3*BLOCK+LANES+USER-1:0] data_o       // from bit 0: value0 | value1 | value2 | mask | user
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (LATENCY < 0 || LATENCY > 8) begin : gen_bad_latency wf_illegal_LATENCY bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (CLUSTER < 1) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (PLACE <= CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate
    localparam REST = LANES + USER;

    // ---- Wait for older writes, then for all clusters at once ----

    reg                full_q, ready_q;     // ready_q: its sources can be read
    reg  [2:0]         used_q;
    reg  [3*PLACE-1:0] places_q;
    reg  [REST-1:0]    rest_q;              // mask | user
    wire [2:0]         may, there;          // a source can be read in the next cycle; its cluster has a cycle for it
    wire               take = valid_i && ready_o;
    assign allocated_o = ready_q && &(there | ~used_q);
    assign ready_o     = !full_q || allocated_o;
    assign take_o      = take;
    assign ask_o       = used_q & {3{ready_q}};
    assign places_o    = places_q;
    wire               full = take || (full_q && !allocated_o);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {full_q, ready_q} <= 2'd0;
        else         {full_q, ready_q} <= {full, full && &may};
    always @(posedge clk_i)
        if (take) {used_q, places_q, rest_q} <= {used_i, place_i, user_i, mask_i};

    // ---- Sources: when each is read, and which cluster brings it ----

    localparam         EACH = 3 * CLUSTERS;     // bit j * CLUSTERS + c: cluster c brings it, read in the j-th cycle that it could be
    wire [3*EACH-1:0]  from;
    genvar s, j, c;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            assign there[s] = |lags_i[3*s +: 3];
`ifdef WF_WITH_INTERLOCK_ON
            reg  [SLOTS-1:0] before_q;
            reg              behind_q;      // it waits for that write, or would without forwarding
            wire [SLOTS-1:0] earlier = take ? before_i[s*SLOTS +: SLOTS] : before_q;
            wire             behind  = take ? |before_i[s*SLOTS +: SLOTS] : behind_q && !(|(before_q & written_i));
            wire             used    = take ? used_i[s] : used_q[s];
`ifdef WF_WITH_FORWARD_ON
            assign may[s] = !used || !behind || |(earlier & shows_i);
            assign befores_o[s*SLOTS +: SLOTS] = before_q & {SLOTS{behind_q}};
`else
            assign may[s] = !used || !behind;
`endif
            always @(posedge clk_i) begin
                before_q <= earlier;
                behind_q <= behind;
            end
`else
            assign may[s] = 1'b1;
`endif
            for (j = 0; j < 3; j = j + 1) begin : gen_lag
                for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
                    localparam [31:0] NUMBER = c;
                    assign from[s*EACH + j*CLUSTERS + c] = ask_o[s] && lags_i[3*s + j] && places_q[s*PLACE +: CLUSTER] == NUMBER[CLUSTER-1:0];
                end
            end
        end
    endgenerate

    // ---- On their way: 3 cycles to the words of the earliest read, LATENCY through a decoder ----

    wire                   read_valid, first_valid, second_valid, third_valid;
    wire [3*EACH+REST-1:0] read, first;
    wire [REST-1:0]        second_rest, third_rest;
    `WF_DELAY #(.WIDTH(3*EACH + REST), .DEPTH(3)) banks (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(allocated_o), .data_i({rest_q, from}), .valid_o(read_valid), .data_o(read)
    );
    `WF_DELAY #(.WIDTH(3*EACH + REST), .DEPTH(LATENCY)) decoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(read_valid), .data_i(read), .valid_o(first_valid), .data_o(first)
    );
    `WF_RANK #(.WIDTH(REST)) rank_second (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(first_valid), .data_i(first[3*EACH +: REST]),
        .valid_o(second_valid), .data_o(second_rest)
    );
    `WF_RANK #(.WIDTH(REST)) rank_third (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(second_valid), .data_i(second_rest),
        .valid_o(third_valid), .data_o(third_rest)
    );

    // ---- Values: what comes in the first or the second cycle waits for the third ----

    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_value
            wire [EACH-1:0]       brings = first[s*EACH +: EACH] & {EACH{first_valid}};
            wire [CLUSTERS-1:0]   early  = brings[0 +: CLUSTERS];
            reg  [2*CLUSTERS:0]   later_q;      // third cycle | second cycle | the first has brought it
            reg  [CLUSTERS:0]     last_q;       // third cycle | an earlier one has brought it
            reg  [BLOCK-1:0]      first_q, second_q;
            wire [BLOCK-1:0]      first_value, second_value;
            `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS)) mux_first (.select_i(early), .data_i(values_i), .data_o(first_value));
            `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS + 1)) mux_second (
                .select_i(later_q[CLUSTERS:0]), .data_i({values_i, first_q}), .data_o(second_value)
            );
            `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS + 1)) mux_third (
                .select_i(last_q), .data_i({values_i, second_q}), .data_o(data_o[s*BLOCK +: BLOCK])
            );
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) {later_q, last_q} <= {3*CLUSTERS+2{1'b0}};
                else {later_q, last_q} <= {brings[CLUSTERS +: 2*CLUSTERS], |early, later_q[CLUSTERS+1 +: CLUSTERS], |later_q[CLUSTERS:0]};
            always @(posedge clk_i) begin
                if (|early) first_q <= first_value;
                if (|later_q[CLUSTERS:0]) second_q <= second_value;
            end
        end
    endgenerate
    assign valid_o = third_valid;
    assign data_o[3*BLOCK +: REST] = third_rest;
endmodule
`default_nettype wire
