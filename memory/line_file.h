/* SPDX-License-Identifier: Apache-2.0
 *
 * line_file.h - the .wfc code file of cache lines: any file whose lines a golden model has encoded. It has the tag and the
 * bursts in use of each line. Bytes at the end that fill no line are kept as they are. docs/packed.md gives the bits. */
#ifndef WF_LINE_FILE_H
#define WF_LINE_FILE_H

#include <stdint.h>

#include "../gen/design.h"
#include "../trace/trace_input.h"

typedef struct {
    uint64_t lines, rest;     /* rest: bytes after the last line */
    uint64_t bytes, unpacked; /* of the written file; of a code file what zstd packs, else 0 */
    double raw_bits, unit_bits, tag_bits;
} line_file_figures;

/* Is it a code file of lines? Nothing is consumed. Dies (2) if this program does not read the file's version. */
bool line_file_is(input *in);
/* Encodes the bytes of IN to the code file OUT. Dies (2) on a file that cannot be read, (1) if the model's own decoder does
 * not give back a line. */
void line_file_encode(const design *d, const char *in, const char *out, line_file_figures *figures);
/* Decodes a code file to the bytes that it was made of. OUT must not exist. The design is read from the file into *d.
 * `codec` is NULL, or the codec that the file must have. Dies (2) on any file that the encoder cannot have written, with the
 * number of the line, from 1. */
void line_file_decode(design *d, input *in, const char *out, const char *codec, line_file_figures *figures);

#endif
