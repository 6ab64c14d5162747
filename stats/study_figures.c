/* SPDX-License-Identifier: Apache-2.0
 *
 * study_figures.c - what `stats` and the shape of a kernel tell of traces, and what a column makes of it. NAN is what is not known. */
#include "study_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/share.h"
#include "kernel_shape.h"
#include "line_stats.h"
#include "trace_stats.h"

/* ---- runs ---- */

/* "UNIT NAME=VALUE ...": the design for traces of this width. False: it does not take this width. */
static bool run_design(design *d, const char *run, int lanes, const char *where)
{
    char *words = format_new("%s", run), *rest = words, width[16];

    design_init_named(d, strsep(&rest, " "), where);
    snprintf(width, sizeof width, "%d", lanes);
    if (!d->unit->line)
        design_set(d, "lanes", width, where);
    if (rest)
        design_set_all(d, rest, where);
    char *fault = design_fault(d);
    return fault == NULL;
}

static void count_shape(const char *const *paths, int count, metrics *out)
{
    kernel_shape all = {0}, s;

    for (int i = 0; i < count; i++) {
        kernel_shape_count(paths[i], &s);
        kernel_shape_add(&all, &s);
    }
    kernel_shape_put(&all, "trace", out);
}

/* Without a design for this width the run has no figures. */
static void count_run(const char *run, int lanes, const char *const *paths, int count, const char *where, metrics *out)
{
    const line_options lines = line_options_default();
    design d;

    if (strcmp(run, STUDY_SHAPE) == 0) {
        count_shape(paths, count, out);
        return;
    }
    if (!run_design(&d, run, lanes, where))
        return;
    if (d.unit->line)
        line_stats(&d, &lines, paths, count, out);
    else
        trace_stats(&d, paths, count, NULL, out);
}

void study_figures_count(const study *s, int lanes, const char *const *paths, int count, const study_timer *timer, study_figures *f)
{
    for (int i = 0; i < STUDY_MAX_RUNS && s->runs[i]; i++)
        if (starts_with(s->runs[i], STUDY_TIME))
            timer->run(timer->own, s->runs[i] + strlen(STUDY_TIME), paths[0], &f->runs[i]);
        else
            count_run(s->runs[i], lanes, paths, count, s->name, &f->runs[i]);
}

/* ---- values ---- */

double study_figures_term(const study_figures *f, const study_term *t)
{
    char *key = format_new("trace__%s", t->key);
    double value = metrics_get(&f->runs[t->run], "%s", key);

    return value;
}

double study_figures_sum(const study_figures *f, const study_term *terms)
{
    double all = NAN;

    for (int i = 0; i < STUDY_MAX_TERMS && terms[i].key; i++) {
        double value = study_figures_term(f, &terms[i]);
        if (isfinite(value))
            all = isfinite(all) ? all + value : value;
    }
    return all;
}

static double sum_of_bar(const study_figures *f, const study *s, int bar)
{
    double all = 0;

    for (int i = 0; i < study_columns(s); i++)
        if (s->columns[i].bar == bar)
            all += fmax(0, study_figures_sum(f, s->columns[i].terms));
    return all;
}

double study_figures_value(const study_figures *f, const study *s, const study_column *c)
{
    double value = study_figures_sum(f, c->terms);

    switch (c->kind) {
    case STUDY_SHARE: return 100 * share_of(value, sum_of_bar(f, s, c->bar));
    case STUDY_PERCENT: return 100 * share_of(value, study_figures_sum(f, c->over));
    case STUDY_MORE: return 100 * (share_of(value, study_figures_sum(f, c->over)) - 1);
    case STUDY_REGISTERS: return study_figures_term(f, &s->registers);
    default: return c->over[0].key ? share_of(value, study_figures_sum(f, c->over)) : value;
    }
}
