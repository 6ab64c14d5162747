/* SPDX-License-Identifier: Apache-2.0
 *
 * study_figures.c - what a column makes of the figures of its runs. NAN is what is not known. */
#include "study_figures.h"

#include <math.h>

#include "../base/share.h"

study_figures study_figures_of(const study *s, const study_runs *r, int trace)
{
    study_figures f = {{NULL}};

    for (int i = 0; i < STUDY_MAX_RUNS && s->runs[i]; i++)
        f.runs[i] = study_runs_of(r, s->runs[i], trace);
    return f;
}

double study_figures_term(const study_figures *f, const study_term *t)
{
    char *key = format_new("trace__%s", t->key);
    double value = metrics_get(f->runs[t->run], "%s", key);

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
