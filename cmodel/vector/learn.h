/* SPDX-License-Identifier: Apache-2.0
 *
 * learn.h - which byte goes where, from a function that puts bytes into their places: each byte gets its number, and is found again by it. */
#ifndef WF_LEARN_H
#define WF_LEARN_H

#include "../bits.h"

enum { LEARN_BYTES = 1024, LEARN_ZERO = -1 };
typedef void learn_put(const void *of, const uint8_t *from, uint8_t *to);

/* from[i]: the byte of `in` bytes that is byte i of `out`; LEARN_ZERO: it is 0. A number takes two bytes, so each is put twice. */
static inline void learn_places(learn_put *put_places, const void *of, int in, int out, int16_t *from)
{
    uint8_t number[LEARN_BYTES] = {0}, low[LEARN_BYTES] = {0}, high[LEARN_BYTES] = {0};
    for (int i = 0; i < in; i++)
        number[i] = (uint8_t)(i + 1);
    put_places(of, number, low);
    for (int i = 0; i < in; i++)
        number[i] = (uint8_t)((i + 1) >> 8);
    put_places(of, number, high);
    for (int i = 0; i < out; i++)
        from[i] = (int16_t)((low[i] | high[i] << 8) - 1);
}

/* The way back, of `in` bytes from the first `out` places. Where a byte is in several places the first one counts. */
static inline void learn_back(const int16_t *from, int in, int out, int16_t *back)
{
    for (int i = 0; i < in; i++)
        back[i] = LEARN_ZERO;
    for (int i = out - 1; i >= 0; i--)
        if (from[i] >= 0)
            back[from[i]] = (int16_t)i;
}

#endif
