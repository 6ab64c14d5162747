// SPDX-License-Identifier: Apache-2.0
// wf_age against a list: an entry that is taken goes to its end, of those of one cycle the lowest number first. Pairs of entries of which one
// was never taken do not count.
`default_nettype none
module check #(
    parameter ENTRIES = 3
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // which entries are taken
    output wire         bad_o
);
    wire [ENTRIES-1:0]         take = free_i[ENTRIES-1:0];
    wire [ENTRIES*ENTRIES-1:0] older;
    reg  [ENTRIES-1:0]         taken_q;
    wf_age #(.ENTRIES(ENTRIES)) dut (.clk_i(clk_i), .take_i(take), .older_o(older));

    // A list of entries, the oldest first, as a matrix of its own: where each stands
    integer i, j;
    reg     wrong;
    reg     [ENTRIES*ENTRIES-1:0] before_q;     // bit i * ENTRIES + j: j stands before i
    reg     [ENTRIES*ENTRIES-1:0] before;
    always @* begin
        before = before_q;
        for (i = 0; i < ENTRIES; i = i + 1)
            if (take[i])
                for (j = 0; j < ENTRIES; j = j + 1) begin    // it goes to the end of the list, those of lower numbers before it
                    before[i*ENTRIES + j] = j != i;
                    before[j*ENTRIES + i] = 1'b0;
                end
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) taken_q <= {ENTRIES{1'b0}};
        else         taken_q <= taken_q | take;
    always @(posedge clk_i) before_q <= before;
    always @* begin
        wrong = 1'b0;
        for (i = 0; i < ENTRIES; i = i + 1)
            for (j = 0; j < ENTRIES; j = j + 1)
                wrong = wrong || (taken_q[i] && taken_q[j] && older[i*ENTRIES + j] != before_q[i*ENTRIES + j]);
    end
    assign bad_o = wrong;
endmodule
`default_nettype wire
