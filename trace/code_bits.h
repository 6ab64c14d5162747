/* SPDX-License-Identifier: Apache-2.0
 *
 * code_bits.h - the bits of a code in a code file: what code_file.c (registers) and line_file.c (cache lines) share. */
#ifndef WF_CODE_BITS_H
#define WF_CODE_BITS_H

#include "../cmodel/bits.h"
#include "../gen/design.h"
#include "trace_pack.h"

/* `count` bits, bit 0 first, in whole bytes. */
void code_put_bits(packer *p, const uint32_t *bits, int count);
/* The same into an array of `words`; bits above are 0, or it dies: "WHAT has bits above N". */
void code_get_bits(input *in, uint32_t *bits, int words, int count, const char *what);
/* The pieces of a payload that `enables` names: pieces of sizes[i] bits, or all of `size` bits where sizes is NULL.
 * To the packer, or, where that is NULL, from the input into the payload. */
void code_pieces(packer *p, input *in, uint32_t *payload, const uint32_t *enables, const int *sizes, int size, int count);
/* The pieces that are the code's units. */
void code_units(const wf_sizes *sizes, packer *p, input *in, wf_code *code);

/* Codec and parameters, as on the command line, of blocks of so many words of 32 bits. Reading checks all but that the codec is of
 * the right kind. */
void code_put_design(packer *p, const design *d);
void code_get_design(input *in, design *d, int words);

#endif
