// SPDX-License-Identifier: Apache-2.0
// What a kernel loads before its first warp, but the instructions: which routine an event asks for, where each routine begins, its priority, how many
// registers it needs, and how many there are to spare. It judges a trigger in the cycle in which it comes.
//
//   event 1 has routine 3, which begins at 8, and enough registers are to spare; trigger_cause_i 1  ->  routine_o 3, high_o 1
//   the same without a first instruction                                                            ->  high_o 0, low_o 0, reason_o 2
//
// More: docs/assist.md, "Map" and "Trigger"
`default_nettype none
module `WF_ASSIST_MAP #(
    parameter ROUTINES = `WF_ROUTINES,  // routines: 2, 4 .. 64
    parameter EVENTS   = `WF_EVENTS,    // kinds of events: 2, 4 .. 64
    parameter ADDRESS  = 9,             // bits of an address in the store, from 1
    parameter ROUTINE  = $clog2(ROUTINES), // bits of a routine's number; not to be set
    parameter EVENT    = $clog2(EVENTS)    // bits of an event's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous: nothing is loaded, no register is to spare
    input  wire               first_i,          // 1: a routine begins
    input  wire [ROUTINE-1:0] store_routine_i,  // this one
    input  wire [ADDRESS-1:0] store_address_i,  // here
    input  wire               map_i,            // 1: an entry of the map
    input  wire [EVENT-1:0]   map_cause_i,      // its event
    input  wire [ROUTINE-1:0] map_routine_i,    // the routine
    input  wire               map_high_i,       // 1: the routine's priority is high
    input  wire [8:0]         map_registers_i,  // registers that it needs
    input  wire               spare_i,          // 1: the registers to spare are told
    input  wire [8:0]         spare_registers_i, // so many
    input  wire [EVENT-1:0]   trigger_cause_i,  // the event of a trigger
    output wire               high_o,           // 1: it asks for a routine of high priority
    output wire               low_o,            // 1: of low priority. Neither: it is dropped
    output wire [ROUTINE-1:0] routine_o,        // the routine
    output wire [1:0]         reason_o,         // why it is dropped: 0 if it is not
    input  wire [ROUTINE-1:0] placed_routine_i, // a routine
    output wire [ADDRESS-1:0] begin_o           // where it begins
);
    generate
        if (ROUTINES < 2 || ROUTINES > 64 || 64 % ROUTINES != 0) begin : gen_bad_routines wf_illegal_ROUTINES bad (); end
        if (EVENTS < 2 || EVENTS > 64 || 64 % EVENTS != 0) begin : gen_bad_events wf_illegal_EVENTS bad (); end
        if (ADDRESS < 1) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ROUTINE != $clog2(ROUTINES)) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (EVENT != $clog2(EVENTS)) begin : gen_bad_event wf_illegal_EVENT bad (); end
    endgenerate

    // ---- Of each event: its routine, and what is known of that: a trigger then needs the event alone ----

    localparam OF_EVENT = ROUTINE + 4;      // from bit 0: routine | it is right, and high | and low | reason
    reg  [EVENTS-1:0]           mapped_q, begins_q, fits_q, high_q;
    reg  [EVENTS-1:0]           right_high_q, right_low_q;  // nothing is wrong with it, and it is of high priority; of low priority
    reg  [EVENTS*ROUTINE-1:0]   routine_q;
    reg  [EVENTS*9-1:0]         needs_q;
    reg  [ROUTINES-1:0]         there_q;    // bit r: routine r begins somewhere
    reg  [ROUTINES*ADDRESS-1:0] begin_q;
    reg  [8:0]                  spare_q;
    wire [8:0]                  spare = spare_i ? spare_registers_i : spare_q;
    wire [ROUTINES-1:0]         starts, maps, placed_is;
    wire                        map_begins = |(maps & (there_q | starts));
    wire [EVENTS-1:0]           event_is;
    wire [EVENTS*OF_EVENT-1:0]  of_events;
    genvar e, r;
    generate
        for (e = 0; e < EVENTS; e = e + 1) begin : gen_event
            localparam [31:0] NUMBER = e;
            wire               own     = map_i && map_cause_i == NUMBER[EVENT-1:0];
            wire [ROUTINE-1:0] routine = routine_q[e*ROUTINE +: ROUTINE];
            wire [8:0]         needs   = own ? map_registers_i : needs_q[e*9 +: 9];
            assign event_is[e] = trigger_cause_i == NUMBER[EVENT-1:0];
            wire               high    = map_i && (own || map_routine_i == routine) ? map_high_i : high_q[e];
            wire               begins  = own ? map_begins : begins_q[e] || (mapped_q[e] && first_i && store_routine_i == routine);
            wire               fits    = needs <= spare;
            wire               right   = (mapped_q[e] || own) && begins && fits;
            wire [1:0]         reason  = !mapped_q[e] ? 2'd1 : !begins_q[e] ? 2'd2 : !fits_q[e] ? 2'd3 : 2'd0;
            assign of_events[e*OF_EVENT +: OF_EVENT] = {reason, right_low_q[e], right_high_q[e], routine};
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    mapped_q[e] <= 1'b0;
                    begins_q[e] <= 1'b0;
                    right_high_q[e] <= 1'b0;
                    right_low_q[e]        <= 1'b0;
                end else begin
                    mapped_q[e] <= mapped_q[e] || own;
                    begins_q[e] <= begins;
                    right_high_q[e] <= right && high;
                    right_low_q[e]        <= right && !high;
                end
            always @(posedge clk_i) begin
                if (own) routine_q[e*ROUTINE +: ROUTINE] <= map_routine_i;
                needs_q[e*9 +: 9] <= needs;
                fits_q[e]         <= fits;
                high_q[e]         <= high;
            end
        end
        for (r = 0; r < ROUTINES; r = r + 1) begin : gen_routine
            localparam [31:0] NUMBER = r;
            assign starts[r]    = first_i && store_routine_i == NUMBER[ROUTINE-1:0];
            assign maps[r]      = map_routine_i == NUMBER[ROUTINE-1:0];
            assign placed_is[r] = placed_routine_i == NUMBER[ROUTINE-1:0];
            always @(posedge clk_i)
                if (starts[r]) begin_q[r*ADDRESS +: ADDRESS] <= store_address_i;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) there_q[r] <= 1'b0;
                else         there_q[r] <= there_q[r] || starts[r];
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) spare_q <= 9'd0;
        else         spare_q <= spare;

    // ---- A trigger: what it asks for, or the first reason to drop it ----

    `WF_MUX #(.WIDTH(OF_EVENT), .COUNT(EVENTS)) of_event (.select_i(event_is), .data_i(of_events), .data_o({reason_o, low_o, high_o, routine_o}));

    `WF_MUX #(.WIDTH(ADDRESS), .COUNT(ROUTINES)) of_routine (.select_i(placed_is), .data_i(begin_q), .data_o(begin_o));
endmodule
`default_nettype wire
