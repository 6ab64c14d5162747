/* SPDX-License-Identifier: Apache-2.0
 *
 * known_lines.h - an image of memory: the bytes that somebody has told, line by line. Nothing is guessed for the others; or all of them are 0, where that is known.
 *
 * The image has LINE_IMAGE_LINES lines in sets of LINE_IMAGE_WAYS, by the line's number. A full set forgets its oldest line, and from then on a line that it does not have
 * may be any. */
#ifndef WF_KNOWN_LINES_H
#define WF_KNOWN_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LINE_MAX_BYTES = 128,
    LINE_MAX_WORDS = LINE_MAX_BYTES / 4,
    LINE_IMAGE_WAYS = 8,
    LINE_IMAGE_SETS = 1 << 15,
    LINE_IMAGE_LINES = LINE_IMAGE_SETS * LINE_IMAGE_WAYS, /* 262,144: 32 MiB of lines of 128 bytes */
    LINE_SECTORS = LINE_MAX_BYTES / 32
};

typedef struct {
    uint64_t line;
    bool used;
    uint32_t known[LINE_SECTORS]; /* bit i % 32 of word i / 32: byte i */
    unsigned char bytes[LINE_MAX_BYTES];
} known_line;

typedef struct known_lines known_lines;

/* Of lines of so many bytes. `rest_is_zero`: bytes of which nobody has told are 0. */
known_lines *known_lines_open(int bytes, bool rest_is_zero);
void known_lines_close(known_lines *k);
/* A line by its number, or NULL: the image does not have it. */
known_line *known_lines_find(known_lines *k, uint64_t line);
/* The same; the image has it from now on. Valid until the next one is taken. */
known_line *known_lines_take(known_lines *k, uint64_t line);
/* True if all bytes of a line are known; then they are left in `content`. */
bool known_lines_content(known_lines *k, uint64_t line, uint32_t *content);
/* How many lines the image has forgotten so far. */
uint64_t known_lines_forgotten(const known_lines *k);

static inline void known_line_set(known_line *l, int offset, unsigned char value)
{
    l->bytes[offset] = value;
    l->known[offset / 32] |= (uint32_t)1 << (offset % 32);
}

static inline void known_line_forget(known_line *l, int offset)
{
    l->known[offset / 32] &= ~((uint32_t)1 << (offset % 32));
}

/* Bytes of a mask become those of other words. */
void line_merge(uint32_t *line, const uint32_t *words, const uint32_t *mask, int bytes);

#endif
