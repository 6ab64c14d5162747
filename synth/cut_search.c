/* SPDX-License-Identifier: Apache-2.0
 *
 * cut_search.c - finds the cuts with which encoder and decoder meet a clock, by trial syntheses: the fewest ranks, and of those the smallest.
 * Each result is kept in a cache beside the designs (base/store.h), so that a search goes on where it ended. */
#include "cut_search.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/store.h"
#include "../gen/emit.h"
#include "key.h"

typedef struct {
    const char *dir;
    const synth_options *options;
    store store; /* of the figures that decide */
} search;

typedef struct {
    unsigned cuts;
    int ranks;
    double area, slack; /* um2 with registers, ns */
} result;

static design_cuts *cuts_of(design *d, bool enc)
{
    return enc ? &d->enc_cuts : &d->dec_cuts;
}

/* The design with these cuts in the encoder or the decoder, and one rank in the other, which does not count. False: gen refuses it. */
static bool with_cuts(const design *d, bool enc, unsigned cuts, design *out)
{
    text names = {0};
    *out = *d;
    design_cuts_text(design_cuts_of(d, enc), cuts, &names);
    cuts_of(out, enc)->named = names.data;
    cuts_of(out, !enc)->named = NULL;
    out->enc_stages = enc ? DESIGN_DERIVED : 1;
    out->dec_stages = enc ? 1 : DESIGN_DERIVED;
    char *fault = design_fault(out);
    return fault == NULL;
}

/* The options of each synthesis of a search: area and slack decide. */
static synth_options searching(const synth_options *of, const char *module)
{
    synth_options o = *of;
    o.module = module;
    o.fpga = false;
    o.curve = 0;
    o.corner_count = 0;
    o.wires = false;
    o.quiet = true;
    return o;
}

static void drop(const char *made)
{
    dir_unlock(made);
    dir_remove(made);
}

/* The folder of the design of this key, which was emitted into `made`. An earlier search may have left it. */
static char *folder(const search *s, const design *d, bool enc, char *made, const char *key)
{
    char *dir = format_new("%s/%s-%s-%.8s", s->dir, module_half_name(enc), cuts_of((design *)d, enc)->named, key);
    if (dir_exists(dir)) {
        drop(made);
        emit_design(d, dir, false, false);
    } else if (rename(made, dir) != 0) {
        die("cannot make %s: %s", dir, strerror(errno));
    }
    return dir;
}

/* Area and slack of the module, synthesised in a folder of its own; its other figures stay there. */
static void synthesise(const search *s, const design *d, const char *dir, const char *module, metrics *m)
{
    const synth_options o = searching(s->options, module);
    char *from = path_join(dir, "synth.json");
    metrics all = {0};
    dir_lock(dir);
    work_lines(false); /* a set of cuts has a line of its own */
    synth_run(d, dir, &o);
    work_lines(true);
    metrics_load(&all, from);
    metrics_set_known(m, metrics_get(&all, KEY_UNIT_TOTAL_AREA, module), KEY_UNIT_TOTAL_AREA, module);
    metrics_set_known(m, metrics_get(&all, KEY_UNIT_SLACK, module), KEY_UNIT_SLACK, module);
    dir_unlock(dir); /* there may be more than can be held */
}

/* Synthesises the encoder or the decoder, unless an earlier search did. What its folder says now is not believed: it is anybody's. */
static result measure(const search *s, const design *d, bool enc)
{
    const char *module = module_half_name(enc);
    const synth_options o = searching(s->options, module);
    char *beside = path_join(s->dir, module), *made = scratch_beside(beside), key[HASH_DIGITS + 1];
    metrics m = {0};
    emit_design(d, made, false, false);
    synth_key(d, &o, made, module, key);
    store_lock(&s->store, key);
    if (store_load(&s->store, key, &m)) {
        drop(made);
    } else {
        synthesise(s, d, folder(s, d, enc, made, key), module, &m);
        store_save(&s->store, key, &m);
    }
    store_unlock(&s->store, key);
    scratch_keep(made);
    result r = {.cuts = design_cuts_on(d, enc),
                .ranks = enc ? d->enc_stages : d->dec_stages,
                .area = metrics_get(&m, KEY_UNIT_TOTAL_AREA, module),
                .slack = metrics_get(&m, KEY_UNIT_SLACK, module)};
    printf("  %s  %d  %-32s %9.1f um2  slack %+.3f ns\n", module, r.ranks, cuts_of((design *)d, enc)->named, r.area, r.slack);
    return r;
}

/* Is r better than the best so far? Both have equally many ranks, or neither meets the clock. */
static bool is_better(const result *r, const result *best)
{
    if (isnan(best->slack))
        return true;
    if ((r->slack >= 0) != (best->slack >= 0))
        return r->slack >= 0;
    return r->slack >= 0 ? r->area < best->area : r->slack > best->slack;
}

static void search_half(const search *s, design *d, bool enc)
{
    unsigned sets = 2u << wf_last_cut(design_cuts_of(d, enc));
    result best = {.slack = NAN};
    for (int ranks = 1; ranks <= WF_MAX_STAGES && !(best.slack >= 0); ranks++)
        for (unsigned cuts = 1; cuts < sets; cuts++) {
            design candidate;
            if (__builtin_popcount(cuts) != ranks || !with_cuts(d, enc, cuts, &candidate))
                continue;
            void *mark = arena_mark();
            result r = measure(s, &candidate, enc);
            arena_release(mark);
            if (is_better(&r, &best))
                best = r;
        }
    text names = {0};
    design_cuts_text(design_cuts_of(d, enc), best.cuts, &names);
    cuts_of(d, enc)->named = names.data;
    *(enc ? &d->enc_stages : &d->dec_stages) = best.ranks;
    printf("%s cuts: %s, %d rank%s, %.1f um2, slack %+.3f ns%s\n", module_half_name(enc), names.data, best.ranks,
           best.ranks == 1 ? "" : "s", best.area, best.slack, best.slack >= 0 ? "" : ": no set of cuts meets the clock");
}

void cut_search(design *d, const char *dir, const synth_options *options)
{
    search s = {.dir = dir, .options = options};
    if (!d->unit->cuts)
        die_usage("--cuts auto: the ranks of %s have no names; enc-stages and dec-stages say how many", d->unit->name);
    bool all = strcmp(options->module, "all") == 0, of_enc = all || strcmp(options->module, module_half_name(true)) == 0,
         of_dec = all || strcmp(options->module, module_half_name(false)) == 0;
    if (!of_enc && !of_dec)
        die_usage("--cuts auto finds cuts of the modules enc and dec; %s has none", options->module);
    if (d->enc_cuts.named || d->dec_cuts.named)
        die_usage("--cuts auto finds the cuts; leave out enc-cuts and dec-cuts");
    if (options->clock_ns == 0)
        die_usage("--cuts auto needs the clock that the units must meet: --clock-ns");
    store_open(&s.store, dir);
    printf("cuts for %g ns, logic and registers; each set of cuts is a design in %s\n", options->clock_ns, dir);
    if (of_enc)
        search_half(&s, d, true);
    if (of_dec)
        search_half(&s, d, false);
    store_close(&s.store);
    design_check(d);
}
