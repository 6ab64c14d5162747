    parameter LANES    = `WF_LANES,        // lanes of the warp: 4 to 128
    parameter WARPS    = `WF_WARPS,        // warps: 1 to 64
    parameter ROUTINES = `WF_ROUTINES,     // routines: 2, 4 .. 64
    parameter EVENTS   = `WF_EVENTS,       // kinds of events: 2, 4 .. 64
    parameter STORE    = `WF_STORE,        // instructions in the store: 16, 32 .. 4096
    parameter BITS     = `WF_BITS,         // bits of an instruction: 16 to 128
    parameter ENTRIES  = `WF_ENTRIES,      // instances at once: 4, 8, 16 or 32
    parameter WAITING  = `WF_WAITING,      // triggers that can wait: 4, 8 .. 64
    parameter LOW      = `WF_LOW,          // places and entries that low priority may use: 1 to 16, fewer than ENTRIES and WAITING
    parameter WIDTH    = `WF_WIDTH,        // instructions of a row; not to be set
    parameter ROOM     = `WF_ROOM,         // entries of the parent's part for an instance of high priority: 1 to 4
    parameter MOST     = `WF_MOST,         // instructions of an instance, after which it is cut: 16, 32 .. 4096
    parameter LIVE     = `WF_LIVE,         // live-in registers of a trigger, and live-out ones: 1 to 8
    parameter DATA     = `WF_DATA,         // bits of a trigger's data: 1 to 128
    parameter SLOTS    = `WF_SLOTS,        // issue slots of a cycle, or units, that are counted: 1 to 4
    parameter WINDOW   = `WF_WINDOW,       // cycles over which they are counted: 16, 32 .. 1024
    parameter THROTTLE = `WF_THROTTLE,     // per cent of a window's slots, above which low priority is not deployed: 0 to 100
    parameter WARP     = WARPS < 2 ? 1 : $clog2(WARPS), // bits of a warp's number; not to be set
    parameter ROUTINE  = $clog2(ROUTINES), // bits of a routine's number; not to be set
    parameter EVENT    = $clog2(EVENTS),   // bits of an event's number; not to be set
    parameter ADDRESS  = $clog2(STORE),    // bits of an address in the store; not to be set
    parameter ENTRY    = $clog2(ENTRIES),  // bits of an entry's number; not to be set
    parameter USED     = $clog2(SLOTS + 1) // bits of a number of slots; not to be set
) (
    input  wire                clk_i,              // clock, rising edge
    input  wire                rst_ni,             // reset, low, asynchronous

    input  wire                store_valid_i,      // 1: an instruction for the store
    output wire                store_ready_o,      // 1: it is taken: nothing is under way
    input  wire [ROUTINE-1:0]  store_routine_i,    // its routine
    input  wire [ADDRESS-1:0]  store_address_i,    // where it goes
    input  wire                store_first_i,      // 1: the routine begins here
    input  wire                store_last_i,       // 1: the routine ends here
    input  wire                store_branch_i,     // 1: nothing behind it goes out until resume says where to go on
    input  wire [BITS-1:0]     store_instruction_i, // its bits
    input  wire                map_valid_i,        // 1: an entry of the map
    input  wire [EVENT-1:0]    map_cause_i,        // its event
    input  wire [ROUTINE-1:0]  map_routine_i,      // the routine that it asks for
    input  wire                map_high_i,         // 1: the routine's priority is high
    input  wire [8:0]          map_registers_i,    // registers that it needs
    input  wire                spare_valid_i,      // 1: the registers to spare are told
    input  wire [8:0]          spare_registers_i,  // so many for each warp
    input  wire                trigger_valid_i,    // 1: a trigger
    output wire                trigger_ready_o,    // 1: it is taken: a place is free
    input  wire [EVENT-1:0]    trigger_cause_i,    // what happened
    input  wire [WARP-1:0]     trigger_warp_i,     // the parent
    input  wire [LANES-1:0]    trigger_mask_i,     // active lanes
    input  wire [8*LIVE-1:0]   trigger_live_in_i,  // numbers of registers
    input  wire [8*LIVE-1:0]   trigger_live_out_i, // numbers of registers
    input  wire [DATA-1:0]     trigger_data_i,     // any bits; they come out with all that the trigger leads to
    input  wire                issued_valid_i,     // 1: instructions have left the parent's part
    input  wire [ENTRIES-1:0]  issued_instances_i, // bit e: one of instance e
    input  wire                resume_valid_i,     // 1: an instance goes on behind a branch
    input  wire [ENTRY-1:0]    resume_entry_i,  // this one
    input  wire [ADDRESS-1:0]  resume_address_i,   // here
    input  wire                retire_valid_i,     // 1: last instructions have completed
    input  wire [ENTRIES-1:0]  retire_instances_i, // bit e: that of instance e
    input  wire                kill_valid_i,       // 1: all of a warp goes
    output wire                kill_ready_o,       // 1: it is taken: nothing is offered
    input  wire [WARP-1:0]     kill_warp_i,        // this warp
    input  wire                busy_valid_i,       // 1: slots are used in this cycle
    input  wire [USED-1:0]     busy_used_i,        // so many
    output wire                deploy_valid_o,     // 1: instructions of high priority
    input  wire                deploy_ready_i,     // 1: they are taken
    output wire [2:0]          deploy_count_o,     // how many
`WF_FOR k WIDTH
    output wire [BITS-1:0]     deploy_instruction`{k}_o, // instruction `{k}; 0 from count on
`WF_END
    output wire [ADDRESS-1:0]  deploy_address_o,   // of the first one in the store
    output wire [ENTRY-1:0]    deploy_entry_o,  // their instance
    output wire [WARP-1:0]     deploy_warp_o,      // its parent
    output wire [ROUTINE-1:0]  deploy_routine_o,   // its routine
    output wire [LANES-1:0]    deploy_mask_o,      // of its trigger
    output wire [8*LIVE-1:0]   deploy_live_in_o,   // of its trigger
    output wire [8*LIVE-1:0]   deploy_live_out_o,  // of its trigger
    output wire [DATA-1:0]     deploy_data_o,      // of its trigger
    output wire                deploy_last_o,      // 1: the instance has no other instruction
    output wire                deploy_branch_o,    // 1: resume must say where to go on
    output wire                idle_valid_o,       // 1: an instruction of low priority
    input  wire                idle_ready_i,       // 1: it is taken, in a slot that nothing else uses
    output wire [BITS-1:0]     idle_instruction_o, // its bits
    output wire [ADDRESS-1:0]  idle_address_o,     // where it is in the store
    output wire [ENTRY-1:0]    idle_entry_o,    // its instance
    output wire [WARP-1:0]     idle_warp_o,        // the instance's parent
    output wire [ROUTINE-1:0]  idle_routine_o,     // its routine
    output wire [LANES-1:0]    idle_mask_o,        // of its trigger
    output wire [8*LIVE-1:0]   idle_live_in_o,     // of its trigger
    output wire [8*LIVE-1:0]   idle_live_out_o,    // of its trigger
    output wire [DATA-1:0]     idle_data_o,        // of its trigger
    output wire                idle_last_o,        // 1: the instance has no other instruction
    output wire                idle_branch_o,      // 1: resume must say where to go on
    output wire                done_valid_o,       // 1: an instance is done
    output wire [ENTRY-1:0]    done_entry_o,    // this one
    output wire [WARP-1:0]     done_warp_o,        // its parent
    output wire [ROUTINE-1:0]  done_routine_o,     // its routine
    output wire                done_cut_o,         // 1: it was cut
    output wire [DATA-1:0]     done_data_o,        // of its trigger
    output wire                dropped_valid_o,    // 1: the trigger of the cycle before is dropped
    output wire [EVENT-1:0]    dropped_cause_o,    // its event
    output wire [WARP-1:0]     dropped_warp_o,     // its parent
    output wire [1:0]          dropped_reason_o,   // 0: full, 1: no event, 2: no routine, 3: no registers
    output wire [DATA-1:0]     dropped_data_o,     // its data
`ifdef WF_WITH_PART_FLUSH
    output wire                flush_valid_o,      // 1: the parent's instructions leave its part
    output wire [WARP-1:0]     flush_warp_o,       // this parent
`endif
    output wire                held_valid_o,       // always 1
