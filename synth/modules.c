/* SPDX-License-Identifier: Apache-2.0
 *
 * modules.c - the modules of a design that are measured; the emitted files of each; opening and closing a unit. The name is the user's,
 * `top` the module that Yosys takes. */
#include "modules.h"

#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../gen/layout.h"
#include "closure.h"
#include "curve.h"
#include "latches.h"
#include "paths.h"

static int by_path(const void *a, const void *b)
{
    return strcmp(((const file_entry *)a)->path, ((const file_entry *)b)->path);
}

/* Modules of the arbiter. All others stay whole there. */
static bool in_arbiter(const char *module)
{
    static const char *const names[] = {"decs", "arb", "pick", "fold", "mux"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(module, names[i]) == 0)
            return true;
    return false;
}

/* The emitted files as Yosys reads them: those that are synthesised, and those of the boxes, which stay whole. `top`: only those of this
 * module and of what is in it; NULL: all. In the arbiter boxes are the decoders and what is in them, elsewhere the register rank and the clock gate
 * of latches. */
static void list_files(const design *d, const char *dir, const char *top, bool arbiter, char **files, char **box_files)
{
    file_list all = {.count = 0};
    text plain = {0}, boxed = {0};
    closure_files(dir, top, &all);
    qsort(all.items, (size_t)all.count, sizeof *all.items, by_path);
    text_add(&plain, "", 0);
    text_add(&boxed, "", 0);
    for (int i = 0; i < all.count; i++) {
        const char *name = path_base(all.items[i].path);
        char *module = format_new("%.*s", (int)strcspn(name, "."), name);
        const char *part = strncmp(module, d->name, strlen(d->name)) == 0 ? module + strlen(d->name) : "";
        part += *part == '_';
        text *t = (arbiter ? !in_arbiter(part) : strcmp(part, "rank") == 0 || strcmp(part, "gated") == 0) ? &boxed : &plain;
        text_printf(t, "%s%s", t->len ? " " : "", all.items[i].path);
    }
    *files = plain.data;
    *box_files = boxed.data;
}

/* The emitted module that is measured. For a block that is wider than its slice or has memories this is the slice. */
static char *top_of(const design *d, const design_module *m, const char *dir)
{
    if (m->role == MODULE_ARBITER)
        return format_new("%s_%s%s", d->name, module_role_name(MODULE_DEC), bench_tail(BENCH_ARRAY));
    char *slice = format_new("%s_%s_slice", d->name, m->name), *file = format_new("%s/rtl/%s.v", dir, slice);
    bool sliced = m->role == MODULE_UNIT && file_exists(file) && (design_slices(d) > 1 || design_has_memories(d));
    if (sliced)
        return slice;
    return format_new("%s_%s", d->name, m->name);
}

void module_constrain(const synth_job *job, const char *name)
{
    char *clock = format_new("%.9g", job->clock_ns), *load = format_new("%.9g", job->load_ff);
    script_write(job, "synth/constrain.tcl", format_new("%s.constrain.tcl", name), "CLOCK_NS", clock, "DRIVER", job->driver, "LOAD_FF",
                 load, "LATCHES", latches_constrain(job, clock), NULL);
}

void module_open(synth_job *job, synth_unit *u, const design_module *m, const char *dir)
{
    const design *d = job->d;
    bool arbiter = m->role == MODULE_ARBITER;
    *u = (synth_unit){.job = job, .module = m, .name = m->name};
    u->top = top_of(d, m, dir);
    u->area_only = arbiter;
    u->clocked = m->clocked;
    list_files(d, dir, job->options->alone ? u->top : NULL, arbiter, &u->files, &u->box_files);
    u->boxes =
        arbiter ? format_new("t:%s_%s", d->name, module_role_name(MODULE_DEC)) : format_new("t:%s_rank t:%s_gated", d->name, d->name);
    module_constrain(job, u->name);
}

char *synth_modules(const design *d, const synth_options *o, design_modules *out)
{
    *out = design_modules_of(d);
    if (strcmp(o->module, "all") == 0)
        return NULL;
    if (!d->codec)
        return format_new("--module %s: %s has one module; leave --module out", o->module, d->unit->name);
    const design_module *m = design_module_named(out, o->module);
    if (m == NULL)
        return format_new("--module %s: %s has no such module here", o->module, d->unit->name);
    *out = (design_modules){1, {*m}};
    return NULL;
}

design_modules modules_choose(const design *d, const synth_options *o)
{
    design_modules chosen;
    char *fault = synth_modules(d, o, &chosen);
    if (fault)
        die_usage("%s", fault);
    return chosen;
}

void synth_means(const design *d, const char *dir, const design_module *m, text *out)
{
    char *top = top_of(d, m, dir);
    text_printf(out, "%s clocked=%d early=%s memories=%d slices=%d intervals=%d,%d\n", top, m->clocked, m->early ? m->early : "",
                design_has_memories(d), design_slices(d), d->sizes.interval_enc, d->sizes.interval_dec);
    closure_text(dir, top, out);
}
