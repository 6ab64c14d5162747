/* SPDX-License-Identifier: Apache-2.0
 *
 * code_file.h - the .wfc code file: a trace whose register values a golden model has encoded. docs/packed.md gives the
 * bits. */
#ifndef WF_CODE_FILE_H
#define WF_CODE_FILE_H

#include <stdint.h>

#include "../gen/design.h"
#include "trace.h"
#include "trace_input.h"

typedef struct {
    uint64_t registers, memory, instructions; /* records */
    uint64_t host;                            /* launches and copies */
    uint64_t bytes, unpacked;                 /* of the written file; of a code file what zstd packs, else 0 */
    double raw_bits, unit_bits, tag_bits;
} code_file_figures;

/* Encodes a trace to the code file OUT, and closes it. Dies (2) on bad input or a trace of another warp width, (1)
 * if the model's own decoder does not give back a value. */
void code_file_encode(const design *d, trace *t, const char *out, code_file_figures *figures);
/* Decodes a code file to the trace OUT (.wft, .wtx). The design is read from the file into *d. `codec` is NULL, or the
 * codec that the file must have. Dies (2) on any file that the encoder cannot have written. */
void code_file_decode(design *d, input *in, const char *out, const char *codec, code_file_figures *figures);

#endif
