/* SPDX-License-Identifier: Apache-2.0
 *
 * registry - the units of units.def, and functions that hold for all of them. */
#include <string.h>

#include "bits.h"
#include "param.h"

#define WF_UNIT(name) extern const wf_unit wf_unit_##name;
#include "../units.def"
#undef WF_LINE_CODEC
#undef WF_UNIT

static const wf_unit *const units[] = {
#define WF_UNIT(name) &wf_unit_##name,
#include "../units.def"
#undef WF_LINE_CODEC
#undef WF_UNIT
};

static const bool line_codecs[] = {
#define WF_UNIT(name) false,
#define WF_LINE_CODEC(name) true,
#include "../units.def"
#undef WF_LINE_CODEC
#undef WF_UNIT
};

size_t wf_unit_count(void)
{
    return sizeof units / sizeof *units;
}

const wf_unit *wf_unit_at(size_t index)
{
    return index < wf_unit_count() ? units[index] : NULL;
}

bool wf_is_line_codec(size_t index)
{
    return index < wf_unit_count() && line_codecs[index];
}

const wf_unit *wf_find_unit(const char *name)
{
    for (size_t i = 0; name && i < wf_unit_count(); i++)
        if (strcmp(units[i]->name, name) == 0)
            return units[i];
    return NULL;
}

/* ---- A codec's functions: the fast form, which asks for the configuration itself, or the plain one, for which it is asked here ---- */

/* The unit of a codec; NULL: none of units.def. */
static const wf_unit *unit_of(const wf_codec *codec)
{
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (units[i]->codec == codec)
            return units[i];
    return NULL;
}

/* The fast form; one without functions if the codec has none, or there is no codec. */
INLINE const wf_fast *fast_of(const wf_codec *codec)
{
    static const wf_fast none;
    return codec && codec->fast ? codec->fast : &none;
}

static bool takes(const wf_codec *codec, const wf_config *config)
{
    if (fast_of(codec)->takes)
        return codec->fast->takes(config);
    const wf_unit *unit = unit_of(codec);
    return codec && (!unit || !wf_config_error(unit, config, NULL)); /* one that is not registered has to tell itself */
}

/* No part of wf_encode, which then has nothing to keep across a call; so of the two that follow. */
NOINLINE wf_status encode_plain(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code)
{
    return takes(codec, config) ? codec->encode(config, in, code) : WF_ERR_CONFIG;
}

wf_status wf_encode(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code)
{
    if (in->mask == NULL && config->lanes)
        return WF_ERR_CONFIG;
    return fast_of(codec)->encode ? codec->fast->encode(config, in, code) : encode_plain(codec, config, in, code);
}

NOINLINE wf_status decode_plain(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block)
{
    return takes(codec, config) ? codec->decode(config, code, block) : WF_ERR_CONFIG;
}

wf_status wf_decode(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block)
{
    return fast_of(codec)->decode ? codec->fast->decode(config, code, block) : decode_plain(codec, config, code, block);
}

NOINLINE int measure_plain(const wf_codec *codec, const wf_config *config, const wf_input *in)
{
    return takes(codec, config) && codec->measure ? codec->measure(config, in) : -1;
}

int wf_measure(const wf_codec *codec, const wf_config *config, const wf_input *in)
{
    return fast_of(codec)->measure ? codec->fast->measure(config, in) : measure_plain(codec, config, in);
}

bool wf_merge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, const uint32_t *stored, const uint32_t *written,
              wf_code *after)
{
    if (fast_of(codec)->merge)
        return codec->fast->merge(config, mask, stored, written, after);
    return takes(codec, config) && codec->merge ? codec->merge(config, mask, stored, written, after) : true;
}

void wf_judge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags,
              wf_scalar *scalar)
{
    if (fast_of(codec)->scalar)
        codec->fast->scalar(config, mask, sources, tags, scalar);
    else if (takes(codec, config) && codec->scalar)
        codec->scalar(config, mask, sources, tags, scalar);
    else
        *scalar = (wf_scalar){.groups = 0};
}

int wf_size(const wf_codec *codec, const wf_config *config, const wf_code *code)
{
    if (fast_of(codec)->size)
        return codec->fast->size(config, code);
    return takes(codec, config) ? codec->size(config, code) : -1;
}

int wf_classify(const wf_codec *codec, const wf_config *config, const wf_code *code)
{
    if (fast_of(codec)->classify)
        return codec->fast->classify(config, code);
    return takes(codec, config) ? codec->classify(config, code) : -1;
}

int wf_listed(int list, int place)
{
    return place < WF_MAX_LIST ? (list >> 4 * place & 15) - 1 : -1;
}

bool wf_part_condition(const wf_part *part, int k, int *param, int *value)
{
    if (k == WF_MAX_CONDITIONS || part->when[k].number == 0)
        return false;
    *param = part->when[k].number - 1;
    *value = part->when[k].value;
    return true;
}

int wf_last_cut(const wf_cuts *cuts)
{
    return param_count(cuts->names) - 1;
}

bool wf_part_used(const wf_part *part, const wf_config *config)
{
    int param, value;
    for (int k = 0; wf_part_condition(part, k, &param, &value); k++)
        if (config->param[param] != value)
            return false;
    return true;
}

int wf_units_used(const wf_sizes *s, const wf_code *code)
{
    int used = 0;
    for (int from = 0; from < s->units; from += 32)
        for (uint32_t left = mask_part(code->units, from, s->units - from); left; left &= left - 1)
            used++;
    return used;
}

int wf_unit_bits_used(const wf_sizes *s, const wf_code *code)
{
    int bits = 0;
    for (int from = 0; from < s->units; from += 32)
        for (uint32_t left = mask_part(code->units, from, s->units - from); left; left &= left - 1)
            bits += s->unit_bits[from + __builtin_ctz(left)];
    return bits;
}

/* Bits of word i of a mask that belong to a lane. */
static uint32_t lanes_in_word(int lanes, int i)
{
    int left = lanes - 32 * i;
    return left >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << left) - 1;
}

bool wf_mask_full(const uint32_t *mask, int lanes)
{
    if (lanes == 32) /* as most are */
        return mask[0] == ~(uint32_t)0;
    for (int i = 0; 32 * i < lanes; i++)
        if (~mask[i] & lanes_in_word(lanes, i))
            return false;
    return true;
}

bool wf_mask_empty(const uint32_t *mask, int lanes)
{
    for (int i = 0; 32 * i < lanes; i++)
        if (mask[i] & lanes_in_word(lanes, i))
            return false;
    return true;
}
