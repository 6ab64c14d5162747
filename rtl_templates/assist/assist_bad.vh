    generate
        if (LANES < 4 || LANES > 128 || 128 % LANES != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (ROUTINES < 2 || ROUTINES > 64 || 64 % ROUTINES != 0) begin : gen_bad_routines wf_illegal_ROUTINES bad (); end
        if (EVENTS < 2 || EVENTS > 64 || 64 % EVENTS != 0) begin : gen_bad_events wf_illegal_EVENTS bad (); end
        if (STORE < 16 || STORE > 4096 || 4096 % STORE != 0) begin : gen_bad_store wf_illegal_STORE bad (); end
        if (BITS < 16 || BITS > 128) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (ENTRIES < 4 || ENTRIES > 32 || 32 % ENTRIES != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (WAITING < 4 || WAITING > 64 || 64 % WAITING != 0) begin : gen_bad_waiting wf_illegal_WAITING bad (); end
        if (LOW < 1 || LOW > 16 || LOW >= ENTRIES || LOW >= WAITING) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (WIDTH != `WF_WIDTH) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (ROOM < 1 || ROOM > 4) begin : gen_bad_room wf_illegal_ROOM bad (); end
        if (MOST < 16 || MOST > 4096 || 4096 % MOST != 0) begin : gen_bad_most wf_illegal_MOST bad (); end
        if (LIVE < 1 || LIVE > 8) begin : gen_bad_live wf_illegal_LIVE bad (); end
        if (DATA < 1 || DATA > 128) begin : gen_bad_data wf_illegal_DATA bad (); end
        if (SLOTS < 1 || SLOTS > 4) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (WINDOW < 16 || WINDOW > 1024 || 1024 % WINDOW != 0) begin : gen_bad_window wf_illegal_WINDOW bad (); end
        if (THROTTLE < 0 || THROTTLE > 100) begin : gen_bad_throttle wf_illegal_THROTTLE bad (); end
        if (WARP != (WARPS < 2 ? 1 : $clog2(WARPS))) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE != $clog2(ROUTINES)) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (EVENT != $clog2(EVENTS)) begin : gen_bad_event wf_illegal_EVENT bad (); end
        if (ADDRESS != $clog2(STORE)) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(ENTRIES)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (USED != $clog2(SLOTS + 1)) begin : gen_bad_used wf_illegal_USED bad (); end
    endgenerate
