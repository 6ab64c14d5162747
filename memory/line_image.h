/* SPDX-License-Identifier: Apache-2.0
 *
 * line_image.h - the .wfi image of memory that holds compressed lines: each line in its slot, the burst counts behind them, a description at the end (image_layout.h). docs/images.md gives the bytes. */
#ifndef WF_LINE_IMAGE_H
#define WF_LINE_IMAGE_H

#include <stdint.h>

#include "../gen/design.h"

typedef struct {
    uint64_t lines;  /* slots; the last one may be filled up with zeros */
    uint64_t bursts; /* in use */
    uint64_t bytes;  /* of the written file */
} line_image_figures;

/* Dies (2) unless the lines of this design can stand in memory without a tag beside them: a line codec with tag=head. */
void line_image_need(const design *d);
/* Encodes the bytes of IN to the image OUT. Dies (2) on a file that cannot be read, (1) if the model's own decoder does not
 * give back a line. */
void line_image_encode(const design *d, const char *in, const char *out, line_image_figures *figures);
/* Decodes an image to the bytes that it was made of. The design is read from the file into *d. `codec` is NULL, or the codec that the file
 * must have. Dies (2) on any file that the encoder cannot have written, with the number of the line, from 1. */
void line_image_decode(design *d, const char *in, const char *out, const char *codec, line_image_figures *figures);

#endif
