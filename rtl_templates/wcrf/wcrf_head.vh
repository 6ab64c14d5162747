    parameter LANES         = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter WARPS         = `WF_WARPS,          // warps: 1 to 64
    parameter REGISTERS     = `WF_REGISTERS,      // registers of a warp: 1 to 256
    parameter CLUSTERS      = `WF_CLUSTERS,       // clusters: 1, 2, 4 or 8
    parameter ROWS          = `WF_ROWS,           // rows of a bank: 2 to 1024
    parameter BANK          = `WF_BANK,           // bits of a bank: 32, 64 or 128
    parameter PORTS         = `WF_PORTS,          // ports of a bank: 1 or 2
    parameter ISSUES        = `WF_ISSUES,         // issue ports: 1 to 4
    parameter WRITES        = `WF_WRITES,         // write ports: 1 to 4
`ifdef WF_WITH_COLLECT_COLLECTORS
    parameter COLLECTORS    = `WF_COLLECTORS,     // collectors of each issue port: 1 to 16
`else
    parameter COLLECTORS    = `WF_COLLECTORS,     // there are none; not to be set
`endif
    parameter SLOTS         = `WF_SLOTS,          // write slots: WRITES to 32
    parameter COMPRESSORS   = `WF_COMPRESSORS,    // encoders: 1 to WRITES
`ifdef WF_WITH_COMPRESS_ON
    parameter DECOMPRESSORS = `WF_DECOMPRESSORS,  // decoders: 1 to CLUSTERS
    parameter ENC_LATENCY   = `WF_ENC_LATENCY,    // cycles of an encoder: 1 to 8
    parameter DEC_LATENCY   = `WF_DEC_LATENCY,    // cycles of a decoder: 1 to 8
`endif
`ifdef WF_WITH_GATE_ON
    parameter WAKE          = `WF_WAKE,           // cycles that a bank takes to wake up: 1 to 31
`endif
`ifdef WF_WITH_MERGE
    parameter MERGE         = `WF_MERGE,          // open results of a write port: 1 to 16
`endif
    parameter USER          = `WF_USER,           // bits of user: 1 to 128
    parameter BLOCK         = 32 * LANES,                             // bits of a value; not to be set
    parameter WARP          = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter REGISTER      = REGISTERS > 1 ? $clog2(REGISTERS) : 1,  // bits of a register's number; not to be set
    parameter CLUSTER       = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,    // bits of a cluster's number; not to be set
    parameter ROW           = $clog2(ROWS),                           // bits of a row's number; not to be set
    parameter BANKS         = BLOCK / BANK,                           // banks of a cluster; not to be set
    parameter ISSUE         = WARP + 4 * REGISTER + 4 + LANES + USER, // bits of an instruction; not to be set
    parameter WRITE         = WARP + REGISTER + LANES + BLOCK + USER, // bits of a write; not to be set
`ifdef WF_WITH_MERGE
    parameter PACKET        = WRITE + 1,                              // bits of a packet; not to be set
`endif
    parameter OPERANDS      = 3 * BLOCK + LANES + USER                // bits of operands; not to be set
) (
    input  wire                       clk_i,              // clock, rising edge
    input  wire                       rst_ni,             // reset, low, asynchronous

    input  wire [ISSUES-1:0]          issue_valid_i,      // bit k: an instruction at port k
`ifdef WF_WITH_COLLECT_COLLECTORS
    output wire [ISSUES-1:0]          issue_ready_o,      // bit k: port k has a free collector
`else
    output wire [ISSUES-1:0]          issue_ready_o,      // bit k: no instruction of port k waits behind another one
`endif
    input  wire [ISSUES*ISSUE-1:0]    issue_i,            // from bit 0: warp | source0 | source1 | source2 | used | dest | writes | mask | user
`ifdef WF_WITH_MERGE
    input  wire [WRITES-1:0]          write_valid_i,      // bit p: a packet of a result at port p
    output wire [WRITES-1:0]          write_ready_o,      // bit p: port p has a free slot
    input  wire [WRITES*PACKET-1:0]   write_i,            // from bit 0: warp | register | mask | values | last | user
`else
    input  wire [WRITES-1:0]          write_valid_i,      // bit p: a write at port p
    output wire [WRITES-1:0]          write_ready_o,      // bit p: port p has a free slot
    input  wire [WRITES*WRITE-1:0]    write_i,            // from bit 0: warp | register | mask | values | user
`endif
    input  wire                       release_valid_i,    // 1: a release
    output wire                       release_ready_o,    // 1: none is under way
    input  wire [WARP-1:0]            release_warp_i,     // its warp
    output wire [ISSUES-1:0]          operands_valid_o,   // bit k: operands at port k
`ifdef WF_WITH_COLLECT_COLLECTORS
    input  wire [ISSUES-1:0]          operands_ready_i,   // bit k: they are taken
`endif
    output wire [ISSUES*OPERANDS-1:0] operands_o,         // from bit 0: value0 | value1 | value2 | mask | user
    output wire [CLUSTERS-1:0]        stored_valid_o,     // bit c: a write is stored in cluster c in this cycle
