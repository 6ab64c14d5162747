/* SPDX-License-Identifier: Apache-2.0 */
/* aes - encrypts text, each 16 bytes for themselves, by AES-128 (FIPS 197) with tables in shared memory. After the AES of the GPGPU-Sim benchmarks
   (Bakhoda and others, 2009). */
#include "workload.h"

enum { THREADS = 128, ROUNDS = 10 };

typedef struct {
    const uint32_t *text; /* little-endian words, a column of the state each */
    uint32_t *cipher;
    const uint32_t *table; /* of a byte: its column after SubBytes and MixColumns */
    const uint8_t *substitute;
    const uint32_t *key; /* 4 words a round */
    unsigned units;      /* of 16 bytes */
} encryption;

static uint32_t rotate(uint32_t word, unsigned bytes)
{
    return word << 8 * bytes | word >> (32 - 8 * bytes);
}

/* A block copies the tables into shared memory; a thread encrypts 16 bytes. */
KERNEL(encrypt)
{
    const encryption *a = arguments;
    uint32_t *table = shared;
    uint8_t *substitute = (uint8_t *)(table + 256);
    for (unsigned i = thread; i < 256; i += threads)
        table[i] = a->table[i];
    for (unsigned i = thread; i < 64; i += threads)
        ((uint32_t *)substitute)[i] = ((const uint32_t *)a->substitute)[i];
    barrier();
    unsigned unit = block * threads + thread;
    if (unit >= a->units)
        return;
    const uint32_t *text = a->text + 4 * unit, *key = a->key;
    uint32_t s0 = text[0] ^ key[0], s1 = text[1] ^ key[1], s2 = text[2] ^ key[2], s3 = text[3] ^ key[3];
#define COLUMN(a, b, c, d, k) \
    (table[(a)&255] ^ rotate(table[(b) >> 8 & 255], 1) ^ rotate(table[(c) >> 16 & 255], 2) ^ rotate(table[(d) >> 24], 3) ^ key[k])
    for (int round = 1; round < ROUNDS; round++) {
        key += 4;
        uint32_t t0 = COLUMN(s0, s1, s2, s3, 0), t1 = COLUMN(s1, s2, s3, s0, 1), t2 = COLUMN(s2, s3, s0, s1, 2),
                 t3 = COLUMN(s3, s0, s1, s2, 3);
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
    }
#define LAST_COLUMN(a, b, c, d, k)                                                                                              \
    (((uint32_t)substitute[(a)&255] | (uint32_t)substitute[(b) >> 8 & 255] << 8 | (uint32_t)substitute[(c) >> 16 & 255] << 16 | \
      (uint32_t)substitute[(d) >> 24] << 24) ^                                                                                  \
     key[k])
    key += 4;
    uint32_t *cipher = a->cipher + 4 * unit;
    cipher[0] = LAST_COLUMN(s0, s1, s2, s3, 0);
    cipher[1] = LAST_COLUMN(s1, s2, s3, s0, 1);
    cipher[2] = LAST_COLUMN(s2, s3, s0, s1, 2);
    cipher[3] = LAST_COLUMN(s3, s0, s1, s2, 3);
}

/* Products in the field of 256 elements, modulo x^8 + x^4 + x^3 + x + 1 */
static uint8_t times(uint8_t a, uint8_t b)
{
    unsigned product = 0, factor = a;
    for (; b != 0; b >>= 1, factor = factor << 1 ^ (factor & 128 ? 0x11b : 0))
        if (b & 1)
            product ^= factor;
    return (uint8_t)product;
}

/* The inverse in the field, then the affine map */
static uint8_t substitute_of(uint8_t byte)
{
    uint8_t inverse = 1;
    for (int i = 0; i < 254; i++)
        inverse = times(inverse, byte);
    unsigned bits = inverse, result = 0x63;
    for (int i = 0; i < 5; i++)
        result ^= bits << i | bits >> (8 - i);
    return (uint8_t)result;
}

static void expand_key(const uint8_t *key, const uint8_t *substitute, uint8_t *round_keys)
{
    uint8_t constant = 1;
    for (int i = 0; i < 16 * (ROUNDS + 1); i++) {
        if (i < 16) {
            round_keys[i] = key[i];
            continue;
        }
        uint8_t before = round_keys[i - 4];
        if (i % 16 < 4) { /* the word before is rotated and substituted */
            before = substitute[round_keys[i % 4 == 3 ? i - 7 : i - 3]];
            if (i % 16 == 0) {
                before ^= constant;
                constant = times(constant, 2);
            }
        }
        round_keys[i] = round_keys[i - 16] ^ before;
    }
}

/* Byte by byte, as FIPS 197 tells it */
static void reference(const uint8_t *in, uint8_t *state, const uint8_t *substitute, const uint8_t *round_keys)
{
    for (int i = 0; i < 16; i++)
        state[i] = in[i] ^ round_keys[i];
    for (int round = 1; round <= ROUNDS; round++) {
        uint8_t shifted[16];
        for (int i = 0; i < 16; i++)
            shifted[i] = substitute[state[(i + 4 * (i % 4)) % 16]];
        for (int i = 0; i < 16; i++) {
            const uint8_t *column = shifted + i / 4 * 4;
            uint8_t mixed = times(column[i % 4], 2) ^ times(column[(i + 1) % 4], 3) ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
            state[i] = (round < ROUNDS ? mixed : shifted[i]) ^ round_keys[16 * round + i];
        }
    }
}

int main(int argc, char **argv)
{
    unsigned units = 192;
    const option options[] = {{"size", &units, 1, 1 << 20, 1, "units of 16 bytes"}, {0}};
    begin("aes", argc, argv, options);
    uint8_t *substitute = allocate(256, 1), *text = allocate(units, 16), *cipher = allocate(units, 16), *expected = allocate(units, 16),
            key[16];
    uint32_t *table = allocate(256, sizeof *table), *round_keys = allocate(4 * (ROUNDS + 1), sizeof *round_keys);
    for (int i = 0; i < 256; i++) {
        uint8_t s = substitute[i] = substitute_of((uint8_t)i), twice = times(s, 2);
        table[i] = (uint32_t)twice | (uint32_t)s << 8 | (uint32_t)s << 16 | (uint32_t)(twice ^ s) << 24;
    }
    random_text(text, 16 * units);
    for (int i = 0; i < 16; i++) /* the example of FIPS 197, appendix B, comes first */
        key[i] = (const uint8_t[]){0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c}[i];
    for (int i = 0; i < 16; i++)
        text[i] = (const uint8_t[]){0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34}[i];
    static const uint8_t published[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
    expand_key(key, substitute, (uint8_t *)round_keys);
    encryption a = {(const uint32_t *)text, (uint32_t *)cipher, table, substitute, round_keys, units};
    launch(encrypt, &a, (units + THREADS - 1) / THREADS, THREADS, 256 * sizeof(uint32_t) + 256);
    for (unsigned u = 0; u < units; u++)
        reference(text + 16 * u, expected + 16 * u, substitute, (uint8_t *)round_keys);
    return verdict(same_bytes("published", cipher, published, 16) && same_bytes("cipher", cipher, expected, 16 * units), 16 * units);
}
