// SPDX-License-Identifier: Apache-2.0
// A first bench of a register file, in plain Verilog: clock, reset, writes at one port, reads at one, and an array that says what must come
// back. It needs nothing but the files of rtl. Commands of two simulators, in that folder:
//
//   $ iverilog -g2005 -s `WF_EXAMPLE -o ../example/run -c `WF_DESIGN.f ../example/`WF_EXAMPLE.v
//   $ vvp -N ../example/run
//   $ verilator --binary --top-module `WF_EXAMPLE -Mdir ../example/obj -f `WF_DESIGN.f ../example/`WF_EXAMPLE.v
//   $ ../example/obj/V`WF_EXAMPLE
//
// It ends with a line PASS or FAIL; the exit code is 0 only of PASS (vvp: with -N). `WF_DESIGN.md tells the ports, and what is owed to them.
`default_nettype none
module `WF_EXAMPLE;
    localparam LANES = `WF_LANES, WARPS = `WF_WARPS, REGISTERS = `WF_REGISTERS, STORES = `WF_STORES; // registers of a warp
    reg                 clk = 1'b0, rst_n = 1'b0, write_valid = 1'b0, issue_valid = 1'b0;
    reg  [LANES-1:0]    mask, lanes;
    reg  [32*LANES-1:0] values, held [0:WARPS*REGISTERS-1]; // held: each register as it was written last, 0 before
    wire                write_ready, issue_ready, operands_valid;
    wire [32*LANES-1:0] value;
    wire [STORES-1:0]   stored_valid; // a bit for each stream that tells of stored writes
    integer             warp = 0, number = 0, i, k, kind, base, written = 0, stored = 0, compared = 0, errors = 0;

    // Inputs that the bench does not use are 0
    `WF_UNIT dut (
        .clk_i(clk), .rst_ni(rst_n), .write0_valid_i(write_valid), .write0_ready_o(write_ready), .write0_warp_i(warp[`WF_WARP_BITS-1:0]),
        .write0_dest_i(number[`WF_REGISTER_BITS-1:0]), .write0_mask_i(mask), .write0_values_i(values), .issue0_valid_i(issue_valid),
        .issue0_ready_o(issue_ready), .issue0_warp_i(warp[`WF_WARP_BITS-1:0]), .issue0_source0_i(number[`WF_REGISTER_BITS-1:0]),
        .issue0_used_i(3'b001), .issue0_mask_i({LANES{1'b1}}), .operands0_valid_o(operands_valid),
`ifdef WF_WITH_OPERANDS_READY
        .operands0_ready_i(1'b1),
`endif
        .operands0_value0_o(value),
        `WF_OTHERS
    );

    initial forever #5 clk = !clk;
    initial forever @(negedge clk) for (k = 0; k < STORES; k = k + 1) if (stored_valid[k]) stored = stored + 1;

    task choose_any; // one of a few registers, which are then written again and again
        begin
            warp   = $unsigned($random) % 4 % WARPS;
            number = $unsigned($random) % 6 % REGISTERS;
        end
    endtask

    task write_any; // one value, values in a row, or any values in some lanes
        begin
            choose_any;
            kind = $unsigned($random) % 3;
            base = $random;
            for (i = 0; i < LANES; i = i + 1) begin
                values[32*i +: 32] = kind == 0 ? base : kind == 1 ? base + i : $random;
                lanes[i] = kind < 2 || $random > 0;
                if (lanes[i]) held[warp*REGISTERS + number][32*i +: 32] = values[32*i +: 32];
            end
            mask = lanes;
            write_valid = 1'b1;
            while (!write_ready) @(negedge clk);
            @(negedge clk) write_valid = 1'b0;
            written = written + 1;
        end
    endtask

    task read_any;
        begin
            choose_any;
            issue_valid = 1'b1;
            while (!issue_ready) @(negedge clk);
            @(negedge clk) issue_valid = 1'b0;
            while (!operands_valid) @(negedge clk);
            compared = compared + 1;
            if (value !== held[warp*REGISTERS + number]) errors = errors + 1;
        end
    endtask

    task verdict;
        begin
            $display("%0s: %0d writes, %0d stored, %0d registers read, %0d of them wrong",
                     errors == 0 && compared == 60 ? "PASS" : "FAIL", written, stored, compared, errors);
            if (errors != 0 || compared != 60) $stop;
            $finish;
        end
    endtask

    initial begin
        for (i = 0; i < WARPS * REGISTERS; i = i + 1) held[i] = 0;
        repeat (3) @(negedge clk);
        rst_n = 1'b1;
        repeat (3) begin
            repeat (20) write_any;
            while (stored < written) @(negedge clk);
            repeat (20) read_any;
        end
        verdict;
    end

    initial begin // something does not come
        repeat (20000) @(posedge clk);
        verdict;
    end
endmodule
`default_nettype wire
