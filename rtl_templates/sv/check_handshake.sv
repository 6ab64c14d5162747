// SPDX-License-Identifier: Apache-2.0
// Checks of one stream, which its instance is named after: a transaction that waits for ready stays as it is, valid and ready are always
// known, and while the module is in reset it offers nothing that one could take. A stream without a ready has 1 in its place.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// What the environment owes: assumed where a tool chooses the inputs freely, asserted where something drives them
`define OWED(holds, text) if (ASSUME != 0) begin assume (holds); end else `CHECK(holds, text)
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
module `WF_CHECK_HANDSHAKE #(
    parameter BITS   = 1,  // bits of all fields
    parameter OUTPUT = 0,  // who says valid: 0 the environment, 1 the module
    parameter ASSUME = 0   // what the environment owes is: 0 asserted, 1 assumed
) (
    input  wire            clk_i,
    input  wire            rst_ni,
    input  wire            valid_i,
    input  wire            ready_i,
    input  wire [BITS-1:0] fields_i
);
    reg            waits_q;  // a transaction was there and was not taken
    reg [BITS-1:0] fields_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) waits_q <= 1'b0;
        else waits_q <= valid_i && !ready_i;
    always @(posedge clk_i)
        if (valid_i && !ready_i && !waits_q) fields_q <= fields_i;
    generate
        if (BITS < 1) begin : gen_bad_bits $fatal(1, "BITS is %0d: it must be 1 or more", BITS); end
        if (OUTPUT < 0 || OUTPUT > 1) begin : gen_bad_output $fatal(1, "OUTPUT is %0d: it must be 0 or 1", OUTPUT); end
        if (ASSUME < 0 || ASSUME > 1) begin : gen_bad_assume $fatal(1, "ASSUME is %0d: it must be 0 or 1", ASSUME); end
        if (OUTPUT != 0) begin : gen_given
            always @(posedge clk_i)
                if (rst_ni && waits_q) begin
                    `CHECK(valid_i, "valid_o stays until it is taken");
                    `CHECK(fields_i == fields_q, "what is offered stays until it is taken");
                end else if (!rst_ni) `CHECK(!valid_i || ready_i, "a reset leaves nothing that waits");
        end else begin : gen_taken
            always @(posedge clk_i)
                if (rst_ni && waits_q) begin
                    `OWED(valid_i, "valid_i stays until it is taken");
                    `OWED(fields_i == fields_q, "what waits stays until it is taken");
                end
        end
    endgenerate
`ifndef FORMAL
    always @(posedge clk_i)
        if (rst_ni) `CHECK(!$isunknown({valid_i, ready_i}), "valid and ready are known");
`endif
endmodule
// verilator lint_on SYNCASYNCNET
`undef OWED
`undef CHECK
`default_nettype wire
