    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
`ifdef WF_METACACHE
        if ((BLOCKS != 1 && BLOCKS != 2 && BLOCKS != 4 && BLOCKS != 8) || BLOCKS > OUTSTANDING) begin : gen_bad_blocks
            wf_illegal_BLOCKS bad ();
        end
        if (KBYTES != 2 && KBYTES != 4 && KBYTES != 8 && KBYTES != 16 && KBYTES != 32) begin : gen_bad_kbytes
            wf_illegal_KBYTES bad ();
        end
        if (WAYS != 1 && WAYS != 2 && WAYS != 4 && WAYS != 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
        if (ADDRESS < 16 || ADDRESS > 28 || ADDRESS <= $clog2(4096 * KBYTES / WAYS)) begin : gen_bad_address
            wf_illegal_ADDRESS bad ();
        end
`else
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
`endif
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
`ifdef WF_METACACHE
        if (COUNT != $clog2(4 * FETCH)) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (SET != $clog2(1024 * KBYTES / FETCH / WAYS)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (TAG != ADDRESS + 4 - SET - COUNT) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (DATA != 8 * FETCH) begin : gen_bad_data wf_illegal_DATA bad (); end
`endif
        if (BURST != $clog2(LINE / 32)) begin : gen_bad_burst wf_illegal_BURST bad (); end
    endgenerate
