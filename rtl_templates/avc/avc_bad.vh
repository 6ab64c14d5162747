    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32 || ADDRESS <= $clog2(SETS) + $clog2(VECTORS)) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
`ifdef WF_WITH_AVC_WAYS
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
`endif
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
        if (AVC_ROW != (AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1)) begin : gen_bad_avc_row
            wf_illegal_AVC_ROW bad ();
        end
        if (L1_ROW != (L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1)) begin : gen_bad_l1_row
            wf_illegal_L1_ROW bad ();
        end
        if (VECTOR != LANES + 35 && VECTOR != LANES + 36) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
