/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack - dictionary coding of the words of a cache line.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section
 * 5.1.3 (form=parallel); the code that it modifies: Chen et al., "C-Pack", IEEE TVLSI 2010 (form=fifo).
 *
 * The tag is 1 where the line is compressed, 0 where it is raw: the line itself. W is the line's words of 32 bits.
 *
 * form=parallel. A word whose upper 24 bits are 0 needs no dictionary. Another word matches an entry if the upper 24 bits are
 * the entry's; a word that matches none becomes the next entry, whole. A fifth entry (zero=entry: a fourth): raw. Payload:
 *
 *     code of word 0 .. W-1 | the n entries in use, 32 bits each | if a word is partial: a byte for each word
 *
 * A code is, from its lowest bit, partial, zero, index (2 bits, 0 where zero is 1); zero=entry: partial, index, where index 0
 * is zero and k is entry k-1. Partial: the word is zero, or the entry, but for the low byte, which is the word's byte; the
 * bytes of the other words are 0. n is the highest index in use plus 1 (zero=entry: the highest index).
 *
 * form=fifo. A dictionary of 16 entries, empty at the line's start, filled round robin from entry 0 by the words that do not
 * match in full and whose upper 24 bits are not 0. Payload: the words' codes one after another, each the shortest of
 *
 *     zzzz 00   zzzx 1101 byte   mmmm 10 index   mmmx 1110 index byte   mmxx 1100 index half   xxxx 01 word
 *
 * where z is a byte 0 and m a byte that the entry has too, from the top; the index is that of the lowest entry that gives the
 * code; what is written here first is lowest in the payload; the fields are least significant bit first.
 */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { FORM, RATE, ZERO, SAVE };
enum { FIFO, PARALLEL };
enum { APART, ENTRY };
enum { WORDS = 32, ENTRIES = 16u };  /* the most of a line; of the fifo */

static const wf_param params[] = {
    [FORM] = {"form", "16-entry dictionary and codes of any length, or 4 entries and codes of one length", WF_PARAM_CHOICE,
              "fifo|parallel", PARALLEL, "WF_PARALLEL"},
    [RATE] = {"rate", "words a cycle (form fifo)", WF_PARAM_INT, "1|2|4|8", 2, "WF_RATE"},
    [ZERO] = {"zero", "zero stands apart from the four entries, or is one of them (form parallel)", WF_PARAM_CHOICE, "apart|entry",
              APART, "WF_ZERO_ENTRY"},
    [SAVE] = LINE_SAVE_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "compressed", NULL};

/* The parallel form's, from the code's bits: 2 * match + partial; then the fifo form's. */
enum { P_ZERO, P_ZERO_BYTE, P_FULL, P_PARTIAL, P_ZZZZ };
static const char *const pattern_names[] = {"zero", "zero-extended byte", "full match", "partial match",
                                            "zzzz", "xxxx", "mmmm", "mmxx", "zzzx", "mmmx", NULL};

/* The fifo's codes: from the lowest bit on `prefix`, an index where `index` is 4, `literal` bits of the word. */
enum { ZZZZ, XXXX, MMMM, MMXX, ZZZX, MMMX, UNKNOWN };
static const struct {
    uint8_t prefix, prefix_bits, index, literal, bits;
} codes[] = {
    [ZZZZ] = {0x0, 2, 0, 0, 2},   [XXXX] = {0x2, 2, 0, 32, 34}, [MMMM] = {0x1, 2, 4, 0, 6},    [MMXX] = {0x3, 4, 4, 16, 24},
    [ZZZX] = {0xb, 4, 0, 8, 12},  [MMMX] = {0x7, 4, 4, 8, 16},  [UNKNOWN] = {0xf, 4, 0, 0, 4},
};

/* The most bits of a code that is used. */
static int limit_bits(const wf_config *c)
{
    return line_limit(c, c->param[SAVE]);
}

static const char *config_error(const wf_config *c)
{
    int rate = c->param[RATE];
    if (c->param[FORM] != FIFO && c->param[FORM] != PARALLEL)
        return "form must be fifo or parallel";
    if (rate != 1 && rate != 2 && rate != 4 && rate != 8)
        return "rate must be 1, 2, 4 or 8";
    if (c->param[ZERO] != APART && c->param[ZERO] != ENTRY)
        return "zero must be apart or entry";
    return NULL;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_error(c, c->param[SAVE]);
    if (!reason)
        reason = config_error(c);
    if (reason)
        return wf_verdict(reason, why);
    line_sizes(c, 1, 1, s);
    if (c->param[FORM] == FIFO)
        s->interval_enc = s->interval_dec = line_words(c) / c->param[RATE];
    return WF_OK;
}

/* ---- form=parallel ---- */

/* What the encoder finds. */
typedef struct {
    uint32_t entry[4];
    int entries;
    bool bytes;             /* some word is partial */
    uint8_t code[WORDS];
    int bits;               /* of the payload; more than any limit: too many entries */
} head;

static int code_width(const wf_config *c)
{
    return c->param[ZERO] == ENTRY ? 3 : 4;
}

static int max_entries(const wf_config *c)
{
    return c->param[ZERO] == ENTRY ? 3 : 4;
}

static int head_bits(const wf_config *c, int entries, bool bytes)
{
    return line_words(c) * code_width(c) + 32 * entries + (bytes ? 8 * line_words(c) : 0);
}

static head parallel_of(const wf_config *c, const uint32_t *word)
{
    head h;
    int most = max_entries(c);
    bool apart = c->param[ZERO] == APART;
    unsigned any = 0;
    h.entries = 0;
    for (int i = 0; i < line_words(c); i++) {
        uint32_t w = word[i];
        unsigned partial, code;
        if (w >> 8 == 0) {
            partial = w != 0;
            code = apart ? 2 : 0;
        } else {
            int k = 0;
            while (k < h.entries && (h.entry[k] ^ w) >> 8)
                k++;
            if (k == h.entries) {
                if (k == most) {
                    h.bits = 32 * WORDS;
                    return h;
                }
                h.entry[h.entries++] = w;
            }
            partial = h.entry[k] != w;
            code = apart ? (unsigned)k << 2 : (unsigned)(k + 1) << 1;
        }
        h.code[i] = (uint8_t)(code | partial);
        any |= partial;
    }
    h.bytes = any != 0;
    h.bits = head_bits(c, h.entries, h.bytes);
    return h;
}

/* Codes, entries, bytes to the payload, whose words in use are 0. */
static void put_parallel(const wf_config *c, const head *h, const uint32_t *word, uint32_t *payload)
{
    int width = code_width(c), at = width * line_words(c) / 8;
    for (int i = 0; i < line_words(c); i += 8) {     /* 8 codes: 24 or 32 bits */
        uint32_t group = 0;
        for (int k = 0; k < 8; k++)
            group |= (uint32_t)h->code[i + k] << width * k;
        put_bits(payload, width * i, group);
    }
    for (int k = 0; k < h->entries; k++)
        put_bits(payload, 8 * (at + 4 * k), h->entry[k]);
    at += 4 * h->entries;
    for (int i = 0; h->bytes && i < line_words(c); i += 4) {
        uint32_t four = 0;
        for (int k = 0; k < 4; k++)
            four |= (h->code[i + k] & 1 ? word[i + k] & 0xff : 0) << 8 * k;
        put_bits(payload, 8 * at + 8 * i, four);
    }
}

/* ---- form=fifo ---- */

/* Kind and index of every word's code. */
typedef struct {
    uint8_t kind[WORDS], index[WORDS];
    int bits;               /* of all codes, or of the first ones, where those are more than the limit */
} stream;

/* Bit j: half[j] is x. Words are compared by halves, sixteen at once. */
static inline uint32_t equal_halves(const uint16_t half[16], uint16_t x)
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

/* One of 64 bits for the upper half of a word. */
static inline uint64_t half_bit(uint32_t w)
{
    return (uint64_t)1 << ((w >> 16) * 0x9E3779B1u >> 26);
}

/* Words of the line that stand in the dictionary are bits of `live`; they entered in the line's order. Words whose upper half
 * is surely a new one are not looked up. */
static inline stream fifo_of(const uint32_t *word, unsigned words, int limit)
{
    stream s;
    uint16_t upper[WORDS], lower[WORDS], third[WORDS];
    uint8_t order[WORDS], at[ENTRIES];  /* how many entered before a word; the word that an entry is */
    unsigned entered = 0;
    int bits = 0;
    uint32_t live = 0;
    uint64_t halves = 0;
    for (unsigned i = 0; i < words; i++) {
        upper[i] = (uint16_t)(word[i] >> 16);
        lower[i] = (uint16_t)word[i];
        third[i] = (uint16_t)(word[i] & 0xff00);
    }
    for (unsigned i = words; i < 16; i++)
        upper[i] = lower[i] = third[i] = 0;
    for (unsigned i = 0; i < words && bits <= limit; i++) {
        uint32_t w = word[i], two = 0;
        unsigned kind = w == 0 ? ZZZZ : ZZZX, index = 0;
        if (w >> 8) {
            if (halves & half_bit(w)) {
                two = equal_halves(upper, upper[i]);
                if (i > 16)
                    two |= equal_halves(upper + 16, upper[i]) << 16;
                two &= live;
            }
            kind = XXXX;
            if (two) {
                uint32_t three = equal_halves(third, third[i]), all = equal_halves(lower, lower[i]);
                if (i > 16) {
                    three |= equal_halves(third + 16, third[i]) << 16;
                    all |= equal_halves(lower + 16, lower[i]) << 16;
                }
                three &= two;
                all &= two;
                uint32_t best = all ? all : three ? three : two;
                kind = all ? MMMM : three ? MMMX : MMXX;
                index = order[__builtin_ctz(best)] % ENTRIES;
                for (best &= best - 1; words > ENTRIES && entered > ENTRIES && best; best &= best - 1) {
                    unsigned other = order[__builtin_ctz(best)] % ENTRIES;
                    index = other < index ? other : index;
                }
            }
            order[i] = (uint8_t)entered;
            if (kind != MMMM) {
                if (words > ENTRIES && entered >= ENTRIES)
                    live &= ~((uint32_t)1 << at[entered % ENTRIES]);
                at[entered % ENTRIES] = (uint8_t)i;
                live |= (uint32_t)1 << i;
                halves |= half_bit(w);
                entered++;
            }
        }
        s.kind[i] = (uint8_t)kind;
        s.index[i] = (uint8_t)index;
        bits += codes[kind].bits;
    }
    s.bits = bits;
    return s;
}

static inline stream fifo_plan(const wf_config *c, const uint32_t *word)
{
    int limit = limit_bits(c);
    return line_words(c) == 8 ? fifo_of(word, 8, limit) : line_words(c) == 16 ? fifo_of(word, 16, limit) : fifo_of(word, 32, limit);
}

/* All codes to the payload, up to the end of a word. */
static void put_fifo(const wf_config *c, const stream *s, const uint32_t *word, uint32_t *payload)
{
    uint64_t held = 0;
    int have = 0;
    for (int i = 0; i < line_words(c); i++) {
        int kind = s->kind[i], n = codes[kind].prefix_bits;
        uint64_t code = codes[kind].prefix;
        code |= (uint64_t)s->index[i] << n;     /* 0 where there is none */
        n += codes[kind].index;
        code |= (word[i] & (((uint64_t)1 << codes[kind].literal) - 1)) << n;
        held |= code << have;       /* 31 + 34 bits at the most, all even numbers: 30 + 34 */
        have += codes[kind].bits;
        while (have >= 32) {
            *payload++ = (uint32_t)held;
            held >>= 32;
            have -= 32;
        }
    }
    while (have > 0) {
        *payload++ = (uint32_t)held;
        held >>= 32;
        have -= 32;
    }
}

/* ---- a code's head, whatever the form ---- */

/* What decode, size, fault and patterns want to know of a code. */
typedef struct {
    int bits, fault;        /* fault: -1 if there is none */
    unsigned count[WF_MAX_PATTERNS];
} reading;

static void note_fault(reading *r, int at)
{
    if (r->fault < 0 || at < r->fault)
        r->fault = at;
}

static void read_parallel(const wf_config *c, const uint32_t *payload, uint32_t *block, reading *r)
{
    int width = code_width(c), used = 0, entries = 0, index[WORDS];
    bool bytes = false, partial[WORDS];
    for (int i = 0; i < line_words(c); i++) {
        unsigned code = get_bits(payload, width * i, width);
        partial[i] = code & 1;
        if (width == 3) {
            index[i] = (int)(code >> 1) - 1;
        } else {
            index[i] = code & 2 ? -1 : (int)(code >> 2);
            if ((code & 2) && code >> 2)
                note_fault(r, width * i);
        }
        if (index[i] >= 0)
            used |= 1 << index[i];
        bytes |= partial[i];
        r->count[2 * (index[i] >= 0) + partial[i]]++;
    }
    while (used >> entries)
        entries++;
    for (int k = 0; k < entries; k++)
        if (!(used >> k & 1))
            note_fault(r, width * line_words(c) + 32 * k);
    int bytes_at = width * line_words(c) + 32 * entries;
    r->bits = head_bits(c, entries, bytes);
    if (r->bits > limit_bits(c))
        note_fault(r, limit_bits(c));
    for (int i = 0; i < line_words(c); i++) {
        uint32_t byte = bytes ? get_bits(payload, bytes_at + 8 * i, 8) : 0;
        uint32_t entry = index[i] < 0 ? 0 : get_bits(payload, width * line_words(c) + 32 * index[i], 32);
        block[i] = partial[i] ? (entry & ~(uint32_t)0xff) | byte : entry;
        if (!partial[i] && byte)
            note_fault(r, bytes_at + 8 * i);
    }
}

/* Bits of the payload from `at` on, 0 behind its end. */
static uint32_t bits_at(const uint32_t *payload, int words, int at, int n)
{
    uint64_t low = at / 32 < words ? payload[at / 32] : 0, high = at / 32 + 1 < words ? payload[at / 32 + 1] : 0;
    return (uint32_t)((low | high << 32) >> at % 32 & (((uint64_t)1 << n) - 1));
}

static int fifo_kind(uint32_t four)
{
    static const uint8_t kinds[16] = {ZZZZ, MMMM, XXXX, MMXX, ZZZZ, MMMM, XXXX, MMMX,
                                      ZZZZ, MMMM, XXXX, ZZZX, ZZZZ, MMMM, XXXX, UNKNOWN};
    return kinds[four];
}

static void read_fifo(const wf_config *c, const uint32_t *payload, uint32_t *block, reading *r)
{
    uint32_t dictionary[ENTRIES] = {0};
    int entered = 0, at = 0;
    for (int i = 0; i < line_words(c); i++) {
        int kind = fifo_kind(bits_at(payload, line_words(c), at, 4)), from = at + codes[kind].prefix_bits;
        uint32_t index = bits_at(payload, line_words(c), from, codes[kind].index);
        uint32_t literal = bits_at(payload, line_words(c), from + codes[kind].index, codes[kind].literal);
        uint32_t entry = codes[kind].index ? dictionary[index] : 0;
        uint32_t kept = codes[kind].literal == 32 ? 0 : ~(uint32_t)0 << codes[kind].literal;
        if (kind == UNKNOWN || (codes[kind].index && (int)index >= entered) || at + codes[kind].bits > limit_bits(c))
            note_fault(r, at);
        if (kind != UNKNOWN)
            r->count[P_ZZZZ + kind]++;
        block[i] = (entry & kept) | literal;
        if (kind == XXXX || kind == MMXX || kind == MMMX)
            dictionary[entered++ % ENTRIES] = block[i];
        at += codes[kind].bits;
    }
    r->bits = at;
}

/* A code to the line that the RTL gives and everything else. */
static reading read_code(const wf_config *c, const wf_code *code, uint32_t *block)
{
    reading r = {.bits = 32 * line_words(c), .fault = -1};
    if (!(code->tag[0] & 1))
        memcpy(block, code->payload, 4 * (size_t)line_words(c));
    else if (c->param[FORM] == PARALLEL)
        read_parallel(c, code->payload, block, &r);
    else
        read_fifo(c, code->payload, block, &r);
    if (r.fault < 0 && code->units[0] != line_units(r.bits))
        r.fault = 32 * line_words(c);
    return r;
}

/* ---- the contract ---- */

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    int bits = 32 * line_words(c), limit = limit_bits(c);
    bool used = false;
    if (!in->raw_only && c->param[FORM] == PARALLEL) {
        head h = parallel_of(c, in->block);
        if ((used = h.bits <= limit)) {
            bits = h.bits;
            memset(code->payload, 0, WF_BURST_BYTES * (size_t)line_bursts(bits));
            put_parallel(c, &h, in->block, code->payload);
        }
    } else if (!in->raw_only) {
        stream s = fifo_plan(c, in->block);
        if ((used = s.bits <= limit)) {
            bits = s.bits;
            put_fifo(c, &s, in->block, code->payload);
            for (int w = words_for(bits); w < WF_BURST_BYTES / 4 * line_bursts(bits); w++)
                code->payload[w] = 0;
        }
    }
    if (!used)
        memcpy(code->payload, in->block, 4 * (size_t)line_words(c));
    code->tag[0] = used;
    line_use(bits, code);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    if (in->raw_only)
        return 32 * line_words(c);
    int bits = c->param[FORM] == PARALLEL ? parallel_of(c, in->block).bits : fifo_plan(c, in->block).bits;
    return bits <= limit_bits(c) ? bits : 32 * line_words(c);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    return read_code(c, code, block).fault < 0 ? WF_OK : WF_ERR_PAYLOAD;
}

static int size(const wf_config *c, const wf_code *code)
{
    uint32_t block[WORDS];
    return read_code(c, code, block).bits;
}

static int fault(const wf_config *c, const wf_code *code)
{
    uint32_t block[WORDS];
    return read_code(c, code, block).fault;
}

static void patterns(const wf_config *c, const wf_code *code, unsigned count[WF_MAX_PATTERNS])
{
    uint32_t block[WORDS];
    reading r = read_code(c, code, block);
    memcpy(count, r.count, sizeof r.count);
    bool parallel = c->param[FORM] == PARALLEL;
    for (int p = parallel ? P_ZZZZ : 0; parallel ? pattern_names[p] != NULL : p < P_ZZZZ; p++)
        count[p] = WF_NO_PATTERN;   /* the other form's */
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)(code->tag[0] & 1);
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .measure = measure,
    .fault = fault,
    .patterns = patterns,
    .pattern_names = pattern_names,
};

const wf_unit wf_unit_cpack = {
    .name = "cpack",
    .title = "dictionary coding of a cache line's words",
    .source = "C-Pack in CABA (assist warps), section 5.1.3; C-Pack (TVLSI 2010)",
    .line = true,
    .params = params,
    .codec = &codec,
};
