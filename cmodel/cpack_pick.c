/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_pick - words or bytes out of a line that cpack has compressed with form=parallel (pick.h); the rest of the line is not decoded.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section 7.6, Direct-Load, which
 * has base and deltas; section 5.1.4 has the code.
 *
 * All codes have one length and are at the head (cmodel/cpack/cpack.c has the format), the entries behind them. So the code of a word and the entry that it
 * names have fixed places. The bytes are behind the entries, of which there are as many as the highest one that any code names. Every tag, payload and
 * number is allowed; a code that is none is that of zero.
 */
#include "bitstream.h"
#include "cpack/cpack.h"
#include "pick.h"

enum { ZERO, TAG, PICKS };

static const wf_param params[] = {
    [ZERO] = CPACK_ZERO_PARAM,
    [TAG] = LINE_TAG_PARAM,
    PICK_PARAMS(PICKS),
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static pick_geometry geometry_of(const wf_config *c)
{
    return pick_geometry_of(c, c->param + PICKS, 1);
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)why;
    *s = pick_streams(geometry_of(c));
    return WF_OK;
}

/* A line: its payload, and the bits at which codes, entries and bytes begin. */
typedef struct {
    bool compressed;
    int zero, codes, entries, bytes;
    uint32_t payload[BITSTREAM_WORDS];
} said;

static uint32_t code_of(const said *s, int word)
{
    return get_bits(s->payload, s->codes + word * cpack_code_bits[s->zero], cpack_code_bits[s->zero]);
}

/* The slot of a word: 0 is zero, slot k is entry k - 1. */
static int slot_of(const said *s, int word)
{
    int k = cpack_slots[s->zero] - 1;
    while (k > 0 && cpack_slot_codes[s->zero][k] != (code_of(s, word) & ~1u))
        k--;
    return k;
}

static said read_head(const wf_config *c, bool compressed, const uint32_t *payload)
{
    said s = {.compressed = compressed, .zero = c->param[ZERO], .codes = line_head(c->param[TAG])};
    int words = line_words(c), entries = 0;
    memcpy(s.payload, payload, (size_t)c->line_bytes);
    for (int i = 0; i < words; i++)
        entries = slot_of(&s, i) > entries ? slot_of(&s, i) : entries;
    s.entries = s.codes + words * cpack_code_bits[s.zero];
    s.bytes = s.entries + 32 * entries;
    return s;
}

static uint8_t byte_of(const void *line, int at)
{
    const said *s = line;
    int word = at / 4, slot = slot_of(s, word);
    if (!s->compressed)
        return (uint8_t)get_byte(s->payload, at);
    if (at % 4 == 0 && (code_of(s, word) & 1))
        return (uint8_t)get_bits(s->payload, s->bytes + 8 * word, 8);
    return slot ? (uint8_t)get_bits(s->payload, s->entries + 32 * (slot - 1) + at % 4 * 8, 8) : 0;
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    pick_geometry g = geometry_of(c);
    said line = read_head(c, in[0] & 1, pick_payload(g, in));
    pick_values(g, in, out, byte_of, &line);
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    return pick_items(geometry_of(c), field, bits);
}

static const wf_part parts[] = {
    {NULL, "head", WF_ALWAYS},
    {NULL, "word", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_cpack_pick = {
    .name = "cpack_pick",
    .title = "words or bytes out of a line compressed by cpack",
    .source = "CABA (assist warps), sections 5.1.4 and 7.6, Direct-Load",
    .line = true,
    .params = params,
    .parts = parts,
    .streams = streams,
    .eval = eval,
    .items = items,
};
