    parameter LANES       = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter L1_WAYS     = `WF_L1_WAYS,        // ways of the L1: 1 to 8
`ifdef WF_WITH_AVC_WAYS
    parameter AVC_WAYS    = `WF_AVC_WAYS,       // ways of the AVC: 1 to 4
    parameter WINDOW      = `WF_WINDOW,         // blocks below 2^WINDOW are private: 4 to ADDRESS
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in an encoder: 0, 1 or 2
    parameter DEC_LATENCY = `WF_DEC_LATENCY,    // cycles of the decoding unit: 0 or 1
`endif
    parameter SETS        = `WF_SETS,           // sets of both: a power of two, 1 to 256
    parameter VECTORS     = `WF_VECTORS,        // vectors of a line of the AVC: 1, 2, 4, 8 or 16
    parameter ADDRESS     = `WF_ADDRESS,        // bits of a block number: 8 to 32, more than sets and vectors take
    parameter MISSES      = `WF_MISSES,         // blocks that are asked for at once: a power of two, 1 to 64
    parameter LOADS       = `WF_LOADS,          // loads that wait for them: a power of two, 1 to 64
    parameter USER        = `WF_USER,           // bits of user: 1 to 64
    parameter BLOCK       = 32 * LANES,                                 // bits of a block; not to be set
    parameter SET         = SETS > 1 ? $clog2(SETS) : 1,                // bits of a set's number; not to be set
    parameter L1_TAG      = ADDRESS - $clog2(SETS),                     // bits of a tag of the L1; not to be set
    parameter L1_ROW      = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,        // bits of a row of the L1; not to be set
`ifdef WF_WITH_AVC_WAYS
    parameter AVC_TAG     = ADDRESS - $clog2(SETS) - $clog2(VECTORS),   // bits of a tag of the AVC; not to be set
    parameter AVC_ROW     = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,      // bits of a row of vectors; not to be set
`ifdef WF_WITH_DIRTY_VECTOR
    parameter VECTOR      = LANES + 36,                                 // bits of a vector; not to be set
`else
    parameter VECTOR      = LANES + 35,                                 // bits of a vector; not to be set
`endif
`endif
    parameter LOAD        = LOADS > 1 ? $clog2(LOADS) : 1,              // bits of the number of a load that waits; not to be set
    parameter ENTRY       = MISSES > 1 ? $clog2(MISSES) : 1             // bits of the number of a miss; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous

    input  wire                      request_valid_i,   // 1: a request
    output wire                      request_ready_o,   // 1: an entry of the ring is free, and no flush is under way
    input  wire                      request_write_i,   // 1: a store; 0: a load
    input  wire [ADDRESS-1:0]        request_address_i, // its block
    input  wire [LANES-1:0]          request_mask_i,    // its lanes, bit i is lane i
    input  wire [BLOCK-1:0]          request_data_i,    // of a store the words, lane 0 lowest
    input  wire [USER-1:0]           request_user_i,    // any bits; they come out with the answers
    input  wire                      flush_valid_i,     // 1: a flush
    output wire                      flush_ready_o,     // 1: none is under way
    input  wire [USER-1:0]           flush_user_i,      // any bits; they come out when it is done
    input  wire                      fill_valid_i,      // 1: a block that was asked for
    input  wire [ADDRESS-1:0]        fill_address_i,    // which
    input  wire [BLOCK-1:0]          fill_data_i,       // its words, lane 0 lowest
    output wire                      response_valid_o,  // 1: an answer
    input  wire                      response_ready_i,  // 1: it is taken
    output wire [LANES-1:0]          response_mask_o,   // the lanes that it answers
    output wire [BLOCK-1:0]          response_data_o,   // of a load their words
    output wire [USER-1:0]           response_user_o,   // the request's user
    output wire                      miss_valid_o,      // 1: a command to memory
    input  wire                      miss_ready_i,      // 1: it is taken
    output wire                      miss_write_o,      // 1: a block is written back; 0: it is asked for
    output wire [ADDRESS-1:0]        miss_address_o,    // which
    output wire [LANES-1:0]          miss_mask_o,       // the lanes that are written; of a load those that were asked for
    output wire [BLOCK-1:0]          miss_data_o,       // of a write their words
    output wire                      flushed_valid_o,   // 1: a flush is done
    input  wire                      flushed_ready_i,   // 1: that is taken
