/* SPDX-License-Identifier: Apache-2.0
 *
 * line_file.h - the .wfc code file of cache lines: any file whose lines went through a golden model's encoder. Of each
 * line it has the tag and the bursts in use; what does not fill a line at the end is kept as it is. docs/traces.md gives
 * the bits. */
#ifndef WF_LINE_FILE_H
#define WF_LINE_FILE_H

#include <stdint.h>

#include "../gen/design.h"

typedef struct {
    uint64_t lines, rest;           /* rest: bytes after the last line */
    uint64_t bytes;                 /* of the written file */
    double raw_bits, unit_bits, tag_bits;
} line_file_figures;

/* True if PATH, a file and no pipe, is a code file of lines; dies (2) if it is one of a version that this program does not read. */
bool line_file_is(const char *path);
/* The bytes of IN to the code file OUT. Dies (2) on a file that cannot be read, (1) if the model's own decoder does not
 * give a line back. */
void line_file_encode(const design *d, const char *in, const char *out, line_file_figures *figures);
/* Code file IN to the bytes that it was made of; OUT must not be there. The design is read from the file into *d; `codec`
 * NULL, or the one that it must be. Dies (2) on any file that the encoder cannot have written, with the number of the
 * line, from 1. */
void line_file_decode(design *d, const char *in, const char *out, const char *codec, line_file_figures *figures);

#endif
