    parameter LANES        = `WF_LANES,         // lanes of the warp: a power of two, 4 to 128
    parameter WARPS        = `WF_WARPS,         // warps: 1 to 64
    parameter REGISTERS    = `WF_REGISTERS,     // registers of a warp: 1 to 256
    parameter BANKS        = `WF_BANKS,         // banks: 1, 2, 4, 8 or 16
    parameter ROWS         = `WF_ROWS,          // rows of a bank: 2 to 1024
    parameter GROUPS       = `WF_GROUPS,        // codes of a register: 1, 2, 4 or 8
    parameter ISSUES       = `WF_ISSUES,        // issue ports: 1 to 4
    parameter WRITES       = `WF_WRITES,        // write ports: 1 to 4
    parameter COLLECTORS   = `WF_COLLECTORS,    // collectors of each issue port: 1 to 16
    parameter SLOTS        = `WF_SLOTS,         // write slots: WRITES to 32
    parameter WRITE_FIRST  = `WF_GOES_FIRST,    // 1: a write goes before a read; 0: a read before a write
`ifdef WF_WITH_COMPRESS_ON
    parameter SIDE_LATENCY = `WF_SIDE_LATENCY,  // cycles from the side array to the arrays: 0 or 1
    parameter SIDE_PORTS   = `WF_SIDE_PORTS,    // ports of a side array: 1 or 2
    parameter ENC_LATENCY  = `WF_ENC_LATENCY,   // cycles of an encoder: 0 to 8
    parameter DEC_LATENCY  = `WF_DEC_LATENCY,   // cycles of a decoder: 0 to 8
`endif
    parameter USER         = `WF_USER,          // bits of user: 1 to 128
    parameter BLOCK        = 32 * LANES,                                // bits of a value; not to be set
    parameter UNIT         = LANES / GROUPS < 16 ? LANES / GROUPS : 16, // bytes of an array; not to be set
    parameter ARRAYS       = 4 * LANES / UNIT,                          // arrays of a bank; not to be set
    parameter WARP         = WARPS > 1 ? $clog2(WARPS) : 1,             // bits of a warp's number; not to be set
    parameter REGISTER     = REGISTERS > 1 ? $clog2(REGISTERS) : 1,     // bits of a register's number; not to be set
    parameter BANK         = BANKS > 1 ? $clog2(BANKS) : 1,             // bits of a bank's number; not to be set
    parameter ROW          = $clog2(ROWS),                              // bits of a row's number; not to be set
    parameter ISSUE        = WARP + 4 * REGISTER + 4 + LANES + USER,    // bits of an instruction; not to be set
`ifdef WF_WITH_COMPRESS_ON
    parameter BVR          = LANES / GROUPS > 32 ? LANES / GROUPS : 32, // bits of a base; not to be set
    parameter TAG          = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR,  // bits of a tag; not to be set
    parameter WRITE        = WARP + REGISTER + LANES + BLOCK + 1 + GROUPS + TAG + USER,  // bits of a write; not to be set
    parameter OPERANDS     = 3 * (BLOCK + TAG) + LANES + USER           // bits of operands; not to be set
`else
    parameter WRITE        = WARP + REGISTER + LANES + BLOCK + USER,    // bits of a write; not to be set
    parameter OPERANDS     = 3 * BLOCK + LANES + USER                   // bits of operands; not to be set
`endif
) (
    input  wire                       clk_i,                // clock, rising edge
    input  wire                       rst_ni,               // reset, low, asynchronous

    input  wire [ISSUES-1:0]          issue_valid_i,        // bit k: an instruction at port k
    output wire [ISSUES-1:0]          issue_ready_o,        // bit k: port k has a free collector
    input  wire [ISSUES*ISSUE-1:0]    issue_i,              // from bit 0: warp | source0 | source1 | source2 | used | dest | writes | mask | user
    input  wire [WRITES-1:0]          write_valid_i,        // bit p: a write at port p
    output wire [WRITES-1:0]          write_ready_o,        // bit p: port p has a free slot
`ifdef WF_WITH_COMPRESS_ON
    input  wire [WRITES*WRITE-1:0]    write_i,              // from bit 0: warp | register | mask | values | dead | known | tag | user
`else
    input  wire [WRITES*WRITE-1:0]    write_i,              // from bit 0: warp | register | mask | values | user
`endif
    input  wire                       release_valid_i,      // 1: a release
    output wire                       release_ready_o,      // 1: none is under way
    input  wire [WARP-1:0]            release_warp_i,       // its warp
    output wire [ISSUES-1:0]          operands_valid_o,     // bit k: operands at port k
    input  wire [ISSUES-1:0]          operands_ready_i,     // bit k: they are taken
`ifdef WF_WITH_COMPRESS_ON
    output wire [ISSUES*OPERANDS-1:0] operands_o,           // from bit 0: value0 | value1 | value2 | tag0 | tag1 | tag2 | mask | user
`else
    output wire [ISSUES*OPERANDS-1:0] operands_o,           // from bit 0: value0 | value1 | value2 | mask | user
`endif
    output wire [BANKS-1:0]           stored_valid_o,       // bit c: a write is stored in bank c in this cycle
