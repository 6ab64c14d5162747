/* SPDX-License-Identifier: Apache-2.0
 *
 * line_fast.h - line.h for the fast forms: nothing here is taken from there, so an error in either is seen where the two forms are compared. */
#ifndef WF_LINE_FAST_H
#define WF_LINE_FAST_H

#include "bits.h"
#include "line_params.h"

static inline int line_words(const wf_config *c)
{
    return c->line_bytes >> 2;
}

static inline int line_head(int tag)
{
    return tag << 3;
}
_Static_assert(LINE_SIDE == 0 && LINE_HEAD == 1 && LINE_HEAD_BITS == 1 << 3, "the head's bits without a branch");

/* The bits of the longest code that is used, with its head. */
static inline int line_limit_with(const wf_config *c, int save, int tag)
{
    bool burst = save == LINE_SAVE_BURST || (tag == LINE_HEAD && c->line_bytes != WF_BURST_BYTES);
    return (c->line_bytes << 3) - (burst ? LINE_BURST_BITS : 8);
}

/* The bursts that hold `bits` bits. There are at most four, so one word has the units. */
static inline int line_bursts(int bits)
{
    return (bits + LINE_BURST_BITS - 1) / LINE_BURST_BITS;
}

static inline uint32_t line_units(int bits)
{
    return ((uint32_t)1 << line_bursts(bits)) - 1;
}

/* Sets units and write enables of a code of `bits` bits. */
static inline void line_use(int bits, wf_code *code)
{
    memset(code->units, 0, sizeof code->units);
    clear_words(code->wen, WF_WEN_WORDS);
    code->units[0] = code->wen[0] = line_units(bits);
}

/* Copies a line, or clears it. Copies of a known size are no calls. */
INLINE void line_copy(uint32_t *to, const uint32_t *from, int words)
{
    for (int i = 0; i < words; i += 8)
        memcpy(to + i, from + i, 8 * sizeof *to);
}

INLINE void line_clear(uint32_t *line, int words)
{
    for (int i = 0; i < words; i += 8)
        memset(line + i, 0, 8 * sizeof *line);
}

/* Copies a payload of `words` words with zeros behind it, which a reader of fields may meet: BEHIND words, for fields of up to 35 bits a word and
 * two reads more. */
enum { LINE_BEHIND = 8 };
static inline void line_copy_payload(uint32_t *to, const uint32_t *payload, int words)
{
    line_copy(to, payload, words);
    memset(to + words, 0, LINE_BEHIND * sizeof *to);
}

static inline wf_line_code line_code(const wf_code *code)
{
    return (wf_line_code){.tag = code->tag, .payload = code->payload, .units = code->units[0]};
}

#endif
