/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_fast.c - linebdi in the form that the program runs. It gives the same codes and blocks as linebdi.c, the specification.
 *
 * These tricks make it fast. Each is explained where it is defined, others in linebdi_residues.h:
 *
 *     folded numbers      a signed number fits n bytes if its folded form is below a power of two; no branch on the sign (linebdi_chunks.h)
 *     excess              one pass over the chunks of a width answers for deltas of 1, 2 and 4 bytes at once
 *     windows             with base=firstnz, masks of the chunks that a delta does not reach (linebdi_windows.h)
 *     early winners       the search ends at a code that no later code can beat
 *     bytes in place      the payload's words are written and read as bytes in memory
 *     known sizes         a loop is written once for any line, and compiled for each of them
 */
#include "../bits.h"
#include "../form.h"
#include "../line_fast.h"
#include "../takes.h"
#include "../vector/learn.h"
#include "linebdi_chunks.h"
#include "linebdi_layout.h"
#include "linebdi_residues.h"
#include "linebdi_windows.h"

enum { MAX_CHUNKS = LINEBDI_MAX_LINE / 2 };

/* The rules between flags: what needs the zero base, and what select=tag excludes. */
INLINE bool takes(const wf_config *c)
{
    const int *p = c->param, with_zero = p[LINEBDI_BASE] | p[LINEBDI_SELECT];
    return has_line(c, p[LINEBDI_SAVE] == LINE_SAVE_BYTE) && is_set(p[LINEBDI_ENCODINGS], LINEBDI_TAGS - 1) &&
           are_flags(with_zero | p[LINEBDI_ZERO_BASE] | p[LINEBDI_STORE] | p[LINEBDI_SAVE] | p[LINEBDI_TAG]) &&
           with_zero <= p[LINEBDI_ZERO_BASE] && (p[LINEBDI_SELECT] & p[LINEBDI_TAG]) == 0;
}

/* ---- Classify ---- */

/* Excess, for a base that is the first chunk: the folded delta of each chunk from the nearer base, ORed over all chunks. The OR is
 * below a power of two exactly if each of them is. With bases 1000 and 0, the chunks 1000 1003 0005 10fe give 0000 0003 0005 00fe.
 * Their OR is 00ff, which fits 2 bytes and not 1. `without` is the largest folded number, so that a missing zero base is never
 * the nearer one. Chunks of 8 bytes need not be looked at to the end if a delta of 4 does not fit. */
INLINE uint64_t excess8(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t base = linebdi_eight(block, 0), any = 0, without = g->zero_base ? 0 : INT64_MAX;
    for (int from = 0; from < g->line / 4 && linebdi_fits(any, 4); from += 8)
        for (int i = 0; i < 4; i++) {
            uint64_t x = linebdi_eight(block + from, i), d = linebdi_fold8(x - base), z = linebdi_fold8(x) | without;
            any |= z < d ? z : d;
        }
    return any;
}

INLINE uint64_t excess4(const linebdi_geometry *g, const uint32_t *block)
{
    int32_t any = 0, without = g->zero_base ? 0 : INT32_MAX;
    uint32_t base = block[0];
    for (int i = 0; i < g->line / 4; i++) {
        int32_t d = linebdi_fold4(block[i] - base), z = linebdi_fold4(block[i]) | without;
        any |= z < d ? z : d;
    }
    return (uint64_t)any;
}

/* The order of the chunks does not matter here, so the machine's byte order will do. */
INLINE uint64_t excess2(const linebdi_geometry *g, const uint32_t *block)
{
    int16_t any = 0, without = g->zero_base ? 0 : INT16_MAX;
    uint16_t x[MAX_CHUNKS], base = (uint16_t)block[0];
    memcpy(x, block, (size_t)g->line);
    for (int i = 0; i < 2 * g->line / 4; i++) {
        int16_t d = linebdi_fold2((uint16_t)(x[i] - base)), z = (int16_t)(linebdi_fold2(x[i]) | without);
        any = (int16_t)(any | (z < d ? z : d));
    }
    return (uint64_t)any;
}

INLINE bool is_repeat(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t unlike = linebdi_eight(block, 0) ^ linebdi_eight(block, 1);
    for (int i = 2; i < g->line / 8 && unlike == 0; i += 2)
        unlike = (linebdi_eight(block, i) ^ linebdi_eight(block, 0)) | (linebdi_eight(block, i + 1) ^ linebdi_eight(block, 0));
    return unlike == 0;
}

/* The codes of one width that fit: bit t for tag t. */
INLINE unsigned fits8(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t any = excess8(g, block);
    return (unsigned)linebdi_fits(any, 1) << LINEBDI_B8D1 | (unsigned)linebdi_fits(any, 2) << LINEBDI_B8D2 |
           (unsigned)linebdi_fits(any, 4) << LINEBDI_B8D4;
}

INLINE unsigned fits4(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t any = excess4(g, block);
    return (unsigned)linebdi_fits(any, 1) << LINEBDI_B4D1 | (unsigned)linebdi_fits(any, 2) << LINEBDI_B4D2;
}

INLINE unsigned fits2(const linebdi_geometry *g, const uint32_t *block)
{
    return (unsigned)linebdi_fits(excess2(g, block), 1) << LINEBDI_B2D1;
}

/* The codes of firstnz that fit. Every code has a base of its own there. The longest deltas come first: most lines that are stored raw fit
 * none of them, and no shorter one then. */
INLINE unsigned fits_firstnz(const linebdi_geometry *g, const uint32_t *block)
{
    int words = g->line / 4;
    bool b8d4 = linebdi_window8(block, words, 4), b4d2 = linebdi_window4(block, words, 2), b2d1 = linebdi_window2(block, words);
    if (!(b8d4 | b4d2 | b2d1))
        return 0;
    bool b8d2 = b8d4 && linebdi_window8(block, words, 2), b8d1 = b8d2 && linebdi_window8(block, words, 1),
         b4d1 = b4d2 && linebdi_window4(block, words, 1);
    return (unsigned)b8d1 << LINEBDI_B8D1 | (unsigned)b8d2 << LINEBDI_B8D2 | (unsigned)b8d4 << LINEBDI_B8D4 |
           (unsigned)b4d1 << LINEBDI_B4D1 | (unsigned)b4d2 << LINEBDI_B4D2 | (unsigned)b2d1 << LINEBDI_B2D1;
}

/* ---- Select ---- */

/* Early winners: at each line size zeros, repeat, 8-1, 4-1 and 8-2 are no longer than any code that follows in the order of PACT. If one
 * of them fits, the search ends. */
INLINE int select_for(const linebdi_geometry *g, const uint32_t *block)
{
    if (is_repeat(g, block)) {
        if (linebdi_eight(block, 0) == 0 && linebdi_is_usable(g, LINEBDI_ZEROS))
            return LINEBDI_ZEROS;
        if (linebdi_is_usable(g, LINEBDI_REPEAT))
            return LINEBDI_REPEAT;
    }
    unsigned fit = g->firstnz ? fits_firstnz(g, block) : fits8(g, block);
    if (g->firstnz && fit == 0)
        return LINEBDI_RAW;
    if ((fit >> LINEBDI_B8D1 & 1) && linebdi_is_usable(g, LINEBDI_B8D1))
        return LINEBDI_B8D1;
    fit |= g->firstnz ? 0 : fits4(g, block);
    if ((fit >> LINEBDI_B4D1 & 1) && linebdi_is_usable(g, LINEBDI_B4D1))
        return LINEBDI_B4D1;
    if ((fit >> LINEBDI_B8D2 & 1) && linebdi_is_usable(g, LINEBDI_B8D2))
        return LINEBDI_B8D2;
    fit |= g->firstnz ? 0 : fits2(g, block);
    int best = LINEBDI_RAW;
    if ((fit >> LINEBDI_B2D1 & 1) && linebdi_is_usable(g, LINEBDI_B2D1))
        best = LINEBDI_B2D1;
    if ((fit >> LINEBDI_B4D2 & 1) && linebdi_is_usable(g, LINEBDI_B4D2) &&
        linebdi_code_bytes(g, LINEBDI_B4D2) < linebdi_code_bytes(g, best))
        best = LINEBDI_B4D2;
    if ((fit >> LINEBDI_B8D4 & 1) && linebdi_is_usable(g, LINEBDI_B8D4) &&
        linebdi_code_bytes(g, LINEBDI_B8D4) < linebdi_code_bytes(g, best))
        best = LINEBDI_B8D4;
    return best;
}

INLINE int select_in(const wf_config *c, int line, const wf_input *in, int *bits)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    g.line = line;
    int tag = in->raw_only ? LINEBDI_RAW : select_for(&g, in->block);
    *bits = 8 * linebdi_stored_bytes(&g, tag);
    return tag;
}

/* The tag of the best code, and its bits. Known sizes: the line. */
static int select_code(const wf_config *c, const wf_input *in, int *bits)
{
    switch (c->line_bytes) {
    case 32: return select_in(c, 32, in, bits);
    case 64: return select_in(c, 64, in, bits);
    default: return select_in(c, 128, in, bits);
    }
}

/* ---- Encode ---- */

/* The head: the code moves up by a byte. Of a raw line the byte that goes beyond the whole line comes back in byte 0. */
static uint32_t head_of(const linebdi_geometry *g, int tag, const uint32_t *payload)
{
    return tag == LINEBDI_RAW ? payload[g->line / 4 - 1] >> 24 : (uint32_t)tag;
}

static void move_up(uint32_t head, int bits, uint32_t *payload)
{
    for (int i = WF_BURST_BYTES / 4 * line_bursts(bits) - 1; i > 0; i--)
        payload[i] = payload[i] << 8 | payload[i - 1] >> 24;
    payload[0] = payload[0] << 8 | head;
}

static void move_down(const linebdi_geometry *g, uint32_t *to, const uint32_t *payload)
{
    int words = g->line / 4;
    for (int i = 0; i < words; i++)
        to[i] = payload[i] >> 8 | payload[(i + 1) % words] << 24;
}

static wf_status encode_side(const linebdi_geometry *known, const wf_input *in, int tag, int bits, wf_code *code)
{
    linebdi_geometry g = *known;
    code->tag[0] = (uint32_t)tag;
    code->tag[1] = code->tag[2] = 0;
    line_use(bits, code);
    if (g.residue && tag != LINEBDI_ZEROS) {
        linebdi_pack_residues(&g, tag, in->block, code->tag, code->payload);
        return WF_OK;
    }
    if (tag == LINEBDI_RAW) {
        line_copy(code->payload, in->block, g.line / 4);
        return WF_OK;
    }
    uint8_t *bytes = (uint8_t *)code->payload;
    memset(bytes, 0, (size_t)(WF_BURST_BYTES * line_bursts(bits)));
    if (tag != LINEBDI_ZEROS)
        linebdi_pack_deltas(&g, tag, in->block, code->tag, bytes);
    if (!in_place())
        words_of_bytes(code->payload, bytes, g.line / 4);
    return WF_OK;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    linebdi_geometry g = linebdi_geometry_of(c);
    int bits, tag = select_code(c, in, &bits);
    encode_side(&g, in, tag, bits, code);
    if (g.head) {
        code->tag[0] = tag != LINEBDI_RAW;
        if (tag != LINEBDI_RAW || g.residue)
            move_up(head_of(&g, tag, code->payload), bits, code->payload);
    }
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    int bits = -1;
    if (takes(c))
        select_code(c, in, &bits);
    return bits;
}

/* ---- Decode ---- */

/* The string of select bits, from the tag. */
INLINE uint64_t string_in_tag(const linebdi_geometry *g, const wf_line_code *code)
{
    uint64_t string = 0;
    for (int at = 0; g->in_tag && at < g->line / 2; at += 16)
        string |= (uint64_t)get_bits(code->tag, LINEBDI_TAG_BITS + at, 16) << at;
    return string;
}

INLINE bool has_units(const linebdi_geometry *g, const wf_line_code *code, int bytes)
{
    return (code->units & line_units(8 * g->line)) == line_units(8 * bytes);
}

INLINE wf_status decode_raw(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    if (g.residue)
        linebdi_unpack_residues(&g, LINEBDI_RAW, code, 0, block);
    else
        line_copy(block, code->payload, g.line / 4);
    if ((code->tag[0] & 0xf) != LINEBDI_RAW || string_in_tag(&g, code) != 0)
        return WF_ERR_TAG;
    return has_units(&g, code, g.line) ? WF_OK : WF_ERR_PAYLOAD;
}

/* A code, or an unknown tag. */
static __attribute__((noinline)) wf_status decode_code(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry known = linebdi_geometry_of(c);
    const linebdi_geometry *g = &known;
    int tag = (int)(code->tag[0] & 0xf);
    if (!linebdi_is_usable(g, tag))
        return decode_raw(c, code, block);
    int selects = linebdi_codes[tag].delta ? linebdi_chunks_of(g, tag) : 0;
    uint64_t string = string_in_tag(g, code);
    bool tag_holds = selects == 64 || string >> selects == 0, payload_holds = has_units(g, code, linebdi_stored_bytes(g, tag));
    if (linebdi_codes[tag].delta) {
        payload_holds &=
            g->residue ? linebdi_unpack_residues(g, tag, code, string, block) : linebdi_unpack_deltas(g, tag, code, string, block);
    } else if (tag == LINEBDI_REPEAT) {
        uint32_t low = code->payload[0], high = code->payload[1];
        for (int i = 0; i < g->line / 4; i += 2) {
            block[i] = low;
            block[i + 1] = high;
        }
    } else {
        line_clear(block, g->line / 4);
        payload_holds &= (code->payload[0] & 0xff) == 0;
    }
    return !tag_holds ? WF_ERR_TAG : !payload_holds ? WF_ERR_PAYLOAD : WF_OK;
}

static wf_status decode_side(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    return (code->tag[0] & 0xf) == LINEBDI_RAW ? decode_raw(c, code, block) : decode_code(c, code, block);
}

/* A code with a head is decoded as one without: its tag beside it, the payload moved down. */
static __attribute__((noinline)) wf_status decode_headed(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    uint32_t tag = (uint32_t)linebdi_tag_of(&g, code->tag, code->payload), payload[LINEBDI_MAX_LINE / 4];
    wf_line_code side = {&tag, code->payload, code->units};
    if (tag != LINEBDI_RAW || g.residue) {
        move_down(&g, payload, code->payload);
        side.payload = payload;
    }
    wf_status status = decode_side(c, &side, block);
    return tag == LINEBDI_RAW && code->tag[0] & 1 ? WF_ERR_PAYLOAD : status;
}

static wf_status decode_line(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    return c->param[LINEBDI_TAG] == LINE_SIDE ? decode_side(c, code, block) : decode_headed(c, code, block);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_line_code parts = line_code(code);
    return decode_line(c, &parts, block);
}

/* ---- For forms in vectors ---- */

typedef struct {
    linebdi_geometry g;
    int tag;
} putting;

/* The fields of a code, in their order; of zeros the byte is the base's. */
static void put_deltas(const linebdi_geometry *g, int tag, const uint8_t *from, uint8_t *to)
{
    int base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta, chunks = linebdi_chunks_of(g, tag), n = 0;
    for (int b = 0; delta && b < linebdi_select_bytes(g, chunks); b++)
        to[n++] = from[LINEBDI_FROM_STRING + b];
    for (int b = 0; b < base; b++)
        to[n++] = from[LINEBDI_FROM_BASE + b];
    for (int i = 0; delta && i < chunks; i++)
        for (int b = 0; b < delta; b++)
            to[n++] = from[i * base + b];
}

/* The payload of what a code is made of (linebdi_layout.h). */
static void put_payload(const void *of, const uint8_t *from, uint8_t *to)
{
    const putting *p = of;
    const linebdi_geometry *g = &p->g;
    uint8_t code[LINEBDI_MAX_LINE] = {0};
    uint32_t payload[LINEBDI_MAX_LINE / 4];
    int bits = 8 * linebdi_stored_bytes(g, p->tag);
    if (g->residue && p->tag != LINEBDI_ZEROS)
        linebdi_place_residues(g, p->tag, from, linebdi_get_number(from + LINEBDI_FROM_STRING, 8),
                               linebdi_get_number(from + LINEBDI_FROM_BASE, 8), code);
    else if (p->tag == LINEBDI_RAW)
        memcpy(code, from, (size_t)g->line);
    else
        put_deltas(g, p->tag, from, code);
    words_of_bytes(payload, code, LINEBDI_MAX_LINE / 4);
    if (g->head && (p->tag != LINEBDI_RAW || g->residue))
        move_up(p->tag == LINEBDI_RAW ? head_of(g, LINEBDI_RAW, payload) : from[LINEBDI_FROM_HEAD], bits, payload);
    bytes_of_words(to, payload, LINEBDI_MAX_LINE / 4);
}

/* The smallest of the codes that fit, of equals the first in the order of PACT. */
static int select_of(const linebdi_geometry *g, unsigned fits)
{
    static const int order[] = {LINEBDI_ZEROS, LINEBDI_REPEAT, LINEBDI_B8D1, LINEBDI_B4D1,
                                LINEBDI_B8D2,  LINEBDI_B2D1,   LINEBDI_B4D2, LINEBDI_B8D4};
    int best = LINEBDI_RAW;
    for (int k = 0; k < LINEBDI_TAGS - 1; k++)
        if ((fits >> (order[k] - 1) & 1) && linebdi_is_usable(g, order[k]) && linebdi_code_bytes(g, order[k]) < linebdi_code_bytes(g, best))
            best = order[k];
    return best;
}

void linebdi_layout_of(const wf_config *c, linebdi_layout *l)
{
    l->g = linebdi_geometry_of(c);
    for (int tag = LINEBDI_RAW; tag < LINEBDI_TAGS; tag++) {
        putting p = {l->g, tag};
        l->usable[tag] = tag == LINEBDI_RAW || linebdi_is_usable(&l->g, tag);
        l->bits[tag] = 8 * linebdi_stored_bytes(&l->g, tag);
        if (!l->usable[tag])
            continue;
        learn_places(put_payload, &p, LINEBDI_FROM, l->g.line, l->from[tag]);
        for (int at = 0; at < l->g.line && linebdi_codes[tag].delta; at++)
            l->select_bit[tag][at] =
                (uint8_t)(l->g.residue ? bit_of(&l->g, linebdi_codes[tag].base, at / 8, at % 8 / linebdi_codes[tag].base)
                                       : at / linebdi_codes[tag].base);
    }
    for (unsigned fits = 0; fits < sizeof l->select; fits++)
        l->select[fits] = (uint8_t)select_of(&l->g, fits);
}

WF_FORMS_OF(linebdi);
const wf_fast wf_linebdi_fast = {
    .takes = takes,
    .encode = encode,
    .decode = decode,
    .measure = measure,
    .decode_line = decode_line,
    .tag_bits = LINEBDI_TAG_BITS,
    .code_bits = LINEBDI_TAG_BITS,
    .wide = LINEBDI_SELECT + 1,
    .params = LINEBDI_PARAMS,
    .save = LINEBDI_SAVE + 1,
    .tag = LINEBDI_TAG + 1,
    .forms = forms,
};
