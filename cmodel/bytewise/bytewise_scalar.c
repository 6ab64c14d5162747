/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_scalar - may an instruction run on one lane? The answer of the unit eligible for registers as bytewise stores them. Source:
 * G-Scalar, sections 4.1 to 4.3 and 5.2.
 *
 * The unit takes up to three sources. What it allows is what all sources allow, so it is asked three by three, and the answers are
 * combined. Its tag is the lowest bits of bytewise's: those without strides. */
#include "bytewise.h"

extern const wf_unit wf_unit_bytewise, wf_unit_eligible;

enum { AT_ONCE = 3 };

/* The first word of a field in a record of these fields. */
static int place_of(const wf_stream *s, const char *name)
{
    int at = 0;
    for (int i = 0; i < s->count && strcmp(s->field[i].name, name) != 0; i++)
        at += words_for(s->field[i].bits);
    return at;
}

static int param_of(const wf_unit *unit, const char *name)
{
    int i = 0;
    while (strcmp(unit->params[i].name, name) != 0)
        i++;
    return i;
}

void bytewise_scalar(const wf_config *whole, const uint32_t *mask, int sources, const uint32_t *const *tags, wf_scalar *scalar)
{
    const wf_unit *unit = &wf_unit_eligible;
    int groups = whole->param[param_of(&wf_unit_bytewise, "groups")];
    bytewise_geometry g = bytewise_geometry_of(whole->lanes, groups);
    wf_config own = wf_default_config(unit, whole->lanes);
    wf_streams streams;

    own.param[param_of(unit, "groups")] = groups;
    own.param[param_of(unit, "sources")] = AT_ONCE;
    unit->streams(&own, &streams, NULL);
    const wf_stream *in = &streams.stream[0], *out = &streams.stream[1];
    *scalar = (wf_scalar){.full = true, .divergent = true, .group = ((uint32_t)1 << groups) - 1, .groups = groups};
    for (int from = 0; from == 0 || from < sources; from += AT_ONCE) {
        uint32_t ask[WF_MASK_WORDS + AT_ONCE * WF_TAG_WORDS + BYTEWISE_MAX_GROUPS + WF_MAX_FIELDS] = {0};
        uint32_t answer[2 * WF_MASK_WORDS + WF_TAG_WORDS + WF_MAX_FIELDS] = {0};
        memcpy(ask + place_of(in, "mask"), mask, (size_t)words_for(g.lanes) * sizeof *mask);
        for (int s = from; s < sources && s < from + AT_ONCE; s++) {
            ask[place_of(in, "used")] |= (uint32_t)1 << (s - from);
            for (int i = 0; i < g.tag_bits; i++)
                put_bits(ask + place_of(in, "tag"), (s - from) * g.tag_bits + i, (uint32_t)get_bit(tags[s], i));
        }
        unit->eval(&own, ask, answer);
        scalar->full &= answer[place_of(out, "full")];
        scalar->divergent &= answer[place_of(out, "divergent")];
        scalar->group &= answer[place_of(out, "group")];
    }
}
