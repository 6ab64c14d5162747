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
    input  wire [CLUSTERS*2-1:0]       tag_i,         // its tag, cluster 0 lowest; 0 of an invalid register
    input  wire [CLUSTERS*READERS-1:0] to_i,          // who asked, one-hot, cluster 0 lowest
    input  wire [CLUSTERS*2-1:0]       from_i,        // where its words are from: bit 2 c banks, bit 2 c + 1 a slot; none: 0
    input  wire [CLUSTERS-1:0]         next_i,        // bit c: a code comes to that stage, and is there in the next cycle
    input  wire [CLUSTERS-1:0]         next_raw_i,    // bit c: which is not compressed
    input  wire [CLUSTERS*READERS-1:0] next_to_i,     // who asked for it
    input  wire [CLUSTERS*2-1:0]       next_from_i,   // where its words are from
    input  wire [CLUSTERS*BLOCK-1:0]   words_i,       // what the banks have read last, cluster 0 lowest
    input  wire [CLUSTERS*BLOCK-1:0]   slot_words_i,  // what was read from a slot last, cluster 0 lowest
    output wire [CLUSTERS-1:0]         moves_o,       // bit c: the code moves on
    output wire [CLUSTERS-1:0]         decodes_o,     // bit c: and it is compressed
    output wire [READERS*(CLUSTERS+1)-1:0] back_o,    // bit r * (CLUSTERS + 1) + c: cluster c brings the value of reader r; c CLUSTERS: any does
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

    wire [CLUSTERS-1:0]       compressed;
    wire [CLUSTERS-1:0]       past;         // the raw value at the stage "data" comes out in this cycle
    wire [CLUSTERS*2-1:0]     past_from;    // the same, if it is not 0: from where
    wire [CLUSTERS*(2+BLOCK)-1:0] codes;    // from bit 0: words | tag
    wire [CLUSTERS*READERS-1:0] back;       // who gets what comes out in the next cycle, cluster 0 lowest
    genvar c, m, r;
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_classify
            wire [READERS-1:0] late_to;
            wire               late;        // an older value of the cluster comes out in the next cycle
            wire               next_past = next_i[c] && next_raw_i[c] && !late;
            reg                past_q;
            reg  [1:0]         from_q;
            reg  [READERS-1:0] back_q;
            wire [BLOCK-1:0]   words = (words_i[c*BLOCK +: BLOCK] & {BLOCK{from_i[2*c]}}) | (slot_words_i[c*BLOCK +: BLOCK] & {BLOCK{from_i[2*c+1]}});
            assign codes[c*(2+BLOCK) +: 2+BLOCK] = {tag_i[2*c +: 2], words};
            assign compressed[c] = valid_i[c] && tag_i[2*c +: 2] != 2'd0;
            `WF_DELAY #(.WIDTH(READERS), .DEPTH(LATENCY - 1)) delay (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(moves_o[c] && !past[c]), .data_i(to_i[c*READERS +: READERS]),
                .valid_o(late), .data_o(late_to)
            );
            assign back[c*READERS +: READERS] = (late_to & {READERS{late}}) | (next_to_i[c*READERS +: READERS] & {READERS{next_past}});
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) {past_q, from_q, back_q} <= {3+READERS{1'b0}};
                else         {past_q, from_q, back_q} <= {next_past, next_from_i[2*c +: 2] & {2{next_past}}, back[c*READERS +: READERS]};
            assign {past[c], past_from[2*c +: 2]} = {past_q, from_q};
            for (r = 0; r < READERS; r = r + 1) begin : gen_reader
                assign back_o[r*(CLUSTERS+1) + c] = back_q[r];
            end
        end
    endgenerate
    assign decodes_o = compressed & moves_o;

    reg  [READERS-1:0] any_q;       // who gets anything: a flip-flop of few loads, where those of a cluster select a value
    wire [READERS-1:0] any, unused_both;
    `WF_FOLD #(.WIDTH(READERS), .COUNT(CLUSTERS)) fold_back (.data_i(back), .all_o(unused_both), .any_o(any));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) any_q <= {READERS{1'b0}};
        else         any_q <= any;
    generate
        for (r = 0; r < READERS; r = r + 1) begin : gen_any
            assign back_o[r*(CLUSTERS+1) + CLUSTERS] = any_q[r];
        end
    endgenerate

    generate
        if (DECOMPRESSORS == CLUSTERS) begin : gen_own
            // ---- Decode: a decoder in each cluster ----
            for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_decoder
                wire             valid, unused_side;
                wire [BLOCK-1:0] block;
                `WF_WCRF_DECODER #(.LANES(LANES), .BANK(BANK), .LATENCY(LATENCY), .SIDE(1)) decoder (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i[c] && !past[c]), .side_i(1'b0),
                    .tag_i(codes[c*(2+BLOCK) + BLOCK +: 2]), .payload_i(codes[c*(2+BLOCK) +: BLOCK]),
                    .valid_o(valid), .side_o(unused_side), .block_o(block)
                );
                `WF_MUX #(.WIDTH(BLOCK), .COUNT(3)) mux (
                    .select_i({valid, past_from[2*c +: 2]}), .data_i({block, slot_words_i[c*BLOCK +: BLOCK], words_i[c*BLOCK +: BLOCK]}),
                    .data_o(values_o[c*BLOCK +: BLOCK])
                );
            end
            assign moves_o = valid_i;
        end else begin : gen_shared
            // ---- Decode: shared decoders. The number of the cluster, one-hot, goes beside the code ----
            wire [DECOMPRESSORS*CLUSTERS-1:0] grants, from;
            wire [DECOMPRESSORS*BLOCK-1:0]    blocks;
            wire [CLUSTERS-1:0]               granted, unused_all;
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
                wire                     beside;
                wire [BLOCK-1:0]         block;
                wire [DECOMPRESSORS-1:0] which;
                `WF_DELAY #(.WIDTH(BLOCK), .DEPTH(LATENCY)) delay_raw (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i[c] && !compressed[c] && !past[c]), .data_i(codes[c*(2+BLOCK) +: BLOCK]),
                    .valid_o(beside), .data_o(block)
                );
                for (m = 0; m < DECOMPRESSORS; m = m + 1) begin : gen_which
                    assign which[m] = from[m*CLUSTERS + c];
                end
                `WF_MUX #(.WIDTH(BLOCK), .COUNT(DECOMPRESSORS + 3)) mux (
                    .select_i({past_from[2*c +: 2], beside, which}),
                    .data_i({slot_words_i[c*BLOCK +: BLOCK], words_i[c*BLOCK +: BLOCK], block, blocks}), .data_o(values_o[c*BLOCK +: BLOCK])
                );
            end
        end
    endgenerate
endmodule
`default_nettype wire
