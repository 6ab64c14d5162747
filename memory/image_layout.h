/* SPDX-License-Identifier: Apache-2.0
 *
 * image_layout.h - what stands where in an image of memory (line_image.h), and the description at its end that says so:
 *
 *     slots        from byte 0 on, N bytes a line: its bursts in use, then zeros
 *     counts       from the next multiple of 64 bytes on: bursts - 1 of each line, 2 bits, line 0 in the lowest; all bursts say that the line
 *                  is raw, and the entries that fill the last 64 bytes say so too, as they do for memory that holds plain lines
 *     description  4096 bytes of text: the layout as comments, then the design as `gen --config` takes it, then line feeds */
#ifndef WF_IMAGE_LAYOUT_H
#define WF_IMAGE_LAYOUT_H

#include <stdint.h>

#include "../base/text.h"
#include "../gen/design.h"
#include "../trace/trace_input.h"

/* IMAGE_ALIGN: the most that the metadata cache fetches at once. */
enum { IMAGE_ALIGN = 64, IMAGE_COUNT_BITS = 2, IMAGE_COUNTS_A_BYTE = 8 / IMAGE_COUNT_BITS, IMAGE_DESCRIPTION = 4096 };
#define IMAGE_KIND "memory image (.wfi)"

typedef struct {
    uint64_t bytes, lines;      /* of the file that the lines are of */
    uint64_t counts_at, counts; /* in bytes */
    uint64_t total;
} image_layout;

/* Of a file of so many bytes. */
image_layout image_layout_of(uint64_t bytes, const design *d);
/* What is wrong if an image cannot hold lines of this design, a checked one of a line codec. NULL: nothing. */
char *image_fault(const design *d);
/* Adds the description to an empty text. */
void image_describe(const design *d, const image_layout *l, text *t);
/* Does the file end as an image? */
bool image_is(const char *path);
/* Reads the description of the image that `in` reads into *d and *l. Dies (2) unless it is what image_describe makes, and the file has the
 * size that it tells. */
void image_get_description(design *d, const input *in, image_layout *l);

#endif
