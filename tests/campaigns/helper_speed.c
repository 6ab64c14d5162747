/* SPDX-License-Identifier: Apache-2.0
 *
 * helper_speed "NAME=VALUE ..." ... - how many cycles a second of processor time the model of assist takes, and what it moves in them: a row for each set of parameters
 * and kind of triggers.
 *
 * Routines of 16 instructions; a trigger comes as often as the row says. The core takes all at once, issues an instruction of each instance in a cycle, and
 * retires the last one a cycle after that. */
#include <stdio.h>

#include "../../base/random.h"
#include "loop.h"

enum { LENGTH = 16, CYCLES = 1000000, MOST_ENTRIES = 32 };

static const struct {
    const char *title;
    int every; /* cycles from trigger to trigger */
    bool high, low;
} kinds[] = {{"none", 0, false, false},
             {"high, one in 32 cycles", 32, true, false},
             {"both, one in 16 cycles", 16, true, true},
             {"both, as fast as they are taken", 1, true, true}};

typedef struct {
    loop l;
    uint32_t in_part[MOST_ENTRIES];
    bool last[MOST_ENTRIES];
    uint32_t moved;
} core;

static void put(core *c, const char *stream, const char *field, uint32_t value)
{
    *loop_valid(&c->l, stream) = 1;
    *loop_field(&c->l, stream, field) = value;
}

/* Routine 0 has high priority, routine 1 low. */
static void load(core *c)
{
    for (uint32_t i = 0; i < 2 * LENGTH; i++) {
        put(c, "store", "address", i);
        put(c, "store", "routine", i / LENGTH);
        put(c, "store", "first", i % LENGTH == 0);
        put(c, "store", "last", i % LENGTH == LENGTH - 1);
        loop_look(&c->l);
        if (!(*loop_ready(&c->l, "store") & 1))
            i--;
        loop_clock(&c->l);
    }
    *loop_valid(&c->l, "store") = 0;
    for (uint32_t e = 0; e < 2; e++) {
        put(c, "map", "cause", e);
        put(c, "map", "routine", e);
        put(c, "map", "high", e == 0);
        put(c, "map", "registers", 0);
        loop_clock(&c->l);
    }
    *loop_valid(&c->l, "map") = 0;
    *loop_ready(&c->l, "deploy") = *loop_ready(&c->l, "idle") = 1;
}

static double measure(core *c, int every, bool high, bool low, rng *random)
{
    uint32_t *trigger = loop_valid(&c->l, "trigger"), *event = loop_field(&c->l, "trigger", "cause"),
             *warp = loop_field(&c->l, "trigger", "warp");
    uint32_t *issued = loop_valid(&c->l, "issued"), *retire = loop_valid(&c->l, "retire");
    const uint32_t *deploy = loop_valid(&c->l, "deploy"), *count = loop_field(&c->l, "deploy", "count"),
                   *instance = loop_field(&c->l, "deploy", "entry"), *last = loop_field(&c->l, "deploy", "last");
    const uint32_t *idle = loop_valid(&c->l, "idle"), *low_instance = loop_field(&c->l, "idle", "entry"),
                   *low_last = loop_field(&c->l, "idle", "last");
    const double begin = clock_processor_seconds();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        loop_look(&c->l);
        *trigger = every && cycle % every == 0;
        *event = low && (!high || rng_below(random, 2));
        *warp = rng_below(random, unit_parameter(&c->l.d, "warps"));
        issued[1] = retire[1] = 0;
        for (uint32_t e = 0; e < MOST_ENTRIES; e++)
            if (c->in_part[e] > 0) {
                issued[1] |= (uint32_t)1 << e;
                c->in_part[e]--;
            } else if (c->last[e]) {
                retire[1] |= (uint32_t)1 << e;
                c->last[e] = false;
            }
        issued[0] = issued[1] != 0, retire[0] = retire[1] != 0;
        if (*deploy) {
            c->in_part[*instance] += *count;
            c->last[*instance] = *last;
            c->moved += *count;
        }
        if (*idle) {
            c->last[*low_instance] = *low_last;
            c->moved++;
        }
        loop_clock(&c->l);
    }
    return clock_processor_seconds() - begin;
}

int main(int argc, char **argv)
{
    printf("%-24s %-32s %20s %20s\n", "parameters", "triggers", "cycles a second", "instructions a cycle");
    for (int a = 1; a < argc; a++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            core c = {.moved = 0};
            rng random = {1};
            loop_open(&c.l, "assist", argv[a]);
            load(&c);
            const double seconds = measure(&c, kinds[k].every, kinds[k].high, kinds[k].low, &random);
            printf("%-24s %-32s %20.0f %20.2f\n", *argv[a] ? argv[a] : "defaults", kinds[k].title, CYCLES / seconds,
                   c.moved / (double)CYCLES);
        }
    return 0;
}
