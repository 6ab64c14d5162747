// SPDX-License-Identifier: Apache-2.0
//
// What wcrf promises of order and time (docs/wcrf.md, "What it promises", 1 to 3 and 6, and "Bounds"). It binds to the ports of wcrf_slice alone. The
// bit that tells whether a write is the first or a later one is bit 0 of lane 0; the memories keep it alone.
`default_nettype none
`include "wcrf_head.svh"
    localparam LATER = 0;
    localparam [15:0] MOST = 16 * (SLOTS + 1) * (3 * ISSUES * `COLLECTORS + 1) + 16 * `WAKE;
`include "file_order.svh"
`ifdef FORWARD_OFF
`ifdef INTERLOCK_ON
    always @(posedge clk_i)
        if (run_q) assert (!(|offers) || first_told_q || |tells_first);     // with the older write
`endif
`endif

    // ---- The memories: free, or bit 0 of what was written last ----

`ifdef VALUES
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_memory
            reg [ROWS-1:0] kept_q;
            reg            shown_q;
            always @(posedge clk_i) begin
                if (write[c*LANES]) kept_q[write_row[c*ROW +: ROW]] <= data[c*BLOCK];
                if (read[c*BANKS]) shown_q <= kept_q[read_row[c*ROW +: ROW]];
            end
            assign words[c*BLOCK +: BLOCK] = shown_q;
        end
        for (p = 0; p < WRITES; p = p + 1) begin : gen_value
            assign writes[p*WRITE +: WRITE] = {write_i[(p+1)*WRITE-1 : p*WRITE+NUMBER+LANES+1], later[p], write_i[p*WRITE +: NUMBER+LANES]};
        end
    endgenerate
    always @* assume (!is_first[0] || write_i[NUMBER]);     // the first write has lane 0
`else
    (* anyseq *) wire [CLUSTERS*BLOCK-1:0] any;
    assign words = any;
    assign writes = write_i;
`endif
endmodule
`default_nettype wire
