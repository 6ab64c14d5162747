/* SPDX-License-Identifier: Apache-2.0 */
#include "signature.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/random.h"
#include "../base/text.h"

enum { KINDS = 6 };

static uint64_t hash_of(const char *s, size_t len, uint64_t seed)
{
    for (size_t i = 0; i < len; i++)
        seed = rng_mix(seed ^ (unsigned char)s[i]) + 0x9e3779b97f4a7c15u;
    return rng_mix(seed);
}

/* Uniform bits alone would tell few nets apart: lanes would never agree. So the kind of the vectors
 * changes from round to round: uniform; few ones; few zeros; bits that repeat with a period of 8 or 32 or are all the same, with ever fewer
 * exceptions. */
uint64_t signature_leaf(const char *name, int round)
{
    size_t base = strcspn(name, "[");
    long index = name[base] ? strtol(name + base + 1, NULL, 10) : 0;
    uint64_t own = hash_of(name, strlen(name), (uint64_t)round), shared = hash_of(name, base, (uint64_t)round);
    rng bit = {own}, word = {shared};
    uint64_t a = rng_next(&bit), b = rng_next(&bit), c = rng_next(&bit), d = rng_next(&bit), e = rng_next(&bit);
    uint64_t same = rng_next(&word), choice = rng_next(&word);
    switch (round % KINDS) {
    case 0: return a;
    case 1: return a & b & c;
    case 2: return a | b | c;
    case 3: return a & b & c & d & e & (index % 3 ? ~0ull : rng_next(&bit));
    }
    word.state = shared ^ (uint64_t)(index % (round % KINDS == 4 ? 8 : 32)) * 0xd1342543de82ef95u;
    uint64_t period = rng_next(&word), flips = a & b & c & d & e & rng_next(&bit);
    return ((choice & period) | (~choice & same)) ^ flips;
}

void signature_add(signature *s, uint64_t value, int round)
{
    if (round == 0)
        *s = (signature){.inverted = value & 1, .constant = true};
    value ^= s->inverted ? ~0ull : 0;
    s->constant = s->constant && value == 0;
    s->hash = rng_mix(s->hash ^ value) + 0x9e3779b97f4a7c15u;
}

int signature_order(int *order, int count, char *state, int (*needed)(const void *graph, int at, const char *state), const void *graph)
{
    int *stack = grow(NULL, (size_t)(count + 1) * sizeof *stack), ordered = 0;
    for (int i = 0; i < count; i++) {
        int depth = 0;
        if (state[i] == 0)
            stack[depth++] = i;
        while (depth > 0) {
            int at = stack[depth - 1];
            state[at] = 1;
            int next = needed(graph, at, state);
            if (next >= 0)
                stack[depth++] = next;
            else
                order[ordered++] = stack[--depth];
        }
    }
    return ordered;
}
