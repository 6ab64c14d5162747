// SPDX-License-Identifier: Apache-2.0
// What a kernel loads before its first warp, but the instructions: which routine an event asks for, where each routine begins, its priority, how many
// registers it needs, and how many there are to spare. It judges a trigger in the cycle in which it comes.
//
//   event 1 has routine 3, which begins at 8, and enough registers are to spare; trigger_event_i 1  ->  routine_o 3, drop_o 0
//   the same without a first instruction                                                            ->  drop_o 1, reason_o 2
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
    input  wire [EVENT-1:0]   map_event_i,      // its event
    input  wire [ROUTINE-1:0] map_routine_i,    // the routine
    input  wire               map_high_i,       // 1: the routine's priority is high
    input  wire [8:0]         map_registers_i,  // registers that it needs
    input  wire               spare_i,          // 1: the registers to spare are told
    input  wire [8:0]         spare_registers_i, // so many
    input  wire [EVENT-1:0]   trigger_event_i,  // the event of a trigger
    input  wire               low_free_i,       // 1: low priority finds a place
    output wire               high_o,           // 1: its priority is high
    output wire [ROUTINE-1:0] routine_o,        // its routine
    output wire               drop_o,           // 1: it is dropped
    output wire [1:0]         reason_o,         // for this reason
    input  wire [ROUTINE-1:0] enter_routine_i,  // a routine
    output wire [ADDRESS-1:0] begin_o           // where it begins
);
    generate
        if (ROUTINES < 2 || ROUTINES > 64 || (ROUTINES & (ROUTINES - 1)) != 0) begin : gen_bad_routines wf_illegal_ROUTINES bad (); end
        if (EVENTS < 2 || EVENTS > 64 || (EVENTS & (EVENTS - 1)) != 0) begin : gen_bad_events wf_illegal_EVENTS bad (); end
        if (ADDRESS < 1) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ROUTINE != $clog2(ROUTINES)) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (EVENT != $clog2(EVENTS)) begin : gen_bad_event wf_illegal_EVENT bad (); end
    endgenerate

    // ---- Of each event: its routine and the registers that this needs. A routine begins where first_i said ----

    localparam OF_EVENT = ROUTINE + 9;
    reg  [EVENTS-1:0]           mapped_q;
    reg  [EVENTS*OF_EVENT-1:0]  map_q;
    reg  [ROUTINES-1:0]         begins_q, high_q;
    reg  [ROUTINES*ADDRESS-1:0] begin_q;
    reg  [8:0]                  spare_q;
    wire [EVENTS-1:0]           event_is;
    wire [ROUTINES-1:0]         routine_is, enters;
    genvar e, r;
    generate
        for (e = 0; e < EVENTS; e = e + 1) begin : gen_event
            localparam [31:0] NUMBER = e;
            assign event_is[e] = trigger_event_i == NUMBER[EVENT-1:0];
            always @(posedge clk_i)
                if (map_i && map_event_i == NUMBER[EVENT-1:0]) map_q[e*OF_EVENT +: OF_EVENT] <= {map_registers_i, map_routine_i};
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)                                        mapped_q[e] <= 1'b0;
                else if (map_i && map_event_i == NUMBER[EVENT-1:0]) mapped_q[e] <= 1'b1;
        end
        for (r = 0; r < ROUTINES; r = r + 1) begin : gen_routine
            localparam [31:0] NUMBER = r;
            assign routine_is[r] = routine_o == NUMBER[ROUTINE-1:0];
            assign enters[r]     = enter_routine_i == NUMBER[ROUTINE-1:0];
            always @(posedge clk_i) begin
                if (first_i && store_routine_i == NUMBER[ROUTINE-1:0]) begin_q[r*ADDRESS +: ADDRESS] <= store_address_i;
                if (map_i && map_routine_i == NUMBER[ROUTINE-1:0])     high_q[r] <= map_high_i;
            end
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)                                                begins_q[r] <= 1'b0;
                else if (first_i && store_routine_i == NUMBER[ROUTINE-1:0]) begins_q[r] <= 1'b1;
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      spare_q <= 9'd0;
        else if (spare_i) spare_q <= spare_registers_i;

    // ---- A trigger: the first reason to drop it ----

    wire [8:0] needs;
    wire       mapped   = |(event_is & mapped_q);
    wire       begins   = |(routine_is & begins_q);
    wire       too_many = needs > spare_q;
    `WF_MUX #(.WIDTH(OF_EVENT), .COUNT(EVENTS)) of_event (.select_i(event_is), .data_i(map_q), .data_o({needs, routine_o}));
    assign high_o   = |(routine_is & high_q);
    assign drop_o   = !mapped || !begins || too_many || (!high_o && !low_free_i);
    assign reason_o = !mapped ? 2'd1 : !begins ? 2'd2 : too_many ? 2'd3 : 2'd0;

    `WF_MUX #(.WIDTH(ADDRESS), .COUNT(ROUTINES)) of_routine (.select_i(enters), .data_i(begin_q), .data_o(begin_o));
endmodule
`default_nettype wire
