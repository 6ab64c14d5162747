/* SPDX-License-Identifier: Apache-2.0
 *
 * fields.h - fields of bits, one behind another, to and from bytes in memory, for forms in vectors; and arrays of lines. */
#ifndef WF_FIELDS_H
#define WF_FIELDS_H

/* From a byte on; bits that wait are above those that are written. Eight bytes are written at a time. */
typedef struct {
    uint8_t *to;
    uint64_t held;
    uint32_t have; /* below 8 between fields */
} writer;

/* Appends the lowest `bits` (0 to 56) bits of x, whose others are 0. */
V_INLINE void put(writer *w, uint64_t x, uint32_t bits)
{
    w->held |= x << w->have;
    w->have += bits;
    memcpy(w->to, &w->held, sizeof w->held);
    w->to += w->have / 8;
    w->held >>= w->have & ~7u;
    w->have %= 8;
}

/* 57 bits from bit `at` on. */
V_INLINE uint64_t read_at(const uint8_t *bytes, uint32_t at)
{
    uint64_t x;
    memcpy(&x, bytes + at / 8, sizeof x);
    return x >> at % 8;
}

V_INLINE void load_line(int line, const uint32_t *block, vec *x)
{
    for (int k = 0; 64 * k < line; k++)
        x[k] = v_load_part(block + 16 * k, line);
}

V_INLINE void store_line(int line, uint32_t *block, const vec *x)
{
    for (int k = 0; 64 * k < line; k++)
        v_store_part(block + 16 * k, x[k], line);
}

/* Tag, units and write enables of a code with a tag of one bit; true if it is compressed. */
V_INLINE bool use_bits(int bits, int limit, int line, const wf_codes *at)
{
    bool compressed = bits <= limit;
    uint32_t units = low_ones(line_bursts(compressed ? bits : 8 * line));
    at->tag[0] = compressed;
    at->units[0] = units;
    if (at->wen)
        at->wen[0] = units;
    return compressed;
}

/* Known sizes: a line. */
#define KNOWN_LINE(line, turn, ...)          \
    switch (line) {                          \
    case 64: turn(64, __VA_ARGS__); break;   \
    case 128: turn(128, __VA_ARGS__); break; \
    default: turn(32, __VA_ARGS__); break;   \
    }

/* encode_line(table, line, block, codes) and so on, of each line of an array. */
#define ENCODE_LINES                                                                                                                      \
    V_INLINE void encode_all(int line, const wf_prepared *p, size_t count, const uint32_t *blocks, const wf_codes *codes)                 \
    {                                                                                                                                     \
        const int words[4] = CODES_WORDS(p, codes);                                                                                       \
        wf_codes at = *codes;                                                                                                             \
        for (size_t i = 0; i < count; i++, at = codes_next(&at, words))                                                                   \
            encode_line(p->table, line, blocks + i * (size_t)(line / 4), &at);                                                            \
    }                                                                                                                                     \
    V_TARGET static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes) \
    {                                                                                                                                     \
        (void)masks;                                                                                                                      \
        KNOWN_LINE(p->config.line_bytes, encode_all, p, count, blocks, codes)                                                             \
    }

#define DECODE_LINES                                                                                                                 \
    V_INLINE void decode_all(int line, const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status) \
    {                                                                                                                                \
        const int words[4] = CODES_WORDS(p, codes);                                                                                  \
        wf_codes at = *codes;                                                                                                        \
        for (size_t i = 0; i < count; i++, at = codes_next(&at, words))                                                              \
            status[i] = decode_line(p->table, line, &at, blocks + i * (size_t)(line / 4));                                           \
    }                                                                                                                                \
    V_TARGET static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)        \
    {                                                                                                                                \
        KNOWN_LINE(p->config.line_bytes, decode_all, p, count, codes, blocks, status)                                                \
    }

#define MEASURE_LINES                                                                                    \
    V_INLINE void measure_all(int line, const table *t, size_t count, const uint32_t *blocks, int *bits) \
    {                                                                                                    \
        for (size_t i = 0; i < count; i++)                                                               \
            bits[i] = measure_line(t, line, blocks + i * (size_t)(line / 4));                            \
    }                                                                                                    \
    V_TARGET static void measure(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)  \
    {                                                                                                    \
        KNOWN_LINE(p->config.line_bytes, measure_all, p->table, count, blocks, bits)                     \
    }

#endif
