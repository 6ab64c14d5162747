/* SPDX-License-Identifier: Apache-2.0
 *
 * eligible - may an instruction run on one lane, which lanes must work, and what is known of the destination's tag?
 * Source: Liu et al., "G-Scalar", HPCA 2017, sections 4.1 to 4.3, and 5.2 for loads and stores.
 *
 * The sources' tags are those of the codec bytewise (cmodel/bytewise/bytewise.c). What the lanes compute, a result or an address, must
 * depend on the operands alone. If this holds for every source in use:
 *
 *     active mask   each source                                                 the instruction is
 *     full          D = 0, one value                                            full: one lane for the warp
 *     full          D = 0, enc of group g = 1111                                group g: one lane for that group
 *     partial       D = 0, one value; or D = 1, one value, mask = stored mask   divergent: one lane for the active ones
 *     empty         any                                                         none of these
 *
 * A source holds one value if FS = 1 or, with one group, if enc = 1111. With D = 1, enc must also be 1111 in all groups;
 * this matters only for tags that no encoder makes. With no source in use the mask alone decides, as if each source held one
 * value.
 *
 * Of a load the lanes compute the address; the result comes from memory. It is judged as any instruction, but nothing is known
 * of the destination's tag.
 */
#include "bytewise/bytewise.h"
#include "streams.h"

enum { GROUPS, SOURCES };

static const wf_param params[] = {
    [GROUPS] = {"groups", "codes a register: 1 for the whole, 2 for half registers, ...", WF_PARAM_INT, "1|2|4|8", 1, "WF_GROUPS"},
    [SOURCES] = {"sources", "operands that may be registers", WF_PARAM_INT, "1|2|3", 3, "WF_SOURCES"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    int sources = c->param[SOURCES];
    const char *reason = bytewise_rule_broken(c->lanes, c->param[GROUPS]);
    if (reason)
        return wf_verdict(reason, why);
    bytewise_geometry g = bytewise_geometry_of(c->lanes, c->param[GROUPS]);
    wf_stream in = {.count = 5,
                    .field = {
                        {"mask", g.lanes},
                        {"used", sources},
                        {"load", 1},
                        {"tag", sources * g.tag_bits},
                        {"value", 32 * g.groups},
                    }};
    wf_stream out = {.count = 6,
                     .field = {
                         {"full", 1},
                         {"group", g.groups},
                         {"divergent", 1},
                         {"lanes", g.lanes},
                         {"known", g.groups},
                         {"tag", g.tag_bits},
                     }};
    *s = pure_streams(in, out);
    return WF_OK;
}

/* What all sources in use allow. */
typedef struct {
    bool full, divergent, group[BYTEWISE_MAX_GROUPS];
} verdict;

/* Removes what a source in use does not allow. */
static void restrict_to(verdict *v, const bytewise_geometry *g, const bytewise_fields *f, const uint32_t *mask)
{
    bool all_scalar = true, same_mask = true;
    for (int k = 0; k < g->groups; k++) {
        all_scalar &= f->enc[k] == BYTEWISE_SCALAR;
        v->group[k] &= !f->divergent && f->enc[k] == BYTEWISE_SCALAR;
        for (int w = 0; 32 * w < g->width; w++)
            same_mask &= mask_part(f->bvr[k] + w, 0, g->width) == mask_part(mask, k * g->width + 32 * w, g->width);
    }
    bool one_value = g->fs ? f->one_value : all_scalar;
    v->full &= !f->divergent && one_value;
    v->divergent &= one_value && (!f->divergent || (all_scalar && same_mask));
}

static verdict judge(const bytewise_geometry *g, int sources, const uint32_t *mask, uint32_t used, const uint32_t *tags)
{
    bool whole = wf_mask_full(mask, g->lanes), partial = !whole && !wf_mask_empty(mask, g->lanes);
    verdict v = {.full = whole, .divergent = partial};
    for (int k = 0; k < g->groups; k++)
        v.group[k] = whole;
    for (int s = 0; s < sources; s++) {
        if (!(used >> s & 1))
            continue;
        uint32_t tag[WF_TAG_WORDS] = {0};
        for (int i = 0; i < g->tag_bits; i += 32)
            tag[i / 32] = get_bits(tags, s * g->tag_bits + i, g->tag_bits - i < 32 ? g->tag_bits - i : 32);
        bytewise_fields f = bytewise_fields_of(g, tag);
        restrict_to(&v, g, &f, mask);
    }
    return v;
}

/* The lanes that work: one for all lanes that hold the same value. */
static void lanes_of(const bytewise_geometry *g, const verdict *v, const uint32_t *mask, uint32_t *lanes)
{
    bool found = false;
    memset(lanes, 0, (size_t)words_for(g->lanes) * sizeof *lanes);
    for (int i = 0; i < g->lanes; i++) {
        bool on = get_bit(mask, i);
        if (v->full || v->divergent)
            on &= !found;
        else if (v->group[i / g->width])
            on = i % g->width == 0;
        found |= on;
        lanes[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* The destination's tag, as far as it is known without a comparison of the result's lanes. */
static bytewise_fields written(const bytewise_geometry *g, const verdict *v, const uint32_t *mask, const uint32_t *value)
{
    bool all_groups = true;
    bytewise_fields f = {.divergent = v->divergent};
    for (int k = 0; k < g->groups; k++) {
        all_groups &= v->group[k] && value[k] == value[0];
        if (v->full || v->divergent || v->group[k])
            f.enc[k] = BYTEWISE_SCALAR;
        if (v->full)
            f.bvr[k][0] = value[0];
        else if (v->group[k])
            f.bvr[k][0] = value[k];
        for (int w = 0; v->divergent && 32 * w < g->width; w++)
            f.bvr[k][w] = mask_part(mask, k * g->width + 32 * w, g->width);
    }
    f.one_value = v->full || v->divergent || all_groups;
    return f;
}

static void eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    bytewise_geometry g = bytewise_geometry_of(c->lanes, c->param[GROUPS]);
    int sources = c->param[SOURCES];
    const uint32_t *mask = in, *used = mask + words_for(g.lanes), *load = used + 1, *tags = load + 1,
                   *value = tags + words_for(sources * g.tag_bits);
    uint32_t *full = out, *group = full + 1, *divergent = group + 1, *lanes = divergent + 1, *known = lanes + words_for(g.lanes),
             *tag = known + 1;

    verdict v = judge(&g, sources, mask, *used, tags);
    *full = v.full;
    *divergent = v.divergent;
    *group = 0;
    for (int k = 0; k < g.groups; k++)
        *group |= (uint32_t)v.group[k] << k;
    lanes_of(&g, &v, mask, lanes);

    verdict computed = *load ? (verdict){.full = false} : v; /* what holds of the result too */
    *known = 0;
    for (int k = 0; k < g.groups; k++)
        *known |= (uint32_t)(computed.full || computed.divergent || computed.group[k]) << k;
    uint32_t whole_tag[WF_TAG_WORDS];
    bytewise_fields f = written(&g, &computed, mask, value);
    bytewise_tag_of(&g, &f, whole_tag);
    memcpy(tag, whole_tag, (size_t)words_for(g.tag_bits) * sizeof *tag);
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    static const struct {
        const char *field, *item;
        int bits;
    } known[] = {{"mask", "lane", 1}, {"lanes", "lane", 1}, {"group", "group", 1}, {"known", "group", 1}, {"value", "group", 32}};
    (void)c;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].field, field) == 0) {
            *bits = known[i].bits;
            return known[i].item;
        }
    return NULL;
}

const wf_unit wf_unit_eligible = {
    .name = "eligible",
    .title = "scalar eligibility, lane enables and the destination's tag",
    .source = "G-Scalar (HPCA 2017), sections 4.1 to 4.3 and 5.2",
    .params = params,
    .streams = streams,
    .eval = eval,
    .items = items,
};
