// SPDX-License-Identifier: Apache-2.0
// wf_count against a plain sum: the bits of each cycle are in the count three cycles later.
`default_nettype none
module check #(
    parameter WIDTH = 3
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // the events
    output wire         bad_o
);
    wire [WIDTH-1:0] bits = free_i[WIDTH-1:0];
    wire [31:0]      count;
    wf_count #(.WIDTH(WIDTH)) dut (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(bits), .count_o(count));

    reg  [31:0] now, then_q, before_q, due_q;
    integer     b;
    always @* begin
        now = 32'd0;
        for (b = 0; b < WIDTH; b = b + 1) now = now + {31'd0, bits[b]};
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            then_q   <= 32'd0;
            before_q <= 32'd0;
            due_q    <= 32'd0;
        end else begin
            then_q   <= now;
            before_q <= then_q;
            due_q    <= due_q + before_q;
        end
    assign bad_o = count != due_q;
endmodule
`default_nettype wire
