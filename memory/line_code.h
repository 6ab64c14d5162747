/* SPDX-License-Identifier: Apache-2.0
 *
 * line_code.h - the code of a cache line in a file that holds exactly what the encoder makes: a code file (line_file.h), an image of memory
 * (line_image.h). */
#ifndef WF_LINE_CODE_H
#define WF_LINE_CODE_H

#include "../gen/design.h"
#include "../trace/trace_input.h"

/* Dies (2) unless the design is a line codec; the message says that `what` needs one. */
void line_codec_need(const design *d, const char *what);
/* Encodes line `number` (from 1) of the file IN. Dies (1) if the model's own decoder does not give it back. */
void line_code_make(const design *d, const char *in, uint64_t number, const uint32_t *line, wf_code *code);
/* Decodes a code that was read from `in`. Dies (2) unless it is the code that the encoder makes of its line. */
void line_code_read(const design *d, const input *in, const wf_code *code, uint32_t *line);

#endif
