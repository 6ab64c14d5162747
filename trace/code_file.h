/* SPDX-License-Identifier: Apache-2.0
 *
 * code_file.h - the .wfc code file: a trace whose register values a golden model has encoded. docs/traces.md gives the
 * bits. */
#ifndef WF_CODE_FILE_H
#define WF_CODE_FILE_H

#include <stdint.h>

#include "../gen/design.h"

typedef struct {
    uint64_t registers, memory; /* records */
    uint64_t bytes;             /* of the written file */
    double raw_bits, unit_bits, tag_bits;
} code_file_figures;

/* Encodes the trace IN, of any known form, to the code file OUT. Dies (2) on bad input or a trace of another warp width, (1)
 * if the model's own decoder does not give back a value. */
void code_file_encode(const design *d, const char *in, const char *out, code_file_figures *figures);
/* Decodes the code file IN to the trace OUT (.wft, .wtx). The design is read from the file into *d. `codec` is NULL, or the
 * codec that the file must have. Dies (2) on any file that the encoder cannot have written. */
void code_file_decode(design *d, const char *in, const char *out, const char *codec, code_file_figures *figures);

#endif
