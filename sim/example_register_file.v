// SPDX-License-Identifier: Apache-2.0
// A first bench of a register file, in plain Verilog: clock, reset, writes at one port, reads at one, and an array that says what must come
// back. It needs nothing but the files of rtl. In that folder, with Icarus or with Verilator:
//
//   $ iverilog -g2005 -s `WF_EXAMPLE -o ../example/run -c `WF_DESIGN.f ../example/`WF_EXAMPLE.v && vvp -N ../example/run
//   $ verilator --binary --top-module `WF_EXAMPLE -Mdir ../example/obj -f `WF_DESIGN.f ../example/`WF_EXAMPLE.v && ../example/obj/V`WF_EXAMPLE
//
// It ends with a line PASS or FAIL; the exit code is 0 only of PASS (vvp: with -N). `WF_DESIGN.md tells the ports, and what is owed to them.
`default_nettype none
module `WF_EXAMPLE;
    localparam LANES     = `WF_LANES;
    localparam WARPS     = `WF_WARPS;
    localparam REGISTERS = `WF_REGISTERS; // of a warp
    localparam W         = `WF_WARP_BITS;
    localparam G         = `WF_REGISTER_BITS;
    localparam STORES    = `WF_STORES; // streams that tell what is stored
    localparam BLOCK     = 32 * LANES;

    reg clk = 1'b0, rst_n = 1'b0;
    initial forever #5 clk = !clk;

    // ---- The register file. What the bench does not use is 0 ----

    integer            warp = 0, number = 0; // of the register
    reg  [LANES-1:0]   mask;
    reg  [BLOCK-1:0]   values;
    reg                write_valid = 1'b0, issue_valid = 1'b0;
    wire               write_ready, issue_ready, operands_valid;
    wire [BLOCK-1:0]   value;
    wire [STORES-1:0]  stored_valid;
    wire [`WF_UNUSED_BITS-1:0] unused_outputs;
    wire               unused = &{1'b0, unused_outputs};

    `WF_UNIT dut (
        .clk_i(clk), .rst_ni(rst_n), .write0_valid_i(write_valid), .write0_ready_o(write_ready), .write0_warp_i(warp[W-1:0]),
        .write0_dest_i(number[G-1:0]), .write0_mask_i(mask), .write0_values_i(values), .issue0_valid_i(issue_valid),
        .issue0_ready_o(issue_ready), .issue0_warp_i(warp[W-1:0]), .issue0_source0_i(number[G-1:0]), .issue0_used_i(3'b001),
        .issue0_mask_i({LANES{1'b1}}), .operands0_valid_o(operands_valid), .operands0_ready_i(1'b1), .operands0_value0_o(value),
`WF_FOR k STORES
        .stored`{k}_valid_o(stored_valid[`{k}]),
`WF_END
        `WF_OTHERS
    );

    // ---- Writes and reads, and what must come back: each register as it was written last, 0 before ----

    reg [BLOCK-1:0] held [0:WARPS*REGISTERS-1], made;
    reg [LANES-1:0] lanes;
    integer         n, i, k, kind, base, written = 0, stored = 0, compared = 0, errors = 0, seen = -1;

    task choose_any; // one of a few registers, which are then written again and again
        begin
            warp   = $unsigned($random) % 4 % WARPS;
            number = $unsigned($random) % 6 % REGISTERS;
        end
    endtask

    task write_any; // any lanes of any register: one value, values in a row, or any values
        begin
            choose_any;
            kind = $unsigned($random) % 4;
            base = $random;
            for (i = 0; i < LANES; i = i + 1) begin
                made[32*i +: 32] = kind == 0 ? base : kind == 1 ? base + i : $random;
                lanes[i]         = kind < 3 || $random > 0;
                if (lanes[i]) held[warp*REGISTERS + number][32*i +: 32] = made[32*i +: 32];
            end
            {values, mask} = {made, lanes};
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
            if (value !== held[warp*REGISTERS + number]) begin
                errors = errors + 1;
                $display("warp %0d, register %0d: %h, expected %h", warp, number, value, held[warp*REGISTERS + number]);
            end
        end
    endtask

    initial forever @(negedge clk)
        for (k = 0; k < STORES; k = k + 1) if (stored_valid[k]) stored = stored + 1;

    initial begin
        for (n = 0; n < WARPS * REGISTERS; n = n + 1) held[n] = 0;
        repeat (3) @(negedge clk);
        rst_n = 1'b1;
        repeat (3) begin
            repeat (20) write_any;
            while (stored < written) @(negedge clk);
            repeat (20) read_any;
        end
        $display("%0s: %0d writes, %0d registers read, %0d of them wrong", errors == 0 ? "PASS" : "FAIL", written, compared, errors);
        if (errors != 0) $stop;
        $finish;
    end

    initial begin
        while (seen != written + stored + compared) begin
            seen = written + stored + compared;
            repeat (2000) @(posedge clk);
        end
        $display("FAIL: nothing comes for 2000 cycles: %0d of %0d writes are stored, %0d registers read", stored, written, compared);
        $stop;
    end
endmodule
`default_nettype wire
