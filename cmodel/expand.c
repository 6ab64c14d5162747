/* SPDX-License-Identifier: Apache-2.0
 *
 * expand - the decoding unit of the Affine Vector Cache: from base and stride to every lane of a vector.
 * Source: Collange and Kouyoumdjian, "Affine Vector Cache for Memory Bandwidth Savings", 2011, section 5.2.
 *
 *     lane i of a vector    base + i * stride, modulo 2^word
 *     stride, pow2          code 0 to 6: 1 to 64; 7: zero
 *     stride, any           the stride itself, modulo 2^word
 *
 * Every base is allowed, a multiple of the stride or not.
 */
#include "affine/affine.h"
#include "streams.h"

static const wf_param params[] = {AFFINE_PARAMS, {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const char *reason = affine_rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    affine_geometry g = affine_geometry_of(c);
    *s = pure_streams((wf_stream){.count = 2, .field = {{"base", g.vectors * g.word}, {"stride", g.vectors * g.stride_bits}}},
                      (wf_stream){.count = 1, .field = {{"block", g.lanes * g.word}}});
    return WF_OK;
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    affine_geometry g = affine_geometry_of(c);
    const uint32_t *strides = in + words_for(g.vectors * g.word);
    memset(out, 0, sizeof *out * (size_t)words_for(g.lanes * g.word));
    for (int k = 0; k < g.vectors; k++) {
        uint64_t base = affine_get_lane(in, k, g.word), stride;
        stride =
            affine_stride_of(&g, g.any ? affine_get_lane(strides, k, g.word) : get_bits(strides, AFFINE_POW2_BITS * k, AFFINE_POW2_BITS));
        for (int i = 0; i < g.width; i++)
            affine_put_lane(out, k * g.width + i, g.word, base + (uint64_t)i * stride);
    }
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    affine_geometry g = affine_geometry_of(c);
    *bits = strcmp(field, "stride") == 0 ? g.stride_bits : g.word;
    return strcmp(field, "block") == 0 ? "lane" : "vector";
}

static const wf_part parts[] = {
    {NULL, "pow2", {WF_IF(AFFINE_STRIDES, 0)}},
    {NULL, "any", {WF_IF(AFFINE_STRIDES, 1)}},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_expand = {
    .name = "expand",
    .title = "base and stride to the lanes of affine vectors",
    .source = "Affine Vector Cache, section 5.2",
    .params = params,
    .parts = parts,
    .streams = streams,
    .eval = eval,
    .items = items,
};
