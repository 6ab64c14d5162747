/* SPDX-License-Identifier: Apache-2.0
 *
 * compare - the comparison logic of G-Scalar by itself: which most significant bytes the lanes of each group have in common.
 * Source: Liu et al., "G-Scalar", HPCA 2017, sections 3.1, 3.2, 4.2, 4.3 (figures 3 and 7).
 *
 *     enc of group 0 .. G-1 (4 bits each): 0000, 1000, 1100, 1110, 1111 | one: all lanes of the warp hold one value
 *
 * With a mask only active lanes count. A group without an active lane counts as 1111, a warp without one as one value. */
#include "bytewise/bytewise.h"
#include "streams.h"

static const wf_param params[] = {
    [COMPARE_GROUPS] = {"groups", "codes a register: 1 for the whole, 2 for half registers, ...", WF_PARAM_INT, "1|2|4|8", 1, "WF_GROUPS"},
    [COMPARE_MASKED] = {"masked", "compare the active lanes only", WF_PARAM_CHOICE, "off|on", 0, "WF_MASKED"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const char *error = bytewise_rule_broken(c->lanes, c->param[COMPARE_GROUPS]);
    if (error)
        return wf_verdict(error, why);
    wf_stream in = {.count = 0};
    if (c->param[COMPARE_MASKED])
        in.field[in.count++] = (wf_field){"mask", c->lanes};
    in.field[in.count++] = (wf_field){"block", 32 * c->lanes};
    *s = pure_streams(in, (wf_stream){.count = 2, .field = {{"enc", 4 * c->param[COMPARE_GROUPS]}, {"one", 1}}});
    return WF_OK;
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    int groups = c->param[COMPARE_GROUPS], width = c->lanes / groups;
    const uint32_t *mask = c->param[COMPARE_MASKED] ? in : NULL, *block = in + (mask ? words_for(c->lanes) : 0);
    uint32_t any_one = 0, any_zero = 0; /* bits that are 1, or 0, in some lane of the warp */
    out[0] = 0;
    for (int g = 0; g < groups; g++) {
        uint32_t one = 0, zero = 0;
        for (int i = g * width; i < (g + 1) * width; i++)
            if (!mask || get_bit(mask, i)) {
                one |= block[i];
                zero |= ~block[i];
            }
        uint32_t unlike = one & zero;
        out[0] |= (unlike >> 24 ? 0x0u : unlike >> 16 ? 0x8u : unlike >> 8 ? 0xcu : unlike ? 0xeu : 0xfu) << 4 * g;
        any_one |= one;
        any_zero |= zero;
    }
    out[1] = (any_one & any_zero) == 0;
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    bool group = strcmp(field, "enc") == 0;
    (void)c;
    *bits = group ? 4 : strcmp(field, "block") == 0 ? 32 : 1;
    return group ? "group" : strcmp(field, "one") == 0 ? NULL : "lane";
}

const wf_unit wf_unit_compare = {
    .name = "compare",
    .title = "comparison logic of common bytes over the lanes of a warp register",
    .source = "G-Scalar (HPCA 2017), sections 3 and 4",
    .params = params,
    .streams = streams,
    .eval = eval,
    .items = items,
};
