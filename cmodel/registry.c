/* SPDX-License-Identifier: Apache-2.0
 *
 * registry - the rooms and blocks of units.def, and what is common to all of them. */
#include <string.h>

#include "warpfold.h"

#define WF_CODEC(room) extern const wf_codec wf_codec_##room;
#define WF_BLOCK(block) extern const wf_block wf_block_##block;
#include "../units.def"
#undef WF_CODEC
#undef WF_BLOCK

static const wf_codec *const codecs[] = {
#define WF_CODEC(room) &wf_codec_##room,
#define WF_BLOCK(block)
#include "../units.def"
#undef WF_CODEC
#undef WF_BLOCK
};

static const wf_block *const blocks[] = {
#define WF_CODEC(room)
#define WF_BLOCK(block) &wf_block_##block,
#include "../units.def"
#undef WF_CODEC
#undef WF_BLOCK
};

size_t wf_codec_count(void)
{
    return sizeof codecs / sizeof *codecs;
}

const wf_codec *wf_codec_at(size_t index)
{
    return index < wf_codec_count() ? codecs[index] : NULL;
}

const wf_codec *wf_find_codec(const char *name)
{
    for (size_t i = 0; i < wf_codec_count(); i++)
        if (strcmp(codecs[i]->name, name) == 0)
            return codecs[i];
    return NULL;
}

size_t wf_block_count(void)
{
    return sizeof blocks / sizeof *blocks;
}

const wf_block *wf_block_at(size_t index)
{
    return index < wf_block_count() ? blocks[index] : NULL;
}

const wf_block *wf_find_block(const char *name)
{
    for (size_t i = 0; i < wf_block_count(); i++)
        if (strcmp(blocks[i]->name, name) == 0)
            return blocks[i];
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

wf_config wf_default_config(const wf_param *params, int lanes)
{
    wf_config c = {.lanes = lanes};
    for (int i = 0; params[i].name; i++)
        c.param[i] = params[i].initial;
    return c;
}

bool wf_is_lanes(int n)
{
    return n >= WF_MIN_LANES && n <= WF_MAX_LANES && (n & (n - 1)) == 0;
}

bool wf_is_line(int n)
{
    return n == 32 || n == 64 || n == 128;
}

int wf_units_used(const wf_sizes *s, const wf_code *code)
{
    int used = 0;
    for (int u = 0; u < s->units; u++)
        used += (int)(code->units[u / 32] >> (u % 32) & 1);
    return used;
}

int wf_unit_bits_used(const wf_sizes *s, const wf_code *code)
{
    int bits = 0;
    for (int u = 0; u < s->units; u++)
        if (code->units[u / 32] >> (u % 32) & 1)
            bits += s->unit_bits[u];
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
