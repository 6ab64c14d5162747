// SPDX-License-Identifier: Apache-2.0
// The memories: the store, and what triggers bring along, a row a place, and a row an entry; where their routines begin, a row a place; and their data once
// more, a row an entry, for those that are done.
//
//   store_i with address 9, WIDTH 2, in cycle 0  ->  from cycle 1 on row 4 has the word at its place 1
//   chosen_i of a place in cycle 0, enter_i of an entry in cycle 1  ->  from cycle 2 on the entry's row is that of the place
//
// More: docs/assist.md
`default_nettype none
module `WF_ASSIST_MEMORIES #(
    parameter LANES   = `WF_LANES,      // lanes of the warp: 4 to 128
    parameter STORE   = `WF_STORE,      // instructions in the store: 16, 32 .. 4096
    parameter BITS    = `WF_BITS,       // bits of an instruction: 16 to 128
    parameter ENTRIES = `WF_ENTRIES,    // entries: 4, 8, 16 or 32
    parameter WAITING = `WF_WAITING,    // places: 4, 8 .. 64
    parameter WIDTH   = `WF_WIDTH,      // instructions of a row: 1, 2 or 4
    parameter LIVE    = `WF_LIVE,       // live-in registers, and live-out ones: 1 to 8
    parameter DATA    = `WF_DATA,       // bits of data: 1 to 128
    parameter ENTRY   = $clog2(ENTRIES), // bits of an entry's number; not to be set
    parameter PLACE   = $clog2(WAITING), // bits of a place's number; not to be set
    parameter ROW     = $clog2(STORE / WIDTH) // bits of a row's number; not to be set
) (
    input  wire                            clk_i,         // clock, rising edge
    input  wire                            store_i,       // 1: an instruction is written into the store
    input  wire [$clog2(STORE)-1:0]        store_address_i, // here
    input  wire [BITS+1:0]                 store_word_i,  // {branch, last, instruction}
    input  wire                            take_i,        // 1: a trigger gets a place
    input  wire [PLACE-1:0]                take_row_i,    // this place
    input  wire [LANES+16*LIVE+DATA-1:0]   take_with_i,   // with {data, live_out, live_in, mask}
    input  wire                            placed_i,      // 1: where the routine of a trigger begins is written
    input  wire [PLACE-1:0]                placed_row_i,  // of this place
    input  wire [$clog2(STORE)-1:0]        placed_begin_i, // here
    input  wire                            chosen_i,      // 1: the rows of a place are read
    input  wire [PLACE-1:0]                chosen_row_i,  // this place
    output wire [$clog2(STORE)-1:0]        begin_o,       // where its routine begins
    input  wire                            enter_i,       // 1: what was read goes to an entry
    input  wire [ENTRY-1:0]                enter_entry_i, // this entry
    input  wire                            pick_i,        // 1: the rows of an instance are read
    input  wire [ROW-1:0]                  pick_row_i,    // of the store
    input  wire [ENTRY-1:0]                pick_entry_i,  // and of its entry
    output wire [WIDTH*(BITS+2)-1:0]       words_o,       // what was read of the store
    output wire [LANES+16*LIVE+DATA-1:0]   with_o,        // and of the entry
    input  wire                            ends_i,        // 1: the data of an instance are read
    input  wire [ENTRY-1:0]                ends_entry_i,  // of this entry
    output wire [DATA-1:0]                 ends_data_o    // what was read
);
    generate
        if (LANES < 4 || LANES > 128 || 128 % LANES != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (STORE < 16 || STORE > 4096 || 4096 % STORE != 0) begin : gen_bad_store wf_illegal_STORE bad (); end
        if (BITS < 16 || BITS > 128) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (ENTRIES < 4 || ENTRIES > 32 || 32 % ENTRIES != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (WAITING < 4 || WAITING > 64 || 64 % WAITING != 0) begin : gen_bad_waiting wf_illegal_WAITING bad (); end
        if (WIDTH != 1 && WIDTH != 2 && WIDTH != 4) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (LIVE < 1 || LIVE > 8) begin : gen_bad_live wf_illegal_LIVE bad (); end
        if (DATA < 1 || DATA > 128) begin : gen_bad_data wf_illegal_DATA bad (); end
        if (ENTRY != $clog2(ENTRIES)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (PLACE != $clog2(WAITING)) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (ROW != $clog2(STORE / WIDTH)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate
    localparam WITH = LANES + 16 * LIVE + DATA;

    wire [WIDTH-1:0] store_write;
    genvar k;
    generate
        if (WIDTH == 1) begin : gen_whole
            assign store_write = store_i;
        end else begin : gen_part
            for (k = 0; k < WIDTH; k = k + 1) begin : gen_word
                localparam [31:0] NUMBER = k;
                assign store_write[k] = store_i && store_address_i[$clog2(WIDTH)-1:0] == NUMBER[$clog2(WIDTH)-1:0];
            end
        end
    endgenerate
    `WF_RAM #(.WORDS(STORE / WIDTH), .BITS(WIDTH * (BITS + 2)), .PART(BITS + 2)) store (
        .clk_i(clk_i), .on_i(1'b1), .read_i(pick_i), .read_addr_i(pick_row_i), .read_data_o(words_o),
        .write_i(store_write), .write_addr_i(store_address_i[$clog2(STORE)-1 -: ROW]), .write_data_i({WIDTH{store_word_i}})
    );

    wire [WITH-1:0] chosen_with;
    `WF_RAM #(.WORDS(WAITING), .BITS(WITH), .PART(WITH)) waiting (
        .clk_i(clk_i), .on_i(1'b1), .read_i(chosen_i), .read_addr_i(chosen_row_i), .read_data_o(chosen_with),
        .write_i(take_i), .write_addr_i(take_row_i), .write_data_i(take_with_i)
    );
    `WF_RAM #(.WORDS(WAITING), .BITS($clog2(STORE)), .PART($clog2(STORE))) begins (
        .clk_i(clk_i), .on_i(1'b1), .read_i(chosen_i), .read_addr_i(chosen_row_i), .read_data_o(begin_o),
        .write_i(placed_i), .write_addr_i(placed_row_i), .write_data_i(placed_begin_i)
    );
    `WF_RAM #(.WORDS(ENTRIES), .BITS(WITH), .PART(WITH)) active (
        .clk_i(clk_i), .on_i(1'b1), .read_i(pick_i), .read_addr_i(pick_entry_i), .read_data_o(with_o),
        .write_i(enter_i), .write_addr_i(enter_entry_i), .write_data_i(chosen_with)
    );
    `WF_RAM #(.WORDS(ENTRIES), .BITS(DATA), .PART(DATA)) ends (
        .clk_i(clk_i), .on_i(1'b1), .read_i(ends_i), .read_addr_i(ends_entry_i), .read_data_o(ends_data_o),
        .write_i(enter_i), .write_addr_i(enter_entry_i), .write_data_i(chosen_with[WITH-1 -: DATA])
    );
endmodule
`default_nettype wire
