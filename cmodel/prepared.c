/* SPDX-License-Identifier: Apache-2.0
 *
 * prepared - codecs with a prepared configuration, and arrays of blocks: the calls look at their buffers, cut batches into parts, and leave the
 * work to a form of the unit, or to the fast form block by block. */
#include <stdlib.h>

#include "fault.h"
#include "form.h"

enum { TABLE_ALIGN = 64 };

/* ---- Open, close ---- */

enum { HEAD = (sizeof(wf_prepared) + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN };

static void *table_of(wf_prepared *p)
{
    return (uint8_t *)p + HEAD;
}

/* The widest form that is allowed and has the configuration, with its table behind the codec. */
static wf_prepared *prepare(const wf_unit *unit, const wf_config *config, const wf_form *form)
{
    size_t bytes = HEAD + (form ? (form->bytes + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN : 0);
    wf_prepared *p = aligned_alloc(TABLE_ALIGN, bytes);
    if (p == NULL)
        return NULL;
    memset(p, 0, bytes);
    p->unit = unit;
    p->form = form;
    p->table = table_of(p);
    p->config = *config;
    return p;
}

wf_prepared *wf_codec_open(const wf_unit *unit, const wf_config *config, char *why)
{
    wf_cpu widest;
    wf_sizes sizes;
    if (wf_sizes_of(unit, config, &sizes, why) != WF_OK || !wf_cpu_widest(&widest, why))
        return NULL;
    const wf_fast *fast = unit->codec->fast;
    const wf_form *const *form = fast ? fast->forms : NULL;
    wf_prepared *p = NULL;
    for (; form && *form; form++) {
        if ((*form)->cpu > widest || !wf_cpu_has((*form)->cpu))
            continue;
        p = prepare(unit, config, *form);
        if (p == NULL || (*form)->prepare(config, table_of(p)))
            break;
        wf_codec_close(p);
        p = NULL;
    }
    p = p ? p : prepare(unit, config, NULL);
    if (p == NULL) {
        fault(why, "no memory for a codec");
        return NULL;
    }
    p->sizes = sizes;
    p->block_words = words_for(sizes.block_bits);
    p->mask_words = words_for(sizes.mask_bits);
    p->tag_words = words_for(sizes.tag_bits);
    p->units_words = words_for(sizes.units);
    p->wen_words = words_for(sizes.wen_bits);
    p->payload_words = words_for(sizes.payload_bits);
    return p;
}

void wf_codec_close(wf_prepared *codec)
{
    if (codec && codec->form && codec->form->release)
        codec->form->release(table_of(codec));
    free(codec);
}

const wf_sizes *wf_codec_sizes(const wf_prepared *codec)
{
    return codec ? &codec->sizes : NULL;
}

const char *wf_codec_vectors(const wf_prepared *codec)
{
    return wf_cpu_names[codec && codec->form ? codec->form->cpu : WF_CPU_PLAIN];
}

/* ---- One block ---- */

static void copy_part(uint32_t *to, const uint32_t *from, int words)
{
    if (to == NULL)
        return;
    for (; words >= 8; words -= 8, to += 8, from += 8) /* copies of known size are no calls */
        memcpy(to, from, 8 * sizeof *to);
    for (int i = 0; i < words; i++)
        to[i] = from[i];
}

void prepared_encode(const wf_prepared *p, const uint32_t *block, const uint32_t *mask, const wf_codes *codes)
{
    static const uint32_t all[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    wf_code code;
    wf_input in = {.block = block, .mask = mask ? mask : all, .no_payload = codes->payload == NULL};
    wf_encode(p->unit->codec, &p->config, &in, &code);
    copy_part(codes->tag, code.tag, p->tag_words);
    copy_part(codes->units, code.units, p->units_words);
    copy_part(codes->wen, code.wen, p->wen_words);
    copy_part(codes->payload, code.payload, p->payload_words);
}

uint8_t prepared_decode(const wf_prepared *p, const wf_codes *codes, uint32_t *block)
{
    const wf_fast *fast = p->unit->codec->fast;
    if (fast && fast->decode_line) {
        wf_line_code line = {codes->tag, codes->payload, codes->units[0]};
        return (uint8_t)fast->decode_line(&p->config, &line, block);
    }
    wf_code code;
    int behind = WF_TAG_WORDS - p->tag_words;
    memset(code.units, 0, sizeof code.units);
    copy_part(code.tag, codes->tag, p->tag_words);
    copy_part(code.units, codes->units, p->units_words);
    copy_part(code.payload, codes->payload, p->payload_words);
    memset(code.tag + p->tag_words, 0,
           (size_t)(behind < 4 ? behind : 4) * sizeof *code.tag); /* readers of fields may meet the words behind */
    return (uint8_t)wf_decode(p->unit->codec, &p->config, &code, block);
}

/* ---- Buffers ---- */

typedef struct {
    const void *at;
    int words, bytes; /* of a block, in words or in bytes */
    bool writes, optional;
} buffer;

static uintptr_t bytes_of(const buffer *b)
{
    return (uintptr_t)(b->words * (int)sizeof(uint32_t) + b->bytes);
}

/* Is there a buffer that a batch cannot have? */
static bool is_wrong(const buffer *b, int buffers, size_t count)
{
    for (int i = 0; i < buffers; i++) {
        uintptr_t at = (uintptr_t)b[i].at;
        if (at == 0 ? !b[i].optional : (b[i].words && at % sizeof(uint32_t) != 0) || count > (UINTPTR_MAX - at) / (bytes_of(&b[i]) + 1))
            return true;
        for (int k = 0; k < i; k++) {
            uintptr_t other = (uintptr_t)b[k].at;
            if (at && other && (b[i].writes || b[k].writes) && at < other + count * bytes_of(&b[k]) && other < at + count * bytes_of(&b[i]))
                return true;
        }
    }
    return false;
}

/* ---- Many blocks ---- */

void prepared_encode_each(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    for (size_t i = 0; i < count; i++) {
        wf_codes at = codes_from(p, codes, i);
        prepared_encode(p, blocks + i * (size_t)p->block_words, masks ? masks + i * (size_t)p->mask_words : NULL, &at);
    }
}

void prepared_encode_many(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    (p->form && p->form->encode ? p->form->encode : prepared_encode_each)(p, count, blocks, masks, codes);
}

wf_status wf_encode_many(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    if (p == NULL || count == 0)
        return p ? WF_OK : WF_ERR_CONFIG;
    masks = p->sizes.mask_bits ? masks : NULL;
    const buffer buffers[] = {{blocks, p->block_words, 0, false, false},  {masks, p->mask_words, 0, false, true},
                              {codes->tag, p->tag_words, 0, true, false}, {codes->units, p->units_words, 0, true, false},
                              {codes->wen, p->wen_words, 0, true, true},  {codes->payload, p->payload_words, 0, true, true}};
    if (is_wrong(buffers, sizeof buffers / sizeof *buffers, count))
        return WF_ERR_BUFFER;
    prepared_encode_many(p, count, blocks, masks, codes);
    return WF_OK;
}

static void decode_by_block(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    for (size_t i = 0; i < count; i++) {
        wf_codes at = codes_from(p, codes, i);
        status[i] = prepared_decode(p, &at, blocks + i * (size_t)p->block_words);
    }
}

void prepared_decode_many(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    (p->form && p->form->decode ? p->form->decode : decode_by_block)(p, count, codes, blocks, status);
}

/* The first status that is an error. */
static wf_status first_error(const uint8_t *status, size_t count)
{
    uint8_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= status[i];
    for (size_t i = 0; any && i < count; i++)
        if (status[i] != WF_OK)
            return (wf_status)status[i];
    return WF_OK;
}

wf_status wf_decode_many(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    if (p == NULL || count == 0)
        return p ? WF_OK : WF_ERR_CONFIG;
    const buffer buffers[] = {{blocks, p->block_words, 0, true, false},
                              {codes->tag, p->tag_words, 0, false, false},
                              {codes->units, p->units_words, 0, false, false},
                              {codes->payload, p->payload_words, 0, false, false},
                              {status, 0, 1, true, true}};
    if (is_wrong(buffers, sizeof buffers / sizeof *buffers, count))
        return WF_ERR_BUFFER;
    wf_status first = WF_OK;
    for (size_t i = 0; i < count; i += WF_BATCH) {
        uint8_t own[WF_BATCH], *of_batch = status ? status + i : own;
        size_t now = count - i < WF_BATCH ? count - i : WF_BATCH;
        wf_codes at = codes_from(p, codes, i);
        prepared_decode_many(p, now, &at, blocks + i * (size_t)p->block_words, of_batch);
        first = first == WF_OK ? first_error(of_batch, now) : first;
    }
    return first;
}

void prepared_measure_each(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    for (size_t i = 0; i < count; i++)
        bits[i] = wf_measure(p->unit->codec, &p->config, &(wf_input){.block = blocks + i * (size_t)p->block_words});
}

void prepared_measure_many(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    (p->form && p->form->measure ? p->form->measure : prepared_measure_each)(p, count, blocks, bits);
}

wf_status wf_measure_many(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    if (p == NULL || p->unit->codec->measure == NULL)
        return WF_ERR_CONFIG;
    if (count == 0)
        return WF_OK;
    const buffer buffers[] = {{blocks, p->block_words, 0, false, false}, {bits, 1, 0, true, false}};
    if (is_wrong(buffers, sizeof buffers / sizeof *buffers, count))
        return WF_ERR_BUFFER;
    prepared_measure_many(p, count, blocks, bits);
    return WF_OK;
}
