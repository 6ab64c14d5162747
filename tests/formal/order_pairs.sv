// SPDX-License-Identifier: Apache-2.0
//
// What order promises of any two instructions (docs/order.md, "What it promises", 1 and 2). Two are marked by their user, any ones: the first, and
// the second, which is of the same warp and taken after the first: in a later cycle, or in the same one at the higher port. Nothing in the unit
// depends on user, so what holds of the marked ones holds of all. Two ports.
`default_nettype none
`include "order_head.svh"

    localparam [USER-1:0] FIRST = 1, SECOND = 2;
    wire [1:0] is_first, is_second, offers_first, offers_second;
    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : gen_port
            assign is_first[k]      = valid_i[k] && instruction_i[k*INSTRUCTION + USERS +: USER] == FIRST;
            assign is_second[k]     = valid_i[k] && instruction_i[k*INSTRUCTION + USERS +: USER] == SECOND;
            assign offers_first[k]  = offered[k] && issue[k*KIND + USERS +: USER] == FIRST;
            assign offers_second[k] = offered[k] && issue[k*KIND + USERS +: USER] == SECOND;
        end
    endgenerate

    // ---- What becomes of them, from bit 0: taken at port 0, at port 1; handed over; left ----

    reg  [INSTRUCTION-1:0] first_q, second_q;
    reg  [1:0]             first_at_q, second_at_q;         // the port
    reg                    first_given_q, second_given_q, first_left_q;
    reg  [ID-1:0]          first_id_q;
    wire                   first_comes  = |(is_first & taken), second_comes = |(is_second & taken);
    wire [INSTRUCTION-1:0] first  = is_first[0] ? instruction_i[0 +: INSTRUCTION] : instruction_i[INSTRUCTION +: INSTRUCTION];
    wire [INSTRUCTION-1:0] second = is_second[0] ? instruction_i[0 +: INSTRUCTION] : instruction_i[INSTRUCTION +: INSTRUCTION];
    wire [INSTRUCTION-1:0] older  = |first_at_q ? first_q : first;
    wire [ID-1:0]          first_left_id = first_at_q[0] ? left_id_i[0 +: ID] : left_id_i[ID +: ID];
    always @* begin
        assume (is_first != 2'b11 && is_second != 2'b11);
        assume (!(|is_first) || first_at_q == 2'b00);                       // each comes once, the second after the first, of its warp
        assume (!(|is_second) || second_at_q == 2'b00);
        assume (!(|is_second) || |first_at_q || (is_first[0] && ready[0] && is_second[1]));
        assume (!(|is_second) || second[0 +: WARP] == older[0 +: WARP]);
    end
    always @(posedge clk_i)
        if (!run_q) {first_at_q, second_at_q, first_given_q, second_given_q, first_left_q} <= 7'd0;
        else begin
            if (first_comes) {first_at_q, first_q} <= {is_first, first};
            if (second_comes) {second_at_q, second_q} <= {is_second, second};
            if (|(offers_first & ready_i)) {first_given_q, first_id_q} <= {1'b1, offers_first[0] ? id[0 +: ID] : id[ID +: ID]};
            if (|(offers_second & ready_i)) second_given_q <= 1'b1;
            if (first_given_q && |(first_at_q & left_i) && first_left_id == first_id_q) first_left_q <= 1'b1;
        end

    // ---- What is promised ----

    wire [1:0] kind_a = first_q[KIND +: 2], kind_b = second_q[KIND +: 2];
    wire [2:0] reads;       // source s of the first is what the second writes
    genvar s;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            assign reads[s] = first_q[USED+s] && first_q[WARP + s*REGISTER +: REGISTER] == second_q[DEST +: REGISTER];
        end
    endgenerate
    always @(posedge clk_i)
        if (run_q) begin
            assert (!(|offers_first) || (offers_first == first_at_q && !first_given_q));        // once, at its port, after it was taken
            assert (!(|offers_second) || (offers_second == second_at_q && !second_given_q));
            assert (!offers_first[0] || issue[0 +: KIND] == first_q[0 +: KIND]);                // with its fields
            assert (!offers_first[1] || issue[KIND +: KIND] == first_q[0 +: KIND]);
            assert (!(|offers_second) || first_left_q || !(kind_a[0] && kind_b[0]));            // memory behind memory
            assert (!(|offers_second) || first_left_q || !(kind_a[1] || kind_b[1]));            // control behind all, and all behind control
            assert (!(|offers_second) || first_left_q || !(second_q[HAS] && |reads));           // a write behind the reads
        end
endmodule
`default_nettype wire
