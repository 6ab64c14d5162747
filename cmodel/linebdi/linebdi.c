/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi - base-delta-immediate over a cache line of 32, 64 or 128 bytes. This file is the specification; the program runs
 * linebdi_fast.c.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA),
 * section 5.1, the form in hardware (HW-BDI); the algorithm is Pekhimenko et al., "Base-Delta-Immediate Compression",
 * PACT 2012.
 *
 * The line is read as chunks of 8, 4 or 2 bytes. A code has a base, and a signed delta of 1, 2 or 4 bytes for each chunk,
 * modulo the chunk's width. tag[3:0]:
 *
 *     0 raw     1 zeros: a byte, 0     2 repeat: the chunk of 8 bytes
 *     3 8-1     4 8-2     5 8-4     6 4-1     7 4-2     8 2-1     (bytes of the base - bytes of a delta)
 *
 * A chunk is small if it fits the delta's bytes as a signed number. The base is the first chunk (base=first), or the first
 * chunk that is not small, 0 if there is none (firstnz). With zero-base=on a small chunk is stored as it is and its select bit
 * is 1; the base is subtracted from all others. The smallest code wins. Ties follow the order of PACT: zeros, repeat, 8-1,
 * 4-1, 8-2, 2-1, 4-2, 8-4. A code longer than the limit (`save`) is not used.
 *
 * store=residue: of each chunk its low bytes as they are, as many as a delta has. A window of 2^n values has one value for each n low bits,
 * so the base and the low bytes tell the chunk. A byte of the line has one place, in a raw line and in all codes. In the order of the places,
 * the line as N times 8 bytes, "bytes b" those of the eights 1 to N-1:
 *
 *     the first eight | bytes 0 | S8 | bytes 4 | S4 | bytes 1 | bytes 2 | S2 | bytes 3 | bytes 6 | bytes 5 | the other bytes 7
 *
 * A code has the base in the first bytes, and the whole string of select bits (below) at S8, S4 and S2, where a raw line has the first bytes
 * 7. A byte that is needed and whose place is behind the code's last burst takes the place of byte 3 of its eight. The first chunk is the base
 * (first), or (firstnz) its lower half is kept apart: of 8 bytes at the places of byte 4 of eights 1 and 2 and byte 6 of eights 1 and 2, of 4
 * or 2 bytes from byte 7 down. Every other byte is that of the line in its place.
 *
 * tag=head: the number of the code is not in the tag but in the first byte of the payload, and the code follows; it must save a burst
 * (line.h). The tag is one bit, 0 raw. All places move up by that byte. In a raw line in the order of the places, the byte of the last place is
 * at byte 0.
 *
 * store=delta: select bits in whole bytes (chunk i is bit i) | base | delta of chunk 0, 1, ...
 *
 * The string of select bits: with residues first the bits of the chunks that begin at multiples of 8 bytes, then those at other multiples of
 * 4, then of 2; S8, S4 and S2 are these parts, cut at whole bytes, in lines of 32 bytes S4 in the byte of S8. With deltas chunk i is bit i. With
 * select=tag the string is the tag from bit 4 on, 0 where not used, and S8, S4, S2 are empty. */
#include "linebdi.h"
#include "../bits_plain.h"
#include "../line.h"

static const wf_param params[] = {LINEBDI_FORMAT, {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

static const char *const class_names[] = {"raw", "zeros", "repeat", "8-1", "8-2", "8-4", "4-1", "4-2", "2-1", NULL};
static const char *const class_help[] = {"the whole line",
                                         "every byte is 0",
                                         "one chunk of 8 bytes, repeated",
                                         "a base of 8 bytes, 1 byte for each chunk",
                                         "a base of 8 bytes, 2 bytes for each chunk",
                                         "a base of 8 bytes, 4 bytes for each chunk",
                                         "a base of 4 bytes, 1 byte for each chunk",
                                         "a base of 4 bytes, 2 bytes for each chunk",
                                         "a base of 2 bytes, 1 byte for each chunk"};

/* ---- Geometry: what a configuration fixes, and the sizes of codes in bytes ---- */

static linebdi_geometry geometry_of(const wf_config *c)
{
    linebdi_geometry g = {.line = c->line_bytes, .enabled = (unsigned)c->param[LINEBDI_ENCODINGS] << 1};
    g.limit = line_limit_with(c, c->param[LINEBDI_SAVE], c->param[LINEBDI_TAG]) / 8;
    g.head = c->param[LINEBDI_TAG] == LINE_HEAD;
    g.zero_base = c->param[LINEBDI_ZERO_BASE];
    g.firstnz = c->param[LINEBDI_BASE] == LINEBDI_FIRSTNZ;
    g.residue = c->param[LINEBDI_STORE] == LINEBDI_RESIDUE;
    if (g.zero_base) {
        g.in_payload = c->param[LINEBDI_SELECT] == LINEBDI_IN_PAYLOAD;
        g.in_tag = !g.in_payload;
    }
    return g;
}

/* A raw line has none. */
static int chunks_of(const linebdi_geometry *g, int tag)
{
    return tag == LINEBDI_RAW ? 0 : g->line / linebdi_codes[tag].base;
}

/* Bytes of the payload that the select bits of so many chunks take. */
static int select_bytes(const linebdi_geometry *g, int chunks)
{
    return g->in_payload ? chunks / 8 + (chunks % 8 != 0) : 0;
}

/* A base, and of each chunk a delta and a select bit. */
static int code_bytes(const linebdi_geometry *g, int tag)
{
    int bytes = linebdi_codes[tag].base;
    if (tag == LINEBDI_RAW)
        return g->line;
    if (linebdi_codes[tag].delta)
        bytes += chunks_of(g, tag) * linebdi_codes[tag].delta + select_bytes(g, chunks_of(g, tag));
    return bytes;
}

/* With the head, which a raw line does not have. */
static int stored_bytes(const linebdi_geometry *g, int tag)
{
    return code_bytes(g, tag) + (tag != LINEBDI_RAW ? g->head : 0);
}

static bool is_usable(const linebdi_geometry *g, int tag)
{
    return tag > LINEBDI_RAW && tag < LINEBDI_TAGS && (g->enabled & 1u << tag) && stored_bytes(g, tag) <= g->limit;
}

/* What a code says that its tag is: in the tag, or, if the tag's bit is 1, in the head. */
static int stated_tag(const linebdi_geometry *g, const uint32_t *tag, const uint32_t *payload)
{
    if (!g->head)
        return (int)get_bits(tag, 0, LINEBDI_TAG_BITS);
    return get_bit(tag, 0) ? (int)get_bits(payload, 0, LINEBDI_TAG_BITS) : LINEBDI_RAW;
}

/* The tag of a code; raw if this configuration does not have it. */
static int tag_of(const linebdi_geometry *g, const uint32_t *words, const uint32_t *payload)
{
    int tag = stated_tag(g, words, payload);
    return is_usable(g, tag) ? tag : LINEBDI_RAW;
}

static const char *rule_broken(const wf_config *c)
{
    const int *p = c->param;
    if (p[LINEBDI_SELECT] == LINEBDI_IN_TAG && !p[LINEBDI_ZERO_BASE])
        return "select=tag is for the bits that choose the zero base: it needs zero-base=on";
    if (p[LINEBDI_BASE] == LINEBDI_FIRSTNZ && !p[LINEBDI_ZERO_BASE])
        return "base=firstnz is the first chunk that misses the zero base: it needs zero-base=on";
    if (p[LINEBDI_SELECT] == LINEBDI_IN_TAG && p[LINEBDI_TAG] == LINE_HEAD)
        return "select=tag has the select bits beside the line: it needs tag=side";
    return line_rule_broken(c, p[LINEBDI_SAVE]);
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    linebdi_geometry g = geometry_of(c);
    int tag_bits = g.head ? 1 : LINEBDI_TAG_BITS;
    line_sizes(c, tag_bits + (g.in_tag ? g.line / 2 : 0), tag_bits, s);
    s->head_bits = 8 * g.head;
    return WF_OK;
}

/* ---- Chunks: the line as numbers, and which of them fit ---- */

static uint64_t chunk(const uint32_t *block, int bytes, int i)
{
    uint64_t x = 0;
    for (int b = 0; b < bytes; b++)
        x |= (uint64_t)get_byte(block, i * bytes + b) << 8 * b;
    return x;
}

/* The low bytes of x as a signed number. */
static int64_t signed_of(uint64_t x, int bytes)
{
    return bytes ? (int64_t)(x << (64 - 8 * bytes)) >> (64 - 8 * bytes) : 0;
}

/* Does a chunk, or a difference of chunks, fit `delta` bytes as a signed number? */
static bool fits(uint64_t x, int base, int delta)
{
    return signed_of(x, base) == signed_of(x, delta);
}

/* ---- Fields: what a code says ---- */

/* The tag, the base, the string of select bits, the deltas (of zeros: its byte), a 0 behind the last one, and the line by eight bytes, for those that
 * are stored as they are. The deltas are stored whole (store=delta), or the chunks' low bytes are (residue): both are in DELTAS. */
enum { HEAD, BASE_FIELD, STRING, DELTAS, OWN = DELTAS + LINEBDI_MAX_LINE + 1, FIELDS = LINEBDI_FIELDS };

/* The bit of chunk i in the string. */
static int select_at(const linebdi_geometry *g, int base, int i)
{
    int at = i * base;
    return !g->residue ? i : at % 8 == 0 ? at / 8 : at % 4 == 0 ? g->line / 8 + at / 8 : g->line / 4 + at / 4;
}

static bool on_zero(const linebdi_geometry *g, int tag, const uint64_t *f, int i)
{
    return linebdi_codes[tag].delta && (f[STRING] >> select_at(g, linebdi_codes[tag].base, i) & 1);
}

/* The chunk that is the base. If none is, the base is 0, and this is the number of chunks. */
static int base_chunk(const linebdi_geometry *g, int tag, const uint64_t *f)
{
    int i = tag == LINEBDI_ZEROS ? chunks_of(g, tag) : 0;
    while (g->firstnz && i < chunks_of(g, tag) && on_zero(g, tag, f, i))
        i++;
    return i;
}

/* The fields of a line; false if the line does not fit this code. */
static bool fields_of(const linebdi_geometry *g, int tag, const uint32_t *block, uint64_t *f)
{
    int base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta, chunks = chunks_of(g, tag);
    memset(f, 0, FIELDS * sizeof *f);
    f[HEAD] = (uint64_t)tag;
    for (int i = 0; i < chunks; i++)
        if (g->zero_base && delta && fits(chunk(block, base, i), base, delta))
            f[STRING] |= (uint64_t)1 << select_at(g, base, i);
    int first = base_chunk(g, tag, f);
    f[BASE_FIELD] = first < chunks ? chunk(block, base, first) : 0;
    for (int i = 0; i < chunks; i++) {
        uint64_t x = chunk(block, base, i), d = x - (on_zero(g, tag, f, i) ? 0 : f[BASE_FIELD]);
        if (!fits(d, base, delta))
            return false;
        f[DELTAS + i] = g->residue ? x : d;
    }
    return true;
}

/* ---- Select: the smallest code ---- */

/* The tag of a line: the smallest code that it fits; among equals the first in the order of PACT. */
static int select_code(const linebdi_geometry *g, const wf_input *in)
{
    static const int pact_order[LINEBDI_TAGS] = {LINEBDI_RAW,  LINEBDI_ZEROS, LINEBDI_REPEAT, LINEBDI_B8D1, LINEBDI_B4D1,
                                                 LINEBDI_B8D2, LINEBDI_B2D1,  LINEBDI_B4D2,   LINEBDI_B8D4};
    uint64_t f[FIELDS];
    int best = LINEBDI_RAW;
    for (int k = 1; k < LINEBDI_TAGS && !in->raw_only; k++) {
        int tag = pact_order[k];
        if (is_usable(g, tag) && code_bytes(g, tag) < code_bytes(g, best) && fields_of(g, tag, in->block, f))
            best = tag;
    }
    return best;
}

/* ---- Layout, store=residue: where the fields are. Place 8 * f + b is byte b of field f ---- */

/* Where bytes b of the eights 1 and above and the select bits are, from byte 8 on. */
static const char *const sections[] = {"0", "S8", "4", "S4", "1", "2", "S2", "3", "6", "5", "7", NULL};

/* Bytes of the string of select bits at S8, S4 or S2. */
static int section_bytes(const linebdi_geometry *g, int k)
{
    return select_bytes(g, g->line / k) - (k == 8 ? 0 : select_bytes(g, g->line / k / 2));
}

/* The places of a raw line; in string_at where the bytes of the string are in a code. */
static void lay_out_line(const linebdi_geometry *g, int *places, int *string_at)
{
    int n = 0, strings = 0, seven = 1, eights = g->line / 8;
    for (; n < 8; n++)
        places[n] = 8 * OWN + n;
    for (const char *const *name = sections; *name; name++)
        if (name[0][0] == 'S') {
            for (int i = section_bytes(g, name[0][1] - '0'); i > 0; i--) {
                string_at[strings++] = n;
                places[n++] = 8 * (OWN + seven++) + 7;
            }
        } else {
            int b = name[0][0] - '0';
            for (int j = b == 7 ? seven : 1; j < eights; j++)
                places[n++] = 8 * (OWN + j) + b;
        }
}

/* The byte of the payload with byte b of eight j. */
static int find_place(const int *places, int j, int b)
{
    int at = 0;
    while (places[at] != 8 * (OWN + j) + b)
        at++;
    return at;
}

/* The places of a code without its head, or of a raw line, a whole one. */
static int lay_out_residues(const linebdi_geometry *g, int tag, int *places)
{
    int line[LINEBDI_MAX_LINE], string_at[LINEBDI_MAX_LINE], base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta,
                                                             chunks = chunks_of(g, tag);
    int end = WF_BURST_BYTES * line_bursts(8 * stored_bytes(g, tag)) - g->head;
    lay_out_line(g, line, string_at);
    memcpy(places, line, sizeof line);
    for (int b = 0; b < base && tag != LINEBDI_RAW; b++)
        places[b] = 8 * BASE_FIELD + b;
    for (int b = 0; b < base / 2 && delta && g->firstnz; b++)
        places[base == 8 ? find_place(line, 1 + b % 2, 4 + b / 2 * 2) : 7 - b] = 8 * DELTAS + b;
    for (int i = 1; i < chunks && delta; i++)
        for (int b = 0; b < delta; b++) {
            int j = i * base / 8, at = find_place(line, j, i * base % 8 + b);
            places[at < end ? at : find_place(line, j, 3)] = 8 * (DELTAS + i) + b;
        }
    for (int b = 0; b < select_bytes(g, g->line / 2) && tag != LINEBDI_RAW; b++)
        places[string_at[b]] = 8 * STRING + b;
    return g->line;
}

/* ---- Layout, store=delta ---- */

/* The places of a code without its head, in their order. Returns how many: with residues the whole line; else code_bytes(), none for raw. */
static int lay_out_code(const linebdi_geometry *g, int tag, int *places)
{
    int base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta, chunks = chunks_of(g, tag), n = 0;
    if (g->residue)
        return lay_out_residues(g, tag, places);
    for (int b = 0; delta && b < select_bytes(g, chunks); b++)
        places[n++] = 8 * STRING + b;
    for (int b = 0; b < base; b++)
        places[n++] = 8 * BASE_FIELD + b;
    for (int i = 0; i < chunks; i++)
        for (int b = 0; b < delta; b++)
            places[n++] = 8 * (DELTAS + i) + b;
    return n;
}

/* The places in the payload: behind the head. Of a whole line the last one is before all others, or has the head's place. */
static int lay_out(const linebdi_geometry *g, int tag, int *places)
{
    int code[LINEBDI_MAX_LINE], n = lay_out_code(g, tag, code), end = n == g->line || n == 0 ? n : n + g->head;
    for (int b = 0; b < n; b++)
        places[(b + g->head) % g->line] = code[b];
    if (tag != LINEBDI_RAW && g->head)
        places[0] = 8 * HEAD;
    return end;
}

/* ---- Encode ---- */

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    linebdi_geometry g = geometry_of(c);
    int tag = select_code(&g, in), places[LINEBDI_MAX_LINE];
    uint64_t f[FIELDS] = {0};
    uint8_t payload[LINEBDI_MAX_LINE] = {0};
    if (tag == LINEBDI_RAW)
        bytes_of_words(payload, in->block, line_words(c));
    else
        fields_of(&g, tag, in->block, f);
    for (int j = 0; j < g.line / 8; j++)
        f[OWN + j] = chunk(in->block, 8, j);
    for (int n = lay_out(&g, tag, places), b = 0; b < n; b++)
        payload[b] = (uint8_t)(f[places[b] / 8] >> 8 * (places[b] % 8));
    words_of_bytes(code->payload, payload, line_words(c));
    memset(code->tag, 0, sizeof code->tag);
    put_bits(code->tag, 0, g.head ? tag != LINEBDI_RAW : (uint32_t)tag);
    for (int i = 0; g.in_tag && i < g.line / 2; i++)
        put_bits(code->tag, LINEBDI_TAG_BITS + i, f[STRING] >> i & 1);
    line_use(8 * stored_bytes(&g, tag), code);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    linebdi_geometry g = geometry_of(c);
    return 8 * stored_bytes(&g, select_code(&g, in));
}

/* ---- Decode ---- */

/* The first contradiction in a code. WF_ERR_TAG: this configuration does not have the tag, or a select bit belongs to no chunk.
 * WF_ERR_PAYLOAD: it does not have the head; the chunk at base_chunk() is not the base; or the units do not match the code. *bit is what fault() returns. */
static wf_status check(const linebdi_geometry *g, const wf_code *code, int tag, const uint64_t *f, const int *places, int *bit)
{
    *bit = 8 * g->line;
    if (tag == LINEBDI_RAW && g->head && code->tag[0] & 1) {
        *bit = 0;
        return WF_ERR_PAYLOAD;
    }
    if (tag == LINEBDI_RAW && stated_tag(g, code->tag, code->payload) != LINEBDI_RAW)
        return WF_ERR_TAG;
    for (int i = linebdi_codes[tag].delta ? chunks_of(g, tag) : 0; g->in_tag && i < g->line / 2; i++)
        if (get_bit(code->tag, LINEBDI_TAG_BITS + i))
            return WF_ERR_TAG;
    int i = base_chunk(g, tag, f);
    bool less_base = i < chunks_of(g, tag) && !on_zero(g, tag, f, i);
    if (less_base ? f[DELTAS + i] != 0 : signed_of(f[BASE_FIELD] - f[DELTAS + i], linebdi_codes[tag].base) != 0) {
        for (*bit = 0; places[*bit / 8] != 8 * (less_base ? DELTAS + i : BASE_FIELD); *bit += 8)
            ;
        return WF_ERR_PAYLOAD;
    }
    if (get_bits(code->units, 0, g->line / WF_BURST_BYTES) != line_units(8 * stored_bytes(g, tag)))
        return WF_ERR_PAYLOAD;
    *bit = -1;
    return WF_OK;
}

/* For any bits: a tag that this configuration does not have is raw; zeros are zeros; a first chunk that is the base has no delta (with
 * residues of firstnz: the delta that its low bytes tell). DELTAS then has the deltas, OWN a raw line. */
static void read_fields(const wf_config *c, const uint32_t *words, const uint32_t *payload, linebdi_said *s, int *places)
{
    linebdi_geometry g = s->g = geometry_of(c);
    int tag = s->tag = tag_of(&g, words, payload), n = lay_out(&g, tag, places);
    uint64_t *f = s->field;
    memset(f, 0, sizeof s->field);
    for (int b = 0; b < n; b++)
        f[places[b] / 8] |= (uint64_t)get_byte(payload, b) << 8 * (places[b] % 8);
    for (int j = 0; j < g.line / 8 && tag == LINEBDI_RAW && !g.residue; j++)
        f[OWN + j] = chunk(payload, 8, j);
    for (int i = 0; g.in_tag && i < g.line / 2; i++)
        f[STRING] |= (uint64_t)get_bit(words, LINEBDI_TAG_BITS + i) << i;
    if (g.residue && !g.firstnz && linebdi_codes[tag].delta)
        f[DELTAS] = f[BASE_FIELD];
    for (int i = 0; i < chunks_of(&g, tag); i++) {
        uint64_t less = g.residue && !on_zero(&g, tag, f, i) ? f[BASE_FIELD] : 0;
        f[DELTAS + i] = (uint64_t)signed_of(f[DELTAS + i] - less, linebdi_codes[tag].delta);
    }
}

void linebdi_read(const wf_config *c, const uint32_t *tag, const uint32_t *payload, linebdi_said *said)
{
    int places[LINEBDI_MAX_LINE];
    read_fields(c, tag, payload, said, places);
}

/* A byte of the base, or of zero, plus the delta. */
uint8_t linebdi_byte(const linebdi_said *s, int at)
{
    const linebdi_geometry *g = &s->g;
    if (s->tag == LINEBDI_RAW)
        return (uint8_t)(s->field[OWN + at / 8] >> at % 8 * 8);
    if (s->tag == LINEBDI_ZEROS)
        return 0;
    int base = linebdi_codes[s->tag].base, i = at / base;
    bool zero = on_zero(g, s->tag, s->field, i);
    uint64_t x = (zero ? 0 : s->field[BASE_FIELD]) + (i || zero || g->residue ? s->field[DELTAS + i] : 0);
    return (uint8_t)(x >> at % base * 8);
}

static wf_status unpack(const wf_config *c, const wf_code *code, uint32_t *block, int *bit)
{
    int places[LINEBDI_MAX_LINE];
    uint8_t line[LINEBDI_MAX_LINE];
    linebdi_said said;
    read_fields(c, code->tag, code->payload, &said, places);
    for (int at = 0; at < c->line_bytes; at++)
        line[at] = linebdi_byte(&said, at);
    words_of_bytes(block, line, line_words(c));
    return check(&said.g, code, said.tag, said.field, places, bit);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    int bit;
    return unpack(c, code, block, &bit);
}

static int fault(const wf_config *c, const wf_code *code)
{
    uint32_t block[LINEBDI_MAX_LINE / 4];
    int bit;
    unpack(c, code, block, &bit);
    return bit;
}

static int size(const wf_config *c, const wf_code *code)
{
    linebdi_geometry g = geometry_of(c);
    return 8 * stored_bytes(&g, tag_of(&g, code->tag, code->payload));
}

static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    linebdi_geometry g = geometry_of(c);
    field[0] = (wf_tag_field){"compressed", "1: the line has a head, which tells its class; 0: it is raw", 1, 1, NULL, WF_TAG_ANY};
    if (g.head)
        return 1;
    field[0] = (wf_tag_field){"code", "the class of the line", LINEBDI_TAG_BITS, 1, NULL, WF_TAG_CLASSES};
    field[1] = (wf_tag_field){"select",
                              !g.residue ? "bit i is 1: chunk i is a delta from zero, not from the base"
                                         : "1: a chunk is a delta from zero, not from the base; first the chunks at multiples of 8 bytes, "
                                           "then those at other multiples of 4, then of 2",
                              g.line / 2,
                              1,
                              NULL,
                              WF_TAG_BITS};
    return g.in_tag ? 2 : 1;
}

static int classify(const wf_config *c, const wf_code *code)
{
    linebdi_geometry g = geometry_of(c);
    return tag_of(&g, code->tag, code->payload);
}

static const wf_part parts[] = {
    {"enc", "bytes", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "bytes", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ), WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"enc", "subtract", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "subtract", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ), WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"enc", "below", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "window", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "windows", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "first", {WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "zero", {WF_IF(LINEBDI_ZERO_BASE, 1)}},
    {"enc", "chunks", {WF_IF(LINEBDI_ZERO_BASE, 1), WF_IF(LINEBDI_BASE, LINEBDI_FIRST)}},
    {"enc", "run", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "missed", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "wide", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "width", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "firstnz", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "columns", {WF_IF(LINEBDI_ZERO_BASE, 0)}},
    {"enc", "select", WF_ALWAYS},
    {"enc", "base", {WF_IF(LINEBDI_BASE, LINEBDI_FIRSTNZ)}},
    {"enc", "places", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"enc", "deltas", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"enc", "packed", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"enc", "bursts", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"dec", "places", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "uppers", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "below", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "turns", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "pairs", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "residues", {WF_IF(LINEBDI_STORE, LINEBDI_RESIDUE)}},
    {"dec", "packed", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"dec", "add", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"dec", "sums", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"dec", "window", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {"dec", "chunks", {WF_IF(LINEBDI_STORE, LINEBDI_DELTA)}},
    {NULL, NULL, WF_ALWAYS},
};

extern const wf_fast wf_linebdi_fast;

static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc_residues = {"input|operand|fits|chosen|out", {0, 16, 20, 22, 30, 31}, 0, {0, 1, 2, 4, 6}},
                         enc_deltas = {"operand|fits|chosen|deltas|out", {0, 16, 18, 22, 23, 31}, 0, {1, 2, 4, 5, 6}},
                         dec_residues = {"input|select|turns|pairs|out", {0, 16, 20, 22, 23, 31}, 0, {0, 1, 3, 3, 4}},
                         dec_deltas = {"input|select|operand|sum|out", {0, 16, 20, 28, 29, 31}, 0, {0, 1, 2, 3, 4}};
    bool deltas = c->param[LINEBDI_STORE] == LINEBDI_DELTA;
    return encoder ? deltas ? &enc_deltas : &enc_residues : deltas ? &dec_deltas : &dec_residues;
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .tag_fields = tag_fields,
    .measure = measure,
    .fault = fault,
    .dec_delay = 607,
    .sized = true,
    .fast = &wf_linebdi_fast,
};

const wf_unit wf_unit_linebdi = {
    .name = "linebdi",
    .title = "base-delta-immediate over a cache line",
    .source = "CABA (assist warps), section 5.1, and BDI (PACT 2012)",
    .line = true,
    .params = params,
    .parts = parts,
    .codec = &codec,
    .beside = "base",
    .cuts = cuts,
};
