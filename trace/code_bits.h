/* SPDX-License-Identifier: Apache-2.0
 *
 * code_bits.h - the bits of a code in a code file, for code_file.c (registers) and line_file.c (cache lines). */
#ifndef WF_CODE_BITS_H
#define WF_CODE_BITS_H

#include "../cmodel/bits.h"
#include "../gen/design.h"
#include "trace_pack.h"

/* Writes `count` bits, bit 0 first, in whole bytes. */
void code_put_bits(packer *p, const uint32_t *bits, int count);
/* Reads `count` bits into an array of `words`. Dies if the bits above are not 0: "WHAT has bits above N". */
void code_get_bits(input *in, uint32_t *bits, int words, int count, const char *what);
/* The pieces of a payload whose bit in `enables` is 1. Piece i has sizes[i] bits, or `size` bits if sizes is NULL. They go to the
 * packer or, if that is NULL, from the input into the payload. */
void code_pieces(packer *p, input *in, uint32_t *payload, const uint32_t *enables, const int *sizes, int size, int count);
/* The same with the code's units as pieces. */
void code_units(const wf_sizes *sizes, packer *p, input *in, wf_code *code);

/* Codec and parameters, as on the command line; `words` is the number of 32-bit words of a block. Reading checks everything except
 * that the codec is of the right kind. */
void code_put_design(packer *p, const design *d);
void code_get_design(input *in, design *d, int words);

#endif
