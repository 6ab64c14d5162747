/* SPDX-License-Identifier: Apache-2.0
 *
 * line.h - what the codecs of cache lines have in common: the parameters `save` and `tag`, geometry, bursts.
 *
 * tag=head: the encoding is not beside the line but in its first byte, the head; the code follows. What is left of the tag is one bit, 1 if
 * the line is compressed. A compressed line saves a burst at least, whatever `save` says, so the number of its bursts tells that bit too. A
 * line of 32 bytes is one burst: there a compressed line saves a byte, and only the bit tells. A raw line has no head. */
#ifndef WF_LINE_H
#define WF_LINE_H

#include <string.h>

#include "warpfold.h"

enum { LINE_SIDE, LINE_HEAD, LINE_HEAD_BITS = 8 };
enum { LINE_SAVE_BYTE, LINE_SAVE_BURST, LINE_BURST_BITS = 8 * WF_BURST_BYTES };

/* clang-format off */
#define LINE_SAVE_PARAM {"save", "what a code must save to be used: a byte, or a burst", WF_PARAM_CHOICE, "byte|burst", LINE_SAVE_BYTE, "WF_SAVE"}
#define LINE_TAG_PARAM {"tag", "where the encoding is: beside the line, or in its first byte", WF_PARAM_CHOICE, "side|head", LINE_SIDE, "WF_HEAD"}
/* clang-format on */

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
    return 8 * c->line_bytes - (save == LINE_SAVE_BURST ? LINE_BURST_BITS : 8);
}

/* Bits of the head of a compressed line. */
static inline int line_head(int tag)
{
    return tag == LINE_HEAD ? LINE_HEAD_BITS : 0;
}

/* The bits of the longest code that is used, with its head. */
static inline int line_limit_with(const wf_config *c, int save, int tag)
{
    return line_limit(c, tag == LINE_HEAD && c->line_bytes > WF_BURST_BYTES ? LINE_SAVE_BURST : save);
}

/* Fills in *s; the intervals are 1. */
static inline void line_sizes(const wf_config *c, int tag_bits, int code_bits, wf_sizes *s)
{
    int units = 8 * c->line_bytes / LINE_BURST_BITS;
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
    memset(code->wen, 0, sizeof code->wen);
    code->units[0] = code->wen[0] = line_units(bits);
}

/* Copies a payload of `words` words with zeros behind it, which a reader of fields may meet: BEHIND words, for fields of up to 35 bits a word and
 * two reads more. Copies of a known size are no calls. */
enum { LINE_BEHIND = 8 };
static inline void line_copy_payload(uint32_t *to, const uint32_t *payload, int words)
{
    for (int i = 0; i < words; i += 8)
        memcpy(to + i, payload + i, 8 * sizeof *to);
    memset(to + words, 0, LINE_BEHIND * sizeof *to);
}

static inline wf_line_code line_code(const wf_code *code)
{
    return (wf_line_code){.tag = code->tag, .payload = code->payload, .units = code->units[0]};
}

#endif
