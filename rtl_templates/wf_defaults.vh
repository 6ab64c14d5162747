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
