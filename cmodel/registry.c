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
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (strcmp(units[i]->name, name) == 0)
            return units[i];
    return NULL;
}

wf_status wf_encode(const wf_codec *codec, const wf_config *config, const wf_input *in, wf_code *code)
{
    return (codec->fast && codec->fast->encode ? codec->fast->encode : codec->encode)(config, in, code);
}

wf_status wf_decode(const wf_codec *codec, const wf_config *config, const wf_code *code, uint32_t *block)
{
    return (codec->fast && codec->fast->decode ? codec->fast->decode : codec->decode)(config, code, block);
}

int wf_measure(const wf_codec *codec, const wf_config *config, const wf_input *in)
{
    return (codec->fast && codec->fast->measure ? codec->fast->measure : codec->measure)(config, in);
}

bool wf_merge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, const uint32_t *stored, const uint32_t *written,
              wf_code *after)
{
    return (codec->fast && codec->fast->merge ? codec->fast->merge : codec->merge)(config, mask, stored, written, after);
}

void wf_judge(const wf_codec *codec, const wf_config *config, const uint32_t *mask, int sources, const uint32_t *const *tags,
              wf_scalar *scalar)
{
    (codec->fast && codec->fast->scalar ? codec->fast->scalar : codec->scalar)(config, mask, sources, tags, scalar);
}

int wf_size(const wf_codec *codec, const wf_config *config, const wf_code *code)
{
    return (codec->fast && codec->fast->size ? codec->fast->size : codec->size)(config, code);
}

int wf_classify(const wf_codec *codec, const wf_config *config, const wf_code *code)
{
    return (codec->fast && codec->fast->classify ? codec->fast->classify : codec->classify)(config, code);
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
