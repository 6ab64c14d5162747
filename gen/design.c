/* SPDX-License-Identifier: Apache-2.0
 *
 * Designs: the kinds of units and their options, the default design of a unit, and the check of a whole one, which is the last function that
 * changes it. Functions that begin with design_ are of design.h; where they stand is said in design_parts.h. */
#include "design_parts.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"

enum { DEFAULT_LANES = 32, DEFAULT_LINE = 128 };

/* clang-format off */
#define OPTION(name, help, member, min, max, initial) {name, help, offsetof(design, member), min, max, initial}
#define STAGES(max) \
    OPTION("enc-stages", "register ranks of the encoder; the last at its outputs, unless enc-cuts says otherwise", enc_stages, 0, max, DESIGN_DERIVED), \
    OPTION("dec-stages", "register ranks of the decoder; the last at its outputs, unless dec-cuts says otherwise", dec_stages, 0, max, DESIGN_DERIVED)
#define EARLY_TAG OPTION("early-tag", "1: the decoder's tag arrives a cycle before the payload", early_tag, 0, 1, 0)
#define EARLY_MASK OPTION("early-mask", "1: the encoder's mask arrives a cycle before the block", early_mask, 0, 1, 0)
#define INFLIGHT OPTION("inflight", "1: the table of registers that have a write under way too", inflight, 0, 1, 0)
#define ALL_CODECS \
    OPTION("isolate", "1: gates hold the operands while the unit is idle; in some codecs also while a block stays raw", isolate, 0, 1, 0), \
    OPTION("user", "width of the side channel in bits", user_bits, 1, 64, 16), \
    OPTION("encs", "encoders in the array", encs, 1, 32, DESIGN_DERIVED), \
    OPTION("decs", "decoders in the array", decs, 1, 32, DESIGN_DERIVED), \
    OPTION("dec-ports", "requesters that the decoders serve", dec_ports, 1, 64, DESIGN_DERIVED), \
    OPTION("stall", "1: units and arrays have ready_i, which holds their ranks", stall, 0, 1, 0), \
    OPTION("wrapper", "1: valid/ready wrappers around the units too", wrapper, 0, 1, 0)
#define RANKS(min, initial) OPTION("stages", "register ranks, at the outputs", stages, min, 1, initial)
/* clang-format on */
enum { REGISTER_CODECS, LINE_CODECS, BLOCKS, STEPPED_BLOCKS };
const design_kind design_kinds[DESIGN_KINDS] = {
    [REGISTER_CODECS] = {"codec of warp registers", {STAGES(REGISTER_STAGES), EARLY_TAG, EARLY_MASK, INFLIGHT, ALL_CODECS}},
    [LINE_CODECS] = {"codec of cache lines", {STAGES(WF_MAX_STAGES), ALL_CODECS}},
    [BLOCKS] = {"block", {RANKS(0, 0)}},
    [STEPPED_BLOCKS] = {"block with state", {RANKS(1, 1)}},
};

const design_kind *design_kind_of(const wf_unit *unit)
{
    if (unit->codec)
        return &design_kinds[unit->line ? LINE_CODECS : REGISTER_CODECS];
    return &design_kinds[unit->stepped ? STEPPED_BLOCKS : BLOCKS];
}

int *design_option_place(design *d, const design_option *o)
{
    return (int *)((char *)d + o->offset);
}

void design_init(design *d, const wf_unit *unit, int width)
{
    *d = (design){.unit = unit, .codec = unit->codec, .config = wf_open_config(unit, width)};
    for (const design_option *o = design_kind_of(unit)->options; o->name; o++)
        *design_option_place(d, o) = o->initial;
}

void design_init_named(design *d, const char *name, const char *where)
{
    const wf_unit *unit = wf_find_unit(name);
    if (unit) {
        design_init(d, unit, wf_takes_lanes(unit) ? DEFAULT_LANES : DEFAULT_LINE);
        return;
    }
    text names = {0};
    for (size_t i = 0; i < wf_unit_count(); i++)
        text_printf(&names, "%s%s", i ? ", " : "", wf_unit_at(i)->name);
    die_usage("%s: no unit \"%s\"; there are %s", where, name, names.data);
}

void design_need_codec(const design *d, const char *what)
{
    if (d->codec == NULL)
        die_usage("%s needs a codec, and %s is none; `warpfold list` shows the codecs", what, d->unit->name);
}

/* Where a child refuses what the user can set of it: "its CHILD (--CHILD.PARAMETER): "; else "". */
static char *child_at_fault(const wf_unit *unit, const wf_config *config)
{
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        const wf_unit *own = child->unit;
        wf_config c = wf_child_config(unit, config, k);
        text settable = {0};
        design_list_params(own, child, &settable);
        bool any = settable.len > 0 && wf_child_used(child, config);
        if (any && !wf_params_error(own, &c, NULL) && wf_config_error(own, &c, NULL))
            return format_new("its %s (--%s.PARAMETER): ", child->name, child->name);
    }
    return format_new("%s", "");
}

const char *design_early(const design *d, bool enc)
{
    return enc && d->early_mask ? "mask" : !enc && d->early_tag ? "tag" : NULL;
}

bool design_merges(const design *d)
{
    return d->codec && d->codec->merge && d->early_tag;
}

/* "NAME32", "NAME128"; of a unit with both widths "NAME32x128". */
static void put_name(design *d)
{
    int n = snprintf(d->name, sizeof d->name, "%s%d", d->unit->name, design_width(d));
    if (d->unit->line && wf_takes_lanes(d->unit))
        snprintf(d->name + n, sizeof d->name - (size_t)n, "x%d", d->config.line_bytes);
}

char *design_fault(design *d)
{
    char why[WF_WHY];
    wf_derive(d->unit, &d->config);
    if (wf_config_error(d->unit, &d->config, why)) {
        text width = {0};
        design_width_text(d, &width);
        char *child = child_at_fault(d->unit, &d->config), *fault = format_new("%s, %s: %s%s", d->unit->name, width.data, child, why);
        return fault;
    }
    if (wf_system_error(d->unit, &d->config, why))
        return format_new("%s", why);
    if (d->codec)
        d->codec->sizes(&d->config, &d->sizes, NULL);
    else
        d->unit->streams(&d->config, &d->streams, NULL);
    if (d->name[0] == '\0')
        put_name(d);
    if (d->codec == NULL)
        return NULL;
    if (d->encs == DESIGN_DERIVED)
        d->encs = d->codec->encs;
    if (d->decs == DESIGN_DERIVED)
        d->decs = d->codec->decs;
    if (d->dec_ports == DESIGN_DERIVED)
        d->dec_ports = d->decs;
    if (d->dec_ports < d->decs)
        return format_new("%d decoders for %d requesters: dec-ports must be at least decs", d->decs, d->dec_ports);
    char *fault = design_decide_cuts(d, true);
    if (!fault)
        fault = design_decide_cuts(d, false);
    if (fault)
        return fault;
    if (d->wrapper && !(design_registered(d, true) && design_registered(d, false)))
        return format_new("the valid/ready wrapper needs the last cut of enc-cuts and dec-cuts on, or none of them");
    if (d->sizes.interval_dec > 1 && d->dec_ports > d->decs)
        return format_new("decoders that iterate are not arbitrated: dec-ports must equal decs");
    if (d->early_tag && d->dec_stages == 0)
        return format_new("early-tag needs a clocked decoder: dec-stages 1 to %d, or dec-cuts that are not none", REGISTER_STAGES);
    if (d->early_tag && d->dec_ports > d->decs)
        return format_new("early-tag and arbitration exclude each other: dec-ports must equal decs");
    if (d->early_tag && (d->stall || d->wrapper))
        return format_new("early-tag and %s exclude each other: leave one out", d->stall ? "stall" : "the valid/ready wrapper");
    if (d->early_mask && d->enc_stages == 0)
        return format_new("early-mask needs a clocked encoder: enc-stages 1 to %d, or enc-cuts that are not none", REGISTER_STAGES);
    if (d->early_mask && (d->stall || d->wrapper))
        return format_new("early-mask and %s exclude each other: leave one out", d->stall ? "stall" : "the valid/ready wrapper");
    return NULL;
}

void design_check(design *d)
{
    char *fault = design_fault(d);
    if (fault)
        die_usage("%s", fault);
}

int design_option_value(const design *d, const design_option *o)
{
    return *(const int *)((const char *)d + o->offset);
}

void design_each_option(const design *d, design_option_visit *visit, void *user)
{
    for (const design_option *o = design_kind_of(d->unit)->options; o->name; o++) {
        char *value = format_new("%d", design_option_value(d, o));
        visit(user, o->name, value, o->help);
    }
    if (d->codec) {
        design_visit_cuts(d, true, visit, user);
        design_visit_cuts(d, false, visit, user);
    }
}

const char *design_width_key(const design *d)
{
    return wf_takes_lanes(d->unit) ? "lanes" : "line";
}

int design_width(const design *d)
{
    return wf_takes_lanes(d->unit) ? d->config.lanes : d->config.line_bytes;
}

int design_word_bits(const design *d)
{
    return d->unit->line ? 32 : d->sizes.block_bits / d->config.lanes;
}

bool design_units_equal(const wf_sizes *s)
{
    bool equal = true;
    for (int u = 1; u < s->units; u++)
        equal &= s->unit_bits[u] == s->unit_bits[0];
    return equal;
}

bool design_has_ready(const design *d, bool enc)
{
    if (d->codec == NULL)
        return false;
    return enc ? d->codec->enc_iterates || d->sizes.interval_enc > 1 : d->codec->dec_iterates || d->sizes.interval_dec > 1;
}

int design_latency(const design *d, bool enc)
{
    int interval = enc ? d->sizes.interval_enc : d->sizes.interval_dec, ranks = enc ? d->enc_stages : d->dec_stages;
    return ranks + (interval > 1 ? interval : 0);
}

int design_inflight_entries(const design *d)
{
    return design_latency(d, true) + 2;
}

bool design_named(const design *d)
{
    return d->codec == NULL && *d->streams.stream[0].name;
}

int design_slices(const design *d)
{
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, "slice") == 0)
            return d->config.lanes / d->config.param[p];
    return 1;
}

char *design_count_reset(const design *d)
{
    return format_new("%s_COUNT_RESET", d->name);
}

bool design_has_memories(const design *d)
{
    return d->unit->memories != NULL;
}
