// SPDX-License-Identifier: Apache-2.0
// A direct-mapped cache that writes back, one request at a time.
// In: requests; fills, the lines that it asks for. Out: responses, one a request; misses: lines to write back and lines to bring.
//
//   step     shows             goes to
//   idle     request_ready     look, with a request
//   look                       respond if its line is there; else evict if the line in its place is dirty; else miss
//   evict    miss, write 1     miss, once taken
//   miss     miss, write 0     wait, once taken
//   wait     fill_ready        look, with a fill
//   respond  response          idle, once taken
//
// An address is, from bit 0: word | index | tag. More: docs/toycache.md
`default_nettype none
module `WF_TOYCACHE #(
    parameter LINE    = `WF_LINE,              // bytes of a line: 32, 64 or 128
    parameter LINES   = `WF_LINES,             // lines: 2, 4, 8 or 16
    parameter ADDRESS = `WF_ADDRESS,           // bits of a word's address: 12 to 32
    parameter USER    = `WF_USER,              // bits of user: 1 to 32
    parameter DATA    = 8 * LINE,              // bits of a line; not to be set
    parameter WORD    = $clog2(LINE / 4),      // bits of an address: word of the line; not to be set
    parameter NUMBER  = ADDRESS - WORD         // bits of an address: number of the line; not to be set
) (
    input  wire               clk_i,             // clock, rising edge
    input  wire               rst_ni,            // reset, low, asynchronous

    input  wire               request_valid_i,   // 1: a request
    output wire               request_ready_o,   // 1: it is taken
    input  wire               request_write_i,   // 1: a store, 0: a load
    input  wire [ADDRESS-1:0] request_address_i, // of its word
    input  wire [3:0]         request_mask_i,    // of a store: the bytes that it writes
    input  wire [31:0]        request_data_i,    // of a store: their values
    input  wire [USER-1:0]    request_user_i,    // any bits; they come out with the response

    input  wire               fill_valid_i,      // 1: the line that was asked for
    output wire               fill_ready_o,      // 1: it is taken
    input  wire [NUMBER-1:0]  fill_address_i,    // its number
    input  wire [DATA-1:0]    fill_data_i,       // its words, the first one lowest

    output wire               response_valid_o,  // 1: a response
    input  wire               response_ready_i,  // 1: it is taken
    output wire [31:0]        response_data_o,   // the word before the request
    output wire [USER-1:0]    response_user_o,   // user of the request

    output wire               miss_valid_o,      // 1: a line
    input  wire               miss_ready_i,      // 1: it is taken
    output wire               miss_write_o,      // 1: it is written back, 0: it is asked for
    output wire [NUMBER-1:0]  miss_address_o,    // its number
    output wire [DATA-1:0]    miss_data_o        // its words, if it is written back
);
    localparam INDEX = LINES < 2 ? 1 : $clog2(LINES);
    localparam IDLE = 3'd0, LOOK = 3'd1, EVICT = 3'd2, MISS = 3'd3, WAIT = 3'd4, RESPOND = 3'd5;
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (LINES != 2 && LINES != 4 && LINES != 8 && LINES != 16) begin : gen_bad_lines wf_illegal_LINES bad (); end
        if (ADDRESS < 12 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 32) begin : gen_bad_user wf_illegal_USER bad (); end
        if (DATA != 8 * LINE) begin : gen_bad_data wf_illegal_DATA bad (); end
        if (WORD != $clog2(LINE / 4)) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (NUMBER != ADDRESS - WORD) begin : gen_bad_number wf_illegal_NUMBER bad (); end
    endgenerate

    // ---- The request ----

    reg  [2:0]         step_q;
    reg                write_q;
    reg  [ADDRESS-1:0] address_q;
    reg  [3:0]         mask_q;
    reg  [31:0]        data_q, answer_q;
    reg  [USER-1:0]    user_q;
    wire [NUMBER-1:0]  number = address_q[ADDRESS-1:WORD];
    always @(posedge clk_i)
        if (step_q == IDLE) begin
            write_q   <= request_write_i;
            address_q <= request_address_i;
            mask_q    <= request_mask_i;
            data_q    <= request_data_i;
            user_q    <= request_user_i;
        end

    // ---- Look: in the line at its index ----

    wire [LINES-1:0]        chosen, valid, dirty;
    wire [LINES*NUMBER-1:0] numbers;
    wire [LINES*DATA-1:0]   lines;
    wire [NUMBER-1:0]       held;           // the number of the line there
    wire [DATA-1:0]         line;
    wire [LINE/4-1:0]       of_line;        // the word of the request
    wire [31:0]             word;
    `WF_MUX #(.WIDTH(NUMBER), .COUNT(LINES)) mux_number (.select_i(chosen), .data_i(numbers), .data_o(held));
    `WF_MUX #(.WIDTH(DATA), .COUNT(LINES)) mux_line (.select_i(chosen), .data_i(lines), .data_o(line));
    `WF_MUX #(.WIDTH(32), .COUNT(LINE / 4)) mux_word (.select_i(of_line), .data_i(line), .data_o(word));
    wire hit    = |(chosen & valid) && held == number;
    wire stores = step_q == LOOK && hit && write_q;
    wire fills  = step_q == WAIT && fill_valid_i;
    always @(posedge clk_i) if (step_q == LOOK) answer_q <= word;

    genvar l, w, b;
    generate
        for (w = 0; w < LINE / 4; w = w + 1) begin : gen_of_line
            assign of_line[w] = address_q[WORD-1:0] == w;
        end
        for (l = 0; l < LINES; l = l + 1) begin : gen_line
            reg              valid_q, dirty_q;
            reg [NUMBER-1:0] number_q;
            assign chosen[l] = number[INDEX-1:0] == l;
            assign valid[l]  = valid_q;
            assign dirty[l]  = dirty_q;
            assign numbers[l*NUMBER +: NUMBER] = number_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) valid_q <= 1'b0;
                else         valid_q <= valid_q || (chosen[l] && fills);
            always @(posedge clk_i)
                if (chosen[l] && (fills || stores)) begin
                    dirty_q  <= stores;
                    number_q <= number;
                end
            for (b = 0; b < LINE; b = b + 1) begin : gen_byte
                reg [7:0] byte_q;
                always @(posedge clk_i)
                    if (chosen[l] && (fills || (stores && of_line[b/4] && mask_q[b%4])))
                        byte_q <= fills ? fill_data_i[8*b +: 8] : data_q[8*(b%4) +: 8];
                assign lines[l*DATA + 8*b +: 8] = byte_q;
            end
        end
    endgenerate

    // ---- The steps ----

    wire [2:0] missed = |(chosen & valid & dirty) ? EVICT : MISS;
    reg  [2:0] step_next;
    always @* begin
        step_next = step_q;
        case (step_q)
            IDLE:    if (request_valid_i) step_next = LOOK;
            LOOK:    step_next = hit ? RESPOND : missed;
            EVICT:   if (miss_ready_i) step_next = MISS;
            MISS:    if (miss_ready_i) step_next = WAIT;
            WAIT:    if (fill_valid_i) step_next = LOOK;
            default: if (response_ready_i) step_next = IDLE;
        endcase
    end
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) step_q <= IDLE;
        else         step_q <= step_next;

    assign request_ready_o  = step_q == IDLE;
    assign fill_ready_o     = step_q == WAIT;
    assign response_valid_o = step_q == RESPOND;
    assign response_data_o  = answer_q;
    assign response_user_o  = user_q;
    assign miss_valid_o     = step_q == EVICT || step_q == MISS;
    assign miss_write_o     = step_q == EVICT;
    assign miss_address_o   = step_q == EVICT ? held : number;
    assign miss_data_o      = line;

    wire [NUMBER-1:0] unused_address = fill_address_i;   // one line at a time is asked for
endmodule
`default_nettype wire
