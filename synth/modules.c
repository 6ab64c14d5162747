/* SPDX-License-Identifier: Apache-2.0
 *
 * modules.c - the modules of a design that are measured, by name: enc, dec, arb, move or that of a block; the emitted files of each; opening
 * and closing a unit. The name is the user's, `top` the module that Yosys takes. */
#include "modules.h"

#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "closure.h"
#include "curve.h"
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
 * module and of what is in it; NULL: all. In the arbiter boxes are the decoders and what is in them, elsewhere the register rank. */
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
        text *t = (arbiter ? !in_arbiter(part) : strcmp(part, "rank") == 0) ? &boxed : &plain;
        free(module);
        text_printf(t, "%s%s", t->len ? " " : "", all.items[i].path);
    }
    file_list_free(&all);
    *files = plain.data;
    *box_files = boxed.data;
}

/* The emitted module that is measured. For a block that is wider than its slice or has memories this is the slice. */
static char *top_of(const design *d, const char *name, const char *dir)
{
    if (strcmp(name, "arb") == 0)
        return format_new("%s_decs", d->name);
    char *slice = format_new("%s_%s_slice", d->name, name), *file = format_new("%s/rtl/%s.v", dir, slice);
    bool sliced = !d->codec && file_exists(file) && (design_slices(d) > 1 || design_has_memories(d));
    free(file);
    if (sliced)
        return slice;
    free(slice);
    return format_new("%s_%s", d->name, name);
}

bool module_is_clocked(const design *d, const char *name)
{
    return strcmp(name, "enc") == 0   ? d->enc_stages > 0
           : strcmp(name, "dec") == 0 ? d->dec_stages > 0
                                      : strcmp(name, "arb") == 0 || (!d->codec && d->stages > 0);
}

void module_open(synth_job *job, synth_unit *u, const char *name, const char *dir)
{
    const design *d = job->d;
    bool arbiter = strcmp(name, "arb") == 0;
    *u = (synth_unit){.job = job, .name = name};
    u->top = top_of(d, name, dir);
    u->area_only = arbiter;
    u->clocked = module_is_clocked(d, name);
    list_files(d, dir, job->options->alone ? u->top : NULL, arbiter, &u->files, &u->box_files);
    u->boxes = format_new(arbiter ? "t:%s_dec" : "t:%s_rank", d->name);
    char *constrain = format_new("%s.constrain.tcl", name);
    char *clock = format_new("%.9g", job->clock_ns), *load = format_new("%.9g", job->load_ff);
    script_write(job, "synth/constrain.tcl", constrain, "CLOCK_NS", clock, "DRIVER", job->driver, "LOAD_FF", load, NULL);
    free(constrain);
    free(clock);
    free(load);
}

void module_close(synth_unit *u)
{
    free(u->top);
    free(u->boxes);
    free(u->files);
    free(u->box_files);
    free(u->recipe);
    free(u->path);
    for (int i = 0; u->stages && i <= SYNTH_MAX_RANKS; i++)
        free(u->stages[i].ends);
    free(u->stages);
    for (int i = 0; i < u->curve_count; i++)
        free(u->curve[i].recipe);
    free(u->curve);
}

int synth_modules(const design *d, const synth_options *o, const char *names[SYNTH_MAX_UNITS], char **fault)
{
    bool all = strcmp(o->module, "all") == 0;
    int count = 0;
    *fault = NULL;
    if (!d->codec) {
        if (!all)
            *fault = format_new("--module %s: %s has one module; leave --module out", o->module, d->unit->name);
        names[count++] = d->unit->name;
        return *fault ? 0 : count;
    }
    if (!all) {
        names[count++] = o->module;
        return count;
    }
    names[count++] = "enc";
    names[count++] = "dec";
    if (d->dec_ports > d->decs)
        names[count++] = "arb";
    if (d->sizes.mask_bits > 0)
        names[count++] = "move";
    return count;
}

int modules_choose(const design *d, const synth_options *o, const char **names)
{
    char *fault;
    int count = synth_modules(d, o, names, &fault);
    if (fault)
        die_usage("%s", fault);
    return count;
}

void synth_means(const design *d, const char *dir, const char *module, text *out)
{
    char *top = top_of(d, module, dir);
    bool half = strcmp(module, "enc") == 0 || strcmp(module, "dec") == 0;
    const char *early = half ? design_early(d, *module == 'e') : NULL;
    text_printf(out, "%s clocked=%d early=%s memories=%d slices=%d intervals=%d,%d\n", top, module_is_clocked(d, module),
                early ? early : "", design_has_memories(d), design_slices(d), d->sizes.interval_enc, d->sizes.interval_dec);
    closure_text(dir, top, out);
    free(top);
}
