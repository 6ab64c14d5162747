/* SPDX-License-Identifier: Apache-2.0
 *
 * memo.c - CABA's memoization (section 8.1) as a routine of the kernel, or of the controller: results of functions that take the SFU and many instructions, in a table in shared memory.
 *
 *     kernel shade: y[i] = exp(-x) * sqrt(1 + sin(x)^2) / (1 + x)
 *     --memo 1: at the trigger, which is where the function would be called, `look` takes a hash of the input to a set of two entries, and compares. Only if a lane misses does the warp
 *     compute; such a lane keeps its result in the place of the older one.
 *     kernel shade_asked, --memo 2: the same by routines of the controller (memo.S, memo.ini), which two events of the kernel trigger.
 *
 * Each warp has a table of its own, so that an entry's key and result are always of one lane: lanes of a warp store in one order. */
#include "workload.h"

enum { ENTRIES = 128, WARP_LANES = 32 }; /* of a warp; 64 sets of two */

typedef struct {
    uint32_t key;
    float result;
} entry;

typedef struct {
    const float *x;
    float *y;
    unsigned n, each, memo;
} shading;

static float value(float x)
{
    float s = sinf(x);
    return expf(-x) * root(1 + s * s) / (1 + x);
}

static uint32_t bits_of(float x)
{
    union {
        float number;
        uint32_t bits;
    } u = {x};
    return u.bits;
}

static float float_of(uint32_t bits)
{
    union {
        uint32_t bits;
        float number;
    } u = {bits};
    return u.number;
}

/* The paper's global predicate: is it so in all lanes? */
static bool in_all_lanes(bool so)
{
#ifdef __riscv
    unsigned all, in = so;
    __asm__ volatile(".insn r 0x0b, 0, 0, %0, %1, x0" : "=r"(all) : "r"(in)); /* vote.all of routines/routine.inc */
    return all;
#else
    return so;
#endif
}

/* The routine: a hash of the input, a set of two entries, and the result of the one that is of this input. True: it is there. No lane leaves the others. */
static bool look(const entry *set, uint32_t key, float *result)
{
    const entry first = set[0], second = set[1];
    const uint32_t is_first = -(uint32_t)(first.key == key);
    *result = float_of((bits_of(first.result) & is_first) | (bits_of(second.result) & ~is_first));
    return (first.key == key) | (second.key == key);
}

static void keep(entry *set, uint32_t key, float result)
{
    set[1] = set[0];
    set[0] = (entry){key, result};
}

KERNEL(shade)
{
    const shading *s = arguments;
    entry *table = (entry *)shared + thread / WARP_LANES * ENTRIES;
    for (unsigned k = thread % WARP_LANES; k < ENTRIES && s->memo; k += WARP_LANES)
        table[k].key = 0;
    for (unsigned k = 0; k < s->each; k++) {
        unsigned i = (block * s->each + k) * threads + thread;
        float x = s->x[i], y;
        if (s->memo) {
            entry *set = &table[(bits_of(x) * 2654435761u >> 26) * 2];
            bool hit = look(set, bits_of(x), &y);
            if (!in_all_lanes(hit)) {
                y = value(x);
                if (!hit)
                    keep(set, bits_of(x), y);
            }
        } else {
            y = value(x);
        }
        s->y[i] = y;
    }
}

/* The same by the controller's routines (memo.S): event 1 asks, and if all lanes have a result the warp goes on behind event 2, which else tells what was computed. The value is the program's
 * own: there an event is a move. */
static float asked(float x)
{
    uint32_t key = bits_of(x), result;
#ifdef __riscv
    __asm__ volatile(".insn r 0x0b, 3, 1, %0, %0, %0" : "+r"(key));
    const uint32_t computed = bits_of(value(float_of(key)));
    __asm__ volatile(".insn r 0x0b, 3, 2, %0, %1, %2" : "=r"(result) : "r"(key), "r"(computed));
#else
    result = bits_of(value(float_of(key)));
#endif
    return float_of(result);
}

KERNEL(shade_asked)
{
    const shading *s = arguments;
    (void)blocks, (void)shared;
    for (unsigned k = 0; k < s->each; k++) {
        unsigned i = (block * s->each + k) * threads + thread;
        s->y[i] = asked(s->x[i]);
    }
}

int main(int argc, char **argv)
{
    unsigned blocks = 60, each = 32, distinct = 12, memo = 1;
    const option options[] = {{"blocks", &blocks, 1, 1 << 12, 1, "blocks of 128 threads"},
                              {"each", &each, 1, 1 << 10, 1, "elements of a thread"},
                              {"distinct", &distinct, 1, 1 << 16, 1, "values among which inputs are drawn"},
                              {"memo", &memo, 0, 2, 1, "1: with the table; 2: with events, for routines that have it"},
                              {0}};
    begin("memo", argc, argv, options);

    unsigned n = blocks * each * 128;
    shading s = {allocate(n, sizeof(float)), allocate(n, sizeof(float)), n, each, memo};
    float *values = allocate(distinct, sizeof(float)), *expected = allocate(n, sizeof(float));
    random_floats(values, distinct, 0.01f, 3);
    for (unsigned i = 0; i < n; i++) {
        ((float *)s.x)[i] = values[random_below(distinct)];
        expected[i] = value(s.x[i]);
    }
    if (memo == 2)
        launch(shade_asked, &s, blocks, 128, 0);
    else
        launch(shade, &s, blocks, 128, 4 * ENTRIES * sizeof(entry));
    return verdict(same_words("y", s.y, expected, n), n);
}
