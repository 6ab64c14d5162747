/* SPDX-License-Identifier: Apache-2.0 */
#include "code_map.h"

#include <string.h>

#include "../base/random.h"
#include "../cmodel/bits.h"

/* Payloads that are decoded: one of zeros, where differences and bases neither carry nor hide each other; random ones; and random ones with
 * eight bytes of ones somewhere near the beginning, which select everything, or carry through a base. A bit is flipped in the first few. */
enum { GROUNDS = 32, FLIPPED = 12, SEED = 1, MAX_BYTES = 4 * WF_MAX_WORDS };

typedef struct {
    const wf_codec *codec;
    const wf_config *config;
    wf_sizes sizes;
    int head; /* bytes of the head */
    wf_code ground[GROUNDS];
    uint32_t block[GROUNDS][WF_MAX_WORDS]; /* what each decodes to */
} probing;

static bool in_use(const wf_sizes *s, const wf_code *code, int byte)
{
    int unit = 0;
    for (int at = s->unit_bits[0]; at <= 8 * byte; at += s->unit_bits[unit])
        unit++;
    return get_bit(code->units, unit);
}

/* The bytes of the block that follow this byte of the payload bit by bit: flipping bit k flips their bit k and none below. *any: something
 * changes. */
static void followers(const probing *p, int ground, int byte, bool *follows, bool *any)
{
    int bytes = p->sizes.block_bits / 8;
    memset(follows, true, (size_t)bytes);
    for (int k = 0; k < 8; k++) {
        wf_code code = p->ground[ground];
        uint32_t block[WF_MAX_WORDS];
        code.payload[byte / 4] ^= (uint32_t)1 << (8 * (byte % 4) + k);
        wf_decode(p->codec, p->config, &code, block);
        for (int b = 0; b < bytes; b++) {
            unsigned change = get_byte(block, b) ^ get_byte(p->block[ground], b);
            *any |= change != 0;
            follows[b] &= (change & ((2u << k) - 1)) == 1u << k;
        }
    }
}

static byte_use use_of(const probing *p, int byte, const bool *follows)
{
    byte_use u = {.kind = BYTE_COPY, .first = -1, .even = true};
    int last = 0, bytes = p->sizes.block_bits / 8;
    for (int b = 0; b < bytes; b++) {
        if (!follows[b])
            continue;
        if (u.first < 0)
            u.first = b;
        else if (u.step == 0)
            u.step = b - last;
        else
            u.even &= b - last == u.step;
        last = b;
        u.count++;
        for (int g = 0; g < GROUNDS; g++)
            if (get_byte(p->block[g], b) != get_byte(p->ground[g].payload, byte))
                u.kind = BYTE_SUM;
    }
    return u;
}

static byte_use probe(const probing *p, int byte)
{
    bool follows[MAX_BYTES], any = false;
    for (int g = 0; g < FLIPPED; g++) {
        bool now = false;
        followers(p, g, byte, follows, &now);
        any |= now;
        byte_use u = use_of(p, byte, follows);
        if (u.count > 0)
            return u;
    }
    return (byte_use){.kind = any ? BYTE_CONTROL : BYTE_FREE};
}

/* Payload number g behind the head, with as random a tag above its fixed bits. */
static void draw(probing *p, int g, int fixed, rng *random)
{
    for (int i = fixed; i < p->sizes.tag_bits; i++) {
        uint32_t one = (uint32_t)1 << i % 32;
        p->ground[g].tag[i / 32] = (p->ground[g].tag[i / 32] & ~one) | (g > 0 && rng_below(random, 2) ? one : 0);
    }
    uint8_t bytes[MAX_BYTES] = {0};
    int count = p->sizes.payload_bits / 8, ones = (g * 5 / 2) % 24;
    for (int b = 0; b < p->head; b++)
        bytes[b] = (uint8_t)get_byte(p->ground[g].payload, b);
    for (int b = p->head; g > 0 && b < count; b++)
        bytes[b] = g % 2 && b >= ones && b < ones + 8 ? 0xff : (uint8_t)rng_word(random);
    words_of_bytes(p->ground[g].payload, bytes, MAX_BYTES / 4);
}

void code_map(const wf_codec *codec, const wf_config *config, const wf_code *code, int fixed, byte_use *use)
{
    probing p = {.codec = codec, .config = config};
    rng random = {SEED};
    codec->sizes(config, &p.sizes, NULL);
    p.head = wf_tag_compressed(&p.sizes, code->tag) ? p.sizes.head_bits / 8 : 0;
    for (int g = 0; g < GROUNDS; g++) {
        p.ground[g] = *code;
        draw(&p, g, fixed, &random);
        wf_decode(codec, config, &p.ground[g], p.block[g]);
    }
    for (int b = 0; b < p.sizes.payload_bits / 8; b++)
        use[b] = b < p.head                      ? (byte_use){.kind = BYTE_HEAD}
                 : in_use(&p.sizes, code, b) ? probe(&p, b)
                                             : (byte_use){.kind = BYTE_UNUSED};
}
