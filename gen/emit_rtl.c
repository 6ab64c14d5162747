/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_rtl.c - writes a design's Verilog: the unit's modules and parts, its children before it, equal ones once, then the cells that these
 * instantiate. `put_` writes a template as a module; each call has the macros of its own scope. */
#include <string.h>

#include "../base/file.h"
#include "design_modules.h"
#include "emission.h"

static char *template_of(const wf_unit *unit, const char *tail)
{
    return format_new("rtl_templates/%s/%s%s.v", unit->name, unit->name, tail);
}

/* Writes rtl_templates/UNIT/UNIT TAIL.v as the module MODULE TAIL, if there is such a template. */
static void put_module(emission *e, const wf_unit *unit, const char *module, const char *tail, bool needed)
{
    char *template = template_of(unit, tail), *name = format_new("%s%s", module, tail);
    if (needed || asset_find(template))
        put_template(e, "rtl", name, "rtl", template);
}

/* Writes the parts in use, of a codec's encoder or decoder by its name, or of the whole unit (""). The others must be templates, too. */
static void put_parts(emission *e, const design *d, const char *module, const char *of)
{
    for (const wf_part *part = d->unit->parts; part && part->name; part++) {
        char *tail = part_tail(part);
        if (strcmp(part->module ? part->module : "", of) != 0)
            continue;
        if (wf_part_used(part, &d->config))
            put_module(e, d->unit, module, tail, true);
        else
            template_check(template_asset(template_of(d->unit, tail)));
    }
}

/* `whole`: a block's module with its memories, too. */
static void put_modules(emission *e, const design *d, const char *module, bool whole)
{
    static const module_role halves[] = {MODULE_ENC, MODULE_DEC};
    if (!d->codec) {
        if (whole)
            put_module(e, d->unit, module, "", true);
        put_module(e, d->unit, module, "_slice", false);
    }
    for (size_t i = 0; d->codec && i < sizeof halves / sizeof *halves; i++) {
        char *tail = format_new("_%s", module_role_name(halves[i]));
        put_module(e, d->unit, module, tail, true);
        put_parts(e, d, module, module_role_name(halves[i]));
    }
    put_parts(e, d, module, "");
}

/* The ranks of a child. It has one less than its parent, because the parent's outputs are the last rank. In a parent that iterates, a child
 * that iterates has one at least, and a child that takes an input every cycle has one rank more: its last rank then holds the result until
 * that of the slowest child is there. */
static int child_ranks(int ranks, int interval, int own_interval)
{
    if (interval <= 1)
        return ranks > 1 ? ranks - 1 : 0;
    return (ranks > 1 ? ranks - 1 : 1) + (own_interval <= 1);
}

/* The design of a child. */
static design child_design(const design *whole, int k)
{
    design d = *whole;
    d.unit = whole->unit->children[k].unit;
    d.codec = d.unit->codec;
    d.config = wf_child_config(whole->unit, &whole->config, k);
    d.user_bits = whole->codec ? whole->user_bits : 1; /* what is no codec gives its children so many as it needs */
    d.sizes = (wf_sizes){.block_bits = 0};
    d.streams = (wf_streams){.count = 0};
    if (d.codec)
        d.codec->sizes(&d.config, &d.sizes, NULL);
    else
        d.unit->streams(&d.config, &d.streams, NULL);
    d.enc_stages = child_ranks(whole->enc_stages, whole->sizes.interval_enc, d.sizes.interval_enc);
    d.dec_stages = child_ranks(whole->dec_stages, whole->sizes.interval_dec, d.sizes.interval_dec);
    if (d.codec && whole->unit->codec_ranks) {
        d.enc_stages = whole->unit->codec_ranks(&whole->config, true);
        d.dec_stages = whole->unit->codec_ranks(&whole->config, false);
        d.wrapper = true; /* elastic ranks, and ready */
    }
    d.enc_cuts.on = d.unit->cuts ? d.unit->cuts(&d.config, true)->of_ranks[d.enc_stages] : 0;
    d.dec_cuts.on = d.unit->cuts ? d.unit->cuts(&d.config, false)->of_ranks[d.dec_stages] : 0;
    const wf_child *child = &whole->unit->children[k];
    d.sized = child->sized && child->sized(&whole->config);
    return d;
}

static const char *find_emitted(const emission *e, const design *d)
{
    for (const emitted_child *c = e->children; c < e->children + e->child_count; c++)
        if (c->unit == d->unit && memcmp(&c->config, &d->config, sizeof d->config) == 0 && c->enc_stages == d->enc_stages &&
            c->dec_stages == d->dec_stages && c->sized == d->sized)
            return c->module;
    return NULL;
}

static void put_unit(emission *e, const design *d, const char *prefix, bool whole);

static bool has_instance(const wf_unit *unit, const char *tail, const char *key)
{
    const asset *template = asset_find(template_of(unit, tail));
    char *instance = format_new("`%s ", key);
    return template && memmem(template->data, template->len, instance, strlen(instance)) != NULL;
}

/* Does a template of this block have an instance of the module? */
static bool instantiates(const wf_unit *unit, const char *key)
{
    bool has = has_instance(unit, "", key) || has_instance(unit, "_slice", key);
    for (const wf_part *part = unit->parts; part && part->name && !has; part++)
        has = has_instance(unit, part_tail(part), key);
    return has;
}

/* Only the slice of a block: its parent has the memories itself. */
static bool is_slice_alone(const wf_unit *parent, const design *child, const char *name)
{
    return !child->codec && !parent->codec && instantiates(parent, macro_name(name, "_slice")) &&
           !instantiates(parent, macro_name(name, ""));
}

/* The place of a child in the parent's list of such children; -1: it has no such list, or the child is not in it. */
static int member_place(const design *whole, const char *child)
{
    for (int p = 0; whole->unit->params[p].name; p++)
        for (int place = 0; whole->unit->params[p].kind == WF_PARAM_LIST && wf_listed(whole->config.param[p], place) >= 0; place++) {
            text name = {0};
            design_value_text(&whole->unit->params[p], wf_listed(whole->config.param[p], place) + 1, &name);
            bool same = strcmp(name.data, child) == 0;
            if (same)
                return place;
        }
    return -1;
}

/* Adds what the parent's template may know of a child: under its name, and of a member of a list under MEMBER and its place, too. */
static void set_child_macros(const design *whole, const char *child, const design *d, const char *module, macro_table *macros)
{
    int place = member_place(whole, child);
    macros_set_child(macros, child, d, module);
    if (place >= 0) {
        char *name = format_new("member_%d", place);
        macros_set_child(macros, name, d, module);
    }
}

/* Emits the children of a unit that are in use, each with macros of its own, and equal children once. The names of their modules, their
 * parameters and their sizes are added to the parent's macros. */
static void put_children(emission *e, const design *whole, const char *prefix, macro_table *macros)
{
    for (int k = 0; whole->unit->children && whole->unit->children[k].name; k++) {
        const wf_child *child = &whole->unit->children[k];
        if (!wf_child_used(child, &whole->config)) {
            macros_set_no_child(macros, child->name);
            continue;
        }
        design d = child_design(whole, k);
        const char *module = find_emitted(e, &d);
        if (module == NULL) {
            module = format_new("%s_%s", prefix, child->name);
            e->children = grow_one(e->children, (size_t)e->child_count, sizeof *e->children);
            e->children[e->child_count++] = (emitted_child){d.unit, d.config, d.enc_stages, d.dec_stages, d.sized, (char *)module};
            put_unit(e, &d, module, !is_slice_alone(whole->unit, &d, child->name));
        }
        set_child_macros(whole, child->name, &d, module, macros);
    }
}

/* Writes the modules of a unit, those of its children first; with `whole` also that of a block with its memories. */
static void put_unit(emission *e, const design *d, const char *prefix, bool whole)
{
    macro_table *outer = e->macros;
    macro_table macros = {.count = 0};
    macros_set(d, prefix, &macros);
    put_children(e, d, prefix, &macros);
    e->macros = &macros;
    put_modules(e, d, prefix, whole);
    e->macros = outer;
}

/* The design has this cell, though no template instantiates it. */
static void want_cell(emission *e, const char *name)
{
    for (int c = 0; c < CELLS; c++)
        e->cell[c] |= strcmp(cell_names[c], name) == 0;
}

/* Writes the cells that the templates instantiate, and those that these instantiate. */
static void put_cells(emission *e)
{
    bool done[CELLS] = {false};
    for (int c = 0; c < CELLS;) {
        if (!e->cell[c] || done[c]) {
            c++;
            continue;
        }
        char *template = format_new("rtl_templates/cells/wf_%s.v", cell_names[c]);
        put_once(e, "rtl", cell_names[c], "rtl", template);
        done[c] = true;
        c = 0;
    }
}

void emit_rtl(emission *e)
{
    const design *d = e->design;
    char *module = format_new(d->codec ? "%s" : "%s_%s", d->name, d->unit->name);
    macro_table macros = {.count = 0};
    macros_set(d, module, &macros);
    e->macros = &macros;
    put_unit(e, d, module, true);
    if (d->codec) {
        put_once(e, "rtl", "encs", "rtl", "rtl_templates/cells/wf_encs.v");
        put_once(e, "rtl", "decs", "rtl",
                 d->dec_ports > d->decs ? "rtl_templates/cells/wf_decs_shared.v" : "rtl_templates/cells/wf_decs.v");
    }
    if (d->sizes.mask_bits > 0) {
        char *merging = format_new("rtl_templates/%s/%s_move.v", d->unit->name, d->unit->name);
        put_once(e, "rtl", "move", "rtl", design_merges(d) ? merging : "rtl_templates/cells/move.v");
    }
    if (d->inflight)
        want_cell(e, "inflight");
    if (d->wrapper) {
        put_once(e, "rtl", "enc_stream", "rtl", "rtl_templates/cells/wf_enc_stream.v");
        put_once(e, "rtl", "dec_stream", "rtl", "rtl_templates/cells/wf_dec_stream.v");
    }
    put_cells(e);
}
