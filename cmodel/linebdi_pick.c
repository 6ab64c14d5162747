/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_pick - words or bytes out of a line that linebdi has compressed; the rest of the line is not decoded.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section 7.6, Direct-Load.
 *
 *     value p    word (value=byte: byte) at[p] of the line that the decoder of linebdi gives for this tag and payload
 *
 * The tag tells where the base, a chunk's select bit and its delta are (cmodel/linebdi/linebdi.c has the format). A chunk is the base, or zero,
 * plus its delta: no other chunk counts. Every tag, payload and number is allowed; a tag that is not in use is raw.
 */
#include "bits_plain.h"
#include "linebdi/linebdi.h"
#include "streams.h"

extern const wf_unit wf_unit_linebdi;

enum { PICKS = LINEBDI_PARAMS, VALUE };
enum { WORD, BYTE };

static const wf_param params[] = {
    LINEBDI_FORMAT,
    [PICKS] = {"picks", "values that are picked at once", WF_PARAM_INT, "1..32", 4, "WF_PICKS"},
    [VALUE] = {"value", "what is picked: words of 4 bytes, or bytes", WF_PARAM_CHOICE, "word|byte", WORD, "WF_BYTES"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int value_bytes(const wf_config *c)
{
    return c->param[VALUE] == BYTE ? 1 : 4;
}

/* Bits of a value's number. */
static int number_bits(const wf_config *c)
{
    return bits_for(c->line_bytes / value_bytes(c));
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    wf_sizes code;
    wf_status status = wf_unit_linebdi.codec->sizes(c, &code, why);
    if (status != WF_OK)
        return status;
    int picks = c->param[PICKS];
    *s = pure_streams(
        (wf_stream){.count = 3, .field = {{"tag", code.tag_bits}, {"payload", code.payload_bits}, {"at", picks * number_bits(c)}}},
        (wf_stream){.count = 1, .field = {{"value", picks * 8 * value_bytes(c)}}});
    return WF_OK;
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    wf_sizes code;
    linebdi_said said;
    int bytes = value_bytes(c);
    wf_unit_linebdi.codec->sizes(c, &code, NULL);
    const uint32_t *tag = in, *payload = tag + words_for(code.tag_bits), *at = payload + words_for(code.payload_bits);
    linebdi_read(c, tag, payload, &said);
    memset(out, 0, sizeof *out * (size_t)words_for(c->param[PICKS] * 8 * bytes));
    for (int p = 0; p < c->param[PICKS]; p++) {
        int number = (int)get_bits(at, p * number_bits(c), number_bits(c));
        for (int b = 0; b < bytes; b++)
            put_bits(out, 8 * (p * bytes + b), linebdi_byte(&said, number * bytes + b));
    }
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    bool at = strcmp(field, "at") == 0, value = strcmp(field, "value") == 0;
    *bits = at ? number_bits(c) : value ? 8 * value_bytes(c) : 8;
    return at || value ? "pick" : strcmp(field, "payload") == 0 ? "byte" : NULL;
}

static const wf_part parts[] = {
    {NULL, "residues", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {NULL, "low", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {NULL, "places", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {NULL, "sum", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {NULL, "uppers", WF_ALWAYS},
    {NULL, "value", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_linebdi_pick = {
    .name = "linebdi_pick",
    .title = "words or bytes out of a line compressed by linebdi",
    .source = "CABA (assist warps), section 7.6, Direct-Load",
    .line = true,
    .params = params,
    .parts = parts,
    .streams = streams,
    .eval = eval,
    .items = items,
};
