// SPDX-License-Identifier: Apache-2.0
// The decoders, between the stages "data" of the clusters and the collectors. With as many decoders as clusters each cluster has its own. With
// fewer, the compressed codes ask an arbiter. The value of a compressed code comes out LATENCY cycles after that has moved on. Raw values and zeros
// come out at once, or, while an older value of the cluster does, as late as compressed ones: through the decoder, or the ranks beside shared ones.
//
//   4 clusters, 1 decoder, compressed codes in clusters 0 and 2, a raw one in 1  ->  moves_o 0011, then 0100
//
// More: docs/wcrf.md, "Read"
`default_nettype none
module `WF_WCRF_DECODE #(
    parameter LANES         = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter BANK          = `WF_BANK,           // bits of a bank: 32, 64 or 128
    parameter CLUSTERS      = `WF_CLUSTERS,       // clusters
    parameter DECOMPRESSORS = `WF_DECOMPRESSORS,  // decoders: 1 to CLUSTERS
    parameter LATENCY       = `WF_DEC_LATENCY,    // cycles: 1 to 8
    parameter READERS       = 1,                  // who may have asked: sources, and the move
    parameter BLOCK         = 32 * LANES          // bits of a value; not to be set
) (
    input  wire                        clk_i,         // clock, rising edge
    input  wire                        rst_ni,        // reset, low, asynchronous
    input  wire [CLUSTERS-1:0]         valid_i,       // bit c: there is a code at the stage "data" of cluster c
    input  wire [CLUSTERS-1:0]         next_i,        // bit c: one comes to it, and is there in the next cycle
    input  wire [CLUSTERS-1:0]         next_raw_i,    // bit c: which is not compressed
    input  wire [CLUSTERS*2-1:0]       tag_i,         // its tag, cluster 0 lowest; 0 of an invalid register
    input  wire [CLUSTERS*READERS-1:0] to_i,          // who asked, one-hot, cluster 0 lowest
    input  wire [CLUSTERS*BLOCK-1:0]   words_i,       // its words, cluster 0 lowest; 0 of an invalid register
    output wire [CLUSTERS-1:0]         moves_o,       // bit c: the code moves on
    output wire [CLUSTERS-1:0]         decodes_o,     // bit c: and it is compressed
    output wire [READERS*CLUSTERS-1:0] back_o,        // bit r * CLUSTERS + c: cluster c brings the value of reader r
    output wire [CLUSTERS*BLOCK-1:0]   values_o       // that value, cluster 0 lowest
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (DECOMPRESSORS < 1 ||
                DECOMPRESSORS > CLUSTERS) begin : gen_bad_decompressors wf_illegal_DECOMPRESSORS bad (); end
        if (LATENCY < 1 || LATENCY > 8) begin : gen_bad_latency wf_illegal_LATENCY bad (); end
        if (READERS < 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    // ---- Classify. A raw value comes out at once, which is known a cycle before, if no older one of its cluster does ----

    wire [CLUSTERS-1:0] compressed;
    wire [CLUSTERS-1:0] coming;     // an older value of the cluster comes out in the next cycle
    reg  [CLUSTERS-1:0] past_q;     // the raw value at the stage "data" comes out in this one
    wire [CLUSTERS*READERS-1:0] back;   // who gets what comes out, cluster 0 lowest
    genvar c, m, r;
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_classify
            for (r = 0; r < READERS; r = r + 1) begin : gen_reader
                assign back_o[r*CLUSTERS + c] = back[c*READERS + r];
            end
            wire unused;
            assign compressed[c] = valid_i[c] && tag_i[2*c +: 2] != 2'd0;
            `WF_WCRF_DELAY #(.WIDTH(1), .DEPTH(LATENCY - 1)) delay (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(moves_o[c] && !past_q[c]), .data_i(1'b0), .valid_o(coming[c]), .data_o(unused)
            );
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) past_q <= {CLUSTERS{1'b0}};
        else         past_q <= next_i & next_raw_i & ~coming;
    assign decodes_o = compressed & moves_o;

    generate
        if (DECOMPRESSORS == CLUSTERS) begin : gen_own
            // ---- Decode: a decoder in each cluster ----
            for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_decoder
                wire               valid;
                wire [READERS-1:0] to;
                wire [BLOCK-1:0]   block;
                wire               past = past_q[c];
                `WF_WCRF_DECODER #(.LANES(LANES), .BANK(BANK), .LATENCY(LATENCY), .SIDE(READERS)) decoder (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i[c] && !past), .side_i(to_i[c*READERS +: READERS]),
                    .tag_i(tag_i[2*c +: 2]), .payload_i(words_i[c*BLOCK +: BLOCK]),
                    .valid_o(valid), .side_o(to), .block_o(block)
                );
                assign values_o[c*BLOCK +: BLOCK]   = past ? words_i[c*BLOCK +: BLOCK] : block;
                assign back[c*READERS +: READERS] = (to & {READERS{valid}}) | (to_i[c*READERS +: READERS] & {READERS{past}});
            end
            assign moves_o = valid_i;
        end else begin : gen_shared
            // ---- Decode: shared decoders. The number of the cluster, one-hot, goes beside the code ----
            wire [DECOMPRESSORS*CLUSTERS-1:0] grants, from;
            wire [DECOMPRESSORS*BLOCK-1:0]    blocks;
            wire [CLUSTERS-1:0]               granted, unused_all;
            wire [CLUSTERS*(2+BLOCK)-1:0]     codes;
            `WF_ARB #(.PORTS(CLUSTERS), .GRANTS(DECOMPRESSORS)) arb (
                .clk_i(clk_i), .rst_ni(rst_ni), .request_i(compressed), .take_i(1'b1), .grant_o(grants)
            );
            `WF_FOLD #(.WIDTH(CLUSTERS), .COUNT(DECOMPRESSORS)) fold (.data_i(grants), .all_o(unused_all), .any_o(granted));
            assign moves_o = valid_i & (~compressed | granted);
            for (m = 0; m < DECOMPRESSORS; m = m + 1) begin : gen_decoder
                wire [CLUSTERS-1:0] served = grants[m*CLUSTERS +: CLUSTERS];
                wire [CLUSTERS-1:0] cluster;
                wire                valid;
                wire [1+BLOCK:0]    code;
                `WF_MUX #(.WIDTH(2 + BLOCK), .COUNT(CLUSTERS)) mux (.select_i(served), .data_i(codes), .data_o(code));
                `WF_WCRF_DECODER #(.LANES(LANES), .BANK(BANK), .LATENCY(LATENCY), .SIDE(CLUSTERS)) decoder (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(|served), .side_i(served),
                    .tag_i(code[BLOCK +: 2]), .payload_i(code[0 +: BLOCK]),
                    .valid_o(valid), .side_o(cluster), .block_o(blocks[m*BLOCK +: BLOCK])
                );
                assign from[m*CLUSTERS +: CLUSTERS] = cluster & {CLUSTERS{valid}};
            end

            // ---- Return: of each cluster, what a decoder brings, what went beside them, or else what comes at once ----
            for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_return
                wire                     valid, beside;
                wire                     past = past_q[c];
                wire [READERS-1:0]       to;
                wire [BLOCK-1:0]         block;
                wire [DECOMPRESSORS-1:0] which;
                assign codes[c*(2+BLOCK) +: 2+BLOCK] = {tag_i[2*c +: 2], words_i[c*BLOCK +: BLOCK]};
                `WF_WCRF_DELAY #(.WIDTH(READERS), .DEPTH(LATENCY)) delay_to (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(moves_o[c] && !past), .data_i(to_i[c*READERS +: READERS]),
                    .valid_o(valid), .data_o(to)
                );
                `WF_WCRF_DELAY #(.WIDTH(BLOCK), .DEPTH(LATENCY)) delay_raw (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i[c] && !compressed[c] && !past), .data_i(words_i[c*BLOCK +: BLOCK]),
                    .valid_o(beside), .data_o(block)
                );
                for (m = 0; m < DECOMPRESSORS; m = m + 1) begin : gen_which
                    assign which[m] = from[m*CLUSTERS + c];
                end
                `WF_MUX #(.WIDTH(BLOCK), .COUNT(DECOMPRESSORS + 2)) mux (
                    .select_i({past, beside, which}), .data_i({words_i[c*BLOCK +: BLOCK], block, blocks}), .data_o(values_o[c*BLOCK +: BLOCK])
                );
                assign back[c*READERS +: READERS] = (to & {READERS{valid}}) | (to_i[c*READERS +: READERS] & {READERS{past}});
            end
        end
    endgenerate
endmodule
`default_nettype wire
