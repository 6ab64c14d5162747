/* SPDX-License-Identifier: Apache-2.0 */
/* libm.c - the few functions of mathematics that kernels use, in single precision, without calls or tables. They are compiled with a kernel's own
   flags, so that they keep to its registers. Each reduces its argument and sums the first terms of a Taylor series. */
#include "workload.h"

static float as_float(uint32_t bits)
{
    union {
        uint32_t bits;
        float value;
    } u = {.bits = bits};
    return u.value;
}

static uint32_t as_bits(float value)
{
    union {
        float value;
        uint32_t bits;
    } u = {.value = value};
    return u.bits;
}

/* The nearest integer of up to 2^22: the sum has it in its lowest bits */
static int nearest(float x)
{
    return (int)(as_bits(x + 12582912.0f) - as_bits(12582912.0f));
}

/* x = k ln 2 + r, |r| <= ln 2 / 2: exp(x) = 2^k exp(r). ln 2 is two numbers; k times the first is exact. */
float expf(float x)
{
    x = lesser(greater(x, -88), 89);
    int k = nearest(x * 1.442695041f);
    float r = x - (float)k * 0.693359375f + (float)k * 2.12194440e-4f;
    float sum = 1.0f / 5040;
    sum = sum * r + 1.0f / 720;
    sum = sum * r + 1.0f / 120;
    sum = sum * r + 1.0f / 24;
    sum = sum * r + 1.0f / 6;
    sum = sum * r + 0.5f;
    return (sum * r * r + r + 1) * as_float((uint32_t)(k + 127) << 23);
}

/* x = 2^k m, m from the root of 1/2 to that of 2; with s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5 + ...). */
float logf(float x)
{
    uint32_t bits = as_bits(x), half = 0x3f3504f3; /* the root of 1/2 */
    int k = (int)(bits - half) >> 23;
    float m = as_float(bits - ((uint32_t)k << 23));
    float s = (m - 1) / (m + 1), square = s * s;
    float sum = 2.0f / 9;
    sum = sum * square + 2.0f / 7;
    sum = sum * square + 2.0f / 5;
    sum = sum * square + 2.0f / 3;
    return (float)k * 0.693147181f + (sum * square * s + 2 * s);
}

/* x = k pi/2 + r, |r| <= pi/4. pi/2 is three numbers; k times each of the first two is exact. */
static float quarter(float x, int *k)
{
    *k = nearest(x * 0.636619772f);
    float n = (float)*k;
    return ((x - n * 1.5703125f) - n * 4.837512969970703125e-4f) - n * 7.54978995489188e-8f;
}

/* The sine of r, where `cosine` is odd its cosine, negative where `negative` has bit 1. Both are computed and one is chosen without a branch, so
   that the threads of a warp stay together. */
static float sine_or_cosine(float r, int cosine, int negative)
{
    float square = r * r, sine = 1.0f / 362880, other = 1.0f / 40320;
    sine = sine * square - 1.0f / 5040;
    sine = sine * square + 1.0f / 120;
    sine = sine * square - 1.0f / 6;
    sine = sine * square * r + r;
    other = other * square - 1.0f / 720;
    other = other * square + 1.0f / 24;
    other = other * square - 0.5f;
    other = other * square + 1;
    uint32_t choice = -(uint32_t)(cosine & 1), bits = (as_bits(other) & choice) | (as_bits(sine) & ~choice);
    return as_float(bits ^ (uint32_t)(negative & 2) << 30);
}

float sinf(float x)
{
    int k;
    float r = quarter(x, &k);
    return sine_or_cosine(r, k, k);
}

float cosf(float x)
{
    int k;
    float r = quarter(x, &k);
    return sine_or_cosine(r, k + 1, k + 1);
}
