/* SPDX-License-Identifier: Apache-2.0
 *
 * bitstream.h - for codecs of cache lines with a tag of one bit (1 compressed, 0 raw) and a payload of fields. The fields follow each
 * other from bit 0 on, each with its least significant bit first. */
#ifndef WF_BITSTREAM_H
#define WF_BITSTREAM_H

#include <string.h>

#include "bits_plain.h"
#include "line.h"

/* Space for any code of 32 words with at most 35 bits a word. A code that turns out too long is written nonetheless. Bits behind the
 * payload's end are 0. put_bits writes one word beyond. */
enum { BITSTREAM_LINE = 32, BITSTREAM_WORDS = 35 * BITSTREAM_LINE / 32 + 1 };

typedef struct {
    uint32_t word[BITSTREAM_WORDS];
    int at;    /* the bit at which the next field begins */
    int limit; /* bits of the longest code in use, with its head */
    int fault; /* when reading: the lowest bit of the first invalid field; -1: none */
} bitstream;

/* ---- Write ---- */

/* What the head of a compressed line says (tag=head): one encoding. */
enum { BITSTREAM_HEAD = 1 };

/* Appends the lowest `bits` bits of x, whose other bits are 0. */
static inline void bitstream_put(bitstream *s, uint32_t x, int bits)
{
    put_bits(s->word, s->at, x);
    s->at += bits;
}

/* Begins a code. */
static inline bitstream bitstream_begin(int limit, int tag)
{
    bitstream s = {.limit = limit};
    if (tag == LINE_HEAD)
        bitstream_put(&s, BITSTREAM_HEAD, LINE_HEAD_BITS);
    return s;
}

/* Fills up to the next whole byte with 0. */
static inline void bitstream_align(bitstream *s)
{
    s->at = (s->at + 7) / 8 * 8;
}

/* The bits that are stored for a line: those of the code, or those of the line if the code is too long. */
static inline int bitstream_stored_bits(const wf_config *c, const bitstream *s)
{
    return s->at <= s->limit ? s->at : 32 * line_words(c);
}

static inline wf_status bitstream_store(const wf_config *c, const bitstream *s, const uint32_t *block, wf_code *code)
{
    bool compressed = s->at <= s->limit;
    code->tag[0] = compressed;
    memcpy(code->payload, compressed ? s->word : block, 4 * (size_t)line_words(c));
    line_use(bitstream_stored_bits(c, s), code);
    return WF_OK;
}

/* ---- Read ---- */

/* Notes that the field at bit `from` is invalid. */
static inline void bitstream_note_fault(bitstream *s, int from)
{
    if (s->fault < 0)
        s->fault = from;
}

/* To call after a field from bit `from` has been read: it must end within the longest code in use. */
static inline void bitstream_check_field(bitstream *s, int from)
{
    if (s->at > s->limit)
        bitstream_note_fault(s, from);
}

/* Reads the next bits, a field or a part of one. */
static inline uint32_t bitstream_take(bitstream *s, int bits)
{
    uint32_t x = bits ? get_bits(s->word, s->at, bits) : 0;
    s->at += bits;
    return x;
}

static inline uint32_t bitstream_take_field(bitstream *s, int bits)
{
    int from = s->at;
    uint32_t x = bitstream_take(s, bits);
    bitstream_check_field(s, from);
    return x;
}

/* What a code contains. */
typedef struct {
    bitstream s; /* read to the code's end */
    uint32_t block[BITSTREAM_LINE];
    unsigned count[WF_MAX_PATTERNS];
} bitstream_reading;

/* Reads a code. If it is compressed, `unpack` reads its payload. */
static inline bitstream_reading bitstream_read(const wf_config *c, const wf_code *code, int limit, int tag,
                                               void (*unpack)(const wf_config *, bitstream_reading *))
{
    int words = line_words(c);
    bitstream_reading r = {.s = {.limit = limit, .fault = -1}};
    if (code->tag[0] & 1) {
        memcpy(r.s.word, code->payload, 4 * (size_t)words);
        if (tag == LINE_HEAD && bitstream_take(&r.s, LINE_HEAD_BITS) != BITSTREAM_HEAD)
            bitstream_note_fault(&r.s, 0);
        unpack(c, &r);
    } else {
        memcpy(r.block, code->payload, 4 * (size_t)words);
        r.s.at = 32 * words;
    }
    if (code->units[0] != line_units(r.s.at))
        bitstream_note_fault(&r.s, 32 * words);
    return r;
}

#endif
