/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

enum { DEFAULT_LANES = 32, DEFAULT_LINE = 128 };
enum { REGISTER_STAGES = 4 }; /* the most ranks of a codec of warp registers */

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

static int *member(design *d, const design_option *o)
{
    return (int *)((char *)d + o->offset);
}

void design_init(design *d, const wf_unit *unit, int width)
{
    char why[WF_WHY];
    if (wf_unit_error(unit, why))
        die_usage("%s", why);
    *d = (design){.unit = unit, .codec = unit->codec, .config = wf_default_config(unit, width)};
    for (const design_option *o = design_kind_of(unit)->options; o->name; o++)
        *member(d, o) = o->initial;
}

void design_init_named(design *d, const char *name, const char *where)
{
    const wf_unit *unit = wf_find_unit(name);
    if (unit) {
        design_init(d, unit, unit->line ? DEFAULT_LINE : DEFAULT_LANES);
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

/* Is `word` (length n) the i-th of "a|b|c"? Returns i, or -1. */
static int index_of(const char *values, const char *word, size_t n)
{
    for (int i = 0;; i++) {
        size_t len = strcspn(values, "|");
        if (len == n && memcmp(values, word, n) == 0)
            return i;
        if (values[len] == '\0')
            return -1;
        values += len + 1;
    }
}

/* Is value one of "a|b|c", or in the range "a..b"? */
static bool is_accepted(const char *values, const char *value)
{
    long long low, high, v;
    if (sscanf(values, "%lld..%lld", &low, &high) == 2)
        return parse_int(value, low, high, &v);
    return index_of(values, value, strlen(value)) >= 0;
}

/* The i-th of "a|b|c" to `out`. */
static void add_value(text *out, const char *values, int i)
{
    while (i-- > 0)
        values += strcspn(values, "|") + 1;
    text_add(out, values, strcspn(values, "|"));
}

/* Sets a parameter of a unit in its place in the configuration. Returns what is wrong, malloc'd, or NULL. */
static char *set_param(const wf_unit *unit, const wf_param *param, int *slot, const char *value, const char *where)
{
    if (param->kind != WF_PARAM_SET) {
        if (!is_accepted(param->values, value))
            return format_new("%s: %s for %s of %s: accepted is %s", where, *value ? value : "(nothing)", param->name, unit->name,
                              param->values);
        *slot = param->kind == WF_PARAM_CHOICE ? index_of(param->values, value, strlen(value)) : atoi(value);
        return NULL;
    }
    *slot = 0;
    for (const char *w = value; *value; w += strcspn(w, ",") + 1) {
        size_t n = strcspn(w, ",");
        int i = index_of(param->values, w, n);
        if (i < 0)
            return format_new("%s: \"%.*s\" is not one of the %s of %s: any of %s, separated by commas", where, (int)n, w, param->name,
                              unit->name, param->values);
        if (*slot >> i & 1)
            return format_new("%s: %.*s is given twice in the %s of %s", where, (int)n, w, param->name, unit->name);
        *slot |= 1 << i;
        if (w[n] == '\0')
            break;
    }
    if (*slot == 0)
        return format_new("%s: an empty set of %s: name at least one of %s", where, param->name, param->values);
    return NULL;
}

/* Does the parent set this parameter of its child? */
static bool is_bound(const wf_child *child, const char *name)
{
    return child->bound && index_of(child->bound, name, strlen(name)) >= 0;
}

static void list_params(const wf_unit *unit, const wf_child *child, text *out)
{
    for (const wf_param *p = unit->params; p->name; p++)
        if (child == NULL || !is_bound(child, p->name))
            text_printf(out, "%s%s", out->len ? ", " : "", p->name);
}

/* Sets "CHILD.KEY" of a unit whose parameters begin at `param`. Returns what is wrong, malloc'd, or NULL. */
static char *set_child_param(const wf_unit *unit, int *param, const char *key, const char *value, const char *where)
{
    size_t n = strcspn(key, ".");
    text names = {0};
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        const wf_unit *own = child->unit;
        int *first = param + wf_child_params(unit, k);
        text_printf(&names, "%s%s", k ? ", " : "", child->name);
        if (strlen(child->name) != n || memcmp(child->name, key, n) != 0)
            continue;
        const char *rest = key + n + 1;
        text_free(&names);
        if (strchr(rest, '.'))
            return set_child_param(own, first, rest, value, where);
        if (is_bound(child, rest))
            return format_new("%s: %s of the %s in %s is set by %s itself", where, rest, child->name, unit->name, unit->name);
        for (int p = 0; own->params[p].name; p++)
            if (strcmp(own->params[p].name, rest) == 0)
                return set_param(own, &own->params[p], first + p, value, where);
        text known = {0};
        list_params(own, child, &known);
        char *fault = format_new("%s: the %s in %s has no parameter \"%s\" to set; %s%s", where, child->name, unit->name, rest,
                                 known.len ? "there are " : "there is none", known.len ? known.data : "");
        text_free(&known);
        return fault;
    }
    char *fault = format_new("%s: no unit \"%.*s\" in %s; %s%s", where, (int)n, key, unit->name,
                             names.len ? "there are " : "it has none in it", names.len ? names.data : "");
    text_free(&names);
    return fault;
}

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s))
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return false;
    return true;
}

char *design_set_fault(design *d, const char *key, const char *value, const char *where)
{
    long long v;
    if (d->unit->line && strcmp(key, "line") == 0) {
        if (!parse_int(value, 32, 128, &v) || !wf_is_line((int)v))
            return format_new("%s: %s bytes a line: accepted are 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.line_bytes = (int)v;
        return NULL;
    }
    if (!d->unit->line && strcmp(key, "lanes") == 0) {
        if (!parse_int(value, WF_MIN_LANES, WF_MAX_LANES, &v) || !wf_is_lanes((int)v))
            return format_new("%s: %s lanes: accepted are 4, 8, 16, 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.lanes = (int)v;
        return NULL;
    }
    if (strcmp(key, "name") == 0) {
        if (!is_identifier(value) || strlen(value) > 40)
            return format_new("%s: \"%s\" cannot name modules: a letter, then letters, digits and _, 40 at most", where, value);
        snprintf(d->name, sizeof d->name, "%s", value);
        return NULL;
    }
    if (strchr(key, '.'))
        return set_child_param(d->unit, d->config.param, key, value, where);
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, key) == 0)
            return set_param(d->unit, &d->unit->params[p], &d->config.param[p], value, where);
    for (const design_option *o = design_kind_of(d->unit)->options; o->name; o++)
        if (strcmp(o->name, key) == 0) {
            bool good = parse_int(value, o->min, o->max, &v);
            if (!good && o->min == o->max)
                return format_new("%s: %s for %s of %s: accepted is %d", where, *value ? value : "(nothing)", key, d->unit->name, o->min);
            if (!good)
                return format_new("%s: %s for %s of %s: a whole number from %d to %d", where, *value ? value : "(nothing)", key,
                                  d->unit->name, o->min, o->max);
            *member(d, o) = (int)v;
            return NULL;
        }
    if (d->codec && (strcmp(key, "enc-cuts") == 0 || strcmp(key, "dec-cuts") == 0)) {
        if (!d->unit->cuts)
            return format_new("%s: the ranks of %s have no names: %.3s-stages says how many", where, d->unit->name, key);
        (*key == 'e' ? &d->enc_cuts : &d->dec_cuts)->named = format_new("%s", value);
        return NULL;
    }
    if (strcmp(key, "lanes") == 0 || strcmp(key, "line") == 0)
        return format_new("%s: %s takes %s", where, d->unit->name,
                          d->unit->line ? "cache lines: --line 32, 64 or 128 (bytes)" : "warp registers: --lanes 4, 8, 16, 32, 64 or 128");
    return format_new("%s: %s has no parameter \"%s\"; `warpfold list %s` shows what there is", where, d->unit->name, key, d->unit->name);
}

void design_set(design *d, const char *key, const char *value, const char *where)
{
    char *fault = design_set_fault(d, key, value, where);
    if (fault)
        die_usage("%s", fault);
}

/* Where a child refuses what the user can set of it: "its CHILD (--CHILD.PARAMETER): "; else "". malloc'd. */
static char *child_at_fault(const wf_unit *unit, const wf_config *config)
{
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        const wf_unit *own = child->unit;
        wf_config c = wf_child_config(unit, config, k);
        text settable = {0};
        list_params(own, child, &settable);
        bool any = settable.len > 0;
        text_free(&settable);
        if (any && !wf_params_error(own, &c, NULL) && wf_config_error(own, &c, NULL))
            return format_new("its %s (--%s.PARAMETER): ", child->name, child->name);
    }
    return format_new("%s", "");
}

const wf_cuts *design_cuts_of(const design *d, bool enc)
{
    return d->unit->cuts ? d->unit->cuts(&d->config, enc) : NULL;
}

unsigned design_cuts_on(const design *d, bool enc)
{
    return enc ? d->enc_cuts.on : d->dec_cuts.on;
}

void design_cuts_text(const wf_cuts *cuts, unsigned mask, text *out)
{
    if (mask == 0)
        text_puts(out, "none");
    for (int i = 0; mask; i++, mask >>= 1)
        if (mask & 1) {
            add_value(out, cuts->names, i);
            text_puts(out, mask > 1 ? "," : "");
        }
}

/* True if registers drive all outputs of the encoder or the decoder, or none: so it is with the cuts of every number of ranks. */
static bool is_registered(const design *d, bool enc)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    unsigned on = design_cuts_on(d, enc);
    return !cuts || on == cuts->of_ranks[enc ? d->enc_stages : d->dec_stages] || on >> wf_last_cut(cuts) & 1;
}

const char *design_early(const design *d, bool enc)
{
    return enc && d->early_mask ? "mask" : !enc && d->early_tag ? "tag" : NULL;
}

bool design_merges(const design *d)
{
    return d->codec && d->codec->merge && d->early_tag;
}

/* Reads the cuts that the user named. Returns what is wrong, malloc'd, or NULL. */
static char *read_cuts(const wf_cuts *cuts, const char *named, const char *key, unsigned *on)
{
    *on = 0;
    if (strcmp(named, "none") == 0)
        return NULL;
    for (const char *w = named;; w += strcspn(w, ",") + 1) {
        size_t n = strcspn(w, ",");
        int i = index_of(cuts->names, w, n);
        if (i < 0)
            return format_new("%s: no cut \"%.*s\" here: any of %s, separated by commas, or none alone", key, (int)n, w, cuts->names);
        if (*on >> i & 1)
            return format_new("%s: %.*s is given twice", key, (int)n, w);
        *on |= 1u << i;
        if (w[n] == '\0')
            return NULL;
    }
}

/* Decides the ranks and cuts of the encoder or the decoder. Returns what is wrong, malloc'd, or NULL. */
static char *decide_cuts(design *d, bool enc)
{
    const char *half = enc ? "enc" : "dec";
    const wf_cuts *cuts = design_cuts_of(d, enc);
    design_cuts *c = enc ? &d->enc_cuts : &d->dec_cuts;
    int *ranks = enc ? &d->enc_stages : &d->dec_stages, most = d->unit->line ? WF_MAX_STAGES : REGISTER_STAGES;
    if (!cuts || !c->named) {
        if (*ranks == DESIGN_DERIVED)
            *ranks = enc ? d->codec->enc_ranks : d->codec->dec_ranks;
        c->on = cuts ? cuts->of_ranks[*ranks] : 0;
    } else {
        char *key = format_new("%s-cuts", half), *fault = read_cuts(cuts, c->named, key, &c->on);
        int count = __builtin_popcount(c->on);
        free(key);
        if (fault)
            return fault;
        if (count > most)
            return format_new("%s-cuts %s: %d ranks, and %d are the most", half, c->named, count, most);
        if (*ranks != DESIGN_DERIVED && *ranks != count)
            return format_new("%s-stages %d, but %s-cuts names %d: leave one of them out", half, *ranks, half, count);
        *ranks = count;
    }
    if (cuts && cuts->needed & ~c->on) {
        text needed = {0};
        design_cuts_text(cuts, cuts->needed, &needed);
        char *fault =
            format_new("this form of %s iterates and needs a clock: %s-stages from 1, the cut %s on", d->unit->name, half, needed.data);
        text_free(&needed);
        return fault;
    }
    if ((enc ? d->sizes.interval_enc : d->sizes.interval_dec) > 1 && *ranks == 0)
        return format_new("this set of %s's parameters iterates and needs a clock: %s-stages from 1", d->unit->name, half);
    return NULL;
}

void design_set_all(design *d, const char *words, const char *where)
{
    char *copy = format_new("%s", words), *rest = copy;
    for (char *value = strsep(&rest, " "); value; value = strsep(&rest, " ")) {
        const char *key = strsep(&value, "=");
        if (*key == '\0')
            continue;
        if (value == NULL)
            die_usage("%s: \"%s\" has no value: NAME=VALUE is expected", where, key);
        design_set(d, key, value, where);
    }
    free(copy);
}

char *design_fault(design *d)
{
    char why[WF_WHY];
    if (wf_config_error(d->unit, &d->config, why)) {
        text width = {0};
        design_width_text(d, &width);
        char *child = child_at_fault(d->unit, &d->config), *fault = format_new("%s, %s: %s%s", d->unit->name, width.data, child, why);
        text_free(&width);
        free(child);
        return fault;
    }
    char system_fault[256];
    if (wf_system_error(d->unit, &d->config, system_fault, sizeof system_fault))
        return format_new("%s", system_fault);
    if (d->codec)
        d->codec->sizes(&d->config, &d->sizes, NULL);
    else
        d->unit->streams(&d->config, &d->streams, NULL);
    if (d->name[0] == '\0')
        snprintf(d->name, sizeof d->name, "%s%d", d->unit->name, design_width(d));
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
    char *fault = decide_cuts(d, true);
    if (!fault)
        fault = decide_cuts(d, false);
    if (fault)
        return fault;
    if (d->wrapper && !(is_registered(d, true) && is_registered(d, false)))
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

/* Visits the cuts of the encoder or the decoder, if they are not those of the number of ranks. A design with a fault
 * may have none. */
static void visit_cuts(const design *d, bool enc, design_option_visit *visit, void *user)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    unsigned on = design_cuts_on(d, enc);
    int ranks = enc ? d->enc_stages : d->dec_stages;
    text names = {0};
    if (!cuts || ranks < 0 || ranks > WF_MAX_STAGES || on == cuts->of_ranks[ranks])
        return;
    design_cuts_text(cuts, on, &names);
    visit(user, enc ? "enc-cuts" : "dec-cuts", names.data,
          enc ? "register ranks of the encoder, by place" : "register ranks of the decoder, by place");
    text_free(&names);
}

void design_each_option(const design *d, design_option_visit *visit, void *user)
{
    for (const design_option *o = design_kind_of(d->unit)->options; o->name; o++) {
        char *value = format_new("%d", design_option_value(d, o));
        visit(user, o->name, value, o->help);
        free(value);
    }
    if (d->codec) {
        visit_cuts(d, true, visit, user);
        visit_cuts(d, false, visit, user);
    }
}

const char *design_width_key(const design *d)
{
    return d->unit->line ? "line" : "lanes";
}

int design_width(const design *d)
{
    return d->unit->line ? d->config.line_bytes : d->config.lanes;
}

void design_width_text(const design *d, text *out)
{
    text_printf(out, d->unit->line ? "%d-byte line" : "%d lanes", design_width(d));
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

void design_value_text(const wf_param *param, int value, text *out)
{
    if (param->kind == WF_PARAM_INT) {
        text_printf(out, "%d", value);
    } else if (param->kind == WF_PARAM_CHOICE) {
        add_value(out, param->values, value);
    } else {
        bool first = true;
        for (int i = 0; value >> i; i++)
            if (value >> i & 1) {
                if (!first)
                    text_puts(out, ",");
                add_value(out, param->values, i);
                first = false;
            }
    }
}

/* Visits the parameters of a unit. If it is a child, `prefix` is put before their names and bound parameters are left out; for the whole
 * design `prefix` and `child` are empty. */
static void each_param(const wf_unit *unit, const wf_child *child, const int *value, const char *prefix, design_visit *visit, void *user)
{
    for (int p = 0; unit->params[p].name; p++) {
        if (child && is_bound(child, unit->params[p].name))
            continue;
        char *name = format_new("%s%s", prefix, unit->params[p].name);
        visit(user, name, &unit->params[p], value[p]);
        free(name);
    }
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *own = &unit->children[k];
        char *longer = format_new("%s%s.", prefix, own->name);
        each_param(own->unit, own, value + wf_child_params(unit, k), longer, visit, user);
        free(longer);
    }
}

void design_each_param(const design *d, design_visit *visit, void *user)
{
    each_param(d->unit, NULL, d->config.param, "", visit, user);
}

char *design_param(const design *d, const char *name)
{
    for (int p = 0; d->unit->params[p].name; p++)
        if (strcmp(d->unit->params[p].name, name) == 0) {
            text t = {0};
            design_value_text(&d->unit->params[p], d->config.param[p], &t);
            return t.data;
        }
    return NULL;
}

void design_each_port(const design *d, design_port_visit *visit, void *user)
{
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++)
        for (int i = 0; i < s->count; i++) {
            char *port = format_new("%s%s%s_%c", s->name, *s->name ? "_" : "", s->field[i].name, s->output ? 'o' : 'i');
            visit(user, port, s->field[i].bits, s->output);
            free(port);
        }
}

/* Ports as a list. */
typedef struct {
    text *out;
    bool outputs, any;
} port_list;

static void list_port(void *user, const char *port, int bits, bool output)
{
    port_list *l = user;
    text_printf(l->out, "%s %s %d", output && !l->outputs ? " ->" : l->any ? "," : "", port, bits);
    l->outputs |= output;
    l->any = true;
}

void design_ports_text(const design *d, text *out)
{
    port_list l = {.out = out};
    design_each_port(d, list_port, &l);
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

bool design_has_memories(const design *d)
{
    return d->unit->memories != NULL;
}

void design_memories_text(const design *d, text *out)
{
    wf_memory memory[WF_MAX_MEMORIES];
    int kinds = d->unit->memories(&d->config, memory);
    for (const wf_memory *m = memory; m < memory + kinds; m++)
        text_printf(out, "%s%d x %d x %d bits of %s", m > memory ? ", " : "", m->count, m->words, m->bits, m->name);
}

static void add_flag(void *user, const char *name, const wf_param *param, int value)
{
    text_printf(user, " --%s ", name);
    design_value_text(param, value, user);
}

void design_flags_text(const design *d, text *out)
{
    text_printf(out, " --%s %d", design_width_key(d), design_width(d));
    design_each_param(d, add_flag, out);
}

static void add_option_flag(void *user, const char *name, const char *value, const char *help)
{
    (void)help;
    text_printf(user, " --%s %s", name, value);
}

void design_command(const design *d, text *out)
{
    text_printf(out, "warpfold gen --unit %s --name %s", d->unit->name, d->name);
    design_flags_text(d, out);
    design_each_option(d, add_option_flag, out);
    text_puts(out, " -o DIR");
}
