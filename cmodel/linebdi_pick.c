/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_pick - words or bytes out of a line that linebdi has compressed (pick.h); the rest of the line is not decoded.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section 7.6, Direct-Load.
 *
 * The tag tells where the base, a chunk's select bit and its delta are (cmodel/linebdi/linebdi.c has the format). A chunk is the base, or zero,
 * plus its delta: no other chunk counts. Every tag, payload and number is allowed; a tag that is not in use is raw.
 */
#include "linebdi/linebdi.h"
#include "pick.h"

extern const wf_unit wf_unit_linebdi;

static const wf_param params[] = {LINEBDI_FORMAT, PICK_PARAMS(LINEBDI_PARAMS), {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

static wf_status geometry_of(const wf_config *c, pick_geometry *g, const char **why)
{
    wf_sizes code;
    wf_status status = wf_unit_linebdi.codec->sizes(c, &code, why);
    if (status == WF_OK)
        *g = pick_geometry_of(c, c->param + LINEBDI_PARAMS, code.tag_bits);
    return status;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    pick_geometry g;
    wf_status status = geometry_of(c, &g, why);
    if (status == WF_OK)
        *s = pick_streams(g);
    return status;
}

static uint8_t byte_of(const void *said, int at)
{
    return linebdi_byte(said, at);
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    pick_geometry g;
    linebdi_said said;
    geometry_of(c, &g, NULL);
    linebdi_read(c, in, pick_payload(g, in), &said);
    pick_values(g, in, out, byte_of, &said);
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    pick_geometry g;
    geometry_of(c, &g, NULL);
    return pick_items(g, field, bits);
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
