// SPDX-License-Identifier: Apache-2.0
// wf_plru as loops over levels: down the tree from the root to the way that leaves, and to the one that is used.
`default_nettype none
module wf_plru_ref #(
    parameter WAYS  = 2,
    parameter NODES = WAYS > 1 ? (1 << $clog2(WAYS)) - 1 : 1
) (
    input  wire [NODES-1:0] tree_i,
    output reg  [WAYS-1:0]  leaves_o,
    input  wire [WAYS-1:0]  use_i,
    output reg  [NODES-1:0] set_o,
    output reg  [NODES-1:0] clear_o
);
    integer node, half, way, w;
    always @* begin
        way  = 0;
        node = 1;
        for (half = (1 << $clog2(WAYS)) / 2; half >= 1; half = half / 2)
            if (tree_i[node-1] && way + half < WAYS) begin
                way  = way + half;
                node = 2 * node + 1;
            end else node = 2 * node;
        leaves_o = 1 << way;

        set_o   = {NODES{1'b0}};
        clear_o = {NODES{1'b0}};
        for (w = 0; w < WAYS; w = w + 1) begin
            node = 1;
            for (half = (1 << $clog2(WAYS)) / 2; half >= 1; half = half / 2)
                if ((w / half) % 2 == 1) begin
                    clear_o[node-1] = clear_o[node-1] | use_i[w];
                    node            = 2 * node + 1;
                end else begin
                    set_o[node-1] = set_o[node-1] | use_i[w];
                    node          = 2 * node;
                end
        end
    end
endmodule
`default_nettype wire
