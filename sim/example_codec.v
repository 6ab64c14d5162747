// SPDX-License-Identifier: Apache-2.0
// A first bench of a codec, in plain Verilog: clock, reset, an encoder, what its codes are stored in, and a decoder, which must give each block
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
    localparam BLOCK   = `WF_BLOCK_BITS;
    localparam TAG     = `WF_TAG_BITS;
    localparam PAYLOAD = `WF_PAYLOAD_BITS;
    localparam UNITS   = `WF_UNITS;
    localparam WEN     = `WF_WEN_BITS;
    localparam USER    = `WF_USER_BITS;
    localparam WORD    = `WF_WORD_BITS;

    reg clk = 1'b0, rst_n = 1'b0;
    initial forever #5 clk = !clk;

    // ---- Encoder and decoder. A result is at the outputs for one cycle, in which it is kept ----

    reg                enc_valid = 1'b0, dec_valid = 1'b0;
    reg  [BLOCK-1:0]   block = 0, back;
    reg  [USER-1:0]    user = 0, user_back;
    reg  [TAG-1:0]     tag = 0;
    reg  [PAYLOAD-1:0] payload = 0;
    reg  [UNITS-1:0]   units;
    wire               enc_ready, coded, dec_ready, decoded;
    wire [USER-1:0]    enc_user, dec_user;
    wire [TAG-1:0]     enc_tag;
    wire [PAYLOAD-1:0] enc_payload;
    wire [UNITS-1:0]   enc_units;
    wire [WEN-1:0]     enc_wen;
    wire [BLOCK-1:0]   dec_block;
    wire               unused = &{1'b0, enc_user};
`ifndef WF_WITH_ENC_READY
    assign enc_ready = 1'b1;
`endif
`ifndef WF_WITH_DEC_READY
    assign dec_ready = 1'b1;
`endif

    `WF_ENC encoder (
        .clk_i(clk), .rst_ni(rst_n),
`ifdef WF_WITH_ENC_READY
        .ready_o(enc_ready),
`endif
`ifdef WF_WITH_FLOW
        .ready_i(1'b1),
`endif
`ifdef WF_WITH_MASK
        .mask_i({`WF_MASK_BITS{1'b1}}),
`endif
        .valid_i(enc_valid), .user_i(user), .raw_only_i(1'b0), .block_i(block),
        .valid_o(coded), .user_o(enc_user), .tag_o(enc_tag), .payload_o(enc_payload), .units_o(enc_units), .wen_o(enc_wen)
    );

    `WF_DEC decoder (
        .clk_i(clk), .rst_ni(rst_n),
`ifdef WF_WITH_DEC_READY
        .ready_o(dec_ready),
`endif
`ifdef WF_WITH_FLOW
        .ready_i(1'b1),
`endif
        .valid_i(dec_valid), .user_i(user), .tag_i(tag), .payload_i(payload), .valid_o(decoded), .user_o(dec_user), .block_o(dec_block)
    );

    // ---- What a code is stored in: its bits with a write enable; of the others it keeps what was there ----

    integer codes = 0, blocks = 0, bit_of;

    always @(posedge clk) begin
        if (coded) begin
            codes <= codes + 1;
            tag   <= enc_tag;
            for (bit_of = 0; bit_of < PAYLOAD; bit_of = bit_of + 1)
                if (enc_wen[bit_of / (PAYLOAD / WEN)]) payload[bit_of] <= enc_payload[bit_of];
            units <= enc_units;
        end
        if (decoded) begin
            blocks    <= blocks + 1;
            back      <= dec_block;
            user_back <= dec_user;
        end
    end

    // ---- Blocks, one at a time ----

    integer         n, i, kind, used = 0, errors = 0, seen = -1;
    reg [63:0]      value;
    reg [BLOCK-1:0] made;

    task make_block; // of words that are 0, equal, in a row, near each other, or anything
        begin
            kind  = $unsigned($random) % 5;
            value = kind == 0 ? 64'd0 : {$random, $random};
            for (i = 0; i < BLOCK; i = i + 1) begin
                if (kind == 2 && i % WORD == 0) value = value + 64'd4;
                made[i] = kind == 4 || (kind == 3 && i % WORD < 6) ? $random > 0 : value[i % WORD];
            end
            block = made; // at once, in one cycle
            user  = user + 1'b1;
        end
    endtask

    initial begin
        repeat (3) @(negedge clk);
        rst_n = 1'b1;
        for (n = 1; n <= 100; n = n + 1) begin
            make_block;
            enc_valid = 1'b1;
            while (!enc_ready) @(negedge clk);
            @(negedge clk) enc_valid = 1'b0;
            while (codes < n) @(negedge clk);
            for (i = 0; i < UNITS; i = i + 1) used = used + (units[i] ? 1 : 0);
            @(negedge clk) dec_valid = 1'b1; // a cycle later: a decoder may want its tag early
            while (!dec_ready) @(negedge clk);
            @(negedge clk) dec_valid = 1'b0;
            while (blocks < n) @(negedge clk);
            if (back !== block || user_back !== user) begin
                errors = errors + 1;
                $display("block %0d: %h, expected %h", n, back, block);
            end
        end
        $display("%0s: %0d blocks in %0d of %0d `WF_STORAGE, %0d of them wrong", errors == 0 ? "PASS" : "FAIL", blocks, used, UNITS * blocks, errors);
        if (errors != 0) $stop;
        $finish;
    end

    initial begin
        while (seen != codes + blocks) begin
            seen = codes + blocks;
            repeat (2000) @(posedge clk);
        end
        $display("FAIL: nothing comes for 2000 cycles: %0d codes, %0d blocks", codes, blocks);
        $stop;
    end
endmodule
`default_nettype wire
