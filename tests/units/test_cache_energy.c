/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy of a cache of vectors beside its plain form, added up by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/arena.h"
#include "../../report/cache_energy.h"

typedef struct {
    const char *activity;
    double count;
} did;

/* Sets counts of activities, each by its first count. */
static void count(cache_counts *c, const design *d, const did *of)
{
    c->did.system = d->unit->system;
    c->did.count = wf_activity_count(d->unit->system);
    for (int i = 0; i < c->did.count; i++) {
        c->did.counts[i] = wf_activity_counts(d->unit->system, &d->config, i);
        c->did.of[i] = zalloc((size_t)c->did.counts[i] * sizeof *c->did.of[i]);
        for (const did *a = of; a->activity; a++)
            if (strcmp(a->activity, d->unit->system->activities[i].name) == 0)
                c->did.of[i][0] = a->count;
    }
}

static double column(const cache_energies *e, const cache_counts *own, const cache_counts *plain, const char *id)
{
    for (int i = 0; i < CACHE_ENERGY_COLUMNS; i++)
        if (strcmp(cache_energy_columns[i].id, id) == 0)
            return cache_energy_value(e, own, plain, i);
    fail_msg("no column %s", id);
    return 0;
}

typedef struct {
    design d;
    cache_energies e;
    cache_counts own, plain;
} pair;

/* Blocks: 10 of the plain form without its flush, 4 of this cache. */
static pair made(void)
{
    pair p = {0};
    design_init_named(&p.d, "avc", "test");
    assert_null(design_fault(&p.d));
    cache_energies_of(&p.e, &p.d, false);
    count(&p.plain, &p.d, (const did[]){{"l1_lookups", 10}, {"word_reads", 4}, {"word_writes", 6}, {0}});
    count(&p.own, &p.d,
          (const did[]){{"avc_lookups", 8},
                        {"l1_lookups", 5},
                        {"vector_writes", 2},
                        {"word_reads", 1},
                        {"word_writes", 2},
                        {"encodes", 3},
                        {"decodes", 4},
                        {0}});
    p.plain.own = (cache_traffic){.loads = 7, .stores = 3, .asked = 5, .written = 4};
    p.plain.flushed = 1;
    p.plain.others.asked = 2;
    p.own.own = (cache_traffic){.loads = 7, .stores = 3, .asked = 1, .written = 1};
    p.own.others.written = 2;
    return p;
}

static void close_to(double is, double wanted)
{
    if (!(fabs(is - wanted) < 1e-9))
        fail_msg("%.12g is not %.12g", is, wanted);
}

#define OF(id) column(&p.e, &p.own, &p.plain, id)

static void parts_are_what_each_takes_times_what_was_done(void **state)
{
    (void)state;
    pair p = made();
    const double line = 1e-3 * (7 + 9.6) * 1024 / 128; /* words of 1,024 bits, with their wires */
    assert_true(p.e.known);
    close_to(OF("plain_energy"), 10 * line + 10 * 0.01);
    close_to(OF("words"), 3 * line);
    close_to(OF("tags"), 15 * 0.01);
    close_to(OF("encoders"), 3 * 0.1);
    close_to(OF("decoders"), 4 * 0.1);
    close_to(OF("energy"), 3 * line + 0.15 + 0.7);
    close_to(OF("more"), -7 * line + 0.05 + 0.7);
}

static void it_pays_from_what_is_more_over_the_blocks_that_are_fewer(void **state)
{
    (void)state;
    pair p = made();
    close_to(OF("energy_blocks"), 6);
    close_to(OF("published_more"), 10);
    close_to(OF("published_pays"), 10.0 / 6);
    assert_true(OF("more") < 0);
    close_to(OF("pays"), 0);
    p.e.model.enc_pj = 1000;
    assert_true(OF("more") > 0);
    close_to(OF("pays"), OF("more") / 6);
}

static void what_saves_no_block_never_pays(void **state)
{
    (void)state;
    pair p = made();
    p.own.own.asked += 6;
    close_to(OF("energy_blocks"), 0);
    assert_true(isnan(OF("published_pays")) && isnan(OF("pays")));
}

static void what_no_source_tells_is_unknown(void **state)
{
    (void)state;
    pair p = made();
    p.e.access_pj = 0;
    assert_true(isnan(OF("published_more")) && isnan(OF("published_pays")));
    assert_false(isnan(OF("pays")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_what_each_takes_times_what_was_done),
        cmocka_unit_test(it_pays_from_what_is_more_over_the_blocks_that_are_fewer),
        cmocka_unit_test(what_saves_no_block_never_pays),
        cmocka_unit_test(what_no_source_tells_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
