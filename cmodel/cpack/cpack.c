/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack - dictionary coding of the words of a cache line.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section
 * 5.1.4 (form=parallel); Chen et al., "C-Pack", IEEE TVLSI 2010, which CABA modifies (form=fifo).
 *
 * The tag is 1 bit: 1 compressed, 0 raw. A raw payload is the line itself. A code that is longer than `save` allows is not used. With tag=head
 * a code begins with a byte, 1, and must save a burst (line.h). Fields follow each other from bit 0 of the payload on, or behind that byte,
 * each with its least significant bit first. W is the number of 32-bit words of a line.
 *
 * form=parallel. The dictionary has slots. Slot 0 is zero and is not stored. The other slots are the papers' entries. A word matches
 * a slot if their upper 24 bits are equal. A word that matches none becomes the next slot, whole. A word is partial if it matches its
 * slot but does not equal it. A line that needs more than 5 slots (zero=entry: 4) is raw. Payload:
 *
 *     the code of word 0 .. W-1 | slot 1 .. n, 32 bits each | if a word is partial: a byte for each word
 *
 *     code, lowest bit first      zero=apart                      zero=entry
 *     of slot 0                   partial, 1, 00                  partial, 00
 *     of slot k                   partial, 0, k - 1 (2 bits)      partial, k (2 bits)
 *
 * The byte is the word's low byte if the word is partial, else 0. n is not stored: it is the highest slot that a word matches.
 * Errors:
 *     - a code that is none of these; it is read as slot 0
 *     - a slot up to n that no word matches
 *     - a byte that is not 0, of a word that is not partial; it is ignored
 *     - a byte that ends beyond the longest code in use
 *
 * form=fifo. A dictionary of 16 entries is empty at the start of the line, or has 16 words 0 (start=zero). A word takes the shortest of these codes that fits, and of
 * several entries the one with the lowest index. In the names, from the top byte on, m is a byte that the entry has too, z a byte 0,
 * x a byte that the code holds:
 *
 *     zzzz  00                      2 bits        mmxx  1100, index, 2 bytes    24 bits
 *     mmmm  10, index               6             zzzx  1101, byte              12
 *     xxxx  01, word               34             mmmx  1110, index, byte       16
 *
 * A prefix is written lowest bit first, too. Words coded as xxxx, mmxx or mmmx enter the dictionary, whole, from entry 0 on. After
 * entry 15 comes entry 0 again. Errors:
 *     - the prefix 1111; it is read as a word 0
 *     - start=empty: an entry that has not been written; it is read as 0
 *     - a code that ends beyond the longest code in use
 */
#include "cpack.h"

#include "../bitstream.h"
#include "../warpfold.h"

extern const wf_fast wf_cpack_fast;

static const wf_param params[] = {
    [CPACK_FORM] = {"form", "fifo: 16 entries, codes of several lengths; parallel: 4 entries, codes of one length", WF_PARAM_CHOICE,
                    "fifo|parallel", CPACK_PARALLEL, "WF_PARALLEL"},
    [CPACK_RATE] = {"rate", "words that a unit takes in a cycle (form=fifo)", WF_PARAM_INT, "1|2|4|8", 2, "WF_RATE"},
    [CPACK_ZERO] = CPACK_ZERO_PARAM,
    [CPACK_START] = {"start", "the dictionary at the start of a line: empty, or 16 words 0 (form=fifo)", WF_PARAM_CHOICE, "empty|zero",
                     CPACK_START_EMPTY, "WF_START_ZERO"},
    [CPACK_SAVE] = LINE_SAVE_PARAM,
    [CPACK_TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "compressed", NULL};
static const char *const class_help[] = {"the line as it is", "words coded with a dictionary"};

enum { FIFO_PATTERNS = 4 }; /* the patterns before are those of form=parallel, the others those of fifo_codes */
static const char *const pattern_names[] = {
    "zero", "zero-extended byte", "full match", "partial match", "zzzz", "xxxx", "mmmm", "mmxx", "zzzx", "mmmx", NULL};

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_rule_broken(c, c->param[CPACK_SAVE]);
    if (reason)
        return wf_verdict(reason, why);
    line_sizes(c, 1, 1, s);
    s->head_bits = line_head(c->param[CPACK_TAG]);
    if (c->param[CPACK_FORM] == CPACK_FIFO)
        s->interval_enc = s->interval_dec = line_words(c) / c->param[CPACK_RATE];
    return WF_OK;
}

/* ---- form=parallel: Compare, Count, Code, Pack ---- */

static void pack_parallel(const wf_config *c, const uint32_t *block, bitstream *s)
{
    int zero = c->param[CPACK_ZERO], used = 1;
    uint32_t slot[CPACK_MAX_SLOTS] = {0};
    bool partial[CPACK_MAX_WORDS], bytes = false;
    for (int i = 0; i < line_words(c); i++) {
        int k = 0;
        while (k < used && slot[k] >> 8 != block[i] >> 8)
            k++;
        if (k == cpack_slots[zero]) {
            s->at = 32 * line_words(c); /* there is no code: count it as long as the line */
            return;
        }
        if (k == used)
            slot[used++] = block[i];
        partial[i] = slot[k] != block[i];
        bytes |= partial[i];
        bitstream_put(s, cpack_slot_codes[zero][k] | partial[i], cpack_code_bits[zero]);
    }
    for (int k = 1; k < used; k++)
        bitstream_put(s, slot[k], 32);
    for (int i = 0; bytes && i < line_words(c); i++)
        bitstream_put(s, partial[i] ? block[i] & 0xff : 0, 8);
}

/* ---- form=parallel: Unpack, Rebuild ---- */

static void unpack_parallel(const wf_config *c, bitstream_reading *r)
{
    int zero = c->param[CPACK_ZERO], used = 1, match[CPACK_MAX_WORDS];
    uint32_t slot[CPACK_MAX_SLOTS] = {0};
    bool partial[CPACK_MAX_WORDS], bytes = false, matched[CPACK_MAX_SLOTS] = {false};
    for (int i = 0; i < line_words(c); i++) {
        uint32_t code = bitstream_take(&r->s, cpack_code_bits[zero]);
        int k = cpack_slots[zero] - 1;
        partial[i] = code & 1;
        while (k > 0 && (cpack_slot_codes[zero][k] | partial[i]) != code)
            k--;
        if ((cpack_slot_codes[zero][k] | partial[i]) != code)
            bitstream_note_fault(&r->s, r->s.at - cpack_code_bits[zero]);
        match[i] = k;
        matched[k] = true;
        used = used > k ? used : k + 1;
        bytes |= partial[i];
        r->count[2 * (k > 0) + partial[i]]++;
    }
    for (int k = 1; k < used; k++) {
        slot[k] = bitstream_take(&r->s, 32);
        if (!matched[k])
            bitstream_note_fault(&r->s, r->s.at - 32);
    }
    for (int i = 0; i < line_words(c); i++) {
        uint32_t byte = bytes ? bitstream_take_field(&r->s, 8) : 0;
        if (byte != 0 && !partial[i])
            bitstream_note_fault(&r->s, r->s.at - 8);
        r->block[i] = partial[i] ? (slot[match[i]] & 0xffffff00) | byte : slot[match[i]];
    }
}

/* ---- form=fifo: Compare, Select ---- */

typedef struct {
    uint32_t entry[CPACK_ENTRIES];
    int entered; /* words that have entered since the start of the line */
    int known;   /* entries that a word may match, from entry 0 on */
} dictionary;

static dictionary at_start(const wf_config *c)
{
    return (dictionary){.known = c->param[CPACK_START] == CPACK_START_ZERO ? CPACK_ENTRIES : 0};
}

static void enter(dictionary *d, int kind, uint32_t word)
{
    if (!cpack_fifo_codes[kind].enters)
        return;
    d->entry[d->entered++ % CPACK_ENTRIES] = word;
    if (d->known < d->entered && d->known < CPACK_ENTRIES)
        d->known++;
}

/* The word without the low bits that a code of this kind holds. */
static uint32_t upper_of(int kind, uint32_t word)
{
    return (uint32_t)((uint64_t)word >> cpack_fifo_codes[kind].literal << cpack_fifo_codes[kind].literal);
}

/* The shortest code that fits the word, and of several entries the one with the lowest index. */
static int select_kind(const dictionary *d, uint32_t word, int *index)
{
    int best = CPACK_XXXX;
    *index = 0;
    for (int kind = CPACK_ZZZZ; kind < CPACK_UNKNOWN; kind++)
        for (int k = 0; k < (cpack_fifo_codes[kind].index_bits ? d->known : 1); k++) {
            uint32_t entry = cpack_fifo_codes[kind].index_bits ? d->entry[k] : 0;
            if (upper_of(kind, word) == upper_of(kind, entry) && cpack_fifo_codes[kind].bits < cpack_fifo_codes[best].bits) {
                best = kind;
                *index = k;
            }
        }
    return best;
}

/* ---- form=fifo: Code, Place, Pack ---- */

static void pack_fifo(const wf_config *c, const uint32_t *block, bitstream *s)
{
    dictionary d = at_start(c);
    for (int i = 0; i < line_words(c); i++) {
        int index, kind = select_kind(&d, block[i], &index);
        bitstream_put(s, cpack_fifo_codes[kind].prefix, cpack_fifo_codes[kind].prefix_bits);
        bitstream_put(s, (uint32_t)index, cpack_fifo_codes[kind].index_bits);
        bitstream_put(s, block[i] - upper_of(kind, block[i]), cpack_fifo_codes[kind].literal);
        enter(&d, kind, block[i]);
    }
}

/* ---- form=fifo: Unpack, Lookup, Rebuild ---- */

static int take_kind(bitstream *s)
{
    int kind = CPACK_ZZZZ;
    while (get_bits(s->word, s->at, cpack_fifo_codes[kind].prefix_bits) != cpack_fifo_codes[kind].prefix)
        kind++;
    s->at += cpack_fifo_codes[kind].prefix_bits;
    return kind;
}

static void unpack_fifo(const wf_config *c, bitstream_reading *r)
{
    dictionary d = at_start(c);
    for (int i = 0; i < line_words(c); i++) {
        int from = r->s.at, kind = take_kind(&r->s), index = (int)bitstream_take(&r->s, cpack_fifo_codes[kind].index_bits);
        uint32_t literal = bitstream_take(&r->s, cpack_fifo_codes[kind].literal),
                 entry = cpack_fifo_codes[kind].index_bits ? d.entry[index] : 0;
        if (kind == CPACK_UNKNOWN || (cpack_fifo_codes[kind].index_bits && index >= d.known))
            bitstream_note_fault(&r->s, from);
        bitstream_check_field(&r->s, from); /* a word's code is one field */
        r->block[i] = upper_of(kind, entry) | literal;
        enter(&d, kind, r->block[i]);
        if (kind != CPACK_UNKNOWN)
            r->count[FIFO_PATTERNS + kind]++;
    }
}

/* ---- the contract ---- */

static int limit_of(const wf_config *c)
{
    return line_limit_with(c, c->param[CPACK_SAVE], c->param[CPACK_TAG]);
}

static bitstream pack(const wf_config *c, const wf_input *in)
{
    bitstream s = bitstream_begin(limit_of(c), c->param[CPACK_TAG]);
    if (in->raw_only)
        s.at = 32 * line_words(c);
    else if (c->param[CPACK_FORM] == CPACK_PARALLEL)
        pack_parallel(c, in->block, &s);
    else
        pack_fifo(c, in->block, &s);
    return s;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    bitstream s = pack(c, in);
    return bitstream_store(c, &s, in->block, code);
}

static int measure(const wf_config *c, const wf_input *in)
{
    bitstream s = pack(c, in);
    return bitstream_stored_bits(c, &s);
}

static bitstream_reading unpack(const wf_config *c, const wf_code *code)
{
    return bitstream_read(c, code, limit_of(c), c->param[CPACK_TAG],
                          c->param[CPACK_FORM] == CPACK_PARALLEL ? unpack_parallel : unpack_fifo);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    bitstream_reading r = unpack(c, code);
    memcpy(block, r.block, 4 * (size_t)line_words(c));
    return r.s.fault < 0 ? WF_OK : WF_ERR_PAYLOAD;
}

static int size(const wf_config *c, const wf_code *code)
{
    return unpack(c, code).s.at;
}

static int fault(const wf_config *c, const wf_code *code)
{
    return unpack(c, code).s.fault;
}

static void patterns(const wf_config *c, const wf_code *code, unsigned count[WF_MAX_PATTERNS])
{
    bitstream_reading r = unpack(c, code);
    bool parallel = c->param[CPACK_FORM] == CPACK_PARALLEL;
    for (int p = 0; pattern_names[p]; p++)
        if (parallel != (p < FIFO_PATTERNS))
            r.count[p] = WF_NO_PATTERN; /* the other form's */
    memcpy(count, r.count, sizeof r.count);
}

static const char *packing(const wf_config *c)
{
    if (c->param[CPACK_FORM] == CPACK_FIFO)
        return "For each word, from word 0 and the lowest bit on: its prefix, the index of a dictionary entry, the bytes that the code "
               "holds. A code's place follows from the lengths of those before it.";
    return "From the lowest bit on: a code of one length for each word, from word 0; the dictionary's entries in use, 32 bits each; and, "
           "if "
           "a word is partial, a low byte for each word. How many entries are in use follows from the codes.";
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)(code->tag[0] & 1);
}

/* A unit that iterates collects the line in the rank at its outputs. */
static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc = {"operand|first|entry|code|out", {0, 16, 18, 22, 23, 31}, 0, {0, 2, 3, 4, 6}},
                         dec = {"operand|uses|head|bytes|out", {0, 16, 20, 21, 29, 31}, 0, {0, 1, 1, 2, 4}},
                         enc_fifo = {"compare|match|code|place|out", {0, 16, 20, 21, 29, 31}, 0, {2, 4, 5, 5, 6}},
                         enc_steps = {"compare|match|code|place|out", {0, 16, 20, 21, 29, 31}, 16, {2, 4, 5, 5, 6}},
                         dec_fifo = {"operand|fields|lookup|word|out", {0, 16, 18, 22, 23, 31}, 0, {0, 1, 2, 3, 4}},
                         dec_steps = {"operand|fields|lookup|word|out", {0, 16, 18, 22, 23, 31}, 16, {0, 1, 2, 3, 4}};
    if (c->param[CPACK_FORM] == CPACK_PARALLEL)
        return encoder ? &enc : &dec;
    if (line_words(c) == c->param[CPACK_RATE])
        return encoder ? &enc_fifo : &dec_fifo;
    return encoder ? &enc_steps : &dec_steps;
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
    .enc_iterates = true,
    .dec_iterates = true,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .packing = packing,
    .measure = measure,
    .fault = fault,
    .patterns = patterns,
    .pattern_names = pattern_names,
    .dec_delay = 452,
    .sized = true,
    .fast = &wf_cpack_fast,
};

static const wf_part parts[] = {
    {"enc", "parallel", {WF_IF(CPACK_FORM, CPACK_PARALLEL)}},   {"enc", "parallel_count", {WF_IF(CPACK_FORM, CPACK_PARALLEL)}},
    {"enc", "fifo", {WF_IF(CPACK_FORM, CPACK_FIFO)}},           {"enc", "fifo_group", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {"enc", "fifo_compare", {WF_IF(CPACK_FORM, CPACK_FIFO)}},   {"enc", "fifo_select", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {"enc", "fifo_code", {WF_IF(CPACK_FORM, CPACK_FIFO)}},      {"enc", "fifo_pack", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {"dec", "parallel", {WF_IF(CPACK_FORM, CPACK_PARALLEL)}},   {"dec", "fifo", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {"dec", "fifo_rest", {WF_IF(CPACK_FORM, CPACK_FIFO)}},      {"dec", "fifo_unpack", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {"dec", "fifo_lookup", {WF_IF(CPACK_FORM, CPACK_FIFO)}},    {"dec", "fifo_rebuild", {WF_IF(CPACK_FORM, CPACK_FIFO)}},
    {NULL, "fifo_dictionary", {WF_IF(CPACK_FORM, CPACK_FIFO)}}, {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_cpack = {
    .name = "cpack",
    .title = "dictionary coding of a cache line's words",
    .source = "C-Pack in CABA (assist warps), section 5.1.4; C-Pack (TVLSI 2010)",
    .line = true,
    .params = params,
    .parts = parts,
    .codec = &codec,
    .cuts = cuts,
    .beside = "form",
};
