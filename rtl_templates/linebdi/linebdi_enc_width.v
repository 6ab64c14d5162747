// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, width: which codes with chunks of K bytes fit, if the base is the first chunk that misses the zero base. Chunks that
// fit zero are masked, as they need no base. For them all Gray bits from the delta's top bit up are 0, but for the sign: they only count where
// all others have a 1.
//
// The codes have a base each, but one comparison. at_o is the code with the widest deltas such that some chunk of the line is not in sign
// extension behind them; of a line without such a chunk the first code. The others need no comparison of their own:
//   a narrower one    cannot fit if a chunk misses its zero base and not that of at_o: this one is too far from that
//                     chunk. Else both have the same base
//   a wider one       has all that misses in two ranges of half a window each, one of each sign. It fits if one of them
//                     has no chunk
//
//   K 8, chunks 0012 FFFF 8001 0001: no chunk has more than 16 bits, so the base of 8-1, FFFF, is compared. 8-2 fits: FFFF and 8001
//   miss, and both are positive. 8-4 fits: no chunk misses
`default_nettype none
module `WF_ENC_WIDTH #(
    parameter LINE  = `WF_LINE,                     // bytes of the cache line: 32, 64 or 128
    parameter K     = 8,                            // bytes of a chunk: 8, 4 or 2
    parameter CODES = K == 8 ? 3 : K == 4 ? 2 : 1   // codes: deltas of 1, 2 and 4 bytes; not to be set
) (
    input  wire [LINE*8-1:0]       line_i,      // the line, byte 0 lowest
    input  wire [LINE/K*CODES-1:0] on_zero_i,   // chunks that fit the zero base: of each code, in the order of the chunks
    output wire [CODES-1:0]        ok_o,        // the codes that fit
    output wire [CODES-1:0]        at_o,        // one-hot: the code whose base is compared
    output wire                    repeat_o,    // all chunks are alike
    output wire                    zero_o       // all bytes are 0
);
    localparam C = LINE / K;    // chunks
    localparam B = 8 * K;       // bits of a chunk
    localparam H = B / 2;       // bits of its lower half, the widest delta
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (K != 8 && K != 4 && K != 2) begin : gen_bad_k wf_illegal_K bad (); end
        if (CODES != (K == 8 ? 3 : K == 4 ? 2 : 1)) begin : gen_bad_codes wf_illegal_CODES bad (); end
    endgenerate

    // ---- Base: that of at_o, its lower half and a bit more ----

    wire [(B-1)*C-1:0] gray;
    wire [C-1:0]       sign;
    wire [8*C-1:0]     gray_low;
    wire [(H+1)*C-1:0] low;
    genvar             c, g, h;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_chunk
            wire [B-1:0] chunk = line_i[B*c +: B];
            assign gray[(B-1)*c +: B-1] = chunk[B-1:1] ^ chunk[B-2:0];
            assign gray_low[8*c +: 8]   = chunk[8:1] ^ chunk[7:0];
            assign sign[c]              = chunk[B-1];
            assign low[(H+1)*c +: H+1]  = chunk[H:0];
        end
    endgenerate

    wire [B-2:0]     unused_all, any;
    wire [CODES-1:0] wide;      // some chunk is not in sign extension behind this code's deltas
    `WF_FOLD #(.WIDTH(B-1), .COUNT(C)) fold_any (.data_i(gray), .all_o(unused_all), .any_o(any));
    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_wide
            if (g == 0) begin : gen_narrowest
                assign wide[g] = 1'b1;
            end else begin : gen_wider
                assign wide[g] = |any[B-2:8<<g];
            end
            if (g == CODES - 1) begin : gen_widest
                assign at_o[g] = wide[g];
            end else begin : gen_narrower
                assign at_o[g] = wide[g] & ~wide[g+1];
            end
        end
    endgenerate

    wire [CODES*C-1:0] miss;
    wire [C-1:0]       missed, first, unused_next;
    wire [H:0]         base;
    `WF_ENC_MISSED #(.LINE(LINE), .K(K)) masks (
        .on_zero_i(on_zero_i), .at_i(at_o), .miss_o(miss), .missed_o(missed), .first_o(first), .next_o(unused_next)
    );
    `WF_MUX #(.WIDTH(H+1), .COUNT(C)) mux_base (.select_i(first), .data_i(low), .data_o(base));

    // ---- Columns: those of all chunks that miss must agree, but for one ----

    wire [(B-8)*C-1:0] upper;
    wire [B-1:8]       all, some;
    wire [B-9:0]       unused_some;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_upper
            assign upper[(B-8)*c +: B-8] = {sign[c], gray[(B-1)*c+8 +: B-9]} | {B-8{~missed[c]}};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(B-8), .COUNT(C)) fold_upper (.data_i(upper), .all_o(all), .any_o(unused_some));
    assign some = {|(sign & missed), any[B-2:8]};

    wire [CODES-1:0] lowest, differs, wrong, none, top;     // of the run of columns 8 to 15, of 16 to 31, of 32 to 63
    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_run
            `WF_ENC_RUN #(.WIDTH(8 << g)) run (
                .all_i(all[(8<<g) +: 8<<g]), .any_i(some[(8<<g) +: 8<<g]),
                .lowest_o(lowest[g]), .differs_o(differs[g]), .wrong_o(wrong[g]), .none_o(none[g]), .top_o(top[g])
            );
        end
    endgenerate

    // If chunks are alike, all of them miss or none does. If none does, their upper parts are their signs
    wire [7:0] all_low, unused_low;
    `WF_FOLD #(.WIDTH(8), .COUNT(C)) fold_low (.data_i(gray_low), .all_o(all_low), .any_o(unused_low));
    assign zero_o   = !(|any) && !(|sign);
    assign repeat_o = (&missed || !(|missed)) && (&sign || !(|sign)) && !(|(some & ~all)) && !(|(any[7:0] & ~all_low));

    // ---- Borrows: bit b of a chunk's is 1 if its bits below b are below those of the base ----

    wire [H*C-1:0] make, pass, below;
    wire [C-1:0]   unused_make, unused_pass;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_bits
            assign make[H*c +: H] = ~line_i[B*c +: H] & base[H-1:0];
            assign pass[H*c +: H] = ~line_i[B*c +: H] | base[H-1:0];
        end
    endgenerate
    `WF_CARRY #(.WIDTH(H), .COUNT(C)) borrows (
        .make_i(make), .pass_i(pass), .into_i({C{1'b0}}), .into_o(below), .make_o(unused_make), .pass_o(unused_pass)
    );

    // ---- Verdicts ----
    // Read a chunk from the delta's top bit up. That number is base's; or one more, and the bits below are below base's; or one less, and they are
    // not. Its lowest two bits tell which, as the columns leave two upper parts. If there are two, base must have the one whose half it is in

    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_code
            localparam TOP = (8 << g) - 1;      // the delta's top bit
            wire             turn = base[TOP+1] ^ base[TOP];    // if upper parts differ: 1 if in the lowest column
            wire [C-1:0]     out;
            wire [CODES-1:g] bad, others;
            for (c = 0; c < C; c = c + 1) begin : gen_out
                wire odd  = line_i[B*c + TOP] ^ base[TOP];
                wire far  = line_i[B*c + TOP+1] ^ base[TOP+1];
                wire less = line_i[B*c + TOP+1] ^ turn;
                assign out[c] = below[H*c + TOP] ? missed[c] & (odd ? less : far) : missed[c] & (odd ? !less : far);
            end
            for (h = g; h < CODES; h = h + 1) begin : gen_above
                if (h == g) begin : gen_own
                    assign bad[h]    = wrong[h];
                    assign others[h] = differs[h];
                end else begin : gen_run
                    wire may;       // the lowest column may differ, as it is above the lowest 1
                    if (h == g + 1) begin : gen_next
                        assign may = top[h-1];
                    end else begin : gen_far
                        assign may = top[h-1] & (&none[h-2:g]);
                    end
                    assign bad[h]    = wrong[h] | differs[h] & ~(&none[h-1:g]) | lowest[h] & ~may;
                    assign others[h] = differs[h] | lowest[h];
                end
            end
            wire [C-1:0] own   = miss[C*g +: C];
            wire         unfit = (|bad) | lowest[g] & ~turn | (|others) & turn | (|out) | (|(own & ~missed));
            wire         both  = (|(own & sign)) & (|(own & ~sign));
            assign ok_o[g] = wide[g] ? !unfit : !both;
        end
    endgenerate
    wire unused = &{1'b0, any, below, none, top};
endmodule
`default_nettype wire
