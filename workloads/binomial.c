/* SPDX-License-Identifier: Apache-2.0 */
/* binomial - prices of American put options from a binomial tree (Cox, Ross and Rubinstein, 1979): a block an option. After the CUDA samples'
   binomialOptions, which prices European ones. */
#include "workload.h"

enum { THREADS = 64 };

typedef struct {
    float price, strike, years;
} contract;

typedef struct {
    const contract *contracts;
    float *value;
    unsigned steps; /* of the tree: fewer than 2 THREADS, so a thread has two nodes of a level */
    float rate, volatility;
} market;

KERNEL(price)
{
    const market *a = arguments;
    float *value = shared;
    const contract *c = a->contracts + block;
    float span = c->years / (float)a->steps, up = a->volatility * root(span), discount = expf(-a->rate * span);
    float chance = (expf(a->rate * span) - expf(-up)) / (expf(up) - expf(-up)), other = discount * (1 - chance);
    chance *= discount;
    for (unsigned i = thread; i <= a->steps; i += threads) {
        value[i] = greater(0, c->strike - c->price * expf(up * (float)(2 * (int)i - (int)a->steps)));
    }
    barrier();
    for (unsigned level = a->steps; level-- > 0;) {
        float kept[2];
        for (unsigned k = 0; k < 2; k++) {
            unsigned i = thread + k * THREADS;
            if (i <= level) {
                float wait = chance * value[i + 1] + other * value[i];
                float now = c->strike - c->price * expf(up * (float)(2 * (int)i - (int)level));
                kept[k] = greater(now, wait);
            }
        }
        barrier();
        for (unsigned k = 0; k < 2; k++)
            if (thread + k * THREADS <= level)
                value[thread + k * THREADS] = kept[k];
        barrier();
    }
    if (thread == 0)
        a->value[block] = value[0];
}

static float reference(const market *a, const contract *c)
{
    float value[2 * THREADS], span = c->years / (float)a->steps, factor = expf(a->volatility * root(span));
    float growth = expf(a->rate * span), chance = (growth - 1 / factor) / (factor - 1 / factor);
    for (int level = (int)a->steps; level >= 0; level--) {
        float asset = c->price;
        for (int i = 0; i < level; i++)
            asset /= factor;
        for (int i = 0; i <= level; i++, asset *= factor * factor) {
            float wait = level == (int)a->steps ? 0 : (chance * value[i + 1] + (1 - chance) * value[i]) / growth;
            value[i] = c->strike - asset > wait ? c->strike - asset : wait;
        }
    }
    return value[0];
}

int main(int argc, char **argv)
{
    unsigned count = 2, steps = 96;
    const option options[] = {
        {"size", &count, 1, 1 << 16, 1, "options"}, {"steps", &steps, 2, 2 * THREADS - 1, 1, "levels of the tree"}, {0}};
    begin("binomial", argc, argv, options);
    contract *contracts = allocate(count, sizeof *contracts);
    float *value = allocate(count, sizeof *value), *expected = allocate(count, sizeof *expected);
    for (unsigned i = 0; i < count; i++) {
        random_floats(&contracts[i].price, 1, 20, 40);
        random_floats(&contracts[i].strike, 1, 20, 50);
        random_floats(&contracts[i].years, 1, 0.25f, 3);
    }
    market a = {contracts, value, steps, 0.06f, 0.30f};
    launch(price, &a, count, THREADS, 2 * THREADS * sizeof(float));
    for (unsigned i = 0; i < count; i++)
        expected[i] = reference(&a, contracts + i);
    return verdict(close_floats("value", value, expected, count, 1e-3f), count);
}
