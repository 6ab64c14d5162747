/* SPDX-License-Identifier: Apache-2.0
 *
 * line.h - geometry and bursts of the codecs of cache lines, as their specifications have them. The fast forms have line_fast.h, which defines
 * the same names: a file includes one of the two. */
#ifndef WF_LINE_H
#define WF_LINE_H

#include <string.h>

#include "line_params.h"

/* Words of 32 bits of the line. */
static inline int line_words(const wf_config *c)
{
    return c->line_bytes / 4;
}

/* NULL, or the rule that what a code must save breaks. */
static inline const char *line_rule_broken(const wf_config *c, int save)
{
    if (save == LINE_SAVE_BURST && c->line_bytes == WF_BURST_BYTES)
        return "a line of 32 bytes is one burst: nothing to save";
    return NULL;
}

/* The bits of the longest code that is used. */
static inline int line_limit(const wf_config *c, int save)
{
    int saved = save == LINE_SAVE_BURST ? WF_BURST_BYTES : 1; /* bytes */
    return 8 * (c->line_bytes - saved);
}

/* Bits of the head of a compressed line. */
static inline int line_head(int tag)
{
    return tag == LINE_HEAD ? LINE_HEAD_BITS : 0;
}

/* The bits of the longest code that is used, with its head: which saves a burst, but of a line that is one burst a byte. */
static inline int line_limit_with(const wf_config *c, int save, int tag)
{
    if (tag == LINE_HEAD && c->line_bytes > WF_BURST_BYTES)
        return line_limit(c, LINE_SAVE_BURST);
    return line_limit(c, save);
}

/* Fills in *s; the intervals are 1. */
static inline void line_sizes(const wf_config *c, int tag_bits, int code_bits, wf_sizes *s)
{
    int units = c->line_bytes / WF_BURST_BYTES;
    *s = (wf_sizes){
        .block_bits = 8 * c->line_bytes,
        .tag_bits = tag_bits,
        .code_bits = code_bits,
        .payload_bits = 8 * c->line_bytes,
        .units = units,
        .wen_bits = units,
        .interval_enc = 1,
        .interval_dec = 1,
    };
    for (int u = 0; u < units; u++)
        s->unit_bits[u] = LINE_BURST_BITS;
}

/* The bursts that hold `bits` bits. */
static inline int line_bursts(int bits)
{
    int bursts = 0;
    while (bursts * LINE_BURST_BITS < bits)
        bursts++;
    return bursts;
}

/* Bit u: a code of so many bits occupies burst u. There are at most four, so one word has them. */
static inline uint32_t line_units(int bits)
{
    uint32_t units = 0;
    for (int u = 0; u < line_bursts(bits); u++)
        units |= (uint32_t)1 << u;
    return units;
}

/* Sets units and write enables of a code of `bits` bits. */
static inline void line_use(int bits, wf_code *code)
{
    memset(code->units, 0, sizeof code->units);
    memset(code->wen, 0, sizeof code->wen);
    code->units[0] = code->wen[0] = line_units(bits);
}

#endif
