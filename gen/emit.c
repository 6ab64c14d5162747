/* SPDX-License-Identifier: Apache-2.0 */
#include "emit.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "layout.h"
#include "manifest.h"
#include "template.h"

static bool shared(const design *d)
{
    return d->dec_ports > d->decs;
}

/* "WF_" NAME TAIL in capitals, malloc'd. */
static char *macro_name(const char *name, const char *tail)
{
    char *key = format_new("WF_%s%s", name, tail);
    for (char *c = key; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return key;
}

/* Sets the macro of a parameter. */
static void set_param_macro(macro_table *m, const char *key, const wf_param *param, int v)
{
    if (param->kind != WF_PARAM_SET) {
        macro_set(m, key, "%d", v);
        return;
    }
    int bits = 1;
    for (const char *c = param->values; *c; c++)
        bits += *c == '|';
    text value = {0};
    text_printf(&value, "%d'b", bits);
    for (int b = bits - 1; b >= 0; b--)
        text_printf(&value, "%d", v >> b & 1);
    macro_set(m, key, "%s", value.data);
    text_free(&value);
}

/* Sets the macros of a codec's sizes: WF_TAG_BITS, or WF_FPC_TAG_BITS for the child `fpc`. `name` is empty or "FPC_". */
static void set_sizes(macro_table *m, const char *name, const wf_sizes *s)
{
    const struct {
        const char *tail;
        int value;
    } sizes[] = {
        {"BLOCK_BITS", s->block_bits}, {"MASK_BITS", s->mask_bits},       {"TAG_BITS", s->tag_bits}, {"CODE_BITS", s->code_bits},
        {"RAW_BIT", s->raw_bit},       {"PAYLOAD_BITS", s->payload_bits}, {"UNITS", s->units},       {"WEN_BITS", s->wen_bits},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *key = macro_name(name, sizes[i].tail);
        macro_set(m, key, "%d", sizes[i].value);
        free(key);
    }
}

/* Sets what the template of a unit may know of a child: its parameters (WF_FPC_SEGMENTS is the WF_SEGMENTS of the child `fpc`) and its
 * sizes. */
static void set_child_macros(macro_table *m, const wf_child *child, const design *d)
{
    char *name = format_new("%s_", child->name);
    for (int p = 0; d->unit->params[p].name; p++) {
        char *key = macro_name(name, d->unit->params[p].macro + strlen("WF_"));
        set_param_macro(m, key, &d->unit->params[p], d->config.param[p]);
        free(key);
    }
    if (d->codec)
        set_sizes(m, name, &d->sizes);
    free(name);
}

/* A codec with active masks, or another unit in a configuration that has the port. */
static bool takes_mask(const design *d)
{
    for (int s = 0; s < d->streams.count; s++)
        for (int i = 0; i < d->streams.stream[s].count; i++)
            if (strcmp(d->streams.stream[s].field[i].name, "mask") == 0)
                return true;
    return d->sizes.mask_bits > 0;
}

static void set_module(macro_table *m, const char *name, const char *tail, const char *module)
{
    char *key = macro_name(name, tail);
    macro_set(m, key, "%s%s", module, tail);
    free(key);
}

/* Sets the macros of module names: WF_CROSSBAR for a unit that is not a codec, WF_CROSSBAR_SLICE for the slice that synthesis measures,
 * and WF_FPC_ENC and WF_FPC_DEC for a codec that is a child. */
static void set_modules(macro_table *m, const wf_unit *unit, const char *name, const char *module)
{
    set_module(m, name, unit->codec ? "_enc" : "", module);
    set_module(m, name, unit->codec ? "_dec" : "_slice", module);
}

/* What follows the name of a unit's modules in the name of a part: "_enc_fifo" of a codec, "_any" of a block; malloc'd. */
static char *part_tail(const wf_part *part)
{
    return format_new("%s%s_%s", part->module ? "_" : "", part->module ? part->module : "", part->name);
}

/* Sets the macros of parts: WF_ENC_FIFO of a codec, WF_EXPAND_ANY of a block. A part that is not in use has no value, so that `ifdef tells. */
static void set_parts(macro_table *m, const design *d, const char *prefix)
{
    for (const wf_part *part = d->unit->parts; part && part->name; part++) {
        char *tail = part_tail(part);
        char *key = part->module ? macro_name(tail + 1, "") : macro_name(d->unit->name, tail);
        if (wf_part_used(part, &d->config))
            macro_set(m, key, "%s%s", prefix, tail);
        else
            macro_set_flag(m, key, false);
        free(key);
        free(tail);
    }
}

/* What units and systems share, rtl_templates/cells/wf_NAME.v, and a template may instantiate by the macro WF_NAME. */
enum { CELLS = 12 };
static const char *const cells[CELLS] = {"cut", "rank", "ram", "spill", "fifo", "arb", "pick", "first", "fold", "mux", "shift", "inflight"};

/* Sets the macro of a module that a design has once: WF_RANK for NAME_rank. */
static void set_module_macro(macro_table *m, const design *d, const char *module)
{
    char *key = macro_name(module, "");
    macro_set(m, key, "%s_%s", d->name, module);
    free(key);
}

/* Sets all macros that the templates of a design may use. Its modules are PREFIX_enc and PREFIX_dec, or PREFIX. */
static void set_macros(const design *d, const char *prefix, macro_table *m)
{
    static const char *const modules[] = {"encs", "decs", "move", "enc_stream", "dec_stream"};
    const wf_sizes *s = &d->sizes;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        set_module_macro(m, d, modules[i]);
    for (int c = 0; c < CELLS; c++)
        set_module_macro(m, d, cells[c]);
    macro_set(m, "WF_ENC", "%s_enc", prefix);
    macro_set(m, "WF_DEC", "%s_dec", prefix);
    if (d->unit->line)
        macro_set(m, "WF_LINE", "%d", d->config.line_bytes);
    else
        macro_set(m, "WF_LANES", "%d", d->config.lanes);
    for (int p = 0; d->unit->params[p].name; p++)
        set_param_macro(m, d->unit->params[p].macro, &d->unit->params[p], d->config.param[p]);
    if (!d->codec)
        set_modules(m, d->unit, d->unit->name, prefix);
    set_parts(m, d, prefix);
    macro_set(m, "WF_STAGES", "%d", d->stages);
    macro_set(m, "WF_ISOLATE", "%d", d->isolate);
    macro_set(m, "WF_ENC_STAGES", "%d", d->enc_stages);
    macro_set(m, "WF_DEC_STAGES", "%d", d->dec_stages);
    macro_set(m, "WF_EARLY_TAG", "%d", d->early_tag);
    macro_set(m, "WF_USER_BITS", "%d", d->user_bits);
    set_sizes(m, "", s);
    macro_set(m, "WF_ENCS_COUNT", "%d", d->codec == NULL ? 1 : d->encs);
    macro_set(m, "WF_DECS_COUNT", "%d", d->codec == NULL ? 1 : d->decs);
    macro_set(m, "WF_DEC_PORTS", "%d", d->codec == NULL ? 1 : d->dec_ports);
    macro_set_flag(m, "WF_WITH_MASK", takes_mask(d));
    bool flow = d->stall || d->wrapper, enc = d->codec && d->codec->enc_iterates, dec = d->codec && d->codec->dec_iterates;
    macro_set(m, "WF_FLOW", "%d", d->stall ? 1 : 0); /* that of the wrappers' units is 2 */
    macro_set_flag(m, "WF_WITH_FLOW", flow);
    macro_set_flag(m, "WF_WITH_STALL", d->stall);
    macro_set_flag(m, "WF_WITH_ENC_READY", flow || enc);
    macro_set_flag(m, "WF_WITH_DEC_READY", flow || dec);
    macro_set_flag(m, "WF_WITH_ENCS_READY", d->stall || enc);
    macro_set_flag(m, "WF_WITH_DECS_READY", d->stall || dec);
    macro_set_flag(m, "WF_WITH_SHARED_DECS", shared(d));
}

/* A child that was emitted, and the name of its modules. */
typedef struct {
    const wf_unit *unit;
    wf_config config;
    int enc_stages, dec_stages;
    char *module;
} emitted_child;

/* The folder being filled. */
typedef struct {
    const design *design;
    macro_table *macros;
    const char *dir;
    file_list files;
    bool cell[CELLS]; /* some template instantiates it */
    emitted_child *children;
    int child_count;
} emission;

static void put(emission *e, const char *path, const char *kind, const text *content)
{
    char *full = path_join(e->dir, path);
    dir_make_for(full);
    file_write(full, content->data, content->len);
    free(full);
    file_list_add(&e->files, path, kind, content->data, content->len);
}

/* Writes a template to DIR/folder/MODULE.v. */
static void put_template(emission *e, const char *folder, const char *module, const char *kind, const char *template)
{
    const asset *source = asset_find(template);
    if (source == NULL)
        die("%s is not built into this program, but a unit has it", template);
    text out = {0}, command = {0};
    design_command(e->design, &command);
    text_printf(&out, "// Generated by warpfold %s; this command makes the file again:\n// %s\n", WF_VERSION, command.data);
    template_expand(source, e->macros, &out);
    for (int c = 0; c < CELLS; c++) {
        char *key = macro_name(cells[c], "");
        e->cell[c] |= macro_is_used(e->macros, key);
        free(key);
    }
    char *path = format_new("%s/%s.v", folder, module);
    put(e, path, kind, &out);
    free(path);
    text_free(&out);
    text_free(&command);
}

/* Writes a template that a design has once, as NAME_suffix. */
static void put_part(emission *e, const char *folder, const char *suffix, const char *kind, const char *template)
{
    char *module = format_new("%s_%s", e->design->name, suffix);
    put_template(e, folder, module, kind, template);
    free(module);
}

/* Writes rtl_templates/UNIT TAIL.v as the module MODULE TAIL, if there is such a template. */
static void put_module(emission *e, const wf_unit *unit, const char *module, const char *tail, bool needed)
{
    char *template = format_new("rtl_templates/%s%s.v", unit->name, tail), *name = format_new("%s%s", module, tail);
    if (needed || asset_find(template))
        put_template(e, "rtl", name, "rtl", template);
    free(template);
    free(name);
}

/* Writes the parts in use, of a codec's encoder ("enc") or decoder ("dec"), or of a unit that is no codec (""). */
static void put_parts(emission *e, const design *d, const char *module, const char *of)
{
    for (const wf_part *part = d->unit->parts; part && part->name; part++)
        if (strcmp(part->module ? part->module : "", of) == 0 && wf_part_used(part, &d->config)) {
            char *tail = part_tail(part);
            put_module(e, d->unit, module, tail, true);
            free(tail);
        }
}

static void put_modules(emission *e, const design *d, const char *module)
{
    const wf_unit *unit = d->unit;
    put_module(e, unit, module, unit->codec ? "_enc" : "", true);
    put_parts(e, d, module, unit->codec ? "enc" : "");
    put_module(e, unit, module, unit->codec ? "_dec" : "_slice", unit->codec != NULL);
    if (unit->codec)
        put_parts(e, d, module, "dec");
}

/* The design of a child. It has one rank less than its parent, because the parent's outputs are the last rank. */
static design child_design(const design *whole, int k)
{
    design d = *whole;
    d.unit = whole->unit->children[k].unit;
    d.codec = d.unit->codec;
    d.config = wf_child_config(whole->unit, &whole->config, k);
    d.enc_stages = whole->enc_stages > 1 ? whole->enc_stages - 1 : 0;
    d.dec_stages = whole->dec_stages > 1 ? whole->dec_stages - 1 : 0;
    d.sizes = (wf_sizes){.block_bits = 0};
    d.streams = (wf_streams){.count = 0};
    if (d.codec)
        d.codec->sizes(&d.config, &d.sizes, NULL);
    else
        d.unit->streams(&d.config, &d.streams, NULL);
    return d;
}

static const char *find_emitted(const emission *e, const design *d)
{
    for (const emitted_child *c = e->children; c < e->children + e->child_count; c++)
        if (c->unit == d->unit && memcmp(&c->config, &d->config, sizeof d->config) == 0 && c->enc_stages == d->enc_stages &&
            c->dec_stages == d->dec_stages)
            return c->module;
    return NULL;
}

static void put_unit(emission *e, const design *d, const char *prefix);

/* Emits the children of a unit, each with macros of its own, and equal children once. The names of their modules, their parameters and
 * their sizes are added to the parent's macros. */
static void put_children(emission *e, const design *whole, const char *prefix, macro_table *macros)
{
    for (int k = 0; whole->unit->children && whole->unit->children[k].name; k++) {
        const wf_child *child = &whole->unit->children[k];
        design d = child_design(whole, k);
        const char *module = find_emitted(e, &d);
        if (module == NULL) {
            module = format_new("%s_%s", prefix, child->name);
            e->children = grow(e->children, (size_t)(e->child_count + 1) * sizeof *e->children);
            e->children[e->child_count++] = (emitted_child){d.unit, d.config, d.enc_stages, d.dec_stages, (char *)module};
            put_unit(e, &d, module);
        }
        set_modules(macros, d.unit, child->name, module);
        set_child_macros(macros, child, &d);
    }
}

/* Writes the modules of a unit, those of its children first. */
static void put_unit(emission *e, const design *d, const char *prefix)
{
    macro_table *outer = e->macros;
    macro_table macros = {.count = 0};
    set_macros(d, prefix, &macros);
    put_children(e, d, prefix, &macros);
    e->macros = &macros;
    put_modules(e, d, prefix);
    e->macros = outer;
    macro_free(&macros);
}

/* The instances of a bench. */
static void add_instances(const design *d, const bench_layout *l, text *out)
{
    const asset *source = asset_find("sim/bench_module.v");
    for (int k = 0; k < l->count; k++) {
        macro_table m = {.count = 0};
        text ports = {0};
        bench_ports_text(l, k, &ports);
        macro_set(&m, "WF_BENCH_MODULE", "%s_%s", d->name, l->module[k].instance);
        macro_set(&m, "WF_BENCH_INSTANCE", "%s", l->module[k].instance);
        macro_set(&m, "WF_BENCH_PORTS", "%s", ports.data);
        template_expand(source, &m, out);
        text_free(&ports);
        macro_free(&m);
    }
}

/* Writes tb/NAME_bench.v and the file that replays cycles on it, or those of the arrays or of the wrappers. */
static void put_bench(emission *e, bench_kind kind)
{
    const design *d = e->design;
    macro_table *outer = e->macros;
    bench_layout l = bench_layout_of(d, kind);
    macro_table m = {.count = 0};
    text modules = {0}, pads = {0};
    char *replay = format_new("%s_replay", bench_name(kind));
    int pad_bits = bench_pads_text(&l, &pads);
    add_instances(d, &l, &modules);
    macro_set(&m, "WF_BENCH", "%s_%s", d->name, bench_name(kind));
    macro_set(&m, "WF_REPLAY", "%s_%s", d->name, replay);
    macro_set(&m, "WF_BENCH_IN_BITS", "%d", 32 * l.in_words);
    macro_set(&m, "WF_BENCH_OUT_BITS", "%d", 32 * l.out_words);
    macro_set(&m, "WF_BENCH_MODULES", "%.*s", (int)modules.len - 1, modules.data);
    macro_set_flag(&m, "WF_WITH_BENCH_PADS", pad_bits > 0);
    macro_set(&m, "WF_BENCH_PADS", "%s", pads.data ? pads.data : "");
    macro_set(&m, "WF_BENCH_PAD_BITS", "%d", pad_bits);
    e->macros = &m;
    put_part(e, "tb", bench_name(kind), "tb", "sim/bench.v");
    put_part(e, "tb", replay, "tb", "sim/bench_replay.v");
    e->macros = outer;
    macro_free(&m);
    text_free(&modules);
    text_free(&pads);
    free(replay);
}

/* Writes the cells that the templates instantiate, and those that these instantiate. */
static void put_cells(emission *e)
{
    const design *d = e->design;
    bool ranks = d->stages > 0 || (d->codec && (d->enc_stages > 0 || d->dec_stages > 0)), done[CELLS] = {false};
    for (int c = 0; c < CELLS;) {
        if (!e->cell[c] || done[c] || (strcmp(cells[c], "rank") == 0 && !ranks)) {
            c++;
            continue;
        }
        char *template = format_new("rtl_templates/cells/wf_%s.v", cells[c]);
        put_part(e, "rtl", cells[c], "rtl", template);
        free(template);
        done[c] = true;
        c = 0;
    }
}

static void put_verilog(emission *e)
{
    const design *d = e->design;
    char *module = format_new(d->codec ? "%s" : "%s_%s", d->name, d->unit->name);
    macro_table macros = {.count = 0};
    set_macros(d, module, &macros);
    e->macros = &macros;
    put_unit(e, d, module);
    if (d->codec) {
        put_part(e, "rtl", "encs", "rtl", "rtl_templates/cells/wf_encs.v");
        put_part(e, "rtl", "decs", "rtl", shared(d) ? "rtl_templates/cells/wf_decs_shared.v" : "rtl_templates/cells/wf_decs.v");
    }
    if (d->sizes.mask_bits > 0)
        put_part(e, "rtl", "move", "rtl", "rtl_templates/cells/move.v");
    if (d->wrapper) {
        put_part(e, "rtl", "enc_stream", "rtl", "rtl_templates/cells/wf_enc_stream.v");
        put_part(e, "rtl", "dec_stream", "rtl", "rtl_templates/cells/wf_dec_stream.v");
    }
    put_cells(e);
    for (int kind = 0; kind < BENCHES; kind++)
        if (bench_exists(d, (bench_kind)kind))
            put_bench(e, (bench_kind)kind);
    macro_free(&macros);
    free(module);
}

/* Writes rtl/NAME.f for `verilator -f` and `iverilog -c`. Paths begin at DIR/rtl. */
static void put_file_list(emission *e)
{
    text t = {0};
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, "rtl") == 0)
            text_printf(&t, "%s\n", path_base(e->files.items[i].path));
    char *path = format_new("rtl/%s.f", e->design->name);
    put(e, path, "list", &t);
    free(path);
    text_free(&t);
}

static void put_core(emission *e)
{
    const design *d = e->design;
    text t = {0};
    text_printf(&t, "CAPI=2:\nname: \"::%s:%s\"\ndescription: \"%s, ", d->name, WF_VERSION, d->unit->title);
    design_width_text(d, &t);
    text_puts(&t, "\"\nfilesets:\n  rtl:\n    files:\n");
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, "rtl") == 0)
            text_printf(&t, "      - %s\n", e->files.items[i].path);
    text_printf(&t, "    file_type: verilogSource\n  constraints:\n    files:\n      - syn/%s.sdc: {file_type: SDC}\n", d->name);
    char *top = format_new("%s_%s", d->name, d->codec ? "encs" : d->unit->name);
    text_puts(&t, "targets:\n  default: &default\n    filesets: [rtl]\n");
    if (d->codec)
        text_printf(&t, "    toplevel: [%s, %s_decs]\n", top, d->name);
    else
        text_printf(&t, "    toplevel: %s\n", top);
    text_printf(&t,
                "  lint:\n    <<: *default\n    default_tool: verilator\n    toplevel: %s\n"
                "    tools:\n      verilator:\n        mode: lint-only\n        verilator_options: [-Wall]\n",
                top);
    free(top);
    char *path = format_new("%s.core", d->name);
    put(e, path, "core", &t);
    free(path);
    text_free(&t);
}

/* Writes syn/NAME.sdc. The user sets the period. Inputs arrive at 0 and outputs are due at the clock edge. */
static void put_constraints(emission *e)
{
    text t = {0};
    text_puts(&t, "# Constraints of either unit. Set the period (ns) before sourcing: set wf_period 0.714\n"
                  "if {![info exists wf_period]} { set wf_period 1.0 }\n");
    text_puts(&t, "if {[llength [get_ports -quiet clk_i]] > 0} {\n"
                  "    create_clock -name clk -period $wf_period [get_ports clk_i]\n"
                  "    set_false_path -from [get_ports rst_ni]\n"
                  "} else {\n"
                  "    create_clock -name clk -period $wf_period\n"
                  "}\n"
                  "set_input_delay 0 -clock clk [all_inputs -no_clocks]\n"
                  "set_output_delay 0 -clock clk [all_outputs]\n");
    char *path = format_new("syn/%s.sdc", e->design->name);
    put(e, path, "sdc", &t);
    free(path);
    text_free(&t);
}

/* Does dir hold this very design already? Dies if it holds anything else. */
static bool held_already(const design *d, const char *dir)
{
    if (file_exists(dir))
        die_usage("%s is a file; give a folder that is new or empty", dir);
    if (!dir_exists(dir) || dir_empty(dir))
        return false;
    char *path = path_join(dir, "manifest.json");
    char *old = manifest_command(path);
    text now = {0};
    design_command(d, &now);
    if (old == NULL)
        die_usage("%s is not empty; give a folder that is new or empty", dir);
    if (strcmp(old, now.data) != 0)
        die_usage("%s holds another design (%s); give another folder, or remove it first", dir, old);
    free(path);
    free(old);
    text_free(&now);
    return true;
}

/* RTL that somebody edited is not reverted without a word. */
static void keep_edited(const char *dir, bool force)
{
    char *file = force ? NULL : manifest_edited(dir);
    if (file)
        die_usage("%s/%s is not what `warpfold gen` wrote and is not overwritten; --force writes it again", dir, file);
    free(file);
}

void emit_design(const design *d, const char *out, bool force)
{
    char *dir = format_new("%s", out);
    for (size_t n = strlen(dir); n > 1 && dir[n - 1] == '/'; n--)
        dir[n - 1] = '\0';
    bool again = held_already(d, dir);
    char *target = again ? format_new("%s", dir) : scratch_beside(dir);
    if (again) {
        dir_lock(dir);
        keep_edited(dir, force);
    }
    emission e = {.design = d, .dir = target};
    put_verilog(&e);
    put_file_list(&e);
    put_core(&e);
    put_constraints(&e);
    char *path = path_join(target, "manifest.json");
    manifest_write(d, &e.files, path);
    if (!again && rename(target, dir) != 0)
        die("cannot make %s: %s", dir, strerror(errno));
    if (!again)
        scratch_keep(target);
    dir_lock(dir);
    free(path);
    free(target);
    free(dir);
    file_list_free(&e.files);
    for (int i = 0; i < e.child_count; i++)
        free(e.children[i].module);
    free(e.children);
}
