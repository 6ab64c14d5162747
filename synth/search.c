/* SPDX-License-Identifier: Apache-2.0
 *
 * search.c - searches for the best netlist of a unit's logic. It tries every mapper with every sizer, then the best pairs with
 * all sizes, then small steps around the best. ABC makes the candidates; OpenSTA times them. */
#include <math.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "candidates.h"
#include "curve.h"
#include "recipes.h"

/* By effort: pairs of mapper and sizer that reach the second step, and rounds of the third. */
static const int best_pairs[] = {1, 1, 6}, rounds[] = {0, 2, 5};

/* Adds a candidate that differs from `like` only in its sizes, unless it has been tried. */
static void add(search *s, const candidate *like, int fanout, double target)
{
    candidate c = {like->front, like->mapper, like->sizer, fanout, target, s->count, 0, 0, 0, false, NULL};
    for (int i = 0; i < s->count; i++) {
        const candidate *o = &s->all[i];
        if (o->front == c.front && o->mapper == c.mapper && o->sizer == c.sizer && o->fanout == fanout && fabs(o->target - target) < 0.05)
            return;
    }
    s->all = grow_one(s->all, (size_t)s->count, sizeof *s->all);
    s->all[s->count++] = c;
}

/* A candidate's target is in FO4 delays, of clocked units too. */
static double percent_target(const synth_unit *u, double percent)
{
    return percent / 100 * u->job->clock_ns / u->job->fo4_ns;
}

/* True if a is the better one. */
static bool better(const synth_unit *u, const candidate *a, const candidate *b)
{
    if (!a->timed || !b->timed)
        return a->timed;
    if (u->area_only)
        return a->area < b->area;
    if (!u->clocked)
        return a->area * (a->delay + 1e-6) < b->area * (b->delay + 1e-6);
    if (a->slack >= 0 && b->slack >= 0)
        return a->area < b->area;
    return a->slack > b->slack;
}

static const candidate *best(const search *s)
{
    const candidate *c = &s->all[0];
    for (int i = 1; i < s->count; i++)
        if (better(s->u, &s->all[i], c))
            c = &s->all[i];
    return c;
}

/* Adds all sizes of this effort, with the recipe of `like`. */
static void add_sizes(search *s, const candidate *like, int effort)
{
    bool clocked = s->u->clocked;
    for (int f = 0; f < recipe_fanout_count; f++)
        for (int t = 0; t < (clocked ? recipe_percent_count : recipe_target_count); t++)
            if (recipe_fanouts[f].effort <= effort && (clocked ? recipe_percents[t].effort : recipe_targets[t].effort) <= effort)
                add(s, like, (int)recipe_fanouts[f].value,
                    clocked ? percent_target(s->u, recipe_percents[t].value) : recipe_targets[t].value);
}

/* Tries the best n recipes of the first step with all sizes. */
static void second_step(search *s, int n, int effort)
{
    int from = s->count;
    bool *used = zalloc((size_t)from * sizeof *used);
    for (int k = 0; k < n; k++) {
        int pick = -1;
        for (int i = 0; i < from; i++)
            if (!used[i] && s->all[i].timed && (pick < 0 || better(s->u, &s->all[i], &s->all[pick])))
                pick = i;
        if (pick < 0)
            break;
        used[pick] = true;
        candidate like = s->all[pick];
        for (like.front = 0; like.front < recipe_front_count; like.front++)
            if (recipe_fronts[like.front].effort <= effort)
                add_sizes(s, &like, effort);
    }
    candidates_evaluate(s, from);
}

/* Takes small steps of target and fanout limit around the best candidate while they help. A clocked unit also tries its target
 * moved by its slack. */
static void third_step(search *s, int limit)
{
    for (int round = 0; round < limit; round++) {
        candidate b = *best(s);
        int from = s->count;
        double step = round < 2 ? 0.06 : 0.03;
        add(s, &b, b.fanout, b.target * (1 - step));
        add(s, &b, b.fanout, b.target * (1 + step));
        add(s, &b, b.fanout + (b.fanout + 4) / 5, b.target);
        add(s, &b, b.fanout - b.fanout / 6, b.target);
        if (s->u->clocked)
            add(s, &b, b.fanout, b.target * (1 + b.slack / s->u->job->clock_ns));
        candidates_evaluate(s, from);
        if (best(s)->number == b.number && round > 0)
            break;
    }
}

/* Adds candidates from fast and large to slow and small: the recipes of the best, the fastest and the smallest netlist, with delay targets from 0.4
 * to 2.5 times the best one's delay. */
static void add_targets(search *s, const candidate *chosen)
{
    enum { TARGETS = 12 };
    const candidate *fast = chosen, *small = chosen;
    for (int i = 0; i < s->count; i++) {
        const candidate *c = &s->all[i];
        fast = c->timed && c->delay < fast->delay ? c : fast;
        small = c->timed && c->area < small->area ? c : small;
    }
    const candidate likes[] = {*chosen, *fast, *small}; /* the list moves while it grows */
    double fo4 = chosen->delay / s->u->job->fo4_ns;
    for (size_t k = 0; k < sizeof likes / sizeof *likes; k++)
        for (int i = 0; i < TARGETS; i++)
            add(s, &likes[k], likes[k].fanout, fo4 * 0.4 * pow(2.5 / 0.4, (double)i / (TARGETS - 1)));
}

/* The curve of a unit, from all netlists that were made and from those of add_targets. */
static void measure_curve(search *s)
{
    synth_unit *u = s->u;
    int from = s->count, count = 0;
    candidate chosen = u->best;
    add_targets(s, &chosen);
    candidates_evaluate(s, from);
    u->curve = grow(NULL, (size_t)s->count * sizeof *u->curve);
    for (int i = 0; i < s->count; i++)
        if (s->all[i].timed)
            u->curve[count++] = (curve_point){s->all[i].delay, s->all[i].area, i, NULL};
    u->curve_count = curve_front(u->curve, count, u->job->options->curve);
    for (int i = 0; i < u->curve_count; i++)
        u->curve[i].recipe = candidate_recipe(u, &s->all[u->curve[i].from]);
}

void search_unit(synth_unit *u)
{
    int effort = u->job->options->effort;
    bool curve = u->job->options->curve > 0 && !u->area_only;
    search s = {.u = u, .enough = curve || !u->clocked ? 0 : best_pairs[effort]};
    for (int m = 0; m < recipe_mapper_count; m++)
        for (int z = 0; z < recipe_sizer_count; z++)
            if (recipe_mappers[m].effort <= effort && recipe_sizers[z].effort <= effort)
                add_sizes(&s, &(candidate){.mapper = m, .sizer = z}, 0);
    candidates_evaluate(&s, 0);
    if (s.enough > 1)
        s.enough = 1;
    second_step(&s, best_pairs[effort], effort);
    third_step(&s, rounds[effort]);
    u->best = *best(&s);
    if (u->best.timed && curve)
        measure_curve(&s);
    progress_end();
    if (!u->best.timed)
        die("ABC made no netlist of %s with any recipe (logs: %s)", u->name, path_base(u->job->syn));
    const candidate *b = &u->best;
    u->recipe = candidate_recipe(u, b);
    char *name = format_new("%s.r%d.v", u->name, b->number), *data = work_read(u->job, name);
    text t = {0};
    text_puts(&t, data);
    char *core = format_new("%s.core.v", u->name);
    work_write(u->job, core, &t);
}
