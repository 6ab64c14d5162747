/* SPDX-License-Identifier: Apache-2.0
 *
 * macros.c - the macros that a template may use, from a design: parameters, sizes, children, names of modules, parts, cuts. One function
 * sets one kind; docs/adding.md, "Templates", has the list. */
#include "macros.h"

#include <ctype.h>
#include <string.h>

const char *const cell_names[CELLS] = {"cut",   "rank",  "ram",      "spill",   "fifo",  "arb",    "pick",   "first",   "fold",   "mux",
                                       "shift", "carry", "inflight", "early",   "age",   "oldest", "count",  "results", "result", "hold",
                                       "gated", "place", "same",     "release", "delay", "offer",  "accept", "plru"};

char *macro_name(const char *name, const char *tail)
{
    char *key = format_new("WF_%s%s", name, tail);
    for (char *c = key; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return key;
}

/* Adds a set as a number of so many binary digits. */
static void put_set(unsigned members, int bits, text *out)
{
    text_printf(out, "%d'b", bits);
    for (int b = bits - 1; b >= 0; b--)
        text_puts(out, members >> b & 1 ? "1" : "0");
}

/* Sets the macro of a parameter: of a list its length. A set has the bits that its default needs, and those that it needs itself: a value that a unit took later
 * changes nothing in the designs without it. */
static void set_param_macro(macro_table *m, const char *key, const wf_param *param, int v)
{
    int places = 0;
    while (param->kind == WF_PARAM_LIST && wf_listed(v, places) >= 0)
        places++;
    if (param->kind != WF_PARAM_SET) {
        macro_set(m, key, "%d", param->kind == WF_PARAM_LIST ? places : v);
        return;
    }
    int bits = 1;
    while ((param->initial | v) >> bits)
        bits++;
    text value = {0};
    put_set((unsigned)v, bits, &value);
    macro_set(m, key, "%s", value.data);
}

/* Sets a flag for each value of a choice: WF_WITH_BASE_FIRSTNZ is defined where `base` is `firstnz`. `of`: "", or the child that has it:
 * WF_WITH_CHILD_PARAM_VALUE. */
static void set_choice_flags(macro_table *m, const char *of, const wf_param *param, int v)
{
    const char *value = param->kind == WF_PARAM_CHOICE ? param->values : NULL;
    for (int i = 0; value && *value; i++) {
        size_t n = strcspn(value, "|");
        char *tail = format_new("%s%s_%.*s", of, param->name, (int)n, value);
        for (char *c = tail; *c; c++)
            *c = isalnum((unsigned char)*c) ? *c : '_';
        char *key = macro_name("WITH_", tail);
        macro_set_flag(m, key, i == v);
        value += n + (value[n] == '|');
    }
}

/* Sets a flag for a number that can be 0: WF_WITH_PARAM is defined where it is not. */
static void set_number_flag(macro_table *m, const wf_param *param, int v)
{
    if (param->kind == WF_PARAM_INT && starts_with(param->values, "0"))
        macro_set_flag(m, macro_name("WITH_", param->macro + strlen("WF_")), v != 0);
}

/* Sets the macros of a codec's sizes: WF_TAG_BITS, or WF_CHILD_TAG_BITS for a child. `name` is empty or "CHILD_". */
static void set_sizes(macro_table *m, const char *name, const wf_sizes *s)
{
    const struct {
        const char *tail;
        int value;
    } sizes[] = {
        {"BLOCK_BITS", s->block_bits},     {"MASK_BITS", s->mask_bits},       {"TAG_BITS", s->tag_bits}, {"CODE_BITS", s->code_bits},
        {"RAW_BIT", s->raw_bit},           {"PAYLOAD_BITS", s->payload_bits}, {"UNITS", s->units},       {"WEN_BITS", s->wen_bits},
        {"ENC_INTERVAL", s->interval_enc}, {"DEC_INTERVAL", s->interval_dec},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *key = macro_name(name, sizes[i].tail);
        macro_set(m, key, "%d", sizes[i].value);
    }
}

/* Sets what the template of a unit may know of a child: its parameters (WF_CHILD_PARAM is the WF_PARAM of a child) and its
 * sizes. */
static void set_child_params(macro_table *m, const char *child, const design *d)
{
    char *name = format_new("%s_", child);
    for (int p = 0; d->unit->params[p].name; p++) {
        char *key = macro_name(name, d->unit->params[p].macro + strlen("WF_"));
        set_param_macro(m, key, &d->unit->params[p], d->config.param[p]);
        set_choice_flags(m, name, &d->unit->params[p], d->config.param[p]);
    }
    if (d->codec)
        set_sizes(m, name, &d->sizes);
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
}

/* Sets the macros of module names: WF_NAME for a unit that is not a codec, WF_NAME_SLICE for the slice that synthesis measures,
 * and WF_CHILD_ENC and WF_CHILD_DEC for a codec that is a child. */
static void set_modules(macro_table *m, const wf_unit *unit, const char *name, const char *module)
{
    set_module(m, name, unit->codec ? "_enc" : "", module);
    set_module(m, name, unit->codec ? "_dec" : "_slice", module);
}

char *part_tail(const wf_part *part)
{
    return format_new("%s%s_%s", part->module ? "_" : "", part->module ? part->module : "", part->name);
}

/* Sets the macros of parts: WF_ENC_FIFO, or WF_NAME_PART of the whole unit. A part that is not in use has no value, so that `ifdef tells, unless
 * it is listed again with other conditions that hold. */
static void set_parts(macro_table *m, const design *d, const char *prefix)
{
    for (int used = 1; used >= 0; used--)
        for (const wf_part *part = d->unit->parts; part && part->name; part++) {
            char *tail = part_tail(part);
            char *key = part->module ? macro_name(tail + 1, "") : macro_name(d->unit->name, tail);
            if (used && wf_part_used(part, &d->config))
                macro_set(m, key, "%s%s", prefix, tail);
            else if (!used && !macro_is_set(m, key))
                macro_set_flag(m, key, false);
        }
}

/* Sets the macros of the cuts of the encoder or the decoder: which are on, and the names of all. */
static void set_cuts(macro_table *m, const design *d, bool enc)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    char *names = format_new("%s", cuts ? cuts->names : "");
    for (char *c = names; *c; c++)
        *c = *c == '|' ? ' ' : *c;
    int bits = 1;
    for (const char *c = names; *c; c++)
        bits += *c == ' ';
    text on = {0};
    put_set(design_cuts_on(d, enc), bits, &on);
    macro_set(m, enc ? "WF_ENC_CUTS" : "WF_DEC_CUTS", "%s", on.data);
    macro_set(m, enc ? "WF_ENC_CUT_NAMES" : "WF_DEC_CUT_NAMES", "%s", names);
}

/* Sets the macro of a module that a design has once: WF_RANK for NAME_rank. */
static void set_module_macro(macro_table *m, const design *d, const char *module)
{
    char *key = macro_name(module, "");
    macro_set(m, key, "%s_%s", d->name, module);
}

void macros_set(const design *d, const char *prefix, macro_table *m)
{
    static const char *const modules[] = {"encs", "decs", "move", "enc_stream", "dec_stream"};
    const wf_sizes *s = &d->sizes;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        set_module_macro(m, d, modules[i]);
    for (int c = 0; c < CELLS; c++)
        set_module_macro(m, d, cell_names[c]);
    macro_set(m, "WF_ENC", "%s_enc", prefix);
    macro_set(m, "WF_DEC", "%s_dec", prefix);
    if (d->unit->line)
        macro_set(m, "WF_LINE", "%d", d->config.line_bytes);
    if (wf_takes_lanes(d->unit))
        macro_set(m, "WF_LANES", "%d", d->config.lanes);
    for (int p = 0; d->unit->params[p].name; p++) {
        set_param_macro(m, d->unit->params[p].macro, &d->unit->params[p], d->config.param[p]);
        set_choice_flags(m, "", &d->unit->params[p], d->config.param[p]);
        set_number_flag(m, &d->unit->params[p], d->config.param[p]);
    }
    if (!d->codec)
        set_modules(m, d->unit, d->unit->name, prefix);
    set_parts(m, d, prefix);
    macro_set(m, "WF_COUNT_RESET", "%s", design_count_reset(d));
    macro_set(m, "WF_RAM_GOES_ON", "%s_RAM_GOES_ON", d->name);
    macro_set(m, "WF_STAGES", "%d", d->stages);
    macro_set(m, "WF_ISOLATE", "%d", d->isolate);
    macro_set(m, "WF_ENC_STAGES", "%d", d->enc_stages);
    macro_set(m, "WF_DEC_STAGES", "%d", d->dec_stages);
    set_cuts(m, d, true);
    set_cuts(m, d, false);
    macro_set(m, "WF_EARLY_TAG", "%d", d->early_tag);
    macro_set(m, "WF_EARLY_MASK", "%d", d->early_mask);
    macro_set(m, "WF_USER_BITS", "%d", d->user_bits);
    set_sizes(m, "", s);
    macro_set(m, "WF_ENCS_COUNT", "%d", d->codec == NULL ? 1 : d->encs);
    macro_set(m, "WF_DECS_COUNT", "%d", d->codec == NULL ? 1 : d->decs);
    macro_set(m, "WF_DEC_PORTS", "%d", d->codec == NULL ? 1 : d->dec_ports);
    macro_set_flag(m, "WF_WITH_MASK", takes_mask(d));
    macro_set_flag(m, "WF_WITH_HEAD", s->head_bits > 0);
    bool flow = d->stall || d->wrapper, enc = design_has_ready(d, true), dec = design_has_ready(d, false);
    macro_set(m, "WF_FLOW", "%d", d->stall ? 1 : 0); /* that of the wrappers' units is 2 */
    macro_set_flag(m, "WF_WITH_FLOW", flow);
    macro_set_flag(m, "WF_WITH_STALL", d->stall);
    macro_set_flag(m, "WF_WITH_ENC_READY", flow || enc);
    macro_set_flag(m, "WF_WITH_DEC_READY", flow || dec);
    macro_set_flag(m, "WF_WITH_ENCS_READY", d->stall || enc);
    macro_set_flag(m, "WF_WITH_DECS_READY", d->stall || dec);
    macro_set_flag(m, "WF_WITH_ENC_INTERVAL", s->interval_enc > 1);
    macro_set_flag(m, "WF_WITH_DEC_INTERVAL", s->interval_dec > 1);
    macro_set_flag(m, "WF_WITH_SIZE", d->sized);
    macro_set_flag(m, "WF_WITH_SHARED_DECS", d->dec_ports > d->decs);
}

/* Sets the flag WF_WITH_CHILD_TAIL. */
static void set_child_flag(macro_table *m, const char *child, const char *tail, bool defined)
{
    char *name = format_new("%s_%s", child, tail), *key = macro_name("WITH_", name);
    macro_set_flag(m, key, defined);
}

/* What is always the same of a codec that is a child, and which ports it has. */
static void set_child_codec(macro_table *m, const char *child, const design *d)
{
    bool flow = d->stall || d->wrapper;
    char *name = macro_name(child, "_name"), *delay = macro_name(child, "_dec_delay");
    macro_set(m, name, "%s", d->unit->name);
    macro_set(m, delay, "%d", d->codec->dec_delay);
    set_child_flag(m, child, "enc_ready", flow || design_has_ready(d, true));
    set_child_flag(m, child, "dec_ready", flow || design_has_ready(d, false));
}

void macros_set_child(macro_table *m, const char *name, const design *d, const char *module)
{
    set_modules(m, d->unit, name, module);
    set_child_params(m, name, d);
    set_child_flag(m, name, "size", d->sized);
    if (d->codec)
        set_child_codec(m, name, d);
}

void macros_set_no_child(macro_table *m, const char *name)
{
    static const char *const tails[] = {"", "_enc", "_dec"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        char *key = macro_name(name, tails[i]);
        macro_set_flag(m, key, false);
    }
    set_child_flag(m, name, "size", false);
}
