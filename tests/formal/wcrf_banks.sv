// SPDX-License-Identifier: Apache-2.0
//
// What wcrf asks of its banks (docs/wcrf.md, "Storage", "Read", "Store", "Banks"). A cluster alone, its surroundings free to do anything: who
// asks for what, when decoders take a code, which rows a release clears. Beside it stands a valid bit for each row and bank, as the paper has
// them; what the cluster reads, writes and switches off must agree with these bits.
`default_nettype none
module formal (
    input wire                                            clk_i,
    input wire [READERS-1:0]                              ask_i,
    input wire [READERS*PLACE-1:0]                        ask_places_i,
    input wire                                            data_moves_i,
    input wire [WRITERS-1:0]                              held_i, request_i,
    input wire [WRITERS*PLACE-1:0]                        places_i,
    input wire [WRITERS*LANES-1:0]                        masks_i,
    input wire [WRITERS*USER-1:0]                         users_i,
    input wire [WRITERS*2-1:0]                            tags_i,
    input wire [WRITERS*32*LANES-1:0]                     data_i,
    input wire                                            late_starts_i,
    input wire [ISSUES*PLACE-1:0]                         dest_places_i,
    input wire                                            clear_i,
    input wire [ROW-1:0]                                  clear_row_i
);
    localparam LANES   = `LANES, ROWS = `ROWS, SLOTS = `SLOTS, USER = `USER, ISSUES = `ISSUES;
    localparam ROW     = $clog2(ROWS), PLACE = ROW + 1, READERS = 2, WRITERS = SLOTS + 1, BANKS = LANES * 32 / `BANK, EACH = `BANK / 32;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire [BANKS-1:0]    read, on, waking, begins;
    wire [ROW-1:0]      read_row, write_row;
    wire [READERS-1:0]  chosen, data_to;
    wire                data_valid, data_known, late, ends, stored;
    wire [1:0]          data_tag;
    wire [SLOTS-1:0]    late_slot, freed;
    wire [LANES-1:0]    write;
    wire [32*LANES-1:0] write_data;
    wire [USER-1:0]     stored_user;
    wire [ISSUES-1:0]   compressed;
    unit_wcrf_cluster #(.HERE(0), .CLUSTERS(1), .READERS(READERS)) cluster (
        .clk_i(clk_i), .rst_ni(run_q),
        .ask_i(ask_i), .ask_places_i(ask_places_i), .chosen_o(chosen), .read_o(read), .read_row_o(read_row),
        .data_valid_o(data_valid), .data_known_o(data_known), .data_tag_o(data_tag), .data_to_o(data_to), .data_moves_i(data_moves_i),
        .held_i(held_i), .request_i(request_i), .places_i(places_i), .masks_i(masks_i), .users_i(users_i), .tags_i(tags_i), .data_i(data_i),
        .late_o(late), .late_starts_i(late_starts_i), .late_slot_o(late_slot), .freed_o(freed), .ends_o(ends),
        .write_o(write), .write_row_o(write_row), .write_data_o(write_data), .stored_valid_o(stored), .stored_user_o(stored_user),
        .dest_places_i(dest_places_i), .compressed_o(compressed), .clear_i(clear_i), .clear_row_i(clear_row_i),
        .on_o(on), .waking_o(waking), .begins_o(begins)
    );

    // ---- What the slots and the move unit owe: a mask that is not full goes with a raw tag ----

    genvar s, b, r;
    generate
        for (s = 0; s < WRITERS; s = s + 1) begin : gen_writer
            always @* assume (&masks_i[s*LANES +: LANES] || tags_i[2*s +: 2] == 2'd0);
        end
        if (1) begin : gen_move
            always @* assume (&masks_i[SLOTS*LANES +: LANES] && tags_i[2*SLOTS +: 2] == 2'd0);
        end
    endgenerate

    // ---- A valid bit for each row and bank ----

    reg  [ROWS*BANKS-1:0] valid_q;
    wire [BANKS-1:0]      written, used, next;  // next: of the row that is written
    wire [WRITERS-1:0]    whole;                // what is stored has a full mask
    generate
        for (s = 0; s < WRITERS; s = s + 1) begin : gen_whole
            assign whole[s] = &masks_i[s*LANES +: LANES] && (s == SLOTS ? ends : freed[s % SLOTS]);
        end
        for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
            wire [ROWS-1:0] column;
            for (r = 0; r < ROWS; r = r + 1) assign column[r] = valid_q[r*BANKS + b];
            assign used[b]    = |column;
            assign written[b] = |write[b*EACH +: EACH];
            assign next[b]    = |whole ? written[b] : 1'b1;
        end
        for (r = 0; r < ROWS; r = r + 1) begin : gen_row
            always @(posedge clk_i)
                if (!run_q) valid_q[r*BANKS +: BANKS] <= {BANKS{1'b0}};
                else if (clear_i && clear_row_i == r) valid_q[r*BANKS +: BANKS] <= {BANKS{1'b0}};
                else if (|write && write_row == r) valid_q[r*BANKS +: BANKS] <= next;
        end
    endgenerate

    reg [BANKS-1:0] shown_q;    // banks that show a part of the code at the stage "data"
    always @(posedge clk_i)
        if (!run_q) shown_q <= {BANKS{1'b0}};
        else if (!data_valid || data_moves_i) shown_q <= read;

    always @(posedge clk_i)
        if (run_q) begin
            assert (read == {BANKS{1'b0}} || read == valid_q[read_row*BANKS +: BANKS]);      // a read takes the banks that are valid
            assert (!(|read && |write) || (`PORTS == 2 && read_row != write_row));           // no bank is asked for two things at once
            assert (!(clear_i && clear_row_i == write_row && |write));                       // nor is a row stored and cleared
            assert ((used & ~on) == {BANKS{1'b0}});                                          // what is valid is in banks that are on
            assert ((shown_q & ~on) == {BANKS{1'b0}});                                       // and what waits at the stage "data"
            assert ((written & ~on) == {BANKS{1'b0}});                                       // and what is written
            assert ((on & waking) == {BANKS{1'b0}});
            assert (!(|(freed & (freed - 1'b1))) && !(|freed && ends));                      // one store a cycle
        end
endmodule
`default_nettype wire
