/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi.h - parameters, geometry and places, shared by the specification of warpbdi, which explains them, and its fast form. */
#ifndef WF_WARPBDI_H
#define WF_WARPBDI_H

#include <stdbool.h>
#include <stdint.h>

#include "warpfold.h"

enum { MODES, STORE, LAYOUT, BANK };
enum { RAW = 0, RANGES = 4 };
enum { RESIDUE, DELTA };
enum { PLANES, PACKED };

/* What a configuration fixes. */
typedef struct {
    int lanes, bank_log2; /* log2 of the bytes a bank */
    int high;             /* first byte of the high plane */
    int words[RANGES];    /* words of the payload that a range indicator takes */
    int lost;             /* lanes 1 to lost have a low byte of another lane in the place of their second one */
    int units[RANGES];    /* banks that a range indicator takes */
    bool usable[RANGES];  /* chosen by the user, and saves a bank */
} geometry;

static inline int banks(int bytes, int bank_log2)
{
    return (bytes + (1 << bank_log2) - 1) >> bank_log2;
}

/* Low bytes of a lane that a range indicator 1..3 stores. */
static inline int low_bytes(int range)
{
    return range - 1;
}

static inline int code_bytes(int lanes, int range)
{
    return range == RAW ? 4 * lanes : 4 + low_bytes(range) * (lanes - 1);
}

static inline geometry geometry_of(const wf_config *c)
{
    geometry g = {.lanes = c->lanes, .bank_log2 = c->param[BANK] == 128 ? 4 : c->param[BANK] == 64 ? 3 : 2};
    g.high = banks(3 + g.lanes, g.bank_log2) << g.bank_log2;
    for (int r = RAW; r < RANGES; r++) {
        g.units[r] = banks(code_bytes(g.lanes, r), g.bank_log2);
        g.words[r] = (g.units[r] < g.units[RAW] ? g.units[r] : g.units[RAW]) << g.bank_log2 >> 2;
        g.usable[r] = r == RAW || ((c->param[MODES] >> (r - 1) & 1) && g.units[r] < g.units[RAW]);
    }
    g.lost = g.lanes + 2 > 3 * g.words[2] ? g.lanes + 2 - 3 * g.words[2] : 0;
    return g;
}

/* Byte of the payload that holds the low byte of lane i in every code. */
static inline int low_at(const geometry *g, int i)
{
    int a = g->words[2], pairs = 2 * (a - 1), above = i - a;
    return above < 0 ? 4 * i : above < pairs ? 6 + 4 * (above / 2) + above % 2 : 5 + 4 * (above - pairs);
}

/* Byte of the payload that holds the second byte of lane i. */
static inline int second_at(const geometry *g, int i)
{
    static const int free_byte[] = {0, 2, 3};
    if (i > g->lost && i < g->words[3])
        return 4 * i + 1;
    int next = i <= g->lost ? i - 1 : g->lost + i - g->words[3];
    return 4 * (g->words[2] + next / 3) + free_byte[next % 3];
}

/* Classify: which range indicators the deltas fit, bit r for range indicator r. */
static inline unsigned classify_deltas(const uint32_t *block, int lanes)
{
    uint32_t base = block[0], nonzero = 0, above_byte = 0, above_half = 0;
    for (int i = 0; i < lanes; i++) {
        uint32_t delta = block[i] - base;
        nonzero |= delta;
        above_byte |= delta + 0x80;
        above_half |= delta + 0x8000;
    }
    return 1u << RAW | (nonzero == 0) << 1 | (above_byte <= 0xff) << 2 | (above_half <= 0xffff) << 3;
}

/* Select: the range indicator to use. */
static inline int select_range(const geometry *g, unsigned fits)
{
    for (int r = 1; r < RANGES; r++)
        if (g->usable[r] && (fits >> r & 1))
            return r;
    return RAW;
}

#endif
