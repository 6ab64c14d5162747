/* SPDX-License-Identifier: Apache-2.0
 *
 * plan.c - from the file of a sweep to its points: which keys a unit has, the values of each set combined, points that are impossible,
 * and files that are missing. A wrong value of the file is an error; a wrong combination is a point that is told. */
#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/folder.h"
#include "../base/msg.h"
#include "../synth/liberty.h"
#include "../trace/trace.h"
#include "time_key.h"

enum { MOST_POINTS = 10000 };

static bool is_synth_key(const char *key)
{
    for (const char *const *n = synth_option_names; *n; n++)
        if (strcmp(*n, key) == 0)
            return true;
    return false;
}

/* "liberty, clock-ns, ..". */
static char *synth_keys(void)
{
    text t = {0};
    for (const char *const *n = synth_option_names; *n; n++)
        text_printf(&t, "%s%s", n == synth_option_names ? "" : ", ", *n);
    return t.data;
}

/* ---- keys that a unit has ---- */

typedef struct {
    const char *key;
    bool found;
} wanted;

static void look_at_param(void *user, const char *name, const wf_param *param, int value)
{
    (void)param, (void)value;
    wanted *w = user;
    w->found |= strcmp(name, w->key) == 0;
}

static bool unit_has(const char *unit, const char *key, const char *where)
{
    design d;
    design_init_named(&d, unit, where);
    wanted w = {key, strcmp(key, design_width_key(&d)) == 0};
    design_each_param(&d, look_at_param, &w);
    for (const design_option *o = design_kind_of(d.unit)->options; o->name; o++)
        w.found |= strcmp(o->name, key) == 0;
    return w.found || (d.codec && (strcmp(key, "enc-cuts") == 0 || strcmp(key, "dec-cuts") == 0));
}

/* Values of synthesis are right or wrong for every point alike. */
static void check_values(const sweep_key *k)
{
    for (int i = 0; i < k->count; i++) {
        synth_options o = synth_defaults;
        char *fault = strcmp(k->values[i], SWEEP_DEFAULT) == 0 ? NULL : synth_set(&o, k->key, k->values[i]);
        if (fault)
            die_usage("%s: %s", k->where, fault + strspn(fault, "-"));
    }
}

/* Does the set have points with this value? */
static bool set_has(const sweep_set *s, const char *key, const char *value)
{
    const sweep_key *k = sweep_set_find(s, key);
    for (int i = 0; k && i < k->count; i++)
        if (strcmp(k->values[i], value) == 0)
            return true;
    return false;
}

/* A key that no unit of its set has is a mistake, and no impossible point. */
static void check_keys(const sweep_file *f, const sweep_set *s)
{
    const sweep_key *units = sweep_set_find(s, "unit");
    if (units == NULL)
        die_usage("%s:%d: [set %s] names no unit; `warpfold list` shows what there is", f->path, s->line, s->name);
    for (int i = 0; i < s->count; i++) {
        const sweep_key *k = &s->keys[i];
        bool known = k == units || is_synth_key(k->key) || strcmp(k->key, "trace") == 0 || strcmp(k->key, SWEEP_TIME) == 0;
        for (int u = 0; u < units->count && !known; u++)
            known = unit_has(units->values[u], k->key, units->where);
        if (!known)
            die_usage(
                "%s: no unit of [set %s] has a parameter \"%s\"; `warpfold list %s` shows what there is, and keys of synthesis are %s",
                k->where, s->name, k->key, units->values[0], synth_keys());
        if (is_synth_key(k->key))
            check_values(k);
        if (strcmp(k->key, SWEEP_TIME) == 0)
            time_key_check(s, k);
        if ((strcmp(k->key, "wire-ff-um") == 0 || strcmp(k->key, "utilisation") == 0) && !set_has(s, "wires", "on"))
            die_usage("%s: belongs to estimated wires; expected wires = on in [set %s]", k->where, s->name);
    }
}

/* ---- files ---- */

typedef struct {
    const char *path;
    int lanes;
} known_trace;

typedef struct {
    known_trace *traces;
    int trace_count;
    const char **libraries;
    int library_count;
} known_files;

/* The line of the sweep's file is told of a file that is not there. */
static void check_readable(const char *path, const char *where)
{
    if (access(path, R_OK) != 0)
        die_usage("%s: cannot read %s: %s; values stand apart by blanks", where, path, strerror(errno));
}

static void know_trace(known_files *known, const char *path, const char *where)
{
    for (int i = 0; i < known->trace_count; i++)
        if (strcmp(known->traces[i].path, path) == 0)
            return;
    check_readable(path, where);
    trace *t = trace_open(path);
    known->traces = grow_one(known->traces, (size_t)known->trace_count, sizeof *known->traces);
    known->traces[known->trace_count++] = (known_trace){path, trace_lanes(t)};
    trace_close(t);
}

static int lanes_of(const known_files *known, const char *path)
{
    int i = 0;
    while (strcmp(known->traces[i].path, path) != 0)
        i++;
    return known->traces[i].lanes;
}

static void add_note(sweep_plan *p, char *words)
{
    p->notes = grow_one(p->notes, (size_t)p->note_count, sizeof *p->notes);
    p->notes[p->note_count++] = words;
}

/* A library that cannot be read ends the sweep before it begins. */
static void know_library(sweep_plan *p, known_files *known, const char *path, const char *where)
{
    liberty lib;
    synth_options o = synth_defaults;
    for (int i = 0; i < known->library_count; i++)
        if (strcmp(known->libraries[i], path) == 0)
            return;
    o.liberty = strcmp(path, SWEEP_DEFAULT) == 0 ? NULL : path;
    char *file = synth_library(&o);
    if (o.liberty)
        check_readable(file, where);
    liberty_read(&lib, file);
    if (liberty_no_power(&lib))
        add_note(p, format_new("the library %s has %s: its points have no energy", path_base(file), liberty_no_power(&lib)));
    known->libraries = grow_one(known->libraries, (size_t)known->library_count, sizeof *known->libraries);
    known->libraries[known->library_count++] = path;
}

static void know_files(sweep_plan *p, known_files *known, const sweep_file *f)
{
    for (int s = 0; s < f->count; s++) {
        const sweep_key *traces = sweep_set_find(&f->sets[s], "trace"), *libraries = sweep_set_find(&f->sets[s], "liberty");
        for (int i = 0; traces && i < traces->count; i++)
            if (strcmp(traces->values[i], SWEEP_DEFAULT) != 0)
                know_trace(known, traces->values[i], traces->where);
        for (int i = 0; libraries && i < libraries->count; i++)
            know_library(p, known, libraries->values[i], libraries->where);
        if (libraries == NULL)
            know_library(p, known, SWEEP_DEFAULT, NULL);
    }
}

/* ---- points ---- */

/* The traces that this design's values can come from, or that its machine runs. */
static void choose_traces(sweep_point *p, const sweep_set *s, const known_files *known)
{
    const sweep_key *all = sweep_set_find(s, "trace");
    const design *d = &p->d;
    bool lines = d->codec && d->unit->line, words = d->codec && d->sizes.mask_bits > 0 && d->sizes.block_bits == 32 * d->config.lanes;
    if (all == NULL || !(lines || words || p->machine))
        return;
    p->traces = zalloc((size_t)all->count * sizeof *p->traces);
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->values[i], SWEEP_DEFAULT) != 0 && (lines || lanes_of(known, all->values[i]) == d->config.lanes))
            p->traces[p->trace_count++] = all->values[i];
}

static char *set_key(sweep_point *p, const char *key, const char *value)
{
    if (strcmp(value, SWEEP_DEFAULT) == 0)
        return NULL;
    if (strcmp(key, SWEEP_TIME) == 0) {
        p->machine = value;
        return NULL;
    }
    char *where = format_new("%s", key);
    return is_synth_key(key) ? synth_set(&p->synth, key, value) : design_set_fault(&p->d, key, value, where);
}

/* The driving cell must be in the library. */
static char *driver_fault(const synth_options *o)
{
    if (o->driver == NULL)
        return NULL;
    liberty lib;
    char *file = synth_library(o), *fault = NULL;
    liberty_read(&lib, file);
    if (liberty_find(&lib, o->driver) == NULL)
        fault = format_new("the driving cell %s is not in %s", o->driver, path_base(file));
    return fault;
}

/* A driving cell that no library of its set has is a mistake, and no impossible point. */
static void check_drivers(const sweep_set *s)
{
    const sweep_key *drivers = sweep_set_find(s, "driver"), *libraries = sweep_set_find(s, "liberty");
    for (int i = 0; drivers && i < drivers->count; i++) {
        synth_options o = synth_defaults;
        char *fault = synth_set(&o, "driver", drivers->values[i]);
        bool known = strcmp(drivers->values[i], SWEEP_DEFAULT) == 0;
        for (int k = 0; k < (libraries ? libraries->count : 1) && !known; k++) {
            const char *path = libraries ? libraries->values[k] : SWEEP_DEFAULT;
            o.liberty = strcmp(path, SWEEP_DEFAULT) == 0 ? NULL : path;
            fault = driver_fault(&o);
            known = fault == NULL;
        }
        if (!known)
            die_usage("%s: %s", drivers->where, fault);
    }
}

/* The combination that `pick` tells, as a point. */
static void make_point(sweep_point *p, const sweep_set *s, const int *pick, const known_files *known)
{
    const sweep_key *units = sweep_set_find(s, "unit");
    text given = {0};
    *p = (sweep_point){.set = s->name, .synth = synth_defaults};
    design_init_named(&p->d, units->values[pick[units - s->keys]], units->where);
    text_add(&given, "", 0);
    for (int i = 0; i < s->count; i++) {
        const sweep_key *k = &s->keys[i];
        if (strcmp(k->key, "trace") == 0)
            continue;
        const char *value = k->values[pick[i]];
        text_printf(&given, "%s%s %s", given.len ? ", " : "", k->key, sweep_is_path(k->key, value) ? path_base(value) : value);
        if (k != units && p->fault == NULL)
            p->fault = set_key(p, k->key, value);
    }
    p->given = given.data;
    design_modules modules;
    if (p->fault == NULL)
        p->fault = design_fault(&p->d);
    if (p->fault == NULL)
        p->fault = synth_modules(&p->d, &p->synth, &modules);
    if (p->fault == NULL)
        p->fault = driver_fault(&p->synth);
    if (p->fault == NULL)
        choose_traces(p, s, known);
    if (p->fault == NULL && p->machine)
        p->fault = time_key_fault(p->machine, p->d.config.lanes, p->trace_count);
}

/* Two points are one if all that makes them is the same. */
static char *identity(const sweep_point *p)
{
    text t = {0};
    const synth_options *o = &p->synth;
    if (p->fault) {
        text_printf(&t, "%s: %s", p->given, p->fault);
        return t.data;
    }
    design_command(&p->d, &t);
    text_printf(&t, " %s %s ", o->liberty ? o->liberty : "", o->module);
    synth_options_text(o, &t);
    text_printf(&t, " %s", p->machine ? p->machine : "");
    for (int i = 0; i < p->trace_count; i++)
        text_printf(&t, " %s", p->traces[i]);
    return t.data;
}

typedef struct {
    char *key;
    UT_hash_handle hh;
} seen_point;

/* Each combination; the values of the last key change fastest. */
static void expand(sweep_plan *plan, const sweep_file *f, const sweep_set *s, const known_files *known, seen_point **seen)
{
    int *pick = zalloc((size_t)s->count * sizeof *pick), at = 0;
    while (at >= 0) {
        if (plan->count == MOST_POINTS)
            die_usage("%s: more than %d points", f->path, MOST_POINTS);
        plan->points = grow_one(plan->points, (size_t)plan->count, sizeof *plan->points);
        sweep_point *p = &plan->points[plan->count];
        make_point(p, s, pick, known);
        seen_point *same;
        char *key = identity(p);
        HASH_FIND_STR(*seen, key, same);
        plan->doubles += same != NULL;
        if (same == NULL) {
            same = zalloc(sizeof *same);
            same->key = key;
            HASH_ADD_KEYPTR(hh, *seen, same->key, strlen(same->key), same);
            plan->count++;
        }
        for (at = s->count - 1; at >= 0; at--) {
            if (strcmp(s->keys[at].key, "trace") != 0 && ++pick[at] < s->keys[at].count)
                break;
            pick[at] = 0;
        }
    }
}

static bool takes(const sweep_point *p, const char *path)
{
    bool taken = false;
    for (int i = 0; i < p->trace_count; i++)
        taken |= strcmp(p->traces[i], path) == 0;
    return taken;
}

/* Traces that no point takes are most often a mistake. */
static void note_traces(sweep_plan *p, const known_files *known)
{
    for (int i = 0; i < known->trace_count; i++) {
        const known_trace *t = &known->traces[i];
        bool taken = false;
        for (int k = 0; k < p->count; k++)
            taken |= takes(&p->points[k], t->path);
        if (!taken)
            add_note(p, format_new("no point takes the trace %s, which has %d lanes: it is in no ratio", path_base(t->path), t->lanes));
    }
}

void sweep_read(sweep_plan *p, const char *path, const char *const *changes, int change_count)
{
    known_files known = {0};
    seen_point *seen = NULL, *x, *next;
    *p = (sweep_plan){.path = path};
    sweep_file *f = &p->file;
    sweep_file_read(f, path, changes, change_count);
    for (int i = 0; i < f->count; i++)
        check_keys(f, &f->sets[i]);
    know_files(p, &known, f);
    for (int i = 0; i < f->count; i++)
        check_drivers(&f->sets[i]);
    p->name = f->name;
    for (int i = 0; i < f->count; i++)
        expand(p, f, &f->sets[i], &known, &seen);
    note_traces(p, &known);
    HASH_ITER (hh, seen, x, next)
        HASH_DEL(seen, x);
}

/* ---- knobs ---- */

static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    design_value_text(param, value, &t);
    metrics_set_text(user, t.data, "%s", name);
}

static void add_option(void *user, const char *name, const char *value, const char *help)
{
    (void)help;
    metrics_set_text(user, value, "%s", name);
}

char *sweep_library_name(const synth_options *o)
{
    char *file = synth_library(o);
    const char *base = path_base(file);
    return format_new("%.*s", ends_with(base, ".lib") ? (int)strlen(base) - 4 : (int)strlen(base), base);
}

char *sweep_wires(const synth_options *o)
{
    return o->wires ? format_new("%g fF/µm, %g %% filled", o->wire_ff_um, 100 * o->utilisation) : NULL;
}

/* 0: the default. */
static void set_number(metrics *out, double value, const char *name)
{
    char *said = value > 0 ? format_new("%.9g", value) : format_new(SWEEP_DEFAULT);
    metrics_set_text(out, said, "%s", name);
}

void sweep_knobs(const sweep_point *p, metrics *out)
{
    const design *d = &p->d;
    const synth_options *o = &p->synth;
    metrics_set_text(out, d->unit->name, "unit");
    char *width = format_new("%d", design_width(d)), *library = sweep_library_name(o), *effort = format_new("%d", o->effort);
    metrics_set_text(out, width, "%s", design_width_key(d));
    design_each_param(d, add_param, out);
    design_each_option(d, add_option, out);
    metrics_set_text(out, library, "liberty");
    set_number(out, o->clock_ns, "clock-ns");
    metrics_set_text(out, effort, "effort");
    metrics_set_text(out, o->driver ? o->driver : SWEEP_DEFAULT, "driver");
    set_number(out, o->load_ff, "load-ff");
    metrics_set_text(out, o->clock_gate ? "auto" : "off", "clock-gate");
    metrics_set_text(out, o->module, "module");
    metrics_set_text(out, o->wires ? "on" : "off", "wires");
    if (o->wires) {
        set_number(out, o->wire_ff_um, "wire-ff-um");
        set_number(out, o->utilisation, "utilisation");
    }
    metrics_set_text(out, o->parts ? "on" : "off", "parts");
    if (p->machine)
        metrics_set_text(out, time_key_machine(p->machine), SWEEP_TIME);
}
