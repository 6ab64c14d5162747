// SPDX-License-Identifier: Apache-2.0
// A memory of WORDS words of BITS bits. Replace this file by the wrapper of a memory macro.
// In: read and write addresses. write_i has one enable for each PART bits of a word. PORTS = 2: one port reads and one writes. PORTS = 1:
// one port does both, so both addresses are the same net, and no cycle reads and writes. on_i is for a macro that sleeps: its words are not
// needed while on_i is 0, and it is read and written only where on_i has been 1 for as many cycles as the unit gives it to wake up.
// Out: read_data_o, the word read, one cycle later. It holds until the next read.
//
//   read_i 1, read_addr_i 3   ->   from the next cycle on read_data_o is word 3, until another read
//
// A row must not be read while it is written. What such a read gives is undefined, so no tool need build a way around the memory. A simulation
// stops there; with the macro `WF_RAM_GOES_ON defined it says so and goes on.
`default_nettype none
module `WF_RAM #(
    parameter WORDS   = 2,             // words, 2 or more
    parameter BITS    = 1,             // bits of a word
    parameter PART    = BITS,          // bits that one write enable covers; divides BITS
    parameter PORTS   = 2,             // 1: one port for both, 2: a port to read and a port to write
    parameter ADDRESS = $clog2(WORDS)  // bits of an address; not to be set
) (
    input  wire                 clk_i,         // clock, rising edge
    input  wire                 on_i,          // 0: the memory may sleep and lose its words
    input  wire                 read_i,        // 1: read
    input  wire [ADDRESS-1:0]   read_addr_i,   // number of the word to read
    output wire [BITS-1:0]      read_data_o,   // the word that was read last, from the next cycle on
    input  wire [BITS/PART-1:0] write_i,       // write enables, bit p is bits p * PART and up
    input  wire [ADDRESS-1:0]   write_addr_i,  // number of the word to write
    input  wire [BITS-1:0]      write_data_i   // the word to write
);
    generate
        if (WORDS < 2) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (BITS < 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (PART < 1 || BITS % PART != 0) begin : gen_bad_part wf_illegal_PART bad (); end
        if (PORTS < 1 || PORTS > 2) begin : gen_bad_ports wf_illegal_PORTS bad (); end
        if (ADDRESS != $clog2(WORDS)) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
    endgenerate
    wire unused_on = &{1'b0, on_i};     // this memory never sleeps

    // The same, for each tool: Yosys; Quartus; Synplify and Lattice's tools; Vivado
    (* no_rw_check, ramstyle = "no_rw_check", syn_ramstyle = "no_rw_check", rw_addr_collision = "no" *)
    reg [BITS-1:0] memory [0:WORDS-1];
    reg [BITS-1:0] data_q;
    always @(posedge clk_i)
        if (read_i) data_q <= memory[read_addr_i];
    assign read_data_o = data_q;

    genvar p;
    generate
        for (p = 0; p < BITS / PART; p = p + 1) begin : gen_part
            always @(posedge clk_i)
                if (write_i[p]) memory[write_addr_i][p*PART +: PART] <= write_data_i[p*PART +: PART];
        end
    endgenerate

`ifndef SYNTHESIS
`ifndef FORMAL
    wire clash = read_i && |write_i && (PORTS == 1 || read_addr_i == write_addr_i);
    always @(posedge clk_i)
        if (clash === 1'b1) begin
            $display("ASSERT %m: row %0d is read while row %0d is written", read_addr_i, write_addr_i);
`ifndef `WF_RAM_GOES_ON
            $finish;
`endif
        end
`endif
`endif
endmodule
`default_nettype wire
