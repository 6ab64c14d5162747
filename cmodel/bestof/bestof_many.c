/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof_many.c - bestof on arrays of lines: each member is prepared, and measures a batch of lines while they are near; the one that is best for a line alone
 * encodes it, or decodes its code. The vectors are the members' own. Codes that no encoder writes are left to the fast form. */
#include "../form.h"
#include "../line_fast.h"
#include "bestof.h"

enum { BATCH = 64 };

typedef struct {
    wf_prepared *member[WF_MAX_LIST]; /* NULL behind the last */
    int members, which_bits, shift;   /* shift: log2 of the bits of what is counted, bursts or bytes */
    int tag_bits[WF_MAX_LIST], code_bits[WF_MAX_LIST];
    bool ties[WF_MAX_LIST]
             [WF_MAX_LIST]; /* of two codes that cost the same, is the first place's better than that of the second, which is behind it? */
    bool head;
} table;

static void release(void *of)
{
    const table *t = of;
    for (int place = 0; place < WF_MAX_LIST; place++)
        wf_codec_close(t->member[place]);
}

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    bool by_bytes = c->param[BESTOF_CHOOSE] == BESTOF_BYTES;
    t->shift = by_bytes ? 3 : 8;
    t->head = c->param[BESTOF_TAG] == LINE_HEAD;
    for (int place = 0, codec; (codec = wf_listed(c->param[BESTOF_MEMBERS], place)) >= 0; place++) {
        wf_config own = wf_child_config(&wf_unit_bestof, c, codec);
        wf_prepared *p = t->member[place] = wf_codec_open(wf_unit_bestof.children[codec].unit, &own, NULL);
        if (p == NULL)
            return false;
        t->tag_bits[place] = p->sizes.tag_bits;
        t->code_bits[place] = p->sizes.code_bits;
        t->members = place + 1;
    }
    t->which_bits = bits_for(t->members + 1);
    for (int place = 0; place < t->members; place++)
        for (int other = place + 1; other < t->members; other++) {
            int delay = t->member[place]->unit->codec->dec_delay, of_other = t->member[other]->unit->codec->dec_delay;
            t->ties[place][other] = by_bytes || of_other == 0 || (delay > 0 && delay <= of_other);
        }
    return true;
}

/* ---- Encode, measure ---- */

/* The place of the best code of each line, -1: none saves anything; and its bits. */
static void choose(const table *t, int raw, size_t count, const uint32_t *blocks, int8_t *place, int *bits)
{
    int size[WF_MAX_LIST][BATCH];
    for (int k = 0; k < t->members; k++)
        prepared_measure_many(t->member[k], count, blocks, size[k]);
    for (size_t i = 0; i < count; i++) {
        int best = -1, least = raw;
        bits[i] = raw;
        for (int k = t->members - 1; k >= 0; k--) {
            int cost = (size[k][i] + (1 << t->shift) - 1) >> t->shift;
            if (size[k][i] < raw && (cost < least || (cost == least && t->ties[k][best]))) {
                best = k;
                least = cost;
                bits[i] = size[k][i];
            }
        }
        place[i] = (int8_t)best;
    }
}

/* The code of one line by the member at a place; a raw line by the first, which stores it raw too. */
static void encode_line(const wf_prepared *p, const table *t, int place, const uint32_t *block, const wf_codes *at)
{
    uint32_t own[BESTOF_TAG_WORDS + 1] = {0}, words[BESTOF_TAG_WORDS] = {0};
    wf_codes of_member = {own + 1, at->units, at->wen, at->payload};
    prepared_encode_many(t->member[place < 0 ? 0 : place], 1, block, NULL, &of_member);
    if (place < 0) {
        memset(at->tag, 0, (size_t)p->tag_words * sizeof *at->tag);
    } else if (t->head) {
        at->tag[0] = 1;
        if (at->payload)
            at->payload[0] |= (uint32_t)(place + 1) << BESTOF_WHICH;
    } else {
        own[0] = (uint32_t)(place + 1) << (32 - t->which_bits);
        for (int i = 0; i < BESTOF_TAG_WORDS; i++)
            words[i] = own[i + 1] << t->which_bits | own[i] >> (32 - t->which_bits);
        memcpy(at->tag, words, (size_t)p->tag_words * sizeof *at->tag);
    }
}

static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    (void)masks;
    for (size_t from = 0; from < count; from += BATCH) {
        int bits[BATCH];
        int8_t place[BATCH];
        size_t now = count - from < BATCH ? count - from : BATCH;
        const uint32_t *block = blocks + from * (size_t)p->block_words;
        choose(t, 8 * p->config.line_bytes, now, block, place, bits);
        for (size_t i = 0; i < now; i++, at = codes_next(&at, words))
            encode_line(p, t, place[i], block + i * (size_t)p->block_words, &at);
    }
}

static void measure(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    for (size_t from = 0; from < count; from += BATCH) {
        int8_t place[BATCH];
        choose(p->table, 8 * p->config.line_bytes, count - from < BATCH ? count - from : BATCH, blocks + from * (size_t)p->block_words,
               place, bits + from);
    }
}

/* ---- Decode ---- */

/* A compressed code of tag=side that is the member's own, or a raw one; others, and those of tag=head, are the fast form's. */
static uint8_t decode_line(const wf_prepared *p, const table *t, const wf_codes *at, uint32_t *block)
{
    uint32_t words[BESTOF_TAG_WORDS + 1] = {0}, own[BESTOF_TAG_WORDS];
    for (int i = 0; i < p->tag_words; i++)
        words[i] = at->tag[i];
    int place = (int)(words[0] & low_ones(t->which_bits)) - 1;
    for (int i = 0; i < BESTOF_TAG_WORDS; i++)
        own[i] = words[i] >> t->which_bits | words[i + 1] << (32 - t->which_bits);
    bool raw = (words[0] | words[1] | words[2]) == 0;
    if (t->head || place >= t->members ||
        (!raw && (place < 0 || t->tag_bits[place] > 32 || (own[0] & ~low_ones(t->tag_bits[place])) || own[1] | own[2] ||
                  (own[0] & low_ones(t->code_bits[place])) == 0)))
        return prepared_decode(p, at, block);
    uint8_t status;
    wf_codes of_member = {own, at->units, NULL, at->payload};
    prepared_decode_many(t->member[raw ? 0 : place], 1, &of_member, block, &status);
    return status;
}

static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words))
        status[i] = decode_line(p, p->table, &at, blocks + i * (size_t)p->block_words);
}

#define FORM(vectors)                                                                                                         \
    {                                                                                                                         \
        .cpu = (vectors), .bytes = sizeof(table), .prepare = prepare, .release = release, .encode = encode, .decode = decode, \
        .measure = measure                                                                                                    \
    }

extern const wf_form wf_bestof_avx512, wf_bestof_avx2, wf_bestof_neon;
const wf_form wf_bestof_avx512 = FORM(WF_CPU_AVX512);
const wf_form wf_bestof_avx2 = FORM(WF_CPU_AVX2);
const wf_form wf_bestof_neon = FORM(WF_CPU_NEON);
