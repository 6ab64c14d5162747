/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc - frequent patterns of the 32-bit words of a cache line.
 * Sources: Alameldeen and Wood, "Frequent Pattern Compression", UW-Madison TR-1500, 2004 (form=word); Vijaykumar et al.,
 * "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps", section 5.1.4 (form=segment).
 *
 * A word takes the pattern with the fewest data bits. Of patterns with equally many, it takes the one with the lower prefix:
 *
 *     prefix  the word is                                      data (lowest bit first)             bits
 *     000     0                                                -                                   0
 *     001     a sign-extended nibble                           the nibble                          4
 *     010     a sign-extended byte                             the byte                            8
 *     011     a sign-extended halfword                         the halfword                        16
 *     100     a halfword above 16 zeros                        the halfword                        16
 *     101     two halfwords, each a sign-extended byte         the low half's byte, the high's     16
 *     110     one byte four times                              the byte                            8
 *     111     anything                                         the word                            32
 *
 * `patterns` names those in use; 111 always is. A pattern keeps its prefix of 3 bits. A word takes no other pattern.
 *
 * The tag is 1 bit: 1 compressed, 0 raw. A raw payload is the line itself. A code that is longer than `save` allows is not used. With
 * tag=head a code begins with a byte, 1, and must save a burst (line.h); what is said of bit 0 below then holds of bit 8.
 *
 * form=word. The code of a word is its prefix and its data. The codes follow each other from bit 0 on. Prefix 000 stands for a run of
 * 1 to 8 zero words. The next 3 bits are the length of the run less one. A run is as long as it can be.
 *
 * form=segment. The line is cut into `segments` equal parts. A part has one pattern: the one with the fewest bits that all its words
 * fit. The prefixes come first, then 0 up to a whole byte, then the data of every word.
 *
 * Errors: a prefix that is not in use, a field that ends beyond the longest code in use, and the length of a run that goes beyond the line.
 * The decoder reads on then: the prefix counts as 111, a run ends with the line, and bits behind the payload are 0.
 */
#include "fpc.h"

#include "../bitstream.h"
#include "../warpfold.h"

extern const wf_fast wf_fpc_fast;

static const wf_param params[] = {
    [FPC_FORM] = {"form", "word: a pattern for each word, and runs of zeros; segment: a pattern for each segment", WF_PARAM_CHOICE,
                  "word|segment", FPC_FORM_SEGMENT, "WF_SEGMENT"},
    [FPC_SEGMENTS] = FPC_SEGMENTS_PARAM,
    [FPC_RATE] = {"rate", "words that the decoder takes in a cycle (form=word)", WF_PARAM_INT, "1|2|4|8", 2, "WF_RATE"},
    [FPC_CHOSEN] = FPC_CHOSEN_PARAM,
    [FPC_SAVE] = LINE_SAVE_PARAM,
    [FPC_TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "compressed", NULL};
static const char *const class_help[] = {"the line as it is", "words coded by frequent patterns"};
static const char *const pattern_names[] = {"zero", "nibble", "byte", "halfword", "upper half", "two bytes", "repeated byte", "word", NULL};

const int fpc_data_bits[FPC_PATTERNS] = {0, 4, 8, 16, 16, 16, 8, 32};

const char *fpc_segments_rule_broken(const wf_config *c, int segments)
{
    return segments > line_words(c) ? "segments must be at most the line's words: a line of 32 bytes has 8" : NULL;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_rule_broken(c, c->param[FPC_SAVE]);
    if (!reason && c->param[FPC_FORM] == FPC_FORM_SEGMENT)
        reason = fpc_segments_rule_broken(c, c->param[FPC_SEGMENTS]);
    if (reason)
        return wf_verdict(reason, why);
    line_sizes(c, 1, 1, s);
    s->head_bits = line_head(c->param[FPC_TAG]);
    if (c->param[FPC_FORM] == FPC_FORM_WORD)
        s->interval_dec = line_words(c) / c->param[FPC_RATE];
    return WF_OK;
}

/* ---- Classify: a word and its data under a pattern ---- */

static bool is_chosen(const wf_config *c, int pattern)
{
    return pattern == FPC_WORD || (c->param[FPC_CHOSEN] >> pattern & 1);
}

static uint32_t data_of(int pattern, uint32_t word)
{
    switch (pattern) {
    case FPC_ZERO: return 0;
    case FPC_NIBBLE: return word & 0xf;
    case FPC_BYTE: return word & 0xff;
    case FPC_HALF: return word & 0xffff;
    case FPC_UPPER: return word >> 16;
    case FPC_TWO_BYTES: return (word & 0xff) | (word >> 8 & 0xff00);
    case FPC_REPEATED: return word & 0xff;
    default: return word;
    }
}

uint32_t fpc_word_of(int pattern, uint32_t data)
{
    switch (pattern) {
    case FPC_ZERO: return 0;
    case FPC_NIBBLE: return (data ^ 0x8) - 0x8;
    case FPC_BYTE: return sign_extend(data, 1);
    case FPC_HALF: return sign_extend(data, 2);
    case FPC_UPPER: return data << 16;
    case FPC_TWO_BYTES: return (sign_extend(data, 1) & 0xffff) | sign_extend(data >> 8, 1) << 16;
    case FPC_REPEATED: return data * 0x01010101;
    default: return data;
    }
}

/* All words have the pattern if each comes back from its data. */
static bool have_pattern(int pattern, const uint32_t *word, int count)
{
    for (int i = 0; i < count; i++)
        if (fpc_word_of(pattern, data_of(pattern, word[i])) != word[i])
            return false;
    return true;
}

/* ---- Select ---- */

static int select_pattern(const wf_config *c, const uint32_t *word, int count)
{
    int best = FPC_WORD;
    for (int p = FPC_ZERO; p < FPC_WORD; p++)
        if (is_chosen(c, p) && fpc_data_bits[p] < fpc_data_bits[best] && have_pattern(p, word, count))
            best = p;
    return best;
}

/* ---- Pack ---- */

static void pack_words(const wf_config *c, const uint32_t *block, bitstream *s)
{
    for (int i = 0, run; i < line_words(c); i += run) {
        int pattern = select_pattern(c, block + i, 1);
        bitstream_put(s, (uint32_t)pattern, FPC_PREFIX_BITS);
        run = 1;
        if (pattern == FPC_ZERO) {
            while (run < FPC_LONGEST_RUN && i + run < line_words(c) && block[i + run] == 0)
                run++;
            bitstream_put(s, (uint32_t)run - 1, FPC_RUN_BITS);
        }
        bitstream_put(s, data_of(pattern, block[i]), fpc_data_bits[pattern]);
    }
}

static void pack_segments(const wf_config *c, const uint32_t *block, bitstream *s)
{
    int segments = c->param[FPC_SEGMENTS], width = line_words(c) / segments, pattern[FPC_MAX_WORDS];
    for (int k = 0; k < segments; k++) {
        pattern[k] = select_pattern(c, block + k * width, width);
        bitstream_put(s, (uint32_t)pattern[k], FPC_PREFIX_BITS);
    }
    bitstream_align(s);
    for (int i = 0; i < line_words(c); i++)
        bitstream_put(s, data_of(pattern[i / width], block[i]), fpc_data_bits[pattern[i / width]]);
}

static int limit_of(const wf_config *c)
{
    return line_limit_with(c, c->param[FPC_SAVE], c->param[FPC_TAG]);
}

static bitstream pack(const wf_config *c, const wf_input *in)
{
    bitstream s = bitstream_begin(limit_of(c), c->param[FPC_TAG]);
    if (in->raw_only)
        s.at = 32 * line_words(c);
    else if (c->param[FPC_FORM] == FPC_FORM_WORD)
        pack_words(c, in->block, &s);
    else
        pack_segments(c, in->block, &s);
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

/* ---- Unpack, Rebuild ---- */

/* The pattern of a prefix that has just been read. */
static int pattern_of(const wf_config *c, uint32_t prefix, bitstream_reading *r)
{
    if (is_chosen(c, (int)prefix))
        return (int)prefix;
    bitstream_note_fault(&r->s, r->s.at - FPC_PREFIX_BITS);
    return FPC_WORD;
}

/* A pattern that is not in use has no count. */
static void leave_out(const wf_config *c, unsigned count[WF_MAX_PATTERNS])
{
    for (int p = FPC_ZERO; p < FPC_WORD; p++)
        if (!is_chosen(c, p))
            count[p] = WF_NO_PATTERN;
}

static void unpack_words(const wf_config *c, bitstream_reading *r)
{
    for (int i = 0, run; i < line_words(c); i += run) {
        int pattern = pattern_of(c, bitstream_take_field(&r->s, FPC_PREFIX_BITS), r);
        run = 1;
        if (pattern == FPC_ZERO) {
            run = (int)bitstream_take_field(&r->s, FPC_RUN_BITS) + 1;
            if (run > line_words(c) - i) {
                bitstream_note_fault(&r->s, r->s.at - FPC_RUN_BITS);
                run = line_words(c) - i;
            }
        }
        uint32_t data = bitstream_take_field(&r->s, fpc_data_bits[pattern]);
        for (int k = 0; k < run; k++)
            r->block[i + k] = fpc_word_of(pattern, data);
        r->count[pattern] += (unsigned)run;
    }
}

static void unpack_segments(const wf_config *c, bitstream_reading *r)
{
    int segments = c->param[FPC_SEGMENTS], width = line_words(c) / segments, pattern[FPC_MAX_WORDS];
    for (int k = 0; k < segments; k++) {
        pattern[k] = pattern_of(c, bitstream_take(&r->s, FPC_PREFIX_BITS), r);
        r->count[pattern[k]]++;
    }
    bitstream_align(&r->s);
    for (int k = 0; k < segments; k++) {
        int from = r->s.at; /* the data of a segment are one field */
        for (int i = k * width; i < (k + 1) * width; i++)
            r->block[i] = fpc_word_of(pattern[k], bitstream_take(&r->s, fpc_data_bits[pattern[k]]));
        bitstream_check_field(&r->s, from);
    }
}

static bitstream_reading unpack(const wf_config *c, const wf_code *code)
{
    return bitstream_read(c, code, limit_of(c), c->param[FPC_TAG], c->param[FPC_FORM] == FPC_FORM_WORD ? unpack_words : unpack_segments);
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
    leave_out(c, r.count);
    memcpy(count, r.count, sizeof r.count);
}

static const char *packing(const wf_config *c)
{
    if (c->param[FPC_FORM] == FPC_FORM_WORD)
        return "For each word, from word 0 and the lowest bit on: a prefix of 3 bits, then the data of its pattern; a run of zero words is "
               "one code. A code's place follows from the lengths of those before it.";
    return "From the lowest bit on: a prefix of 3 bits for each segment, 0 up to a whole byte, then the data of every word. A word's place "
           "follows from the prefixes.";
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)(code->tag[0] & 1);
}

/* In the form word, step N is behind the Nth word of the payload. A decoder that iterates collects the line in the rank words. */
static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc = {"fits|pattern|join|last|out", {0, 16, 20, 21, 23, 31}, 0, {2, 4, 5, 5, 6}},
                         dec = {"payload|select|half|window|out", {0, 16, 24, 26, 30, 31}, 0, {0, 1, 1, 2, 4}},
                         enc_word = {"fits|code|join|last|out", {0, 16, 20, 22, 30, 31}, 0, {2, 4, 5, 5, 6}},
                         dec_word = {"input|step1|step2|step3|step4|step5|step6|step7|code|out",
                                     {0, 512, 768, 784, 840, 852},
                                     0,
                                     {0, 1, 1, 1, 1, 1, 1, 1, 2, 4}},
                         dec_steps = {"code|value|words|out|last", {0, 4, 5, 7, 15, 31}, 4, {2, 3, 3, 4, 4}};
    if (c->param[FPC_FORM] != FPC_FORM_WORD)
        return encoder ? &enc : &dec;
    return encoder ? &enc_word : line_words(c) == c->param[FPC_RATE] ? &dec_word : &dec_steps;
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
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
    .dec_delay = 559,
    .sized = true,
    .fast = &wf_fpc_fast,
};

static const wf_part parts[] = {
    {"enc", "classify", WF_ALWAYS},
    {"enc", "data", WF_ALWAYS},
    {"enc", "segment", {WF_IF(FPC_FORM, FPC_FORM_SEGMENT)}},
    {"enc", "segment_join", {WF_IF(FPC_FORM, FPC_FORM_SEGMENT)}},
    {"enc", "word", {WF_IF(FPC_FORM, FPC_FORM_WORD)}},
    {"enc", "word_code", {WF_IF(FPC_FORM, FPC_FORM_WORD)}},
    {"enc", "word_join", {WF_IF(FPC_FORM, FPC_FORM_WORD)}},
    {"dec", "rebuild", WF_ALWAYS},
    {"dec", "segment", {WF_IF(FPC_FORM, FPC_FORM_SEGMENT)}},
    {"dec", "segment_split", {WF_IF(FPC_FORM, FPC_FORM_SEGMENT)}},
    {"dec", "word", {WF_IF(FPC_FORM, FPC_FORM_WORD)}},
    {"dec", "word_step", {WF_IF(FPC_FORM, FPC_FORM_WORD)}},
    {NULL, "segment_lengths", {WF_IF(FPC_FORM, FPC_FORM_SEGMENT)}},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_fpc = {
    .name = "fpc",
    .title = "frequent patterns of the words of a cache line",
    .source = "FPC (UW-Madison TR-1500, 2004); CABA (arXiv:1602.01348), section 5.1.4",
    .line = true,
    .params = params,
    .parts = parts,
    .codec = &codec,
    .cuts = cuts,
    .beside = "form",
};
