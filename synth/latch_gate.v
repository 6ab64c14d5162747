`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// wf_gated as synthesis implements it, a gate for 64 latches. Its cells are placed by name, so that no logic is mapped into them: nothing but the clock
// and its enable comes to the latches. latches.c proves it equal to the emitted one.

module `WF_GATED (
    input  wire clk_i,
    input  wire load_i,
    output wire clock_o
);

    wire low, held, open;
    `WF_INVERTER low_clock (
        .`WF_INVERTER_IN (clk_i),
        .`WF_INVERTER_OUT(low)
    );
    `WF_NAND gate (
        .`WF_NAND_A  (low),
        .`WF_NAND_B  (load_i),
        .`WF_NAND_OUT(held)
    );
    `WF_INVERTER pulse (
        .`WF_INVERTER_IN (held),
        .`WF_INVERTER_OUT(open)
    );
    `WF_BUFFER drive (
        .`WF_BUFFER_IN (open),
        .`WF_BUFFER_OUT(clock_o)
    );

endmodule
`default_nettype wire
