// SPDX-License-Identifier: Apache-2.0
//
// Defaults of the templates' holes, so that a linter reads a template as it stands. The generator resolves
// the holes itself and never emits this file. A clocked unit (stages > 0) also needs WF_WITH_ENC_CLOCK or
// WF_WITH_DEC_CLOCK, which have no default: without them the unit has no clock and reset ports.

// Module names
`ifndef WF_RANK
`define WF_RANK wf_rank
`endif
`ifndef WF_CUT
`define WF_CUT wf_cut
`endif
`ifndef WF_ENC
`define WF_ENC warpbdi_enc
`endif
`ifndef WF_DEC
`define WF_DEC warpbdi_dec
`endif
`ifndef WF_CROSSBAR
`define WF_CROSSBAR crossbar
`endif
`ifndef WF_CROSSBAR_SLICE
`define WF_CROSSBAR_SLICE crossbar_slice
`endif
`ifndef WF_ELIGIBLE
`define WF_ELIGIBLE eligible
`endif

// Geometry: lanes of 32 bits, bits a bank, range indicators in use, layout of the payload
`ifndef WF_LANES
`define WF_LANES 32
`endif
`ifndef WF_BANK
`define WF_BANK 128
`endif
`ifndef WF_MODES
`define WF_MODES 3'b111
`endif
`ifndef WF_PACKED
`define WF_PACKED 0
`endif
`ifndef WF_USER_BITS
`define WF_USER_BITS 16
`endif

// Implementation: operand isolation, register ranks, a tag that comes one cycle ahead
`ifndef WF_ISOLATE
`define WF_ISOLATE 0
`endif
`ifndef WF_ENC_STAGES
`define WF_ENC_STAGES 0
`endif
`ifndef WF_DEC_STAGES
`define WF_DEC_STAGES 0
`endif
`ifndef WF_EARLY_TAG
`define WF_EARLY_TAG 0
`endif

// The tag: which of its bits say that a register is stored compressed (move.v)
`ifndef WF_CODE_BITS
`define WF_CODE_BITS 2
`endif
`ifndef WF_RAW_BIT
`define WF_RAW_BIT 0
`endif

// Blocks that are no codecs: register ranks (1 needs WF_WITH_BLOCK_CLOCK, too); codes a register; the crossbar's ports, direction,
// order and synthesised slice; the sources of an instruction
`ifndef WF_STAGES
`define WF_STAGES 0
`endif
`ifndef WF_GROUPS
`define WF_GROUPS 1
`endif
`ifndef WF_PORTS
`define WF_PORTS 16
`endif
`ifndef WF_READ
`define WF_READ 0
`endif
`ifndef WF_REORDER
`define WF_REORDER 1
`endif
`ifndef WF_SLICE
`define WF_SLICE 2
`endif
`ifndef WF_SOURCES
`define WF_SOURCES 3
`endif

// The comparison of lanes (compare.v): groups of lanes; of active lanes only, which needs WF_WITH_MASK too; ranks of a block
`ifndef WF_COMPARE
`define WF_COMPARE compare
`endif
`ifndef WF_MASKED
`define WF_MASKED 0
`endif

// Affine vectors: lanes of a vector (0: the warp; 1, 2, 3: 8, 16, 32), strides of any kind, bits of a lane
`ifndef WF_EXPAND
`define WF_EXPAND expand
`endif
`ifndef WF_VECTOR
`define WF_VECTOR 0
`endif
`ifndef WF_ANY_STRIDE
`define WF_ANY_STRIDE 0
`endif
`ifndef WF_WORD
`define WF_WORD 32
`endif

// The metadata cache (metacache.v, which also needs WF_STAGES 1 and WF_WITH_BLOCK_CLOCK): KB, ways, bytes of a block, bits of a
// line's address
`ifndef WF_METACACHE
`define WF_METACACHE metacache
`endif
`ifndef WF_METACACHE_SLICE
`define WF_METACACHE_SLICE metacache_slice
`endif
`ifndef WF_KBYTES
`define WF_KBYTES 8
`endif
`ifndef WF_WAYS
`define WF_WAYS 4
`endif
`ifndef WF_FETCH
`define WF_FETCH 32
`endif
`ifndef WF_ADDRESS
`define WF_ADDRESS 25
`endif

// Cache lines: bytes of a line; what a code must save (0: a byte, 1: a burst); words a cycle of a form that iterates
`ifndef WF_LINE
`define WF_LINE 64
`endif
`ifndef WF_SAVE
`define WF_SAVE 0
`endif
`ifndef WF_RATE
`define WF_RATE 2
`endif

// linebdi: codes in use; the base is the first chunk that misses the zero base; a zero base; its select bits are in the tag
`ifndef WF_ENCODINGS
`define WF_ENCODINGS 8'b11111111
`endif
`ifndef WF_FIRSTNZ
`define WF_FIRSTNZ 0
`endif
`ifndef WF_ZERO_BASE
`define WF_ZERO_BASE 1
`endif
`ifndef WF_SELECT_TAG
`define WF_SELECT_TAG 0
`endif

// fpc: segments of one pattern each, and how many (0: a stream of words)
`ifndef WF_SEGMENT
`define WF_SEGMENT 1
`endif
`ifndef WF_SEGMENTS
`define WF_SEGMENTS 4
`endif

// cpack: codes of one length and entries at the head (0: words one after another); zero is one of the entries
`ifndef WF_PARALLEL
`define WF_PARALLEL 1
`endif
`ifndef WF_ZERO_ENTRY
`define WF_ZERO_ENTRY 0
`endif

// bestof: the members in use, and their units
`ifndef WF_MEMBERS
`define WF_MEMBERS 3'b111
`endif
`ifndef WF_LINEBDI_ENC
`define WF_LINEBDI_ENC linebdi_enc
`define WF_LINEBDI_DEC linebdi_dec
`endif
`ifndef WF_FPC_ENC
`define WF_FPC_ENC fpc_enc
`define WF_FPC_DEC fpc_dec
`endif
`ifndef WF_CPACK_ENC
`define WF_CPACK_ENC cpack_enc
`define WF_CPACK_DEC cpack_dec
`endif
