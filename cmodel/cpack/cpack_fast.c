/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_fast - cpack in the form that the program runs. It gives the same codes and blocks as cpack.c, the specification. */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../bits.h"
#include "../form.h"
#include "../line_fast.h"
#include "../takes.h"
#include "cpack.h"

extern const wf_fast wf_cpack_fast;

INLINE bool takes(const wf_config *c)
{
    const int *p = c->param;
    return has_line(c, p[CPACK_SAVE] == LINE_SAVE_BYTE) && is_power(p[CPACK_RATE], 2, 1, 8) &&
           are_flags(p[CPACK_FORM] | p[CPACK_ZERO] | p[CPACK_START] | p[CPACK_SAVE] | p[CPACK_TAG]);
}

/* Unpacking returns the bits of the code, or TOO_LONG if something else is wrong with it. */
enum { TOO_LONG = 32 * CPACK_MAX_WORDS };

/* ---- form=parallel ---- */

/* What the encoder finds: the codes of the words, the slots, how many slots are used, and whether a word is partial. */
typedef struct {
    uint8_t code[CPACK_MAX_WORDS];
    uint32_t slot[CPACK_MAX_SLOTS];
    int used;
    bool bytes;
} head;

/* The bits of the code, or those of the line if it needs too many slots. */
static int find_head(const wf_config *c, const uint32_t *word, head *h)
{
    int zero = c->param[CPACK_ZERO], words = line_words(c), used = 1;
    unsigned any = 0;
    for (int i = 0; i < words; i++) {
        uint32_t w = word[i];
        unsigned partial = w != 0;
        int k = 0;
        if (w >> 8) {
            k = 1;
            while (k < used && (h->slot[k] ^ w) >> 8)
                k++;
            if (k == cpack_slots[zero])
                return 32 * words;
            if (k == used)
                h->slot[used++] = w;
            partial = h->slot[k] != w;
        }
        h->code[i] = (uint8_t)(cpack_slot_codes[zero][k] | partial);
        any |= partial;
    }
    h->used = used;
    h->bytes = any;
    return line_head(c->param[CPACK_TAG]) + words * (cpack_code_bits[zero] + (any ? 8 : 0)) + 32 * (used - 1);
}

/* Writes eight codes, one slot or four bytes at a time, each a whole number of bytes, behind the line's head, if it has one. The payload
 * must be 0. */
static void put_parallel(const wf_config *c, const head *h, const uint32_t *word, uint32_t *payload)
{
    int width = cpack_code_bits[c->param[CPACK_ZERO]], at = line_head(c->param[CPACK_TAG]);
    if (at)
        put_bits(payload, 0, 1);
    for (int i = 0; i < line_words(c); i += 8, at += 8 * width) {
        uint32_t eight = 0;
        for (int k = 0; k < 8; k++)
            eight |= (uint32_t)h->code[i + k] << width * k;
        put_bits(payload, at, eight);
    }
    for (int k = 1; k < h->used; k++, at += 32)
        put_bits(payload, at, h->slot[k]);
    for (int i = 0; h->bytes && i < line_words(c); i += 4, at += 32) {
        uint32_t four = 0;
        for (int k = 0; k < 4; k++)
            four |= (h->code[i + k] & 1 ? word[i + k] & 0xff : 0) << 8 * k;
        put_bits(payload, at, four);
    }
}

/* The slot for the three bits above the lowest bit of a code. NO_CODE: an invalid code, which is read as slot 0. With zero=entry the
 * third bit belongs to the next code and does not count. */
enum { NO_CODE = 8 };
static const uint8_t slot_of[][8] = {
    [CPACK_APART] = {1, 0, 2, NO_CODE, 3, NO_CODE, 4, NO_CODE},
    [CPACK_ENTRY] = {0, 1, 2, 3, 0, 1, 2, 3},
};

static int unpack_parallel(const wf_config *c, const uint32_t *payload, uint32_t *block)
{
    int words = line_words(c), zero = c->param[CPACK_ZERO], width = cpack_code_bits[zero], from = line_head(c->param[CPACK_TAG]);
    uint32_t slot[CPACK_MAX_SLOTS] = {0}, match[CPACK_MAX_WORDS], partial[CPACK_MAX_WORDS], any = 0, bad = 0;
    uint32_t used = 1; /* bit k: a word matches slot k; slot 0 is always there */
    for (int i = 0; i < words; i += 8) {
        uint32_t eight = get_bits(payload, from + width * i, 8 * width);
        for (int k = 0; k < 8; k++, eight >>= width) {
            uint32_t s = slot_of[zero][eight >> 1 & 7];
            bad |= s & NO_CODE;
            match[i + k] = s & 7;
            used |= 1u << (s & 7);
            partial[i + k] = eight & 1;
            any |= eight & 1;
        }
    }
    int last = 31 - __builtin_clz(used), at = from + words * width;
    bad |= used & (used + 1); /* a gap: of slots 1011, 1011 & 1100 is 1000; of 0111, 0111 & 1000 is 0 */
    for (int k = 1; k <= last; k++, at += 32)
        slot[k] = get_bits(payload, at, 32);
    for (int i = 0; i < words; i++)
        block[i] = slot[match[i]];
    for (int i = 0; any && i < words; i += 4, at += 32) {
        uint32_t four = get_bits(payload, at, 32);
        for (int k = 0; k < 4; k++, four >>= 8) {
            uint32_t low = -partial[i + k] & 0xff; /* the bits that the byte replaces: eight or none */
            bad |= four & 0xff & ~low;
            block[i + k] = (block[i + k] & ~low) | (four & low);
        }
    }
    return bad ? TOO_LONG : at;
}

/* ---- form=fifo ---- */

/* Bit j: half[j] is x. Of 5, 7, 5, 0, .. and x = 5: 0x5. */
static inline uint32_t equal_16(const uint16_t half[16], uint16_t x)
{
#ifdef __SSE2__
    const __m128i *v = (const void *)half, all = _mm_set1_epi16((short)x);
    __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(v), all), high = _mm_cmpeq_epi16(_mm_loadu_si128(v + 1), all);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#else
    uint32_t equal = 0;
    for (int j = 0; j < 16; j++)
        equal |= (uint32_t)(half[j] == x) << j;
    return equal;
#endif
}

/* The words whose half equals that of word i. Words 16 and up are compared only if they can come before word i. */
static inline uint32_t equal_words(const uint16_t half[CPACK_MAX_WORDS], unsigned i)
{
    uint32_t equal = equal_16(half, half[i]);
    if (i > 16)
        equal |= equal_16(half + 16, half[i]) << 16;
    return equal;
}

/* The filter: a set of upper halves in 64 bits. The upper six bits of a half's product with an odd constant are the number of its bit:
 * abcd has bit 48, 1234 bit 2, and 3f80 bit 48 again. If the bit is 0, no word with this half has entered the dictionary. The word is
 * then xxxx without a comparison. If the bit is 1, the comparison decides. */
static inline uint64_t filter_bit(uint32_t w)
{
    return (uint64_t)1 << ((w >> 16) * 0x9E3779B1u >> 26);
}

/* Kind and index of every word's code. */
typedef struct {
    uint8_t kind[CPACK_MAX_WORDS], index[CPACK_MAX_WORDS];
    int bits; /* of the head and all codes; above the limit, of the codes up to the first that exceeds it */
} plan;

/* The dictionary as a set of words. An entry is an earlier word of the line. So a word is compared with 16 words of the line at once, not
 * with the entries one by one. The set tells which of the equal words are entries now. Example: words abcdef00, 7, abcdef42. Words 0 and 2
 * have entered, so live is 0x5. Word 3, abcd1234, has the upper half of words 0, 2 and 3. 0xd & 0x5 leaves 0 and 2, and word 0 has the
 * lower index. */
static inline plan plan_words(const wf_config *c, const uint32_t *word, unsigned words, int limit)
{
    plan p;
    uint16_t upper[CPACK_MAX_WORDS], third[CPACK_MAX_WORDS], lower[CPACK_MAX_WORDS]; /* of word abcdef42: abcd, ef00, ef42 */
    uint8_t number[CPACK_MAX_WORDS]; /* for a word that has entered: how many entered before it; modulo 16, its index */
    uint8_t place[CPACK_ENTRIES];    /* for an entry: the number of its word */
    unsigned entered = 0;
    uint32_t live = 0; /* bit i: word i is an entry */
    uint64_t filter = 0;
    p.bits = line_head(c->param[CPACK_TAG]);
    for (unsigned i = 0; i < words; i++) {
        upper[i] = (uint16_t)(word[i] >> 16);
        third[i] = (uint16_t)(word[i] & 0xff00);
        lower[i] = (uint16_t)word[i];
    }
    for (unsigned i = words; i < 16; i++) /* a line of 8 words is compared as one of 16 */
        upper[i] = third[i] = lower[i] = 0;
    for (unsigned i = 0; i < words && p.bits <= limit; i++) {
        uint32_t w = word[i], two = 0;
        unsigned kind = w == 0 ? CPACK_ZZZZ : CPACK_ZZZX, index = 0;
        if (w >> 8) {
            if (filter & filter_bit(w))
                two = equal_words(upper, i) & live;
            kind = CPACK_XXXX;
            if (two) {
                uint32_t three = equal_words(third, i) & two, all = equal_words(lower, i) & two;
                uint32_t best = all ? all : three ? three : two;
                kind = all ? CPACK_MMMM : three ? CPACK_MMMX : CPACK_MMXX;
                /* Words enter in their order. As long as no entry is overwritten, the first has the lowest index */
                index = number[__builtin_ctz(best)] % CPACK_ENTRIES;
                for (best &= best - 1; words > CPACK_ENTRIES && entered > CPACK_ENTRIES && best; best &= best - 1) {
                    unsigned other = number[__builtin_ctz(best)] % CPACK_ENTRIES;
                    index = other < index ? other : index;
                }
            } else if (w >> 16 == 0 && entered < CPACK_ENTRIES && c->param[CPACK_START] == CPACK_START_ZERO) {
                kind = CPACK_MMXX; /* an entry that is still 0 */
                index = entered;
            }
            if (kind != CPACK_MMMM) {
                if (words > CPACK_ENTRIES && entered >= CPACK_ENTRIES)
                    live &= ~((uint32_t)1 << place[entered % CPACK_ENTRIES]);
                live |= (uint32_t)1 << i;
                filter |= filter_bit(w);
                place[entered % CPACK_ENTRIES] = (uint8_t)i;
                number[i] = (uint8_t)entered++;
            }
        }
        p.kind[i] = (uint8_t)kind;
        p.index[i] = (uint8_t)index;
        p.bits += cpack_fifo_codes[kind].bits;
    }
    return p;
}

/* One call for each size of a line, so that the compiler knows the length of the loops. */
static inline plan plan_line(const wf_config *c, const uint32_t *word, int limit)
{
    int words = line_words(c);
    return words == 8 ? plan_words(c, word, 8, limit) : words == 16 ? plan_words(c, word, 16, limit) : plan_words(c, word, 32, limit);
}

/* Codes have an even number of bits. So at most 30 bits of a payload word wait to be written, and the longest code, 34 bits, still
 * fits behind them in 64 bits. */
static void put_fifo(const wf_config *c, const plan *p, const uint32_t *word, uint32_t *payload)
{
    int have = line_head(c->param[CPACK_TAG]);
    uint64_t held = have ? 1 : 0; /* the head */
    for (int i = 0; i < line_words(c); i++) {
        const cpack_fifo_code *f = &cpack_fifo_codes[p->kind[i]];
        uint64_t literal = word[i] & (((uint64_t)1 << f->literal) - 1);
        uint64_t code = f->prefix | (uint64_t)p->index[i] << f->prefix_bits | literal << (f->prefix_bits + f->index_bits);
        held |= code << have;
        have += f->bits;
        while (have >= 32) {
            *payload++ = (uint32_t)held;
            held >>= 32;
            have -= 32;
        }
    }
    if (have > 0)
        *payload = (uint32_t)held;
}

/* A code as it is read. It has the `low` bits of the word, from bit `shift` of the code on, and an entry the others. The number of the entry
 * is in the code from bit `from` on, behind the mask `index`; of a code without one it is NOTHING, an entry that stays 0. `beyond`: how many
 * words must have entered beyond the number; of an unknown code more than a line has. */
enum { NOTHING = CPACK_MAX_WORDS };
typedef struct {
    uint32_t low, enters; /* enters: all ones, or 0 */
    uint8_t shift, from, index, nothing, beyond;
} fifo_read;

static const fifo_read reads[] = {
    [CPACK_ZZZZ] = {0, 0, 2, 2, 0, NOTHING, 0},      [CPACK_XXXX] = {0xffffffff, 0xffffffff, 2, 2, 0, NOTHING, 0},
    [CPACK_MMMM] = {0, 0, 6, 2, 15, 0, 1},           [CPACK_MMXX] = {0xffff, 0xffffffff, 8, 4, 15, 0, 1},
    [CPACK_ZZZX] = {0xff, 0, 4, 4, 0, NOTHING, 0},   [CPACK_MMMX] = {0xff, 0xffffffff, 8, 4, 15, 0, 1},
    [CPACK_UNKNOWN] = {0, 0, 4, 4, 0, NOTHING, 200},
};

/* Kind and bits of a code, by its lowest four bits. */
static const uint8_t kinds[16] = {CPACK_ZZZZ, CPACK_MMMM, CPACK_XXXX, CPACK_MMXX, CPACK_ZZZZ, CPACK_MMMM, CPACK_XXXX, CPACK_MMMX,
                                  CPACK_ZZZZ, CPACK_MMMM, CPACK_XXXX, CPACK_ZZZX, CPACK_ZZZZ, CPACK_MMMM, CPACK_XXXX, CPACK_UNKNOWN};
static const uint8_t fifo_bits[16] = {2, 6, 34, 24, 2, 6, 34, 16, 2, 6, 34, 12, 2, 6, 34, 4};

/* No branch depends on a code. Where no word has entered yet, an entry is 0. `bad` is negative if a code has no entry. */
typedef struct {
    uint32_t entry[NOTHING + 1];
    uint32_t entered, more; /* more: entries that are known before one is written */
    int32_t bad;
} dictionary;

/* The word of the code x. In a line of more words than entries an entry may be overwritten, so a word that does not enter goes aside. */
INLINE uint32_t take_word(dictionary *d, int words, uint64_t x)
{
    const fifo_read *f = &reads[kinds[x & 15]];
    uint32_t index = ((uint32_t)(x >> f->from) & f->index) | f->nothing;
    uint32_t w = (d->entry[index] & ~f->low) | ((uint32_t)(x >> f->shift) & f->low);
    d->bad |= (int32_t)(d->entered + d->more + f->nothing - index - f->beyond);
    if (words > CPACK_ENTRIES)
        d->entry[(d->entered % CPACK_ENTRIES) | (~f->enters & CPACK_ENTRIES)] = w;
    else
        d->entry[d->entered] = w & f->enters;
    d->entered -= f->enters;
    return w;
}

/* Where a code begins, the codes before it tell, one after another: this chain takes the time. So the bits of a code come from the read that
 * has the code before it; its own read is then on the way. */
INLINE int unpack_words(const wf_config *c, const uint32_t *payload, int words, uint32_t *block)
{
    unsigned at = (unsigned)line_head(c->param[CPACK_TAG]);
    dictionary d = {.more = c->param[CPACK_START] == CPACK_START_ZERO ? CPACK_ENTRIES : 0};
    uint64_t x = get_long(payload, at);
    unsigned bits = fifo_bits[x & 15];
    for (int i = 0; i < words; i++) {
        uint64_t next = get_long(payload, at += bits);
        block[i] = take_word(&d, words, x);
        bits = fifo_bits[x >> bits & 15];
        x = next;
    }
    return d.bad < 0 ? TOO_LONG : (int)at;
}

/* Known sizes: the line. */
static int unpack_fifo(const wf_config *c, const uint32_t *payload, uint32_t *block)
{
    switch (line_words(c)) {
    case 8: return unpack_words(c, payload, 8, block);
    case 16: return unpack_words(c, payload, 16, block);
    default: return unpack_words(c, payload, 32, block);
    }
}

/* ---- the contract ---- */

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int bits = 32 * line_words(c), limit = line_limit_with(c, c->param[CPACK_SAVE], c->param[CPACK_TAG]);
    bool compressed = false;
    if (!in->raw_only && c->param[CPACK_FORM] == CPACK_PARALLEL) {
        head h;
        int need = find_head(c, in->block, &h);
        if ((compressed = need <= limit)) {
            bits = need;
            memset(code->payload, 0, WF_BURST_BYTES * (size_t)line_bursts(bits));
            put_parallel(c, &h, in->block, code->payload);
        }
    } else if (!in->raw_only) {
        plan p = plan_line(c, in->block, limit);
        if ((compressed = p.bits <= limit)) {
            bits = p.bits;
            put_fifo(c, &p, in->block, code->payload);
            for (int w = words_for(bits); w < WF_BURST_BYTES / 4 * line_bursts(bits); w++)
                code->payload[w] = 0;
        }
    }
    if (!compressed)
        line_copy(code->payload, in->block, line_words(c));
    code->tag[0] = compressed;
    line_use(bits, code);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    if (!takes(c))
        return -1;
    int limit = line_limit_with(c, c->param[CPACK_SAVE], c->param[CPACK_TAG]);
    if (in->raw_only)
        return 32 * line_words(c);
    head h;
    int bits = c->param[CPACK_FORM] == CPACK_PARALLEL ? find_head(c, in->block, &h) : plan_line(c, in->block, limit).bits;
    return bits <= limit ? bits : 32 * line_words(c);
}

INLINE wf_status decode_parts(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    int words = line_words(c);
    if (!(code->tag[0] & 1)) {
        line_copy(block, code->payload, words);
        return code->units == line_units(32 * words) ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint32_t payload[CPACK_MAX_WORDS + LINE_BEHIND];
    line_copy_payload(payload, code->payload, words);
    int bits = (c->param[CPACK_FORM] == CPACK_PARALLEL ? unpack_parallel : unpack_fifo)(c, payload, block);
    if (c->param[CPACK_TAG] == LINE_HEAD && (payload[0] & 0xff) != 1)
        return WF_ERR_PAYLOAD;
    return bits <= line_limit_with(c, c->param[CPACK_SAVE], c->param[CPACK_TAG]) && code->units == line_units(bits) ? WF_OK
                                                                                                                    : WF_ERR_PAYLOAD;
}

static wf_status decode_line(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    return decode_parts(c, code, block);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_line_code parts = line_code(code);
    return decode_parts(c, &parts, block);
}

WF_FORMS_OF(cpack);
const wf_fast wf_cpack_fast = {.takes = takes,
                               .encode = encode,
                               .decode = decode,
                               .measure = measure,
                               .decode_line = decode_line,
                               .tag_bits = 1,
                               .code_bits = 1,
                               .params = CPACK_PARAMS,
                               .save = CPACK_SAVE + 1,
                               .tag = CPACK_TAG + 1,
                               .forms = forms};
