/* SPDX-License-Identifier: Apache-2.0
 *
 * bitstream.h - codecs of cache lines whose code is a tag of one bit, 1 compressed and 0 raw, and a payload of fields. The
 * fields follow each other from bit 0 on, each with its least significant bit first. */
#ifndef WF_BITSTREAM_H
#define WF_BITSTREAM_H

#include <string.h>

#include "bits.h"
#include "line.h"

/* Space for any code of 32 words, at most 35 bits a word: a code that turns out too long is written nonetheless, and what is read
 * behind the payload's end is 0. put_bits writes one word beyond. */
enum { BITSTREAM_LINE = 32, BITSTREAM_WORDS = 35 * BITSTREAM_LINE / 32 + 1 };

typedef struct {
    uint32_t word[BITSTREAM_WORDS];
    int at;    /* the bit at which the next field begins */
    int limit; /* bits of the longest code in use */
    int fault; /* of a stream that is read: the first bit of the first field that cannot be; -1: none */
} bitstream;

/* ---- Write ---- */

/* Appends the lowest `bits` bits of x, whose other bits are 0. */
static inline void put(bitstream *s, uint32_t x, int bits)
{
    put_bits(s->word, s->at, x);
    s->at += bits;
}

/* To the next whole byte; the bits between are 0. */
static inline void align(bitstream *s)
{
    s->at = (s->at + 7) / 8 * 8;
}

/* Bits that are stored of a line with this code: the code's, or the line's if that is too long. */
static inline int stored_bits(const wf_config *c, const bitstream *s)
{
    return s->at <= s->limit ? s->at : 32 * line_words(c);
}

static inline wf_status store(const wf_config *c, const bitstream *s, const uint32_t *block, wf_code *code)
{
    bool compressed = s->at <= s->limit;
    code->tag[0] = compressed;
    memcpy(code->payload, compressed ? s->word : block, 4 * (size_t)line_words(c));
    line_use(stored_bits(c, s), code);
    return WF_OK;
}

/* ---- Read ---- */

/* The field that begins at bit `from` cannot be. */
static inline void note_fault(bitstream *s, int from)
{
    if (s->fault < 0)
        s->fault = from;
}

/* The field from bit `from` to here has been read: it must end within the longest code in use. */
static inline void check_field(bitstream *s, int from)
{
    if (s->at > s->limit)
        note_fault(s, from);
}

/* The next bits, a field or a part of one. */
static inline uint32_t take(bitstream *s, int bits)
{
    uint32_t x = bits ? get_bits(s->word, s->at, bits) : 0;
    s->at += bits;
    return x;
}

static inline uint32_t take_field(bitstream *s, int bits)
{
    int from = s->at;
    uint32_t x = take(s, bits);
    check_field(s, from);
    return x;
}

/* What a code says. */
typedef struct {
    bitstream s; /* read to the code's end */
    uint32_t block[BITSTREAM_LINE];
    unsigned count[WF_MAX_PATTERNS];
} reading;

/* A code, which `unpack` reads where it is compressed. */
static inline reading read_code(const wf_config *c, const wf_code *code, int limit, void (*unpack)(const wf_config *, reading *))
{
    int words = line_words(c);
    reading r = {.s = {.limit = limit, .fault = -1}};
    if (code->tag[0] & 1) {
        memcpy(r.s.word, code->payload, 4 * (size_t)words);
        unpack(c, &r);
    } else {
        memcpy(r.block, code->payload, 4 * (size_t)words);
        r.s.at = 32 * words;
    }
    if (code->units[0] != line_units(r.s.at))
        note_fault(&r.s, 32 * words);
    return r;
}

#endif
