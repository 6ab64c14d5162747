/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc - bit planes of the differences between successive words of a cache line.
 * Source: Kim, Sullivan, Choukse, Erez, "Bit-Plane Compression: Transforming Data for Better Compression in Many-core Architectures", ISCA 2016.
 *
 * W is the number of 32-bit words of a line, which are signed. Word 0 is the base. Delta i is word i + 1 less word i, a signed number of 33
 * bits. Plane p has bit p of every delta, bit i that of delta i: 33 planes of W - 1 bits. DBP is a plane. DBX is a plane XOR the plane above it;
 * plane 32, the top one, has none above, and its DBX is its DBP.
 *
 * The tag is 1 bit: 1 compressed, 0 raw. A raw payload is the line itself. A code that is longer than `save` allows is not used. With tag=head
 * a code begins with a byte, 1, and must save a burst (line.h). Fields follow each other from bit 0 of the payload on, or behind that byte.
 * Each has its least significant bit first; of a prefix the bit on the left comes first. The base comes first, then the planes from 32 down to 0.
 * Each takes the first code that fits:
 *
 *     the base is                  code           bits        the DBX is                            code           bits
 *     0                            000            3           0, as those of the next planes        01, n - 2      7
 *     a sign-extended nibble       001, nibble    7             (n planes in all, from 2 to 33)
 *     a sign-extended byte         010, byte      11          0                                     001            3
 *     a sign-extended halfword     011, halfword  19          all ones                              00000          5
 *     anything                     1, word        33          not 0, but the DBP is 0               00001          5
 *                                                             ones at places k and k + 1, else 0    00010, k       5 + log2 W
 *                                                             a one at place k, else 0              00011, k       5 + log2 W
 *                                                             anything                              1, DBX         W
 *
 * A run is as long as it can be. n - 2 has 5 bits, k has log2 W. The codes do not depend on `form`.
 *
 * Errors:
 *     - a run that goes beyond plane 0; it ends there
 *     - a one at a place beyond the plane; it is left out
 *     - a code that ends beyond the longest code in use; bits behind the payload are 0
 *     - if there is none of these, a bit of plane 32 that does not say that the next word is smaller; the words are the sums modulo 2^32
 */
#include "bpc.h"

#include "../bitstream.h"
#include "../warpfold.h"

extern const wf_fast wf_bpc_fast;

static const wf_param params[] = {
    [BPC_FORM] = {"form", "pipeline: a line every cycle; iterate: the decoder takes `rate` planes a cycle; stream: the encoder does too",
                  WF_PARAM_CHOICE, "pipeline|iterate|stream", BPC_ITERATE, "WF_ITERATE"},
    [BPC_RATE] = {"rate", "planes of a cycle (form=iterate, stream)", WF_PARAM_INT, "1|3|11", 3, "WF_RATE"},
    [BPC_SAVE] = LINE_SAVE_PARAM,
    [BPC_TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "compressed", NULL};
static const char *const class_help[] = {"the line as it is", "a base and bit planes of differences"};
static const char *const pattern_names[] = {
    "base zero",          "base nibble", "base byte", "base halfword", "base word", "planes of runs", "zero plane", "all ones",
    "plane becomes zero", "two ones",    "one",       "plain plane",   NULL};

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_rule_broken(c, c->param[BPC_SAVE]);
    if (reason)
        return wf_verdict(reason, why);
    line_sizes(c, 1, 1, s);
    s->head_bits = line_head(c->param[BPC_TAG]);
    if (c->param[BPC_FORM] != BPC_PIPELINE)
        s->interval_dec = BPC_PLANES / c->param[BPC_RATE];
    if (c->param[BPC_FORM] == BPC_STREAM)
        s->interval_enc = s->interval_dec;
    return WF_OK;
}

/* ---- Planes: of a line, or a line of them ---- */

/* Bits of a plane: one for each delta. */
static int plane_bits(const wf_config *c)
{
    return line_words(c) - 1;
}

/* Bits of a place in a plane: log2 of the line's words. */
static int place_bits(const wf_config *c)
{
    int bits = 0;
    while (1 << bits < line_words(c))
        bits++;
    return bits;
}

typedef struct {
    uint32_t dbp[BPC_PLANES], dbx[BPC_PLANES];
} planes;

static planes planes_of(const wf_config *c, const uint32_t *block)
{
    planes x = {{0}, {0}};
    for (int p = BPC_TOP; p >= 0; p--) {
        for (int i = 0; i < plane_bits(c); i++) {
            int64_t delta = (int64_t)(int32_t)block[i + 1] - (int32_t)block[i];
            x.dbp[p] |= (uint32_t)(delta >> p & 1) << i;
        }
        x.dbx[p] = p == BPC_TOP ? x.dbp[p] : x.dbp[p] ^ x.dbp[p + 1];
    }
    return x;
}

static void words_of(const wf_config *c, const uint32_t *dbp, uint32_t *block)
{
    for (int i = 0; i < plane_bits(c); i++) {
        uint32_t delta = 0;
        for (int p = 0; p < BPC_TOP; p++)
            delta |= (dbp[p] >> i & 1) << p;
        block[i + 1] = block[i] + delta;
    }
}

/* ---- Select ---- */

static uint32_t base_of(int kind, uint32_t data)
{
    return kind == BPC_BASE_NIBBLE ? (data ^ 0x8) - 0x8
           : kind == BPC_BASE_BYTE ? sign_extend(data, 1)
           : kind == BPC_BASE_HALF ? sign_extend(data, 2)
                                   : data;
}

static int select_base(uint32_t word)
{
    int kind = BPC_BASE_ZERO;
    while (base_of(kind, word & low_ones(bpc_base_codes[kind].data_bits)) != word)
        kind++;
    return kind;
}

/* The planes from p down whose DBX is 0. */
static int zeros_from(const planes *x, int p)
{
    int n = 0;
    while (n <= p && x->dbx[p - n] == 0)
        n++;
    return n;
}

static int lowest_one(uint32_t dbx)
{
    int k = 0;
    while (!(dbx >> k & 1))
        k++;
    return k;
}

static int select_plane(const wf_config *c, const planes *x, int p)
{
    uint32_t dbx = x->dbx[p];
    if (dbx == 0)
        return zeros_from(x, p) > 1 ? BPC_RUN : BPC_ZERO;
    uint32_t from_lowest = dbx >> lowest_one(dbx);
    return dbx == low_ones(plane_bits(c)) ? BPC_ONES
           : x->dbp[p] == 0               ? BPC_CLEAR
           : from_lowest == 3             ? BPC_TWO
           : from_lowest == 1             ? BPC_ONE
                                          : BPC_PLAIN;
}

/* Bits behind the prefix. */
static int data_bits(const wf_config *c, int kind)
{
    return kind == BPC_RUN ? BPC_RUN_BITS : kind == BPC_TWO || kind == BPC_ONE ? place_bits(c) : kind == BPC_PLAIN ? plane_bits(c) : 0;
}

/* ---- Pack ---- */

static void pack_line(const wf_config *c, const uint32_t *block, bitstream *s)
{
    planes x = planes_of(c, block);
    int base = select_base(block[0]);
    bitstream_put(s, bpc_base_codes[base].prefix, bpc_base_codes[base].prefix_bits);
    bitstream_put(s, block[0] & low_ones(bpc_base_codes[base].data_bits), bpc_base_codes[base].data_bits);
    for (int p = BPC_TOP, n; p >= 0; p -= n) {
        int kind = select_plane(c, &x, p);
        n = kind == BPC_RUN ? zeros_from(&x, p) : 1;
        uint32_t data = kind == BPC_RUN                      ? (uint32_t)n - 2
                        : kind == BPC_TWO || kind == BPC_ONE ? (uint32_t)lowest_one(x.dbx[p])
                        : kind == BPC_PLAIN                  ? x.dbx[p]
                                                             : 0;
        bitstream_put(s, bpc_plane_codes[kind].prefix, bpc_plane_codes[kind].prefix_bits);
        bitstream_put(s, data, data_bits(c, kind));
    }
}

static int limit_of(const wf_config *c)
{
    return line_limit_with(c, c->param[BPC_SAVE], c->param[BPC_TAG]);
}

static bitstream pack(const wf_config *c, const wf_input *in)
{
    bitstream s = bitstream_begin(limit_of(c), c->param[BPC_TAG]);
    if (in->raw_only)
        s.at = 32 * line_words(c);
    else
        pack_line(c, in->block, &s);
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

static void unpack_base(bitstream_reading *r)
{
    int from = r->s.at, kind = BPC_BASE_ZERO;
    while (get_bits(r->s.word, from, bpc_base_codes[kind].prefix_bits) != bpc_base_codes[kind].prefix)
        kind++;
    r->s.at += bpc_base_codes[kind].prefix_bits;
    r->block[0] = base_of(kind, bitstream_take(&r->s, bpc_base_codes[kind].data_bits));
    bitstream_check_field(&r->s, from); /* a code is one field */
    r->count[kind]++;
}

/* Reads the code of plane p, and tells how many planes it is of; *dbx is that of each, *clear says that the plane is 0. */
static int unpack_plane(const wf_config *c, int p, bitstream_reading *r, uint32_t *dbx, bool *clear)
{
    int from = r->s.at, kind = BPC_RUN, n = 1;
    while (get_bits(r->s.word, from, bpc_plane_codes[kind].prefix_bits) != bpc_plane_codes[kind].prefix)
        kind++;
    r->s.at += bpc_plane_codes[kind].prefix_bits;
    uint32_t data = bitstream_take(&r->s, data_bits(c, kind)), all = low_ones(plane_bits(c));
    uint64_t ones = kind == BPC_ONES    ? all
                    : kind == BPC_TWO   ? (uint64_t)3 << data
                    : kind == BPC_ONE   ? (uint64_t)1 << data
                    : kind == BPC_PLAIN ? data
                                        : 0;
    if (kind == BPC_RUN)
        n = (int)data + 2;
    if (n > p + 1 || ones > all)
        bitstream_note_fault(&r->s, from);
    bitstream_check_field(&r->s, from);
    n = n > p + 1 ? p + 1 : n;
    *dbx = (uint32_t)ones & all;
    *clear = kind == BPC_CLEAR;
    r->count[BPC_BASES + kind] += (unsigned)n;
    return n;
}

static void unpack_line(const wf_config *c, bitstream_reading *r)
{
    uint32_t dbp[BPC_PLANES], dbx, above = 0;
    bool clear;
    unpack_base(r);
    int first = r->s.at;
    for (int p = BPC_TOP, n; p >= 0; p -= n) {
        n = unpack_plane(c, p, r, &dbx, &clear);
        for (int k = 0; k < n; k++)
            dbp[p - k] = above = clear ? 0 : above ^ dbx;
    }
    words_of(c, dbp, r->block);
    if (planes_of(c, r->block).dbp[BPC_TOP] != dbp[BPC_TOP])
        bitstream_note_fault(&r->s, first);
}

static bitstream_reading unpack(const wf_config *c, const wf_code *code)
{
    return bitstream_read(c, code, limit_of(c), c->param[BPC_TAG], unpack_line);
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
    memcpy(count, r.count, sizeof r.count);
}

static const char *packing(const wf_config *c)
{
    (void)c;
    return "From the lowest bit on: the code of word 0, then those of the bit planes of the differences, from plane 32 down to plane 0; a "
           "run "
           "of zero planes is one code. A code's place follows from the lengths of those before it.";
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)(code->tag[0] & 1);
}

/* Step N is behind the Nth plane of the payload. A decoder that iterates collects the planes in the rank `planes`. In the form stream the encoder
 * collects the payload in the rank at its outputs, the decoder the words in the rank `words`. */
static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc = {"planes|code|join|last|out", {0, 16, 20, 22, 30, 31}, 0, {1, 4, 5, 5, 6}},
                         dec = {"base|step3|step6|step9|step12|step15|step18|step21|step24|step27|step30|planes|low|high|out",
                                {0, 0x4000, 0x4800, 0x4840, 0x4910, 0x4a48},
                                0,
                                {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 4}},
                         dec_steps = {"code|planes|low|high|out", {0, 2, 18, 19, 23, 31}, 2, {1, 2, 3, 3, 4}},
                         enc_stream = {"planes|code|join|place|out", {0, 16, 17, 21, 23, 31}, 16, {1, 4, 5, 5, 6}},
                         dec_stream = {"code|planes|sums|words|out", {0, 8, 10, 14, 15, 31}, 8, {1, 2, 3, 3, 4}};
    if (c->param[BPC_FORM] == BPC_STREAM)
        return encoder ? &enc_stream : &dec_stream;
    return encoder ? &enc : c->param[BPC_FORM] == BPC_ITERATE ? &dec_steps : &dec;
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 2,
    .enc_forms_iterate = true,
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
    .sized = true,
    .fast = &wf_bpc_fast,
};

static const wf_part parts[] = {
    {"enc", "planes", {WF_IF(BPC_FORM, BPC_PIPELINE)}},
    {"enc", "planes", {WF_IF(BPC_FORM, BPC_ITERATE)}},
    {"enc", "code", {WF_IF(BPC_FORM, BPC_PIPELINE)}},
    {"enc", "code", {WF_IF(BPC_FORM, BPC_ITERATE)}},
    {"enc", "base", WF_ALWAYS},
    {"enc", "join", WF_ALWAYS},
    {"enc", "serial", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"enc", "serial_planes", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"enc", "serial_code", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"enc", "serial_join", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"dec", "base", WF_ALWAYS},
    {"dec", "step", WF_ALWAYS},
    {"dec", "plane", WF_ALWAYS},
    {"dec", "pipeline", {WF_IF(BPC_FORM, BPC_PIPELINE)}},
    {"dec", "iterate", {WF_IF(BPC_FORM, BPC_ITERATE)}},
    {"dec", "sums", {WF_IF(BPC_FORM, BPC_PIPELINE)}},
    {"dec", "sums", {WF_IF(BPC_FORM, BPC_ITERATE)}},
    {"dec", "serial", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"dec", "serial_sums", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {"dec", "serial_words", {WF_IF(BPC_FORM, BPC_STREAM)}},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_bpc = {
    .name = "bpc",
    .title = "bit planes of the differences between a cache line's words",
    .source = "Bit-Plane Compression (ISCA 2016)",
    .line = true,
    .params = params,
    .parts = parts,
    .codec = &codec,
    .cuts = cuts,
};
