// SPDX-License-Identifier: Apache-2.0
// The memory of rtl_templates/cells/wf_ram.v as a macro that sleeps: it loses its words and shows X where on_i falls, and takes `WAKE cycles
// from where on_i rises to the first access. An earlier one stops the simulation.
`default_nettype none
module `SLEEPING_RAM #(
    parameter WORDS = 2, BITS = 1, PART = BITS, PORTS = 2, ADDRESS = $clog2(WORDS)
) (
    input  wire                 clk_i, on_i, read_i,
    input  wire [ADDRESS-1:0]   read_addr_i, write_addr_i,
    input  wire [BITS/PART-1:0] write_i,
    input  wire [BITS-1:0]      write_data_i,
    output reg  [BITS-1:0]      read_data_o
);
    reg [BITS-1:0] memory [0:WORDS-1];
    integer w, p, awake;
    always @(on_i) begin
        awake = 0;
        if (on_i !== 1'b1) begin
            for (w = 0; w < WORDS; w = w + 1) memory[w] = {BITS{1'bx}};
            read_data_o = {BITS{1'bx}};
        end
    end
    always @(posedge clk_i) begin
        if ((read_i || |write_i) && (on_i !== 1'b1 || awake < `WAKE)) begin
            $display("ASSERT %m: read or written %0d cycles after it began to wake", awake);
            $finish;
        end
        if (read_i) read_data_o <= memory[read_addr_i];
        for (p = 0; p < BITS / PART; p = p + 1)
            if (write_i[p]) memory[write_addr_i][p*PART +: PART] <= write_data_i[p*PART +: PART];
        awake = awake + 1;
    end
endmodule
`default_nettype wire
