    // A module under test. Its inputs are parts of in_i, its outputs parts of out_o.
    `WF_BENCH_MODULE `WF_BENCH_INSTANCE (
        `WF_BENCH_PORTS
    );
