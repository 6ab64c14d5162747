/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.c - the results of a sweep: each point's figures from the cache, what tells the points apart, and the fronts. First a row's
 * figures, then its knobs, then fronts over rows that may be compared. */
#include "rows.h"

#include <math.h>
#include <string.h>

#include "../base/folder.h"
#include "../gen/beside.h"
#include "../report/pareto.h"
#include "../report/report.h"
#include "../report/report_html.h"
#include "../stats/trace_stats.h"
#include "time_key.h"

const row_figure_info row_figures[ROW_FIGURES] = {
    [ROW_AREA] = {"area_um2", "area, logic and registers (µm²)", "area (µm²)", "µm²", AUTO, false},
    [ROW_DELAY] = {"delay_ns", "delay of the longest path (ns)", "delay (ns)", "ns", 3, false},
    [ROW_ENERGY] = {"energy_pj", "energy of an activation (pJ)", "energy (pJ)", "pJ", AUTO, false},
    [ROW_RATIO] = {"ratio", "compression ratio with tags (raw over stored)", "ratio", "", 2, true},
    [ROW_EDP] = {"edp_nj_us", "energy of the register file times time of the traces (nJ·µs)", "energy × time (nJ·µs)", "nJ·µs", AUTO,
                 false},
};
const row_front_info row_fronts[ROW_FRONTS] = {
    {"area-delay", "Area and delay", ROW_AREA, ROW_DELAY},
    {"area-ratio", "Area and ratio", ROW_AREA, ROW_RATIO},
    {"energy-ratio", "Energy and ratio", ROW_ENERGY, ROW_RATIO},
    {"energy-delay", "Energy and delay", ROW_ENERGY, ROW_DELAY},
    {"area-edp", "Area and energy × time of the traces", ROW_AREA, ROW_EDP},
    {"all", "All figures", ROW_FIGURES, ROW_FIGURES},
};
const char *const row_status_names[] = {"done", "failed", "skipped", "not run"};

/* ---- figures ---- */

/* Of a codec the encoder and the decoder together; of a sweep of one of them, or of a block, this one. */
static const char *only_module(const sweep_row *w)
{
    return w->p->d.codec ? w->p->synth.module : w->p->d.unit->name;
}

static bool is_pair(const sweep_row *w)
{
    return w->p->d.codec && strcmp(w->p->synth.module, "all") == 0;
}

/* A figure of a module: the one with estimated wires where the point asks for them. */
static double of_module(const sweep_row *w, const char *without, const char *with, const char *module)
{
    const key_ref key = KEY_REF(w->p->synth.wires ? with : without, module);
    return report_get(&w->r, &key);
}

static double module_delay(const sweep_row *w, const char *module)
{
    return of_module(w, KEY_UNIT_DELAY, KEY_WIRES_DELAY, module);
}

static double module_energy(const sweep_row *w, const char *module)
{
    return of_module(w, KEY_UNIT_ENERGY, KEY_WIRES_ENERGY, module);
}

static void take_figures(sweep_row *w)
{
    const metrics *m = &w->r.m;
    const design *d = &w->p->d;
    const design_modules modules = design_modules_of(d);
    const design_module *end = modules.module + modules.count;
    const char *one = only_module(w);
    w->figure[ROW_RATIO] = metrics_get(m, d->unit->line ? report_line_ratio_tag(&w->r) : KEY_RATIO_UNITS_TAG, "trace");
    w->figure[ROW_EDP] = metrics_get(m, KEY_TIME_EDP, "trace");
    if (is_pair(w)) {
        w->figure[ROW_AREA] = metrics_get(m, KEY_PAIR_TOTAL_AREA);
        w->figure[ROW_DELAY] = w->figure[ROW_ENERGY] = 0;
        for (const design_module *x = modules.module; x < end; x++)
            if (!x->minor) {
                double delay = module_delay(w, x->name), *longest = &w->figure[ROW_DELAY];
                *longest = isnan(delay) || isnan(*longest) ? (double)NAN : fmax(*longest, delay);
                w->figure[ROW_ENERGY] += module_energy(w, x->name);
            }
    } else {
        w->figure[ROW_AREA] = metrics_get(m, d->codec ? KEY_UNIT_TOTAL_AREA : KEY_BLOCK_WHOLE_TOTAL, one);
        w->figure[ROW_DELAY] = module_delay(w, one);
        w->figure[ROW_ENERGY] = (d->codec ? 1 : design_slices(d)) * module_energy(w, one);
    }
    w->met = true;
    for (const design_module *x = modules.module; x < end; x++)
        w->met = w->met && !(of_module(w, KEY_UNIT_SLACK, KEY_WIRES_SLACK, x->name) < 0);
}

/* The figures of its tasks, from the cache. */
static void load_row(sweep_row *w, const sweep_tasks *tasks, const int *of, const store *s)
{
    metrics steps[STEPS] = {{0}};
    for (; *of >= 0; of++) {
        const sweep_task *t = &tasks->all[*of];
        if (store_load(s, t->key, &steps[task_is_module(t->part) ? STEP_SYNTH : STEP_TRACE]))
            continue;
        char *why = store_why(s, t->key);
        if (w->reason == NULL || (why && w->status == ROW_UNRUN)) {
            w->reason = format_new("%s: %s", t->part, why ? why : "no results in the cache");
            w->status = why ? ROW_FAILED : ROW_UNRUN;
        }
    }
    if (is_pair(w))
        synth_array(&w->p->d, &steps[STEP_SYNTH]);
    report_make(&w->r, &w->p->d, steps);
    for (int i = 0; i < STEPS; i++)
        metrics_free(&steps[i]);
    take_figures(w);
}

/* ---- knobs ---- */

static int knob_index(const sweep_rows *all, const char *name)
{
    int i = 0;
    while (all->knobs[i] && strcmp(all->knobs[i], name) != 0)
        i++;
    return all->knobs[i] ? i : -1;
}

/* Does the file name it? What nobody named differs between units alone. */
static bool is_given(const sweep_plan *plan, const char *name)
{
    bool given = false;
    for (int i = 0; i < plan->file.count; i++)
        given |= sweep_set_find(&plan->file.sets[i], name) != NULL;
    return given;
}

/* The names of all knobs, and whether points that have one differ in it, as the file asks for. */
static void find_knobs(sweep_rows *all, const sweep_plan *plan)
{
    int count = 0;
    const char **first = NULL;
    all->knobs = zalloc(sizeof *all->knobs);
    for (int i = 0; i < all->count; i++)
        for (const metric *x = all->rows[i].knobs.first; x; x = x->hh.next) {
            int k = knob_index(all, x->key);
            if (k >= 0) {
                all->varies[k] |= strcmp(first[k], x->string) != 0 && is_given(plan, x->key);
                continue;
            }
            all->knobs = grow(all->knobs, (size_t)(count + 2) * sizeof *all->knobs);
            all->varies = grow_one(all->varies, (size_t)count, sizeof *all->varies);
            first = grow_one(first, (size_t)count, sizeof *first);
            all->knobs[count] = format_new("%s", x->key);
            all->varies[count] = false;
            first[count++] = x->string;
            all->knobs[count] = NULL;
        }
}

static void name_row(const sweep_rows *all, sweep_row *w)
{
    const design *d = &w->p->d;
    text t = {0};
    text_printf(&t, "%s ", design_form(d));
    design_width_text(d, &t);
    for (int k = 0; all->knobs[k]; k++) {
        const char *name = all->knobs[k], *value = metrics_get_text(&w->knobs, "%s", name);
        bool told = strcmp(name, "unit") == 0 || strcmp(name, design_width_key(d)) == 0 || design_form_tells(d, name);
        if (all->varies[k] && value && !told)
            text_printf(&t, ", %s %s", name, value);
    }
    w->label = t.data;
}

/* ---- groups ---- */

/* What points must have in common to be compared. */
static char *group_of(const sweep_row *w)
{
    const sweep_point *p = w->p;
    text t = {0};
    char *library = sweep_library_name(&p->synth), *wires = sweep_wires(&p->synth);
    if (p->d.codec)
        text_puts(&t, p->d.unit->line ? "codecs of cache lines, " : "codecs of warp registers, ");
    else
        text_printf(&t, "%s, ", p->d.unit->name);
    design_width_text(&p->d, &t);
    if (p->d.codec && strcmp(p->synth.module, "all") != 0)
        text_printf(&t, ", module %s", p->synth.module);
    text_printf(&t, ", %s", library);
    if (wires)
        text_printf(&t, ", estimated wires of %s", wires);
    if (p->synth.parts)
        text_puts(&t, ", areas by part");
    if (p->machine)
        text_printf(&t, ", on %s", time_key_machine(p->machine));
    for (int i = 0; i < p->trace_count; i++) {
        char stem[64];
        trace_stem(p->traces[i], stem, sizeof stem);
        text_printf(&t, "%s%s", i ? " " : p->trace_count > 1 ? ", traces " : ", trace ", stem);
    }
    return t.data;
}

static void find_group(sweep_rows *all, sweep_row *w)
{
    char *group = group_of(w);
    for (w->group = 0; w->group < all->group_count; w->group++)
        if (strcmp(all->groups[w->group], group) == 0)
            return;
    all->groups = grow_one(all->groups, (size_t)all->group_count, sizeof *all->groups);
    all->groups[all->group_count++] = group;
}

int rows_groups(const sweep_plan *plan)
{
    sweep_rows all = {0};
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].fault == NULL)
            find_group(&all, &(sweep_row){.p = &plan->points[i]});
    return all.group_count;
}

/* ---- fronts ---- */

/* The front of k figures among the points of a group. */
static void find_front(sweep_rows *all, int group, const row_figure *figures, int k, int which)
{
    double *values = zalloc((size_t)(all->count * k) * sizeof *values);
    bool *front = zalloc((size_t)all->count * sizeof *front), more[ROW_FIGURES];
    for (int j = 0; j < k; j++)
        more[j] = row_figures[figures[j]].more;
    for (int i = 0; i < all->count; i++) {
        const sweep_row *w = &all->rows[i];
        for (int j = 0; j < k; j++)
            values[i * k + j] = w->group == group && w->status == ROW_DONE && w->met ? w->figure[figures[j]] : (double)NAN;
    }
    pareto_front(values, all->count, k, more, front);
    for (int i = 0; i < all->count; i++)
        all->rows[i].front[which] |= front[i];
}

bool rows_group_has(const sweep_rows *all, int group, row_figure f)
{
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].group == group && isfinite(all->rows[i].figure[f]))
            return true;
    return false;
}

static void find_fronts(sweep_rows *all, int group)
{
    row_figure known[ROW_FIGURES];
    int count = 0;
    for (row_figure f = 0; f < ROW_FIGURES; f++)
        if (rows_group_has(all, group, f))
            known[count++] = f;
    for (int i = 0; i < ROW_ALL; i++)
        find_front(all, group, (row_figure[]){row_fronts[i].x, row_fronts[i].y}, 2, i);
    if (count > 0)
        find_front(all, group, known, count, ROW_ALL);
}

/* ---- all ---- */

void rows_load(sweep_rows *all, const sweep_plan *plan, const sweep_tasks *tasks, const store *s)
{
    *all = (sweep_rows){
        .name = plan->name, .count = plan->count, .doubles = plan->doubles, .notes = plan->notes, .note_count = plan->note_count};
    all->rows = zalloc((size_t)(plan->count + 1) * sizeof *all->rows);
    for (int i = 0; i < plan->count; i++) {
        sweep_row *w = &all->rows[i];
        *w = (sweep_row){.p = &plan->points[i], .number = i + 1, .group = -1};
        for (int f = 0; f < ROW_FIGURES; f++)
            w->figure[f] = NAN;
        if (w->p->fault) {
            w->status = ROW_SKIPPED;
            w->reason = format_new("%s", w->p->fault);
            continue;
        }
        sweep_knobs(w->p, &w->knobs);
        load_row(w, tasks, tasks->of[i], s);
        find_group(all, w);
    }
    find_knobs(all, plan);
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].p->fault)
            all->rows[i].label = format_new("%s", all->rows[i].p->given);
        else
            name_row(all, &all->rows[i]);
    for (int g = 0; g < all->group_count; g++)
        find_fronts(all, g);
}

int rows_count(const sweep_rows *all, row_status status)
{
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += all->rows[i].status == status;
    return count;
}
