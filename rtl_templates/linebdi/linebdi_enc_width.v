// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, width: which codes with chunks of K bytes fit, if the base is the first chunk that misses the zero base. Chunks that
// fit zero are masked, as they need no base. For them all Gray bits from the delta's top bit up are 0, but for the sign: they only count where
// all others have a 1.
//
// The codes have a base each, but one comparison. at_i is the code with the widest deltas such that some chunk of the line is not in sign
// extension behind them; of a line without such a chunk the first code. The others need no comparison of their own:
//   a narrower one    cannot fit if a chunk misses its zero base and not that of at_i: this one is too far from that
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
    input  wire [8*K-2:0]          any_i,       // Gray columns in which some chunk has a 1
    input  wire [CODES-1:0]        at_i,        // one-hot: the code whose base is compared
    input  wire [LINE/K-1:0]       missed_i,    // of it, chunk after chunk: those that miss the zero base
    input  wire [LINE/K-1:0]       first_i,     // the first of them, one-hot, or 0
    output wire [CODES-1:0]        ok_o,        // the codes that fit
    output wire                    repeat_o,    // all chunks are alike
    output wire                    zero_o       // all bytes are 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    localparam C = LINE / K;    // chunks
    localparam B = 8 * K;       // bits of a chunk
    localparam H = B / 2;       // bits of its lower half, the widest delta
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (K != 8 && K != 4 && K != 2) begin : gen_bad_k wf_illegal_K bad (); end
        if (CODES != (K == 8 ? 3 : K == 4 ? 2 : 1)) begin : gen_bad_codes wf_illegal_CODES bad (); end
    endgenerate

    // ---- Base: its lower half and a bit more ----

    wire [C-1:0]       sign;
    wire [8*C-1:0]     gray_low;
    wire [(H+1)*C-1:0] low;
    wire [H:0]         base;
    genvar             c, g, h;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_chunk
            wire [B-1:0] chunk = line_i[B*c +: B];
            assign gray_low[8*c +: 8]   = chunk[8:1] ^ chunk[7:0];
            assign sign[c]              = chunk[B-1];
            assign low[(H+1)*c +: H+1]  = chunk[H:0];
        end
    endgenerate
    `WF_MUX #(.WIDTH(H+1), .COUNT(C)) mux_base (.select_i(first_i), .data_i(low), .data_o(base));

    // ---- Columns: those of all chunks that miss must agree, but for one ----

    wire [(B-8)*C-1:0] upper;
    wire [B-1:8]       all, some;
    wire [B-9:0]       unused_some;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_upper
            assign upper[(B-8)*c +: B-8] = {sign[c], line_i[B*c+9 +: B-9] ^ line_i[B*c+8 +: B-9]} | {B-8{~missed_i[c]}};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(B-8), .COUNT(C)) fold_upper (.data_i(upper), .all_o(all), .any_o(unused_some));
    assign some = {|(sign & missed_i), any_i[B-2:8]};

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
    assign zero_o   = !(|any_i) && !(|sign);
    assign repeat_o = (&missed_i || !(|missed_i)) && (&sign || !(|sign)) && !(|(some & ~all)) && !(|(any_i[7:0] & ~all_low));

    // ---- Verdicts ----
    // Read a chunk from the delta's top bit up. That number is base's; or one more, and the bits below are below base's; or one less, and they are
    // not. Its lowest two bits tell which, as the columns leave two upper parts: the upper one of them is another than base's (far) if it must be (flips). If
    // there are two, base must have the one whose half it is in

    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_code
            localparam TOP = (8 << g) - 1;      // the delta's top bit
            // The bits below the top one are below base's: the borrow into it, which the top bit passes on
            wire [(TOP+1)*C-1:0] make, pass, unused_into;
            wire [C-1:0]     below, unused_pass;
            wire             turn = base[TOP+1] ^ base[TOP];    // if upper parts differ: 1 if in the lowest column
            wire [C-1:0]     out, own;          // own: chunks that miss the zero base of this code
            wire [CODES-1:g] bad, others;
            `WF_CARRY #(.WIDTH(TOP+1), .COUNT(C)) borrow (
                .make_i(make), .pass_i(pass), .into_i({C{1'b0}}), .into_o(unused_into), .make_o(below), .pass_o(unused_pass)
            );
            for (c = 0; c < C; c = c + 1) begin : gen_out
                assign make[(TOP+1)*c +: TOP+1] = {1'b0, ~line_i[B*c +: TOP] & base[TOP-1:0]};
                assign pass[(TOP+1)*c +: TOP+1] = {1'b1, ~line_i[B*c +: TOP] | base[TOP-1:0]};
                wire far   = line_i[B*c + TOP+1] ^ base[TOP+1];
                wire flips = base[TOP] ? !line_i[B*c + TOP] & below[c] : line_i[B*c + TOP] & !below[c];
                assign out[c] = missed_i[c] & (far ^ flips);
                localparam Q = C * g + (K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4);
                assign own[c] = !on_zero_i[Q];
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
            wire         wide  = g == 0 || |at_i[CODES-1:g];    // some chunk is not in sign extension behind its deltas
            wire         unfit = (|bad) | lowest[g] & ~turn | (|others) & turn | (|out) | (|(own & ~missed_i));
            wire         both  = (|(own & sign)) & (|(own & ~sign));
            assign ok_o[g] = wide ? !unfit : !both;
        end
    endgenerate
    wire unused = &{1'b0, any_i, none, top};
endmodule
`default_nettype wire
