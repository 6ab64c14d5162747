/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed of the golden model, one core, beside memcpy in the same run: GB of warp registers a second, median of runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../cmodel/warpfold.h"
#include "../sim/random.h"

enum { LANES = 32, BLOCKS = 4096, RUNS = 21, ROUNDS = 8 };
static uint32_t blocks[BLOCKS][LANES], back[BLOCKS][LANES];
static wf_code codes[BLOCKS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const wf_codec *codec;
static wf_config config;

static void run_copy(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        memcpy(back[i], blocks[i], sizeof back[i]);
        __asm__ volatile("" : : "r"(back[i]) : "memory");
    }
}

static void run_encode(void)
{
    static const uint32_t mask[WF_MASK_WORDS] = {~0u};
    for (int i = 0; i < BLOCKS; i++) {
        wf_input in = {blocks[i], mask, false};
        codec->encode(&config, &in, &codes[i]);
    }
}

static void run_decode(void)
{
    for (int i = 0; i < BLOCKS; i++)
        codec->decode(&config, &codes[i], back[i]);
}

/* Median GB/s over the runs. */
static double speed(void (*run)(void))
{
    double s[RUNS];
    for (int r = 0; r < RUNS; r++) {
        double start = now();
        for (int k = 0; k < ROUNDS; k++)
            run();
        s[r] = 1e-9 * ROUNDS * sizeof blocks / (now() - start);
    }
    qsort(s, RUNS, sizeof *s, ascending);
    return s[RUNS / 2];
}

static int room(const wf_codec *c)
{
    static const char *const names[] = {"uniform", "byte deltas", "halfword deltas", "random", "a mix of these",
                                        "affine"};
    rng r = {7};
    codec = c;
    config = wf_default_config(codec->params, LANES);
    printf("golden model, %s, 32 lanes, one core, GB/s of registers (median of %d)\n", codec->name, RUNS);
    printf("%-16s %8s %8s %8s  %s\n", "values", "memcpy", "encode", "decode", "encode/memcpy");
    for (int kind = 0; kind < 6; kind++) {
        for (int b = 0; b < BLOCKS; b++) {
            int k = kind == 4 ? (int)rng_below(&r, 4) : kind;
            uint32_t base = rng_word(&r), span = k == 0 ? 1 : k == 1 ? 120 : k == 2 ? 30000 : 0;
            for (uint32_t i = 0; i < LANES; i++)
                blocks[b][i] = k == 5 ? 4 * (base + i) : span ? base + rng_below(&r, span) : rng_word(&r);
        }
        double copy = speed(run_copy), encode = speed(run_encode), decode = speed(run_decode);
        printf("%-16s %8.2f %8.2f %8.2f  %.3f\n", names[kind], copy, encode, decode, encode / copy);
        if (memcmp(blocks, back, sizeof blocks) != 0) {
            printf("FAILED: the round trip of %s differs\n", names[kind]);
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    int failed = 0;
    for (size_t i = 0; i < wf_codec_count(); i++)
        failed |= room(wf_codec_at(i));
    return failed;
}
