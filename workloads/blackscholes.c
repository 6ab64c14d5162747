/* SPDX-License-Identifier: Apache-2.0 */
/* blackscholes - prices of European options by the formula of Black and Scholes (1973). After the CUDA samples' BlackScholes. */
#include "workload.h"

enum { THREADS = 128, BLOCKS = 4 };

typedef struct {
    const float *price, *strike, *years;
    float *call, *put;
    unsigned options;
    float rate, volatility;
} market;

/* The distribution of a normal variable, by a polynomial of degree 5 (Abramowitz and Stegun, 26.2.17) */
static float normal(float d)
{
    float k = 1 / (1 + 0.2316419f * magnitude(d));
    float sum = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * expf(-0.5f * d * d) * sum;
    return d > 0 ? 1 - tail : tail;
}

/* All threads together step through the options. */
KERNEL(price)
{
    const market *a = arguments;
    for (unsigned i = block * threads + thread; i < a->options; i += threads * blocks) {
        float s = a->price[i], x = a->strike[i], t = a->years[i], deviation = a->volatility * root(t);
        float d1 = (logf(s / x) + (a->rate + 0.5f * a->volatility * a->volatility) * t) / deviation, d2 = d1 - deviation;
        float n1 = normal(d1), n2 = normal(d2), discount = expf(-a->rate * t);
        a->call[i] = s * n1 - x * discount * n2;
        a->put[i] = x * discount * (1 - n2) - s * (1 - n1);
    }
}

/* The distribution by Simpson's rule over the density, which shares nothing with normal() */
static float integral(float d)
{
    if (d < -8 || d > 8)
        return d < 0 ? 0 : 1;
    const int steps = 64;
    float width = magnitude(d) / (float)steps, sum = 1 + expf(-0.5f * d * d);
    for (int i = 1; i < steps; i++) {
        float x = (float)i * width;
        sum += (i % 2 ? 4 : 2) * expf(-0.5f * x * x);
    }
    float half = 0.39894228f * sum * width / 3;
    return d > 0 ? 0.5f + half : 0.5f - half;
}

int main(int argc, char **argv)
{
    unsigned count = 1200;
    const option options[] = {{"size", &count, 1, 1 << 20, 1, "options"}, {0}};
    begin("blackscholes", argc, argv, options);
    float *f[7];
    for (int i = 0; i < 7; i++)
        f[i] = allocate(count, sizeof(float));
    random_floats(f[0], count, 5, 30);
    random_floats(f[1], count, 1, 100);
    random_floats(f[2], count, 0.25f, 10);
    market a = {f[0], f[1], f[2], f[3], f[4], count, 0.02f, 0.30f};
    launch(price, &a, BLOCKS, THREADS, 0);
    for (unsigned i = 0; i < count; i++) {
        float deviation = 0.30f * root(f[2][i]), present = f[1][i] * expf(-0.02f * f[2][i]);
        float d1 = logf(f[0][i] / present) / deviation + 0.5f * deviation;
        f[5][i] = f[0][i] * integral(d1) - present * integral(d1 - deviation);
        f[6][i] = f[5][i] + present - f[0][i]; /* put and call differ by the price of waiting */
    }
    return verdict(close_floats("call", f[3], f[5], count, 1e-4f) && close_floats("put", f[4], f[6], count, 1e-4f), 2 * count);
}
