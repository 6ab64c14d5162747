/* SPDX-License-Identifier: Apache-2.0
 *
 * cut_search.c - finds the cuts with which encoder and decoder meet a clock, by trial syntheses: the fewest ranks, and of those the smallest.
 * Each result is kept under a hash of all that it depends on, so that a search goes on where it ended. */
#include "cut_search.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/hash.h"
#include "../base/lock.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "../gen/emit.h"
#include "../gen/manifest.h"
#include "liberty.h"

typedef struct {
    const char *dir;
    const synth_options *options;
    char *means; /* what every synthesis is made with: the program, its scripts, the tools, the library, the options */
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
static synth_options searching(const synth_options *of)
{
    synth_options o = *of;
    o.fpga = false;
    o.curve = 0;
    o.corner_count = 0;
    o.wires = false;
    o.quiet = true;
    return o;
}

/* What every synthesis of a search is made with. */
static char *means_of(const synth_options *of)
{
    text t = {0};
    synth_options o = searching(of);
    char *tools = synth_tools(), *path = o.liberty ? format_new("%s", o.liberty) : liberty_default(), hex[HASH_DIGITS + 1];
    size_t len = 0;
    char *library = file_read_any(path, &len);
    hash_hex(library ? library : "", len, hex);
    text_printf(&t, "%s; %s; library %s", WF_VERSION, tools, hex);
    for (const asset *a = assets; a->name; a++)
        if (starts_with(a->name, "synth/")) {
            hash_hex(a->data, a->len, hex);
            text_printf(&t, "; %s %s", a->name, hex);
        }
    text_puts(&t, "; ");
    synth_options_text(&o, &t);
    return t.data;
}

/* The folder of a synthesis of the design that was emitted into `emitted`: what decides the result is in its name. */
static char *folder(const search *s, const design *d, bool enc, const char *emitted)
{
    text key = {0};
    char hex[HASH_DIGITS + 1];
    file_list files = {.count = 0};
    manifest_files(emitted, &files);
    design_command(d, &key);
    text_printf(&key, "; %s", s->means);
    for (const file_entry *f = files.items; f < files.items + files.count; f++)
        if (starts_with(f->path, "rtl/"))
            text_printf(&key, "; %s %s", f->path, f->sha256);
    hash_hex(key.data, key.len, hex);
    return format_new("%s/%s-%s-%.8s", s->dir, module_half_name(enc), cuts_of((design *)d, enc)->named, hex);
}

/* Emits the design and returns its folder: the one that an earlier search left, if the Verilog and the means are the same. */
static char *emitted_to(const search *s, const design *d, bool enc)
{
    char *beside = path_join(s->dir, module_half_name(enc)), *made = scratch_beside(beside);
    emit_design(d, made, false, false);
    char *dir = folder(s, d, enc, made);
    if (dir_exists(dir))
        dir_remove(made);
    else if (rename(made, dir) != 0)
        die("cannot make %s: %s", dir, strerror(errno));
    scratch_keep(made);
    return dir;
}

/* The figures that a synthesis has left; without a slack if there was none or it did not come to its end. */
static void read_result(const char *from, const char *module, result *r)
{
    metrics m = {0};
    metrics_load(&m, from);
    r->area = metrics_get(&m, KEY_UNIT_TOTAL_AREA, module);
    r->slack = metrics_get(&m, KEY_UNIT_SLACK, module);
}

/* Synthesises the encoder or the decoder, unless an earlier search did. */
static result measure(const search *s, const design *d, bool enc)
{
    const char *module = module_half_name(enc);
    char *dir = emitted_to(s, d, enc), *from = path_join(dir, "synth.json");
    result r = {.cuts = design_cuts_on(d, enc), .ranks = enc ? d->enc_stages : d->dec_stages};
    read_result(from, module, &r);
    if (isnan(r.slack)) {
        synth_options o = searching(s->options);
        o.module = module;
        dir_lock(dir);
        synth_run(d, dir, &o);
        read_result(from, module, &r);
    }
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
    s.means = means_of(options);
    dir_make(dir);
    printf("cuts for %g ns, logic and registers; each set of cuts is a design in %s\n", options->clock_ns, dir);
    if (of_enc)
        search_half(&s, d, true);
    if (of_dec)
        search_half(&s, d, false);
    design_check(d);
}
