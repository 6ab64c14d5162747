/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_pick - words or bytes out of a line that fpc has compressed with form=segment (pick.h); the rest of the line is not decoded.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section 7.6, Direct-Load, which
 * has base and deltas; section 5.1.4 has the code.
 *
 * All prefixes are at the head of the code (cmodel/fpc/fpc.c has the format). The words of a segment have equally many bits. So the data of a word begin
 * behind those of the segments before, whose lengths the prefixes tell, and of the words before it in its segment. Every tag, payload and number
 * is allowed; a prefix that is not in use is that of a whole word, and bits behind the payload are 0.
 */
#include "bitstream.h"
#include "fpc/fpc.h"
#include "pick.h"

enum { SEGMENTS, CHOSEN, TAG, PICKS };

static const wf_param params[] = {
    [SEGMENTS] = FPC_SEGMENTS_PARAM,           [CHOSEN] = FPC_CHOSEN_PARAM, [TAG] = LINE_TAG_PARAM, PICK_PARAMS(PICKS),
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static pick_geometry geometry_of(const wf_config *c)
{
    return pick_geometry_of(c, c->param + PICKS, 1);
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const char *reason = fpc_segments_rule_broken(c, c->param[SEGMENTS]);
    if (reason)
        return wf_verdict(reason, why);
    *s = pick_streams(geometry_of(c));
    return WF_OK;
}

/* A line: the bits of its payload, 0 behind it, and of each segment the pattern and the bit at which its data begin. */
typedef struct {
    bool compressed;
    int width, pattern[FPC_MAX_WORDS], from[FPC_MAX_WORDS]; /* width: words of a segment */
    uint32_t payload[BITSTREAM_WORDS];
} said;

static said read_head(const wf_config *c, bool compressed, const uint32_t *payload)
{
    int segments = c->param[SEGMENTS];
    said s = {.compressed = compressed, .width = line_words(c) / segments};
    memcpy(s.payload, payload, (size_t)c->line_bytes);
    bitstream r = {.at = line_head(c->param[TAG])};
    memcpy(r.word, s.payload, sizeof s.payload);
    for (int k = 0; k < segments; k++) {
        int prefix = (int)bitstream_take(&r, FPC_PREFIX_BITS);
        s.pattern[k] = prefix == FPC_WORD || (c->param[CHOSEN] >> prefix & 1) ? prefix : FPC_WORD;
    }
    bitstream_align(&r);
    for (int k = 0, at = r.at; k < segments; at += s.width * fpc_data_bits[s.pattern[k++]])
        s.from[k] = at;
    return s;
}

static uint8_t byte_of(const void *line, int at)
{
    const said *s = line;
    if (!s->compressed)
        return (uint8_t)get_byte(s->payload, at);
    int word = at / 4, k = word / s->width, bits = fpc_data_bits[s->pattern[k]];
    bitstream r = {.at = s->from[k] + word % s->width * bits};
    memcpy(r.word, s->payload, sizeof s->payload);
    return (uint8_t)(fpc_word_of(s->pattern[k], bitstream_take(&r, bits)) >> at % 4 * 8);
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

const wf_unit wf_unit_fpc_pick = {
    .name = "fpc_pick",
    .title = "words or bytes out of a line compressed by fpc",
    .source = "CABA (assist warps), sections 5.1.4 and 7.6, Direct-Load",
    .line = true,
    .params = params,
    .parts = parts,
    .streams = streams,
    .eval = eval,
    .items = items,
};
