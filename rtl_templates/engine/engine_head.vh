    parameter LINE        = `WF_LINE,               // bytes of a line; not to be set
    parameter OUTSTANDING = `WF_OUTSTANDING,        // requests under way: 2, 4, 8, 16, 32 or 64
`ifdef WF_METACACHE
    parameter BLOCKS      = `WF_BLOCKS,             // blocks of counts that are asked for at once: 1, 2, 4 or 8, at most OUTSTANDING
    parameter KBYTES      = `WF_KBYTES,             // KB of counts in the cache: 2, 4, 8, 16 or 32
    parameter WAYS        = `WF_WAYS,               // ways of the cache: 1, 2, 4 or 8
    parameter FETCH       = `WF_FETCH,              // bytes of a block of counts: 32 or 64
`endif
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter USER        = `WF_USER,               // bits of user: 1 to 64
    parameter ENTRY       = $clog2(OUTSTANDING),    // bits of an entry's number; not to be set
`ifdef WF_METACACHE
    parameter COUNT       = $clog2(4 * FETCH),                      // bits of a line's place in a block; not to be set
    parameter SET         = $clog2(1024 * KBYTES / FETCH / WAYS),   // bits of a set's number; not to be set
    parameter TAG         = ADDRESS + 4 - SET - COUNT,              // bits of a tag; not to be set
    parameter DATA        = 8 * FETCH,                              // bits of a block; not to be set
`endif
    parameter BURST       = $clog2(LINE / 32)       // bits of a burst's place in a line; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous

    input  wire                      request_valid_i,   // 1: a request
    output wire                      request_ready_o,   // 1: it is taken
    input  wire                      request_write_i,   // 1: a write; 0: a read
    input  wire [ADDRESS-1:0]        request_address_i, // its line
    input  wire [LINE-1:0]           request_mask_i,    // of a write: bit i is byte i
    input  wire [8*LINE-1:0]         request_data_i,    // of a write: its bytes, byte 0 lowest
    input  wire [USER-1:0]           request_user_i,    // any bits; they come out with the answer
`ifdef WF_WITH_PLACE_CORE
    input  wire [1:0]                request_bursts_i,  // of a write of a whole line: the bursts of its code - 1
`endif
    input  wire                      flush_valid_i,     // 1: a flush
    output wire                      flush_ready_o,     // 1: none is under way
    input  wire [USER-1:0]           flush_user_i,      // any bits; they come out when it is done
    input  wire                      return_valid_i,    // 1: a burst that was asked for
    input  wire [ENTRY:0]            return_id_i,       // the id of the command that asked for it
    input  wire [255:0]              return_data_i,     // its bytes
    output wire                      response_valid_o,  // 1: the answer to a read
    input  wire                      response_ready_i,  // 1: it is taken
    output wire [8*LINE-1:0]         response_data_o,   // its line
    output wire [USER-1:0]           response_user_o,   // the request's user
`ifdef WF_WITH_PLACE_CORE
    output wire [1:0]                response_bursts_o, // its bursts - 1: a code, or all of them a raw line
`endif
    output wire                      command_valid_o,   // 1: a command to DRAM
    input  wire                      command_ready_i,   // 1: it is taken
    output wire                      command_write_o,   // 1: bursts are written; 0: they are read
    output wire [ENTRY:0]            command_id_o,      // of a read: its returns have it
    output wire [ADDRESS+BURST-1:0]  command_address_o, // the first burst
    output wire [1:0]                command_bursts_o,  // so many bursts and one
    output wire                      data_valid_o,      // 1: a burst that is written
    input  wire                      data_ready_i,      // 1: it is taken
    output wire [31:0]               data_mask_o,       // bit i: byte i is written
    output wire [255:0]              data_data_o,       // its bytes
    output wire                      flushed_valid_o,   // 1: a flush is done
    input  wire                      flushed_ready_i,   // 1: that is taken
